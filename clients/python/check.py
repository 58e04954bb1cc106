#!/usr/bin/env python3
"""Checks a running Tilewright from outside, as a game's backend in Python meets it.

    check.py [ADDRESS]        127.0.0.1:50051 where none is given; exit status 1 if any check failed

Nothing of the service's own code is used here: swaps are replayed and marks told by the few lines below, and boards are
told from their description by recipe.py.
"""

import collections
import sys
import time
import unittest
import uuid

import grpc
from google.protobuf.duration_pb2 import Duration
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

import recipe
import support
from blind_checks import Beliefs, BlindMistakes, Games
from chain_checks import Chains
from contract import board, lexicon, puzzle
from guess_checks import Guessing, Strategies
from language_checks import Languages
from support import PATIENCE, Check, grid, marks_of, misplaced, replay, seeded
from waffle_checks import WafflesEditor, WafflesHelper

SERVICES = ["tilewright.v1.GuessService", "tilewright.v1.LexiconService", "tilewright.v1.PuzzleService"]
# Where many calls of some tenths of a second wait for each other.
PATIENCE_IN_A_QUEUE = 300


class FrontDoor(Check):
    def test_health_says_serving(self):
        health = health_pb2_grpc.HealthStub(support.channel)
        for service in ["", *SERVICES]:
            answer = health.Check(health_pb2.HealthCheckRequest(service=service), timeout=PATIENCE)
            self.assertEqual(answer.status, health_pb2.HealthCheckResponse.SERVING, service)

    def test_health_does_not_know_a_service_that_is_not_there(self):
        health = health_pb2_grpc.HealthStub(support.channel)
        with self.assertRaises(grpc.RpcError) as caught:
            health.Check(health_pb2.HealthCheckRequest(service="tilewright.v1.NoService"), timeout=PATIENCE)
        self.assertEqual(caught.exception.code(), grpc.StatusCode.NOT_FOUND)

    def test_reflection_lists_the_services(self):
        listed = ProtoReflectionDescriptorDatabase(support.channel).get_services()
        self.assertLessEqual(set(SERVICES), set(listed))

    def test_reflection_tells_the_contract(self):
        file = ProtoReflectionDescriptorDatabase(support.channel).FindFileContainingSymbol("tilewright.v1.PuzzleService")
        methods = [method.name for service in file.service for method in service.method]
        self.assertEqual(methods, list(puzzle.DESCRIPTOR.services_by_name["PuzzleService"].methods_by_name))

    def test_a_request_id_comes_back(self):
        for sent in [(("x-request-id", "python-check-1"),), ()]:
            _, call = self.lexicons.ListDictionaries.with_call(
                lexicon.ListDictionariesRequest(), metadata=sent, timeout=PATIENCE
            )
            returned = dict(call.initial_metadata())["x-request-id"]
            if sent:
                self.assertEqual(returned, "python-check-1")
            else:
                self.assertEqual(str(uuid.UUID(returned)), returned)

    def test_a_request_id_comes_back_with_an_error(self):
        with self.assertRaises(grpc.RpcError) as caught:
            self.puzzles.MinSwaps(
                puzzle.MinSwapsRequest(), metadata=(("x-request-id", "python-check-2"),), timeout=PATIENCE
            )
        headers = dict(caught.exception.initial_metadata()) | dict(caught.exception.trailing_metadata())
        self.assertEqual(headers.get("x-request-id"), "python-check-2")

    def test_many_calls_at_once_on_one_connection(self):
        request = puzzle.MinSwapsRequest(start=grid("abc", "def"), target=grid("fed", "cba"))
        calls = [self.puzzles.MinSwaps.future(request, timeout=PATIENCE) for _ in range(200)]
        self.assertEqual({call.result().min_swaps for call in calls}, {3})


class Lexicon(Check):
    def test_the_english_lists_are_whole(self):
        answer = self.lexicons.ListDictionaries(lexicon.ListDictionariesRequest(language="en"), timeout=PATIENCE)
        self.assertEqual((answer.default_language, answer.default_edition), ("en", 1))
        self.assertIn(1, answer.editions)
        fives = {}
        for dictionary in answer.dictionaries:
            words = {count.length: count.words for count in dictionary.lengths}
            self.assertEqual(dictionary.language, "en")
            self.assertEqual(dictionary.alphabet, "abcdefghijklmnopqrstuvwxyz")
            self.assertEqual(list(words), [3, 4, 5, 6, 7, 8, 9], dictionary.name)
            self.assertEqual(len(bytes.fromhex(dictionary.digest)), 32)
            self.assertTrue(dictionary.source and dictionary.licence)
            fives[dictionary.name] = words[5]
        fives = {name: fives.get(name) for name in ["answers", "allowed", "enable"]}
        self.assertEqual(fives, {"answers": 2_309, "allowed": 14_855, "enable": 8_636})

    def test_words_are_looked_up_in_the_order_asked(self):
        words = ["CRANE", "fibre", "zzzzz", "crane", "c3po!"]
        request = lexicon.LookUpWordsRequest(language="en", words=words)
        entries = self.lexicons.LookUpWords(request, timeout=PATIENCE).entries
        self.assertEqual([entry.word for entry in entries], words)
        self.assertEqual([entry.letters for entry in entries[:4]], ["crane", "fibre", "zzzzz", "crane"])
        held = [sorted(entry.dictionaries) for entry in entries]
        self.assertLessEqual({"allowed", "answers", "enable"}, set(held[0]))
        self.assertIn("allowed", held[1])
        self.assertNotIn("answers", held[1])
        self.assertEqual([held[2], held[4]], [[], []])
        self.assertEqual(held[3], held[0])


class Generate(Check):
    def test_the_same_seed_is_the_same_board(self):
        self.assertEqual(self.board(seeded("python/1")), self.board(seeded("python/1")))
        self.assertNotEqual(self.board(seeded("python/1")).board_id, self.board(seeded("python/2")).board_id)

    def test_a_board_is_what_it_says(self):
        for seed, rows, columns in [("a", 5, 5), ("b", 3, 7), ("c", 9, 4)]:
            with self.subTest(seed=seed):
                # Five by five is what a board is where nothing is said.
                layout = None if seed == "a" else board.Layout(rows=rows, columns=columns)
                made = self.board(seeded(seed, layout=layout))
                self.assertEqual((made.seed, made.language, made.dictionary, made.edition), (seed, "en", "answers", 1))
                self.assertEqual((made.layout.kind, made.layout.rows, made.layout.columns), (1, rows, columns))
                self.assertEqual(uuid.UUID(made.board_id).version, 5)
                self.assertFalse(made.HasField("unique"))
                start, target = list(made.start.rows), list(made.target.rows)
                self.assertEqual([len(row) for row in target], [columns] * rows)
                self.assertEqual(sorted("".join(start)), sorted("".join(target)))
                self.assertNotEqual(start, target)
                self.assertEqual(list(made.marks.rows), [marks_of(*pair) for pair in zip(start, target)])
                # Its target is words of the list it names, and no word twice.
                self.assertEqual(len(set(target)), rows)
                looked_up = self.lexicons.LookUpWords(lexicon.LookUpWordsRequest(words=target), timeout=PATIENCE)
                self.assertTrue(all("answers" in entry.dictionaries for entry in looked_up.entries))

    def test_a_board_can_be_told_from_its_description_alone(self):
        english = lexicon.ListDictionariesRequest(language="en")
        lists = {entry.name: entry for entry in self.lexicons.ListDictionaries(english, timeout=PATIENCE).dictionaries}
        digests = [lists["answers"].digest, lists["allowed"].digest]
        for seed, rows, columns in [("daily/2026-11-21", 5, 5), ("caf\u00e9 \U0001f9e9", 9, 9), (" ", 2, 4)]:
            with self.subTest(seed=seed):
                made = self.board(seeded(seed, layout=board.Layout(rows=rows, columns=columns)))
                of = recipe.identity(seed, "en", "answers", digests, rows, columns)
                words = next(count.words for count in lists["answers"].lengths if count.length == columns)
                self.assertEqual(made.board_id, recipe.board_id(of))
                self.assertEqual(list(made.start.rows), recipe.start(of, words, list(made.target.rows)))

    def test_par_is_what_the_solvers_say(self):
        made = self.board(seeded("python/par"))
        par = made.par
        goal = {"start": made.start, "target": made.target}
        fewest = self.puzzles.MinSwaps(puzzle.MinSwapsRequest(**goal), timeout=PATIENCE)
        self.assertTrue(fewest.proven)
        self.assertEqual((par.min_swaps, par.diamond), (fewest.min_swaps, fewest.min_swaps))
        self.assertEqual(par.gold, fewest.min_swaps + -(-fewest.min_swaps // 5))
        self.assertEqual(par.bronze, fewest.min_swaps + -(-fewest.min_swaps // 2))
        self.assertEqual(par.move_limit, 0)
        cyclic = self.puzzles.Solve(puzzle.SolveRequest(**goal, method=puzzle.METHOD_CYCLIC), timeout=PATIENCE)
        self.assertEqual(par.cyclic_swaps, cyclic.min_swaps)
        if par.HasField("star_swaps"):
            self.assertGreaterEqual(par.star_swaps, par.min_swaps)

    def test_the_target_stays_hidden_unless_asked_for(self):
        request = puzzle.GenerateBoardRequest(board=seeded("python/hidden"))
        self.assertFalse(self.puzzles.GenerateBoard(request, timeout=PATIENCE).board.HasField("target"))

    def test_a_callers_own_target_is_shuffled(self):
        made = self.board(seeded("python/own", target=grid("CRANE", "moist", "bulky")))
        self.assertEqual(list(made.target.rows), ["crane", "moist", "bulky"])
        self.assertEqual(sorted("".join(made.start.rows)), sorted("cranemoistbulky"))

    def test_difficulty_is_obeyed_exactly(self):
        asked = board.Difficulty(min_swaps=board.CountRange(least=12, most=12), green=board.CountRange(least=4, most=6))
        for number in range(20):
            made = self.board(seeded(f"python/twelve/{number}", difficulty=asked))
            self.assertEqual(made.par.min_swaps, 12)
            self.assertIn("".join(made.marks.rows).count("G"), range(4, 7))

    def test_a_difficulty_out_of_reach_says_what_is_in_reach(self):
        asked = board.Difficulty(min_swaps=board.CountRange(least=25))
        _, details = self.refused(
            grpc.StatusCode.FAILED_PRECONDITION, lambda: self.board(seeded("python/hard", difficulty=asked))
        )
        self.assertEqual(details["ErrorInfo"].reason, "DIFFICULTY_UNREACHABLE")
        self.assertLess(int(details["ErrorInfo"].metadata["reachable_most"]), 25)


class Solve(Check):
    """`DBDFAFECBCAE` to `AABBCCDDEEFF` takes 8."""

    START = ["DBDFAF", "ECBCAE"]
    TARGET = ["AABBCC", "DDEEFF"]
    GOAL = {"start": board.Grid(rows=START), "target": board.Grid(rows=TARGET)}

    def assert_reaches(self, swaps):
        self.assertEqual(replay([row.lower() for row in self.START], swaps), [row.lower() for row in self.TARGET])

    def test_min_swaps_takes_the_fewest_and_gets_there(self):
        answer = self.puzzles.MinSwaps(puzzle.MinSwapsRequest(**self.GOAL), timeout=PATIENCE)
        self.assertEqual((answer.min_swaps, answer.lower_bound, answer.proven), (8, 8, True))
        self.assertEqual(len(answer.swaps), 8)
        self.assert_reaches(answer.swaps)
        self.assertEqual(misplaced(self.START, self.TARGET) - len(answer.cycles), 8)
        # The cycles are a pairing: each tile's letter is the one that its next cell wants.
        touched = set()
        for cycle in answer.cycles:
            cells = [(cell.row, cell.column) for cell in cycle.positions]
            for (r, c), (next_r, next_c) in zip(cells, cells[1:] + cells[:1]):
                self.assertEqual(self.START[r][c], self.TARGET[next_r][next_c])
            self.assertTrue(touched.isdisjoint(cells))
            touched.update(cells)
        self.assertEqual(len(touched), misplaced(self.START, self.TARGET))

    def test_each_method_gets_to_the_target(self):
        found = {}
        for method in [puzzle.METHOD_UNSPECIFIED, puzzle.METHOD_EXACT, puzzle.METHOD_STAR, puzzle.METHOD_CYCLIC]:
            name = puzzle.Method.Name(method)
            with self.subTest(method=name):
                answer = self.puzzles.Solve(puzzle.SolveRequest(**self.GOAL, method=method), timeout=PATIENCE)
                (solution,) = answer.solutions
                self.assertEqual(list(solution.target.rows), [row.lower() for row in self.TARGET])
                self.assertEqual(len(solution.swaps), answer.min_swaps)
                self.assertEqual(answer.proven, answer.min_swaps == answer.lower_bound)
                self.assert_reaches(solution.swaps)
                found[name] = answer.min_swaps
        self.assertEqual((found["METHOD_UNSPECIFIED"], found["METHOD_EXACT"]), (8, 8))
        self.assertGreaterEqual(min(found.values()), 8)

    def test_a_solved_grid_takes_none(self):
        same = grid("stare", "crane")
        answer = self.puzzles.MinSwaps(puzzle.MinSwapsRequest(start=same, target=same), timeout=PATIENCE)
        self.assertEqual((answer.min_swaps, len(answer.swaps), answer.proven), (0, 0, True))

    def test_letters_outside_ascii_are_tiles_like_any(self):
        # The first 'Ä' comes as a letter and a combining sign, the second in one piece; 𐐷 lies outside the BMP.
        answer = self.puzzles.MinSwaps(
            puzzle.MinSwapsRequest(start=grid("A\u0308ñ𐐷"), target=grid("𐐷\u00e4ñ")), timeout=PATIENCE
        )
        self.assertEqual(answer.min_swaps, 2)
        self.assertEqual(replay(["äñ𐐷"], answer.swaps), ["𐐷äñ"])


class SolveToWords(Check):
    """The paper's board, and a small one of words of the caller's own."""

    PAPER = ["wsooa", "snido", "rhtpy", "uhtvc", "uianj"]
    # The fewest swaps under each list, and the one fill that takes so few, where there is but one.
    FEWEST = {
        "enable": (9, None),
        "allowed": (8, ["whoot", "shoji", "raspy", "uncut", "viand"]),
        "answers": (10, ["whoop", "synod", "rajah", "uncut", "visit"]),
    }
    PETS = board.Words(words=["cat", "act", "dog", "god"])

    def solve(self, start, words, timeout=PATIENCE, **more):
        """The answer, with what must hold of every one."""
        request = puzzle.SolveRequest(start=grid(*start), words=words, **more)
        answer = self.puzzles.Solve(request, timeout=timeout)
        self.assert_holds(start, answer)
        return answer

    def assert_holds(self, start, answer):
        order = [(len(solution.swaps), list(solution.target.rows)) for solution in answer.solutions]
        self.assertEqual(order, sorted(order))
        for solution, (_, target) in zip(answer.solutions, order):
            self.assertEqual(replay(start, solution.swaps), target)
            self.assertEqual(len(set(target)), len(target))
        self.assertEqual(answer.HasField("min_swaps"), bool(order))
        if order:
            self.assertEqual(answer.min_swaps, order[0][0])
        self.assertTrue(not answer.proven or answer.lower_bound == answer.min_swaps)
        self.assertGreaterEqual(answer.solutions_found, len(order))

    def targets(self, answer):
        return [list(solution.target.rows) for solution in answer.solutions]

    def assert_is_the_papers(self, name, answer):
        fewest, fill = self.FEWEST[name]
        self.assertEqual((answer.min_swaps, answer.lower_bound, answer.proven), (fewest, fewest, True))
        self.assertEqual(answer.scope, puzzle.SCOPE_OPTIMAL)
        if fill:
            self.assertEqual(self.targets(answer), [fill])
            self.assertTrue(answer.unique)

    def test_the_papers_board_takes_what_each_list_allows(self):
        for name in self.FEWEST:
            with self.subTest(dictionary=name):
                answer = self.solve(self.PAPER, board.Words(dictionary=name))
                self.assert_is_the_papers(name, answer)
                for target in self.targets(answer):
                    entries = self.lexicons.LookUpWords(lexicon.LookUpWordsRequest(words=target), timeout=PATIENCE)
                    self.assertTrue(all(name in entry.dictionaries for entry in entries.entries), target)

    def test_every_fill_is_listed_the_nearest_first(self):
        answer = self.solve(["tac", "gdo"], self.PETS, scope=puzzle.SCOPE_ALL, max_solutions=100)
        self.assertEqual((len(answer.solutions), answer.solutions_found, answer.complete), (8, 8, True))
        self.assertEqual(self.targets(answer)[0], ["cat", "god"])
        self.assertEqual((answer.min_swaps, answer.proven, answer.unique), (2, True, False))

    def test_a_board_without_a_fill_is_answered(self):
        answer = self.solve(["xqz", "jvk"], self.PETS)
        self.assertEqual((len(answer.solutions), answer.solutions_found), (0, 0))
        self.assertEqual((answer.lower_bound, answer.proven, answer.complete), (0, True, True))
        self.assertFalse(answer.HasField("min_swaps"))
        self.assertEqual((answer.HasField("unique"), answer.unique), (True, False))

    def test_marks_leave_one_fill_of_many(self):
        for rows, found in [(["???", "???"], 8), (["?G?", "???"], 2), (["YGY", "GYY"], 1), (["N-?", "--N"], 4)]:
            answer = self.solve(["tac", "gdo"], self.PETS, marks=board.Marks(rows=rows), max_solutions=100)
            self.assertEqual((len(answer.solutions), answer.scope), (found, puzzle.SCOPE_ALL), rows)
            self.assertEqual((answer.unique, answer.complete), (found == 1, True), rows)
        self.assertEqual(marks_of("tac", "cat") + marks_of("gdo", "god"), "YGYGYY")

    def test_the_marks_of_a_board_leave_its_target_among_the_fills(self):
        made = self.board(seeded("python/marks", layout=board.Layout(rows=3, columns=5)))
        words = board.Words(dictionary="answers")
        answer = self.solve(list(made.start.rows), words, marks=made.marks, max_solutions=1000)
        self.assertTrue(answer.proven and answer.complete)
        self.assertIn(list(made.target.rows), self.targets(answer))
        for target in self.targets(answer):
            marks = [marks_of(*pair) for pair in zip(made.start.rows, target)]
            self.assertEqual(marks, list(made.marks.rows))

    def test_long_searches_leave_short_calls_their_thread(self):
        names = [*self.FEWEST] * 6
        asked = {}
        for number, name in enumerate(names[:16]):
            request = puzzle.SolveRequest(start=grid(*self.PAPER), words=board.Words(dictionary=name))
            asked[number, name] = self.puzzles.Solve.future(request, timeout=PATIENCE_IN_A_QUEUE)
        slowest = short = 0
        while short < 20 or not all(call.done() for call in asked.values()):
            began = time.monotonic()
            entries = self.lexicons.LookUpWords(lexicon.LookUpWordsRequest(words=["Crane", "zzzzz"]), timeout=PATIENCE)
            slowest = max(slowest, time.monotonic() - began)
            self.assertEqual([entry.letters for entry in entries.entries], ["crane", "zzzzz"])
            short += 1
            time.sleep(0.002)
        for (_, name), call in asked.items():
            self.assert_holds(self.PAPER, call.result())
            self.assert_is_the_papers(name, call.result())
        print(f"the slowest of {short} short calls took {slowest * 1000:.1f} ms", end=" ... ", flush=True)


class Batch(Check):
    def boards(self, seeds, timeout=PATIENCE, **shared):
        template = puzzle.GenerateBoardRequest(board=board.Seeded(**shared), include_target=True)
        return self.puzzles.GenerateBoards(
            puzzle.GenerateBoardsRequest(template=template, seeds=seeds), timeout=timeout
        )

    def test_200_seeds_in_order_and_a_bad_one_passed_over(self):
        seeds = [f"python/batch/{number}" for number in range(200)]
        seeds[57] = "x" * 129
        seeds[150] = seeds[20]
        answers = list(self.boards(seeds))
        self.assertEqual([answer.seed for answer in answers], seeds)
        self.assertEqual([(answer.done, answer.total) for answer in answers], [(done, 200) for done in range(1, 201)])
        failed = answers[57].failure
        self.assertEqual([n for n, answer in enumerate(answers) if answer.WhichOneof("result") == "failure"], [57])
        self.assertEqual((failed.code, failed.reason), (grpc.StatusCode.INVALID_ARGUMENT.value[0], "SEED_LENGTH"))
        self.assertIn("129", failed.message)
        self.assertEqual(answers[150].board, answers[20].board)
        # A board is the same, whichever call makes it.
        self.assertEqual(answers[199].board, self.board(seeded(seeds[199])))

    def test_a_seed_without_a_board_does_not_end_the_stream(self):
        # Nine tiles need eight swaps at the most.
        hard = board.Difficulty(min_swaps=board.CountRange(least=15))
        answers = list(self.boards(["a", "b"], layout=board.Layout(rows=3, columns=3), difficulty=hard))
        self.assertEqual([answer.failure.reason for answer in answers], ["DIFFICULTY_UNREACHABLE"] * 2)

    def test_a_stream_that_is_cancelled_ends(self):
        seeds = [f"python/cancel/{number}" for number in range(10_000)]
        stream = self.boards(seeds, layout=board.Layout(rows=9, columns=9))
        self.assertEqual([next(stream).done for _ in range(5)], [1, 2, 3, 4, 5])
        stream.cancel()
        with self.assertRaises(grpc.RpcError) as caught:
            collections.deque(stream, maxlen=0)
        self.assertEqual(caught.exception.code(), grpc.StatusCode.CANCELLED)
        self.still_serves()

    def test_a_stream_ends_at_its_deadline(self):
        began = time.monotonic()
        seeds = [f"python/deadline/{number}" for number in range(10_000)]
        stream = self.boards(seeds, timeout=0.15, layout=board.Layout(rows=9, columns=9))
        read = 0
        with self.assertRaises(grpc.RpcError) as caught:
            for answer in stream:
                self.assertEqual(answer.seed, seeds[read])
                read += 1
        self.assertEqual(caught.exception.code(), grpc.StatusCode.DEADLINE_EXCEEDED)
        self.assertLess(time.monotonic() - began, 2)
        self.assertLess(read, 10_000)
        self.still_serves()


class Mistakes(Check):
    def test_a_ragged_grid_names_its_row(self):
        request = puzzle.MinSwapsRequest(start=grid("abc", "ab"), target=grid("abc", "ab"))
        ask = lambda: self.puzzles.MinSwaps(request, timeout=PATIENCE)
        violation = self.mistake("start.rows[1]", "GRID_RAGGED", ask)
        self.assertIn("3", violation.description)

    def test_a_missing_grid_is_named(self):
        request = puzzle.MinSwapsRequest(target=grid("abc"))
        self.mistake("start", "MISSING", lambda: self.puzzles.MinSwaps(request, timeout=PATIENCE))

    def test_ten_columns_are_too_many(self):
        wide = grid("abcdefghij")
        request = puzzle.MinSwapsRequest(start=wide, target=wide)
        self.mistake("start.rows[0]", "GRID_SIZE", lambda: self.puzzles.MinSwaps(request, timeout=PATIENCE))

    def test_other_letters_in_the_target(self):
        request = puzzle.SolveRequest(start=grid("abc"), target=grid("abd"))
        self.mistake("target", "LETTERS_DIFFER", lambda: self.puzzles.Solve(request, timeout=PATIENCE))

    def test_a_digit_is_no_letter(self):
        request = puzzle.MinSwapsRequest(start=grid("abc", "d3f"), target=grid("abc", "d3f"))
        self.mistake("start.rows[1]", "NOT_A_LETTER", lambda: self.puzzles.MinSwaps(request, timeout=PATIENCE))

    def test_what_is_wrong_with_a_search_for_words_is_named(self):
        start = grid("tac", "gdo")
        for field, reason, asked in [
            ("words.words[1]", "NOT_A_LETTER", {"words": board.Words(words=["cat", "d0g"])}),
            ("words.words", "TOO_FEW_WORDS", {"words": board.Words(words=["cats"])}),
            ("marks.rows[1]", "NOT_A_MARK", {"words": board.Words(), "marks": board.Marks(rows=["???", "?X?"])}),
            ("method", "METHOD_UNFIT", {"words": board.Words(), "method": puzzle.METHOD_STAR}),
        ]:
            with self.subTest(field=field):
                request = puzzle.SolveRequest(start=start, **asked)
                self.mistake(field, reason, lambda: self.puzzles.Solve(request, timeout=PATIENCE))

    def test_a_seed_has_1_to_128_bytes(self):
        for seed in ["", "x" * 129]:
            self.mistake("board.seed", "SEED_LENGTH", lambda: self.board(seeded(seed)))

    def test_a_negative_time_limit(self):
        request = puzzle.MinSwapsRequest(start=grid("ab"), target=grid("ba"), time_limit=Duration(seconds=-1))
        self.mistake("time_limit", "OUT_OF_RANGE", lambda: self.puzzles.MinSwaps(request, timeout=PATIENCE))

    def test_a_layout_kind_that_is_none(self):
        asked = seeded("python/kind", layout=board.Layout(kind=17))
        self.mistake("board.layout.kind", "UNKNOWN_VALUE", lambda: self.board(asked))

    def test_what_is_not_there_is_not_found_and_what_is_gets_listed(self):
        for reason, known, asked in [
            ("LANGUAGE_NOT_FOUND", "en", {"language": "tlh"}),
            ("DICTIONARY_NOT_FOUND", "answers", {"dictionary": "klingon"}),
            ("EDITION_NOT_FOUND", "1", {"edition": 4_000_000_000}),
        ]:
            with self.subTest(reason=reason):
                ask = lambda: self.board(seeded("python", **asked))
                message, details = self.refused(grpc.StatusCode.NOT_FOUND, ask)
                self.assertEqual(details["ErrorInfo"].reason, reason)
                self.assertEqual(details["ErrorInfo"].metadata["asked"], str(*asked.values()))
                self.assertIn(known, details["ErrorInfo"].metadata["known"].split(","))
                self.assertIn(known, message)

    def test_a_showdown_of_those_that_know_the_target(self):
        solvers = ["SOLVER_CYCLIC", "SOLVER_EXACT", "SOLVER_STAR"]
        asked = puzzle.CompareSolversRequest(seeded=seeded("python/showdown"), solvers=solvers)
        answer = self.puzzles.CompareSolvers(asked, timeout=PATIENCE)
        self.assertEqual([run.solver for run in answer.runs], [1, 2, 3])
        for run in answer.runs:
            self.assertEqual((run.moves, run.steps[-1].hamming), (len(run.steps), 0))
            self.assertEqual(run.excess, run.moves - answer.min_swaps)
        self.assertEqual(answer.runs[0].excess, 0)

    def test_a_message_that_is_too_large(self):
        request = lexicon.LookUpWordsRequest(words=["x" * 2_000_000])
        with self.assertRaises(grpc.RpcError) as caught:
            self.lexicons.LookUpWords(request, timeout=PATIENCE)
        self.assertEqual(caught.exception.code(), grpc.StatusCode.RESOURCE_EXHAUSTED)
        self.still_serves()

    def test_a_deadline_of_a_millisecond(self):
        request = puzzle.GenerateBoardRequest(board=seeded("python/hasty", layout=board.Layout(rows=9, columns=9)))
        for _ in range(20):
            try:
                self.puzzles.GenerateBoard(request, timeout=0.001)
            except grpc.RpcError as error:
                self.assertEqual(error.code(), grpc.StatusCode.DEADLINE_EXCEEDED)
        self.still_serves()


def main():
    address = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051"
    if not support.connect(address):
        sys.exit(f"nothing answers on {address}: is the server running?")
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__])
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    failed = len({getattr(test, "test_case", test) for test, _ in result.failures + result.errors})
    print(f"{result.testsRun - failed} passed, {failed} failed")
    support.channel.close()
    sys.exit(failed > 0 or result.testsRun == 0)


if __name__ == "__main__":
    main()
