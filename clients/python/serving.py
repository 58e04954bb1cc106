"""A server in a process of its own, on ports that the system gives."""

import collections
import json
import subprocess
import threading


class Server:
    """A running server of a build, with these settings; `address` and `admin` are where it is met."""

    def __init__(self, binary, *settings):
        own = ["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--log-format", "json"]
        command = [str(binary), *own, *settings]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.said = []
        for line in self.process.stderr:
            self.said.append(line.decode())
            fields = json.loads(line) if line.startswith(b"{") else {}
            if fields.get("message") == "ready":
                self.address, self.admin = fields["grpc"], fields["admin"]
                break
        else:
            raise RuntimeError(f"{binary} does not start:\n{''.join(self.said)}")
        # So that it is never held up by what nobody reads.
        threading.Thread(target=collections.deque, args=(self.process.stderr, 0), daemon=True).start()

    def end(self):
        self.process.kill()
        self.process.wait()
