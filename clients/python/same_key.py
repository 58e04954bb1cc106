#!/usr/bin/env python3
"""Checks that calls with one tilewright-key go to one replica, behind Envoy as deploy/envoy has it: those of many keys to
all, those of a replica that ends to another, and those without a key to all.

    same_key.py --tilewright BINARY --envoy BINARY --work DIRECTORY

Which replica answered is read from its log, by the call's x-request-id.
"""

import collections
import itertools
import json
import time

import grpc

import fleet
from contract import GuessStub, guess

KEYS, CALLS_OF_A_KEY, CALLS_WITHOUT = 30, 4, 60

numbers = itertools.count()


def ask(channel, times, key=None):
    """Makes so many calls, one after the other. Their ids."""
    ids = [f"same-key/{next(numbers)}" for _ in range(times)]
    for request_id in ids:
        metadata = [("x-request-id", request_id)] + ([("tilewright-key", key)] if key else [])
        asked = guess.MarkGuessRequest(guess="crane", answer="caper")
        GuessStub(channel).MarkGuess(asked, timeout=5, metadata=metadata)
    return ids


def who_answered(running, ids):
    """How many of these calls each replica answered, by its number."""
    give_up = time.monotonic() + fleet.PATIENCE_S
    while True:
        answered = collections.Counter()
        for number, replica in enumerate(running.replicas):
            # The last line may be in the making.
            lines = (json.loads(line) for line in replica.log.read_text().split("\n")[:-1])
            answered[number] += len(set(ids) & {line["request_id"] for line in lines if line["message"] == "call"})
        if sum(answered.values()) == len(ids):
            return +answered
        # Lines are written a little after the answer.
        assert time.monotonic() < give_up, f"of {len(ids)} calls the replicas know {answered}"
        time.sleep(0.02)


def main():
    given = fleet.arguments(__doc__).parse_args()
    with (
        fleet.Fleet(given.tilewright, given.envoy, given.work) as running,
        grpc.insecure_channel(running.front) as channel,
    ):
        without = who_answered(running, ask(channel, CALLS_WITHOUT))
        print(f"{CALLS_WITHOUT} calls without a key:", *without.values())
        assert len(without) == fleet.REPLICAS, "not all replicas were asked"

        homes = {}
        for key in (f"daily/{number}" for number in range(KEYS)):
            answered = who_answered(running, ask(channel, CALLS_OF_A_KEY, key))
            assert len(answered) == 1, f"calls of {key} went to {len(answered)} replicas"
            (homes[key],) = answered
        spread = collections.Counter(homes.values())
        print(f"{KEYS} keys, {CALLS_OF_A_KEY} calls each: keys of each replica:", *spread.values())
        assert len(spread) == fleet.REPLICAS, "some replica has no key"

        # Keys whose replica ends move. So do some others, as the ring is made anew with more of its points for those left.
        gone = homes["daily/0"]
        running.replicas[gone].end()
        running.wait_for_replicas(fleet.REPLICAS - 1)
        moved = 0
        for key, home in homes.items():
            answered = who_answered(running, ask(channel, CALLS_OF_A_KEY, key))
            assert gone not in answered and len(answered) == 1, f"calls of {key} went to {answered}"
            moved += home not in answered
        print(f"one replica ended: {moved} keys moved, {spread[gone]} of them its own")
        assert moved - spread[gone] < (KEYS - spread[gone]) / 2, "most keys of the others stay"


if __name__ == "__main__":
    main()
