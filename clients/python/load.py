"""Load on replicas behind Envoy, and what those saw who made it: callers with a mix of all calls, and players of blind
games. rolling_restart.py and under_faults.py make it.

Calls follow the policy that examples/clients has for clients (service-config.json), and what docs/calling.md says beside it.
"""

import collections
import itertools
import pathlib
import random
import threading
import time

import grpc

import mix
from blind_player import Playing, advances, bare, follows_hints, play, play_in_pieces
from contract import PuzzleStub, blind
from support import seeded

POLICY = pathlib.Path(__file__).resolve().parents[2] / "examples" / "clients" / "service-config.json"
# A replica's connections end young, and its games are given up soon, so that a run of a minute sees all of it.
SETTINGS = ["--drain", "2s", "--connection-age", "6s", "--connection-grace", "10s", "--log-level", "info"]
# Between the calls of one of those who call, and between the moves of a game.
PAUSE_S, THINKING_S = 0.06, 0.12
CALLERS, PLAYERS_BY_STREAM, PLAYERS_IN_PIECES = 3, 4, 3
# Without faults, before and after.
QUIET_S = 1.5
# For a piece of a game, as docs/calling.md advises.
DEADLINE_OF_A_PIECE_S = 5
# Tries of a call that is answered once whose connection broke in the middle of its answer, where no policy tries again.
TRIES = 4
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
    "upstream_rq_retry_overflow": "calls that Envoy had no room to try again",
    "upstream_rq_retry_limit_exceeded": "calls that Envoy had tried often enough",
    "http2.keepalive_timeout": "connections on which nothing came back",
    "upstream_cx_connect_fail": "connections that a replica refused",
    "upstream_cx_close_notify": "connections that a replica asked to end",
    "upstream_cx_destroy_remote_with_active_rq": "connections that broke with calls under way",
    "outlier_detection.ejections_enforced_total": "times that Envoy put a replica out",
}
COUNTED = r"^(cluster\.tilewright.*\.(upstream_|http2\.|outlier_)|http\.callers\.downstream_rq_total)"


class Figures:
    """What was seen, counted by those who see it."""

    def __init__(self):
        self.lock, self.began = threading.Lock(), time.monotonic()
        self.counts = collections.Counter()
        self.methods = collections.Counter()
        self.slowest = {}
        self.problems = []

    def count(self, *what):
        with self.lock:
            self.counts.update(what)

    def answered(self, method, took):
        with self.lock:
            self.methods[method] += 1
            self.slowest[method] = max(self.slowest.get(method, 0), took)

    def problem(self, text):
        with self.lock:
            self.problems.append(text)
        print(f"PROBLEM after {time.monotonic() - self.began:.1f} s: {text}", flush=True)


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
        """Makes a call that is answered once. Where the answer breaks off in the middle, no policy makes it again, since
        some of it was there: that is done here, within the same deadline."""
        began = time.monotonic()
        for tried in itertools.count(1):
            self.figures.count("calls", "requests")
            left = timeout - (time.monotonic() - began)
            try:
                answer = method(request, timeout=left, metadata=metadata)
                self.figures.answered(name, time.monotonic() - began)
                return answer
            except grpc.RpcError as error:
                if error.code() != grpc.StatusCode.INTERNAL or has_details(error) or tried == TRIES:
                    raise
                self.figures.count("answers that broke off, and were asked for again")


def has_details(error):
    """Whether it is Tilewright's own; one without details comes from what is between."""
    return any(key == "grpc-status-details-bin" for key, _ in error.trailing_metadata() or ())


class Caller(Client):
    """Makes one call after the other, of the whole mix, and holds each answer to what it was undisturbed."""

    def __init__(self, number, address, stop, figures, answers, seed=0):
        super().__init__(address, stop, figures)
        self.random, self.answers = random.Random(f"{seed}/{number}"), answers

    def once(self):
        weights = [asked.weight for asked, _ in self.answers]
        ((asked, expected),) = self.random.choices(self.answers, weights)
        called = f"{asked.method} ({asked.name})"
        try:
            answer = self.stream(asked) if asked.streams else self.unary(asked)
        except grpc.RpcError as error:
            if not asked.refused or error.code().name != expected:
                self.figures.problem(f"{called} failed: {error.code().name} {error.details()}")
        else:
            if answer != expected and not asked.differs:
                self.figures.problem(f"{called} was answered otherwise: {str(answer)[:300]}")
        self.stop.wait(self.random.uniform(0.5, 1.5) * PAUSE_S)

    def unary(self, asked):
        return mix.same(self.asked(asked.method, asked.on(self.channel), asked.request, asked.deadline, asked.metadata))

    def stream(self, asked):
        began = time.monotonic()
        self.figures.count("requests", "streams")

        def broke(error):
            self.figures.count("requests", "streams", f"streams that ended {error.code().name}")

        messages = mix.read(asked, self.channel, broke)
        self.figures.answered(asked.method, time.monotonic() - began)
        return mix.of_a_stream(asked, messages)


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
                most = min(timeout, DEADLINE_OF_A_PIECE_S)
                return self.asked("StepBlindSession", self.puzzles.StepBlindSession, request, most)

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
                if error.code() not in mix.BROKEN or tries > mix.TRIES:
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


class Load:
    """Callers and players. They begin with the block, and end with it, what they are at being finished."""

    def __init__(self, running, figures, answers, seed=0):
        self.running, self.figures, self.stop = running, figures, threading.Event()
        games = undisturbed(running.sound)
        shared = running.front, self.stop, figures
        self.clients = [Caller(number, *shared, answers, seed) for number in range(CALLERS)]
        for kind, players in (("by stream", PLAYERS_BY_STREAM), ("in pieces", PLAYERS_IN_PIECES)):
            self.clients += [Player(number, *shared, games, kind) for number in range(players)]

    def __enter__(self):
        self.before, self.began = self.running.stats(COUNTED), time.monotonic()
        for client in self.clients:
            client.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for client in self.clients:
            client.join()
        self.took = time.monotonic() - self.began
        after = self.running.stats(COUNTED)
        self.since = {name: figure - self.before.get(name, 0) for name, figure in after.items()}

    def report(self):
        print(f"in {self.took:.0f} s:")
        requests = self.figures.counts["requests"]
        for what, number in sorted(self.figures.counts.items()):
            if what != "requests":
                print(f"{number:7}  {what}")
        for name, what in ENVOY.items():
            print(f"{sum(figure for key, figure in self.since.items() if key.endswith('.' + name)):7}  {what}")
        print(f"{self.since['http.callers.downstream_rq_total'] - requests:7}  calls that the clients' library tried again")
        print("answers, and the slowest, in ms:")
        for method, slowest in sorted(self.figures.slowest.items()):
            print(f"{self.figures.methods[method]:7}  {slowest * 1e3:6.0f}  {method}")


def end(figures, needed):
    """Says how it went, and ends the program with status 1 if anything went wrong, or anything needed did not happen."""
    missing = [f"there were no {what}" for what in needed if not figures.counts[what]]
    if figures.problems or missing:
        print(*figures.problems[:20], *missing, sep="\n")
        raise SystemExit(f"{len(figures.problems) + len(missing)} problems")
    print("no call failed, every answer was the same, and every game went on to its end as if nothing had happened")
