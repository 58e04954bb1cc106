#!/usr/bin/env python3
"""Three replicas of Tilewright behind Envoy, on this machine, as processes of their own.

    fleet.py --tilewright BINARY --envoy BINARY --work DIRECTORY COMMAND ...

runs the command with the address of Envoy's front in TILEWRIGHT_FRONT and the contract's descriptors, a file, in
TILEWRIGHT_DESCRIPTORS, and ends everything after it. Envoy runs by the configuration that deploy/envoy has for production,
with the replicas' addresses put in, and with pages of https://game.example let in. What all of them say is left in the
directory.
"""

import argparse
import contextlib
import os
import pathlib
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

DEPLOYED = pathlib.Path(__file__).resolve().parents[2] / "deploy" / "envoy"
REPLICAS = 3
PAGE = "https://game.example"
# None of them takes a tenth of it to start.
PATIENCE_S = 20


def free_ports(number):
    """Ports that nobody listens on now."""
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(number)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def fetched(url):
    """What this address answers with status 200, else None."""
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return answer.read().decode()
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return None


class Process:
    """A program that is ready when this address answers. All that it says goes to a file."""

    def __init__(self, command, log, ready):
        self.command, self.log, self.ready = [str(part) for part in command], log, ready
        self.running = None

    def start(self):
        with open(self.log, "ab") as log:
            self.running = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        give_up = time.monotonic() + PATIENCE_S
        while fetched(self.ready) is None:
            if self.running.poll() is not None or time.monotonic() > give_up:
                raise RuntimeError(f"{self.command[0]} does not start:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.05)

    def end(self, how=signal.SIGTERM, within=PATIENCE_S):
        """Asks it to end. Its exit status, and how many seconds it took."""
        began = time.monotonic()
        self.running.send_signal(how)
        return self.running.wait(within), time.monotonic() - began

    def kill(self):
        if self.running and self.running.poll() is None:
            self.running.kill()
            self.running.wait()


class Fleet:
    """A context in which the replicas run, and Envoy in front of them."""

    def __init__(self, tilewright, envoy, work, settings=(), changed=lambda number, command: command, links=()):
        """`changed` gives a replica's command as it shall be, by its number from 0. Those of the numbers in `links` are
        reached by Envoy at another port, `links[number]`, where somebody else has to listen and carry what comes to
        `ports[number]`."""
        work = pathlib.Path(work)
        work.mkdir(parents=True, exist_ok=True)
        self.descriptors = work.resolve() / "tilewright.binpb"
        for log in work.glob("*.log"):
            log.unlink()
        keys = work / "token.keys"
        keys.write_text(secrets.token_hex(32) + "\n")
        keys.chmod(0o600)
        # Drawn at once, so that none comes twice.
        front, probes, admin, *ports = free_ports(3 + 2 * REPLICAS + len(links))
        self.ports, admin_ports = ports[:REPLICAS], ports[REPLICAS : 2 * REPLICAS]
        self.links = dict(zip(links, ports[2 * REPLICAS :]))
        reached = [self.links.get(number, port) for number, port in enumerate(self.ports)]
        # One replica alone, with nothing before it.
        self.sound = f"127.0.0.1:{self.ports[0]}"
        self.front, self.admin = f"127.0.0.1:{front}", f"http://127.0.0.1:{admin}"
        self.replicas = []
        for number, (port, own) in enumerate(zip(self.ports, admin_ports), 1):
            listen = ["--listen", f"127.0.0.1:{port}", "--admin-listen", f"127.0.0.1:{own}"]
            shared = ["--token-keys-file", keys, "--threads", "1", "--log-format", "json", *settings]
            log = work / f"replica{number}.log"
            command = changed(number - 1, [tilewright, *listen, *shared])
            self.replicas.append(Process(command, log, f"http://127.0.0.1:{own}/readyz"))
        configuration = work / "envoy.yaml"
        configuration.write_text(self.configured(reached, front, probes, admin))
        command = [envoy, "--config-path", configuration, "--concurrency", "1", "--log-level", "warning"]
        # A base id of its own, for other Envoys may run on this machine.
        command += ["--use-dynamic-base-id", "--drain-time-s", "1"]
        self.envoy = Process(command, work / "envoy.log", f"http://127.0.0.1:{probes}/ready")

    def configured(self, reached, front, probes, admin):
        """The configuration of production, for this machine."""
        text = (DEPLOYED / "envoy.yaml").read_text()
        make = [DEPLOYED / "make-descriptors", self.descriptors]
        subprocess.run(make, check=True, env={**os.environ, "PYTHON": sys.executable})

        def put(old, new):
            nonlocal text
            assert old in text, f"envoy.yaml has no {old}"
            text = text.replace(old, new)

        put("/etc/envoy/tilewright.binpb", str(self.descriptors))
        put("allow_origin_string_match: []", f"allow_origin_string_match: [{{exact: {PAGE}}}]")
        (service,) = re.findall(r"^ *- endpoint: .*tilewright-headless.*\n", text, re.MULTILINE)
        here = [service.replace("tilewright-headless", "127.0.0.1").replace("50051", str(port)) for port in reached]
        put(service, "".join(here))
        for old, new in [("0.0.0.0, port_value: 8080", front), ("0.0.0.0, port_value: 8081", probes), ("9901", admin)]:
            put(old, f"127.0.0.1, port_value: {new}" if "0.0.0.0" in old else str(new))
        return text

    def __enter__(self):
        try:
            for replica in self.replicas:
                replica.start()
            self.envoy.start()
            self.wait_for_replicas()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in [self.envoy, *self.replicas]:
            process.kill()

    def stats(self, pattern):
        """Envoy's figures whose names match, by name."""
        lines = (fetched(f"{self.admin}/stats?filter={pattern}") or "").splitlines()
        return {name: int(figure) for name, figure in (line.rsplit(": ", 1) for line in lines) if figure.isdigit()}

    def wait_for_replicas(self, number=REPLICAS):
        """Until Envoy calls so many of them healthy."""
        give_up = time.monotonic() + PATIENCE_S
        while True:
            healthy = self.stats(r"^cluster\.tilewright.*\.membership_healthy$")
            if len(healthy) == 2 and set(healthy.values()) == {number}:
                return
            if time.monotonic() > give_up:
                raise RuntimeError(f"Envoy does not find {number} healthy replicas: {healthy}")
            time.sleep(0.1)


def arguments(description):
    """What every program takes that runs a fleet."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tilewright", required=True, help="the server's binary")
    parser.add_argument("--envoy", required=True, help="Envoy's binary")
    parser.add_argument("--work", required=True, help="a directory for logs and what is made")
    return parser


def main():
    parser = arguments(__doc__)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    with Fleet(given.tilewright, given.envoy, given.work) as fleet:
        told = {"TILEWRIGHT_FRONT": fleet.front, "TILEWRIGHT_DESCRIPTORS": str(fleet.descriptors)}
        status = subprocess.run(given.command, env={**os.environ, **told}).returncode
    sys.exit(status)


if __name__ == "__main__":
    main()
