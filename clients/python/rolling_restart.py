#!/usr/bin/env python3
"""Restarts three replicas behind Envoy, one after the other, while calls are made and blind games are played. No call may
fail, and every game must go on to its end as if nothing had happened.

    rolling_restart.py --tilewright BINARY --envoy BINARY --work DIRECTORY [--rounds 2]

The replicas end by SIGTERM, and one of them, last, by SIGKILL. Calls follow the policy that examples/clients has for
clients (service-config.json). Their connections to Envoy stay; those of Envoy to the replicas also end by old age.
"""

import collections
import itertools
import pathlib
import random
import signal
import sys
import threading
import time

import grpc

import fleet
from blind_player import Playing, advances, bare, follows_hints, play, play_in_pieces
from contract import GuessStub, LexiconStub, PuzzleStub, blind, board, guess, lexicon, puzzle
from support import grid, seeded

POLICY = pathlib.Path(__file__).resolve().parents[2] / "examples" / "clients" / "service-config.json"
# A replica's connections end young, and its games are given up soon, so that a run of a minute sees all of it.
SETTINGS = ["--drain", "2s", "--connection-age", "6s", "--connection-grace", "10s", "--log-level", "info"]
# Between the calls of one of those who call, and between the moves of a game.
PAUSE_S, THINKING_S = 0.06, 0.12
CALLERS, PLAYERS_BY_STREAM, PLAYERS_IN_PIECES = 3, 4, 3
# A stream that ends so goes on elsewhere: the replica ends, or its connection broke.
RESUMED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.INTERNAL, grpc.StatusCode.CANCELLED)
# Streams in a row that say nothing new before the game is given up as lost.
TRIES = 20
# Without restarts, before and after.
QUIET_S = 1.5
# What each kind of game is opened with, and by whom it is played.
GAMES = {
    "entropy": (dict(strategy=blind.STRATEGY_ENTROPY, include_belief=True, step_by_step=True), advances),
    "joint": (dict(strategy=blind.STRATEGY_JOINT, include_belief=True, step_by_step=True), advances),
    "caller": (dict(strategy=blind.STRATEGY_ENTROPY, player=blind.PLAYER_CALLER), follows_hints),
}
BOARDS = 2
# What Envoy counts, and what that is called here.
ENVOY = {
    "upstream_rq_retry": "calls that Envoy tried again",
    "upstream_rq_retry_success": "of these answered then",
    "upstream_cx_connect_fail": "connections that a replica refused",
    "upstream_cx_close_notify": "connections that a replica asked to end",
    "upstream_cx_destroy_remote_with_active_rq": "connections that broke with calls under way",
}


class Figures:
    """What was seen, counted by those who see it."""

    def __init__(self):
        self.lock = threading.Lock()
        self.counts = collections.Counter()
        self.slowest = {}
        self.problems = []

    def count(self, *what):
        with self.lock:
            self.counts.update(what)

    def answered(self, name, took):
        with self.lock:
            self.slowest[name] = max(self.slowest.get(name, 0), took)

    def problem(self, text):
        with self.lock:
            self.problems.append(text)


class Client(threading.Thread):
    """Has a channel of its own to Envoy, with the policy of examples/clients, and goes on until it is stopped."""

    def __init__(self, address, stop, figures):
        super().__init__(daemon=True)
        options = [("grpc.service_config", POLICY.read_text()), ("grpc.use_local_subchannel_pool", 1)]
        self.channel, self.stop, self.figures = grpc.insecure_channel(address, options), stop, figures

    def run(self):
        while not self.stop.is_set():
            self.once()
        self.channel.close()

    def asked(self, name, method, request, timeout, metadata=()):
        """Makes a call."""
        began = time.monotonic()
        self.figures.count("calls", "requests")
        answer = method(request, timeout=timeout, metadata=metadata)
        self.figures.answered(name, time.monotonic() - began)
        return answer


class Caller(Client):
    """Makes one call after the other, of all kinds."""

    def __init__(self, number, address, stop, figures):
        super().__init__(address, stop, figures)
        self.random, self.number = random.Random(number), number
        puzzles, guesses, lexicons = PuzzleStub(self.channel), GuessStub(self.channel), LexiconStub(self.channel)
        swapped = puzzle.MinSwapsRequest(start=grid("wsooa", "snido"), target=grid("woods", "onias"))
        solved = puzzle.SolveRequest(start=grid("tac", "gdo"), words=board.Words())
        marked = guess.MarkGuessRequest(guess="crane", answer="caper")
        ranked = guess.RankGuessesRequest(history=[guess.Turn(guess="tarse", marks="-Y--G")])
        looked_up = lexicon.LookUpWordsRequest(words=["hotel", "xyzzy"])
        # Each with a deadline.
        self.calls = [
            ("MinSwaps", puzzles.MinSwaps, lambda: swapped, 2),
            ("GenerateBoard", puzzles.GenerateBoard, self.new_board, 5),
            ("GenerateBoard by key", puzzles.GenerateBoard, self.known_board, 5),
            ("Solve", puzzles.Solve, lambda: solved, 5),
            ("MarkGuess", guesses.MarkGuess, lambda: marked, 2),
            ("RankGuesses", guesses.RankGuesses, lambda: ranked, 5),
            ("LookUpWords", lexicons.LookUpWords, lambda: looked_up, 2),
        ]

    def new_board(self):
        return puzzle.GenerateBoardRequest(board=seeded(f"restart/{self.number}/{self.random.getrandbits(40)}"))

    def known_board(self):
        return puzzle.GenerateBoardRequest(board=seeded(f"restart/known/{self.random.randrange(5)}"))

    def once(self):
        name, method, make, timeout = self.random.choice(self.calls)
        request = make()
        metadata = [("tilewright-key", request.board.seed)] if name.endswith("by key") else []
        try:
            self.asked(name, method, request, timeout, metadata)
        except grpc.RpcError as error:
            self.figures.problem(f"{name} failed: {error.code().name} {error.details()}")
        self.stop.wait(self.random.uniform(0.5, 1.5) * PAUSE_S)


class Player(Client):
    """Plays the same games over and over, and holds them to how they went undisturbed."""

    def __init__(self, number, address, stop, figures, games, kind):
        super().__init__(address, stop, figures)
        self.kind, self.puzzles = kind, PuzzleStub(self.channel)
        # Each begins with another game.
        self.games = itertools.islice(itertools.cycle(games), number, None)

    def once(self):
        name, opened, caller, whole = next(self.games)

        def thinks(said):
            event = caller(said)
            if event:
                time.sleep(THINKING_S)
            return event

        try:
            trace = self.by_stream(opened, thinks) if self.kind == "by stream" else self.in_pieces(opened, thinks)
        except grpc.RpcError as error:
            return self.figures.problem(f"{name} {self.kind} was lost: {error.code().name} {error.details()}")
        self.figures.count(f"games {self.kind}")
        if bare(trace) != whole:
            self.figures.problem(f"{name} {self.kind} went another way, after {len(trace)} of {len(whole)} events")

    def in_pieces(self, opened, caller):
        """A game in pieces; each is a call as any other."""

        class Counted:
            @staticmethod
            def StepBlindSession(request, timeout):
                return self.asked("StepBlindSession", self.puzzles.StepBlindSession, request, timeout)

        return play_in_pieces(Counted, opened, caller)

    def by_stream(self, opened, caller):
        """A game as a stream, which goes on from its last token when the stream ends early."""
        trace, tries = [], 0
        while True:
            known = len(trace)
            repeated = []
            if trace:
                opened = blind.Open(resume_token=trace[-1].resume_token)
                repeated = ["proposed", "opened"] if trace[-1].HasField("proposed") else ["opened"]
            self.figures.count("requests", "streams")
            playing = Playing(self.puzzles, opened)
            try:
                for said in playing.said:
                    # First how things stand, which is known; what is to be done follows from the last of it.
                    if repeated:
                        assert said.WhichOneof("event") == repeated.pop(), "not how the game stood"
                        if repeated:
                            continue
                    else:
                        trace.append(said)
                    if event := caller(said):
                        playing.say(**event)
                return trace
            except grpc.RpcError as error:
                self.figures.count(f"streams that ended {error.code().name}")
                tries = 0 if len(trace) > known else tries + 1
                if error.code() not in RESUMED or tries > TRIES:
                    raise
                time.sleep(0.05 * tries)
                if trace:
                    self.figures.count("games that went on elsewhere")
            finally:
                playing.close()


def undisturbed(address):
    """The games that are played, and all that is said in each."""
    with grpc.insecure_channel(address) as channel:
        games = []
        for number, (kind, (options, caller)) in itertools.product(range(BOARDS), GAMES.items()):
            opened = blind.Open(seeded=seeded(f"restart/game/{number}"), **options)
            whole = bare(play(PuzzleStub(channel), opened, caller))
            assert whole[-1].finished.solved, f"a game of {kind} is not solved"
            games.append((f"the game of {kind} on board {number}", opened, caller, whole))
        return games


def restart_all(running, rounds, figures):
    """Restarts the replicas one after the other."""
    for _ in range(rounds):
        for number, replica in enumerate(running.replicas, 1):
            status, took = replica.end()
            figures.count("restarts by SIGTERM")
            if status != 0:
                figures.problem(f"replica {number} ended with exit status {status}")
            print(f"replica {number}: ended by SIGTERM within {took:.1f} s", flush=True)
            replica.start()
            running.wait_for_replicas()
    replica = running.replicas[0]
    replica.end(signal.SIGKILL)
    figures.count("restarts by SIGKILL")
    print("replica 1: killed", flush=True)
    time.sleep(QUIET_S)
    replica.start()
    running.wait_for_replicas()


def main():
    parser = fleet.arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=2, help="how often each replica is restarted")
    given = parser.parse_args()
    figures, stop = Figures(), threading.Event()
    with fleet.Fleet(given.tilewright, given.envoy, given.work, SETTINGS) as running:
        games = undisturbed(running.front)
        clients = [Caller(number, running.front, stop, figures) for number in range(CALLERS)]
        for kind, players in (("by stream", PLAYERS_BY_STREAM), ("in pieces", PLAYERS_IN_PIECES)):
            clients += [Player(number, running.front, stop, figures, games, kind) for number in range(players)]
        before = running.stats(r"^(cluster\.tilewright.*\.upstream_|http\.callers\.downstream_rq_total)")
        began = time.monotonic()
        for client in clients:
            client.start()
        time.sleep(QUIET_S)
        restart_all(running, given.rounds, figures)
        time.sleep(QUIET_S)
        stop.set()
        for client in clients:
            client.join()
        took = time.monotonic() - began
        after = running.stats(r"^(cluster\.tilewright.*\.upstream_|http\.callers\.downstream_rq_total)")
    since = {name: figure - before.get(name, 0) for name, figure in after.items()}
    report(figures, since, took)
    needed = ["calls", "games by stream", "games in pieces", "games that went on elsewhere"]
    unseen = [what for what in needed if not figures.counts[what]]
    if figures.problems or unseen:
        print(*figures.problems[:20], *(f"there were no {what}" for what in unseen), sep="\n")
        sys.exit(f"{len(figures.problems)} problems")
    print("no call failed, and every game went on to its end as if nothing had happened")


def report(figures, since, took):
    print(f"in {took:.0f} s:")
    requests = figures.counts.pop("requests")
    for what, number in sorted(figures.counts.items()):
        print(f"{number:7}  {what}")
    for name, what in ENVOY.items():
        print(f"{sum(figure for key, figure in since.items() if key.endswith('.' + name)):7}  {what}")
    print(f"{since['http.callers.downstream_rq_total'] - requests:7}  calls that the clients tried again")
    print("the slowest, in ms:", ", ".join(f"{name} {s * 1e3:.0f}" for name, s in sorted(figures.slowest.items())))


if __name__ == "__main__":
    main()
