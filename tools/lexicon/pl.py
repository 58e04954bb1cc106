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
participles. So are adjectives in -ski, -cki and -dzki, most of which are of a place, but for those in PLAIN_ADJECTIVES. Adverbs are taken without counting, as their adjectives' neuters are little used. What does not inflect is in
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
    atom bal brać brew broń but być ból cel chat chwała chęć cytat czar czas czuć człowiek dane dany dobro dojść dom droga
    drzwi dział dzieje ferie frytki gacie gaz gra grot iść jak kara klub kot krach kraj krew krzywa krój królowa kuc laska
    lew list luk majtki mama marka mała mecz mieć modem mol mord muzyka mąż młody noc nożyce nożyczki nudy okulary otwarty
    pac pak pewien pewny piec pieprz pijany placek plecy polityka pora post prawo premiera prezent pryszcz przejść puszek
    pójść płacz rodzice ruch rys ryzyko rzecz rój sanie sekret sieć skrzypce skup spodenki spodnie stop styl sum system
    szachy szczep szew szlak sztuka sól tata teściowa ton top trybun tur tłumacz ubrany uczeń udany ulubiony umowa usta
    użyć wejść wiek wiersz wina wino wiosna więzień wojsko wola wstęp wyjść włosy zabić zajęty zakupy zamknięty zastaw
    zdobyć zima zmęczony znany zło złoto łyk śledź środa świat święto żal życie żyć
""".split())

# Adjectives in -ski, -cki and -dzki that are of no place and of no people.
PLAIN_ADJECTIVES = set("""
    babski bliski boski damski epicki górski koński ludzki morski męski niski pański pieski płaski rajski śliski wąski żeński chamski dworski
    gotycki kiepski lewacki miejski piracki rybacki swojski świecki świński wiejski ziemski aktorski anielski autorski cesarski chłopski
    kolarski lekarski łowiecki malarski ojcowski pisarski pływacki pobliski poetycki pogański poselski rycerski amatorski arogancki beztroski
    bokserski ciekawski diabelski elegancki harcerski katolicki kretyński królewski krzyżacki kucharski literacki małżeński młynarski
    myśliwski nadmorski niebieski oficerski panieński papieski pasterski piekarski piłkarski prostacki stolarski strażacki studencki szatański
    trenerski wędkarski zielarski zwycięski żeglarski
""".split())

# Offensive words, as in English: slurs; rape, slavery and mass murder; coarse words for sex and the body.
WITHHELD = set("""
    aborcja anal analny buc burdel bzykać bękart cholera chuj chujowy ciapaty ciota cipa cipka ciul cwel cyc cycek cygan
    cyganka czarnuch debil debilka dildo downa downy dupa dupek dupka dymać dziwka egzekucja ejakulacja eksterminacja
    erekcja erotyczny erotyka eutanazja fiut gej geje gejowski genitalia gestapo getto gnój goły gwałciciel gwałcić gwałt
    gówniany gówniara gówniarz gówno hitler holocaust holokaust homo homoś huj idiota idiotka jebany jebać jebnąć kaleka
    kapo kastracja kat kazirodztwo kał kondom kretyn kretynka kupa kurestwo kurewka kurewski kurwa kurwiarz kurwić kutas
    lesba lesbijka lesbijski lezba ludobójca ludobójstwo masakra masturbacja mocz morderca morderstwo mordować murzyn
    murzynka nagi nago nagość nazi nazista niewola niewolnica niewolnik odbyt ojebać onanizm oprawca oral oralny orgazm
    orgia pedalski pedał pederasta pedofil pedofilia penis pieprzony pieprzyć pierdolić pierdolony pierdoła pierdzieć
    pizda pochwa pogrom pojeb pojebany popierdolony porno pornografia prostytucja prostytutka przejebane przejebany prącie
    rasista rasistka rasizm rozjebać rzeź rzygać rzygi sadysta samobójca samobójstwo seks seksualny sex skurwiel skurwysyn
    sperma spierdalać sraczka sraka srać srom striptiz sucz suczka suka sukinsyn sutek szczać szmata tortura torturować
    tyłek upierdliwy wagina wibrator wkurwiać wkurwiony wkurwić wpierdol wulgarny wyjebany wyjebać wypierdalać wzwód
    zabójca zabójstwo zadupie zajebać zajebisty zajebiście zasrany zdzira zgwałcić zjebany zjebać zoofil ćpun łagier łajno
    żyd żydek żydowski żydówka żółtek
""".split())

# Names, foreign words that Polish has not taken in, abbreviations, and forms that the rules did not tell.
UNFIT = set("""
    abba afrodyta afryka albert alim alka allen alto alzheimer aman amon anglik argus ariel arizona arkadia aron ałt badan
    baj baniak bara bardo barta baśka bean beat beatles beg beniamin bentley ber bermudy bernard berta bertram bet bida
    bielak bielawa bill bim blanka boeing bogdan bogdanka bola bom bono bop borowiec bosak boston bourbon brant break
    browning brożek brzeszcze brzęczek bugaj buick bujak bukowina bula bystrzyca capo casanova ceremonie ceres cez chan
    chief china chińczyk chmielnik chrysler clown corso crack cross czaruś czeladź czerniak czerwonka dacia daniel danko
    debra dej delia dias dil dodge don dong donna douglas drive duduś dukla dąbrowa dąbrówka dębina długosz earl efraim
    einstein eks emaus empik empire epka eros error eska eta europa ewa farny feeling fiat figaro filip fisz fit flip
    focus foksal fon for ford fot francuz franek franklin full fund gaja gajda gap gara gałęzie geek gemma german giewont
    giga gilbert git glock gloria golec goliat gomora gon gonciarz gordon goń graham grand grant green gruber guide gwinea
    gąsiorek gęsi hades hajduk han hardy harley hate hawana hela herkules herod hiszpanka holender honda horst hosta house
    hulka hyundai ibiza ikarus image imć ind ipad ipod iwa jacek jakiż jamajka janowiec janusz japonka jarek jasło
    jaworzyna jaz jaś jedlina jehowa jelcz jer jerzyk jest jola jon jordan jota juan judasz jung jupiter jus juz kabul
    kacper kaiser kajtek kaleta kalwaria kamionka kanada kani karolek kaukaz kent koci koczek kodak kontr kop kornel
    kostrzewa kosy krakus kraków kraśnik kreml krotnie krynica kub kukuczka kulczyk kulesza kuźnica lambert lamia land
    lanka lauda lead lecha legia leja lenka lenny lepsza lepsze less liberia lora lublin ludwik lut lutz lux lynch mac
    madera madison magiera mahdi mail maja maks malaga mamuś man mara marcinek marczak marek maria marina marker mars
    marsylia maryśka master matrix mazda mała mańka mekka meksyk mendel mer merc mika mikołaj mikołajek milka mira miranda
    misiek mobil moja mola mona mora moskal mroczek młoda naja najmłodsi najwyższy napoleon nasze nałęcz nelson nem neptun
    nestor neta news nieliczni niemiec nieznane nius nobel nok nom norweg nowa nysa odchodne odeon off oman omar opel
    opole oscar osiek osm ostrów osóbka outdoor pala panama paradyż parkinson pekin pentagon petit pieter pietrucha pilch
    piotruś pisarek piski piszczek piter plater plymouth podzamcze pogórze pola polak pomorze poręba powiśle prusak
    przymorze rado radomiak raja rangers reda ref reja rek rem rep replay reż riwiera roba robinson robur rojek rokita
    romek ruczaj ruska rusza rwa rydzyk ryga saab sabina samara san saski sań seat sem sep september serafin sima siwiec
    skin skot slash sleeping soba sobótka solaris son sosnowiec speech spencer spring stand standing stara staro stańczyk
    sterling stoczek stout struga sus suski swap sweet swift swoje sybir syr szczerba szczyrk szwajcar szwed sącz taka
    talk tall tan tar targowica tas team teksas tell ter tesla thrash tips tobiasz tomek tomka toros toyota trent trial
    trojan trzaska trzebnica trzeciak tuk tung tupolew turek twoja tybet tych ubek uczenie uczuć udały umowy upgrade ursus
    wacek walczak wan war wały wałęsa weber wersal wid wiktor wiktoria wilczek wilczyca wiola wirginia wis woj wojtek
    wrony wszyscy wójcik węgier węgrzyn węży włoch włochy włoszka york zagórze zalesie zawada załóg zenek zet zeus
    zieleniec zin zlewa znal zona zośka łada łam łaski łazarz świni żarnowiec żmii żwirek żółwi
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
        if word.endswith(("ski", "cki", "dzki")):
            return word in PLAIN_ADJECTIVES
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
    written = {word for word in read_spellings(fetch(TANGLET), "pl") if len(word) in LENGTHS}
    lookups = fetch(LOOKUPS)
    tables = {part: read_table(lookups, f"pl_lemma_lookup_{part}") for part in PARTS}
    lemmas = Lemmas(tables, zipf(fetch(WORDFREQ), "pl"))
    common = {word for word in written if lemmas.frequency(word) >= COMMON}
    answers = {folding.fold(word) for word in common if lemmas.is_base(word)} - WITHHELD - UNFIT
    return Language("Polish", "pl", 1, ALPHABET, FOLDS, {
        "allowed": Dictionary(SOURCE, "CC-BY-4.0", {folding.fold(word) for word in written}),
        "answers": Dictionary(ANSWERS_SOURCE, "CC-BY-4.0 AND BSD-2-Clause AND CC-BY-SA-4.0", answers),
    }, gather_spellings(folding, written))
