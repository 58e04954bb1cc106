"""Polish, edition 1.

    tanglet-data 1.6.3-2 (Debian)      SJP.pl's list for word games, 3.2 million words with all inflections, in lower case.
    wordfreq 3.1.1 (PyPI)              how often a word is written.
    spacy-lookups-data 1.0.5 (PyPI)    pl_lemma_lookup_noun, _verb and so on: the base form of the others, from PoliMorf.

The dictionaries:

    allowed    SJP's list for games, the words of 3 to 9 letters.
    answers    those that are a base form and common.

Why the list for games and not the one for spelling (wpolish 20220301-1): of the words of 3 to 9 letters they share 750,000.
Only the one for spelling has another 30,000: abbreviations (bhp, dvd), pieces of foreign names and sayings (annum),
and some words of late years. Only the one for games has another 12,000: forms that players use and spelling checkers shun.

What is common: Zipf's scale of wordfreq, COMMON or more. The threshold is lower than for languages that inflect less, since
a Polish word is divided among more forms.

What is a base form: what a table has as the base form of others. Most are also a form of some other word, mostly a rare one
(`kot`, of `kota`), and the table tells only that; then the forms of both are counted, as common as they are, and the word is
taken if it has enough of the sum:

    GERUND_SHARE        beside a verb (`pytanie`, of `pytać`), and what is no noun itself beside anything
    NOUN_SHARE          beside another noun
    FEMININE_SHARE      in -a beside the same noun without it, whose genitive it may be; and beside an adjective, which it
                        may be the feminine, neuter or plural of (`taka`)

A noun in -y, -i or -e beside the noun that it would be the plural of is left out whatever the share; so are nouns that look
like participles, and adjectives in -ski and -cki, most of which are of a place, but for those in PLAIN_ADJECTIVES. Adverbs
are taken without counting, as their adjectives' neuters are little used. What does not inflect is in no table and is named
here, in UNINFLECTED; what the rules left out wrongly is in KEPT.

What is left out by hand is in WITHHELD (offensive) and UNFIT (names, foreign words, forms that the rules did not tell).
"""

import os

from .by_hand import take_out
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
    f"base forms of {SOURCE} that are common by wordfreq 3.1.1, told by PoliMorf (spacy-lookups-data 1.0.5), less offensive"
    " words and names"
)

PARTS = ["noun", "verb", "adj", "adv", "num", "pron", "aux"]
PARTICIPLE_ENDINGS = ("ący", "ąca", "ące", "any", "ana", "ane", "ony", "ona", "one", "ęty", "ęta", "ęte")

# Base forms that the tables do not have, for they do not inflect.
UNINFLECTED = set("""
    aby acz aha akurat albo albowiem ale ależ ani anime aniżeli audio bardziej bikini bodajże boleśnie bowiem brutto byle
    byleby był całkiem chili chociaż chociażby choć choćby ciut coraz corocznie curry czy czyli czyżby disco dla dlaczego
    dlatego dokąd dookoła dopiero doprawdy dopóki dotąd dość dumnie dzielnie dziennie dzisiaj dziwnie dzięki dziś ego euro
    fajnie fizycznie gdy gdyby gdyż gdzie gdzieś graffiti gwoli hej hobby inaczej indziej jak jakby jako jakoby jakoś
    jakże jawnie jednak jednakże jedynie jeszcze jeśli jeżeli judo jury już karaoke karate kiedy kiedyś kilo kiwi kombi
    ledwie ledwo licznie lobby lokalnie lotto lub mega mentalnie menu mimo między nad nadal nadto najpierw naprawdę
    naprzeciw naprzód nareszcie następnie natomiast nawet nawzajem netto niby nie niebawem niech nieco niedaleko niedawno
    niedługo niegdyś niejako niekiedy niemal niemalże niemniej nieopodal nieraz nierzadko niespełna niestety niezbyt
    nieźle nigdy nigdzie nijak obecnie oboje obok oby odkąd odnośnie odtąd odwrotnie około oprócz oraz osobiście oto otóż
    owszem pewnie pilnie pod podczas podwójnie polo pomimo pomiędzy ponad ponadto poniekąd ponieważ poniżej ponownie ponoć
    powoli powtórnie powyżej pośród prawie prawnie precz przecież przeciwko przed przedtem przez przy prócz póki razem
    reggae retro rocznie również ręcznie siebie się skąd skądś spaghetti spod spośród sprzed stamtąd strasznie stąd super
    sushi swobodnie tabu tak także tam techno teraz też totalnie toteż trwale trzeba tsunami tudzież tutaj tuż tylko
    tymczasem tędy wbrew wcale wciąż wczoraj według wewnątrz whisky wiecznie wielce wizualnie więc wkrótce wobec wokół
    wpierw wprawdzie wprost wpół wreszcie wskutek wspaniale wspólnie wstecz wszak wszędzie wtedy wygodnie wysoce wzajemnie
    wówczas właśnie włącznie wśród zaledwie zamiast zanim zapewne zarazem zatem zawsze zazwyczaj zaś zdalnie zewnątrz znad
    znikąd znowu znów zoo zresztą zwłaszcza zza żeby
""".split())

# Base forms that share their letters with a form of a more common word.
KEPT = set("""
    atom but chat czar dane dobro droga dział dzieje frytki gacie grot kara krach krzywa królowa laska lew list luk majtki
    marka modem mol mord nożyce nudy okulary pac pak pewien pieprz placek polityka premiera puszek rodzice ruch rys sanie
    skrzypce skup spodnie stop styl sum szachy szczep teściowa ton trybun tur tłumacz ubrany udany umowa wiek wiersz wina
    więzień wola włosy zajęty zakupy zło złoto łyk śledź święto
""".split())

# Adjectives in -ski and -cki that are of no place and of no people.
PLAIN_ADJECTIVES = set("""
    aktorski amatorski anielski arogancki autorski babski beztroski bliski bokserski boski cesarski chamski chłopski
    ciekawski damski diabelski dworski elegancki epicki gotycki górski harcerski katolicki kiepski kolarski koński
    krzyżacki królewski kucharski lekarski lewacki literacki ludzki malarski małżeński miejski morski myśliwski
    męski młynarski nadmorski niebieski niski oficerski ojcowski panieński papieski pasterski pański piekarski pieski
    piracki pisarski piłkarski pobliski poetycki pogański poselski prostacki płaski pływacki rajski rybacki rycerski
    stolarski strażacki studencki swojski szatański trenerski wiejski wąski wędkarski zielarski ziemski zwycięski łowiecki
    śliski świecki świński żeglarski żeński
""".split())

# Offensive words, as in English: slurs; rape, slavery and mass murder; coarse words for sex and the body.
WITHHELD = set("""
    aborcja analny buc burdel bzykać bękart cholera chuj chujek chujnia chujowy ciapaty ciota cipa cipka ciul cwel cyc
    cycek cygan cyganka czarnuch debil debilny dildo dojebać dupa dupek dymać dziwka egzekucja erekcja erotyczny erotyka
    eutanazja fiut gej genitalia getto gnój goły gwałcić gwałt gówniany gówniarz gówno holocaust holokaust huj idiota
    idiotka imbecyl jebać jebnąć kapo kastracja kat kał kretyn kretynka kupa kurwa kurwica kutas lesba lesbijka masakra
    mocz morderca mordować murzyn nagi nagość najebać nazista niewola niewolnik odbyt oprawca oralny orgazm orgia pedał
    pedofil pedofilia pedzio penis pieprzyć pierdolić pierdoła pizda pochwa pogrom rasista rasizm rozjebać ruchać rzeź
    rzygać samobójca seksualny sex siusiak skurwiel skurwysyn sperma sraczka srać striptiz sucz suczka suka sukinsyn sutek
    szczać szmata tortura tyłek udupić wagina wibrator wkurwiać wkurwić wpierdol wulgarny wydymać wyjebać wysikać wzwód
    zabójca zabójstwo zadupie zajebać zajebisty zasrany zdzira zesrać zgwałcić zjebać ćpun łajno żyd żydówka
""".split())

# Names, foreign words that Polish has not taken in, abbreviations, and forms that the rules did not tell.
UNFIT = set("""
    abba adidas afrodyta airbus albert alim alka allen alzheimer aman amon anglik argus ariel arizona arkadia aron
    autorek autosan badan baj baniak bardo barta baśka bean beat beatles beg beniamin bentley ber beretta berlina
    bermudy bernard berta bertram bet bida bielak bielawa bill bim blanka boeing bogdan bogdanka bola bom bono bop
    borowiec bosak boston bourbon brand brant break browning brożek brzeszcze brzęczek bugaj buick bujak bukowina
    buster bystrzyca camera carina carmen carrera casanova center ceremonie ceres cez chan chester chief china
    chińczyk chmielnik chorus chrobry chrysler cicero citroen clown compact corso crack cross czaruś czeladź czerniak
    czerwonka dacia daimler daniel danko debra dej delia dias dil dniowy dodge dong donna douglas drive duduś dukla
    dąbrowa dąbrówka dębina długosz earl efraim einstein eks emaus empik empire epka eros error escort eska eta farny
    feeling felicia fiat figaro filip fisz fit flip flores flower focus foksal fon for ford fot francuz franklin full
    gaja gajda gap gara gałęzie geek gemma german giewont giga gilbert git glock gloria golec golgota goliat gomora
    gon gonciarz gordon goń graham grand grant green gruber guide gwinea gąsiorek gęsi hades hajduk hamlet han hardy
    harley hate hawana hela helion herkules herod hiszpanka holender honda hopowy horst hosta house hulka hunter
    hyundai ibiza ikarus image imć ind ipad ipod iwa jakiż jamajka janowiec japonka jarek jasło jaworzyna jaz jaś
    jedlina jehowa jelcz jer jerzyk jola jon jordan jota juan judasz jung junkers jupiter jus juz kabul kaiser kajtek
    kaleta kalwaria kamionka kanada kani karolek kaukaz kent koci koczek kodak kontr kop kornel kostrzewa kosy krakus
    kraśnik kreml krotnie krynica kub kukuczka kulczyk kulesza kuźnica lambert lamia lancer lancia land lanka lauda
    lead lecha legia legły leja lenka lenny less liberia lora lublin ludwik lut lutz lux lynch maciek madera madison
    magiera magneto mahdi mail maja maks malaga mamuś man manila mara marcinek marczak marek marina marker mars
    marsylia maryśka master matrix mazda mańka medina mekka meksyk mendel mer merc mika mikołaj mikołajek milka mira
    miranda misiek mobil mona mora moskal mroczek naja najmłodsi najwyższy napoleon nastały nautilus nałęcz naście
    nelson nem neptun nestor neta news nieliczni niemiec nieznane nissan nius nobel nok nom norweg nutella nysa oculus
    odchodne odeon odmowy odpadły off oman omar opadły opatrzony opel opole orlean osadzony oscar osiek osm ostrowa
    ostrów osóbka outdoor oznaczony padły pala panama paradyż parkinson passat pekin pentagon petit peugeot pieter
    pietrucha pilch piotruś pisarek pistol piszczek piter plater plymouth podpór podzamcze pogórze polak pomorze
    pontiac popular poręba powiśle powołany prusak przymorze przypadły rado radomiak raja rangers reda ref reja rek
    rem renault rep replay reunion reż riwiera roba robinson robur rojek rokita rozegrany rozpadły ruczaj rusza rwa
    rydzyk ryga saab sabina samara san sań scania scratch seat sem sep september serafin sima siwiec skarbek skin skot
    składni slash sleeping soba sobótka sodoma solaris son sosnowiec spadły speech spencer spring stand standing staro
    stań stańczyk sterling stoczek stout struga stłumiony sus swap sweet swift sybir syr szczerba szczyrk szwajcar
    szwed sącz tabula talbot talk tall tan tar targowica tas team teksas telekom tell ter tesla thrash tips tobiasz
    tomka toros toyota transit trent trial trojan trzaska trzebnica trzeciak tuk tung tupolew turek tybet ubek uczenie
    uczuć udały umowy upgrade ursus ustały wacek walczak wan war wały wałęsa weber wersal wid wiktor wiktoria wilczek
    wilczyca wiola wirginia wis woj wojtek wrony wybuchły wyciekły wydłużony wygasły wynikły wypadły wyrosły wzrosły
    wójcik węgier węgrzyn węży włoszka yamaha york zagórze zalesie zapisany zasypany zaszły zawada załóg zet zeus
    zieleniec zin zlewa zmalały znal zona zośka zrzeszony łada łam łazarz świni żarnowiec żmii żurawi żwirek żółwi
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
        if word.endswith(("ski", "cki")):
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
    shared = len(os.path.commonprefix([word, singular]))
    return word[-1] in "yie" and word[-3:] not in ("nie", "cie") and shared >= len(word) - 2


def least_share(part, word, other, rival):
    if other == "verb" or part != "noun":
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
    answers = take_out({folding.fold(word) for word in common if lemmas.is_base(word)}, WITHHELD, UNFIT)
    return Language("Polish", "pl", 1, ALPHABET, FOLDS, {
        "allowed": Dictionary(SOURCE, "CC-BY-4.0", {folding.fold(word) for word in written}),
        "answers": Dictionary(ANSWERS_SOURCE, "CC-BY-4.0 AND BSD-2-Clause AND CC-BY-SA-4.0", answers),
    }, gather_spellings(folding, written))
