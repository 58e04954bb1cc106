"""German, edition 1.

    tanglet-data 1.6.3-2 (Debian)        the list of github.com/enz/german-wordlist: 675,650 words with all inflections,
                                         nouns with their capitals.
    wordfreq 3.1.1 (PyPI)                how often a word is written, without regard to capitals.
    spacy-lookups-data 1.0.5 (PyPI)      de_lexeme_prob: how often, with regard to capitals. de_lemma_lookup: the base form
                                         of inflected verbs and adjectives, in the spelling of before 1996.
    german-nouns 1.2.5 (PyPI)            nouns.csv: nouns with their cases, and which of them are names.

The dictionaries:

    allowed    the list's words of 3 to 9 letters, ß as ss, without what has a capital behind the first letter (DVD, IDs).
    answers    those that are a base form and common.

What is common: Zipf's scale of wordfreq, COMMON or more, less what falls to the other spelling (`Macht`, `macht`) by
de_lexeme_prob. It is set so that about 1,500 fives and 2,000 sevens remain; at 2.5 the compounds become ones of the press
alone, at 3 the game would soon repeat itself.

What is a base form:

    nouns        the nominative singular of an entry in german-nouns that is no name, abbreviation or adjective in disguise
                 (`der Arme`); a plural only where the noun has no singular (`Eltern`). Not if it is a form of a more common
                 noun, too (`Gräber`). Inhabitants (`Aachener`: a place and -er) are left out.
    verbs        what is a lemma, ends in -n and has a third person or a participle in -t that is written at all.
    adjectives   what is a lemma otherwise. Participles are left out, but for those in STAND_ALONE. Where the table has the
                 word as a form of another, too (`schnell`, of `schnellen`), it is taken if it is in STAND_ALONE.
    others       the table knows only what inflects; words that do not, and those spelled in the way of 1996 (`nass`), are
                 named here, in UNINFLECTED.

What is left out by hand is in WITHHELD (offensive) and UNFIT (names, foreign words, forms that the rules did not tell).
"""

import csv
import io
import math
import re

from .by_hand import take_out
from .frequency import WORDFREQ, zipf
from .lookups import LOOKUPS, forms_by_lemma, read_table
from .packages import Package, wheel_file
from .render import LENGTHS, Dictionary, Folding, Language, gather_spellings
from .tanglet import TANGLET, read_spellings

NOUNS = Package(
    "pypi", "german-nouns", "1.2.5", "german_nouns-1.2.5-py3-none-any.whl",
    "0f113c59ea331aae750bc03c7b6c7217bae975c6677b4df8d8932093093f509f",
)

ALPHABET = "abcdefghijklmnopqrstuvwxyzäöü"
# ä, ö and ü are letters of their own; what else German writes over letters falls away on tiles.
FOLDS = [
    ("àáâãå", "a"), ("ç", "c"), ("èéêë", "e"), ("ìíîï", "i"), ("ñ", "n"), ("òóôõ", "o"), ("ùúû", "u"), ("ýÿ", "y"),
    ("æ", "ae"), ("œ", "oe"), ("ß", "ss"),
]

#: On Zipf's scale.
COMMON = 2.6
#: Of a verb's form in -t, so that a word is no verb by a table's error alone.
VERB_SEEN = 2.5
#: The logarithm of a probability below all that de_lexeme_prob has.
UNSEEN = -20

SOURCE = "the German word list github.com/enz/german-wordlist (tanglet-data 1.6.3-2)"
ANSWERS_SOURCE = (
    f"base forms of {SOURCE} that are common by wordfreq 3.1.1, told by german-nouns 1.2.5 and spacy-lookups-data 1.0.5,"
    " less offensive words and names"
)

# Participles and other words that the table has as forms of a verb, and that are words of their own.
STAND_ALONE = set("""
    abwesend alle andauernd anführen angehören annähernd anwesend aufführen aufregend ausführen bedeutend bedingt befassen
    beherzt beide beistehen beiwohnen bekannt belassen beleidigt beliebt bequem bereden bereit bereiten berühmt besonnen
    bestimmt betroffen betrunken betrügen bewaffnet bewerfen bieder billig billigen dauernd deutsch dichten doppelt
    dringend drängen dunkel dünn ein einführen einig einigen einladend elend eng engagiert entrinnen entspannt erahnen
    erdulden erfassen ergründen erhaschen erklimmen erlassen erlegen erneut ernst ernsthaft erpressen erraten erschöpft
    erst erstehen faul faulen fertig fertigen fix flach folgend frisch führen geboren geborgen gebären geeignet gefallen
    gehoben gehorchen gelaunt geleiten gelungen geneigt genervt genügend gerecht gesamt gescheit gesondert gespannt
    gestatten gewandt gewillt gewohnt gewähren gezielt gleich gleichen glänzend heiter heiß hell hinführen hingegen
    isoliert klar krank kräftig kühl lang laufend lauten leer leeren lieb lieben locker lächelnd mager mein meinen missen
    mitgeben motiviert nötig nötigen passend rasend reich reichen reifen reizend runden rührend sauer schalten schick
    schicken schlicht schnell sein sicher spannend spitz still stillen strahlend streng störend sündigen toll trüb trüben
    trügen tätig tätigen umfassend umgehend umgekehrt umwerfend unpassend unwissend veraltet verbiegen verborgen verboten
    verfassen verführen vergangen vergessen vergraben verkehrt verlassen verlauten verliebt verlogen verloren vermessen
    vermissen vermögend verpassen verrückt verspielt verträumt verwandt verwirrt verziehen vorführen vornehmen wahr wahren
    weich weichen weise weisen weiß wohltuend während wütend zergehen zunehmend zwingend ätzend
""".split())

# Base forms that de_lemma_lookup does not have.
UNINFLECTED = set("""
    abends abermals ablesbar abrufbar abseits abwärts ach acht achtzehn achtzig adieu adäquat akribisch alleine allemal
    allerhand allerlei allseits allzeit allzu alsbald also anbei anders anderswo anfangs anhand anlocken ansonsten
    apathisch apropos archaisch auch auf aufgrund aufrecht aufwärts aus auswärts außen außer außerdem bald bankrott
    bedürfen befüllen bei beim beinahe beisammen beiseite beizeiten bereits bergab bergauf besonders bestens beständig
    bewandert bewusst bezwingen bezüglich binnen bisher bislang bisweilen blass bleich bloß brutto chaotisch circa clever
    dabei dadurch dafür dagegen daheim dahin dahinten dahinter damals danach daneben danke dann daran darauf daraus darin
    darum darunter darüber das davon davor dazu dein dem demnach demnächst demütig den dennoch derart derzeit des deswegen
    dezentral dich die diesmal diesseits dir dort dorthin drauf draußen drei dreieckig dreimal dreizehn dreißig drinnen
    drittens drüben dunkelrot durch durchaus durchweg ebenda ebenfalls ebenso egal ehe ehemals eher eigens einerlei einmal
    einst eklatant elf empor entgegen entlang entlocken episch erbittert erfahrbar ergattern ergehen erhaben erlebbar
    ermessen ermuntern erstens ersticken erstmals ertönen erweichen erzittern essbar etwa etwas euch euer evident existent
    extra falls fassbar fast filigran flauschig flicken fort fortan freilich freitags frivol frönen fündig fünf fünfmal
    fünfzehn fünfzig für fürwahr gar gegen gegenüber gelblich gell genauso genug geradeaus geradezu gern gerne gestern
    getrost gewiss glasklar glitzern goldgelb grafisch gratis groß grässlich halbtags halbwegs halt haushoch hautnah heim
    hellblau hellbraun hellgrau hellgrün heran heraus herbei herein hernach herum herunter hervor heute hier hierbei
    hierfür hierher hierhin hiermit hierzu hin hinab hinauf hinaus hindurch hinein hinten hinterher hinunter hinweg hinzu
    hissen hochkant hundert hässlich höchst höchstens ihm ihn ihnen ihr immens immer immerhin implizit infolge initial
    inklusive inmitten innen innerhalb insgeheim insgesamt instant inwiefern inwieweit irgend irgendein irgendwas
    irgendwer irgendwie irgendwo jawohl jede jeder jederzeit jedoch jemals jener jenseits jetzt jeweils joggen jucken just
    jüngst kaum klicken knackig knuddeln kopfüber krass kreieren krumm kränken kurzum köcheln lahm lecken lediglich leger
    leider lernfähig lesbar letztens letztmals lila links loyal längs längst lückenlos man manchmal mangels maskulin mau
    mehr mehrmals meistens messbar mich minus mir mit mithilfe mithin mittags mittels mitten mittwochs mitunter montags
    morgen morgens nach nachher nachts nackig nahezu nass naturnah neben nebenan nebenbei nebenher nebst nein netto
    neulich neun neunmal neunzehn neunzig neuwertig nicht nichts nie niemals nimmer nirgends nirgendwo noch nochmal
    nochmals nonstop nordwärts notfalls nun nunmehr nur oben oberhalb obsolet obszön oder offenbar oftmals ohnehin
    optional orange ostwärts parallel partout pink pleite plus prall prima pro provokant prägnant präventiv quasi quer
    randvoll rar rau rauchfrei rechts redlich rings ringsum rosa rotbraun rundherum rundum runter rückwärts saisonal
    samstags samt schief schlaff schlapp schnitten schon schräg sechs sechsmal sechzehn sechzig sehr seidig seither
    seitwärts selber selbst selig sesshaft sie siebzehn siebzig signieren soeben sofort sogar sogleich solange solar somit
    sonntags sonst soso sowieso spezial starr steif steinig stets stramm stressig stricken stumpf surfen synchron synonym
    südwärts süß tabu tagelang tagsüber tausend teils teilweise trivial trotz tunlichst twittern türkis umher umhin
    umsonst unbefugt unbesiegt unbesorgt unbewusst uneinig unendlich unerlaubt unfassbar ungeheuer ungelöst ungemein
    ungern ungewiss ungewohnt unheilbar uniform unisono universal unlogisch unlängst unrichtig uns unschwer unten
    unterhalb unterwegs unweit vegan vergebens verlinken verrotten versiert versus vertikal verwegen verworren via
    vibrieren vielerlei vielmals vier vierfach viermal viertel vierzehn vierzig virtuell virtuos vom von vor voran voraus
    vorbei vorerst vorher vorhin vormals vorn vorne vorweg vorwärts vorzeitig vorüber vulgär wach wackeln wahrlich wann
    wegen weh weil weitab weitaus weiter weithin weiß wem wen wenn werktags westwärts weswegen wie wieder wiederum wieso
    wir wobei wodurch wofür wogegen woher wohin wohlauf womöglich wonach worauf woraus worin worum worüber wovon wovor
    zehn zehnmal zeitnah zeitweise zirka zocken zudem zuerst zufolge zugleich zugunsten zuhauf zuhause zuletzt zum zumeist
    zumindest zumutbar zunächst zur zurecht zurzeit zurück zusammen zusehends zuteil zutiefst zuvor zuweilen zuwider
    zuzüglich zwanzig zwecks zwei zweimal zweitens zwischen zwölf zücken öfter öfters über überall überaus überdies
    überhand überhaupt übrigens
""".split())

# Offensive words, as in English: slurs; rape, slavery and mass murder; coarse words for sex and the body.
WITHHELD = set("""
    abtreiben analsex antisemit anus arier arsch arschloch asozial bastard beischlaf bisexuell blowjob blutbad bondage
    bordell bumsen busen depp dildo dirne domina drecksau eichel endlösung endsieg erektion erotik erotisch eugenik euter
    fetisch fick ficken ficker flittchen folter foltern fotze freier freitod fresse furz furzen gaskammer gauleiter
    geilheit genozid gestapo halbnackt hentai hintern hoden hodensack holocaust homo hungertod hure hurensohn idiot inzest
    inzucht judenhass kacke kitzler kondom kotze kotzen krüppel lesbe lesbisch massaker mohr mongo muschi mörder möse
    nackt nazi neger neonazi nigger nippel nutte oralsex orgasmus orgie penis penner phallus pimmel pinkeln pisse pissen
    pisser pogrom popo poppen porno pornofilm puff pussy quickie rasse rassismus rassist rektum sadismus sau scheide
    scheiss scheisse scheissen scheisser schlampe schlampen schlitz schnalle schwanz schwul schänden sex sexismus sexuell
    shoah sklave sklaverei sklavin sodomie sperma strich suizid swinger transe tripper tussi unzucht vagina verpissen
    votze voyeur vulva vögeln weichei wichs wichser zigeuner zuhälter zwitter
""".split())

# Names, foreign words that German has not taken in, abbreviations, and forms that the rules did not tell.
UNFIT = set("""
    access acid ackermann action ada adonis afghane afrikaner after aga agar agency ahmadiyya ahn aids aja alabama alb
    alba albaner albus alf algerier alk alster altern alzheimer amber ami amin ammon angeln anhalt anke antiqua apex
    araber arabisch armenier array asi asiate asiatisch aspirin assi assyrer attila atze auerbach aurora avenue avis
    award axis baba babel bacchus backhaus bai bait bake bartel basics basler bausch bayer bayerisch bayrisch beach
    beauty beck belgier belvedere berlinale bete bey bias biermann bim bloch blunt bogner bomben bonnet booten bosnier
    brack bremer brexit brite britin britisch bruck bulgare bulldog bun bureau burke buschmann butz böhme bühl cab
    caesar call cap cape cargo cast causa chan cherokee cheyenne chi chinatown chinese christin cis claim classic
    cobalt content cop count country county court cox cross cup curie cut cäsar dan dao dax delaware deutsch dez
    dietrich dingen dixie dope dorado dreh driver duma dust däne dänisch dörfler eagle earl eichsfeld eiern einstein
    eisfeld elbe emo englisch engländer esch eta ethan europacup europäer ewe faber fachen fake feed fehl fellow fiber
    fiedler fight finne finnisch firmen fis flame flat food fork fortune fourier frame franke franzose franzosen
    französin freistadt fränkisch fug future förmig gameboy gamecube gaming ganser gate geek georgier ger ges ginger
    gis glashütte gloria goal gore grave gray green grieche grip grit grosz guide guinea gun gutmensch göttinger
    haaren hab hack hafner hag hagen hain hamm hands hans harder hartung hausen hebe hebräer hebräisch hehl heiler
    henkel herero herkules hesse hessisch his hisbollah hoax hokkaido hold holler holländer holzapfel homburg homoehe
    horen hornung house huber hulk hübner iban impotenz inder indianer indisch inka irakkrieg ire irisch ironman isch
    islamisch isländer israeli item jakobi japanerin japanisch jarl jean jiddisch jihad jin jogi joke jude jul jus
    jährig jüdin jüdisch kab kai kanadier kandel kap kar kaschmir kat kata kelten ken kenianer kerner khmer kid king
    kip klaus kongo konstanz kor koreaner kramer krause kroate kroatisch krupp krämer krüger kurde kurdisch kärntner
    lab labrador lai lander late leader league lei lemma lenz letten leu lew libera libyer linux liquor look loop lore
    lori luk lund lyra maar madeira mahdi mailänder malm mandl maori marchese mari marina marines mark mars mate meier
    mekka melde melder mem meme mengen merlin messi met mexikaner michel mignon milan minna mirage missa mitteln mixed
    mod morbus more mouse movie mus mälzer münchner nanny navajo nestor neustadt newton nikolaus nissan noir norden
    nordisch norweger nova nuntius nutella obi oka olympia orca ordo ossi ostertag pace page pair pak par pascal past
    pax pazifik peak pentagon pep perl perm perser persisch pfalz pfälzer phi pick piep pieper playa player poem
    pokemon polen polin polnisch pope popper posen preusse progress proteus psi qua queue quinta quintus rack raid
    rain rank real reck reuter rex rheinisch rheinufer riad ried riedel riemer ries rippen rochus rom romani rosenfeld
    ruhr rumäne rumänisch runge russin russisch römer römisch sachs safe sager sami samos sandmann sasse saudi sax
    scan schalke schland schlegel schober scholar schotte schotten schrägen schulze schwabe schwede schütz scifi
    segway seidel selters sem sen sept serbe serbisch serge sharon signora silicon silk sims sioux sire sirius skin
    skull sol somali somalier soul sozi space spacken span spanier spanierin spanisch spare speis sprech stage stasi
    staufer steifen steirer steven stokes stuart stuck stumpfen sud sulz sur sure swag syrer syrisch sächsisch
    südländer taft tang tann tao tara taro tauber tele tesla tex texaner thai thorn thüringer tibet tic tori tory
    train tribus trojaner tscheche tuareg tuck tuff tunesier turiner turkey twitter türke türken türkin türkisch uke
    ungar ungarisch unicode unimog unix urinieren uzi van vespa vettel viagra vierteln viola vita vlog vogt vogue
    voting vox vuelta wagner wake waliser warp wat waterloo wedel weed weekend weichsel weigand weisser wellen wels
    wendel werder westend whip wienerin wiesn wiki winner wood yankee zeidler zille zugspitze zwiesel zürcher ägypter
    öden ösi
""".split())

NO_COMMON_NOUN = {
    "Abkürzung", "Affix", "Buchstabe", "Eigenname", "Gebundenes Lexem", "Nachname", "Straßenname", "Suffix", "Symbol",
    "Toponym", "Vorname", "Wortverbindung", "adjektivische Deklination",
}

# What a participle looks like: -iert, -end, or ge- or another prefix in front and -t or -en behind.
PARTICIPLE = re.compile(
    "iert$|end$"
    "|^(be|emp|ent|er|hinter|miss|über|unter|ver|wider|zer).*(t|en)$"
    "|^(ab|an|auf|aus|bei|da|durch|ein|fest|fort|frei|her|hin|los|mit|nach|nieder|statt|teil|um|voll|vor|weg|zu|zurück"
    "|zusammen)?ge.*(t|en)$"
    "|^(ab|an|auf|aus|ein|um|vor|zu)zu.*en$"
)


def capitalised(word):
    return word[0].upper() + word[1:]


class Nouns:
    """What german-nouns knows."""

    def __init__(self, path):
        text = wheel_file(path, "german_nouns/nouns.csv").decode()
        self.singulars, self.places, self.lemmas = set(), set(), {}
        for row in csv.DictReader(io.StringIO(text)):
            lemma, kinds = row["lemma"], set(row["pos"].split(","))
            if "Toponym" in kinds:
                self.places.add(lemma)
            if kinds & NO_COMMON_NOUN:
                continue
            cases = {case: form for case, form in row.items() if case.split()[-1] != "pos" and form}
            singular = {form for case, form in cases.items() if case.startswith("nominativ singular")}
            if lemma in singular or not singular:
                self.singulars.add(lemma)
            for case, form in cases.items():
                if case.split()[0] in ("nominativ", "genitiv", "dativ", "akkusativ") and form != lemma:
                    self.lemmas.setdefault(form, set()).add(lemma)

    def is_inhabitant(self, noun):
        return noun.endswith("er") and (noun[:-2] in self.places or noun[:-1] in self.places)


class Frequencies:
    """How often a word is written in just this way."""

    def __init__(self, zipf_by_token, logarithms):
        self.zipf_by_token, self.logarithms = zipf_by_token, logarithms

    def of(self, word):
        ways = [math.exp(self.logarithms.get(way, UNSEEN)) for way in (word.lower(), capitalised(word))]
        own = math.exp(self.logarithms.get(word, UNSEEN))
        return self.of_token(word) + math.log10(own / sum(ways))

    def of_token(self, word):
        """How often it is written with whatever capitals: wordfreq has ss for ß."""
        return self.zipf_by_token.get(word.casefold(), 0)


class Verbs:
    """What de_lemma_lookup knows of verbs and adjectives."""

    def __init__(self, lemmas):
        self.lemmas, self.forms = lemmas, forms_by_lemma(lemmas)

    def is_infinitive(self, word, frequencies):
        forms = [form for form in self.forms.get(word, []) if form[-1] == "t" and form.islower()]
        seen = max(map(frequencies.of_token, forms), default=0)
        return word[-1] == "n" and seen >= VERB_SEEN

    def is_base(self, word, frequencies):
        """Whether this word in lower case is an infinitive or an adjective's base form."""
        if word in STAND_ALONE or word in UNINFLECTED:
            return True
        if word not in self.forms or self.lemmas.get(word, word) != word:
            return False
        return self.is_infinitive(word, frequencies) or not PARTICIPLE.search(word)


def is_base_noun(noun, nouns, frequencies):
    if noun not in nouns.singulars or nouns.is_inhabitant(noun):
        return False
    return all(frequencies.of(lemma) <= frequencies.of(noun) for lemma in nouns.lemmas.get(noun, ()))


def read_allowed(path, folding):
    """The ways the words are written that we keep."""
    kept = {spelling for spelling in read_spellings(path, "de") if spelling[1:] == spelling[1:].lower()}
    return {spelling for spelling in kept if len(folding.fold(spelling) or "") in LENGTHS}


def choose_answers(spellings, nouns, verbs, frequencies):
    """The ways the common base forms are written."""
    for spelling in spellings:
        if frequencies.of_token(spelling) >= COMMON and frequencies.of(spelling) >= COMMON:
            if spelling[0].isupper() and is_base_noun(spelling, nouns, frequencies):
                yield spelling
            elif spelling[0].islower() and verbs.is_base(spelling, frequencies):
                yield spelling


def make(fetch):
    """The language, of packages that `fetch` gives the paths of."""
    folding = Folding(ALPHABET, FOLDS)
    spellings = read_allowed(fetch(TANGLET), folding)
    lookups = fetch(LOOKUPS)
    frequencies = Frequencies(zipf(fetch(WORDFREQ), "de"), read_table(lookups, "de_lexeme_prob"))
    verbs = Verbs(read_table(lookups, "de_lemma_lookup"))
    common = choose_answers(spellings, Nouns(fetch(NOUNS)), verbs, frequencies)
    answers = take_out({folding.fold(spelling) for spelling in common}, WITHHELD, UNFIT)
    return Language("German", "de", 1, ALPHABET, FOLDS, {
        "allowed": Dictionary(SOURCE, "CC0-1.0", {folding.fold(spelling) for spelling in spellings}),
        "answers": Dictionary(ANSWERS_SOURCE, "CC0-1.0 AND CC-BY-SA-4.0", answers),
    }, gather_spellings(folding, spellings))
