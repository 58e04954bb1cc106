#!/usr/bin/env python3
"""Asks servers of several builds and settings the same requests of every method, drawn from a seed, and compares their answers
byte for byte: determinism is a promise.

    same_answers.py [--requests 10000] [--seed same] RELEASE [NAME=BINARY ...] [--tag BINARY]

RELEASE is asked first, as three replicas, each with cold caches and then warm ones; then with one thread and no caches, and with two
threads; then each other build (debug=target/debug/tilewright, say). Of an earlier version, --tag, only the boards that it makes
must be the same. What differs by its nature is left out: stats, ids of sessions, tokens, and how far a search that is under way is.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import itertools
import queue
import sys
import time

import grpc

import drawn
from contract import STUBS
from serving import Server

AT_ONCE = 4
# A debug build takes its time.
PATIENCE_S = 600
# Methods whose stream says how far a search is, and then what it came to.
LAST_ONLY = ("EvaluateStrategy", "LongestChain")
BOARDS = ("GenerateBoard", "GenerateBoards")
LEFT_OUT = ("stats", "session_id", "resume_token")


class Replica:
    """A server, and a client of it."""

    def __init__(self, binary, *settings):
        self.server = Server(binary, "--search-limit", "30min", *settings)
        self.channel = grpc.insecure_channel(self.server.address)
        self.stubs = {service: stub(self.channel) for service, stub in STUBS.items()}

    def answer(self, asked):
        """The answer as bytes, without what is left out."""
        call = getattr(self.stubs[asked.service], asked.method)
        try:
            if asked.method == "BlindSession":
                # A player alone says no more than how the game begins.
                events = queue.SimpleQueue()
                events.put(asked.request)
                answers = list(call(iter(events.get, None), timeout=PATIENCE_S))
                events.put(None)
            else:
                answers = call(asked.request, timeout=PATIENCE_S)
                answers = list(answers) if isinstance(answers, grpc.Call) else [answers]
        except grpc.RpcError as error:
            raise RuntimeError(f"{asked.method} {asked.request}") from error
        if asked.method in LAST_ONLY:
            answers = answers[-1:]
        for answer in answers:
            clear(answer)
        return b"".join(answer.SerializeToString(deterministic=True) for answer in answers)

    def end(self):
        self.channel.close()
        self.server.end()


def clear(message):
    for field, value in message.ListFields():
        if field.name in LEFT_OUT:
            message.ClearField(field.name)
        elif field.message_type and not field.message_type.GetOptions().map_entry:
            for part in value if isinstance(value, collections.abc.Sequence) or hasattr(value, "add") else [value]:
                clear(part)


def all_answers(replicas, requests, shift=0):
    """The digest of each request's answer: they are asked of the replicas in turns."""
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        turns = itertools.islice(itertools.cycle(replicas), shift, None)
        answers = pool.map(lambda pair: hashlib.sha256(pair[0].answer(pair[1])).digest(), zip(turns, requests))
        return list(answers)


class Comparison:
    """Compares answers with those that were first."""

    def __init__(self, requests):
        self.requests, self.first, self.differ = requests, None, 0

    def ask(self, name, replicas, shift=0, methods=None):
        began = time.monotonic()
        asked = [number for number, one in enumerate(self.requests) if methods is None or one.method in methods]
        answers = all_answers(replicas, [self.requests[number] for number in asked], shift)
        if self.first is None:
            self.first = answers
        others = [number for number, answer in zip(asked, answers) if self.first[number] != answer]
        self.differ += len(others)
        told = f"{len(asked):6} answers, {len(others)} differ, {time.monotonic() - began:.0f} s"
        print(f"{name:45} {told}", flush=True)
        for number in others[:5]:
            print(f"  request {number}: {self.requests[number].method} {self.requests[number].request}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release")
    parser.add_argument("others", nargs="*", metavar="NAME=BINARY")
    parser.add_argument("--tag", metavar="BINARY", help="an earlier version")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", default="same")
    given = parser.parse_args()
    requests = list(itertools.islice(drawn.requests(given.seed), given.requests))
    for method, number in sorted(collections.Counter(asked.method for asked in requests).items()):
        print(f"{number:6} {method}")
    comparison = Comparison(requests)

    def compare(names, binary, *settings, replicas=1, **more):
        running = [Replica(binary, *settings) for _ in range(replicas)]
        for shift, name in enumerate(names):
            comparison.ask(name, running, shift, **more)
        for replica in running:
            replica.end()

    # The next replica each time: the second time round its own caches are as cold; a fourth is where all are warm.
    rounds = ["three replicas, cold caches", "the next replica each", "the next", "warm caches"]
    compare(rounds, given.release, replicas=3)
    bare = ["--cache-bytes", "0", "--worlds-bytes", "0", "--plan-bytes", "0"]
    compare(["one thread, no caches"], given.release, "--threads", "1", *bare)
    compare(["two threads"], given.release, "--threads", "2")
    for other in given.others:
        name, binary = other.split("=", 1)
        compare([name], binary)
    if given.tag:
        compare(["boards of the earlier version"], given.tag, methods=BOARDS)
    if comparison.differ:
        sys.exit(f"{comparison.differ} answers differ")
    print("all answers are the same")


if __name__ == "__main__":
    main()
