#!/usr/bin/env python3
"""Restarts three replicas behind Envoy, one after the other, while calls are made and blind games are played. No call may
fail, and every game must go on to its end as if nothing had happened.

    rolling_restart.py --tilewright BINARY --envoy BINARY --work DIRECTORY [--rounds 2]

The replicas end by SIGTERM, and one of them, last, by SIGKILL. Calls follow the policy that examples/clients has for
clients (service-config.json). Their connections to Envoy stay; those of Envoy to the replicas also end by old age.
"""

import signal
import time

import grpc

import fleet
import load
import mix


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
    time.sleep(load.QUIET_S)
    replica.start()
    running.wait_for_replicas()


def main():
    parser = fleet.arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=2, help="how often each replica is restarted")
    given = parser.parse_args()
    figures = load.Figures()
    with fleet.Fleet(given.tilewright, given.envoy, given.work, load.SETTINGS) as running:
        with grpc.insecure_channel(running.sound) as channel:
            answers = mix.undisturbed(channel)
        with load.Load(running, figures, answers) as made:
            time.sleep(load.QUIET_S)
            restart_all(running, given.rounds, figures)
            time.sleep(load.QUIET_S)
    made.report()
    load.end(figures, ["calls", "games by stream", "games in pieces", "games that went on elsewhere"])


if __name__ == "__main__":
    main()
