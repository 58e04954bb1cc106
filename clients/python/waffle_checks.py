"""Checks of a Waffle's day: an editor has boards made, and a helper solves one that it sees."""

import uuid

from contract import board, lexicon, puzzle
from support import PATIENCE, Check, grid, marks_of, misplaced, replay, seeded

SEED = "python/waffle"
WAFFLE = board.Layout(kind=board.Layout.KIND_LATTICE, rows=5, columns=5)
# Corners and centre.
GIVEN = [(0, 0), (0, 4), (2, 2), (4, 0), (4, 4)]
# An editor's own words.
OWN = ["speed", "c.a.r", "rusty", "u.e.l", "belly"]
SHUFFLED = ["clryr", "e.p.t", "elyed", "s.u.u", "aesbl"]


def slots(rows):
    """The cells of each word: across, then down."""
    height, width = len(rows), len(rows[0])
    across = [[(row, column) for column in range(width)] for row in range(0, height, 2)]
    return across + [[(row, column) for row in range(height)] for column in range(0, width, 2)]


def words_of(rows):
    return ["".join(rows[row][column] for row, column in slot) for slot in slots(rows)]


def lattice_marks(start, target):
    """Each word is marked by itself; a tile of two words is yellow if either says so."""
    marks = [["." if tile == "." else "-" for tile in row] for row in start]
    for slot, have, want in zip(slots(start), words_of(start), words_of(target)):
        for (row, column), mark in zip(slot, marks_of(have, want)):
            if mark != "-":
                marks[row][column] = mark
    return ["".join(row) for row in marks]


class Waffle(Check):
    """A day's board, and what holds of every one."""

    @classmethod
    def setUpClass(cls):
        # The checks are many and the board is one.
        cls.made = None

    def setUp(self):
        super().setUp()
        if self.made is None:
            type(self).made = self.board(seeded(SEED, layout=WAFFLE))
        self.start, self.target = list(self.made.start.rows), list(self.made.target.rows)

    def assert_is_a_waffle(self, made, swaps=10):
        """Holds a board to what it says, by the rules told here."""
        start, target = list(made.start.rows), list(made.target.rows)
        self.assertEqual(sorted("".join(start)), sorted("".join(target)))
        self.assertEqual([row.replace(".", "") for row in target[1::2]], [row[::2] for row in target[1::2]])
        self.assertEqual(list(made.marks.rows), lattice_marks(start, target))
        par = made.par
        self.assertEqual((par.min_swaps, par.diamond, par.move_limit), (swaps, swaps, swaps + 5))
        self.assertEqual(par.gold, min(swaps + -(-swaps // 5), swaps + 5))
        self.assertEqual(par.bronze, min(swaps + -(-swaps // 2), swaps + 5))
        fewest = self.puzzles.MinSwaps(puzzle.MinSwapsRequest(start=made.start, target=made.target), timeout=PATIENCE)
        self.assertEqual((fewest.min_swaps, fewest.lower_bound, fewest.proven), (swaps, swaps, True))
        self.assertEqual(replay(start, fewest.swaps), target)
        self.assertEqual(misplaced(start, target) - len(fewest.cycles), swaps)

    def solve(self, start, marks=None, **more):
        """The fills that these tiles can become, each of them reached."""
        request = puzzle.SolveRequest(start=grid(*start), words=board.Words(), marks=marks, max_solutions=100, **more)
        answer = self.puzzles.Solve(request, timeout=PATIENCE)
        order = [(len(solution.swaps), list(solution.target.rows)) for solution in answer.solutions]
        self.assertEqual(order, sorted(order))
        for solution in answer.solutions:
            self.assertEqual(replay(start, solution.swaps), list(solution.target.rows))
        return answer


class WafflesEditor(Waffle):
    def test_the_days_board_is_a_waffle(self):
        made = self.made
        self.assertEqual(made.layout, WAFFLE)
        self.assertEqual((made.dictionary, made.unique), ("answers", True))
        self.assertEqual(uuid.UUID(made.board_id).version, 5)
        self.assert_is_a_waffle(made)
        self.assertEqual([made.marks.rows[row][column] for row, column in GIVEN], ["G"] * 5)
        words = words_of(self.target)
        self.assertEqual(len(set(words)), 6)
        entries = self.lexicons.LookUpWords(lexicon.LookUpWordsRequest(words=words), timeout=PATIENCE).entries
        self.assertTrue(all("answers" in entry.dictionaries for entry in entries), words)

    def test_the_same_day_is_the_same_board(self):
        self.assertEqual(self.board(seeded(SEED, layout=WAFFLE)), self.made)
        # Five by five and 10 swaps are what a lattice has where nothing is said.
        ten = board.Difficulty(min_swaps=board.CountRange(least=10, most=10))
        lattice = board.Layout(kind=board.Layout.KIND_LATTICE)
        self.assertEqual(self.board(seeded(SEED, layout=lattice, difficulty=ten)), self.made)

    def test_a_week_of_boards(self):
        seeds = [f"python/week/{day}" for day in range(7)]
        template = puzzle.GenerateBoardRequest(board=board.Seeded(layout=WAFFLE), include_target=True)
        request = puzzle.GenerateBoardsRequest(template=template, seeds=seeds)
        answers = list(self.puzzles.GenerateBoards(request, timeout=PATIENCE))
        self.assertEqual([answer.board.seed for answer in answers], seeds)
        for answer in answers:
            self.assertTrue(answer.board.unique)
            self.assert_is_a_waffle(answer.board)
        self.assertEqual(len({tuple(answer.board.target.rows) for answer in answers}), 7)

    def test_an_editors_own_words_are_shuffled_and_uniqueness_is_told(self):
        # Its layout is told by the grid.
        for number in range(3):
            made = self.board(seeded(f"python/own/{number}", target=grid(*OWN)))
            self.assertEqual((list(made.target.rows), made.layout), (OWN, WAFFLE))
            self.assert_is_a_waffle(made)
            self.assertTrue(made.HasField("unique"))
            answer = self.solve(made.start.rows, made.marks)
            self.assertIn(OWN, [list(solution.target.rows) for solution in answer.solutions])
            self.assertEqual(made.unique, len(answer.solutions) == 1)

    def test_an_editors_own_words_must_be_words_unless_that_is_waived(self):
        wrong = [OWN[0], "q.a.r", *OWN[2:]]
        violation = self.mistake(
            "board.target", "NO_WORD", lambda: self.board(seeded("python/own", target=grid(*wrong)))
        )
        self.assertIn('down column 0, "sqrub"', violation.description)
        made = self.board(seeded("python/own", target=grid(*wrong), any_words=True))
        self.assertEqual(list(made.target.rows), wrong)
        self.assert_is_a_waffle(made)

    def test_a_board_is_as_hard_as_asked(self):
        asked = board.Difficulty(min_swaps=board.CountRange(least=8, most=8), green=board.CountRange(least=7, most=8))
        for number in range(3):
            made = self.board(seeded(f"python/eight/{number}", layout=WAFFLE, difficulty=asked))
            self.assert_is_a_waffle(made, 8)
            self.assertIn("".join(made.marks.rows).count("G"), (7, 8))
            self.assertTrue(made.unique)

    def test_a_layout_that_is_no_lattice(self):
        even = board.Layout(kind=board.Layout.KIND_LATTICE, rows=6, columns=5)
        self.mistake("board.layout.rows", "OUT_OF_RANGE", lambda: self.board(seeded("python/even", layout=even)))
        filled = grid("speed", "cxaxr", *OWN[2:])
        own = seeded("python/filled", target=filled, layout=WAFFLE)
        self.mistake("board.target.rows[1]", "TILE_TOO_MUCH", lambda: self.board(own))


class WafflesHelper(Waffle):
    def test_marks_leave_the_target_alone(self):
        answer = self.solve(self.start, self.made.marks)
        ((swaps, target),) = [(len(solution.swaps), list(solution.target.rows)) for solution in answer.solutions]
        self.assertEqual((swaps, target), (10, self.target))
        self.assertEqual((answer.min_swaps, answer.scope), (10, puzzle.SCOPE_ALL))
        self.assertEqual((answer.unique, answer.proven, answer.complete), (True, True, True))

    def test_what_is_not_seen_yet_may_leave_more(self):
        # Green tiles are seen at once, then row by row the others.
        greens = [row.replace("Y", "?").replace("-", "?") for row in self.made.marks.rows]
        for shown in range(6):
            rows = list(self.made.marks.rows[:shown]) + greens[shown:]
            answer = self.solve(self.start, board.Marks(rows=rows))
            targets = [list(solution.target.rows) for solution in answer.solutions]
            self.assertTrue(answer.solutions_found > 100 or self.target in targets, rows)
            for target in targets:
                told = lattice_marks(self.start, target)
                pairs = zip("".join(rows), "".join(told))
                self.assertTrue(all(known == "?" or known == mark for known, mark in pairs), (rows, target))
        self.assertEqual(answer.solutions_found, 1)

    def test_without_marks_the_fewest_swaps_are_proven(self):
        answer = self.solve(self.start)
        self.assertEqual((answer.scope, answer.proven, answer.complete), (puzzle.SCOPE_OPTIMAL, True, True))
        self.assertIn(answer.min_swaps, range(1, 11))
        self.assertEqual(answer.unique, len(answer.solutions) == 1)
        words = [word for solution in answer.solutions for word in words_of(solution.target.rows)]
        entries = self.lexicons.LookUpWords(lexicon.LookUpWordsRequest(words=words), timeout=PATIENCE).entries
        self.assertTrue(all("allowed" in entry.dictionaries for entry in entries), words)

    def test_each_method_gets_to_the_target(self):
        found = []
        for method in [puzzle.METHOD_EXACT, puzzle.METHOD_STAR, puzzle.METHOD_CYCLIC]:
            request = puzzle.SolveRequest(start=self.made.start, target=self.made.target, method=method)
            answer = self.puzzles.Solve(request, timeout=PATIENCE)
            self.assertEqual(replay(self.start, answer.solutions[0].swaps), self.target)
            found.append(answer.min_swaps)
        par = self.made.par
        self.assertEqual(found, [par.min_swaps, par.star_swaps, par.cyclic_swaps])

    def test_marks_that_cannot_be_leave_no_fill(self):
        rows = [row.replace("G", "Y") for row in self.made.marks.rows]
        answer = self.solve(self.start, board.Marks(rows=rows), scope=puzzle.SCOPE_ALL)
        self.assertNotIn(self.target, [list(solution.target.rows) for solution in answer.solutions])
        # The first 'e' of the third row is none of its word's, so the second is not, either.
        rows = ["?????", "?.?.?", "-??Y?", "?.?.?", "?????"]
        answer = self.solve(SHUFFLED, board.Marks(rows=rows))
        self.assertEqual((len(answer.solutions), answer.solutions_found, answer.lower_bound), (0, 0, 0))
        self.assertEqual((answer.proven, answer.complete, answer.unique), (True, True, False))
        self.assertFalse(answer.HasField("min_swaps"))

    def test_a_mistake_names_its_field(self):
        goal = {"start": self.made.start, "words": board.Words()}
        solve = self.puzzles.Solve
        for field, reason, wrong in [
            ("method", "METHOD_UNFIT", {"method": puzzle.METHOD_BACKTRACKING}),
            ("marks.rows[1]", "NOT_A_MARK", {"marks": board.Marks(rows=["?????"] * 5)}),
            ("marks.rows", "GRID_SIZE", {"marks": board.Marks(rows=["?????", "?.?.?"])}),
            ("layout.rows", "GRID_SIZE", {"layout": board.Layout(rows=7)}),
        ]:
            asked = puzzle.SolveRequest(**goal, **wrong)
            self.mistake(field, reason, lambda asked=asked: solve(asked, timeout=PATIENCE))
        solid = puzzle.SolveRequest(start=grid("speed", "cxa.r", *OWN[2:]), words=board.Words())
        self.mistake("start.rows[1]", "TILE_MISSING", lambda: solve(solid, timeout=PATIENCE))
        self.still_serves()
