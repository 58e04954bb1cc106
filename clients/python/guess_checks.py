"""Checks of a word game's backend: it marks guesses, judges a player's game in bits, gives hints, and plays strategies out."""

import collections
import math

import grpc
from google.protobuf.duration_pb2 import Duration

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


def leaves(tree):
    """The answers that a decision tree finds, each with how many guesses it takes."""
    depth, found = [], {}
    children = collections.Counter()
    for at, node in enumerate(tree):
        depth.append(depth[node.parent] + 1 if at else 1)
        if at:
            children[node.parent] += node.answers
    for at, node in enumerate(tree):
        # What goes on to no child is guessed here.
        if node.answers - children[at] == 1:
            found[node.guess] = depth[at]
    return found


def game(tree, answer):
    """The guesses of a game that is played by a decision tree."""
    child = {(node.parent, node.pattern): at for at, node in enumerate(tree) if at}
    at, guesses = 0, [tree[0].guess]
    while guesses[-1] != answer:
        marks = marks_of(guesses[-1], answer)
        at = child[at, int(marks.translate(str.maketrans("-YG", "012")), 3)]
        guesses.append(tree[at].guess)
    return guesses


class Strategies(Check):
    def evaluate(self, **asked):
        """The evaluation; each message before it holds what the contract says."""
        messages = []
        for message in self.guesses.EvaluateStrategy(guess.EvaluateStrategyRequest(**asked), timeout=PATIENCE):
            self.assertLessEqual(message.done, message.total)
            if messages:
                self.assertFalse(messages[-1].HasField("evaluation"))
                self.assertEqual(message.total, messages[-1].total)
                self.assertGreaterEqual(message.done, messages[-1].done)
                self.assertGreaterEqual(message.lower_bound, messages[-1].lower_bound)
            messages.append(message)
        return messages[-1].evaluation

    def replay(self, told):
        """Plays the tree against all answers that it knows, and holds the figures to what came of it."""
        found = leaves(told.tree)
        for answer, turns in found.items():
            self.assertEqual(len(game(told.tree, answer)), turns, answer)
        played = collections.Counter(found.values())
        self.assertEqual([played[turns + 1] for turns in range(told.max)], list(told.histogram))
        self.assertEqual(sum(found.values()), told.total_guesses)
        self.assertAlmostEqual(told.mean, told.total_guesses / len(found), 12)
        return len(found)

    def test_entropy_from_tarse(self):
        told = self.evaluate(objective=guess.OBJECTIVE_ENTROPY, opener="tarse", include_tree=True)
        self.assertEqual((told.total_guesses, told.max, told.unsolved, told.proven), (7915, 6, 0, False))
        self.assertEqual(self.replay(told), 2309)

    def test_the_best_plan_after_salet(self):
        told = self.evaluate(objective=guess.OBJECTIVE_EXPECTED_GUESSES, opener="salet", include_tree=True)
        self.assertEqual((told.opener, told.total_guesses, told.lower_bound), ("salet", 7894, 7894))
        self.assertTrue(told.proven)
        self.assertEqual(self.replay(told), 2309)

    def test_the_best_strategy_of_a_small_game(self):
        told = self.evaluate(
            answers=board.Words(words=NOTE), objective=guess.OBJECTIVE_EXPECTED_GUESSES, include_tree=True
        )
        self.assertTrue(told.proven)
        self.assertEqual(self.replay(told), len(NOTE))

    def test_a_time_limit_is_answered_with_the_best_so_far(self):
        limit = Duration(nanos=200_000_000)
        told = self.evaluate(objective=guess.OBJECTIVE_EXPECTED_GUESSES, time_limit=limit)
        self.assertFalse(told.proven)
        self.assertEqual((sum(told.histogram), told.unsolved), (2309, 0))
        self.assertLess(told.lower_bound, told.total_guesses)

    def test_a_hint_by_plan(self):
        asked = guess.RankGuessesRequest(
            history=turns([("salet", marks_of("salet", "crane"))]),
            objective=guess.OBJECTIVE_EXPECTED_GUESSES,
            guesses_left=5,
        )
        told = self.guesses.RankGuesses(asked, timeout=PATIENCE)
        self.assertTrue(told.proven and told.guesses[0].exact)
        self.assertEqual(told.guesses[0].win_in_time, 1)
        listed = [(-ranked.win_in_time, ranked.expected_guesses) for ranked in told.guesses]
        self.assertEqual(listed, sorted(listed))

    def test_mistakes(self):
        pets = board.Words(words=["cat", "cot", "dog"])
        self.mistake("opener", "NO_WORD", lambda: self.evaluate(answers=pets, opener="cut"))
        self.mistake("opener", "WORD_LENGTH", lambda: self.evaluate(word_length=3, opener="crane"))
        self.mistake("word_length", "OUT_OF_RANGE", lambda: self.evaluate(word_length=10))
