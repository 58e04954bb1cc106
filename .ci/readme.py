"""Makes the first calls that a README shows, as it shows them, to a server that runs already.

    readme.py README.md

Runs each `sh` block that calls a running server (CALLS), whole: those that take more of the repository than the contract (cargo
and npm) from its root, the others in a directory of their own that has but proto/, so that what they write is not left
behind. A README that shows one kind of call less fails too.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

CALLS = ["cargo run --example", "python3 -", "node examples/", "buf curl"]
TIMEOUT_S = 600


def main():
    readme = pathlib.Path(sys.argv[1]).resolve()
    shown = set()
    for block in re.findall(r"^```sh\n(.*?)^```$", readme.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        calls = [call for call in CALLS if re.search("^" + re.escape(call), block, re.MULTILINE)]
        if not calls:
            continue
        shown.update(calls)
        print(block.rstrip(), flush=True)
        with tempfile.TemporaryDirectory() as scratch:
            (pathlib.Path(scratch) / "proto").symlink_to(readme.parent / "proto")
            where = readme.parent if block.startswith(("cargo ", "npm ")) else scratch
            status = subprocess.run(["bash", "-euo", "pipefail", "-c", block], cwd=where, timeout=TIMEOUT_S).returncode
        if status != 0:
            sys.exit(f"{readme.name}: this block ends with exit status {status}")
        print(flush=True)
    if missing := [call for call in CALLS if call not in shown]:
        sys.exit(f"{readme.name} shows none of these: {', '.join(missing)}")


main()
