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
    anaal anus bordeel borsten beffen clitoris debiel dildo ejaculatie erectie erotiek erotisch escort flikker fuck fucking geil genitaal
    genocide geslacht hoer hoeren holocaust homo homofiel idioot incest jap kak kakken kloot kloten klote klootzak kont kotsen kots kut
    kutten lesbisch lul lullen mof mongool moslima naakt nazi neger negerin neuken nicht orgasme orgie pedo pedofiel pedofilie penis
    pijpen pik pis pissen pijper poep poepen poot porno prostituee pooier racisme racist racistisch reet schaamhaar schijt schijten seks
    seksueel sekse sex sexueel sexy slaaf slaven slavernij slavin slet sletten smeerlap sodemieter sperma stront stronthoop tieten tiet
    tepel teringlijer tering tyfus trut vagina vagijn verkrachten verkrachter verkrachting vibrator vingeren viezerik zigeuner zak
    zelfmoord zwartje zaad wijf condoom castratie cunt bitch bastaard kanker mietje spast travestiet transseksueel pervers gestapo
    volkerenmoord slachting martelen marteling folteren moordenaar ss masturberen aftrekken naaien rukken hitler kreng
    kreupel krimi gehandicapt invalide achterlijk dwerg bloedbad bloedbaden holocaust martelaar euthanasie
""".split())

# Names, foreign words that Dutch has not taken in, abbreviations, and forms that the rules did not tell.
UNFIT = set("""
    abel abraham adobe alma amanda amber angel apache ara atalanta aurora axel baal balen basic basten beaufort beieren belle ben benjamin bent
    berger bermuda best block blokker blom bobby bono bram brink brits canada cara chester chili cicero cito claus clement concordia costa
    curaçao curacao dalton darren dei dekker demi deo dirk does dolly dommel dongen donk donna dragon dries duffel earl els elektra enter erica ernst
    ester eva facebook fender ferry fez fleur flip flora fox franco frank fries gaal gemma gene genesis gent genua ger gestel gloria goliath
    gouwe gouw gray griet grietje groenland gulpen haag hack hannes hans haren hees helen hellen henry hercules hiep hindoes holocaust hoofddorp
    hoofdweg hofstede hope horn hui hulst hummel hunter indiaanse italianen jaap jack jacks jan janet jantje janus japanner jersey jihad joke joop juan
    judas kaag kali kampen kees kemp kent kerkplein khan kik kim king kits klaas kleef koen koos kris krol kruisweg laar lange langen lazarus
    league leiden lemmer lion loch lock lombok lori losser lux maas made malta mana manilla mans mara marc mare margarita margriet marina marjolein
    mark marker max maxime maxwell medina meent meg mekka middenweg miep mies mila mille mimi mina mine moerdijk molenbeek mom moor mulder
    napoleon nel nero nes newton nexus nieuwkoop nobel noren nova out panama parker pascal pax peer penny peter pietje pip pol polen puck putten
    rachel rave reine rex rietveld rijn rob roden roemer roman rowan rus russen sake sans sara sari schonk sen serge shell sim singel soleil son
    spencer spike staats stede steenweg stern story sultan taco take tata teddy tegelen terra tesla tommy ton tori toto trijntje tromp turk turken
    uithof vang vista vita vlijmen vogelaar voorst vries waal wadden walk walker warren wassenaar waterland waterloo weber wedde wedding wenen
    westhoek wetering wils wilde woerden wout wouter yang yin zaan zeedijk zeeland zuidzijde zulte zweden zweed belg belgen chinees chinezen
    arabier arabieren fransman griet italiaan kelvin joods jood jodendom pools schots sterling tin turks rooms romein canadees afrikaan engels
    moet kan bent kids root loss cut more ende
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
