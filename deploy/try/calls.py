#!/usr/bin/env python3
"""Mixed calls, as the backends of several games make them together, for as long as asked.

    calls.py ADDRESS [--seconds 20] [--callers 8] [--heavy] [--ca FILE --token TOKEN]

It prints how many of each kind were answered and with which codes. --heavy makes those alone that need much memory: plans of
guessing games, blind games of new boards, and fresh boards of all sizes. It needs what clients/python needs.
"""

import argparse
import collections
import itertools
import pathlib
import random
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "clients" / "python"))

import grpc
from google.protobuf.duration_pb2 import Duration

from contract import GuessStub, LexiconStub, PuzzleStub, blind, board, guess, lexicon, puzzle

LATTICE = board.Layout(kind=board.Layout.KIND_LATTICE)
PATIENCE = 30


class Caller:
    """One backend, on a connection of its own."""

    def __init__(self, channel, number):
        self.puzzles, self.guesses, self.lexicons = PuzzleStub(channel), GuessStub(channel), LexiconStub(channel)
        self.random = random.Random(number)
        self.fresh = (f"try/{time.time_ns()}/{number}/{count}" for count in itertools.count())

    def asked_before(self):
        return f"try/daily/{self.random.randrange(20)}"

    def board(self, seed, **more):
        asked = puzzle.GenerateBoardRequest(board=board.Seeded(seed=seed, **more), include_target=True)
        return self.puzzles.GenerateBoard(asked, timeout=PATIENCE).board

    def daily(self):
        self.board(self.asked_before())

    def fresh_board(self):
        self.board(next(self.fresh))

    def fresh_waffle(self):
        self.board(next(self.fresh), layout=LATTICE)

    def many_boards(self):
        seeds = [next(self.fresh) for _ in range(50)]
        asked = puzzle.GenerateBoardsRequest(seeds=seeds, template=puzzle.GenerateBoardRequest(board=board.Seeded()))
        list(self.puzzles.GenerateBoards(asked, timeout=PATIENCE))

    def min_swaps(self):
        made = self.board(self.asked_before())
        for _ in range(20):
            self.puzzles.MinSwaps(puzzle.MinSwapsRequest(start=made.start, target=made.target), timeout=PATIENCE)

    def solve(self):
        made = self.board(self.asked_before())
        asked = puzzle.SolveRequest(start=made.start, words=board.Words(dictionary="allowed"))
        asked.time_limit.seconds = 1
        self.puzzles.Solve(asked, timeout=PATIENCE)

    def showdown(self):
        asked = puzzle.CompareSolversRequest(seeded=board.Seeded(seed=self.asked_before()))
        self.puzzles.CompareSolvers(asked, timeout=PATIENCE)

    def game(self):
        opened = blind.BlindSessionRequest(
            open=blind.Open(seeded=board.Seeded(seed=next(self.fresh)), include_belief=True)
        )
        list(self.puzzles.BlindSession(iter([opened]), timeout=PATIENCE))

    def game_in_pieces(self):
        opened = blind.Open(seeded=board.Seeded(seed=self.asked_before()), step_by_step=True)
        asked = blind.StepBlindSessionRequest(events=[blind.BlindSessionRequest(open=opened)])
        self.puzzles.StepBlindSession(asked, timeout=PATIENCE)

    def rank(self):
        turn = guess.Turn(guess="tarse", marks=self.random.choice(["-----", "-Y---", "--Y-G", "G---Y"]))
        self.guesses.RankGuesses(guess.RankGuessesRequest(history=[turn], limit=5), timeout=PATIENCE)

    def plan(self, seconds=2):
        turn = guess.Turn(guess="crane", marks=self.random.choice(["-----", "--Y--", "----Y", "Y----"]))
        asked = guess.RankGuessesRequest(history=[turn], objective=guess.OBJECTIVE_EXPECTED_GUESSES, limit=3)
        asked.time_limit.seconds = seconds
        self.guesses.RankGuesses(asked, timeout=PATIENCE)

    def long_plan(self):
        self.plan(seconds=10)

    def chain(self):
        asked = guess.LongestChainRequest(time_limit=Duration(seconds=1))
        list(self.guesses.LongestChain(asked, timeout=PATIENCE))

    def strategy(self):
        asked = guess.EvaluateStrategyRequest(opener="tarse", time_limit=Duration(seconds=5))
        list(self.guesses.EvaluateStrategy(asked, timeout=PATIENCE))

    def words(self):
        self.lexicons.LookUpWords(lexicon.LookUpWordsRequest(words=["crane", "xxxxx"]), timeout=PATIENCE)
        self.guesses.MarkGuess(guess.MarkGuessRequest(guess="crane", answer="caner"), timeout=PATIENCE)

    def mistake(self):
        self.puzzles.MinSwaps(puzzle.MinSwapsRequest(), timeout=PATIENCE)

    def impatient(self):
        self.guesses.RankGuesses(guess.RankGuessesRequest(), timeout=0.002)


MIXED = {
    "daily": 20, "fresh_board": 6, "fresh_waffle": 4, "many_boards": 1, "min_swaps": 20, "solve": 2, "showdown": 1,
    "game": 2, "game_in_pieces": 6, "rank": 4, "plan": 1, "chain": 1, "strategy": 1, "words": 10, "mistake": 4, "impatient": 2,
}  # fmt: skip
HEAVY = {"fresh_board": 2, "fresh_waffle": 2, "many_boards": 2, "game": 6, "long_plan": 3, "strategy": 1, "solve": 1}


def channel(args):
    if not args.ca:
        return grpc.insecure_channel(args.address, options=[("grpc.use_local_subchannel_pool", 1)])
    shown = grpc.ssl_channel_credentials(pathlib.Path(args.ca).read_bytes())
    token = grpc.access_token_call_credentials(args.token)
    return grpc.secure_channel(args.address, grpc.composite_channel_credentials(shown, token))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--callers", type=int, default=8)
    parser.add_argument("--heavy", action="store_true")
    parser.add_argument("--ca")
    parser.add_argument("--token")
    args = parser.parse_args()
    kinds = HEAVY if args.heavy else MIXED
    ends = time.monotonic() + args.seconds
    answered = collections.Counter()

    def call(number):
        caller = Caller(channel(args), number)
        while time.monotonic() < ends:
            (kind,) = caller.random.choices(list(kinds), kinds.values())
            try:
                getattr(caller, kind)()
                answered[kind, "OK"] += 1
            except grpc.RpcError as error:
                answered[kind, error.code().name] += 1

    callers = [threading.Thread(target=call, args=(number,)) for number in range(args.callers)]
    for one in callers:
        one.start()
    for one in callers:
        one.join()
    for (kind, code), count in sorted(answered.items()):
        print(f"{count:7} {kind} {code}")


if __name__ == "__main__":
    main()
