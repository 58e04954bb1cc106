"""The caller's side of blind games: as a stream or in pieces, and a judge for a board that only its caller knows.

Who plays is a function that is given what the service says, and gives the event to answer with, or None where it is not
the caller's turn.
"""

import queue

from contract import blind
from support import marks_of, replay

# A whole game may take seconds where the machine has other work.
PATIENCE_OF_A_GAME = 120


class Playing:
    """A game as a stream. What it says is iterated over; whoever goes away early says `close`."""

    def __init__(self, puzzles, opened):
        self.events = queue.SimpleQueue()
        self.said = puzzles.BlindSession(iter(self.events.get, None), timeout=PATIENCE_OF_A_GAME)
        self.say(open=opened)

    def say(self, **event):
        self.events.put(blind.BlindSessionRequest(**event))

    def close(self):
        self.events.put(None)


def play(puzzles, opened, caller):
    """All that is said of a game."""
    playing = Playing(puzzles, opened)
    trace = []
    try:
        for said in playing.said:
            trace.append(said)
            if event := caller(said):
                playing.say(**event)
    finally:
        playing.close()
    return trace


def play_in_pieces(puzzles, opened, caller):
    """The same of a game in pieces, of which each but the first says first how things stood."""
    events, trace = [blind.BlindSessionRequest(open=opened)], []
    while events:
        request = blind.StepBlindSessionRequest(events=events)
        piece = puzzles.StepBlindSession(request, timeout=PATIENCE_OF_A_GAME)
        trace += said_since(trace, list(piece.events))
        event = caller(trace[-1])
        token = blind.BlindSessionRequest(open=blind.Open(resume_token=piece.resume_token))
        events = [token, blind.BlindSessionRequest(**event)] if event else []
    assert not piece.resume_token, "a game that is over has no token"
    return trace


def said_since(trace, resumed):
    """What a game that was taken up again says after it has said how things stand."""
    if not trace:
        return resumed
    opened, *rest = resumed
    assert opened.HasField("opened") and opened.move_number == trace[-1].move_number
    assert opened.opened.session_id == trace[0].opened.session_id
    if trace[-1].HasField("proposed"):
        assert rest[0].proposed == trace[-1].proposed, "an open proposal is repeated as it was"
        rest = rest[1:]
    return rest


def bare(trace):
    """What is the same for all games of the same board, whoever plays them when and how."""
    same = []
    for said in trace:
        kept = blind.BlindSessionResponse()
        kept.CopyFrom(said)
        kept.resume_token = b""
        if kept.HasField("opened"):
            kept.opened.session_id = ""
        same.append(kept)
    return same


def silent(_):
    """The service plays alone."""


def advances(said):
    """The service plays, one move when it is told to."""
    return {"advance": blind.Advance()} if said.WhichOneof("event") in ("opened", "observed") else None


def follows_hints(said):
    """The caller plays what the service would."""
    if said.HasField("proposed"):
        return {"swap": said.proposed.swap}
    return {"hint": blind.Hint()} if said.WhichOneof("event") in ("opened", "observed") else None


class Judge:
    """Knows the target of a board, makes the swaps that the service proposes, and tells what they tell."""

    def __init__(self, feedback, start, target):
        self.feedback, self.rows, self.target = feedback, list(start), list(target)

    def told(self, swap=None):
        """What a player is told of the tiles after this swap, at the start: None where that is nothing."""
        marks = [marks_of(*pair) for pair in zip(self.rows, self.target)]
        if self.feedback == blind.FEEDBACK_ROW_COLOURS:
            return marks
        marks = ["".join("G" if mark == "G" else "N" for mark in row) for row in marks]
        if self.feedback == blind.FEEDBACK_SNAPSHOT:
            return marks
        if swap is None:
            return None
        swapped = {(cell.row, cell.column) for cell in (swap.first, swap.second)}
        rows = range(len(marks))
        return ["".join(m if (r, c) in swapped else "?" for c, m in enumerate(marks[r])) for r in rows]

    def report(self, swap):
        """Makes a swap, and tells of it."""
        self.rows = replay(self.rows, [swap])
        report = blind.Report(swap=swap, marks={"rows": self.told(swap)})
        if self.feedback == blind.FEEDBACK_SWAPPED_CELLS:
            # The marks do not show whether the game is won.
            report.solved = self.rows == self.target
        return report

    def __call__(self, said):
        if not said.HasField("proposed"):
            return None
        report = self.report(said.proposed.swap)
        # No word of it: it is the one proposed.
        report.ClearField("swap")
        return {"report": report}
