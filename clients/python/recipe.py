"""The boards of edition 1 by their description alone (the heads of src/generate/identity.rs, stream.rs and rows.rs).

Whoever reimplements a board, or doubts one, begins here. Salted services make other boards.
"""

import hashlib
import hmac
import struct
import uuid

NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "tilewright/board")


def number(n):
    return struct.pack("<I", n)


def text(string):
    return number(len(string.encode())) + string.encode()


def identity(seed, language, dictionary, digests, rows, columns):
    """The identity of a board of rows of which nothing else was asked; the digests of its dictionary and of `allowed`."""
    any_difficulty = (number(0) + b"\0") * 4
    layout = number(1) + number(rows) + number(columns)
    named = text(language) + text(dictionary) + b"".join(bytes.fromhex(digest) for digest in digests)
    whole = b"tilewright board" + number(1) + named + text(seed) + layout + any_difficulty + b"\0"
    return hashlib.sha256(whole).digest()


def keyed(message):
    """The HMAC under no salt."""
    return hmac.new(b"", message, hashlib.sha256).digest()


def board_id(of):
    # The name is bytes, which uuid.uuid5 does not take before Python 3.12.
    digest = bytearray(hashlib.sha1(NAMESPACE.bytes + of + keyed(b"board_id")).digest()[:16])
    return str(uuid.UUID(bytes=bytes(digest), version=5))


class Stream:
    """The ChaCha20 key stream of RFC 8439 in 64-bit words, and what is drawn from it."""

    def __init__(self, of):
        self.key = struct.unpack("<8I", keyed(b"stream" + of))
        self.words = self.all_words()

    def all_words(self):
        block = 0
        while True:
            yield from struct.unpack("<8Q", self.block(block))
            block += 1

    def block(self, counter):
        first = [*struct.unpack("<4I", b"expand 32-byte k"), *self.key, counter, 0, 0, 0]
        state = list(first)

        def quarter(a, b, c, d):
            for x, y, z, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                state[x] = (state[x] + state[y]) & 0xFFFFFFFF
                turned = state[z] ^ state[x]
                state[z] = (turned << left | turned >> (32 - left)) & 0xFFFFFFFF

        for _ in range(10):
            for i in range(4):
                quarter(i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(first, state)))

    def below(self, n):
        while (word := next(self.words)) >= 2**64 // n * n:
            pass
        return word % n

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def start(of, words, target):
    """The start of this target, whose rows were drawn from so many words."""
    stream = Stream(of)
    drawn = set()
    while len(drawn) < len(target):
        drawn.add(stream.below(words))
    columns = len(target[0])
    tiles = "".join(stream.shuffled("".join(target)))
    return [tiles[i : i + columns] for i in range(0, len(tiles), columns)]
