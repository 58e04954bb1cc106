//! An operator's file of words: it is refused with a reason, or every word of it is found again.

use std::sync::LazyLock;

use tilewright::lexicon::{AddError, Lexicon, MAX_ALPHABET, MAX_LETTERS};

static EMBEDDED: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::embedded().unwrap());

/// The first byte says whether the list is of a language of its own or of one of those that there are.
pub fn run(data: &[u8]) {
    let (&first, text) = data.split_first().unwrap_or((&0, &[]));
    let code = ["own", "en", "de", "es", "fr", "nl", "pl"][usize::from(first) % 7];
    let mut lexicon = EMBEDDED.clone();
    match lexicon.add_dictionary(code, "fuzzed", text, "a case") {
        Ok(_) => {}
        Err(AddError::List(faults)) => {
            assert!(!faults.is_empty() && faults.iter().all(|fault| !fault.to_string().is_empty()));
            return;
        }
        Err(error) => panic!("{error}"),
    }
    let language = lexicon.language(code, 1).unwrap();
    let dictionary = language.dictionary("fuzzed").unwrap();
    assert!((1..=MAX_ALPHABET).contains(&dictionary.alphabet().len()));
    let mut words = 0;
    for length in 1..=MAX_LETTERS {
        let list = dictionary.words(length);
        words += list.len();
        for (place, word) in list.iter().enumerate() {
            assert!(word.len() == length && dictionary.contains(word) && list.position(word) == Some(place));
            assert!(place == 0 || list.get(place - 1).unwrap() < word, "words are in order, and each is there once");
            let text = dictionary.alphabet().text(word);
            let entry = language.look_up(&text);
            assert!(entry.is_ok(), "{text:?} is a word, and cannot be looked up: {entry:?}");
        }
    }
    assert_eq!(words, dictionary.word_count());
    assert!(words > 0);
}
