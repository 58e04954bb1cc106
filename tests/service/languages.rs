//! Every call in every language that comes with the program, and a golden board of each.

#![allow(clippy::unnecessary_wraps, reason = "messages are optional fields of others")]

use std::fmt::Write as _;
use std::time::Duration;

use tilewright::grpc::proto::blind_session_request::Event as Asked;
use tilewright::grpc::proto::blind_session_response::Event as Said;
use tilewright::grpc::proto::*;
use tokio::time::timeout;

use crate::support::fills::solve;
use crate::support::strategies::messages;
use crate::support::{INVALID, LONG, Server, check, describe, replay};

/// The languages of edition 1.
const LANGUAGES: [&str; 6] = ["de", "en", "es", "fr", "nl", "pl"];

fn shape(kind: layout::Kind, rows: u32, columns: u32) -> Option<Layout> {
    Some(Layout { kind: kind.into(), rows, columns })
}

fn rows(rows: u32, columns: u32) -> Option<Layout> {
    shape(layout::Kind::Rows, rows, columns)
}

fn lattice(side: u32) -> Option<Layout> {
    shape(layout::Kind::Lattice, side, side)
}

fn words(language: &str, dictionary: &str) -> Option<Words> {
    Some(Words { language: language.to_owned(), dictionary: dictionary.to_owned(), ..Words::default() })
}

fn seeded(language: &str, layout: Option<Layout>) -> Seeded {
    Seeded { seed: "daily/2026-11-22".to_owned(), language: language.to_owned(), layout, ..Seeded::default() }
}

async fn board(server: &Server, board: Seeded) -> Board {
    let request = GenerateBoardRequest { board: Some(board), include_target: true, ..Default::default() };
    server.puzzles().await.generate_board(request).await.unwrap().into_inner().board.unwrap()
}

/// The words of each dictionary by length, as they are listed.
async fn listed(server: &Server, language: &str) -> Vec<Dictionary> {
    let request = ListDictionariesRequest { language: language.to_owned() };
    server.lexicons().await.list_dictionaries(request).await.unwrap().into_inner().dictionaries
}

#[tokio::test]
async fn each_language_has_words_enough() {
    let server = Server::start(&[]).await;
    let mut codes: Vec<String> = listed(&server, "").await.into_iter().map(|list| list.language).collect();
    codes.dedup();
    // Whoever adds a language adds it here, too, and so to every test below.
    assert_eq!(codes, LANGUAGES);
    for code in LANGUAGES {
        for list in listed(&server, code).await {
            let count = |length| list.lengths.iter().find(|count| count.length == length).unwrap().words;
            let least = if list.name == "answers" { [1_500, 2_000] } else { [4_000, 4_000] };
            assert!(count(5) >= least[0] && count(7) >= least[1], "{code}/{}: {:?}", list.name, list.lengths);
            assert_eq!(list.editions, [1]);
        }
    }
}

/// Boards that edition 1 makes for ever: rows and lattices of each language.
#[tokio::test]
async fn golden_boards_of_each_language_are_as_they_always_were() {
    let server = Server::start(&[]).await;
    for code in LANGUAGES {
        let mut text = String::new();
        for (name, layout) in [
            ("a day", rows(5, 5)),
            ("three long words", rows(3, 8)),
            ("a Waffle", lattice(5)),
            ("a Deluxe Waffle", lattice(7)),
        ] {
            text += &describe(name, &board(&server, seeded(code, layout)).await);
        }
        for list in listed(&server, code).await {
            writeln!(text, "{} {}", list.name, list.digest).unwrap();
        }
        let path = format!("{}/tests/golden/languages/{code}-1.txt", env!("CARGO_MANIFEST_DIR"));
        // Edition 1 is frozen: see boards.rs.
        assert_eq!(text, std::fs::read_to_string(&path).unwrap_or_default(), "{code}: the boards of {path}:\n{text}");
    }
}

/// How words are typed, and what lies on tiles.
#[tokio::test]
async fn letters_fold_as_each_languages_games_have_it() {
    let server = Server::start(&[]).await;
    for (code, word, letters) in [
        ("es", "ÁRBOL", "arbol"),
        ("es", "pingüino", "pinguino"),
        ("es", "NIÑO", "niño"),
        ("es", "nin\u{303}o", "niño"),
        ("fr", "Élève", "eleve"),
        ("fr", "cœur", "coeur"),
        ("fr", "ŒUF", "oeuf"),
        ("fr", "GARÇON", "garcon"),
        ("fr", "nai\u{308}f", "naif"),
        ("de", "Straße", "strasse"),
        ("de", "STRAẞE", "strasse"),
        ("de", "Übel", "übel"),
        ("de", "u\u{308}bel", "übel"),
        ("de", "ÄPFEL", "äpfel"),
        ("nl", "ijs", "ijs"),
        ("nl", "Ĳs", "ijs"),
        ("nl", "ideeën", "ideeen"),
        ("pl", "ŻÓŁW", "żółw"),
        ("pl", "z\u{307}o\u{301}łw", "żółw"),
        ("pl", "ŹDŹBŁO", "źdźbło"),
        ("en", "NAÏVE", "naive"),
    ] {
        let request =
            LookUpWordsRequest { language: code.to_owned(), words: vec![word.to_owned()], ..Default::default() };
        let entry = &server.lexicons().await.look_up_words(request).await.unwrap().into_inner().entries[0];
        assert_eq!(entry.letters, letters, "{code}: {word}");
        assert!(entry.dictionaries.contains(&"allowed".to_owned()), "{code}: {word}: {entry:?}");
    }
}

#[tokio::test]
async fn spellings_come_back() {
    let server = Server::start(&[]).await;
    for (code, letters, spelling) in [
        ("es", "arbol", "árbol"),
        ("fr", "eleve", "élève"),
        ("fr", "coeur", "cœur"),
        ("de", "strasse", "Straße"),
        ("de", "haus", "Haus"),
        ("nl", "ideeen", "ideeën"),
    ] {
        let request =
            LookUpWordsRequest { language: code.to_owned(), words: vec![letters.to_owned()], ..Default::default() };
        let entry = &server.lexicons().await.look_up_words(request).await.unwrap().into_inner().entries[0];
        assert!(entry.spellings.iter().any(|known| known == spelling), "{code}: {entry:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_boards_calls_work_in_each_language() {
    let server = Server::start(&[]).await;
    for code in LANGUAGES {
        let made = board(&server, seeded(code, rows(3, 4))).await;
        let (start, target) = (made.start.clone().unwrap(), made.target.clone().unwrap());
        let par = made.par.as_ref().unwrap().min_swaps;

        let request = MinSwapsRequest { start: Some(start.clone()), target: Some(target.clone()), time_limit: None };
        let fewest = server.puzzles().await.min_swaps(request).await.unwrap().into_inner();
        assert_eq!((fewest.min_swaps, fewest.proven), (par, true), "{code}");
        assert_eq!(replay(&start, &fewest.swaps), target, "{code}");

        let goal = Some(solve_request::Goal::Words(words(code, "answers").unwrap()));
        let request = SolveRequest { start: Some(start.clone()), goal, ..SolveRequest::default() };
        let answer = solve(&server, request).await;
        assert!(answer.proven && answer.min_swaps.is_some_and(|swaps| swaps <= par), "{code}: {answer:?}");

        let batch = GenerateBoardsRequest {
            template: Some(GenerateBoardRequest {
                board: Some(Seeded { seed: String::new(), ..seeded(code, rows(3, 4)) }),
                include_target: true,
                ..GenerateBoardRequest::default()
            }),
            seeds: vec!["daily/2026-11-22".to_owned()],
        };
        let mut stream = server.puzzles().await.generate_boards(batch).await.unwrap().into_inner();
        let one = timeout(LONG, stream.message()).await.unwrap().unwrap().unwrap();
        assert_eq!(one.result, Some(generate_boards_response::Result::Board(made)), "{code}");

        // Given the marks, the lattice's target is the only fill, or one of a few.
        let waffle = board(&server, seeded(code, lattice(5))).await;
        let request = SolveRequest {
            start: waffle.start.clone(),
            goal: Some(solve_request::Goal::Words(words(code, "allowed").unwrap())),
            marks: waffle.marks.clone(),
            scope: Scope::All.into(),
            max_solutions: 100,
            ..SolveRequest::default()
        };
        let answer = solve(&server, request).await;
        assert!(answer.proven && answer.complete, "{code}");
        assert!(answer.solutions.iter().any(|solution| solution.target == waffle.target), "{code}: {answer:?}");
        assert_eq!(answer.unique, waffle.unique, "{code}");

        let request = CompareSolversRequest {
            board: Some(compare_solvers_request::Board::Seeded(seeded(code, rows(3, 4)))),
            ..CompareSolversRequest::default()
        };
        let compared = server.puzzles().await.compare_solvers(request).await.unwrap().into_inner();
        assert_eq!((compared.min_swaps, compared.runs.len()), (par, 8), "{code}");
        assert!(compared.runs.iter().all(|run| run.moves >= par), "{code}");

        blind_game(&server, code, par).await;
    }
}

/// Plays a board that only its seed names, in pieces, to its end.
async fn blind_game(server: &Server, code: &str, par: u32) {
    let board = open::Board::Seeded(seeded(code, rows(3, 4)));
    let mut open = Open { board: Some(board), ..Open::default() };
    for _ in 0..100 {
        let request =
            StepBlindSessionRequest { events: vec![BlindSessionRequest { event: Some(Asked::Open(Box::new(open))) }] };
        let said = server.puzzles().await.step_blind_session(request).await.unwrap().into_inner();
        if let Some(Said::Finished(end)) = said.events.last().and_then(|said| said.event.as_ref()) {
            assert!(end.solved && end.moves >= par && end.min_swaps == Some(par), "{code}: {end:?}");
            return;
        }
        open = Open { board: Some(open::Board::ResumeToken(said.resume_token)), ..Open::default() };
    }
    panic!("{code}: the game does not end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guesses_and_chains_work_in_each_language() {
    let server = Server::start(&[]).await;
    let second = Some(prost_types::Duration::try_from(Duration::from_secs(1)).unwrap());
    for code in LANGUAGES {
        let request = RankGuessesRequest { answers: words(code, ""), ..RankGuessesRequest::default() };
        let ranked = server.guesses().await.rank_guesses(request).await.unwrap().into_inner();
        assert!(ranked.proven && ranked.guesses.len() == 10 && ranked.candidates >= 1_500, "{code}");
        let best = ranked.guesses[0].clone();
        assert!(best.entropy_bits > 5.0 && best.entropy_bits < 8.0, "{code}: {best:?}");

        // A turn of that game.
        let answer = ranked.candidate_words[7].clone();
        let mark = MarkGuessRequest {
            guess: best.word.to_uppercase(),
            answer: answer.clone(),
            language: code.to_owned(),
            ..MarkGuessRequest::default()
        };
        let marks = server.guesses().await.mark_guess(mark).await.unwrap().into_inner().marks;
        let request = RankGuessesRequest {
            answers: words(code, ""),
            history: vec![Turn { guess: best.word.clone(), marks: marks.clone() }],
            ..RankGuessesRequest::default()
        };
        let after = server.guesses().await.rank_guesses(request).await.unwrap().into_inner();
        assert!(after.candidates < ranked.candidates && after.candidate_words.contains(&answer), "{code}");

        let request = EvaluateStrategyRequest {
            answers: words(code, ""),
            word_length: 3,
            opener: answer_of_three(&server, code).await,
            ..EvaluateStrategyRequest::default()
        };
        let told = messages(&server, request).await.unwrap();
        let evaluation = told.last().unwrap().evaluation.as_ref().unwrap();
        assert!(evaluation.mean > 1.0 && evaluation.unsolved == 0, "{code}: {evaluation:?}");

        let request = LongestChainRequest {
            words: words(code, ""),
            word_length: 3,
            time_limit: second,
            ..LongestChainRequest::default()
        };
        let mut stream = server.guesses().await.longest_chain(request).await.unwrap().into_inner();
        let mut chain = Vec::new();
        while let Some(message) = timeout(LONG, stream.message()).await.unwrap().unwrap() {
            chain = message.chain;
        }
        assert!(chain.len() >= 3, "{code}: {chain:?}");
        let request = CheckChainRequest { words: words(code, "answers"), chain };
        assert!(server.guesses().await.check_chain(request).await.unwrap().into_inner().valid, "{code}");
    }
}

/// A word of three letters that the answer may be.
async fn answer_of_three(server: &Server, code: &str) -> String {
    let request =
        RankGuessesRequest { answers: words(code, ""), word_length: 3, limit: 1, ..RankGuessesRequest::default() };
    server.guesses().await.rank_guesses(request).await.unwrap().into_inner().guesses.remove(0).word
}

#[tokio::test]
async fn languages_are_not_mixed() {
    let server = Server::start(&[]).await;
    let rank = |guesses| RankGuessesRequest { answers: words("pl", ""), guesses, ..RankGuessesRequest::default() };
    let mixed = server.guesses().await.rank_guesses(rank(words("es", ""))).await.unwrap_err();
    check("two languages", &mixed, (INVALID, "LANGUAGES_DIFFER", "guesses.language"));
    // The language of the answers may be said again.
    assert!(server.guesses().await.rank_guesses(rank(words("pl", "answers"))).await.is_ok());
    for (code, letter) in [("es", "ł"), ("de", "ł"), ("pl", "ж"), ("en", "ж"), ("fr", "ł"), ("nl", "ł")] {
        let goal = Some(solve_request::Goal::Words(words(code, "").unwrap()));
        let start = Some(Grid { rows: vec![format!("ab{letter}")] });
        let request = SolveRequest { start, goal, ..SolveRequest::default() };
        let status = server.puzzles().await.solve(request).await.unwrap_err();
        check(code, &status, (INVALID, "NOT_A_LETTER", "start.rows[0]"));
    }
}
