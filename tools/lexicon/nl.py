"""Dutch, edition 1.

    wdutch 2.20.19-2 (Debian)          OpenTaal's word list, some 413,000 words with all inflections.
    wordfreq 3.1.1 (PyPI)              how often a word is written.
    spacy-lookups-data 1.0.5 (PyPI)    nl_lemma_index: base forms by part of speech. nl_lemma_lookup: that of others.

The dictionaries:

    allowed    OpenTaal's words of 3 to 9 letters that are written in lower case, with letters alone. Names have capitals
               there and are left out by that. So are words without a vowel: abbreviations (dvd, btw) and noises (brr).
    answers    those that are a base form and common.

What is common: Zipf's scale of wordfreq, COMMON or more, so that about 1,400 fives remain, and ALSO. The accents of emphasis (`één`)
do not matter: a word is as common as its most common way to be written.

What is a base form: what a part of speech has in nl_lemma_index, and nl_lemma_lookup does not call a form of another word,
or what is in UNINDEXED. The index of nouns has plurals and conjugated verbs among its many words, and most plurals are
infinitives of some rare verb (`kinderen`); so these are left out:

    -en      if without it there is a noun nearly as common or more, unless it is in BASE_IN_EN, or the infinitive of a verb
             whose other forms are written at least VERB_SHARE as often as it;
    -s       if without it there is a noun more common, after endings that make their plural so, unless it is in BASE_IN_S;
    -e       if without it there is an adjective, unless it is in BASE_IN_E;
    -de -te  if it may be a past tense of a common verb, unless it is in BASE_IN_E;
    -d -t    if it may be a participle and is in the index of adjectives alone, unless it is in STAND_ALONE.

What is left out by hand is in WITHHELD (offensive) and UNFIT (names, foreign words, forms that the rules did not tell).
"""

import re

from .by_hand import take_out
from .frequency import WORDFREQ, zipf
from .lookups import LOOKUPS, forms_by_lemma, read_table
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
#: How often the other forms of a verb are written, together, for each time that its infinitive is.
VERB_SHARE = 0.25

SOURCE = "OpenTaal's word list (wdutch 2.20.19-2)"
ANSWERS_SOURCE = (
    f"base forms of {SOURCE} that are common by wordfreq 3.1.1, told by spacy-lookups-data 1.0.5, less offensive words and"
    " names"
)

# Verbs, nouns, adjectives and numerals in -en, though there is a noun without it.
BASE_IN_EN = set("""
    aanleggen aanvallen aftrekken afwassen babbelen baken bakken bankieren baten beginnen behouden bekijken bekken
    beletten bergen bespotten betonnen bijten biljarten bladeren boeken boeten boksen borstelen bouwen bowlen branden
    bronzen chatten danken dansen daten degen deken delen dichten dineren dommelen douchen dragen dromen dronken drummen
    dweilen effen eiken eren eten fietsen flirten fluwelen gamen garen gebaren getuigen geven gissen golfen gouden
    granieten graven grazen groeten haasten hakken harken haten haven hechten heiden hoesten horen houten ijsberen ijzeren
    indien invallen invoeren inzetten ivoren jongen kammen kamperen kappen kartonnen katoenen keten kiezen klappen kleuren
    klimmen kloppen klussen knopen koersen kopen koperen koppelen koppen krabben krassen lachen laken lassen laten leasen
    lederen lenen leren letten lezen lichten liften lijken limoen linnen lopen lossen luieren lunchen mailen malen
    marmeren men metalen meten misten moeten mokken molen moorden neen noorden oen omen omkeren ontbijten ontzetten oosten
    opheffen opmaken opzetten oven paren passen peddelen peuteren pinnen planten plassen polsen porren praten preken
    printen proosten puzzelen racen ramen regenen relaxen ren rieten rinkelen roddelen roepen roesten rotten rubberen
    rusten satijnen schaatsen schaken scheren schillen schoppen sjouwen slapen slijmen slijpen smoren snorkelen spelen
    spellen spinnen spitten sporen sporten stalen stallen staren stemmen steppen stichten stoppen strikken switchen
    tafelen tasten tennissen toeren toetsen toren trekken troosten tuinieren turnen twisten twitteren typen uitlaten
    uitleggen vallen varen verdragen verven vissen vlechten voeren vragen wachten wapenen wedden wegen wen wennen werken
    westen weten wezen wijken wijzen winkelen wissen wollen zegen zeilen zetten zijden zilveren zitten zoen zuchten zuiden
    zwemmen zweten
""".split())
BASE_IN_S = set("""
    aars bis bries deels donders dries duivels eens eis els gas gis hemels hens jas luis mees mens mes middels moes paars
    pees pens rebels winters zomers
""".split())
BASE_IN_E = set("""
    aangifte aarde bamboe behoefte beige belofte bende branche broche chocolade crypte derde diagnose diepte dikte dode
    douane douche drukte expertise geliefde gevangene gezegde groente grootte halte heide hoogte hybride invalide koude
    leegte lengte lente liefde loge louche luxe manoeuvre marine moe naaste onbekende oude ree reuze rigide roze ruimte
    slee solide spade sterkte stilte taboe tante unie valide verloofde vete vierde voorhoede vreemde waarde warmte wijze
    wonde zieke ziekte zijde zonde zwakte
""".split())
STAND_ALONE = set("""
    afgelopen bedekt bedroefd beducht befaamd begaafd behaard beheerst bejaard beleefd benauwd bepaald beperkt bereid
    beroemd berucht besmet bewust bezet bezorgd geacht gebogen geboren gebroken gedreven gehaat gehard gehecht geheid
    geknipt geleerd geliefd gemengd geschikt gesloten gespannen gestoord getikt getint getrouwd gevreesd gewapend gewend
    gewild gezien gezond ontroerd opgelucht opgewekt toegewijd verbaasd verblind verdacht verfijnd verheugd verkouden
    verlegen verliefd verloren vermeend vermoeid verouderd verplicht verrast versleten vertraagd vertrouwd verveeld
    verward verwend verzot
""".split())

# Base forms that nl_lemma_index does not have.
UNINDEXED = set("""
    aangezien achteraf aldus alhoewel alle allemaal alles alsmede alsnog alsof alweer amper andere anders app beide beter
    bijeen bijna bovenaan bovendien circa daar daardoor daarheen daarmee daarna daarnaast daarom daarop daarover daartoe
    daaruit daarvoor deze die doorgaans drie dus eerst elders elkaar elke enigszins erachter erbij ergens erin ermee
    ernaar ertoe ervan eveneens eventjes geleden gisteren helaas hele hier hieraan hierbij hierboven hierdoor hierheen
    hierin hiermee hierna hieronder hierover hieruit hiervan hiervoor hoe hoewel hoezo iedereen iemand immers inderdaad
    ineens inmiddels intussen jezelf jou laatst liefst liever meestal mei meteen mezelf mij minder minstens naarmate
    nadien nergens netjes niemand niks noch nogal nooit nou oftewel ofwel omdat omhoog ongeveer onlangs onszelf onze
    opeens ouders overeen overigens reeds samen simpelweg sindsdien slechts soms straks tegemoet telkens tenminste
    tenslotte tenzij ter terwijl tevens toch toen trouwens twee uiteen uiteraard vanavond vandaag vandaar vanmiddag
    vanmorgen vannacht vanzelf veelal verder vooraf vooral voorheen voorop voortaan vooruit vrijwel waarheen waarin
    waarmee waarna waarop waarover waaruit waarvan waarvoor wanneer wederom weliswaar wellicht wie wij zelden zelfs zich
    zichzelf zodra zojuist zolang zomaar zover zowel
""".split())

# Words of five letters that fall just short of COMMON, taken in by eye.
ALSO = set("""
    abces adept ampul anima bazig biest buxus codec colon conto cyste dingo diode divan ebben epoxy euvel exoot fagot
    fakir flets folio frees gajes geeuw gelag genus getik grift gruis hetze hiaat hinde hoela karaf kreun kwiek kwijl
    kwint ledig lemma liane mamba manco melig mokka nacho nadir nerts opbod pasja pipet plaid poëet pover priem quark
    ranja rasta reder rotan rumba scalp sepia sifon sinas skiff slede sloof sneer snoet soefi spalk stent stoma talig
    talon tanga telex tjalk toner tuner tutor vazal vlier weids woerd yucca zweem zwier bidon braam krent trike slenk
    tapir koala
""".split())

# Offensive words, as in English: slurs; rape, slavery and mass murder; coarse words for sex and the body.
WITHHELD = set("""
    aftrekken anaal anus bastaard bitch bloedbad bondage bordeel borst castratie castreren chlamydia clitoris condoom
    debiel dildo drol dwerg erectie erotiek erotisch escort flikker foltering fuck geil geilen gekloot gelul genocide
    geslacht gezeik halfbloed hetero hoer hoerig holocaust homo hufter idioot incest invalide jap kak kanker kloot
    klootzak kont kots kotst kreng kreupel kut kutwijf lesbienne lesbisch lesbo lul lulkoek lullen lullig martelaar
    martelen marteling massacre massagraf mietje mof mongool moslima naaien naakt naaktfoto nazi nazisme neger negerin
    neuken nicht ontucht orgasme orgie pedofiel pedofilie penis pervers piemel pijper pik pissig poep poepen polak pooier
    poot porno pornoster racisme racist reet scheet schijt scrotum seks sekse seksueel sexy shit slaaf slachting slavernij
    slavin slet smeerlap sodomie sperma stront syfilis tepel tering tiet trut tyfus vagina verkloten vibrator viezerik
    wijf zaad zak zeik zeiken zeikerd zelfmoord zigeuner
""".split())

# Names, foreign words that Dutch has not taken in, abbreviations, and forms that the rules did not tell.
UNFIT = set("""
    aanbied aantrek aapje abel abraham acid acta adobe afgekort afrikaan airbus alcantara all alm alma alto alv amanda
    amber amish angel apex approach apps aqua ara arabier arcadia array ast aston atalanta aurelia aurora autorit ave
    avis axel baal baba babi babysit bakje ballad banning bara base basic bat bats battle baxter beaufort bedenk
    bedien begon belg belle ben benjamin bent berger bergweg bermuda beschik beschrijf bespot bespraken best beteken
    bevat bevind bezorg bib bic bied bijhorend binnenhof bitcoins bits bleu blijf block bloedbaan blogs blokker blom
    blow bobby bogey boni bonnet bono boort boots bop boss boston bots bouwman bovenkerk boy bram brink brits brut
    buhne buitenhof bvba bye cab caesar cajun camel camp campo canada canadees candida capo cara card care carne
    carrier carter cel centurion ces chant chats cheat chester chiefs chili chinees chinook christus chrono cicero cis
    cite cito city classic claus clement click coat comic coming concordia costa county crazy crea crown cru culpa
    culture curacao daag dalai dalton danst datje dato deerlijk dei deja dekker del delfts demi deo desk deus dewelke
    director dirk dis dizzy does dolby dolce dolly dommel dongen donk donkey donna dorado down downloads dragon dreads
    dries drijf drink dub duffel durend earl eek eet eisten elektra elkaars els emerald empire engels enne enter erica
    ernst ervaar escape esp essence ester eva excelsior exposure facebook far faro fat fats faux febr fellow fender
    feng ferry fez fiber figaro fik fin fine fleur flexi flip flor flora flux fox franco frank fransman fries future
    gaal gal gareel garibaldi gate gateway gay gedaagden gedacht gedekt geef gegeseld gekapt gemaild gemma genesis
    gent genua gepraat geprint ger ges geschud gescout gestel geupload geverfd geworven gif gijp gipsy gis git glee
    globe gloria goliath golvend gouw gouwe grand grands gray green grey griet grietje grijp gris groenland haag hack
    hacking halfweg hands hangend hannes hans happy har hash havo hbo healing heat heb hees hef henry hens hercules
    heul hiep high hijs hindoes hobbits hofstad hofstede home hoofddorp hoofdweg hope horn horst hot hou houdend hui
    huisman huizing hul hulk hulst hummel hunter hypo iemands iet image indiaans ingeent ins italianen ivf jaap jack
    jacks jaeger jan janet janmaat jantje janus japanner jersey jeune jihad jodendom joke jongs jood joods joon joop
    juan judas jus kaag kaasmarkt kain kali kamphuis kan kcal keen kees kelvin kemp kent kerkplein ketters kevlar khan
    kid kids kik kim king kits kittens klaas kleef kleins kmo knapste knijp kokend kolere komend koolhaas koos kot
    kramer krijg kris krol kruipend kruisweg laagst laar lachend lagerhuis lancaster lander landgraaf langen langst
    large latin lazarus lazer league leds lego leiden lekkers lemmer leukst leviathan libero lichtend liesje liggend
    like lil lion lire lob loc loch lock lolita lombok looi loom lori loss losser luider luk lustig lux lyra maas mach
    made malaga malieveld malta mana manilla mans mar mara marc marche mare margarita margriet marien marina marjolein
    mark marker marlijn mavo max maxime maxwell mbo medina medusa meent meg mekka mellitus memoriam mercator merkel
    middelaar middenweg miep mik mila mille mimi mina mix moerdijk moet mogelijks mokkel molenbeek moliere mom money
    mono moor mora mort motion moto mulder mulo must naderend nap napoleon neig nel nero nestor neu newton nexus ngo
    nies nieuwkoop nobel noir nol none nova oasis office olien ontvang opstal out outlook overtoom pabo pace pack pads
    page pair pais pampus panama pang papa parker parnassia pasar pascal paso pax peel peer peg penny pester pesters
    peter pfeiffer pica picture pies pietje pins pip plane plenty poco pol polk poly pools poppy potter primo prix
    psych puck pullman push rabat rachel raid raider rak ral randstad rani rara rato rave reading ready regerend
    reizend relax relaxed relaxt resources rex rider rietveld rijdend rijn ripper rob roemer rollende rolling roman
    romein roodkapje rooi rooms root roots roskam rowan running rus ruwaard sage sake sans sant sar sara sari sas
    sativa save scans schaffen scheer schenker schonk schoor schots schuil seal second sen sent serge sheet shell
    shelter shift sick sikhs sim simpels singel skins slapend snee society soleil son sores spanbroek spencer spike
    spring spui sta staats stads stealth stede steenweg stentor sterf sterling stern stervend stikt stoffel storage
    stort story straight strengste sub suisse sultan sus swagger swap tab taco take taliban targets tata teacher teddy
    tekeer tekenend temp terra terrible tesla tichelaar tickets tilt tin tips tjerk toeziend tommy ton tori toto tra
    travers tree tri trijntje tril triton tromp trucks tui turk tweets typ uithof uni utility uzi vallend vang vbo
    velvet ventures verkort verlaat verlos verrek vervang vieux view viola vista vita vivo vlijmen vlogs vmbo vogelaar
    vond voorde voorst vragend vries vrijthof vuurt vwo waal walg walk walker wan wandelend wanner wassenaar waterland
    waterloo wave weber weblogs wed wedding werkend westhoek wetend wetering wierde wijt wijten wildeman wils without
    woerden word worship wout wouter wulf xerox yang yankee yes yin zaan zamelen zanderij zanten zeedijk zeeland zeg
    zero zijl zionisme zip zittend zodiac zouk zuidzijde zweden zweed zwijger zwin
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
        self.lookup, self.zipf_by_token, self.forms = lookup, zipf_by_token, forms_by_lemma(lookup)

    def frequency(self, word):
        return self.zipf_by_token.get(word, 0)

    def times(self, word):
        return 10 ** self.frequency(word) if word in self.zipf_by_token else 0

    def is_infinitive(self, word):
        others = sum(self.times(form) for form in self.forms.get(word, ()) if form != word)
        return word in self.by_part["verb"] and others >= VERB_SHARE * self.times(word)

    def is_one_of(self, part, words):
        return any(word in self.by_part[part] for word in words)

    def is_base(self, word):
        if word in UNINDEXED:
            return True
        if word not in self.known or self.lookup.get(word, word) != word:
            return False
        if word.endswith("en") and word not in BASE_IN_EN and not self.is_infinitive(word):
            if self.is_plural(word, stems(word[:-2]), PLURAL_MORE_COMMON):
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
    voices = {voiceless: voiced for voiced, voiceless in VOICELESS.items()}
    return ways + [f"{way[:-1]}{voices[way[-1]]}" for way in ways if way and way[-1] in voices]


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
    index, lookup = read_table(lookups, "nl_lemma_index"), read_table(lookups, "nl_lemma_lookup")
    lemmas = Lemmas(index, lookup, zipf(fetch(WORDFREQ), "nl"))
    common = {word for word in written if lemmas.frequency(word) >= COMMON or word in ALSO}
    answers = take_out({folding.fold(word) for word in common if lemmas.is_base(word)}, WITHHELD, UNFIT)
    return Language("Dutch", "nl", 1, ALPHABET, FOLDS, {
        "allowed": Dictionary(SOURCE, "BSD-3-Clause OR CC-BY-3.0", {folding.fold(word) for word in written}),
        "answers": Dictionary(ANSWERS_SOURCE, "(BSD-3-Clause OR CC-BY-3.0) AND CC-BY-SA-4.0", answers),
    }, gather_spellings(folding, written))
