#!/usr/bin/env python3
"""Times calls in each language that a running Tilewright has, each once: the table of languages in BENCHMARKS.md.

    languages.py [ADDRESS]        127.0.0.1:50051 where none is given; "first use" wants a server that was just started
"""

import sys
import time

import grpc

from contract import GuessStub, LexiconStub, PuzzleStub, board, guess, lexicon, puzzle

SEED = "x"
# How long a chain is looked for.
SECONDS_FOR_A_CHAIN = 20


class Timed:
    """Calls a server, and prints what was asked, how long the answer took, and what it said."""

    def __init__(self, address):
        channel = grpc.insecure_channel(address)
        self.puzzles, self.guesses, self.lexicons = PuzzleStub(channel), GuessStub(channel), LexiconStub(channel)

    def time(self, name, call, told=lambda answer: ""):
        began = time.perf_counter()
        answer = call()
        taken = time.perf_counter() - began
        print(f"    {name}: {taken * 1e3:.1f} ms  {told(answer)}")
        return answer

    def board(self, name, code, **layout):
        seeded = board.Seeded(seed=SEED, language=code, layout=board.Layout(**layout))
        request = puzzle.GenerateBoardRequest(board=seeded, include_target=True)
        return self.time(name, lambda: self.puzzles.GenerateBoard(request).board, lambda made: " ".join(made.target.rows))

    def solve(self, name, **asked):
        request = puzzle.SolveRequest(**asked)
        return self.time(name, lambda: self.puzzles.Solve(request), lambda found: f"{found.min_swaps}, proven {found.proven}")

    def language(self, code):
        words = board.Words(language=code)
        look_up = lexicon.LookUpWordsRequest(language=code, words=["a"])
        self.time("first use", lambda: self.lexicons.LookUpWords(look_up))
        rows = self.board("rows 5x5", code)
        self.solve("to any words", start=rows.start, words=words)
        for side in (5, 7):
            lattice = self.board(f"lattice {side}x{side}", code, kind=board.Layout.KIND_LATTICE, rows=side, columns=side)
            self.solve("from its marks", start=lattice.start, words=words, marks=lattice.marks, scope=puzzle.SCOPE_ALL)
            if side == 5:
                self.solve("without marks", start=lattice.start, words=words)
        ranking = guess.RankGuessesRequest(answers=words)
        ranked = self.time("first guesses", lambda: self.guesses.RankGuesses(ranking),
                           lambda told: f"{told.guesses[0].word} {told.guesses[0].entropy_bits:.3f}")
        strategy = guess.EvaluateStrategyRequest(answers=words, opener=ranked.guesses[0].word)
        self.time("its games", lambda: list(self.guesses.EvaluateStrategy(strategy))[-1].evaluation,
                  lambda played: f"{played.mean:.3f}")
        chain = guess.LongestChainRequest(words=words, time_limit={"seconds": SECONDS_FOR_A_CHAIN})
        self.time("longest chain", lambda: list(self.guesses.LongestChain(chain))[-1],
                  lambda found: f"{len(found.chain)} of at most {found.upper_bound}")


def main():
    timed = Timed(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051")
    listed = timed.lexicons.ListDictionaries(lexicon.ListDictionariesRequest()).dictionaries
    for code in sorted({entry.language for entry in listed}):
        print(code)
        timed.language(code)


if __name__ == "__main__":
    main()
