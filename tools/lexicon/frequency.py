"""How often words are written, by wordfreq 3.1.1: lower-cased tokens of subtitles, news, books, encyclopaedias and the web.

wordfreq's data are under CC BY-SA 4.0, and are used to choose and to spell: what is chosen by them is under that licence
too, as NOTICE says.
"""

import gzip

from .packages import Package, wheel_file

WORDFREQ = Package(
    "pypi", "wordfreq", "3.1.1", "wordfreq-3.1.1-py3-none-any.whl",
    "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
)


def zipf(path, code):
    """By token, its frequency on Zipf's scale: 3 is once in a million words, 6 once in a thousand. `path` is the wheel's."""
    packed = gzip.decompress(wheel_file(path, f"wordfreq/data/large_{code}.msgpack.gz"))
    # A head, then the words that are written with the same frequency, by how many hundredths of a bel that is below 1.
    head, *buckets = Unpacked(packed).value()
    assert head == {"format": "cB", "version": 1}, head
    return {word: round(9 - at / 100, 2) for at, bucket in enumerate(buckets) for word in bucket}


class Unpacked:
    """As much of the format msgpack as wordfreq needs: maps, arrays, strings and small numbers."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, count):
        return int.from_bytes(self.take(count), "big")

    def value(self):
        kind = self.number(1)
        if kind < 0x80:
            return kind
        if kind < 0x90:
            return {self.value(): self.value() for _ in range(kind & 0x0F)}
        if kind < 0xA0 or kind in (0xDC, 0xDD):
            count = kind & 0x0F if kind < 0xA0 else self.number(2 << kind - 0xDC)
            return [self.value() for _ in range(count)]
        if kind < 0xC0 or kind in (0xD9, 0xDA, 0xDB):
            length = kind & 0x1F if kind < 0xC0 else self.number(1 << kind - 0xD9)
            return self.take(length).decode()
        raise ValueError(f"msgpack: kind {kind:#x} at {self.at - 1}")
