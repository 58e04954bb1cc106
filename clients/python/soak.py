#!/usr/bin/env python3
"""Calls a server at a steady rate for a long time, and looks whether its memory, its open files, its threads and its slowest answers
stay what they are.

    soak.py [--minutes 30] [--rate 60] [--picture FILE.svg] [--table FILE.csv] BINARY

The calls are drawn from a seed, of every method, each on one of a few connections of which one is made anew every second; one caller in
twenty leaves before the answer comes, one request in twenty is nonsense, and one game in two is left open. The server's caches
are made small, so that they are full after the first minutes, as they are after days in production. What is measured is compared
between the third sixth of the time and the last. A picture needs matplotlib.
"""

import argparse
import csv
import dataclasses
import itertools
import pathlib
import random
import statistics
import sys
import threading
import time
import urllib.request

import grpc

import drawn
from contract import STUBS
from serving import Server

SETTINGS = ["--cache-bytes", "4MiB", "--worlds-bytes", "16MiB", "--plan-bytes", "16MiB", "--game-idle", "1min"]
# Each waits for its call; there are enough of them that the rate is kept.
CALLERS = 24
CONNECTIONS = 4
DEADLINE_S = 20
# One in so many.
LEAVES, NONSENSE, STAYS_OPEN = 20, 20, 2
SAMPLE_S = 5
# What may be more at the end than in the middle: of memory and of the 99th percentile, as a share; of files and threads, in numbers.
MORE_MEMORY, MORE_TIME, MORE_FILES = 0.05, 0.5, 20


@dataclasses.dataclass
class Sample:
    """What was seen at a time; `p50_ms` and `p99_ms` are of the calls since the one before."""

    minute: float
    calls: int
    failed: int
    p50_ms: float
    p99_ms: float
    resident_mb: float
    allocated_mb: float
    files: int
    threads: int
    connections: int
    games: int


class Load:
    """Calls, and what they took."""

    def __init__(self, address, rate, seed):
        self.address, self.rate, self.seed = address, rate, seed
        self.lock, self.stop = threading.Lock(), threading.Event()
        self.took, self.failures, self.calls = [], [], 0
        self.requests = drawn.requests(seed)
        self.connections = [self.connect() for _ in range(CONNECTIONS)]
        self.began = time.monotonic()

    def connect(self):
        channel = grpc.insecure_channel(self.address, [("grpc.use_local_subchannel_pool", 1)])
        return channel, {service: stub(channel) for service, stub in STUBS.items()}

    def renew_connections(self):
        """Makes one of them anew each second. What still runs on the old one goes on to its end."""
        for at in itertools.cycle(range(CONNECTIONS)):
            if self.stop.wait(1):
                return
            old, self.connections[at] = self.connections[at], self.connect()
            threading.Timer(DEADLINE_S, old[0].close).start()

    def turn(self):
        """The next call: its number, what is asked, and when it is due."""
        with self.lock:
            number, asked = self.calls, next(self.requests)
            self.calls += 1
        return number, asked, self.began + number / self.rate

    def run(self):
        while not self.stop.is_set():
            number, asked, due = self.turn()
            if self.stop.wait(max(0, due - time.monotonic())):
                return
            chance = random.Random(f"{self.seed}/call/{number}")
            try:
                if chance.randrange(NONSENSE) == 0:
                    self.ask_nonsense(asked, chance)
                else:
                    self.ask(asked, chance.randrange(LEAVES) == 0, chance)
            except grpc.RpcError as error:
                with self.lock:
                    self.failures.append(f"{asked.method}: {error.code().name} {error.details()}")

    def ask(self, asked, leaves, chance):
        stubs = chance.choice(self.connections)[1]
        method = getattr(stubs[asked.service], asked.method)
        began = time.monotonic()
        if asked.method == "BlindSession":
            stays_open = threading.Event()
            call = method(self.events(asked.request, stays_open), timeout=DEADLINE_S)
            if chance.randrange(STAYS_OPEN) == 0:
                next(call)
                threading.Timer(DEADLINE_S / 2, call.cancel).start()
                return
            list(call)
            stays_open.set()
        elif leaves:
            call = method.future(asked.request, timeout=DEADLINE_S) if hasattr(method, "future") else method(asked.request)
            time.sleep(chance.random() / 100)
            call.cancel()
            return
        else:
            answer = method(asked.request, timeout=DEADLINE_S)
            if isinstance(answer, grpc.Call):
                list(answer)
        with self.lock:
            self.took.append(time.monotonic() - began)

    @staticmethod
    def events(first, until):
        yield first
        until.wait(DEADLINE_S)

    def ask_nonsense(self, asked, chance):
        """Bytes that are no request, or one that says something else; whatever comes is an answer."""
        channel = chance.choice(self.connections)[0]
        path = f"/{asked.service}/{asked.method}"
        bytes_ = bytearray(asked.request.SerializeToString() or b"x")
        for _ in range(chance.randint(1, 5)):
            bytes_[chance.randrange(len(bytes_))] = chance.randrange(256)
        call = channel.unary_stream(path)(bytes(bytes_), timeout=1)
        try:
            list(call)
        except grpc.RpcError as error:
            if error.code() in (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN):
                raise

    def since_last(self):
        """How long the calls took that were answered since this was last asked, and all failures so far."""
        with self.lock:
            took, self.took = self.took, []
            return sorted(took), len(self.failures)


def figure(metrics, name):
    return sum(float(line.split()[-1]) for line in metrics.splitlines() if line.startswith(name))


def sample(server, load, began):
    took, failed = load.since_last()
    proc = pathlib.Path(f"/proc/{server.process.pid}")
    status = dict(line.split(":", 1) for line in (proc / "status").read_text().splitlines())
    with urllib.request.urlopen(f"http://{server.admin}/metrics", timeout=5) as answer:
        metrics = answer.read().decode()
    at = lambda share: took[min(int(share * len(took)), len(took) - 1)] * 1e3 if took else float("nan")
    return Sample(
        minute=(time.monotonic() - began) / 60,
        calls=load.calls,
        failed=failed,
        p50_ms=at(0.5),
        p99_ms=at(0.99),
        resident_mb=int(status["VmRSS"].split()[0]) * 1024 / 1e6,
        allocated_mb=figure(metrics, "tilewright_memory_allocated_bytes") / 1e6,
        files=len(list((proc / "fd").iterdir())),
        threads=int(status["Threads"]),
        connections=int(figure(metrics, "tilewright_connections_open")),
        games=int(figure(metrics, "tilewright_games_open")),
    )


def compared(samples):
    """Medians in the third sixth and in the last, and what is wrong with that."""
    sixth = len(samples) // 6
    middle, end = samples[2 * sixth : 3 * sixth], samples[-sixth:]
    wrong = []
    for name, most in [
        ("resident_mb", lambda was: was * (1 + MORE_MEMORY)),
        ("allocated_mb", lambda was: was * (1 + MORE_MEMORY)),
        ("p50_ms", lambda was: was * (1 + MORE_TIME)),
        ("p99_ms", lambda was: was * (1 + MORE_TIME)),
        ("files", lambda was: was + MORE_FILES),
        ("threads", lambda was: was),
        ("games", lambda was: was + MORE_FILES),
    ]:
        was, is_ = (statistics.median(getattr(one, name) for one in part) for part in (middle, end))
        print(f"{name:12} {was:8.1f} in the third sixth, {is_:8.1f} in the last")
        if is_ > most(was):
            wrong.append(name)
    return wrong


def draw(samples, path):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    rows = [
        ("memory, MB", ["resident_mb", "allocated_mb"]),
        ("answers, ms", ["p50_ms", "p99_ms"]),
        ("in number", ["files", "threads", "connections", "games"]),
    ]
    figure_, axes = pyplot.subplots(len(rows), sharex=True, figsize=(9, 8), layout="constrained")
    minutes = [one.minute for one in samples]
    for axis, (label, names) in zip(axes, rows):
        for name in names:
            axis.plot(minutes, [getattr(one, name) for one in samples], label=name, linewidth=1)
        axis.set_ylabel(label)
        axis.set_ylim(bottom=0)
        axis.legend(loc="center right")
        axis.grid(alpha=0.3)
    axes[-1].set_xlabel("minutes")
    figure_.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=60, help="calls a second")
    parser.add_argument("--seed", default="soak")
    parser.add_argument("--picture", metavar="FILE.svg")
    parser.add_argument("--table", metavar="FILE.csv")
    given = parser.parse_args()
    server = Server(given.binary, *SETTINGS)
    load = Load(server.address, given.rate, given.seed)
    threads = [threading.Thread(target=load.run, daemon=True) for _ in range(CALLERS)]
    threads.append(threading.Thread(target=load.renew_connections, daemon=True))
    for thread in threads:
        thread.start()
    samples, began = [], time.monotonic()
    while time.monotonic() - began < given.minutes * 60:
        time.sleep(SAMPLE_S)
        samples.append(sample(server, load, began))
        if len(samples) % 12 == 0:
            print(samples[-1], flush=True)
    load.stop.set()
    for thread in threads:
        thread.join()
    if given.table:
        with open(given.table, "w", newline="") as file:
            table = csv.writer(file)
            table.writerow(field.name for field in dataclasses.fields(Sample))
            table.writerows(dataclasses.astuple(one) for one in samples)
    if given.picture:
        draw(samples, given.picture)
    print(f"{load.calls} calls, {len(load.failures)} failed")
    print(*load.failures[:10], sep="\n")
    wrong = compared(samples)
    server.end()
    if wrong or load.failures:
        sys.exit(f"not flat: {', '.join(wrong)}; {len(load.failures)} calls failed")


if __name__ == "__main__":
    main()
