"""What every check of a running Tilewright has: how its rules are told by another hand, and how to meet an error."""

import collections
import unittest

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from contract import GuessStub, LexiconStub, PuzzleStub, board, lexicon, puzzle

# No call here takes a second; one that hangs shall not hang the check.
PATIENCE = 30

# Where the server is called; set by `connect`.
channel = None


def connect(address):
    """Has all checks call the server of this address. Whether it answers."""
    global channel
    channel = grpc.insecure_channel(address)
    try:
        grpc.channel_ready_future(channel).result(timeout=10)
        return True
    except grpc.FutureTimeoutError:
        return False


def grid(*rows):
    return board.Grid(rows=rows)


def replay(rows, swaps):
    """The rows after these swaps."""
    cells = [list(row) for row in rows]
    for swap in swaps:
        (r1, c1), (r2, c2) = ((end.row, end.column) for end in (swap.first, swap.second))
        assert (r1, c1) < (r2, c2), "the cell that comes first in reading order is named first"
        cells[r1][c1], cells[r2][c2] = cells[r2][c2], cells[r1][c1]
    return ["".join(row) for row in cells]


def marks_of(row, word):
    """Wordle's two passes: right letters first, then present ones while copies remain."""
    left = collections.Counter(want for have, want in zip(row, word) if have != want)
    marks = ""
    for have, want in zip(row, word):
        if have == want:
            marks += "G"
        elif left[have] > 0:
            left[have] -= 1
            marks += "Y"
        else:
            marks += "-"
    return marks


def misplaced(start, target):
    return sum(a != b for a, b in zip("".join(start), "".join(target)))


def seeded(seed, **more):
    return board.Seeded(seed=seed, **more)


class Check(unittest.TestCase):
    """What every check has: a stub for each service, and a way to meet an error."""

    def setUp(self):
        self.puzzles = PuzzleStub(channel)
        self.lexicons = LexiconStub(channel)
        self.guesses = GuessStub(channel)

    def board(self, asked, **more):
        request = puzzle.GenerateBoardRequest(board=asked, include_target=True, **more)
        return self.puzzles.GenerateBoard(request, timeout=PATIENCE).board

    def refused(self, code, call):
        """Makes the call, which must fail with this code. Gives the message and the google.rpc details by type."""
        with self.assertRaises(grpc.RpcError) as caught:
            answer = call()
            if isinstance(answer, grpc.Call):
                # A stream fails when it is read.
                list(answer)
        error = caught.exception
        self.assertEqual(error.code(), code, error.details())
        status = rpc_status.from_call(error)
        self.assertIsNotNone(status, f"no google.rpc details: {error.details()}")
        details = {}
        for packed in status.details:
            name = packed.TypeName().removeprefix("google.rpc.")
            details[name] = getattr(error_details_pb2, name)()
            packed.Unpack(details[name])
        self.assertEqual(details["ErrorInfo"].domain, "tilewright")
        return error.details(), details

    def mistake(self, field, reason, call):
        """Makes the call, which must fail for this one field."""
        _, details = self.refused(grpc.StatusCode.INVALID_ARGUMENT, call)
        self.assertEqual(details["ErrorInfo"].reason, reason)
        (violation,) = details["BadRequest"].field_violations
        self.assertEqual((violation.field, violation.reason), (field, reason))
        self.assertTrue(violation.description)
        return violation

    def still_serves(self):
        self.assertTrue(self.lexicons.ListDictionaries(lexicon.ListDictionariesRequest(), timeout=2).dictionaries)
