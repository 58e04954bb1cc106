"""What a backend in Python has between its own code and Tilewright: one channel, and errors read in full.

    client = connect("dns:///tilewright-headless:50051", token="...", ca=open("ca.pem", "rb").read())
    client.puzzles.MinSwaps(request, **client.call(timeout=2))

What is tried again, and when, is in ../service-config.json; docs/calling.md says why. grpcio follows all of it but a
hedgingPolicy, and has trouble with a `timeout` there, so each call has a deadline of its own. The contract is read
from proto/ at the start; `python -m grpc_tools.protoc` makes modules of it, if you would rather keep those.
"""

import pathlib
import sys
import uuid

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
POLICY = (REPOSITORY / "examples" / "clients" / "service-config.json").read_text()

sys.path.append(str(REPOSITORY / "proto"))
board = grpc.protos("tilewright/v1/board.proto")
guess, guess_services = grpc.protos_and_services("tilewright/v1/guess_service.proto")
lexicon, lexicon_services = grpc.protos_and_services("tilewright/v1/lexicon_service.proto")
puzzle, puzzle_services = grpc.protos_and_services("tilewright/v1/puzzle_service.proto")


def connect(address, token=None, ca=None):
    """A client of this address. One for the process is enough: its calls go side by side over few connections.

    With `ca`, the certificates that sign the servers', in PEM, it speaks TLS; `token` goes with every call, and over TLS
    only. Under dns:/// each address of the name gets a connection, and calls take turns.
    """
    options = [
        ("grpc.service_config", POLICY),
        # A server that is gone without a word is found out, with or without calls.
        ("grpc.keepalive_time_ms", 30_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        # RankGuesses with buckets, and large trees, are some MB.
        ("grpc.max_receive_message_length", 32 << 20),
        # Addresses are looked up again soon after a connection has ended: that is how new replicas are found.
        ("grpc.dns_min_time_between_resolutions_ms", 5_000),
    ]
    if ca is None:
        if token is not None:
            raise ValueError("a token goes over TLS only: give `ca`, too")
        return Client(grpc.insecure_channel(address, options))
    credentials = grpc.ssl_channel_credentials(ca)
    if token is not None:
        credentials = grpc.composite_channel_credentials(credentials, grpc.access_token_call_credentials(token))
    return Client(grpc.secure_channel(address, credentials, options))


class Client:
    """A stub for each service."""

    def __init__(self, channel):
        self.channel = channel
        self.puzzles = puzzle_services.PuzzleServiceStub(channel)
        self.guesses = guess_services.GuessServiceStub(channel)
        self.lexicons = lexicon_services.LexiconServiceStub(channel)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.channel.close()

    @staticmethod
    def call(timeout, key=None, request_id=None):
        """What goes with a call beside its request: a deadline, in seconds, over all tries; a key by which a balancer finds
        the replica that has the answer kept; an id under which Tilewright logs it, the same for all tries."""
        metadata = [("x-request-id", request_id or str(uuid.uuid4()))]
        if key is not None:
            metadata.append(("tilewright-key", key))
        return {"timeout": timeout, "metadata": metadata}


class Refusal(Exception):
    """An error with all that it says. `reason` is empty where it does not come from Tilewright itself but from what is
    between (a broken connection, a proxy)."""

    def __init__(self, error):
        self.code, self.message = error.code(), error.details()
        # An error alone comes in trailers, without headers before them.
        told = [*(error.initial_metadata() or ()), *(error.trailing_metadata() or ())]
        self.request_id = dict(told).get("x-request-id", "")
        self.reason, self.metadata, self.fields, self.retry_after = "", {}, {}, None
        status = rpc_status.from_call(error)
        for packed in status.details if status else ():
            if packed.Is(error_details_pb2.ErrorInfo.DESCRIPTOR):
                info = error_details_pb2.ErrorInfo.FromString(packed.value)
                self.reason, self.metadata = info.reason, dict(info.metadata)
            elif packed.Is(error_details_pb2.BadRequest.DESCRIPTOR):
                wrong = error_details_pb2.BadRequest.FromString(packed.value).field_violations
                self.fields = {violation.field: violation.reason for violation in wrong}
            elif packed.Is(error_details_pb2.RetryInfo.DESCRIPTOR):
                self.retry_after = error_details_pb2.RetryInfo.FromString(packed.value).retry_delay.ToTimedelta()
        super().__init__(f"{self.code.name} {self.reason}".rstrip() + f": {self.message}")
