"""The word lists that Debian's tanglet-data 1.6.3-2 carries, a game's: the German and the Polish one are taken."""

import gzip

from .packages import Package, debian_file

TANGLET = Package(
    "debian", "tanglet-data", "1.6.3-2", "tanglet-data_1.6.3-2_all.deb",
    "dd40a490b2bf6b628dc4cc1a1a070dc7c6a284fa43b53d18f900aa5708d7e9ff",
)


def read_spellings(path, code):
    """How the words of a language are written. A line is a word as the game's dice show it, in capitals, then the ways it is
    written, where lower-casing is not enough: `HAUS Haus`, `UEBEN üben Üben`, `IMMER`."""
    text = gzip.decompress(debian_file(path, f"usr/share/tanglet/gamedata/{code}/words")).decode()
    for line in text.splitlines():
        word, *spellings = line.split()
        yield from spellings or [word.lower()]
