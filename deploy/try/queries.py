#!/usr/bin/env python3
"""Asks a real Prometheus everything that the dashboard and the alerts ask, of what a real run exported.

    queries.py BINARY [--seconds 30]

It starts the binary, with TLS and tokens, and a Prometheus that scrapes it each second; has calls.py make mixed calls; and
then evaluates each expression. None may be an error. Each metric and label that an expression names must be there,
whatever the expression itself makes of it: an alert that is silent because its metric is called otherwise is found here.
Some figures cannot come from one process or from a run without trouble: those are named below, each with its reason.
"""

import argparse
import hashlib
import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
DEPLOY = HERE.parent
TOKEN = "a token of this run alone"

# What has no series in a healthy run of one process.
ABSENT = {
    "kube_deployment_status_replicas_ready": "from kube-state-metrics",
    "kube_deployment_spec_replicas": "from kube-state-metrics",
    "kube_pod_container_resource_limits": "from kube-state-metrics",
}
# Values of labels that only trouble brings.
TROUBLE = re.compile(r'code="INTERNAL"|code=~"INTERNAL\|UNKNOWN\|DATA_LOSS"|result="failed"')
# Expressions that are empty when all is well; their metrics are looked at all the same.
QUIET = re.compile(r"INTERNAL|lane_refused|lane_expired|auth_refused|reloads|answers_total")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def expressions():
    """Each with where it stands, and whether it must have an answer."""
    board = json.loads((DEPLOY / "grafana" / "tilewright.json").read_text())
    for panel in board["panels"]:
        for target in panel.get("targets", []):
            expr = (
                target["expr"].replace("$__rate_interval", "30s").replace("$namespace", ".*").replace("$instance", ".*")
            )
            yield f"panel {panel['title']!r}", expr, not QUIET.search(expr)
    # An alert is silent when all is well.
    rules = (DEPLOY / "prometheus" / "alerts.yaml").read_text()
    for name, rest in re.findall(
        r"^      - alert: (\w+)\n(.*?)(?=^      - alert:|\Z)", rules, re.MULTILINE | re.DOTALL
    ):
        one = re.search(r"^        expr: (?:\|\n((?:          .*\n)+)|(.*)\n)", rest, re.MULTILINE)
        yield f"alert {name}", one[1] or one[2], False


def selectors(expr):
    """The metrics that an expression names, with their matchers."""
    return re.findall(r"\b((?:tilewright|process|kube)_[a-z_]+|up)\{([^}]*)\}", expr)


class Prometheus:
    def __init__(self, directory, admin):
        self.address = f"127.0.0.1:{free_port()}"
        config = directory / "prometheus.yml"
        config.write_text(
            f"""
global: {{ scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }}
rule_files: [{DEPLOY / "prometheus" / "alerts.yaml"}]
scrape_configs:
  - job_name: tilewright
    static_configs: [{{ targets: ["{admin}"], labels: {{ namespace: try, pod: tilewright-0 }} }}]
"""
        )
        command = ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={directory / 'data'}"]
        command += [f"--web.listen-address={self.address}", "--log.level=warn"]
        self.process = subprocess.Popen(
            command, stdout=(directory / "prometheus.log").open("w"), stderr=subprocess.STDOUT
        )

    def get(self, path, **query):
        asked = f"http://{self.address}/api/v1/{path}?{urllib.parse.urlencode(query)}"
        try:
            with urllib.request.urlopen(asked, timeout=10) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            raise ValueError(json.load(error)["error"]) from error

    def ask(self, expr):
        return self.get("query", query=expr)["result"]


def serve(binary, directory):
    """The server, its address, that of its metrics, and what calls.py needs beside to call it."""
    cert, key, auth = (directory / name for name in ("tls.crt", "tls.key", "auth"))
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    new = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"]
    new += ["-subj", "/CN=localhost", "-addext", names, "-keyout", key, "-out", cert]
    subprocess.run(new, check=True, stderr=subprocess.DEVNULL)
    digest = hashlib.sha256(TOKEN.encode()).hexdigest()
    auth.write_text(f"try targets,solve,play calls=100000 long=64 {digest}\n")
    settings = ["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--log-format", "json"]
    settings += ["--tls-cert", cert, "--tls-key", key, "--auth-file", auth]
    calls = ["--ca", str(cert), "--token", TOKEN]
    log = directory / "server.log"
    server = subprocess.Popen([binary, *settings], stdout=log.open("w"), stderr=subprocess.STDOUT)
    for _ in range(100):
        if ready := re.search(r'"grpc":"([^"]+)","admin":"([^"]+)"', log.read_text()):
            return server, ready[1], ready[2], calls
        time.sleep(0.1)
    server.kill()
    sys.exit(f"the server does not serve:\n{log.read_text()}")


def a_little_trouble(address, directory, calls):
    """What is counted only once it happened: a caller that nobody knows, and a file that changed."""
    stranger = [*calls[:-1], "another token"]
    subprocess.run([sys.executable, str(HERE / "calls.py"), address, "--seconds", "0.5", *stranger], check=True)
    with (directory / "auth").open("a") as auth:
        auth.write("# changed\n")


def look(prometheus):
    wrong, seen = [], set()
    for where, expr, must in expressions():
        try:
            found = prometheus.ask(expr)
        except ValueError as error:
            wrong.append(f"{where}: {error}")
            continue
        if must and not found:
            wrong.append(f"{where}: no answer: {expr}")
        for metric, matchers in selectors(expr):
            matchers = "" if TROUBLE.search(matchers) else matchers
            if (metric, matchers) in seen or metric in ABSENT:
                continue
            seen.add((metric, matchers))
            if not prometheus.ask(f"{metric}{{{matchers}}}"):
                wrong.append(f"{where}: there is no {metric}{{{matchers}}}")
    return wrong, len(seen)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--seconds", type=float, default=30)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        directory = pathlib.Path(made)
        server, address, admin, how = serve(args.binary, directory)
        prometheus = Prometheus(directory, admin)
        try:
            a_little_trouble(address, directory, how)
            calls = [sys.executable, str(HERE / "calls.py"), address, "--seconds", str(args.seconds), *how]
            subprocess.run(calls, check=True)
            time.sleep(2)
            wrong, seen = look(prometheus)
            alerts = prometheus.get("alerts")["alerts"]
            firing = [alert["labels"]["alertname"] for alert in alerts if alert["state"] == "firing"]
        finally:
            for process in (server, prometheus.process):
                process.terminate()
                process.wait()
    asked = len(list(expressions()))
    print(f"{asked} expressions asked, {seen} selectors seen; firing: {firing or 'none'}")
    if wrong or firing:
        sys.exit("\n".join(wrong) or "an alert fires for a healthy service")


if __name__ == "__main__":
    main()
