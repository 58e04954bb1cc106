//! The words of a file.

use std::sync::Arc;

use super::{Head, Lines, Problem, named, value};
use crate::lexicon::LexiconError;
use crate::lexicon::alphabet::{Alphabet, Letter};
use crate::lexicon::dictionary::{self, MAX_LETTERS};
use crate::lexicon::language::Spellings;

/// All words of a file.
#[derive(Debug)]
pub(in crate::lexicon) struct Words {
    /// By dictionary: by length less one, the letters of all words one after the other.
    pub(in crate::lexicon) lists: Vec<[Arc<[Letter]>; MAX_LETTERS]>,
    pub(in crate::lexicon) spellings: Spellings,
}

impl Words {
    /// Reads what stands behind this header, and holds it to what that says.
    pub(in crate::lexicon) fn read(head: &Head, text: &str) -> Result<Self, LexiconError> {
        let mut lines = Lines::of(text, head.lines);
        let read = Self::take(head, &mut lines);
        named(&head.file, &lines, read)
    }

    fn take(head: &Head, lines: &mut Lines<'_>) -> Result<Self, Problem> {
        let mut words = Gathered {
            alphabet: head.writing.alphabet(),
            allowed: head.allowed,
            answers: head.answers,
            lists: head.lists.iter().map(|_| Default::default()).collect(),
            spellings: Spellings::default(),
        };
        let mut longest = 0;
        let mut line = lines.take();
        while let Some(section) = value(line, "words") {
            const SECTION: &str = "`words`, a length from 1 to 9 above the last, and how many lines follow";
            let numbers = section.split_once(' ').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
            let (length, count): (usize, usize) = numbers.ok_or(Problem::Expected(SECTION))?;
            if length <= longest || length > MAX_LETTERS {
                return Err(Problem::Expected(SECTION));
            }
            longest = length;
            words.take(length, count, lines)?;
            line = lines.take();
        }
        if !line.is_empty() || lines.rest.next().is_some() {
            return Err(Problem::Expected("the end of the file, or `words` of the next length"));
        }
        let Gathered { lists, spellings, .. } = words;
        Ok(Self { lists: finish(head, lists, lines)?, spellings })
    }
}

/// By length less one, the letters of all words.
type Lists = [Vec<Letter>; MAX_LETTERS];

/// What is gathered of the words.
struct Gathered<'a> {
    alphabet: &'a Alphabet,
    allowed: u32,
    answers: u32,
    /// By dictionary.
    lists: Vec<Lists>,
    spellings: Spellings,
}

impl Gathered<'_> {
    /// Takes this many lines of words of this length.
    fn take(&mut self, length: usize, count: usize, lines: &mut Lines<'_>) -> Result<(), Problem> {
        const WORD: &str = "a word: which dictionaries have it, how many letters are as before, the other letters";
        let (mut before, mut word) = ([Letter(0); MAX_LETTERS], [Letter(0); MAX_LETTERS]);
        for number in 0..count {
            let line = lines.take();
            let (letters, spellings) = line.split_once('\t').map_or((line, None), |(a, b)| (a, Some(b)));
            let mut chars = letters.chars();
            let members = chars.next().and_then(|c| u32::from(c).checked_sub(u32::from('@')));
            let shared = chars.next().and_then(|c| c.to_digit(10)).map(|digit| digit as usize);
            let (Some(members), Some(shared)) = (members, shared) else {
                return Err(Problem::Expected(WORD));
            };
            if members == 0 || members >> self.lists.len() != 0 || shared >= length || (number == 0 && shared > 0) {
                return Err(Problem::Expected(WORD));
            }
            if members & self.answers != 0 && members & self.allowed == 0 {
                return Err(Problem::Expected("answers to be allowed"));
            }
            for place in &mut word[shared..length] {
                let c = chars.next().ok_or(Problem::Expected(WORD))?;
                *place = self.alphabet.letter(c).ok_or(Problem::Letter(c))?;
            }
            if chars.next().is_some() {
                return Err(Problem::Expected(WORD));
            }
            if number > 0 && word[..length] <= before[..length] {
                return Err(Problem::Order);
            }
            before = word;
            for (at, list) in self.lists.iter_mut().enumerate() {
                if members >> at & 1 == 1 {
                    list[length - 1].extend_from_slice(&word[..length]);
                }
            }
            if let Some(spellings) = spellings {
                if spellings.split('\t').any(|spelling| spelling.is_empty() || spelling.contains(char::is_control)) {
                    return Err(Problem::Expected("spellings, each after a tab"));
                }
                self.spellings.push(&word[..length], spellings.split('\t'));
            }
        }
        Ok(())
    }
}

/// Lets dictionaries with the same words of a length share them, and holds them to their counts and digests.
fn finish(head: &Head, lists: Vec<Lists>, lines: &mut Lines<'_>) -> Result<Vec<[Arc<[Letter]>; MAX_LETTERS]>, Problem> {
    let mut known: Vec<Arc<[Letter]>> = Vec::new();
    let mut finished = Vec::with_capacity(lists.len());
    for (head_of_list, list) in head.lists.iter().zip(lists) {
        lines.number = head_of_list.line;
        let list = list.map(|words| {
            let shared = known.iter().find(|known| known[..] == words[..]).cloned();
            shared.unwrap_or_else(|| {
                let words: Arc<[Letter]> = words.into();
                known.push(Arc::clone(&words));
                words
            })
        });
        let name = || head_of_list.name.clone();
        let mut counts = (1..).zip(&list).zip(&head_of_list.counts);
        if counts.any(|((length, words), &count)| words.len() != length * count) {
            return Err(Problem::Counts { name: name() });
        }
        let found = dictionary::digest(head.writing.alphabet(), &list);
        if found != head_of_list.digest {
            return Err(Problem::Digest { name: name(), found: dictionary::hex(&found) });
        }
        finished.push(list);
    }
    Ok(finished)
}
