"""Checks of blind games on real boards: every way to play them, what they say, and what they refuse."""

import grpc

from blind_player import Judge, Playing, advances, bare, follows_hints, play, play_in_pieces, silent
from contract import blind, board, lexicon, puzzle
from support import PATIENCE, Check, grid, replay, seeded

SEED = "python/blind"
FEEDBACKS = [blind.FEEDBACK_SNAPSHOT, blind.FEEDBACK_SWAPPED_CELLS, blind.FEEDBACK_ROW_COLOURS]
STRATEGIES = [
    blind.STRATEGY_ENTROPY,
    blind.STRATEGY_PROXY,
    blind.STRATEGY_PROBE,
    blind.STRATEGY_JOINT,
    blind.STRATEGY_ROLLOUT,
]
# What waits for nothing but an answer needs no strategy that thinks long.
QUICK = blind.STRATEGY_ENTROPY


class Blind(Check):
    """A board of five words, and what holds of every game on it."""

    @classmethod
    def setUpClass(cls):
        # The checks are many and the board is one.
        cls.made = None

    def setUp(self):
        super().setUp()
        if self.made is None:
            type(self).made = self.board(seeded(SEED), include_blind_par=True)
        self.start, self.target = list(self.made.start.rows), list(self.made.target.rows)

    def judge(self, feedback=blind.FEEDBACK_SNAPSHOT):
        return Judge(feedback, self.start, self.target)

    def unknown(self, feedback=blind.FEEDBACK_SNAPSHOT, **more):
        told = self.judge(feedback).told()
        marks = board.Marks(rows=told) if told else None
        return blind.Open(unknown=blind.Unknown(start=self.made.start, marks=marks, **more), feedback=feedback)

    def seeded(self, **more):
        return blind.Open(seeded=seeded(SEED), **more)

    def assert_is_a_game(self, trace, feedback=blind.FEEDBACK_SNAPSHOT, proposed=True):
        """Holds a whole game to its rules, by a judge that stands beside it."""
        judge = self.judge(feedback)
        opened, *between, finished = trace
        self.assertEqual(list(opened.opened.grid.rows), self.start)
        self.assertEqual(list(opened.opened.marks.rows), judge.told() or [])
        swap = None
        for said in between:
            if said.HasField("proposed"):
                self.assertIsNone(swap)
                swap = said.proposed.swap
                self.assertIn(said.proposed.phase, (blind.PHASE_LEARN, blind.PHASE_FINISH))
                continue
            observed = said.observed
            if proposed:
                self.assertEqual(observed.swap, swap)
            swap = None
            told = judge.report(observed.swap)
            self.assertEqual(list(observed.grid.rows), judge.rows)
            self.assertEqual(observed.marks, told.marks)
        moves = [said.move_number for said in trace]
        self.assertEqual(moves, sorted(moves))
        over = finished.finished
        self.assertEqual((over.solved, list(over.target.rows), judge.rows), (True, self.target, self.target))
        self.assertEqual(over.moves, sum(said.HasField("observed") for said in between))
        self.assertEqual((over.min_swaps, finished.move_number), (self.made.par.min_swaps, over.moves))
        self.assertGreaterEqual(over.moves, over.min_swaps)


class Games(Blind):
    def test_every_strategy_solves_the_board_and_the_showdown_says_how(self):
        asked = puzzle.CompareSolversRequest(seeded=seeded(SEED))
        showdown = self.puzzles.CompareSolvers(asked, timeout=120)
        self.assertEqual([run.solver for run in showdown.runs], list(range(1, 9)))
        self.assertEqual((showdown.start, showdown.target), (self.made.start, self.made.target))
        for run in showdown.runs:
            with self.subTest(solver=puzzle.Solver.Name(run.solver)):
                self.assertEqual(replay(self.start, [step.swap for step in run.steps]), self.target)
                self.assertEqual((run.moves, run.steps[-1].hamming), (len(run.steps), 0))
                self.assertEqual(run.moves - run.excess, self.made.par.min_swaps)
        exact, _, _, *blind_runs = showdown.runs
        self.assertEqual(exact.excess, 0)
        for strategy, run in zip(STRATEGIES, blind_runs):
            with self.subTest(strategy=blind.Strategy.Name(strategy)):
                trace = play(self.puzzles, self.seeded(strategy=strategy), silent)
                self.assert_is_a_game(trace)
                # A run is the very game.
                swaps = [said.observed.swap for said in trace if said.HasField("observed")]
                self.assertEqual(swaps, [step.swap for step in run.steps])
                self.assertEqual(trace[-1].finished.learned_at_move, run.learned_at_move)
        self.assertEqual(self.made.par.blind_swaps, blind_runs[-1].moves)

    def test_every_way_to_play_makes_the_same_moves(self):
        whole = play(self.puzzles, self.seeded(strategy=QUICK), silent)
        self.assert_is_a_game(whole)
        ways = [
            ("step by step", self.seeded(strategy=QUICK, step_by_step=True), advances),
            ("hints followed", self.seeded(strategy=QUICK, player=blind.PLAYER_CALLER), follows_hints),
        ]
        for name, opened, caller in ways:
            with self.subTest(way=name):
                trace = play(self.puzzles, opened, caller)
                self.assertEqual(bare(trace), bare(whole))
                self.assertEqual(bare(play_in_pieces(self.puzzles, opened, caller)), bare(whole))
        self.assertEqual(bare(play_in_pieces(self.puzzles, self.seeded(strategy=QUICK), silent)), bare(whole))

    def test_a_callers_own_swaps_are_judged(self):
        goal = puzzle.MinSwapsRequest(start=self.made.start, target=self.made.target)
        swaps = list(self.puzzles.MinSwaps(goal, timeout=PATIENCE).swaps)
        for feedback in FEEDBACKS:
            left = iter([swaps[0], swaps[0], *swaps])
            caller = lambda said: None if said.HasField("finished") else {"swap": next(left, None) or swaps[0]}
            opened = blind.Open(
                hidden=blind.Hidden(start=self.made.start, target=self.made.target),
                player=blind.PLAYER_CALLER,
                feedback=feedback,
            )
            trace = play(self.puzzles, opened, caller)
            self.assert_is_a_game(trace, feedback, proposed=False)
            self.assertEqual(trace[-1].finished.moves, len(swaps) + 2)

    def test_a_board_that_only_its_caller_knows_is_solved_under_every_feedback(self):
        for feedback in FEEDBACKS:
            with self.subTest(feedback=blind.Feedback.Name(feedback)):
                judge, opened = self.judge(feedback), self.unknown(feedback)
                opened.strategy = QUICK
                trace = play(self.puzzles, opened, judge)
                self.assert_is_a_game(trace, feedback)
                # The service makes the same of it where it is the judge itself.
                judged = self.seeded(strategy=QUICK, feedback=feedback)
                self.assertEqual(bare(trace), bare(play(self.puzzles, judged, silent)))

    def test_other_swaps_than_those_proposed_are_learned_from(self):
        judge = self.judge()
        goal = puzzle.MinSwapsRequest(start=self.made.start, target=self.made.target)
        own = iter(list(self.puzzles.MinSwaps(goal, timeout=PATIENCE).swaps)[:4])

        def stubborn(said):
            if said.HasField("proposed") and (swap := next(own, None)):
                return {"report": judge.report(swap)}
            return judge(said)

        opened = self.unknown()
        opened.strategy = QUICK
        trace = play(self.puzzles, opened, stubborn)
        self.assert_is_a_game(trace, proposed=False)
        self.assertEqual(trace[-1].finished.target, self.made.target)

    def test_a_game_is_joined_in_its_middle_with_what_was_played(self):
        for feedback in FEEDBACKS:
            with self.subTest(feedback=blind.Feedback.Name(feedback)):
                opened = self.unknown(feedback)
                opened.strategy = QUICK
                whole = play(self.puzzles, opened, self.judge(feedback))
                swaps = [said.observed.swap for said in whole if said.HasField("observed")][:3]
                judge = self.judge(feedback)
                opened.unknown.history.extend(judge.report(swap) for swap in swaps)
                trace = play(self.puzzles, opened, judge)
                self.assertEqual(trace[0].opened.grid, whole[6].observed.grid)
                self.assertEqual(bare(trace[1:-1]), bare(whole[7:-1]))
                self.assertEqual((trace[0].move_number, trace[-1].finished.moves), (3, whole[-1].finished.moves))

    def test_a_game_goes_on_from_any_token(self):
        opened = self.unknown()
        opened.strategy = QUICK
        whole = play(self.puzzles, opened, self.judge())
        self.assertFalse(whole[-1].resume_token)
        for at in [0, 1, 2, len(whole) // 2, len(whole) // 2 + 1]:
            judge = self.judge()
            for said in whole[: at + 1]:
                if said.HasField("observed"):
                    judge.report(said.observed.swap)
            rest = play(self.puzzles, blind.Open(resume_token=whole[at].resume_token), judge)
            self.assertEqual(rest[0].opened.session_id, whole[0].opened.session_id)
            repeated = 2 if whole[at].HasField("proposed") else 1
            self.assertEqual(bare(rest[repeated:]), bare(whole[at + 1 :]), f"from event {at}")

    def test_half_closing_gives_a_waiting_game_up(self):
        playing = Playing(self.puzzles, self.seeded(player=blind.PLAYER_CALLER))
        playing.close()
        opened, given_up = playing.said
        finished = given_up.finished
        self.assertEqual((finished.solved, finished.moves, given_up.resume_token), (False, 0, b""))
        self.assertFalse(finished.HasField("target") or finished.HasField("min_swaps"))
        piece = blind.BlindSessionRequest(open=blind.Open(resume_token=opened.resume_token))
        again = self.puzzles.StepBlindSession(blind.StepBlindSessionRequest(events=[piece]), timeout=PATIENCE)
        self.assertEqual(again.events[0].opened.session_id, opened.opened.session_id)


class Beliefs(Blind):
    def test_what_follows_from_what_was_told_is_said(self):
        for feedback in FEEDBACKS:
            with self.subTest(feedback=blind.Feedback.Name(feedback)):
                opened = self.seeded(strategy=QUICK, feedback=feedback, include_belief=True)
                trace = play(self.puzzles, opened, silent)
                self.assert_is_a_game(trace, feedback)
                self.assert_believes(trace, feedback)

    def assert_believes(self, trace, feedback):
        """Worlds only get fewer, and those that are shown are words that would have told the same."""
        shown, samples, before = [], set(), None
        for said in trace[:-1]:
            if said.HasField("proposed"):
                continue
            told = said.opened if said.HasField("opened") else said.observed
            shown.append((list(told.grid.rows), told.swap if said.HasField("observed") else None, list(told.marks.rows)))
            belief = told.belief
            self.assertEqual(len(belief.candidates), len(self.start))
            self.assertGreaterEqual(min(belief.candidates), 1)
            self.assertIn(len(belief.sample), range(1, 6))
            if belief.worlds_exact:
                worlds = round(2**belief.log2_worlds)
                self.assertEqual(len(belief.sample), min(5, worlds))
                self.assertTrue(all(count <= worlds for count in belief.candidates))
            if before is not None and before.worlds_exact:
                # What was counted is counted from then on.
                self.assertTrue(belief.worlds_exact)
                self.assertLessEqual(belief.log2_worlds, before.log2_worlds + 1e-9)
                self.assertAlmostEqual(said.observed.gained_bits, before.log2_worlds - belief.log2_worlds)
            before = belief
            for sampled in belief.sample:
                rows = list(sampled.rows)
                samples.update(rows)
                self.assertEqual(len(set(rows)), len(rows))
                self.assertEqual(sorted("".join(rows)), sorted("".join(self.start)))
                for lay, swap, marks in shown:
                    judge = Judge(feedback, lay, rows)
                    self.assertEqual(judge.told(swap) or [], marks)
        self.assertEqual((before.log2_worlds, before.worlds_exact), (0, True))
        self.assertEqual([list(sampled.rows) for sampled in before.sample], [self.target])
        looked_up = self.lexicons.LookUpWords(lexicon.LookUpWordsRequest(words=sorted(samples)), timeout=PATIENCE)
        self.assertTrue(all("answers" in entry.dictionaries for entry in looked_up.entries))


class BlindMistakes(Blind):
    def session(self, *events):
        requests = [blind.BlindSessionRequest(**event) for event in events]
        return lambda: self.puzzles.BlindSession(iter(requests), timeout=PATIENCE)

    def piece(self, *events):
        requests = [blind.BlindSessionRequest(**event) for event in events]
        return lambda: self.puzzles.StepBlindSession(blind.StepBlindSessionRequest(events=requests), timeout=PATIENCE)

    def test_what_is_wrong_is_named_by_its_field(self):
        swap = board.Swap(first={"row": 0, "column": 0}, second={"row": 0, "column": 1})
        outside = board.Swap(first={"row": 0, "column": 0}, second={"row": 5, "column": 0})
        caller = {"open": self.seeded(player=blind.PLAYER_CALLER)}
        coloured = self.unknown()
        coloured.unknown.marks.rows[2] = "NNYNN"
        told_of_nothing = self.unknown(blind.FEEDBACK_SWAPPED_CELLS)
        told_of_nothing.unknown.marks.rows.extend(self.judge().told())
        no_words = blind.Hidden(start=grid("tac", "odg"), target=grid("cat", "gdo"), dictionary="allowed")
        for field, reason, events in [
            ("open", "OUT_OF_TURN", [caller, caller]),
            ("swap", "OUT_OF_TURN", [{"swap": swap}]),
            ("advance", "OUT_OF_TURN", [caller, {"advance": blind.Advance()}]),
            ("swap.second", "OUT_OF_RANGE", [caller, {"swap": outside}]),
            ("open.board", "MISSING", [{"open": blind.Open()}]),
            ("open.max_moves", "OUT_OF_RANGE", [{"open": self.seeded(max_moves=1001)}]),
            ("open.strategy", "UNKNOWN_VALUE", [{"open": self.seeded(strategy=17)}]),
            ("open.resume_token", "TOKEN_INVALID", [{"open": blind.Open(resume_token=b"x" * 100)}]),
            ("open.hidden.target.rows[1]", "NO_WORD", [{"open": blind.Open(hidden=no_words)}]),
            ("open.unknown.marks.rows[2]", "NOT_A_MARK", [{"open": coloured}]),
            ("open.unknown.marks", "NOT_EMPTY", [{"open": told_of_nothing}]),
        ]:
            with self.subTest(field=field, reason=reason):
                self.mistake(field, reason, self.session(*events))
                self.mistake(f"events[{len(events) - 1}].{field}", reason, self.piece(*events))

    def test_a_token_that_was_touched_is_refused(self):
        opened = play(self.puzzles, self.seeded(strategy=QUICK), silent)[0]
        token = bytearray(opened.resume_token)
        token[len(token) // 2] ^= 1
        self.mistake("open.resume_token", "TOKEN_INVALID", self.session({"open": blind.Open(resume_token=bytes(token))}))
        # It tells nothing of the board to those who look into it.
        for word in self.start + self.target:
            self.assertNotIn(word.encode(), opened.resume_token)

    def test_a_judge_that_contradicts_itself_is_told_the_row(self):
        judge, opened = self.judge(), {"open": self.unknown()}
        swap = board.Swap(first={"row": 1, "column": 0}, second={"row": 4, "column": 4})
        report = judge.report(swap)
        report.marks.rows[1] = "GGGGG"
        # Five tiles that are no word are told to be right.
        self.assertNotIn(judge.rows[1], self.words_of([judge.rows[1]]))
        code = grpc.StatusCode.FAILED_PRECONDITION
        _, details = self.refused(code, self.session(opened, {"report": report}))
        self.assertEqual(details["ErrorInfo"].reason, "CONTRADICTION")
        self.assertEqual(dict(details["ErrorInfo"].metadata), {"field": "report", "row": "1"})

    def words_of(self, words):
        looked_up = self.lexicons.LookUpWords(lexicon.LookUpWordsRequest(words=words), timeout=PATIENCE)
        return [entry.word for entry in looked_up.entries if "answers" in entry.dictionaries]


