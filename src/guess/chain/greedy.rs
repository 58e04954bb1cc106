//! When a guess may be taken without a search: the article's criterion, with what it lacks.
//!
//! The article on Eldrow asks, of a guess g, of the words P that may come after it, and of a word a of P: may a be taken as
//! the next guess, because some longest chain that starts with g goes on with a? It gives four conditions on letters and places
//! ([`agrees_with_all`]), which say that a word is left alone by a: that g earns against each word of P what it earns
//! against a, and that the letters that g and a share tell the same of each of them. (In print the second and third
//! condition have slips; the article's explanations of them, and its programs, have them as they are here.)
//!
//! They do not look at the letters that a brings. Of ACK, INA and EAE, PAN the article says that whatever may follow ACK may
//! also follow ACK, INA; but ACK, PAN, EAE is a chain and ACK, INA, PAN, EAE is none, for N is yellow in INA against PAN and
//! grey against EAE. In that pool nothing is lost by it: a chain that INA spoils has one word too many, and INA takes its
//! place. In others more than one is lost. So [`may_be_next`] asks for one thing more: of no chain within P would a, guessed
//! before it, rule out two words, nor one where the chain has a already. Then at most one word makes room for a, and the
//! chain is as long.
//!
//! The search has no use for it: its pools are so small that words are priced out faster than all pairs are looked at.

use crate::guess::Pattern;

/// Copies of a letter in a word, fixed places left out.
fn copies<L: Copy + Eq>(word: &[L], fixed: &[bool], letter: L) -> usize {
    word.iter().zip(fixed).filter(|&(other, fixed)| *other == letter && !fixed).count()
}

/// The article's four conditions: what a guess and the next one share tells the same of every word of the pool. The pool may
/// have the next guess; all words are equally long.
#[must_use]
pub fn agrees_with_all<L: Copy + Eq>(guess: &[L], next: &[L], pool: &[&[L]]) -> bool {
    let fixed: Vec<bool> = (0..guess.len())
        .map(|place| guess[place] == next[place] && pool.iter().all(|word| word[place] == guess[place]))
        .collect();
    let open: Vec<usize> = (0..guess.len()).filter(|&place| !fixed[place]).collect();
    let others: Vec<&[L]> = pool.iter().copied().filter(|&word| word != next).collect();
    let of = |word: &[L], letter| copies(word, &fixed, letter);
    let letters = || guess.iter().chain(next).copied();
    // 1 and 2: as many copies of a letter as the marks of the guess leave possible.
    let counts_agree = letters().all(|letter| {
        let (had, told) = (of(guess, letter), of(next, letter));
        others.iter().all(|word| if told >= had { of(word, letter) >= had } else { of(word, letter) == told })
    });
    // 3: right places stay right, and wrong ones wrong.
    let places_agree = open
        .iter()
        .all(|&place| others.iter().all(|word| (word[place] == guess[place]) == (next[place] == guess[place])));
    // 4: where the next guess has a letter elsewhere, it is right there for all words or for none.
    let moved_agree = open.iter().all(|&from| {
        let letter = guess[from];
        next[from] == letter
            || open.iter().filter(|&&to| next[to] == letter && guess[to] != letter).all(|&to| {
                others.iter().all(|word| word[from] != letter && word[to] != letter)
                    || others.iter().all(|word| word[to] == letter && word[from] != letter)
            })
    });
    counts_agree && places_agree && moved_agree
}

/// Whether `next` may be guessed after `guess` without a search: some longest chain of words of the pool that starts with
/// `guess` goes on with it. `false` says nothing. The pool's words are different; it takes time with the third power of
/// their number.
#[must_use]
pub fn may_be_next<L: Copy + Eq>(guess: &[L], next: &[L], pool: &[&[L]]) -> bool {
    let others = || pool.iter().copied().filter(|&word| word != next);
    let rules_out = |word: &[L], last: &[L]| Pattern::of(next, word) != Pattern::of(next, last);
    let follows = |one: &[L], other: &[L], last: &[L]| Pattern::of(one, other) == Pattern::of(one, last);
    let spoils_two = |last: &[L]| {
        let spoiled: Vec<&[L]> = others().filter(|word| rules_out(word, last)).collect();
        spoiled.iter().any(|one| spoiled.iter().any(|other| one != other && follows(one, other, last)))
    };
    // A chain that has it later, in the middle or at the end.
    let spoils_its_own = |last: &[L]| others().any(|word| rules_out(word, last) && follows(word, next, last));
    agrees_with_all(guess, next, pool) && !others().any(|last| spoils_two(last) || spoils_its_own(last))
}
