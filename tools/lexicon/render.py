"""A language's words, and the file that becomes of them. The format is described in src/lexicon/format/mod.rs."""

import collections
import dataclasses
import hashlib
import os
import unicodedata

LENGTHS = range(3, 10)


@dataclasses.dataclass
class Dictionary:
    """A word list."""

    #: Where its words come from, for people.
    source: str
    #: An SPDX expression; NOTICE says what its LicenseRefs are.
    licence: str
    #: The words as they lie on tiles. Those of other lengths than LENGTHS must be left out already.
    words: set


@dataclasses.dataclass
class Language:
    """A language in one edition."""

    #: Its English name.
    name: str
    code: str
    edition: int
    #: Its letters in order.
    alphabet: str
    #: Characters, and the letters that each of them becomes: pairs of strings.
    folds: list
    #: By name.
    dictionaries: dict
    #: By word as it lies on tiles, how it is written, where that is otherwise: all ways, sorted. A word without an entry is
    #: written as it lies.
    spellings: dict = dataclasses.field(default_factory=dict)

    def fold(self, text):
        """The letters of a word as anyone may write it, or None if it has a character that is no letter here."""
        return Folding(self.alphabet, self.folds).fold(text)

    @property
    def file(self):
        return f"{self.code}-{self.edition}.words"


class Folding:
    """What src/lexicon/folding.rs does with a word."""

    def __init__(self, alphabet, folds):
        self.letters = {letter: letter for letter in alphabet}
        self.letters.update((c, letters) for chars, letters in folds for c in chars)

    def fold(self, text):
        folded = []
        for c in unicodedata.normalize("NFC", text):
            letters = self.letters.get(c) or self.letters.get(c.lower())
            if letters is None:
                return None
            folded.append(letters)
        return "".join(folded)


def gather_spellings(folding, written):
    """How words are written that are written otherwise than their letters: by word, all ways, sorted."""
    ways = {}
    for spelling in written:
        letters = folding.fold(spelling)
        if letters is not None and len(letters) in LENGTHS:
            ways.setdefault(letters, set()).add(spelling)
    return {letters: sorted(spellings) for letters, spellings in ways.items() if spellings != {letters}}


def digest(words, alphabet):
    """SHA-256 over the words in order, each followed by a line feed."""
    return hashlib.sha256("".join(f"{word}\n" for word in in_order(words, alphabet)).encode()).hexdigest()


def counts(words):
    """How many words there are of each length that has some."""
    by_length = collections.Counter(len(word) for word in words)
    return " ".join(f"{length}:{by_length[length]}" for length in sorted(by_length))


def in_order(words, alphabet):
    """The words by length, then in the order of the alphabet."""
    places = {letter: place for place, letter in enumerate(alphabet)}
    return sorted(words, key=lambda word: (len(word), [places[letter] for letter in word]))


def render(language):
    """The text of the file."""
    alphabet, dictionaries = language.alphabet, sorted(language.dictionaries.items())
    check(language)
    lines = [
        f"# The words of {language.name}, edition {language.edition}. Made by tools/make-lexicon, frozen with the edition: never"
        " edit it.",
        "# The format is described in src/lexicon/format/mod.rs, the sources and their licences in NOTICE.",
        f"language {language.code}",
        f"edition {language.edition}",
        f"alphabet {alphabet}",
    ]
    lines += [f"fold {chars} {letters}" for chars, letters in language.folds]
    for name, dictionary in dictionaries:
        lines += [f"dictionary {name}", f"source {dictionary.source}", f"licence {dictionary.licence}"]
        lines += [f"digest {digest(dictionary.words, alphabet)}", f"counts {counts(dictionary.words)}"]
    union = in_order(set().union(*(dictionary.words for _, dictionary in dictionaries)), alphabet)
    for length in LENGTHS:
        words = [word for word in union if len(word) == length]
        lines.append(f"words {length} {len(words)}")
        previous = ""
        for word in words:
            members = sum(1 << at for at, (_, dictionary) in enumerate(dictionaries) if word in dictionary.words)
            shared = len(os.path.commonprefix([previous, word]))
            spellings = "".join(f"\t{spelling}" for spelling in language.spellings.get(word, []))
            lines.append(f"{chr(ord('@') + members)}{shared}{word[shared:]}{spellings}")
            previous = word
    return "".join(f"{line}\n" for line in lines)


def check(language):
    """Stops at what the service would refuse to read, or a newcomer to a list would not expect."""
    letters = set(language.alphabet)
    for name, dictionary in language.dictionaries.items():
        for word in dictionary.words:
            assert len(word) in LENGTHS and set(word) <= letters, f"{name}: {word!r}"
    assert language.dictionaries["answers"].words <= language.dictionaries["allowed"].words, "answers must be allowed"
    for word, spellings in language.spellings.items():
        assert spellings == sorted(set(spellings)) and spellings != [word], f"spellings of {word!r}: {spellings}"
        assert all(language.fold(spelling) == word for spelling in spellings), f"spellings of {word!r}: {spellings}"
