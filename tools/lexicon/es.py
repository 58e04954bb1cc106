"""Spanish, edition 1.

    an-array-of-spanish-words 2.0.0 (npm)    the Spanish words of the game Letterpress, 636,598: base forms and others. They
                                             are written without accents, but with ñ, and none has a k or a w.
    dict-freedict-*-spa 2022.12.07-2         what German, Greek, French, Italian, Dutch, Polish, Portuguese and Swedish words
    (Debian, eight packages)                 are translated into, as wikdict.py says: base forms with their parts of speech.
    wordfreq 3.1.1 (PyPI)                    how often words are written, as frequency.py says.

The dictionaries:

    allowed    the words of Letterpress, all of them.
    answers    common base forms of it, without WITHHELD below.

The alphabet has k and w nevertheless: they are letters of Spanish, and lists that others bring have them (kilo, web).

Common is a word that is written a third of a time in a million words (2.5 on Zipf's scale) and that at least two of the
eight dictionaries translate into, or one, if it is written once in a million words (3.0). What one dictionary alone has is
often a form that is no base, or a word that hardly anyone knows. Some words of three to five letters that fall just short
are taken, too (ALSO).

A translation is a base form, but not always: plurals stand there for what comes in pairs, feminines for women, participles
for adjectives. So a plural is no answer where its singular is there. A feminine is none where its masculine is there, unless
six dictionaries have it, or it is a noun of its own (FEMININE_NOUNS). A participle must be an adjective or a noun in two
dictionaries. What these rules let through all the same is in NO_BASE.

The source has no accents, so how a word is written comes from the dictionaries, for answers only: those of its ways that are
written at least a fifth as often as the most frequent one (árbol, and not arbol; papa and papá).
"""

import json
import re
import sys

from .frequency import WORDFREQ, zipf
from .packages import Package, tar_file
from .render import LENGTHS, Dictionary, Folding, Language
from .wikdict import count_dictionaries

SPANISH_WORDS = Package(
    "npm", "an-array-of-spanish-words", "2.0.0", "an-array-of-spanish-words-2.0.0.tgz",
    "a852c0c011f8aaac89bd526f498eed22886e2e936f7b5c6c06cd33ad54b44978",
)
WIKDICT = {
    code: Package(
        "debian", f"dict-freedict-{code}-spa", "2022.12.07-2", f"dict-freedict-{code}-spa_2022.12.07-2_all.deb", sha256,
    )
    for code, sha256 in [
        ("deu", "e63665882b310405aa50e1866743dbcaeb4b5ebb5f3cb3139ecafc8d7f694e1a"),
        ("ell", "e5505ad33f11c2d5bdd3bdee43a06b0da16a49fde612435ed14a842d96daeb0e"),
        ("fra", "f9bccab15974febfee7a0993a7794e42f585b6dfd94a1ef16c597e5743b5f2f4"),
        ("ita", "fc2b1ec9549d301f56bd6f73b488ee58a4f145be164471e12a7704fbe7997e91"),
        ("nld", "90ea40a13a0e035b93566fb210e6818defd7efe762991ad52d2abfa98f095eb5"),
        ("pol", "434a1971d599f21d2c075dfcd3d24692a42f08682e83ce61fdddb48efb8a4fb7"),
        ("por", "a4a5f6bf8b3cb7e1de0bf7c845b9d2eb67976b1667ba94844908edce6a7d1a70"),
        ("swe", "17de6bed1622f92cdec8359e6ef5b090e095501abdcae30519cb3551c79facf1"),
    ]
}

ALPHABET = "abcdefghijklmnñopqrstuvwxyz"
FOLDS = [
    ("áàâäãå", "a"), ("ç", "c"), ("éèêë", "e"), ("íìîï", "i"), ("óòôöõ", "o"), ("úùûü", "u"), ("ýÿ", "y"),
    ("æ", "ae"), ("œ", "oe"),
]
WRITTEN = re.compile("[abcdefghijklmnñopqrstuvwxyzáéíóúü]+")

# How rare a word may be, on Zipf's scale, that two dictionaries have, or one.
WRITTEN_IN_TWO, WRITTEN_IN_ONE = 2.5, 3.0
# A fifth as often, on Zipf's scale.
A_FIFTH = 0.7
# In how many dictionaries a feminine is taken for a word of its own.
OWN_WORD = 6

# Parts of speech of headwords that say nothing about a translation, or that it is no answer.
NO_ANSWER = {
    "pn", "suffix", "prefix", "affix", "abbreviation", "acronym", "letter", "symbol", "proverb", "idiom", "interjection",
    "phraseologicalUnit", "article",
}
ACUTE = dict(zip("aeiou", "áéíóú"))

# Feminines that are words of their own, and not what their masculine becomes before a feminine noun.
FEMININE_NOUNS = set("""
    alcaldesa alerta alumna ama arenisca arriba asa autora aya azotea babosa baja bajada balística banca bandada barca batea
    batida batidora baza billetera borda bula cabecera cala calleja calva cana cantera capitana cartuja cava ceiba cepa
    cesárea chancla charca chiva cinética clara coba cobija cobra coca cochera cocinera coda colada coleta compañera comuna
    coqueta cordera cosmética cría cuadra curia cursiva cuña cómoda delantera derecha descarga dicha didáctica dietética
    directiva directora diáspora doctora doma drama duela dueña emisora empanada estática estética faceta falla farola fiera
    fonda fonética funda funeraria gala garita gasa gaseosa gesta gimnasia gira gotera grama granadina guayaba guisa gula
    habanera helada heredera huerta hípica ida jaca jalea justa labia landa lavandera lechera llanta llorona loa loma lírica
    maestra maja mama manicura mantilla mara marquesa matrona mayúscula mecedora mica milanesa mimosa minuta mona mordida
    mota moza mucama mucosa muda musa máxima mística narrativa negativa niñera normativa novena náutica ofensiva oratoria
    paga pana panela papada papaya papelera partera pastora patrona pava peluquera pepita perrera pesa picaresca pita polea
    polémica portera prometida puesta puntada puntilla querida quina quinta regata remera resta retirada revuelta robótica
    rosca rumba sabina sala salina salva samba santa secadora señoría sigla solapa soltera sultana tajada tala tanga tara
    tata tectónica tentativa testa tila tira tostada trama tranca trasera trata traza tuba tónica valía vara vecina ventosa
    vera veta vidriera yaya zamba zarza ánima épica
""".split())

# Words that look like plurals of others.
KEPT_PLURALS = set("""
    antes bocazas celos lejos mecenas pasamanos quizás tétanos
""".split())

# Forms of other words, and names, that dictionaries translate into.
NO_BASE = set("""
    aba adios agarro agustino alegro algunas alquilo altísimo amarre ambas ambos americana andorra anglo angulo angus anta
    anti apartheid apolo aquella aquéllos arcadio argento aries arre arrojando asesina axis babel bah bajado belén bernardo
    bolita brota buda busca buscarla caldas cantando cap carlota cas castro cazando caí cha chaco chao charlando chau china
    choro chupo cierro cogida completas corriendo cotiza cristo cubana dele diga dina disculpe dom durmiendo elle enseres
    enserio envio equivoco esa escocia esta estúpidas exequias expensas fauces folla fraga freire gachas gal galileo gamboa
    gascón gayo genesis girado gray green guau hace hirviendo huevas idem ido incomodo inglesa jara judas judía jóvenes
    ladra lameculos las les light llegué lleva lloro los lugano lulú lux malí mam man mancera mariano maría mas mateo mean
    medium melgar merlín mesita miau midiendo miranda mol muera muriendo málaga mía nacido nasa negra noguera nos nosotras
    nuestra nupcias oiga oir ojito orellana oriol otero otorga oye paco panamá pancho pepa peque piba piscis platica pongo
    popo preste preñada quino rand recibí roque sabido sabino saliendo satanás satán sea sen siemens simón sito sobras
    sonreir sud sudado sueca sus suya temblando tete tio tirso todas torio tus tuya uni vamos van varias varo venga veronica
    verá via vieja vistiendo vosotras vuestra víveres ésa órdenes
""".split())

# Words of three to five letters that fall just short of the thresholds, taken in by eye: good words that short are few.
ALSO = set("""
    aedo ágape albo albor aliso ánodo argón atrás axón azada azor añejo beis betel bidé bocio borla bosón braza brezo
    bufé buril byte cariz cegar cénit cieno coda copal corvo coz cupé dátil dedal égida eón erre estío fórum gafe gag
    gajo gamo grafo greda gres grill hado hiel horma hulla huno iglú iota jalón jaspe jauja laxo lémur leño manar
    mirto misal mocho mopa naif naipe nardo oblea obús ohm ónix ópalo pifia polca pudín púgil puya quina rabí radón
    raíl ralo retén reñir rimar rímel rodio roña rueca saña segar sílex soez sopor taiga tapir tasca tebeo tejar tila
    timar timba tipi tití toner tordo tucán tunda tupé tuteo tutú ubre unto vaho venal volea volt xenón yacer yarda
    yesca yogui yola yoyo yute zapa zoco zoilo ñora
""".split())

# Common words that are no answers here, because a game puts answers before people who did not ask for them: slurs; rape,
# slavery and mass murder; coarse words for sex and the body. They stay in `allowed`. As they lie on tiles.
WITHHELD = set("""
    afeminado anal ano arrecho bastardo boludo burdel cabron caca cachondo cagada cagar cagon calenton carajo chichi chingar
    chocho cholo clitoris coito cojonudo condon coñazo coño cretino culero culo ereccion esclavo escroto esfinter esperma
    estupro esvastica eugenesia eyacular felacion follar genocida genocidio glande gonorrea gringo himen hostia huevon
    incesto joder jodido joto ladilla lesbiana linchar lujuria mamada manosear marica maricon mariquita mear mierda mongol
    moro mulato naco nalga nazi nazismo negrito neonazi ojete orgasmo orgia pajero pederasta pedo pedofilia pedofilo peer
    pelotudo pendejada pendejo pene perra pezon pipi pis polla porno prepucio proxeneta pubico pubis puta putada putear
    putero puto quilombo ramera retrasado semen sodomia testiculo teta travesti vagina vaginal verga vibrador violacion
    violador violar vulva zoofilia zorra
""".split())

ALLOWED_SOURCE = "the Spanish words of Letterpress (an-array-of-spanish-words 2.0.0)"
ALLOWED_LICENCE = "MIT"
ANSWERS_SOURCE = (
    "the words of it that are base forms in FreeDict's dictionaries made by WikDict (2022.11.18) and frequent in"
    " wordfreq 3.1.1, less offensive ones"
)


def read_translations(paths):
    """By word, and then by part of speech, which dictionaries translate into it; infinitives without pronouns after them."""
    words = {}
    for word, kinds in count_dictionaries(paths, "spa").items():
        for kind, dictionaries in kinds.items():
            written = re.sub("(?<=[aeiíou]r)(se|lo|la|le)$", "", word) if kind == "v" else word
            if kind in NO_ANSWER or not WRITTEN.fullmatch(written) or kind == "v" and not re.search("[aeií]r$", written):
                continue
            words.setdefault(written, {}).setdefault(kind, set()).update(dictionaries)
    return words


def how_many(words, word, *kinds):
    """How many dictionaries have a word, as one of these parts of speech if there are any."""
    found = words.get(word, {})
    return len(set().union(*(found[kind] for kind in found if not kinds or kind in kinds)))


def singulars(word):
    """What a word would be the plural of."""
    if word.endswith("s"):
        yield word[:-1]
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("ces"):
        yield word[:-3] + "z"
    if word.endswith(("nes", "ses")):
        yield word[:-4] + ACUTE.get(word[-4], "-") + word[-3]


def masculines(word):
    """What a word would be the feminine of."""
    if word.endswith("a"):
        yield word[:-1] + "o"
        yield word[:-1]
    if word.endswith(("na", "sa")):
        yield word[:-3] + ACUTE.get(word[-3], "-") + word[-2]


def infinitives(word):
    """What a word would be the participle of."""
    if word.endswith("ado"):
        yield word[:-3] + "ar"
    if word.endswith(("ido", "ído")):
        yield from (word[:-3] + ending for ending in ("er", "ir", "ír"))


def is_base(word, words):
    """Whether a word that dictionaries have is a base form, as far as rules tell."""
    if word in NO_BASE:
        return False
    if word not in KEPT_PLURALS and any(len(singular) > 2 and singular in words for singular in singulars(word)):
        return False
    has_masculine = any(how_many(words, masculine, "adj", "n") for masculine in masculines(word))
    if has_masculine and word not in FEMININE_NOUNS and how_many(words, word) < OWN_WORD:
        return False
    is_participle = any(how_many(words, infinitive, "v") for infinitive in infinitives(word))
    return not is_participle or how_many(words, word, "adj", "n") > 1


def choose(words, frequency, allowed, folding):
    """By answer, the ways that it is written."""
    ways = {}
    for word in words:
        letters = folding.fold(word)
        enough = WRITTEN_IN_TWO if how_many(words, word) > 1 else WRITTEN_IN_ONE
        is_common = frequency.get(word, 0) >= enough or word in ALSO
        if letters in allowed and is_common and is_base(word, words):
            ways.setdefault(letters, set()).add(word)
    if not WITHHELD <= set(ways):
        sys.exit(f"withheld, but no common words: {' '.join(sorted(WITHHELD - set(ways)))}")
    return {letters: often_enough(written, frequency) for letters, written in ways.items() if letters not in WITHHELD}


def often_enough(written, frequency):
    most = max(frequency[word] for word in written)
    return sorted(word for word in written if frequency[word] >= most - A_FIFTH)


def make(fetch):
    """The language, of packages that `fetch` gives the paths of."""
    source = json.loads(tar_file(fetch(SPANISH_WORDS), "package/index.json"))
    allowed = {word for word in source if len(word) in LENGTHS}
    words = read_translations({code: fetch(package) for code, package in WIKDICT.items()})
    ways = choose(words, zipf(fetch(WORDFREQ), "es"), allowed, Folding(ALPHABET, FOLDS))
    return Language("Spanish", "es", 1, ALPHABET, FOLDS, {
        "allowed": Dictionary(ALLOWED_SOURCE, ALLOWED_LICENCE, allowed),
        "answers": Dictionary(ANSWERS_SOURCE, f"{ALLOWED_LICENCE} AND CC-BY-SA-3.0 AND CC-BY-SA-4.0", set(ways)),
    }, {letters: written for letters, written in ways.items() if written != [letters]})
