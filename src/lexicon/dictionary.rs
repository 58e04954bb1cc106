//! Word lists.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};

use super::alphabet::{Alphabet, Letter};
use super::embedded::File;
use super::patterns::Patterns;
use super::word_list::WordList;
use super::writing::Writing;

/// The longest word that a dictionary keeps: the longest slot of any layout.
pub const MAX_LETTERS: usize = 9;

/// One word list of a language: distinct words of 1 to 9 letters, each length in the order of the alphabet.
///
/// It never changes; share it as an [`Arc`].
#[derive(Clone)]
pub struct Dictionary {
    name: String,
    source: String,
    licence: String,
    embedded: bool,
    digest: [u8; 32],
    writing: Arc<Writing>,
    words: Source,
    /// By length less one, the letters that each word has, a bit each; made when they are first asked for.
    letter_sets: [OnceLock<Arc<[u64]>>; MAX_LETTERS],
    /// By length less one, which words have which letter where; made when they are first asked for.
    patterns: [OnceLock<Arc<Patterns>>; MAX_LETTERS],
}

/// What a list is to a cache: its words, by their digest, and what their letters are. The digest alone does not tell that: one
/// list of two languages has the same words, and other letters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DictionaryKey {
    digest: [u8; 32],
    alphabet: Arc<Alphabet>,
}

/// Where a dictionary has its words.
#[derive(Clone)]
enum Source {
    /// By length less one, the letters of all words one after the other.
    Own([Arc<[Letter]>; MAX_LETTERS]),
    /// The list of this place in a file that came with the program.
    Embedded(Arc<File>, usize),
}

/// What a dictionary is called and where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct About {
    name: String,
    source: String,
    licence: String,
}

impl About {
    /// A list that did not come with the program, of whose licence nothing is known.
    pub(super) fn own(name: &str, source: &str) -> Self {
        Self { name: name.into(), source: source.into(), licence: "NOASSERTION".into() }
    }
}

impl Dictionary {
    /// A dictionary of words that are in order and distinct already.
    pub(super) fn new(about: About, writing: Arc<Writing>, words: [Arc<[Letter]>; MAX_LETTERS]) -> Self {
        let About { name, source, licence } = about;
        let digest = digest(writing.alphabet(), &words);
        Self {
            name,
            source,
            licence,
            embedded: false,
            digest,
            writing,
            words: Source::Own(words),
            letter_sets: Default::default(),
            patterns: Default::default(),
        }
    }

    /// The dictionary of this place in a file that came with the program.
    pub(super) fn embedded(file: &Arc<File>, place: usize) -> Self {
        let head = &file.head().lists[place];
        Self {
            name: head.name.clone(),
            source: head.source.clone(),
            licence: head.licence.clone(),
            embedded: true,
            digest: head.digest,
            writing: Arc::clone(&file.head().writing),
            words: Source::Embedded(Arc::clone(file), place),
            letter_sets: Default::default(),
            patterns: Default::default(),
        }
    }

    /// Its name among the language's: "answers", "allowed", or another.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where its words come from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// An SPDX expression. NOTICE says what its `LicenseRef`s are; an operator's own list has "NOASSERTION".
    #[must_use]
    pub fn licence(&self) -> &str {
        &self.licence
    }

    /// Whether it came with the program, as a part of an edition.
    #[must_use]
    pub fn is_embedded(&self) -> bool {
        self.embedded
    }

    /// What its letters mean.
    #[must_use]
    pub fn alphabet(&self) -> &Arc<Alphabet> {
        self.writing.alphabet()
    }

    /// How its words are written.
    #[must_use]
    pub fn writing(&self) -> &Arc<Writing> {
        &self.writing
    }

    /// The words of one length as another writing has them, in the order of its alphabet, which must have all their letters:
    /// [`Writing::joined`] makes one for two lists. A word with a letter that it has not is left out.
    #[must_use]
    pub fn words_in(&self, writing: &Writing, length: usize) -> Cow<'_, [Letter]> {
        let words = self.words(length);
        if self.alphabet() == writing.alphabet() {
            return Cow::Borrowed(words.letters());
        }
        let letters: Vec<Option<Letter>> =
            self.alphabet().chars().iter().map(|&letter| writing.alphabet().letter(letter)).collect();
        let mut moved = Vec::with_capacity(words.letters().len());
        for word in words {
            let start = moved.len();
            moved.extend(word.iter().map_while(|letter| letters[letter.index()]));
            if moved.len() - start < word.len() {
                moved.truncate(start);
            }
        }
        // Letters that keep their order keep that of the words.
        if !letters.iter().flatten().is_sorted() {
            let mut order: Vec<&[Letter]> = WordList::new(&moved, words.length()).iter().collect();
            order.sort_unstable();
            moved = order.concat();
        }
        Cow::Owned(moved)
    }

    /// SHA-256 over its words: by length, then in the order of the alphabet, the folded letters of each in UTF-8 and a line
    /// feed after it. Equal where the lists are equal; a part of every board's identity, so it is never computed otherwise.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// What a cache knows the list by.
    #[must_use]
    pub fn key(&self) -> DictionaryKey {
        DictionaryKey { digest: self.digest, alphabet: Arc::clone(self.alphabet()) }
    }

    /// The digest in lower-case hexadecimal.
    #[must_use]
    pub fn digest_hex(&self) -> String {
        hex(&self.digest)
    }

    /// The words of this many letters: none where the list has none, whatever the length.
    #[must_use]
    pub fn words(&self, length: usize) -> WordList<'_> {
        let lists = match &self.words {
            Source::Own(lists) => lists,
            Source::Embedded(file, place) => &file.words().lists[*place],
        };
        let letters = length.checked_sub(1).and_then(|at| lists.get(at)).map_or(&[][..], |words| &words[..]);
        WordList::new(letters, length.max(1))
    }

    /// By place, the letters that each word of a length has, a bit each by the alphabet: the index by which searches find
    /// the words that some tiles could make. It is made when it is first asked for, takes 8 bytes a word, and is shared by
    /// all who share the dictionary.
    #[must_use]
    pub fn letter_sets(&self, length: usize) -> &[u64] {
        let Some(sets) = length.checked_sub(1).and_then(|at| self.letter_sets.get(at)) else { return &[] };
        let set = |word: &[Letter]| word.iter().fold(0, |set, letter| set | 1 << letter.index());
        sets.get_or_init(|| self.words(length).iter().map(set).collect())
    }

    /// Which words of a length have which letter where: the index by which words are found of which some letters are known.
    /// It is made when it is first asked for, and shared as [`Dictionary::letter_sets`] are. `None` for a length that no
    /// word has.
    #[must_use]
    pub fn patterns(&self, length: usize) -> Option<&Patterns> {
        let patterns = self.patterns.get(length.checked_sub(1)?)?;
        let words = self.words(length);
        (!words.is_empty()).then(|| &**patterns.get_or_init(|| Arc::new(Patterns::of(words, self.alphabet().len()))))
    }

    /// The memory that indexes take which were made so far, in bytes.
    #[must_use]
    pub fn index_bytes(&self) -> usize {
        let sets = self.letter_sets.iter().filter_map(OnceLock::get).map(|sets| size_of_val(&**sets));
        let patterns = self.patterns.iter().filter_map(OnceLock::get).map(|patterns| patterns.bytes());
        sets.chain(patterns).sum()
    }

    /// Whether the list has this word.
    #[must_use]
    pub fn contains(&self, word: &[Letter]) -> bool {
        self.words(word.len()).contains(word)
    }

    /// The lengths that the list has words of, ascending, and how many. For this no words are read that have not been yet.
    pub fn lengths(&self) -> impl Iterator<Item = (usize, usize)> {
        let count = |length: usize| match &self.words {
            Source::Own(_) => self.words(length).len(),
            Source::Embedded(file, place) => file.head().lists[*place].counts[length - 1],
        };
        (1..=MAX_LETTERS).map(move |length| (length, count(length))).filter(|&(_, words)| words > 0)
    }

    /// Words of all lengths.
    #[must_use]
    pub fn word_count(&self) -> usize {
        self.lengths().map(|(_, words)| words).sum()
    }
}

/// The digest stands for the words.
impl PartialEq for Dictionary {
    fn eq(&self, other: &Self) -> bool {
        let about = |list: &Self| (list.name.clone(), list.source.clone(), list.licence.clone(), list.embedded);
        self.digest == other.digest && about(self) == about(other) && self.writing == other.writing
    }
}

impl Eq for Dictionary {}

impl fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dictionary({}, {} words, {})", self.name, self.word_count(), self.digest_hex())
    }
}

/// See [`Dictionary::digest`].
pub(super) fn digest(alphabet: &Alphabet, words: &[Arc<[Letter]>; MAX_LETTERS]) -> [u8; 32] {
    let utf8: Vec<([u8; 4], usize)> = alphabet
        .chars()
        .iter()
        .map(|letter| {
            let mut bytes = [0; 4];
            let length = letter.encode_utf8(&mut bytes).len();
            (bytes, length)
        })
        .collect();
    // Gathered first, all four bytes of a letter at once: the hash is quick in large pieces, and this in plain copies.
    let mut piece = [0; 1 << 13];
    let mut end = 0;
    let mut hash = Sha256::new();
    for (length, words) in (1..).zip(words) {
        for word in words.chunks_exact(length) {
            for letter in word {
                let (bytes, length) = utf8[letter.index()];
                piece[end..end + 4].copy_from_slice(&bytes);
                end += length;
            }
            piece[end] = b'\n';
            end += 1;
            if end > piece.len() - 4 * (MAX_LETTERS + 1) {
                hash.update(&piece[..end]);
                end = 0;
            }
        }
    }
    hash.update(&piece[..end]);
    hash.finalize().into()
}

/// Bytes in lower-case hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

#[cfg(test)]
mod tests {
    use super::super::word_list::Unsorted;
    use super::*;

    fn dictionary(words: &[&str]) -> Dictionary {
        let alphabet = Alphabet::new("baéw").unwrap();
        let mut unsorted = Unsorted::default();
        for word in words {
            let letters: Vec<Letter> = word.chars().map(|c| alphabet.letter(c).unwrap()).collect();
            assert_eq!(unsorted.add(&letters), (1..=9).contains(&letters.len()), "{word}");
        }
        Dictionary::new(About::default(), Arc::new(Writing::plain(alphabet)), unsorted.sort())
    }

    #[test]
    fn words_lie_in_the_order_of_their_alphabet_each_once() {
        let dictionary = dictionary(&["aé", "w", "ab", "ba", "ab", "bbbbbbbbb", "", "bbbbbbbbbb", "éw"]);
        let two = dictionary.words(2);
        let texts: Vec<String> = two.iter().map(|word| dictionary.alphabet().text(word)).collect();
        assert_eq!(texts, ["ba", "ab", "aé", "éw"]);
        for (place, word) in two.into_iter().enumerate() {
            assert_eq!((two.get(place), two.position(word)), (Some(word), Some(place)));
        }
        assert_eq!(two.get(4), None);
        assert_eq!(two.get(usize::MAX), None);
        assert_eq!(two.position(&[Letter(3), Letter(3)]), None);
        assert_eq!(two.position(&[Letter(0)]), None);
        assert_eq!(dictionary.lengths().collect::<Vec<_>>(), [(1, 1), (2, 4), (9, 1)]);
        assert_eq!(dictionary.word_count(), 6);
        for length in [0, 3, 10, usize::MAX] {
            assert!(dictionary.words(length).is_empty() && dictionary.words(length).get(0).is_none(), "{length}");
        }
        assert!(!dictionary.contains(&[]));
    }

    #[test]
    fn the_index_has_the_letters_of_each_word_and_is_made_once() {
        let dictionary = dictionary(&["aé", "bb", "wab", "b"]);
        assert_eq!(dictionary.index_bytes(), 0);
        assert_eq!(dictionary.letter_sets(2), [0b0001, 0b0110]);
        assert_eq!(dictionary.letter_sets(3), [0b1011]);
        assert_eq!(dictionary.index_bytes(), 3 * 8);
        assert!(std::ptr::eq(dictionary.letter_sets(2), dictionary.letter_sets(2)));
        for length in [0, 4, 9, 10, usize::MAX] {
            assert!(dictionary.letter_sets(length).is_empty(), "{length}");
        }
        assert_eq!(dictionary.index_bytes(), 3 * 8);
    }

    #[test]
    fn patterns_have_the_words_with_each_letter_at_each_place() {
        let words: Vec<String> = ["b", "a", "é", "w"]
            .into_iter()
            .flat_map(|one| {
                ["b", "a", "é"].map(|two| ["w", "é", "a", "b", "ba", "éé"].map(|three| [one, two, three].concat()))
            })
            .flatten()
            .collect();
        let dictionary = dictionary(&words.iter().map(String::as_str).collect::<Vec<_>>());
        for length in [3, 4] {
            let (list, patterns) = (dictionary.words(length), dictionary.patterns(length).unwrap());
            assert!(patterns.blocks() == list.len().div_ceil(64));
            for letter in 0..dictionary.alphabet().len() {
                for (number, word) in list.iter().enumerate() {
                    let has = |set: &[u64]| set[number / 64] >> (number % 64) & 1 == 1;
                    assert_eq!(has(patterns.with(letter)), word.iter().any(|l| l.index() == letter));
                    for (place, own) in word.iter().enumerate() {
                        assert_eq!(has(patterns.at(place, letter)), own.index() == letter);
                    }
                }
            }
        }
        assert!(
            dictionary.index_bytes() > 0
                && std::ptr::eq(dictionary.patterns(3).unwrap(), dictionary.patterns(3).unwrap())
        );
        for length in [0, 1, 2, 5, 10, usize::MAX] {
            assert!(dictionary.patterns(length).is_none(), "{length}");
        }
    }

    #[test]
    fn the_digest_is_of_the_words_a_line_each() {
        let expected: [u8; 32] = Sha256::digest("w\nba\naé\n".as_bytes()).into();
        assert_eq!(dictionary(&["aé", "ba", "w"]).digest(), expected);
        assert_eq!(dictionary(&[]).digest_hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
