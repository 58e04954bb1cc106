"""Dutch, edition 1.

    wdutch 2.20.19-2 (Debian)          OpenTaal's word list, some 413,000 words with all inflections.
    wordfreq 3.1.1 (PyPI)              how often a word is written.
    spacy-lookups-data 1.0.5 (PyPI)    nl_lemma_index: base forms by part of speech. nl_lemma_lookup: the base form of others.

The dictionaries:

    allowed    OpenTaal's words of 3 to 9 letters that are written in lower case, with letters alone. Names have capitals there
               and are left out by that. So are words without a vowel: abbreviations (dvd, btw) and noises (brr).
    answers    those that are a base form and common.

What is common: Zipf's scale of wordfreq, COMMON or more, so that about 1,500 fives remain. The accents of emphasis (`één`)
do not matter: a word is as common as its most common way to be written.

What is a base form: what a part of speech has in nl_lemma_index, and nl_lemma_lookup does not call a form of another word, or
what is in UNINDEXED. The index of nouns has plurals and conjugated verbs among its many words, and most plurals are infinitives
of some rare verb (`kinderen`); so these are left out:

    -en      if without it there is a noun nearly as common or more, unless it is in BASE_IN_EN;
    -s       if without it there is a noun more common, after the endings that make their plural so, unless it is in BASE_IN_S;
    -e       if without it there is an adjective, unless it is in BASE_IN_E;
    -de -te  if it may be a past tense of a common verb, unless it is in BASE_IN_E;
    -d -t    if it may be a participle and is in the index of adjectives alone, unless it is in STAND_ALONE.

What is left out by hand is in WITHHELD (offensive) and UNFIT (names, foreign words, forms that the rules did not tell).
"""

import re

from .frequency import WORDFREQ, zipf
from .lookups import LOOKUPS, read_table
from .packages import Package, debian_file
from .render import LENGTHS, Dictionary, Folding, Language, gather_spellings

WDUTCH = Package(
    "debian", "wdutch", "1:2.20.19-2", "wdutch_1%3a2.20.19-2_all.deb",
    "79dc0dbbd9b3e029ba84423a804c635aca87105521962f9b4c3023399c94dc35",
)

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
# Accents of borrowed words, of emphasis and of syllables (zeeën); ĳ in one character is i and j.
FOLDS = [
    ("àáâãäå", "a"), ("ç", "c"), ("èéêë", "e"), ("ìíîï", "i"), ("ñ", "n"), ("òóôõö", "o"), ("ùúûü", "u"), ("ýÿ", "y"),
    ("æ", "ae"), ("œ", "oe"), ("ĳ", "ij"),
]

#: On Zipf's scale.
COMMON = 2.6
#: How much more common a word in -en may be than the noun in it, on that scale, and still be its plural.
PLURAL_MORE_COMMON = 1.2

SOURCE = "OpenTaal's word list (wdutch 2.20.19-2)"
ANSWERS_SOURCE = (
    f"base forms of {SOURCE} that are common by wordfreq 3.1.1, told by spacy-lookups-data 1.0.5, less offensive words and names"
)

# Verbs, nouns, adjectives and numerals in -en, though there is a noun without it.
BASE_IN_EN = set("""
    aanleggen aanvallen aftrekken afwassen babbelen baken bakken bankieren baten beginnen behouden bekijken bekken beletten bergen
    bespotten betonnen bijten biljarten bladeren boeken boksen boeten borstelen bouwen bowlen branden bronzen chatten danken dansen
    daten degen deken delen dichten dineren dommelen douchen dronken drummen dweilen effen eiken eren eten fietsen flirten fluwelen
    gamen garen gebaren gedragen gelaten getuigen gissen golfen gouden granieten graven grazen groeten haasten hakken harken haten
    haven hechten heiden hoesten houten ijsberen ijzeren indien invallen invoeren inzetten ivoren jongen kammen kamperen kappen
    kartonnen katoenen keten kiezen klappen kleuren klussen knopen koersen koperen koppelen koppen krabben krassen lachen laken
    lassen laten leasen lederen lenen leren letten lezen lichten liften limoen linnen lossen luieren lunchen mailen malen marmeren
    men metalen meten misten moeten moorden mokken molen neen noorden oen omen omkeren ontbijten ontzetten oosten opheffen opmaken
    opzetten oven paren passen peddelen peuteren pinnen planten plassen polsen porren praten preken printen proosten puzzelen racen
    ramen ren relaxen rieten rinkelen roddelen roesten rotten rusten rubberen satijnen schaatsen schaken scheren schillen sjouwen
    slijmen slijpen smoren snorkelen spellen spinnen spitten sporen sporten staren stallen stalen stemmen steppen stichten strikken
    switchen tafelen tasten tennissen toeren toetsen toren troosten tuinieren turnen twisten twitteren typen uitleggen uitlaten varen
    verboden verbonden verdragen verlaten verven vissen vlechten voeren wachten wapenen wedden wegen wennen werken westen weten wezen
    wijken wijzen winkelen wissen wollen zegen zeilen zetten zijden zilveren zitten zoen zuchten zuiden zweten zwemmen wen
    eigen open samen even tegen binnen buiten boven toen sinaasappelen jarretellen leunen dragen slaan horen lopen geven vallen
    spelen roepen kopen slapen trekken vragen schoppen klimmen dromen lijken roken regenen schreeuwen stoppen stinken kloppen
""".split())
BASE_IN_S = set("""
    aars baars dries eens eis els gas gis jas kaars kas laars lees luis mens mes mis mees moes pas paars pees pels pens ras roes ruis
    schaars schors spies terras wees wens zomers winters waas bries buis bis hens polis middels deels donders duivels hemels
    engels barbaars rebels volgens vlas thuis immers anders adres proces succes doos reis les
""".split())
BASE_IN_E = set("""
    vreemde zijde onbekende luxe zonde koude douche geliefde chocolade gevangene aangifte diagnose branche douane naaste taboe
    hybride expertise gezegde verloofde bamboe reuze solide slee ree manoeuvre invalide loge vete broche valide crypte louche spade
    rigide voorhoede beige moe unie roze marine beide orde einde aarde liefde vrede waarde ziekte ruimte hoogte breedte diepte
    lengte grootte sterkte zwakte warmte hitte kou schade bende bode lente vreugde belofte gedachte gemeente gedeelte behoefte
    tante klasse kade weide heide rijkdom route hoede lade made code mode methode periode episode gewoonte getuige rechte
    halte minuut woede rede stede wijze keuze reuze dosis zieke dode arme gekke oude jonge blanke drukte stilte leegte dikte
    groente gebeurte wonde naaste vijfde tiende derde vierde tweede zesde
""".split())
STAND_ALONE = set("""
    bekend beroemd bezet bereid beleefd bepaald gezond gewoon gek gemeen gehandicapt getrouwd gescheiden verliefd verdacht
    vermoeid verbaasd verdrietig vertrouwd verward verlegen verwend verkouden verouderd verplicht verantwoord geliefd geschikt gevoelig
    gespannen getalenteerd geïnteresseerd geduldig gelukkig gemotiveerd gewend gebroken gesloten geheim gericht ontspannen ontroerd
    opgewekt uitgebreid uitstekend ingewikkeld toegewijd afgelopen voldoende vermeend bewust bezorgd berucht bedaard bejaard
    benauwd befaamd beschikt beperkt besmet bekwaam geacht gehaat geheid gehecht gehoopt geknipt gezien gehard gemengd getint
    gestoord gevreesd gewild overdreven overleden overtuigd verfijnd verheugd verblind verloren verrast versleten vertraagd
    verwaand verwoed verzonnen verzot volwassen geleerd gelovig geboren gewapend getikt gedreven ervaren verveeld
    opgewonden opgelucht aangenaam afgepeigerd bedroefd begaafd behaard beducht beheerst bedekt gebruind gebogen
""".split())

# Base forms that nl_lemma_index does not have.
UNINDEXED = set("""
    hoe zich dus toch alle omdat toen wie alles iedereen hele iemand nooit samen elkaar allemaal beter anders wanneer verder jou vandaag
    zelfs elke eerst vooral bijna geleden ter nou soms niks terwijl waarin ongeveer daarom niemand slechts zowel daarna mei ouders beide
    ervan meteen zichzelf waarvan alsof daarmee vanavond waarmee waarop hoewel jezelf inderdaad helaas inmiddels meestal ergens
    bovendien gisteren daarnaast liever tevens mezelf erbij hierdoor hieronder nergens straks zomaar app daarvoor hiermee aangezien
    zover trouwens erin zodra hierbij daardoor zolang hiervan reeds hiervoor nogal vrijwel aldus waarvoor ermee wellicht tenzij omhoog
    alweer laatst tenminste daarop ineens overigens uiteraard vooruit eveneens liefst minstens hierin hierover waarna sindsdien onlangs
    netjes noch opeens alsnog vanmorgen telkens wederom hierna immers hoezo vandaar vannacht intussen zojuist ofwel zelden waarover
    voortaan elders amper waaruit onszelf daarover tenslotte erachter hierboven circa vanmiddag vanzelf ernaar gij vooraf veelal
    voorheen overeen ertoe tegemoet achteraf doorgaans hieraan bovenaan enigszins bijeen simpelweg voorop alhoewel oftewel daaruit
    eventjes alsmede hieruit nadien daartoe weliswaar uiteen naarmate kapot hier daar mij wij zij onze ons jullie hem haar hen zijn mijn
    jouw waar waarom waarheen daarheen hierheen nu nog niet nee wel maar want als dan dat deze die dit het een aan bij door met naar van
    voor over onder tussen zonder tegen tot uit omlaag achterover onderweg overal nauwelijks misschien meer minder genoeg veel weinig
    twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig dertig
    veertig vijftig zestig zeventig tachtig negentig honderd duizend miljoen
""".split())

# Offensive words, as in English: slurs; rape, slavery and mass murder; coarse words for sex and the body.
WITHHELD = set("""
    achterlijk aftrekken anaal anus bastaard beffen bitch bloedbad bloedbaden bordeel borst borsten castratie clitoris
    condoom cunt debiel dildo drol dwerg ejaculatie erectie erotiek erotisch escort euthanasie flikker folteren fuck
    fucking gehandicapt geil gekloot gelul genitaal genocide geslacht gestapo hitler hoer hoeren holocaust homo homofiel
    idioot incest invalide jap kak kakken kanker kloot klootzak klote kloten kont kots kotsen kotst kreng kreupel krimi
    kut kutten lesbienne lesbisch lesbo lul lullen martelaar martelen marteling massacre masturberen mietje mof mongool
    moordenaar moslima naaien naakt nazi nazisme neger negerin neuken nicht orgasme orgie pedo pedofiel pedofilie penis
    pervers pijpen pijper pik pis pissen poep poepen polak pooier poot porno prostituee racisme racist racistisch reet
    rukken schaamhaar schijt schijten seks sekse seksueel sex sexueel sexy shit slaaf slachting slaven slavernij slavin
    slet sletten smeerlap sodemieter spast sperma ss stront stronthoop tepel tering teringlijer tiet tieten transseksueel
    travestiet trut tyfus vagijn vagina verkloten verkrachten verkrachter verkrachting vibrator viezerik vingeren
    volkerenmoord wijf zaad zak zeik zelfmoord zigeuner zwartje
""".split())

# Names, foreign words that Dutch has not taken in, abbreviations, and forms that the rules did not tell.
UNFIT = set("""
    aapje abel abraham acid acta adobe afgekort afrikaan aga airbus all alm alma alto alv amanda amber amish angel apache
    apex apps aqua ara arabier arabieren array ast aston atalanta aurelia aurora autorit ave avis axel baal baba babi
    bakje balen banning bara base basic basten bat bats battle beaufort begon beieren belg belgen belle ben benjamin bent
    berger bergweg bermuda bespot bespraken best beteken bevat bib bic bied bijhorend binnenhof bitcoins bleu blijf block
    blogs blokker blom blow bobby boerd bogey boni bonnet bono boort boots bop boss bots boy bram brink brits brut buhne
    buitenhof bvba bye cab caesar cajun camel camp campo canada canadees capo cara card care carne cel ces chant chats
    cheat chester chiefs chili chinees chinezen chinook christus cicero cis cite cito city claus clement click coat comic
    concordia costa crazy crea crown cru culpa curacao curaçao cut daag dalai dalton danst darren datje dato deerlijk dei
    deja dekker del delfts demi deo desk deus dewelke dirk dis dizzy does dolby dolce dolly dommel dongen donk donna down
    downloads dragon dreads dries drijf drink dub duffel durend earl eek eet elektra elkaars els empire ende engels enne
    enter erica ernst escape esp ester eva exposure facebook far faro fat fats faux febr fender feng ferry fez fiber fik
    fin fine fleur flexi flip flor flora flux fox franco frank fransman fries future gaal gal gareel gate gay gedaagden
    gedacht gedekt geef gegeseld gekapt gemaild gemma gene genesis gent genua gepraat geprint ger ges geschud gestel get
    geupload geverfd geworven gif gij gijp gipsy gis git glee globe gloria goliath golvend gouw gouwe grand grands gray
    green grey griet grietje grijp gris groenland gulpen haag hack hacking halfweg hands hangend hannes hans happy har
    haren hash havo hbo heat heb hees hef helen hellen henry hens hercules heul hiep high hijs hindoes hobbits hofstad
    hofstede holocaust home hoofddorp hoofdweg hope horn horst hot hou houdend hui huizing hul hulk hulst hummel hunter
    hypo iemands iet image indiaans indiaanse ingeent ins italiaan italianen ivf jaap jack jacks jan janet janmaat jantje
    janus japanner jersey jeune jihad jodendom joke jongs jood joods joon joop juan judas jus kaag kaasmarkt kain kali
    kampen kamphuis kan kcal keen kees kelvin kemp kent kerkplein ketters khan kid kids kik kim king kits kittens klaas
    kleef kleins kmo knapste knijp koen kokend komend kon koolhaas koos kot krijg kris krol kruipend kruisweg laar lachend
    lagerhuis lander landgraaf lange langen large latin lazarus lazer league leds lego leiden lekkers lemmer libero
    lichtend liesje liggend like lion lire lob loc loch lock lolita lombok looi loom lori loss losser luider luk lustig
    lux lyra maas mach made malta mana manilla mans mar mara marc mare margarita margriet marien marina marjolein mark
    marker marlijn mavo max maxime maxwell mbo medina meent meg mekka mellitus memoriam middelaar middenweg miep mies mik
    mila mille mimi mina mine mix mod moerdijk moet mogelijks molenbeek moliere mom money mono moor mora more moto mulder
    mulo must naderend nap napoleon neig nel nero nes neu newton nexus ngo nies nieuwkoop nobel noir nol none noren nova
    oasis olien opstal out pabo pace pack pads page pair pais pampus panama pang papa parker parnassia pasar pascal paso
    pax peer peg penny pesters peter pfeiffer pica picture pies pietje pins pip plane poco pol polen polk poly pools poppy
    primo prix psych puck push putten rabat rachel raid rak ral randstad rani rara rato rave ready regerend reine reizend
    relax resources rex rietveld rijdend rijn rob roden roemer rollende roman romein roodkapje rooi rooms root roots
    roskam rowan rus russen sage sake sans sant sar sara sari sas save scans schaffen schenker schonk schoor schots seal
    sen sent serge sheet shell shift sick sikhs sim simpels singel skins slapend snee soleil son sores spanbroek spencer
    spike spui sta staats stads stede steenweg sterf sterling stern stervend stikt stoffel storage stort story strengste
    sub suisse sultan sus swap tab taco take targets tata teddy tegelen tekenend temp terra terrible tesla tichelaar
    tickets tilt tin tips tjerk toeziend tommy ton tori toto tra travers tree tri trijntje tril tromp trucks tui turk
    turken turks tweets typ uithof uni uzi vallend vang vbo ventures verkort verlaat vieux view viola vista vita vivo
    vlijmen vlogs vmbo vogelaar vond voorde voorst vragend vries vrijthof vuurt vwo waal wadden walg walk walker wan
    wandelend wanner warren wassenaar waterland waterloo wave weber weblogs wed wedde wedding wek wenen werkend westhoek
    wetering wierde wijt wijten wilde wildeman wils wisse woerden word wout wouter wulf xerox yang yes yin zaan zeedijk
    zeeland zeg zero zijl zionisme zip zittend zouk zuidzijde zulte zweden zweed zwijger zwin
""".split())

#: Endings of nouns that make their plural in -s.
PLURAL_IN_S = re.compile("(aar|aard|el|em|en|er|erd|eur|ie|ier|je|oor|or|[aeioy])s$")
PARTICIPLE = re.compile("^((aan|achter|af|bij|door|in|mee|na|om|op|over|toe|uit|voor|weg)?ge|be|her|ont|ver).*(d|t|en)$")
VOICELESS = {"v": "f", "z": "s"}


class Lemmas:
    """What the tables know, and how common a word is."""

    def __init__(self, index, lookup, zipf_by_token):
        self.by_part = {part: set(words) for part, words in index.items()}
        self.known = set().union(*self.by_part.values())
        self.lookup, self.zipf_by_token = lookup, zipf_by_token

    def frequency(self, word):
        return self.zipf_by_token.get(word, 0)

    def is_one_of(self, part, words):
        return any(word in self.by_part[part] for word in words)

    def is_base(self, word):
        if word in UNINDEXED:
            return True
        if word not in self.known or self.lookup.get(word, word) != word:
            return False
        if word.endswith("en") and word not in BASE_IN_EN and self.is_plural(word, stems(word[:-2]), PLURAL_MORE_COMMON):
            return False
        if PLURAL_IN_S.search(word) and word not in BASE_IN_S and self.is_plural(word, [word[:-1]], 0):
            return False
        if word.endswith("e") and word not in BASE_IN_E and (self.is_inflected(word) or self.is_past(word)):
            return False
        return word in STAND_ALONE or not self.is_participle(word)

    def is_plural(self, word, singulars, more_common):
        nouns = [noun for noun in singulars if noun in self.by_part["noun"] and len(noun) > 1]
        return any(self.frequency(noun) >= self.frequency(word) - more_common for noun in nouns)

    def is_inflected(self, word):
        return self.is_one_of("adj", stems(word[:-1]))

    def is_past(self, word):
        return word.endswith(("de", "te")) and self.is_one_of("verb", [f"{stem}en" for stem in infinitive_stems(word[:-2])])

    def is_participle(self, word):
        return PARTICIPLE.search(word) is not None and not (self.by_part["noun"] | self.by_part["verb"]) & {word}


def stems(word):
    """What a word may be without -e or -en: as it stands, with a vowel twice, a consonant once, and f for v, s for z."""
    ways = [word, f"{word}e"]
    if len(word) > 2 and word[-1] == word[-2]:
        ways.append(word[:-1])
    if len(word) > 1 and word[-2] in "aeou":
        ways.append(f"{word[:-1]}{word[-2]}{word[-1]}")
    if word.endswith("er"):
        ways.append(word[:-2])
    return ways + [f"{way[:-1]}{VOICELESS[way[-1]]}" for way in ways if way and way[-1] in VOICELESS]


def infinitive_stems(stem):
    """What may stand before the -en of a verb whose past tense is this and -de or -te."""
    ways = [stem, f"{stem}{stem[-1:]}"]
    if len(stem) > 2 and stem[-2] == stem[-3]:
        ways.append(f"{stem[:-2]}{stem[-1]}")
    return ways + [f"{way[:-1]}{voiced}" for way in ways for voiced, voiceless in VOICELESS.items() if way.endswith(voiceless)]


def read_allowed(path, folding):
    """OpenTaal's words that we keep, as they are written."""
    for word in debian_file(path, "usr/share/dict/dutch").decode().split("\n"):
        letters = folding.fold(word) or ""
        if word == word.lower() and len(letters) in LENGTHS and set(letters) & set("aeiouy"):
            yield word


def make(fetch):
    """The language, of packages that `fetch` gives the paths of."""
    folding = Folding(ALPHABET, FOLDS)
    written = set(read_allowed(fetch(WDUTCH), folding))
    lookups = fetch(LOOKUPS)
    lemmas = Lemmas(read_table(lookups, "nl_lemma_index"), read_table(lookups, "nl_lemma_lookup"), zipf(fetch(WORDFREQ), "nl"))
    common = {word for word in written if lemmas.frequency(word) >= COMMON}
    answers = {folding.fold(word) for word in common if lemmas.is_base(word)} - WITHHELD - UNFIT
    return Language("Dutch", "nl", 1, ALPHABET, FOLDS, {
        "allowed": Dictionary(SOURCE, "BSD-3-Clause OR CC-BY-3.0", {folding.fold(word) for word in written}),
        "answers": Dictionary(ANSWERS_SOURCE, "(BSD-3-Clause OR CC-BY-3.0) AND CC-BY-SA-4.0", answers),
    }, gather_spellings(folding, written))
