#!/usr/bin/env python3
"""Checks that a blind game survives its server. Each part is run beside a server of its own:

    resume.py kill ADDRESS FILE PID     plays a game undisturbed, then kills the server in the middle of another, and
                                        leaves its tokens in FILE
    resume.py go-on ADDRESS FILE        goes on from each, on a server with the same keys: as if nothing had happened
    resume.py refuse ADDRESS FILE       is refused, by a server with other keys
"""

import json
import os
import signal
import sys
import unittest

import grpc
from google.protobuf import json_format

import support
from blind_player import Playing, advances, bare, play, play_in_pieces, said_since, silent
from contract import blind
from support import Check, seeded

# Events heard before the server is killed: that the game is on, and six swaps, each proposed and made.
HEARD = 13

file = pid = None


def plain(trace):
    """What a game said, to be written and compared."""
    return [json_format.MessageToDict(said) for said in trace]


class Kill(Check):
    def test_a_game_is_cut_off_by_the_end_of_its_server(self):
        opened = blind.Open(seeded=seeded("python/killed"), include_belief=True)
        whole = play(self.puzzles, opened, silent)
        self.assertGreater(len(whole), HEARD + 4)
        # The same step by step, for it shall not be over before its server is.
        opened.step_by_step = True
        playing = Playing(self.puzzles, opened)
        heard = []
        while len(heard) < HEARD:
            heard.append(next(playing.said))
            if event := advances(heard[-1]):
                playing.say(**event)
        # It is thinking about its next swap.
        os.kill(pid, signal.SIGKILL)
        with self.assertRaises(grpc.RpcError) as caught:
            # What was thought of already may be on its way.
            for said in playing.said:
                heard.append(said)
        playing.close()
        self.assertEqual(caught.exception.code(), grpc.StatusCode.UNAVAILABLE)
        self.assertFalse(heard[-1].HasField("finished"))
        self.assertEqual(bare(heard), bare(whole[: len(heard)]))
        with open(file, "w", encoding="utf-8") as kept:
            json.dump({"whole": plain(bare(whole)), "heard": plain(heard)}, kept)


class Kept(Check):
    """What the first server left."""

    def setUp(self):
        super().setUp()
        with open(file, encoding="utf-8") as kept:
            kept = json.load(kept)
        self.whole = kept["whole"]
        self.heard = [json_format.ParseDict(said, blind.BlindSessionResponse()) for said in kept["heard"]]
        self.assertGreaterEqual(len(self.heard), HEARD)


class GoOn(Kept):
    def test_the_rest_is_that_of_an_undisturbed_game(self):
        # The start, a swap that is made, one that is but proposed, and the last that was heard.
        for at in {0, 8, 9, len(self.heard) - 1}:
            with self.subTest(event=at):
                opened = blind.Open(resume_token=self.heard[at].resume_token)
                for way in (play, play_in_pieces):
                    rest = said_since(self.heard[: at + 1], way(self.puzzles, opened, advances))
                    self.assertEqual(plain(bare(rest)), self.whole[at + 1 :])


class Refuse(Kept):
    def test_a_token_of_other_keys_is_refused(self):
        for said in self.heard:
            opened = blind.BlindSessionRequest(open=blind.Open(resume_token=said.resume_token))
            piece = blind.StepBlindSessionRequest(events=[opened])
            self.mistake("open.resume_token", "TOKEN_INVALID", lambda: self.puzzles.BlindSession(iter([opened])))
            self.mistake(
                "events[0].open.resume_token", "TOKEN_INVALID", lambda: self.puzzles.StepBlindSession(piece)
            )


def main():
    global file, pid
    parts = {"kill": Kill, "go-on": GoOn, "refuse": Refuse}
    if len(sys.argv) < 4 or sys.argv[1] not in parts or (sys.argv[1] == "kill") != (len(sys.argv) == 5):
        sys.exit(__doc__)
    part, address, file = sys.argv[1:4]
    if part == "kill":
        pid = int(sys.argv[4])
    if not support.connect(address):
        sys.exit(f"nothing answers on {address}: is the server running?")
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(parts[part])
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    support.channel.close()
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()
