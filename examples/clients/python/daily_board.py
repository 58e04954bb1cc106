#!/usr/bin/env python3
"""Today's board and its par, the fewest swaps to its target, and a mistake as it is told.

    daily_board.py [ADDRESS]        dns:///127.0.0.1:50051 where none is given

TILEWRIGHT_CA is a file of certificates: with it the call goes over TLS; TILEWRIGHT_TOKEN_FILE holds a token. It takes
grpcio, grpcio-tools (which reads proto/) and grpcio-status: clients/python/requirements.txt pins them.
"""

import datetime
import os
import pathlib
import sys

import grpc

from client import Refusal, board, connect, puzzle


def read(variable):
    """The bytes of the file that this variable names, if it does."""
    return pathlib.Path(os.environ[variable]).read_bytes() if variable in os.environ else None


def main():
    address = sys.argv[1] if len(sys.argv) > 1 else "dns:///127.0.0.1:50051"
    token = read("TILEWRIGHT_TOKEN_FILE")
    with connect(address, token and token.decode().strip(), read("TILEWRIGHT_CA")) as client:
        # The day by UTC, so that all backends ask for the same board, wherever they stand.
        seed = f"daily/{datetime.datetime.now(datetime.timezone.utc).date()}"
        asked = puzzle.GenerateBoardRequest(board=board.Seeded(seed=seed), include_target=True)
        made = client.puzzles.GenerateBoard(asked, **client.call(timeout=5, key=seed)).board
        print(f"{seed}:", *made.start.rows, f"par {made.par.min_swaps}")

        asked = puzzle.MinSwapsRequest(start=made.start, target=made.target)
        answer = client.puzzles.MinSwaps(asked, **client.call(timeout=2))
        print(answer.min_swaps, "swaps, proven" if answer.proven else "swaps at most")

        asked.target.rows[1] += "x"
        try:
            client.puzzles.MinSwaps(asked, **client.call(timeout=2))
        except grpc.RpcError as error:
            refusal = Refusal(error)
            print(f"refused: {refusal.reason}, in {refusal.fields}, as request {refusal.request_id}")


if __name__ == "__main__":
    try:
        main()
    except grpc.RpcError as error:
        refusal = Refusal(error)
        sys.exit(f"{refusal}" if refusal.reason else f'{refusal}: see "When nothing answers" in docs/calling.md')
