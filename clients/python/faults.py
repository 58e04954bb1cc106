#!/usr/bin/env python3
"""Stands between a client and a server, and fails each call twice before it lets it through, as a restart and an overload
would: UNAVAILABLE without details, then RESOURCE_EXHAUSTED with RetryInfo, and the same for policies
(grpc-retry-pushback-ms).

    faults.py fail ADDRESS COMMAND ...
    faults.py stall ADDRESS COMMAND ...     leaves each call's first try without an answer instead, for one that hedges

runs the command with the address of its own last, and ends as that ends; or with status 1 if a client did not come back as
often as it should have, or too soon. A call is known by its x-request-id, which it keeps when it is tried again.
"""

import collections
import subprocess
import sys
import threading
import time
from concurrent import futures

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

# Longer than a client waits by itself.
RETRY_AFTER_MS = 400
MOST_S = 60


def overloaded():
    """What a server without room says."""
    status = status_pb2.Status(code=code_pb2.RESOURCE_EXHAUSTED, message="no room")
    delay = duration_pb2.Duration(nanos=RETRY_AFTER_MS * 1_000_000)
    info = error_details_pb2.ErrorInfo(reason="OVERLOADED", domain="tilewright")
    for detail in (info, error_details_pb2.RetryInfo(retry_delay=delay)):
        packed = any_pb2.Any()
        packed.Pack(detail)
        status.details.append(packed)
    told = rpc_status.to_status(status)
    pushback = ("grpc-retry-pushback-ms", str(RETRY_AFTER_MS))
    return told._replace(trailing_metadata=(*told.trailing_metadata, pushback))


class Faults(grpc.GenericRpcHandler):
    """Takes every unary call, whatever its messages are."""

    def __init__(self, channel, stalls):
        self.channel, self.stalls = channel, stalls
        self.tried, self.lock = collections.Counter(), threading.Lock()
        # When each call was last tried, and how many came back sooner than they were asked to.
        self.last, self.hasty = {}, 0

    def service(self, details):
        return grpc.unary_unary_rpc_method_handler(lambda request, context: self.answer(details.method, request, context))

    def answer(self, method, request, context):
        metadata = [pair for pair in context.invocation_metadata() if pair[0] in ("x-request-id", "tilewright-key")]
        call = (method, dict(metadata)["x-request-id"])
        with self.lock:
            self.tried[call] += 1
            tried, since = self.tried[call], time.monotonic() - self.last.get(call, 0)
            self.last[call] = time.monotonic()
            self.hasty += tried == 3 and since < RETRY_AFTER_MS / 1e3
        if self.stalls and tried == 1:
            # Its client goes away when another try was answered.
            left = threading.Event()
            context.add_callback(left.set)
            left.wait(MOST_S)
            context.abort(grpc.StatusCode.CANCELLED, "nobody waits")
        elif tried == 1:
            context.abort(grpc.StatusCode.UNAVAILABLE, "the connection broke")
        elif tried == 2 and not self.stalls:
            context.abort_with_status(overloaded())
        forward = self.channel.unary_unary(method)
        # Where no deadline came with the call, this is some centuries.
        timeout = min(context.time_remaining(), MOST_S)
        try:
            answer, answered = forward.with_call(request, timeout=timeout, metadata=metadata)
        except grpc.RpcError as error:
            context.set_trailing_metadata(error.trailing_metadata())
            context.abort(error.code(), error.details())
        context.send_initial_metadata(answered.initial_metadata())
        return answer


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in ("fail", "stall"):
        sys.exit(__doc__)
    with grpc.insecure_channel(sys.argv[2]) as channel:
        faults = Faults(channel, stalls=sys.argv[1] == "stall")
        server = grpc.server(futures.ThreadPoolExecutor(8), handlers=[faults])
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        status = subprocess.run([*sys.argv[3:], f"127.0.0.1:{port}"]).returncode
        server.stop(grace=1).wait()
    print(f"{len(faults.tried)} calls, tried {sum(faults.tried.values())} times, {faults.hasty} of them too soon")
    tries = 2 if faults.stalls else 3
    sys.exit(status or not faults.tried or faults.hasty or any(tried != tries for tried in faults.tried.values()))


if __name__ == "__main__":
    main()
