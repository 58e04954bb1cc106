"""Some hundreds of calls under way at once as a replica is killed; a part of under_faults.py. Nobody but Envoy tries them
again, and none may fail: there has to be room for as many retries as a replica has calls.
"""

import collections
import signal
import time

import grpc

from contract import PuzzleStub, puzzle
from support import grid

# Less than Envoy takes to find out that a replica says nothing.
CALLS, CONNECTIONS, HELD_S, ANSWERED_S, DEADLINE_S = 300, 4, 0.4, 0.2, 10


def meet_an_end(running, supervisor, figures):
    """Holds all replicas for a moment, so that the calls gather, and kills one of them."""
    request = puzzle.SolveRequest(start=grid("wsooa", "snido"), target=grid("woods", "onias"))
    options = [("grpc.enable_retries", 0), ("grpc.use_local_subchannel_pool", 1)]
    channels = [grpc.insecure_channel(running.front, options) for _ in range(CONNECTIONS)]
    for channel in channels:
        PuzzleStub(channel).Solve(request, timeout=DEADLINE_S, wait_for_ready=True)
    for replica in running.replicas:
        replica.running.send_signal(signal.SIGSTOP)
    stubs = [PuzzleStub(channel) for channel in channels] * (CALLS // CONNECTIONS)
    calls = [stub.Solve.future(request, timeout=DEADLINE_S) for stub in stubs]
    time.sleep(HELD_S)
    # The others answer first, so that those that are lost are all that runs.
    for replica in running.replicas:
        if replica is not supervisor.replica:
            replica.running.send_signal(signal.SIGCONT)
    time.sleep(ANSWERED_S)
    supervisor.signal(signal.SIGKILL)
    codes = collections.Counter(call.code().name for call in calls)
    print(f"{CALLS} calls were under way as replica {supervisor.number + 1} was killed: {dict(codes)}", flush=True)
    if set(codes) != {"OK"}:
        figures.problem(f"of {CALLS} calls that met the end of a replica at once, some failed: {dict(codes)}")
    for channel in channels:
        channel.close()
