"""A mix of all calls of the contract, each with the deadline that docs/calling.md advises, and with what it was answered
when nothing disturbed it. load.py makes these calls, and so does load.js of ../k6, which reads the file that `write` makes.
"""

import json
import time
from dataclasses import dataclass

import grpc
from google.protobuf import json_format
from grpc_health.v1 import health_pb2, health_pb2_grpc

from contract import STUBS, blind, board, guess, lexicon, puzzle
from support import grid, seeded

CALLED = STUBS | {"grpc.health.v1.Health": health_pb2_grpc.HealthStub}
# What differs from one time to the next though the call is the same.
PASSING = ("stats", "session_id", "resume_token")
# A stream that ends so is asked again, for what is missing: its replica ends, or its connection broke.
BROKEN = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.INTERNAL, grpc.StatusCode.CANCELLED)
# Streams in a row that say nothing new before what was asked is given up as lost.
TRIES = 20
# Some give their last word shortly before their deadline; these shall come to an end by themselves.
PATIENCE_OF_A_STREAM_S = 60


@dataclass(frozen=True)
class Asked:
    """A call of the mix."""

    name: str
    service: str
    method: str
    request: object
    # In seconds.
    deadline: float
    # The value of tilewright-key; empty: none is sent.
    key: str = ""
    streams: bool = False
    # How often it is drawn, compared with others.
    weight: int = 4
    # It is a caller's mistake, and is answered as one.
    refused: bool = False
    # Which replica answers makes a difference: one that drains is not serving.
    differs: bool = False

    @property
    def metadata(self):
        return [("tilewright-key", self.key)] if self.key else []

    def on(self, channel):
        return getattr(CALLED[self.service](channel), self.method)


def puzzles(name, method, request, deadline, **more):
    return Asked(name, "tilewright.v1.PuzzleService", method, request, deadline, **more)


def guesses(name, method, request, deadline, **more):
    return Asked(name, "tilewright.v1.GuessService", method, request, deadline, **more)


def lexicons(name, method, request, deadline, **more):
    return Asked(name, "tilewright.v1.LexiconService", method, request, deadline, **more)


def boards():
    """Boards of rows, some of them by their key, and of lattices."""
    for number in range(4):
        seed = f"mix/{number}"
        asked = puzzle.GenerateBoardRequest(board=seeded(seed), include_target=True)
        yield puzzles(f"a board of rows, {number}", "GenerateBoard", asked, 5, key=seed if number % 2 else "")
        lattice = board.Layout(kind=board.Layout.KIND_LATTICE, rows=5, columns=5)
        asked = puzzle.GenerateBoardRequest(board=seeded(seed, layout=lattice))
        yield puzzles(f"a lattice, {number}", "GenerateBoard", asked, 5, key=seed if number % 2 else "")
    asked = puzzle.GenerateBoardRequest(board=seeded("mix/blind"), include_blind_par=True)
    yield puzzles("a board with its blind par", "GenerateBoard", asked, 15, weight=1)


def all_calls():
    """The mix: every method of every service but BlindSession, which takes somebody who plays."""
    rows = ["wsooa", "snido", "rhtpy", "uhtvc", "uianj"]
    turned = ["".join(reversed(row)) for row in reversed(rows)]
    some, others = grid("wsooa", "snido"), grid("woods", "onias")
    history = [guess.Turn(guess="tarse", marks="-Y--G")]
    chain = "crane tiger queer odder joker hover foyer boxer wooer sower rower power mower lower".split()
    pets = board.Words(words="ack ina eae pan poa xxa xya ote eue".split())
    alone = blind.Open(seeded=seeded("mix/alone"), strategy=blind.STRATEGY_ENTROPY, include_belief=True)
    solvers = [puzzle.SOLVER_EXACT, puzzle.SOLVER_STAR, puzzle.SOLVER_CYCLIC, puzzle.SOLVER_ENTROPY]
    small = board.Layout(rows=4, columns=4)
    return [
        *boards(),
        puzzles("ten tiles", "MinSwaps", puzzle.MinSwapsRequest(start=some, target=others), 2),
        puzzles("25 tiles", "MinSwaps", puzzle.MinSwapsRequest(start=grid(*rows), target=grid(*turned)), 2),
        puzzles("letters that differ", "MinSwaps", puzzle.MinSwapsRequest(start=grid("abc"), target=grid("abd")), 2,
                refused=True),
        puzzles("to a target", "Solve", puzzle.SolveRequest(start=some, target=others, method=puzzle.METHOD_STAR), 5),
        puzzles("to any words", "Solve", puzzle.SolveRequest(start=grid(*rows), words=board.Words()), 5),
        puzzles("side by side", "CompareSolvers", puzzle.CompareSolversRequest(
            seeded=seeded("mix/showdown", layout=small), solvers=solvers), 15, weight=2),
        puzzles("a whole game", "StepBlindSession", blind.StepBlindSessionRequest(
            events=[blind.BlindSessionRequest(open=alone)]), 30, weight=2),
        puzzles("sixty boards", "GenerateBoards", puzzle.GenerateBoardsRequest(
            template=puzzle.GenerateBoardRequest(board=board.Seeded(), include_target=True),
            seeds=[f"mix/many/{number}" for number in range(60)]), PATIENCE_OF_A_STREAM_S, streams=True),
        guesses("marks", "MarkGuess", guess.MarkGuessRequest(guess="crane", answer="caper"), 2),
        guesses("a game's next guess", "RankGuesses", guess.RankGuessesRequest(history=history), 5),
        guesses("with all that it tells", "RankGuesses", guess.RankGuessesRequest(limit=8, include_buckets=True), 5),
        guesses("planned to the end", "RankGuesses", guess.RankGuessesRequest(
            history=history, objective=guess.OBJECTIVE_EXPECTED_GUESSES, guesses_left=5,
            only=["clone", "crone", "alone", "plane"]), 5, weight=1),
        guesses("a long chain", "CheckChain", guess.CheckChainRequest(chain=chain), 2),
        guesses("from TARSE", "EvaluateStrategy", guess.EvaluateStrategyRequest(opener="tarse"), 10, streams=True,
                weight=1),
        guesses("of nine words", "LongestChain", guess.LongestChainRequest(words=pets, word_length=3),
                PATIENCE_OF_A_STREAM_S, streams=True),
        lexicons("all lists", "ListDictionaries", lexicon.ListDictionariesRequest(), 2),
        lexicons("two words", "LookUpWords", lexicon.LookUpWordsRequest(words=["hotel", "xyzzy"]), 2),
        Asked("health", "grpc.health.v1.Health", "Check", health_pb2.HealthCheckRequest(), 2, weight=2, differs=True),
    ]


def same(message):
    """What of an answer is the same each time, as JSON has it; what is not set, and what is nothing, are alike."""

    def kept(value):
        if isinstance(value, dict):
            fields = {name: kept(field) for name, field in value.items() if name not in PASSING}
            return {name: field for name, field in fields.items() if field not in (None, "", "0", 0, False, [], {})}
        return [kept(one) for one in value] if isinstance(value, list) else value

    return kept(json_format.MessageToDict(message, preserving_proto_field_name=True))


def of_a_stream(asked, messages):
    """What of all that a stream said is the same each time: all boards, or its last word, which is the answer."""
    if asked.method == "GenerateBoards":
        return [same(message)["board"] for message in messages]
    return same(messages[-1])


def read(asked, channel, broke=lambda error: None):
    """All that a stream says. When it breaks off it is asked again: for the boards that are missing, or from the beginning.
    `broke` is told each time."""
    messages, tries, request = [], 0, asked.request
    while True:
        known = len(messages)
        try:
            for message in asked.on(channel)(request, timeout=asked.deadline, metadata=asked.metadata):
                messages.append(message)
            return messages
        except grpc.RpcError as error:
            broke(error)
            resumed = asked.method == "GenerateBoards"
            tries = 0 if resumed and len(messages) > known else tries + 1
            if error.code() not in BROKEN or tries > TRIES:
                raise
        if resumed:
            missing = asked.request.seeds[len(messages) :]
            request = puzzle.GenerateBoardsRequest(template=asked.request.template, seeds=missing)
        else:
            messages = []
        time.sleep(0.05 * tries)


def undisturbed(channel):
    """Each call of the mix with what it is answered; a refusal by its status."""
    answers = []
    for asked in all_calls():
        try:
            if asked.streams:
                answer = of_a_stream(asked, read(asked, channel))
            else:
                answer = same(asked.on(channel)(asked.request, timeout=asked.deadline))
        except grpc.RpcError as error:
            if not asked.refused:
                raise
            answer = error.code().name
        answers.append((asked, answer))
    return answers


def write(answers, path):
    """The mix with its answers, for load tools."""
    written = [
        {
            "name": asked.name,
            "method": f"{asked.service}/{asked.method}",
            "request": json_format.MessageToDict(asked.request),
            "deadline_s": asked.deadline,
            "key": asked.key,
            "streams": asked.streams,
            "weight": asked.weight,
            "answer": answer,
        }
        for asked, answer in answers
    ]
    path.write_text(json.dumps(written, indent=1))
