//! What it takes to find the longest chain of guesses and to prove that there is none longer.
//!
//! `cargo bench --bench chains`; `-- allowed` adds the 14,855 words that may be guessed, which takes a minute or two. In
//! process, one thread. For each: when the longest chain was found, when it was proven, and how the bound fell. The baseline
//! is what the article's programs do, each sequence of guesses tried, from its own openers: it is given a minute each.

use std::time::{Duration, Instant};

use tilewright::budget::{Budget, Limits};
use tilewright::guess::chain::{Search, Standing};
use tilewright::guess::{Lists, Pattern};
use tilewright::lexicon::{ALLOWED, ANSWERS, Language, Lexicon};

/// How long the baseline may take.
const PATIENCE: Duration = Duration::from_mins(1);

fn main() {
    let lexicon = Lexicon::embedded().expect("the embedded lists are sound");
    let english = lexicon.language("en", 1).expect("English is embedded");
    for opener in ["", "crane", "civil", "vivid"] {
        search(english, ANSWERS, opener);
    }
    for opener in ["crane", "civil"] {
        plainly(english, opener);
    }
    if std::env::args().any(|argument| argument == ALLOWED) {
        search(english, ALLOWED, "");
    }
}

fn lists(language: &Language, dictionary: &str) -> Lists {
    let words = language.dictionary(dictionary).expect("it is embedded").words(5);
    Lists::new(words, words)
}

fn place(language: &Language, lists: &Lists, word: &str) -> Option<u32> {
    language.writing().fold_word(word).ok().and_then(|word| lists.place(&word))
}

fn search(language: &Language, dictionary: &str, opener: &str) {
    let lists = lists(language, dictionary);
    let first = place(language, &lists, opener);
    let begun = Instant::now();
    let search = Search::new(lists, first, None);
    let budget = Budget::unlimited();
    let mut found = (0, Duration::ZERO);
    search.work(&budget, |Standing { chain, upper_bound, .. }| {
        let elapsed = begun.elapsed();
        if chain.len() > found.0 {
            found = (chain.len(), elapsed);
        }
        println!("  {elapsed:>10.2?}  chain {:>2}  bound {upper_bound:>2}", chain.len());
    });
    let elapsed = begun.elapsed();
    let standing = search.standing();
    assert!(standing.proven, "it is searched to the end");
    let words: Vec<String> =
        standing.chain.iter().map(|&word| language.alphabet().text(search.words().word(word))).collect();
    let (length, at) = found;
    println!(
        "{dictionary}, {opener:?}: {length} words, found in {at:.2?}, proven in {elapsed:.2?}, {} nodes",
        budget.nodes()
    );
    println!("  {}", words.join(" "));
}

/// Each sequence of guesses from this opener, the marks of each being told by the next.
fn plainly(language: &Language, opener: &str) {
    let lists = lists(language, ANSWERS);
    let Some(first) = place(language, &lists, opener) else { return };
    let begun = Instant::now();
    let budget = Budget::new(Limits { within: Some(PATIENCE), ..Limits::default() });
    let pool: Vec<u32> = (0..lists.guess_count()).filter(|&word| word != first).collect();
    let mut best = 0;
    let ended = deepen(&lists, first, &pool, 1, &mut best, &budget);
    let how = if ended { "all tried" } else { "not all tried" };
    println!("baseline, {opener:?}: {best} words, {how} in {:.2?}", begun.elapsed());
}

fn deepen(lists: &Lists, guess: u32, pool: &[u32], depth: usize, best: &mut usize, budget: &Budget) -> bool {
    *best = depth.max(*best);
    let guessed = lists.word(guess);
    pool.iter().all(|&next| {
        let pattern = Pattern::of(guessed, lists.word(next));
        let agrees = |word: &u32| *word != next && Pattern::of(guessed, lists.word(*word)) == pattern;
        let left: Vec<u32> = pool.iter().copied().filter(agrees).collect();
        budget.spend(1 + (pool.len() / 64) as u64).is_ok() && deepen(lists, next, &left, depth + 1, best, budget)
    })
}
