"""What is done to the replicas in under_faults.py: killed, ended, stopped, left without memory. Whatever ends is started
again, as Kubernetes would.
"""

import pathlib
import random
import resource
import signal
import subprocess
import threading
import time

import grpc

from contract import GuessStub, guess

# From a replica's end to its next start.
RESTART_S = 0.5
# How long one is stopped, and how long all are left alone after each fault, once all of them serve.
STOPPED_S, QUIET_S = (1, 8), (0.5, 2)
# How long one is left without more memory.
STARVED_S = 5
# How a replica ends that asks for memory and gets none.
ABORTED = -signal.SIGABRT


class Supervisor(threading.Thread):
    """Starts a replica again whenever it has ended, and says how it ended."""

    def __init__(self, number, replica, figures, may_run_out):
        super().__init__(daemon=True)
        self.number, self.replica, self.figures, self.may_run_out = number, replica, figures, may_run_out
        self.asked_for, self.starting, self.done = None, False, threading.Event()

    @property
    def serves(self):
        return not self.starting and self.replica.running.poll() is None

    def signal(self, how):
        """Sends a signal that ends it."""
        self.asked_for = how
        self.replica.running.send_signal(how)

    def run(self):
        while not self.done.wait(0.05):
            status = self.replica.running.poll()
            if status is None:
                continue
            self.starting = True
            self.judge(status)
            self.done.wait(RESTART_S)
            try:
                self.replica.start()
            except RuntimeError:
                # It ended while it started, and is looked at again.
                continue
            self.starting = False
            self.figures.count("replicas started again")

    def judge(self, status):
        expected = {signal.SIGTERM: 0, signal.SIGKILL: -signal.SIGKILL}.get(self.asked_for)
        if status == ABORTED and self.may_run_out and "memory allocation" in self.replica.log.read_text():
            self.figures.count("replicas that ran out of memory")
        elif status != expected:
            self.figures.problem(f"replica {self.number} ended with exit status {status}, asked to by {self.asked_for}")
        self.asked_for = None


class Chaos:
    """Faults on purpose, one at a time: the next comes when all replicas serve again. Each kind falls on each replica before
    one comes twice. Links and memory have theirs at any time."""

    def __init__(self, running, figures, seed, squeezed):
        self.running, self.figures, self.random, self.squeezed = running, figures, random.Random(seed), squeezed
        self.supervisors = [
            Supervisor(number, replica, figures, number == squeezed) for number, replica in enumerate(running.replicas)
        ]
        self.due = []

    def __enter__(self):
        for supervisor in self.supervisors:
            supervisor.start()
        return self

    def __exit__(self, *_):
        for supervisor in self.supervisors:
            supervisor.done.set()
            supervisor.join()

    def go_on(self, seconds):
        """Does its worst for so long."""
        over = time.monotonic() + seconds
        while time.monotonic() < over:
            self.once()
            self.wait_for_replicas()
            time.sleep(self.random.uniform(*QUIET_S))

    def wait_for_replicas(self):
        """Until all are started, and Envoy knows it."""
        while not all(supervisor.serves for supervisor in self.supervisors):
            time.sleep(0.05)
        self.running.wait_for_replicas()

    def once(self):
        if not self.due:
            numbers = range(len(self.supervisors))
            self.due = [(kind, number) for kind in (self.killed, self.ended, self.stopped) for number in numbers]
            self.due += [(self.starved, self.squeezed)] * 2
            self.random.shuffle(self.due)
        kind, number = self.due.pop()
        began = time.monotonic()
        kind(self.supervisors[number])
        after, took = began - self.figures.began, time.monotonic() - began
        print(f"after {after:.1f} s replica {number + 1} was {kind.__name__}, for {took:.1f} s", flush=True)
        self.figures.count(f"replicas {kind.__name__}")

    def killed(self, supervisor):
        """SIGKILL: nobody is told."""
        supervisor.signal(signal.SIGKILL)
        supervisor.replica.running.wait()

    def ended(self, supervisor):
        """SIGTERM: it drains first."""
        supervisor.signal(signal.SIGTERM)
        supervisor.replica.running.wait()

    def stopped(self, supervisor):
        """SIGSTOP, and SIGCONT some seconds later: its connections stay, and nothing comes."""
        process = supervisor.replica.running
        process.send_signal(signal.SIGSTOP)
        time.sleep(self.random.uniform(*STOPPED_S))
        process.send_signal(signal.SIGCONT)

    def starved(self, supervisor):
        """It gets no more memory than it has, and is asked for an answer of some 3 MB: an allocation fails, and the process
        aborts. Who asks does so directly, as part of the fault and not of the load."""
        process = supervisor.replica.running
        before = resource.prlimit(process.pid, resource.RLIMIT_AS)
        resource.prlimit(process.pid, resource.RLIMIT_AS, (size(process), before[1]))
        with grpc.insecure_channel(f"127.0.0.1:{self.running.ports[supervisor.number]}") as channel:
            request = guess.RankGuessesRequest(limit=1000, include_buckets=True)
            GuessStub(channel).RankGuesses.future(request, timeout=STARVED_S).exception()
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            self.figures.count("replicas that starved and lived on")
            resource.prlimit(process.pid, resource.RLIMIT_AS, before)


def size(process):
    """The address space of a process, in bytes."""
    return int(pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[0]) * resource.getpagesize()
