"""German, edition 1.

    tanglet-data 1.6.3-2 (Debian)        the list of github.com/enz/german-wordlist: 675,650 words with all inflections, nouns
                                         with their capitals.
    wordfreq 3.1.1 (PyPI)                how often a word is written, without regard to capitals.
    spacy-lookups-data 1.0.5 (PyPI)      de_lexeme_prob: how often, with regard to capitals. de_lemma_lookup: the base form of
                                         inflected verbs and adjectives, in the spelling of before 1996.
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
    abwesend alle andauernd annähernd anwesend aufregend bedeutend bedingt beherzt beide bekannt beleidigt beliebt bequem bereit
    berühmt besonnen bestimmt betroffen betrunken bewaffnet bieder billig dauernd deutsch doppelt dringend dunkel dünn ein einig
    einladend elend eng engagiert entspannt ernst ernsthaft erneut erschöpft erst faul fertig fix flach folgend frisch geboren
    gehoben geborgen geeignet gefallen gelaunt gelungen geneigt genervt genügend gerecht gesamt gescheit gesondert gespannt
    gewandt gewillt gewohnt gezielt glänzend gleich heiter hell hingegen isoliert klar krank kräftig kühl lang laufend leer lieb
    locker lächelnd mager mein motiviert nötig passend rasend reich reizend rührend sauer schick schlicht schnell sein sicher
    spannend spitz still strahlend streng störend toll trüb tätig umfassend umgehend umgekehrt umwerfend unpassend unwissend
    veraltet verboten verborgen vergangen verkehrt verliebt verloren verlogen vermögend verrückt verspielt verträumt verwandt
    verwirrt wahr weich weise wohltuend wütend zunehmend zwingend ätzend während
    angehören befassen beistehen beiwohnen belassen bereden bewerfen einigen enteignen entrinnen erahnen erdulden erfassen
    ergründen erhaschen erklimmen erlassen erlegen erpressen erraten erstehen fertigen führen ausführen aufführen anführen
    betrügen bereiten billigen dichten drängen einführen faulen gebären gehorchen geleiten gestatten gewähren gleichen
    hinführen lauten leeren lieben meinen missen mitgeben nötigen reichen reifen runden schalten schicken stillen sündigen
    trüben trügen tätigen verbiegen verfassen verführen vergessen vergraben verlassen verlauten vermessen vermissen vernehmen
    verpassen verziehen vorführen vornehmen wahren weichen weisen zergehen
""".split())

# Base forms that de_lemma_lookup does not have.
UNINFLECTED = set("""
    abends aber abermals abseits abwärts ach acht achtzehn achtzig adäquat adieu akribisch allein alleine allemal allerlei allseits allzeit
    allzu als alsbald also anbei anderswo anders anfangs angesichts anhand anscheinend ansonsten apathisch apropos archaisch
    auch auf aufgrund aufrecht aufwärts aus auswärts außen außer außerdem bald bankrott bei beim beinahe beisammen beiseite beizeiten
    bereits bergab bergauf besonders bestens beständig bevor bewusst bezüglich binnen bis bisher bislang bisweilen blass bleich bloß brutto
    brutal chaotisch circa clever da dabei dadurch dafür dagegen daheim daher dahin dahinter damals damit danach daneben danke dann daran darauf
    daraus darin darum darunter darüber das dass dauerhaft davon davor dazu dein dem demnach demnächst den dennoch denn der derart derzeit
    des deshalb desto deswegen dezentral dich die diesmal diesseits dir doch dort dorthin drauf draußen drei dreieckig dreimal dreizehn drinnen
    drittens drüben du durch durchaus durchweg ebenda ebenfalls ebenso egal ehe ehemals eher ehrlich eigens eindeutig einerlei
    einmal einst einzeln eklatant elegant elf empor endlich entgegen entlang entweder episch er erhaben erstens erstmals es essbar etwa
    etwas euch euer evident existent extra falls fast fern filigran flauschig fort fortan frei freilich freitags frivol fündig
    fünf fünfmal fünfzehn fünfzig für fürwahr gar gegen gegenüber gelblich gell genau genauso genug geradeaus geradezu gern gerne gestern getrost gewiss
    glasklar goldgelb grafisch gratis grässlich haben halt halbwegs halbtags haushoch hautnah heim heimlich heran heraus herbei
    herein hernach herum herunter hervor heute heilig hellblau hellbraun hellgrau hellgrün dunkelrot heterogen hier hierbei hierfür hierher hiermit hierzu hin hinab
    hinauf hinaus hindurch hinein hinten hinter hinterher hinunter hinweg hinzu hoch hochkant hundert hässlich höchst höchstens ich identisch ihm ihn ihnen ihr
    im immens immer immerhin immun implizit in indem infolge initial inklusive inmitten innen innerhalb insgeheim insgesamt insofern
    instabil instant intakt inwiefern inwieweit inzwischen irgend irgendein irgendwann irgendwas irgendwer irgendwie irgendwo ja jawohl je jede jeder jederzeit
    jedoch jemals jemand jener jenseits jetzt jeweils just jüngst kaum kein kleinlaut klitzeklein knackig kopfüber krass krumm kundig kurzum
    lahm lebhaft lediglich leger leider lernfähig lesbar letztens letztmals lila links loyal lückenlos längst längs man manchmal manch mangels maskulin massiv mau mehr
    mehrmals meist meistens messbar mich mindestens minus mir mit mithilfe mithin mittags mitten mittlerweile mittels mitunter mittwochs
    montags morgen morgens mündlich müssen nach nachdem nachher nachts nachtragend nackig nahezu nass naturnah neben nebenan nebenbei nebenher
    nebst nein netto neulich neun neunmal neunzehn neunzig neuwertig nicht nichts nie niemals niemand nimmer nirgends nirgendwo
    noch nochmal nochmals nonstop nordwärts notfalls nun nunmehr nur ob oben oberhalb obgleich obschon obsolet obszön obwohl oder
    offenbar oft oftmals ohne ohnehin optional orange ostwärts parallel partout pink pleite plus prall prima pro provokant präventiv
    prägnant quasi quer randvoll rar ratsam rauchfrei rechts redlich rings ringsum rosa rotbraun rund rundherum rundum runter rückwärts samstags samt sauber
    saisonal schief schlaff schlapp schon schräg schwach schwanger sechs sechsmal sechzehn sechzig sehr seicht seidig seit seitdem seither seitlich seitwärts
    selber selbst selig sesshaft sich sie sieben siebzehn siebzig simultan so sobald soeben sofern sofort sogar sogleich solange
    solar solide somit sondern sonntags sonst sooft sorgsam soso sowie sowieso sowohl spezial spurlos staatlich stark starr steif steinig stets steil stimmig
    stramm stressig stumpf stundenlang synchron synonym südwärts tabu tagelang tagsüber tausend teils teilweise trivial trotz trotzdem tunlichst türkis
    um umher umhin umso umsonst unbedingt unbefugt unbesiegt unbesorgt unbewusst und uneinig unendlich unerlaubt unermüdlich unfassbar ungefähr ungeheuer ungelöst ungemein
    ungern ungewiss ungewohnt unheilbar uniform unisono universal unlogisch unlängst unrichtig uns unschwer unten unter unterhalb unterwegs unweit urban
    vag vegan vergebens vermessen versus vertikal via viel vielerlei vielleicht vielmals vier vierfach viermal viertel vierzehn vierzig virtuell virtuos
    vom von vor voran voraus vorbei vorerst vorher vorhin vormals vorn vorne vorweg vorwärts vorzeitig vorüber vulgär
    völlig wach wacklig wahrlich wann warum was weder wegen weh weil weise weit weitaus weiter weithin weitab wem wen wenig wenn wer werktags wes
    weshalb westwärts weswegen wie wieder wiederum wieso wir wirklich wo wobei wodurch wofür wogegen woher wohin wohl wohlauf womit womöglich wonach
    woran worauf woraus worin worum worüber wovon wovor wozu zehn zehnmal zeitnah zeitweise ziemlich zirka zu zuallererst zudem zuerst
    zufolge zuhause zugleich zugunsten zuhauf zuletzt zum zumal zumeist zumindest zumutbar zunächst zur zurecht zurzeit zurück zusammen zusehends zuteil
    zutiefst zuvor zuweilen zuwider zuzüglich zwanzig zwar zwecks zwei zweifach zweimal zweitens zwischen zwölf öfter öfters
    über überall überaus überdies überhaupt überhand übrigens ablesbar abrufbar allerhand andernorts
    andocken anfassen anlocken anpassen anstehen aufbauen auffassen aufpassen befüllen beginnen bedürfen bezwingen blechen bummeln entgehen entlocken
    ergattern ergehen ermessen ermuntern erpressen ersticken ertönen erweichen erzittern fassen flanieren flicken fressen glitzern hassen hissen jucken
    joggen klicken kreieren kränken lassen lecken locken messen missen passen pressen schnitten signieren stricken surfen trocken verlinken verrotten vibrieren
    wackeln wissen zocken zücken frönen köcheln knuddeln signieren twittern umfassen verfassen zufrieden müssen küssen essen vergessen verblassen
    bewandert erbittert versiert verwegen verworren nervös nirgendwohin zerbrechlich schlüssig bissig flüssig lässig massig rissig riesig bewusstlos gewissenhaft stressfrei
    hierhin dahinten demütig muskulös erfahrbar erlebbar fassbar behände rau überglücklich aufwendig nummerieren platzieren plattieren
""".split())

# Offensive words, as in English: slurs; rape, slavery and mass murder; coarse words for sex and the body.
WITHHELD = set("""
    abort abtreiben anal anus arier arisch arsch arschloch behindert besaufen bescheissen besoffen bitch bordell bumsen
    busen depp deppert dildo dirne domina drecksau ejakulat erektion erotik erotisch euter fetisch fick ficken ficker
    flittchen folter foltern fotze furz furzen gaskammer geil geilheit genital genozid gestapo hakenkreuz hetero
    hinrichtung hintern hitler hoden holocaust homo hure huren idiot idiotin idiotisch inzest judenstern kacke kacken
    kanake kastrieren kinderporno kinky kondom kotze kotzen krüppel kz lesbe lesbisch lynchen massaker masturbieren
    missbrauch missgeburt miststück mohr mongo muschi mörder möse nackt nazi nazis neger nigger nippel nutte nutten oral
    orgasmus orgie pedo penis penner pimmel pimpern pinkeln piss pisse pissen pogrom popo poppen porno pornos
    prostituierte puff pussi pussy pädophil rammeln rasse rassismus rassist rassistin sadismus sadist sau scheide scheiss
    scheisse schlampe schlampen schlitz schnalle schwachsinn schwanz schwuchtel schwul schwule schänden selbstmord sex
    sexismus sexist sexuell sexy shoah sklave sklaverei sklavin spast spasti sperma spermium ss strapse strich stricher
    suizid swinger titte titten transe tunte tussi unzucht vagina verarschen verficken vergasen vergast vergewaltigen
    verkacken verpissen verrecken votze vulva vögelei vögeln weichei wichs wichsen wichser wixer zigeuner zuhälter
""".split())

# Names, foreign words that German has not taken in, abbreviations, and forms that the rules did not tell.
UNFIT = set("""
    acid ackermann ada adonis afghane afghanin afrikaner after agar ahn aids aja alabama alb alba albaner albus alf
    algerier alk alster altern alzheimer amber ami amin ammon angeln anhalt anke apex araber arabisch armenier array asi
    asiate asiatisch assi atze auerbach aurora avis award axis baba babel bacchus backhaus bai bait bake bamberger bartel
    bausch bayer bayerisch bayrisch beach beck belgier bete bey bias biermann bim bloch blunt bomben booten bosnier brack
    breiten brite britisch bruck bulgare bun butz böhme bühl cab call cap cape cargo cast causa chan cheyenne chi chinese
    christin cis claim collagen cop count court cox cross cup curie cut cäsar dan dao dax delaware deutsch dez dietrich
    dingen dixie dope dreh dust däne dänisch dörfler eagle earl eiern einen einstein eisfeld elbe emo englisch engländer
    esch ester eta ethan europäer ewe faber fachen fake feed fehl fiber fiedler fight finne finnisch firmen fis fixen
    flame flat food fork fourier frame franke franzose französin freistadt fränkisch fug ganser gate geek georgier ger ges
    getan gis glashütte gloria goal gore grave gray green grieche griechin grip grit grosz grönländer guide guinea gun
    haaren hab hack hag hagen hain hamm hands hans harder hartung hausen hebe hebräer hebräisch hehl heiler hellen henkel
    herkules hesse hessisch his hisbollah hoax hokkaido hold holländer holzapfel homburg horen hornung house huber hulk
    händel hübner iban inder indianer indisch inka iraker iraner ire irisch islamisch isländer israeli italiener item
    japaner japanerin japanisch jarl jean jiddisch jin jogi joke jordanier jude jul jus jüdin jüdisch kab kai kanadier
    kandel kap kar kaschmir kat kata ken kenianer khmer kid king kip klaus kolumbianer kongo konstanz kor koreaner kramer
    kranken krause kroate kroatisch krupp krämer krüger kurde kurdisch körner lab labrador lai langen late lei leipziger
    lemma lenz letzter leu lew linux look loop lore lori luk lund lyra maar madeira mahdi mailänder malm mandl maori
    marchese mari marina mark mars mate meier mekka melde melder mem meme mengen merlin messi met mexikaner michel mignon
    milan minna missa mitteln mixed mod more mouse movie mus nanny nestor neustadt newton nikolaus noir norden nordisch
    nova obi oka olympia orca ordo ossi ostertag pace page pair pak par pascal passau passauer past pax peak pentagon pep
    perl perm perser persisch pfalz phi pick piep pieper playa poem pole polen polin polnisch pope popper portugiese posen
    preusse preuße progress psi qua queue rack raid rain rank real reck reuter rex rheinisch riad ried riedel ries rippen
    rom rosenfeld ruhr rumäne rumänisch runge russe russin russisch römer römisch sachs sachse safe sager sami samos
    sandmann sasse saudi sax scan schalke schlegel schnellen schober schotte schotten schrägen schulze schwabe schwede
    schweizer scifi seidel selters sem sen sept serbe serbisch serge silk sims sioux sire skin slowake slowene sol
    somalier soul sozi space span spanier spanierin spanisch speis spitzen stage stasi steifen strengen stuck stumpfen sud
    sulz sur sure swag syrer syrisch sächsisch südländer taft tang tann tao tara taro tauber tele tesla tex texaner thai
    thorn thüringer tibet tibeter tic tori tory train trojaner tscheche tuck tuff tunesier türke türkin türkisch uke ungar
    ungarisch unix uzi vag van vespa vierteln viola vita vlog vogt vogue vox wagner wake warp wat waterloo wedel weed
    weichsel weiten wellen wels werder wes wessi whip wiener wienerin wiesn wiki wood wormser zille zugspitze zwiesel
    zürcher öden ösi
""".split())

NO_COMMON_NOUN = {
    "Abkürzung", "Affix", "Buchstabe", "Eigenname", "Gebundenes Lexem", "Nachname", "Straßenname", "Suffix", "Symbol", "Toponym",
    "Vorname", "Wortverbindung", "adjektivische Deklination",
}

# What a participle looks like: -iert, -end, or ge- or another prefix in front and -t or -en behind.
PARTICIPLE = re.compile(
    "iert$|end$"
    "|^(be|emp|ent|er|hinter|miss|über|unter|ver|wider|zer).*(t|en)$"
    "|^(ab|an|auf|aus|bei|da|durch|ein|fest|fort|frei|her|hin|los|mit|nach|nieder|statt|teil|um|voll|vor|weg|zu|zurück|zusammen)?"
    "ge.*(t|en)$"
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
        return self.zipf_by_token.get(word.lower(), 0) + math.log10(own / sum(ways))


class Verbs:
    """What de_lemma_lookup knows of verbs and adjectives."""

    def __init__(self, lemmas):
        self.lemmas, self.forms = lemmas, forms_by_lemma(lemmas)

    def is_infinitive(self, word, frequencies):
        seen = (frequencies.zipf_by_token.get(form, 0) for form in self.forms.get(word, []) if form[-1] == "t" and form.islower())
        return word[-1] == "n" and max(seen, default=0) >= VERB_SEEN

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
        if frequencies.zipf_by_token.get(spelling.lower(), 0) >= COMMON and frequencies.of(spelling) >= COMMON:
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
    answers = {folding.fold(spelling) for spelling in common} - WITHHELD - UNFIT
    return Language("German", "de", 1, ALPHABET, FOLDS, {
        "allowed": Dictionary(SOURCE, "CC0-1.0", {folding.fold(spelling) for spelling in spellings}),
        "answers": Dictionary(ANSWERS_SOURCE, "CC0-1.0 AND CC-BY-SA-4.0", answers),
    }, gather_spellings(folding, spellings))
