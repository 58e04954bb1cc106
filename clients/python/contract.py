"""The contract's messages and stubs, made from proto/ in memory: nothing generated is kept, so nothing can be stale.

A program of your own may rather keep what `python -m grpc_tools.protoc` generates; the names are the same.
"""

import pathlib
import sys

import grpc

# Where grpc looks for proto files.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "proto"))

board = grpc.protos("tilewright/v1/board.proto")
blind = grpc.protos("tilewright/v1/blind_session.proto")
guess, guess_services = grpc.protos_and_services("tilewright/v1/guess_service.proto")
lexicon, lexicon_services = grpc.protos_and_services("tilewright/v1/lexicon_service.proto")
puzzle, puzzle_services = grpc.protos_and_services("tilewright/v1/puzzle_service.proto")

GuessStub = guess_services.GuessServiceStub
LexiconStub = lexicon_services.LexiconServiceStub
PuzzleStub = puzzle_services.PuzzleServiceStub

STUBS = {
    "tilewright.v1.GuessService": GuessStub,
    "tilewright.v1.LexiconService": LexiconStub,
    "tilewright.v1.PuzzleService": PuzzleStub,
}
