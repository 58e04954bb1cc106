//! Tokens that are opened again, and all those that are not.

use std::sync::Arc;
use std::time::UNIX_EPOCH;

use uuid::Uuid;

use super::*;
use crate::blind::game::{Game, Opening, Options, Phase, Player, Proposed, Report};
use crate::blind::{Feedback, Strategy, Terms};
use crate::lexicon::Language;
use crate::puzzle::{Cell, Grid, Kind, Known, Layout, Mark, Swap};

const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const OTHER_KEY: &str = "ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const DAY: Duration = Duration::from_hours(24);

fn lexicon(words: &str) -> Lexicon {
    let mut lexicon = Lexicon::embedded().unwrap();
    lexicon.add_dictionary("en", "tiny", words.as_bytes(), "a test").unwrap();
    lexicon
}

const WORDS: &str = "cat\ndog\nact\ngod\n";

fn tokens(keys: &str) -> Tokens {
    Tokens::new(KeyRing::parse(keys).unwrap(), DAY)
}

fn at(seconds: u64) -> Held<'static> {
    Held { principal: "", now: UNIX_EPOCH + Duration::from_secs(seconds) }
}

fn grid(letters: &str) -> Grid {
    let layout = Layout::new(Kind::Rows, letters.len() / 3, 3).unwrap();
    Grid::new(layout, letters.chars().collect()).unwrap()
}

fn swap(first: u8, second: u8) -> Swap {
    Swap::new(Cell(first), Cell(second)).unwrap()
}

fn session(language: &Language, feedback: Feedback, opening: Opening) -> Session {
    let dictionary = Arc::clone(language.dictionary("tiny").unwrap());
    let terms = Terms::new(grid("tacgdo"), dictionary, feedback).unwrap();
    let options = Options {
        player: Player::Caller,
        strategy: Strategy::Joint,
        step_by_step: true,
        include_belief: false,
        max_moves: 30,
    };
    let id = Uuid::from_u128(0x0123_4567_89ab_cdef);
    let game = Game::new(Arc::new(terms), opening, options).unwrap();
    Session { id, ..Session::new("en".to_owned(), 1, game) }
}

/// A board that the service judges, with a swap made and a hint given.
fn judged(lexicon: &Lexicon) -> Session {
    let opening = Opening::Service { target: grid("catdog"), brought: true };
    let mut session = session(lexicon.language("en", 1).unwrap(), Feedback::Snapshot, opening);
    let (made, target) = (swap(0, 2), grid("catdog"));
    let mut after = session.game.record.grid().clone();
    after.swap(made);
    let told = Feedback::Snapshot.told(&after, &target, Some(made));
    session.game.record.push(crate::blind::Move { swap: made, told });
    session.game.learned_at = Some(1);
    session.game.proposed =
        Some(Proposed { swap: swap(3, 4), phase: Phase::Learn, expected_bits: 1.5, expected_swaps_left: Some(2.25) });
    session
}

/// A board that only its caller knows, after two reports.
fn reported(lexicon: &Lexicon, feedback: Feedback) -> Session {
    let (start, target) = (grid("tacgdo"), grid("catdog"));
    let at_start = feedback.told(&start, &target, None);
    let mut after = start;
    let reports = [swap(0, 5), swap(1, 4)].map(|made| {
        after.swap(made);
        Report { swap: made, told: feedback.told(&after, &target, Some(made)), solved: None }
    });
    let opening = Opening::Caller { at_start, history: reports.into() };
    session(lexicon.language("en", 1).unwrap(), feedback, opening)
}

fn is_same(one: &Session, other: &Session) -> bool {
    let known = |session: &Session| {
        let Game { record, judge, options, proposed, solved, learned_at, .. } = session.game.clone();
        let told: Vec<_> = std::iter::once(record.at_start().clone())
            .chain(record.moves().iter().map(|made| made.told.clone()))
            .collect();
        let names = (session.id, session.language.clone(), session.edition);
        (names, record.grid().clone(), told, judge, options, proposed, solved, learned_at)
    };
    known(one) == known(other)
}

#[test]
fn a_session_is_the_same_after_it_was_sealed() {
    let lexicon = lexicon(WORDS);
    let sessions = Feedback::ALL.map(|feedback| reported(&lexicon, feedback)).into_iter().chain([judged(&lexicon)]);
    for session in sessions {
        let token = tokens(KEY).seal(&session, &at(1000));
        let opened = tokens(&format!("{OTHER_KEY}\n{KEY}")).open(&token, &at(1000), &lexicon).unwrap();
        assert!(is_same(&session, &opened), "{session:?}\n{opened:?}");
    }
}

/// What a release sealed, the next one reads: these lines must open as they are. A release that seals otherwise adds a line.
#[test]
fn the_golden_tokens_open() {
    let lexicon = lexicon(WORDS);
    let held = at(1_795_000_000);
    let nonce = XNonce::from(std::array::from_fn::<u8, NONCE_BYTES, _>(|at| u8::try_from(at).unwrap()));
    let golden: Vec<&str> = include_str!("golden.txt").lines().collect();
    let sessions = [judged(&lexicon), reported(&lexicon, Feedback::RowColours)];
    for (session, golden) in sessions.iter().zip(golden) {
        let token: Vec<u8> = golden
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect();
        assert_eq!(tokens(KEY).seal_with(session, &held, &nonce), token);
        let opened = tokens(KEY).open(&token, &held, &lexicon).unwrap();
        assert!(is_same(session, &opened), "{opened:?}");
    }
}

#[test]
fn a_token_that_was_touched_at_any_place_is_invalid() {
    let lexicon = lexicon(WORDS);
    let tokens = tokens(KEY);
    let token = tokens.seal(&judged(&lexicon), &at(0));
    for place in 0..token.len() {
        for flip in [1, 0x80] {
            let mut touched = token.clone();
            touched[place] ^= flip;
            assert_eq!(tokens.open(&touched, &at(0), &lexicon).unwrap_err(), TokenError::Invalid, "{place}");
        }
        assert_eq!(tokens.open(&token[..place], &at(0), &lexicon).unwrap_err(), TokenError::Invalid, "{place}");
    }
    let longer = [&token[..], &[0]].concat();
    assert_eq!(tokens.open(&longer, &at(0), &lexicon).unwrap_err(), TokenError::Invalid);
}

#[test]
fn a_token_is_good_for_its_holder_its_key_and_its_time() {
    let lexicon = lexicon(WORDS);
    let session = judged(&lexicon);
    let bob = Held { principal: "bob", now: at(0).now };
    let token = tokens(KEY).seal(&session, &bob);
    assert!(tokens(KEY).open(&token, &bob, &lexicon).is_ok());
    assert_eq!(tokens(KEY).open(&token, &at(0), &lexicon).unwrap_err(), TokenError::Invalid);
    assert_eq!(tokens(OTHER_KEY).open(&token, &bob, &lexicon).unwrap_err(), TokenError::Invalid);
    let token = tokens(KEY).seal(&session, &at(0));
    assert!(tokens(KEY).open(&token, &at(86_400), &lexicon).is_ok());
    assert_eq!(tokens(KEY).open(&token, &at(86_401), &lexicon).unwrap_err(), TokenError::Expired);
    let ever = Tokens::new(KeyRing::parse(KEY).unwrap(), Duration::MAX).seal(&session, &at(u64::MAX >> 2));
    assert!(tokens(KEY).open(&ever, &at(0), &lexicon).is_ok());
}

#[test]
fn a_dictionary_that_changed_is_told() {
    let token = tokens(KEY).seal(&judged(&lexicon(WORDS)), &at(0));
    let changed =
        TokenError::DictionaryChanged { language: "en".to_owned(), edition: 1, dictionary: "tiny".to_owned() };
    let other = lexicon(&format!("{WORDS}cow\n"));
    assert_eq!(tokens(KEY).open(&token, &at(0), &other).unwrap_err(), changed);
    assert_eq!(tokens(KEY).open(&token, &at(0), &Lexicon::embedded().unwrap()).unwrap_err(), changed);
}

/// What no release ever sealed is refused where it is read, and nothing panics.
#[test]
fn nonsense_under_the_right_key_is_invalid() {
    let lexicon = lexicon(WORDS);
    let tokens = tokens(KEY);
    let seal = |message: &[u8]| {
        let (key, nonce) = (tokens.keys.first(), XNonce::default());
        let head = [&[VERSION][..], &key.name(), &nonce].concat();
        let sealed = cipher(key).encrypt(&nonce, Payload { msg: message, aad: &head }).unwrap();
        [head, sealed].concat()
    };
    let held = at(0);
    for session in [judged(&lexicon), reported(&lexicon, Feedback::SwappedCells)] {
        let message = State::new(&session, &held, DAY).encode_to_vec();
        assert!(is_same(&session, &tokens.open(&seal(&message), &held, &lexicon).unwrap()));
        // Any byte made any of these: read as something that could be, or refused.
        for place in 0..message.len() {
            for byte in [0, 1, 2, 3, 7, 0x7f, 0x80, 0xff] {
                let mut touched = message.clone();
                touched[place] = byte;
                if let Ok(Session { game, .. }) = tokens.open(&seal(&touched), &held, &lexicon) {
                    let told = game.record.moves().iter().map(|made| &made.told);
                    assert!(
                        told.chain([game.record.at_start()]).all(|told| told.len() == game.record.grid().cells().len())
                    );
                    assert!(game.options.max_moves <= 1000 && game.learned_at.is_none_or(|at| at <= game.moves()));
                }
            }
        }
    }
    assert_eq!(tokens.open(&seal(&[]), &at(0), &lexicon).unwrap_err(), TokenError::Expired);
}

#[test]
fn what_a_caller_told_takes_two_bits_a_tile() {
    let lexicon = lexicon(WORDS);
    let one = |feedback| tokens(KEY).seal(&reported(&lexicon, feedback), &at(0)).len();
    // Two bytes at the start and after each of two swaps; or one after each swap.
    assert_eq!(one(Feedback::Snapshot) - one(Feedback::SwappedCells), 4);
    let marks = reported(&lexicon, Feedback::RowColours).game.record.at_start().clone();
    assert!(marks.iter().all(|known| matches!(known, Known::Marked(Mark::Green | Mark::Yellow | Mark::Grey))));
}
