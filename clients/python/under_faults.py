#!/usr/bin/env python3
"""Three replicas behind Envoy, under faults and load: no call that is answered once may fail, every answer is what it was
undisturbed, and every blind game goes on to its end as if nothing had happened.

    under_faults.py --tilewright BINARY --envoy BINARY --k6 BINARY --work DIRECTORY [--seconds 600] [--seed 1]

The faults, drawn from the seed: one replica at a time is killed (SIGKILL), ended (SIGTERM), stopped for some seconds
(SIGSTOP), or left without memory; chaos.py says how. Beside that, at any time, what lies between Envoy and the second
replica is slow, stalls, falls silent and breaks (flaky_link.py), and the third has next to no memory (ulimit) and may run
out of it. Before all that, one is killed while hundreds of calls are under way (crowd.py).

The load: k6 (../k6/load.js), which leaves trying again to Envoy; callers and players in this process, with the policy of
examples/clients (load.py). The program ends with status 1 where any of the above failed, or a kind of fault never came.
"""

import json
import os
import pathlib
import subprocess
import sys
import time

import grpc

import chaos
import crowd
import flaky_link
import fleet
import load
import mix

LOAD = pathlib.Path(__file__).resolve().parents[1] / "k6" / "load.js"
LINKED, SQUEEZED = 1, 2
# Address space of the squeezed replica, and what it may keep. For the mix of calls, one at a time, it takes 41 MB; with 37
# it ends. The system's allocator has one arena, since it wants 64 MB of address space for each other one, and where it does
# not get them it asks the kernel for each piece, which takes six times as long.
ULIMIT_KIB, ARENAS = 48 * 1024, "MALLOC_ARENA_MAX=1"
SMALL = ["--worlds-bytes", "1MiB", "--cache-bytes", "1MiB", "--plan-bytes", "1MiB"]
FAULTS = [
    *("replicas killed", "replicas ended", "replicas stopped", "replicas starved", "replicas that ran out of memory"),
    *flaky_link.KINDS,
]


def squeezed(number, command):
    """The command of a replica, with next to no memory if it is that one."""
    if number != SQUEEZED:
        return command
    return ["sh", "-c", f'ulimit -v {ULIMIT_KIB} && {ARENAS} exec "$@"', "sh", *command, *SMALL]


class K6:
    """k6 as a process beside this one; its figures go to those of the rest when it has ended."""

    def __init__(self, binary, work, front, answers, seconds, seed):
        self.summary, self.log, calls = work / "k6.json", work / "k6.log", work / "calls.json"
        self.summary.unlink(missing_ok=True)
        mix.write(answers, calls)
        told = {"FRONT": front, "SEED": seed, "SECONDS": seconds}
        told |= {"CALLS": calls.resolve(), "SUMMARY": self.summary.resolve()}
        options = ["--quiet", "--no-usage-report", "--log-format", "raw"]
        self.command = [binary, "run", *options, *(f"-e{name}={value}" for name, value in told.items()), LOAD]

    def __enter__(self):
        with self.log.open("wb") as log:
            # One thread, as this machine has other work.
            self.running = subprocess.Popen(self.command, stdout=log, stderr=log, env={**os.environ, "GOMAXPROCS": "1"})
        return self

    def __exit__(self, *_):
        self.running.kill()

    def report(self, figures):
        status = self.running.wait(120)
        problems = [line for line in self.log.read_text().splitlines() if "PROBLEM" in line]
        for line in problems:
            figures.problem(f"k6: {line}")
        if status and not problems:
            figures.problem(f"k6 ended with exit status {status}:\n{self.log.read_text()[-2000:]}")
        summary = json.loads(self.summary.read_text())
        figures.counts["requests"] += summary["counts"].pop("requests")
        for what, number in summary["counts"].items():
            figures.counts[f"k6: {what.replace('_', ' ')}"] += number
        for method, took in summary["took"].items():
            figures.counts["k6: calls"] += took["count"]
            figures.methods[f"{method}, by k6"] = took["count"]
            figures.slowest[f"{method}, by k6"] = took.get("max", 0) / 1e3


def main():
    parser = fleet.arguments(__doc__)
    parser.add_argument("--k6", required=True, help="k6's binary")
    parser.add_argument("--seconds", type=int, default=600, help="how long faults go on")
    parser.add_argument("--seed", type=int, default=1, help="what the faults and the calls are drawn from")
    given = parser.parse_args()
    figures = load.Figures()
    running = fleet.Fleet(given.tilewright, given.envoy, given.work, load.SETTINGS, squeezed, [LINKED])
    link = flaky_link.FlakyLink(running.links[LINKED], running.ports[LINKED], given.seed, figures.count)
    with link, running:
        with grpc.insecure_channel(running.sound) as channel:
            answers = mix.undisturbed(channel)
        k6 = K6(given.k6, pathlib.Path(given.work), running.front, answers, given.seconds, given.seed)
        with chaos.Chaos(running, figures, given.seed, SQUEEZED) as faults:
            crowd.meet_an_end(running, faults.supervisors[0], figures)
            faults.wait_for_replicas()
            link.calm = False
            with load.Load(running, figures, answers, given.seed) as made, k6:
                time.sleep(load.QUIET_S)
                faults.go_on(given.seconds)
                k6.report(figures)
    made.report()
    load.end(figures, ["calls", "k6: calls", "games by stream", "games in pieces", "games that went on elsewhere", *FAULTS])


if __name__ == "__main__":
    sys.exit(main())
