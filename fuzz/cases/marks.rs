//! Wordle's marks, against their definition by counting: a letter that is not right here is yellow if the answer has more
//! copies of it than are right or marked yellow before.

use tilewright::puzzle::Mark;
use tilewright::puzzle::marks::mark_word;

use super::taken::Taken;

pub fn run(data: &[u8]) {
    let mut taken = Taken(data);
    let (length, kinds) = (1 + taken.below(9), 1 + taken.below(6));
    let (word, answer) = (taken.letters(length, kinds), taken.letters(length, kinds));
    let mut marks = vec![Mark::Grey; length];
    mark_word(&word, &answer, &mut marks);
    assert_eq!(marks, by_counting(&word, &answer), "{word:?} against {answer:?}");
}

pub fn by_counting(word: &[char], answer: &[char]) -> Vec<Mark> {
    let of = |place: usize| {
        let letter = word[place];
        if answer[place] == letter {
            return Mark::Green;
        }
        let elsewhere = answer.iter().zip(word).filter(|&(&a, &w)| a == letter && w != letter).count();
        let before = (0..place).filter(|&at| word[at] == letter && answer[at] != letter).count();
        if before < elsewhere { Mark::Yellow } else { Mark::Grey }
    };
    (0..word.len()).map(of).collect()
}
