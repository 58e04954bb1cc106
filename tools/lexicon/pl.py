"""Polish, edition 1.

    tanglet-data 1.6.3-2 (Debian)      SJP.pl's list for word games, 3.2 million words with all inflections, in lower case.
    wordfreq 3.1.1 (PyPI)              how often a word is written.
    spacy-lookups-data 1.0.5 (PyPI)    pl_lemma_lookup_noun, _verb and so on: the base form of inflected words, from PoliMorf.

The dictionaries:

    allowed    SJP's list for games, the words of 3 to 9 letters.
    answers    those that are a base form and common.

Why the list for games and not the one for spelling (wpolish 20220301-1): they are the same but for 30,000 words of 3 to 9 letters
that only the latter has, and 12,000 that only the former has. The first are abbreviations (bhp, dvd), parts of foreign names
and sayings (annum, marbella), and some words of late years; Polish players of word games expect the latter, which also is the
only one without words that are good beside a certain other word alone.

What is common: Zipf's scale of wordfreq, COMMON or more. The threshold is lower than for languages that inflect less, since
a Polish word is divided among more forms.

What is a base form: what a table has as the base form of others. Most are also a form of some other word, mostly a rare one
(`kot`, of `kota`), and the table tells only that; then the forms of both are counted, as common as they are, and the word is
taken if it has enough of the sum:

    GERUND_SHARE        beside a verb (`pytanie`, of `pytać`; adjectives from participles, too)
    NOUN_SHARE          beside another noun
    FEMININE_SHARE      in -a beside the same noun without it, whose genitive it may be; and beside an adjective, which it may
                        be the feminine, neuter or plural of (`taka`)

A noun in -y, -i or -e beside the noun that it would be the plural of is left out whatever the share; so are nouns that look like
participles. Adverbs are taken without counting, as their adjectives' neuters are little used. What does not inflect is in
no table and is named here, in UNINFLECTED; what the rules left out wrongly is in KEPT.

What is left out by hand is in WITHHELD (offensive) and UNFIT (names, foreign words, forms that the rules did not tell).
"""

import os

from .frequency import WORDFREQ, zipf
from .lookups import LOOKUPS, read_table
from .render import LENGTHS, Dictionary, Folding, Language, gather_spellings
from .tanglet import TANGLET, read_spellings

ALPHABET = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"
# Polish letters with marks are letters of their own; those of other languages lose theirs.
FOLDS = [
    ("àáâãäå", "a"), ("ç", "c"), ("èéêë", "e"), ("ìíîï", "i"), ("ñ", "n"), ("òôõö", "o"), ("ùúûü", "u"), ("ýÿ", "y"),
    ("æ", "ae"), ("œ", "oe"), ("ß", "ss"),
]

#: On Zipf's scale.
COMMON = 2.4
GERUND_SHARE = 0.2
NOUN_SHARE = 0.3
FEMININE_SHARE = 0.75

SOURCE = "SJP.pl's list for word games (tanglet-data 1.6.3-2)"
ANSWERS_SOURCE = (
    f"base forms of {SOURCE} that are common by wordfreq 3.1.1, told by PoliMorf (spacy-lookups-data 1.0.5), less offensive words"
    " and names"
)

PARTS = ["noun", "verb", "adj", "adv", "num", "pron", "aux"]
PARTICIPLE_ENDINGS = ("ący", "ąca", "ące", "any", "ana", "ane", "ony", "ona", "one", "ęty", "ęta", "ęte")

# Base forms that the tables do not have, for they do not inflect.
UNINFLECTED = set("""
    się ale dla czy tylko już oraz jeśli jeszcze kiedy teraz nawet więc gdy gdzie żeby jednak przy także również zawsze właśnie aby podczas
    dlaczego nigdy tutaj siebie dlatego trzeba naprawdę dziś wtedy według czyli między niech ani pewnie jeżeli nadal kiedyś dzisiaj
    ponieważ gdyby obecnie przecież około jakby dopiero wciąż wśród dość chociaż niestety natomiast choć jedynie coraz zamiast znowu
    przeciwko wobec pomiędzy gdzieś inaczej super zanim jakoś wczoraj następnie najpierw skąd wcale zwłaszcza obok oto całkiem gdyż
    ponownie zaś oprócz znów hej niby nieco poniżej wokół zatem ponadto wkrótce wszędzie fajnie zazwyczaj stąd wreszcie pomimo euro
    niemal akurat dopóki tymczasem strasznie wówczas osobiście powoli niedługo niedawno póki tuż zapewne powyżej wspólnie zaledwie nigdzie
    jednakże spośród bowiem wewnątrz zewnątrz zresztą dziennie choćby wprost owszem byle nieźle wbrew odkąd odnośnie dotąd dziwnie
    niedaleko ledwo indziej nawzajem rocznie niezbyt niemniej dookoła oby zarazem aha ależ ego mega anime czyżby wiecznie chociażby
    nareszcie ponoć wzajemnie totalnie niegdyś pośród zza wspaniale otóż niekiedy stamtąd odwrotnie dokąd fizycznie włącznie brutto
    naprzód polo wygodnie niebawem hobby jakże disco zoo audio ręcznie netto wskutek prócz swobodnie jakoby wstecz precz wprawdzie menu
    prawnie ledwie niemalże przedtem wysoce naprzeciw nieraz kilo lokalnie niespełna pilnie wielce tudzież nierzadko nieopodal karate
    podwójnie wszak jawnie bikini poniekąd whisky lobby tabu zdalnie wpierw doprawdy dzielnie spaghetti ciut dumnie corocznie odtąd
    sushi mentalnie licznie niejako chili tędy nijak znikąd byleby albowiem acz gwoli bodajże skądś techno retro wizualnie boleśnie
    karaoke toteż reggae curry wpół nadto aniżeli powtórnie graffiti kombi tsunami judo lotto trwale kakao jury kiwi nie tak nad pod bez
    jest tam tuż był jak co niż przed przez sprzed spod znad poza prawie razem jutro dziś mimo wraz bardziej jako też albo lub
    ile kilka tyle ani żaden oboje dzięki ponad nikt
""".split())

# Base forms that share their letters with a form of a more common word.
KEPT = set("""
    atom but cel chat chwała cytat czar czas człowiek dobro droga dział gaz gra grot jak kara klub kot kraj krach krój królowa krzywa
    kuc laska lew list luk łyk marka mecz modem mord muzyka nerwy pac pieprz placek płacz polityka pora post prawo premiera
    prezent puszek ruch rys ryzyko rzecz sekret skup stop styl sum szczep system szlak sztuka śledź święto teściowa ton top trybun
    tłumacz tur uczeń wiek wiersz więzień wina wino wiosna wojsko wola zastaw zło złoto życie zima żal świat środa rodzice drzwi spodnie
    usta nożyce skrzypce okulary sanie zakupy gacie spodenki nudy ferie szachy plecy włosy dzieje dane majtki frytki nożyczki
    pewny pewien znany otwarty zamknięty udany zajęty ubrany pijany zmęczony ulubiony żonaty dany mała pak pryszcz rój
    być mieć iść żyć wyjść czuć wejść przejść brać zabić zdobyć pójść użyć dojść umowa mama tata
    ból szew wstęp chęć brew krew sól sieć broń młody mąż noc dom piec mol bal
""".split())

# Offensive words, as in English: slurs; rape, slavery and mass murder; coarse words for sex and the body.
WITHHELD = set("""
    analny anal bękart burdel chuj chujowy cipa cipka cycek cyc cyganka debil debilka downa downy dupa dupek dupka dziwka eksterminacja ejakulacja
    erekcja erotyczny erotyka fiut geje genitalia gestapo gnój gówniany gówno gówniarz gówniara gwałciciel gwałcić gwałt hitler holocaust
    holokaust homo homoś idiota idiotka kazirodztwo kał kondom kretyn kretynka kurewski kurestwo kurwa kurwić kurwiarz kutas kupa łajno ludobójca lesbijka
    lezba ludobójstwo łagier masakra masturbacja morderca morderstwo mordować murzyn murzynka nazista nazi niewolnica niewolnik niewola
    odbyt onanizm oral oralny orgazm orgia pedał pederasta pedofil pedofilia penis pierdolić pierdolony pierdoła pierdzieć pieprzony
    pizda pojeb pochwa porno pornografia prostytucja prostytutka prącie rasista rasistka rasizm rzygać rzeź samobójca samobójstwo seks
    sadysta seksualny sex sperma spierdalać srać sraczka sraka srom striptiz sutek suka suczka sukinsyn szmata tortura torturować
    tyłek wagina wibrator wkurwić wkurwiać wpierdol wulgarny wypierdalać zasrany zdzira zgwałcić zjebać zjebany zoofil żyd żydek żydowski
    żydówka żółtek cygan czarnuch pedalski jebać jebany jebnąć wyjebać wyjebany pojebany zajebać zajebisty zajebiście rozjebać
    popierdolony upierdliwy przejebane przejebany skurwiel skurwysyn wkurwiony wkurwiać kurewka gej
    ciota ciapaty kaleka kastracja kat moczyć mocz szczać bezpłodny obóz oprawca ćpun gwałtowny pieprzyć pieprzyć
    nagi nago nagość goły eutanazja aborcja zabójca zabójstwo egzekucja pogrom getto cholera
""".split()) - {"gwałtowny", "moczyć", "obóz", "bezpłodny"}

# Names, foreign words that Polish has not taken in, abbreviations, and forms that the rules did not tell.
UNFIT = set("""
    taka moja twoja nasze swoje wszyscy lepsza lepsze nowa stara młoda maja krotnie rado staro uczenie wojtek polak kanada toyota bosak reda
    rangers fiat tell beatles meksyk allen break walczak kraków europa afryka włochy włoch ewa maria janusz mail
""".split())


class Lemmas:
    """What the tables know, and how common the forms of a word are."""

    def __init__(self, tables, zipf_by_token):
        self.tables, self.zipf_by_token = tables, zipf_by_token
        self.totals = {part: self.count(table) for part, table in tables.items()}
        self.bases = {part: set(table.values()) for part, table in tables.items()}

    def count(self, table):
        """By base form, how often its other forms are written, together."""
        totals = {}
        for form, lemma in table.items():
            if form != lemma and form in self.zipf_by_token:
                totals[lemma] = totals.get(lemma, 0) + self.times(form)
        return totals

    def frequency(self, word):
        return self.zipf_by_token.get(word, 0)

    def times(self, word):
        return 10 ** self.frequency(word) if word in self.zipf_by_token else 0

    def is_base(self, word):
        if word in UNINFLECTED or word in KEPT or word in self.bases["adv"]:
            return True
        parts = [part for part in PARTS if word in self.bases[part]]
        return any(self.is_base_of(part, word) for part in parts)

    def is_base_of(self, part, word):
        """Whether the word is a base form as this part of speech."""
        rivals = [(other, table[word]) for other, table in self.tables.items() if table.get(word, word) != word]
        if part == "noun" and rivals and is_like_participle(word, rivals):
            return False
        own = self.totals[part].get(word, 0)
        return all(self.share_enough(part, word, own, other, rival) for other, rival in rivals)

    def share_enough(self, part, word, own, other, rival):
        if part == "noun" and other == "noun" and is_like_plural(word, rival):
            return False
        against = self.totals[other].get(rival, 0) - self.times(word) + self.times(rival)
        return own >= least_share(part, word, other, rival) * (own + max(against, 1))


def is_like_participle(word, rivals):
    return word.endswith(PARTICIPLE_ENDINGS) and any(part in ("verb", "adj") for part, _ in rivals)


def is_like_plural(word, singular):
    return word[-1] in "yie" and word[-3:] not in ("nie", "cie") and len(os.path.commonprefix([word, singular])) >= len(word) - 2


def least_share(part, word, other, rival):
    if other == "verb":
        return GERUND_SHARE
    if part == "adj" or part == "verb" or part == "num":
        return GERUND_SHARE
    if other in ("adj", "pron") or word == f"{rival}a" or rival[:-2] == word[:-2] and word[-1] == "a":
        return FEMININE_SHARE
    return NOUN_SHARE


def make(fetch):
    """The language, of packages that `fetch` gives the paths of."""
    folding = Folding(ALPHABET, FOLDS)
    written = {word for word in read_spellings(fetch(TANGLET), "pl") if len(folding.fold(word) or "") in LENGTHS}
    lookups = fetch(LOOKUPS)
    tables = {part: read_table(lookups, f"pl_lemma_lookup_{part}") for part in PARTS}
    lemmas = Lemmas(tables, zipf(fetch(WORDFREQ), "pl"))
    common = {word for word in written if lemmas.frequency(word) >= COMMON}
    answers = {folding.fold(word) for word in common if lemmas.is_base(word)} - WITHHELD - UNFIT
    return Language("Polish", "pl", 1, ALPHABET, FOLDS, {
        "allowed": Dictionary(SOURCE, "CC-BY-4.0", {folding.fold(word) for word in written}),
        "answers": Dictionary(ANSWERS_SOURCE, "CC-BY-4.0 AND BSD-2-Clause AND CC-BY-SA-4.0", answers),
    }, gather_spellings(folding, written))
