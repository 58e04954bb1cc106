//! The lists that are embedded, languages that are not, and files that are damaged.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::*;

static EMBEDDED_LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::embedded().unwrap());

fn english() -> &'static Language {
    EMBEDDED_LEXICON.language("en", 1).unwrap()
}

/// The languages of these files, each given by its name and its text, all of it read.
fn from_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Lexicon, LexiconError> {
    Lexicon::of_files(files.into_iter().map(|(name, text)| embedded::File::of_text(name, text)))
}

/// The words of a dictionary, by length, then in order.
fn words(dictionary: &Dictionary) -> Vec<String> {
    (1..=9).flat_map(|n| dictionary.words(n)).map(|word| dictionary.alphabet().text(word)).collect()
}

/// Edition 1 is frozen: these lines change only with a bug in them, never with the lists.
#[test]
fn the_lists_of_edition_1_are_what_they_were() {
    for (name, counts, digest) in [
        (
            "allowed",
            [972, 3_903, 14_855, 15_232, 23_109, 28_420, 24_873],
            "a8c510fbc18f004029a19b5c6ddb44f3f7ac3addd574a0a82963573a3c792f1d",
        ),
        (
            "answers",
            [475, 1_864, 2_309, 5_257, 6_674, 6_477, 5_364],
            "2c6b25593f3ae45ff10beda884c61021cbb79d2d750b6df56af106406f77206f",
        ),
        (
            "enable",
            [972, 3_903, 8_636, 15_232, 23_109, 28_420, 24_873],
            "a18f0127b4698cfa6ea9d27a2793e2f586aa759adb864302b39566b70c8c06da",
        ),
    ] {
        let dictionary = english().dictionary(name).unwrap();
        assert_eq!(dictionary.lengths().collect::<Vec<_>>(), (3..).zip(counts).collect::<Vec<_>>(), "{name}");
        assert_eq!(dictionary.digest_hex(), digest, "{name}");
        assert!(dictionary.is_embedded());
    }
    assert_eq!(english().dictionaries().len(), 3);
    assert_eq!(english().alphabet().to_string(), "abcdefghijklmnopqrstuvwxyz");
}

#[test]
fn every_embedded_list_is_in_order_and_has_its_answers_allowed() {
    for language in EMBEDDED_LEXICON.languages() {
        for dictionary in language.dictionaries() {
            for (length, count) in dictionary.lengths() {
                let words = dictionary.words(length);
                assert_eq!(words.len(), count);
                let letters = words.letters();
                assert!(letters.iter().all(|letter| letter.index() < language.alphabet().len()));
                assert!((1..count).all(|place| words.get(place - 1) < words.get(place)), "{dictionary:?}, {length}");
            }
        }
        let (answers, allowed) = (language.dictionary(ANSWERS).unwrap(), language.dictionary(ALLOWED).unwrap());
        for (length, _) in answers.lengths() {
            assert!(answers.words(length).iter().all(|word| allowed.contains(word)));
        }
        for word in language.spellings().unwrap().iter() {
            assert!(language.look_up(word).is_ok_and(|entry| entry.spellings.iter().any(|s| s == word)), "{word}");
        }
    }
}

#[test]
fn equal_lists_lie_in_memory_once() {
    let [allowed, answers, enable] = ["allowed", "answers", "enable"].map(|name| english().dictionary(name).unwrap());
    for length in [3, 4, 6, 7, 8, 9] {
        assert!(std::ptr::eq(allowed.words(length).letters(), enable.words(length).letters()), "{length}");
    }
    let bytes: usize = [allowed, answers].iter().flat_map(|list| (3..=9).map(|n| list.words(n).letters().len())).sum();
    let bytes = bytes + enable.words(5).letters().len();
    assert!(bytes < 1_100_000, "{bytes}");
}

#[test]
fn a_word_is_looked_up_however_it_is_written() {
    let names = |word: &str| {
        let entry = english().look_up(word).unwrap();
        assert_eq!(entry.spellings, Vec::<String>::new());
        let names: Vec<&str> = entry.dictionaries.iter().map(|dictionary| dictionary.name()).collect();
        (entry.letters, names.join(" "))
    };
    let found = |letters: &str, names: &str| (letters.to_owned(), names.to_owned());
    assert_eq!(names("WaFFLe"), found("waffle", "allowed answers enable"));
    assert_eq!(names("fibre"), found("fibre", "allowed enable"));
    assert_eq!(names("aahed"), found("aahed", "allowed enable"));
    assert_eq!(names("rossa"), found("rossa", "allowed"));
    assert_eq!(names("cafe\u{301}"), found("cafe", "allowed enable"));
    assert_eq!(names("NA\u{cf}VE"), found("naive", "allowed answers enable"));
    assert_eq!(names("\u{c6}on"), found("aeon", "allowed enable"));
    assert_eq!(names("xyzzy"), found("xyzzy", ""));
    assert_eq!(names(""), found("", ""));
    assert_eq!(names("electroencephalograph"), found("electroencephalograph", ""));
    let unfit = |cell, found, unfit| Err(FoldError::Unfit { cell, found, unfit });
    for (word, expected) in [
        ("don't", unfit(3, '\'', Unfit::NotALetter)),
        ("a.c", unfit(1, '.', Unfit::NoTile)),
        ("stra\u{df}e", unfit(4, '\u{df}', Unfit::Foreign)),
        ("\u{fb01}n", unfit(0, '\u{fb01}', Unfit::Foreign)),
        ("\u{130}t", unfit(0, '\u{130}', Unfit::Several)),
        ("שלום", unfit(0, 'ש', Unfit::Foreign)),
        (&"a".repeat(65), Err(FoldError::TooLong { most: 64 })),
        (&"a".repeat(1 << 20), Err(FoldError::TooLong { most: 64 })),
        (&"\u{e6}".repeat(33), Err(FoldError::TooLong { most: 64 })),
    ] {
        assert_eq!(english().writing().fold_word(word), expected, "{word:.20}");
    }
}

#[test]
fn cells_of_english_are_english_letters() {
    let cells = |text: &str| english().writing().fold_cells(text, 9).map(String::from_iter);
    assert_eq!(cells("A.B\u{c9}"), Ok("a.be".to_owned()));
    assert_eq!(cells("ab\u{e6}"), Err(FoldError::Unfit { cell: 2, found: '\u{e6}', unfit: Unfit::Several }));
    assert_eq!(cells("ab\u{df}"), Err(FoldError::Unfit { cell: 2, found: '\u{df}', unfit: Unfit::Foreign }));
    assert_eq!(cells("ab9"), Err(FoldError::Unfit { cell: 2, found: '9', unfit: Unfit::NotALetter }));
    assert_eq!(cells("abcdefghij"), Err(FoldError::TooLong { most: 9 }));
}

#[test]
fn what_does_not_exist_is_answered_with_what_does() {
    let error = |sought, asked: &str, known: &[&str]| LookupError {
        sought,
        asked: asked.into(),
        known: known.iter().map(|&known| known.into()).collect(),
    };
    let lexicon = &*EMBEDDED_LEXICON;
    assert_eq!(
        lexicon.language("xx", 1).unwrap_err(),
        error(Sought::Language, "xx", &["de", "en", "es", "fr", "nl", "pl"])
    );
    assert_eq!(lexicon.language("en", 7).unwrap_err(), error(Sought::Edition, "7", &["1"]));
    assert_eq!(lexicon.editions("en"), Ok(vec![1]));
    let unknown = english().dictionary("answer").unwrap_err();
    assert_eq!(unknown, error(Sought::Dictionary, "answer", &["allowed", "answers", "enable"]));
    assert_eq!(unknown.to_string(), "there is no dictionary \"answer\"; there is allowed, answers, enable");
    assert_eq!(lexicon.language(&"\u{0}".repeat(1 << 20), 1).unwrap_err().asked.len(), 64);
}

#[test]
fn an_operators_list_stands_beside_the_embedded_ones() {
    let mut lexicon = Lexicon::embedded().unwrap();
    let text = "\u{feff}# ours\r\nWaffle\r\n\r\n  cafe \nwaffle\n# end\nA\nhippopotamus\n";
    assert_eq!(
        lexicon.add_dictionary("en", "house", text.as_bytes(), "house.txt"),
        Ok(Added { too_long: 1, beyond: Vec::new() })
    );
    let language = lexicon.language("en", 1).unwrap();
    let house = language.dictionary("house").unwrap();
    assert_eq!(words(house), ["a", "cafe", "waffle"]);
    assert_eq!((house.source(), house.licence(), house.is_embedded()), ("house.txt", "NOASSERTION", false));
    let entry = language.look_up("waffle").unwrap();
    assert_eq!(entry.dictionaries.len(), 4);
    // Its letters are English ones, so it is written, and read, as English is.
    assert_eq!(house.writing(), language.writing());
    assert!(language.look_up("CAF\u{c9}").unwrap().dictionaries.contains(house));
    assert_eq!(language.allowed_beside(house).unwrap().name(), ALLOWED);

    let listed = lexicon.dictionaries();
    let english = listed.iter().filter(|listed| listed.language.code() == "en");
    let english: Vec<_> = english.map(|listed| (listed.dictionary.name(), listed.editions.len())).collect();
    assert_eq!(english, [("allowed", 1), ("answers", 1), ("enable", 1), ("house", 0)]);
    let listed = listed.len();

    for (code, name, text, error) in [
        ("en", "answers", "word", AddError::Taken),
        ("en", "house", "word", AddError::Taken),
        ("en", "", "word", AddError::Name),
        ("en", "My List", "word", AddError::Name),
        ("en", &"a".repeat(33), "word", AddError::Name),
        ("EN", "new", "word", AddError::Name),
        ("", "new", "word", AddError::Name),
        ("en", "new", "", AddError::List(vec![ListError::Empty])),
        ("en", "new", "# nothing\n\nhippopotamus\n", AddError::List(vec![ListError::Empty])),
    ] {
        assert_eq!(lexicon.add_dictionary(code, name, text.as_bytes(), "test"), Err(error), "{code}/{name}");
    }
    assert_eq!(lexicon.dictionaries().len(), listed);
}

#[test]
fn a_callers_words_are_a_list_of_their_own() {
    let words = ["Crane", "slate", "crane", "hippopotamus", ""];
    let own = english().writing().dictionary("words", "the call", words.into_iter().enumerate()).unwrap();
    assert_eq!(own.lengths().collect::<Vec<_>>(), [(5, 2)]);
    assert_eq!(
        english().writing().dictionary("words", "the call", [(0, "crane"), (1, "sl4te")]),
        Err(WordError { at: 1, error: FoldError::Unfit { cell: 2, found: '4', unfit: Unfit::NotALetter } })
    );
}

/// A language that never was: Latin with a letter of its own, Shavian outside the BMP, a capital with a rule of its own as
/// Turkish has it, accents that fall away, one character for two letters, and words that are written otherwise.
const MADE_UP: &str = "\
# A language for tests.
language xx-test
edition 1
alphabet añ𐑐𐑖iıs
fold I ı
fold İ i
fold áà a
fold ß ss
dictionary allowed
source nobody's
licence CC0-1.0
digest 33cbf12abb8f05b3bdcad52c8b8ec6d2a0b2ac04fc9d0d7ed15c3fd4da8fbbb0
counts 2:3 4:2
dictionary answers
source nobody's
licence CC0-1.0
digest 33cbf12abb8f05b3bdcad52c8b8ec6d2a0b2ac04fc9d0d7ed15c3fd4da8fbbb0
counts 2:2
words 2 3
C0aa
A1ñ\tÁñ
C0𐑐a
words 4 2
A0ass𐑖\taß𐑖\tAss𐑖
A0ıiıi\tIİIİ
";

/// The same with the digests that it ought to have.
fn with_digests(text: &str) -> String {
    let mut text = text.to_owned();
    loop {
        let Err(error) = from_files([("made-up.words", text.as_str())]) else {
            return text;
        };
        let LexiconError { line, problem: Problem::Digest { found, .. }, .. } = error else {
            panic!("{error}");
        };
        let lines: Vec<String> = text
            .lines()
            .zip(1..)
            .map(|(was, number)| if number == line { format!("digest {found}\n") } else { format!("{was}\n") })
            .collect();
        text = lines.concat();
    }
}

#[test]
fn another_language_is_data_only() {
    let text = with_digests(MADE_UP);
    let lexicon = from_files([("xx-1.words", text.as_str())]).unwrap();
    let listed: Vec<_> = lexicon.dictionaries().iter().map(|l| (l.language.code(), l.dictionary.name())).collect();
    assert_eq!(listed, [("xx-test", "allowed"), ("xx-test", "answers")]);
    let language = lexicon.language("xx-test", 1).unwrap();
    let look_up = |word: &str| {
        let entry = language.look_up(word).unwrap();
        let names: Vec<_> = entry.dictionaries.iter().map(|dictionary| dictionary.name().to_owned()).collect();
        (entry.letters, entry.spellings.join(" "), names.join(" "))
    };
    let found = |letters: &str, spellings: &str, names: &str| (letters.into(), spellings.into(), names.into());
    assert_eq!(look_up("aa"), found("aa", "", "allowed answers"));
    assert_eq!(look_up("ÀÁ"), found("aa", "", "allowed answers"));
    assert_eq!(look_up("AN\u{303}"), found("añ", "Áñ", "allowed"));
    assert_eq!(look_up("𐑐A"), found("𐑐a", "", "allowed answers"));
    assert_eq!(look_up("AẞS"), found("asss", "", ""));
    assert_eq!(look_up("Aß𐑖"), found("ass𐑖", "aß𐑖 Ass𐑖", "allowed"));
    assert_eq!(look_up("Iiİi"), found("ıiii", "", ""));
    assert_eq!(look_up("IİIİ"), found("ıiıi", "IİIİ", "allowed"));
    assert_eq!(look_up("I\u{307}I"), found("iı", "", ""));
    assert_eq!(
        language.writing().fold_cells("𐑖.Iß", 9),
        Err(FoldError::Unfit { cell: 3, found: 'ß', unfit: Unfit::Several })
    );
    assert_eq!(language.writing().fold_cells("𐑖.Iá", 9).map(String::from_iter), Ok("𐑖.ıa".to_owned()));
    assert_eq!(language.writing().fold_word("b"), Err(FoldError::Unfit { cell: 0, found: 'b', unfit: Unfit::Foreign }));
    for word in language.spellings().unwrap().iter() {
        assert!(language.look_up(word).unwrap().spellings.iter().any(|spelling| spelling == word), "{word}");
    }
}

#[test]
fn editions_share_what_they_have_alike() {
    let first = with_digests(MADE_UP);
    let second = with_digests(
        &MADE_UP.replace("edition 1", "edition 2").replace("A1ñ\tÁñ", "C1ñ").replace("counts 2:2", "counts 2:3"),
    );
    let mut lexicon = from_files([("2", second.as_str()), ("1", first.as_str())]).unwrap();
    lexicon.add_dictionary("xx-test", "ours", b"aa", "ours").unwrap();
    let listed: Vec<_> = lexicon.dictionaries().iter().map(|l| (l.dictionary.name(), l.editions.clone())).collect();
    assert_eq!(listed, [("allowed", vec![1, 2]), ("answers", vec![1]), ("answers", vec![2]), ("ours", vec![])]);
    assert_eq!(lexicon.editions("xx-test"), Ok(vec![1, 2]));
    let again = from_files([("1", first.as_str()), ("again", first.as_str())]).unwrap_err();
    assert_eq!(again, LexiconError { file: "again".into(), line: 1, problem: Problem::Repeated });
}

#[test]
fn a_damaged_file_is_an_error_that_names_its_line() {
    let good = with_digests(MADE_UP);
    for (was, is, line, told) in [
        ("language xx-test", "language XX", 2, "expected `language`"),
        ("edition 1", "edition 0", 3, "expected `edition`"),
        ("edition 1", "edition 99999999999999999999", 3, "expected `edition`"),
        ("alphabet añ", "alphabet a", 21, "'ñ' is not in the alphabet"),
        ("alphabet añ", "alphabet aña", 4, "'a' stands in the alphabet twice"),
        ("alphabet añ", "alphabet aÑ", 4, "'Ñ' is no folded letter"),
        ("fold I ı", "fold I x", 5, "'x' is not in the alphabet"),
        ("fold I ı", "fold s ı", 5, "'s' folds already"),
        ("fold İ i", "fold I i", 6, "'I' folds already"),
        ("fold I ı", "fold I", 5, "expected `fold`"),
        ("fold ß ss", "fold ß ssss", 8, "expected `fold`"),
        ("dictionary allowed", "dictionary other", 14, "expected at most 5"),
        ("dictionary answers", "dictionary other", 19, "expected the dictionaries"),
        ("source nobody's\n", "", 10, "expected `source`"),
        ("source nobody's", "source ", 10, "expected `source`"),
        ("digest ", "digest x", 12, "expected `digest`"),
        ("counts 2:3 4:2\n", "", 13, "expected `counts`"),
        ("counts 2:3 4:2", "counts 4:2 2:3", 13, "expected `counts`"),
        ("counts 2:3 4:2", "counts 2:3 10:2", 13, "expected `counts`"),
        ("counts 2:3 4:2", "counts 2:0 4:2", 13, "expected `counts`"),
        ("counts 2:3 4:2", "counts 2:3", 12, "the words of allowed are not as many"),
        ("words 2 3", "words 2 2", 22, "expected the end"),
        ("words 2 3", "words 2 4", 23, "expected a word"),
        ("words 2 3", "words 2", 19, "expected `words`"),
        ("words 2 3", "words 10 3", 19, "expected `words`"),
        ("words 2 3", "words 0 3", 19, "expected `words`"),
        ("words 2 3", "words 2 -3", 19, "expected `words`"),
        ("words 4 2", "words 2 2", 23, "expected `words`"),
        ("words 4 2", "words 4 18446744073709551615", 26, "expected a word"),
        ("C0aa", "@0aa", 20, "expected a word"),
        ("C0aa", "D0aa", 20, "expected a word"),
        ("C0aa", "B0aa", 20, "expected answers to be allowed"),
        ("C0aa", "C1a", 20, "expected a word"),
        ("C0aa", "C0a", 20, "expected a word"),
        ("C0aa", "C0aaa", 20, "expected a word"),
        ("C0aa", "C0ab", 20, "'b' is not in the alphabet"),
        ("C0aa", "Caa", 20, "expected a word"),
        ("C0aa", "A0aa", 17, "the words of answers are not as many"),
        ("A1ñ\t", "A2\t", 21, "expected a word"),
        ("A1ñ\t", "A9ñ\t", 21, "expected a word"),
        ("A1ñ\t", "A1a\t", 21, "the word must come after"),
        ("A1ñ\tÁñ", "A1ñ\t", 21, "expected spellings"),
        ("A1ñ\tÁñ", "A1ñ\tÁ\u{7}ñ", 21, "expected spellings"),
        ("A1ñ\t", "A1𐑐\t", 12, "the words of allowed have the digest"),
        ("A0ıiıi\tIİIİ\n", "", 25, "expected a word"),
        ("A0ıiıi\tIİIİ\n", "A0ıiıi\n\nA\n", 26, "expected the end"),
    ] {
        assert!(good.contains(was), "{was:?}");
        let error = from_files([("bad.words", good.replacen(was, is, 1).as_str())]).unwrap_err();
        assert!(error.problem.to_string().starts_with(told), "{was:?} -> {is:?}: {error}");
        assert_eq!((error.file.as_str(), error.line), ("bad.words", line), "{was:?} -> {is:?}: {error}");
    }
    assert_eq!(from_files([("", "")]).unwrap_err().line, 1);
}

/// Every character taken out, doubled or made another, every line taken out or doubled, every end cut off: an error or a file
/// that is as good (another source, another spelling), and never a panic, or words that the digests do not vouch for.
#[test]
fn no_damage_panics_or_changes_a_word() {
    let good = with_digests(MADE_UP);
    let words = |text: &str| {
        let lexicon = from_files([("damaged", text)]).ok()?;
        Some(lexicon.dictionaries().iter().map(|l| l.dictionary.digest()).collect::<BTreeSet<_>>())
    };
    let digests = words(&good).unwrap();
    assert_eq!(digests.len(), 2);
    let check = |damaged: &str| {
        if let Some(found) = words(damaged) {
            assert_eq!(found, digests, "{damaged}");
        }
    };
    for (at, c) in good.char_indices() {
        let (before, after) = (&good[..at], &good[at + c.len_utf8()..]);
        check(before);
        check(&format!("{before}{after}"));
        for other in ['a', 's', '𐑖', '0', '9', '@', 'C', ' ', '\t', '\n', '\r', '\0', '\u{301}', '\u{feff}'] {
            check(&format!("{before}{other}{after}"));
            check(&format!("{before}{other}{c}{after}"));
        }
    }
    let lines: Vec<&str> = good.split_inclusive('\n').collect();
    for at in 0..lines.len() {
        check(&[&lines[..at], &lines[at + 1..]].concat().concat());
        check(&[&lines[..=at], &lines[at..]].concat().concat());
        check(&[&lines[at..], &lines[..at]].concat().concat());
    }
    check(&good.replace('\n', "\r\n"));
}
