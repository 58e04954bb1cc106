#!/usr/bin/env python3
"""Looks into an image's archive, and runs what it holds where no container engine is.

    image.py digest ARCHIVE           prints the digest of the image
    image.py unpack ARCHIVE ROOT      the same, checks what its configuration promises, and unpacks its files
    image.py serve ROOT [TIMES]       starts it in a root of its own, as its user, and times the first answer

`unpack` and `serve` need root. `serve` needs what clients/python needs.
"""

import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import time

USER = "65532:65532"
FILES = {"LICENSE-APACHE", "LICENSE-MIT", "NOTICE", "THIRD-PARTY", "tilewright"}


class Archive:
    """An OCI archive with one image, whose every part is what its digest says."""

    def __init__(self, path):
        self.tar = tarfile.open(path)
        (described,) = json.loads(self.tar.extractfile("index.json").read())["manifests"]
        self.digest = described["digest"]
        self.manifest = json.loads(self.blob(self.digest))
        self.config = json.loads(self.blob(self.manifest["config"]["digest"]))

    def blob(self, digest):
        data = self.tar.extractfile("blobs/" + digest.replace(":", "/")).read()
        assert "sha256:" + hashlib.sha256(data).hexdigest() == digest
        return data

    def check(self):
        config = self.config["config"]
        assert config["User"] == USER, config
        assert config["Entrypoint"] == ["/tilewright"] and not config.get("Cmd"), config
        assert {port.removesuffix("/tcp") for port in config["ExposedPorts"]} == {"50051", "9090"}, config
        labels = {name.removeprefix("org.opencontainers.image."): value for name, value in config["Labels"].items()}
        assert labels["title"] == "Tilewright" and labels["licenses"] == "MIT OR Apache-2.0", labels
        assert re.fullmatch(r"\d+\.\d+\.\d+.*", labels["version"]), labels
        assert re.fullmatch(r"[0-9a-f]{40}", labels["revision"]), labels

    def unpack(self, root):
        for layer in self.manifest["layers"]:
            with tarfile.open(fileobj=io.BytesIO(self.blob(layer["digest"]))) as files:
                for file in files:
                    # Nobody but root may write, since nobody runs as root.
                    assert file.uid == file.gid == 0 and not file.mode & 0o022, (file.name, oct(file.mode))
                files.extractall(root, filter="fully_trusted")
        assert {path.name for path in pathlib.Path(root).iterdir()} == FILES


def first_answer(root):
    """Seconds from the start of the process to the first answer of a call, by a caller that was ready before."""
    import grpc

    sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "clients" / "python"))
    from contract import PuzzleStub, board, puzzle

    environment = {
        "PATH": os.environ["PATH"],
        "TILEWRIGHT_LISTEN": "127.0.0.1:0",
        "TILEWRIGHT_ADMIN_LISTEN": "127.0.0.1:0",
    }
    began = time.perf_counter()
    server = subprocess.Popen(
        ["chroot", f"--userspec={USER}", root, "/tilewright"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        lines = []
        while not (ready := re.search(r'"grpc":"([^"]+)"', lines[-1] if lines else "")):
            lines.append(server.stdout.readline())
            if not lines[-1]:
                sys.exit("it does not serve:\n" + "".join(lines))
        said = time.perf_counter() - began
        with grpc.insecure_channel(ready[1]) as channel:
            PuzzleStub(channel).GenerateBoard(puzzle.GenerateBoardRequest(board=board.Seeded(seed="first")), timeout=10)
        answered = time.perf_counter() - began
        status = dict(
            re.findall(r"^(\w+):\s+(.*)$", pathlib.Path(f"/proc/{server.pid}/status").read_text(), re.MULTILINE)
        )
        assert status["Uid"].split() == ["65532"] * 4, status["Uid"]
        server.terminate()
        assert server.wait(timeout=10) == 0, "SIGTERM: it did not end well"
        return said, answered, int(status["VmRSS"].split()[0]) / 1024
    finally:
        server.terminate()
        server.communicate(timeout=10)


def serve(root, times):
    # A container runtime makes /dev. A static binary cannot ask glibc whether it has getrandom, and so reads these.
    devices = pathlib.Path(root, "dev")
    devices.mkdir(exist_ok=True)
    for name, minor in (("random", 8), ("urandom", 9)):
        if not (devices / name).exists():
            os.mknod(devices / name, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
        (devices / name).chmod(0o666)
    before = {path: path.stat().st_mtime_ns for path in pathlib.Path(root).rglob("*")}
    runs = sorted(first_answer(root) for _ in range(times))
    after = {path: path.stat().st_mtime_ns for path in pathlib.Path(root).rglob("*")}
    assert before == after, "it wrote into its root"
    said, answered, resident = runs[len(runs) // 2]
    print(
        f"ready {said * 1000:.0f} ms after its start, first board after {answered * 1000:.0f} ms (median of {times}); "
        f"{resident:.0f} MiB resident"
    )


def main():
    match sys.argv[1:]:
        case ["digest", archive]:
            print(Archive(archive).digest)
        case ["unpack", archive, root]:
            image = Archive(archive)
            image.check()
            shutil.rmtree(root, ignore_errors=True)
            os.makedirs(root)
            image.unpack(root)
            print(image.digest)
        case ["serve", root, *times]:
            serve(root, int(times[0]) if times else 5)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
