"""Checks of a word game's backend: it marks guesses, judges a player's game in bits, and gives hints."""

import collections
import math

import grpc

from contract import board, guess
from support import PATIENCE, Check, marks_of

# The note's example: words of three letters, and a game.
NOTE = "abc acb bac bca cab cba abd adb bad bda dab dba cad cda dac dca aad ada daa abb bab bba".split()
GAME = [("abc", "Y-Y"), ("bad", "-YY"), ("adb", "YG-"), ("dac", "YYY"), ("cda", "GGG")]


def turns(game):
    return [guess.Turn(guess=word, marks=marks) for word, marks in game]


def bits(word, candidates):
    """What a guess tells, straight from the definition."""
    buckets = collections.Counter(marks_of(word, candidate) for candidate in candidates)
    return -sum(n / len(candidates) * math.log2(n / len(candidates)) for n in buckets.values())


class Guessing(Check):
    def rank(self, **asked):
        return self.guesses.RankGuesses(guess.RankGuessesRequest(**asked), timeout=PATIENCE)

    def test_marks_are_wordles(self):
        for word, answer in [("speed", "abide"), ("speed", "erase"), ("aab", "aba"), ("crane", "crane"), ("a", "b")]:
            told = self.guesses.MarkGuess(guess.MarkGuessRequest(guess=word, answer=answer), timeout=PATIENCE)
            self.assertEqual(told.marks, marks_of(word, answer))
            self.assertEqual(told.pattern, int(told.marks.translate(str.maketrans("-YG", "012")), 3))

    def test_the_notes_game_in_bits(self):
        told = self.rank(answers=board.Words(words=NOTE), history=turns(GAME))
        self.assertEqual(list(told.remaining), [3, 2, 1, 1, 1])
        for realized, expected in zip(told.realized_bits, [2.874, 0.585, 1, 0, 0], strict=True):
            self.assertAlmostEqual(realized, expected, 3)
        self.assertAlmostEqual(sum(told.realized_bits), math.log2(22), 12)
        self.assertEqual(list(told.candidate_words), ["cda"])

    def test_a_ranking_is_that_of_the_definition(self):
        told = self.rank(answers=board.Words(words=NOTE), limit=1000, include_buckets=True)
        self.assertTrue(told.proven)
        self.assertEqual(sorted(ranked.word for ranked in told.guesses), sorted(NOTE))
        for ranked in told.guesses:
            self.assertAlmostEqual(ranked.entropy_bits, bits(ranked.word, NOTE), 9)
            sizes = collections.Counter(marks_of(ranked.word, candidate) for candidate in NOTE)
            self.assertEqual({bucket.marks: bucket.size for bucket in ranked.buckets}, sizes)
        listed = [ranked.entropy_bits for ranked in told.guesses]
        self.assertTrue(all(one >= other - 1e-9 for one, other in zip(listed, listed[1:])))

    def test_the_best_first_guess_in_english(self):
        told = self.rank(limit=3)
        self.assertEqual([ranked.word for ranked in told.guesses], ["tarse", "tiare", "soare"])
        for ranked, expected in zip(told.guesses, [5.948975, 5.929954, 5.885203], strict=True):
            self.assertAlmostEqual(ranked.entropy_bits, expected, 6)

    def test_a_hint_in_hard_mode_keeps_to_the_clues(self):
        game = [("tarse", marks_of("tarse", "crane"))]
        told = self.rank(history=turns(game), hard_mode=True)
        # The a, the r and the e are known.
        self.assertTrue(all(set("are") <= set(ranked.word) for ranked in told.guesses))
        self.assertIn("crane", told.candidate_words)

    def test_a_history_that_cannot_be_says_where(self):
        code = grpc.StatusCode.FAILED_PRECONDITION
        dry = turns(GAME[:2]) + turns([("abc", "GGG")])
        asked = guess.RankGuessesRequest(answers=board.Words(words=NOTE), history=dry)
        message, details = self.refused(code, lambda: self.guesses.RankGuesses(asked, timeout=PATIENCE))
        self.assertIn("history[2]", message)
        self.assertEqual(details["ErrorInfo"].metadata["turn"], "2")
