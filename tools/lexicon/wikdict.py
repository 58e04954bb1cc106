"""Words that dictionaries of other languages translate into: base forms of a language, with their parts of speech.

FreeDict's dictionaries of the kind "FreeDict+WikDict" (edition 2022.11.18, in Debian's dict-freedict-* of 2022.12.07-2) are
made of the translations that Wiktionaries give, by WikDict (Karl Bartel) from DBnary. They are under CC BY-SA 3.0; others of
FreeDict, those of Debian's 2022.04.21-1, are under the GPL, and are not to be used.

A translation stands there in its base form, so a word that several dictionaries translate into is a base form, and their
headwords say as what part of speech.
"""

import gzip
import re

from .packages import debian_files

#: The two parts of a dictionary in the format of dictd.
DIRECTORY = "usr/share/dictd/"
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
#: What ends an entry's first line: `<n, fem>`, with the gender that the headword has in its language.
KIND = re.compile(r"<(\w+)(?:, \w+)*>$")
#: A translation of one of several senses: `1. palabra, otra`, or `palabra 2.` where the first sense has no number.
NUMBER_BEFORE, NUMBER_AFTER = re.compile(r"^\d+\. "), re.compile(r" \d+\.$")


def read_entries(path, name):
    """The entries of a dictionary, as lists of lines. `path` is the package's."""
    files = debian_files(path, DIRECTORY)
    text = gzip.decompress(files[f"{name}.dict.dz"])
    places = {tuple(map(base64_number, line.split("\t")[1:])) for line in files[f"{name}.index"].decode().splitlines()}
    return [text[at:at + length].decode().strip().split("\n") for at, length in sorted(places)]


def base64_number(digits):
    number = 0
    for digit in digits:
        number = number * 64 + DIGITS.index(digit)
    return number


def translations(lines):
    """The part of speech of an entry's headword, or nothing where none is said, and what it is translated into."""
    kind = KIND.search(lines[0])
    first = lines[1:2]
    # Definitions follow the translations, and may be numbered where translations are not.
    told = [line for line in lines[1:] if NUMBER_BEFORE.match(line)] if first and NUMBER_BEFORE.match(first[0]) else first
    told = [NUMBER_AFTER.sub("", NUMBER_BEFORE.sub("", line)) for line in told]
    return kind[1] if kind else "", [word.strip() for line in told for word in re.split("[,;]", line)]


def count_dictionaries(paths, language):
    """By word, and then by part of speech, which dictionaries translate into it.

    `paths` are the packages' by the code of the language that is translated from.
    """
    words = {}
    for code, path in paths.items():
        for lines in read_entries(path, f"freedict-{code}-{language}"):
            kind, told = translations(lines)
            for word in told:
                words.setdefault(word, {}).setdefault(kind, set()).add(code)
    return words
