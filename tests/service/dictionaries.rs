//! An operator's own lists and languages: what is read of a file before a port is bound, and what is served of it.

use std::process::Command;

use tilewright::grpc::proto::*;
use tilewright::lexicon::{ANSWERS, Lexicon};
use tonic::Code;

use crate::support::fills::{solve, targets, told};
use crate::support::{INVALID, Server, check, file, grid};

/// What the binary says is wrong with these dictionaries, a line each; it must not have begun to serve.
fn wrong(dictionaries: &[&str]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"]);
    let output = command.args(dictionaries.iter().flat_map(|list| ["--dictionary", list])).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(64), 0), "{told}");
    told.lines().filter(|line| line.starts_with("  --dictionary")).map(str::to_owned).collect()
}

fn bytes(name: &str, bytes: &[u8]) -> String {
    let path = file(name, "");
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn a_file_that_is_no_list_is_refused_before_a_port_is_bound() {
    let folder = std::env::temp_dir();
    let letters: String = ('\u{4e00}'..).take(65).flat_map(|letter| [letter, '\n']).collect();
    let good = file("good", "cat\ndog\n");
    for (list, expected) in [
        ("en/own=/no/such/list".to_owned(), "can be read"),
        (format!("en/own={}", folder.display()), "can be read"),
        (format!("en/own={}", file("empty", "")), "no word of 1 to 9 letters"),
        (format!("en/own={}", file("remarks", "# cat\n\n  \n")), "no word of 1 to 9 letters"),
        (format!("en/own={}", file("long", "hippopotamus\n")), "no word of 1 to 9 letters"),
        (format!("en/own={}", file("longer", &"a".repeat(65))), "line 1: more than 64 letters"),
        (format!("en/own={}", file("dot", "cat\na.b\n")), "line 2: '.' at cell 1"),
        (format!("en/own={}", file("digit", "c4t\n")), "line 1: '4' at cell 1"),
        (format!("en/own={}", file("space", "cat dog\n")), "line 1: U+0020 at cell 3"),
        (format!("en/own={}", bytes("latin-1", b"cat\ncaf\xe9\n")), "line 2: byte 3 is no UTF-8"),
        (format!("en/own={}", bytes("binary", b"\x7fELF\x02\x01\x00\x00")), "line 1: U+007F"),
        (format!("xx/own={}", file("letters", &letters)), "65 different letters"),
        (format!("en/answers={good}"), "of this name already"),
        (format!("en/allowed={good}"), "of this name already"),
        (format!("en-US/own={good}"), "LANG/NAME=PATH"),
        (format!("EN/own={good}"), "LANG/NAME=PATH"),
        (good.clone(), "LANG/NAME=PATH"),
    ] {
        let told = wrong(&[&list]);
        assert!(told.len() == 1 && told[0].contains(expected), "{list}: {told:?}");
    }
    let twice = [format!("en/own={good}"), format!("en/own={good}")];
    assert!(wrong(&[&twice[0], &twice[1]])[0].contains("given once"));
    // A language whose list is to be mended is not complained of otherwise.
    let broken = [format!("xx/answers={}", file("broken", "c4t")), format!("xx/one={good}"), format!("xx/two={good}")];
    assert_eq!(wrong(&[&broken[0], &broken[1], &broken[2], "xx/three=/no/such/list"]).len(), 2);
    let neither = [format!("xx/one={good}"), format!("xx/two={good}")];
    let told = wrong(&[&neither[0], &neither[1]]);
    assert!(told.len() == 1 && told[0].contains("answers or allowed"), "{told:?}");
}

#[test]
fn every_bad_line_of_every_file_is_told_at_once() {
    let few = file("few-bad", "cat\nc4t\ndog\nd g\n");
    let told = wrong(&[&format!("en/few={few}"), "en/none=/no/such/list"]);
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].contains("line 2: '4'") && told[1].contains("line 4: U+0020") && told[2].contains("can be read"));
    // Of more than a hundred the numbers at least.
    let many: String = (1..=300).map(|line| if line % 100 == 0 { "cat\n" } else { "c4t\n" }).collect();
    let told = wrong(&[&format!("en/many={}", file("many-bad", &many))]);
    assert_eq!(told.len(), 101);
    assert!(told[99].contains("line 101: '4'") && told[100].contains("lines 102-199, 201-299"), "{:?}", told[100]);
}

/// A server that has English, letter for letter in the Shavian alphabet, which lies beyond Unicode's first plane: whatever it is
/// asked, the answer must be the English one, letter for letter.
async fn shavian_server() -> Server {
    let lexicon = Lexicon::embedded().unwrap();
    let english = lexicon.language("en", 1).unwrap();
    let list = |own: &str, name: &str| {
        let list = english.dictionary(name).unwrap();
        let words = [3, 4, 5].into_iter().flat_map(|length| list.words(length));
        let words: Vec<String> = words.map(|word| shavian(&english.alphabet().text(word))).collect();
        format!("shaw/{own}={}", file(&format!("shaw-{own}"), &words.join("\n")))
    };
    Server::start(&["--dictionary", &list("answers", "answers"), "--dictionary", &list("allowed", "enable")]).await
}

fn shavian(english: &str) -> String {
    let letter = |c: char| match c {
        'a'..='z' => char::from_u32(0x10450 + u32::from(c) - u32::from('a')).unwrap(),
        other => other,
    };
    english.chars().map(letter).collect()
}

fn latin(shavian: &str) -> String {
    let letter = |c: char| match u32::from(c) {
        code @ 0x10450..=0x10469 => char::from(u8::try_from(code - 0x10450).unwrap() + b'a'),
        _ => c,
    };
    shavian.chars().map(letter).collect()
}

#[expect(clippy::unnecessary_wraps, reason = "as the fields of requests are")]
fn words_of(language: &str, dictionary: &str) -> Option<Words> {
    Some(Words { language: language.to_owned(), dictionary: dictionary.to_owned(), ..Words::default() })
}

#[tokio::test]
async fn a_language_beyond_the_first_plane_gets_what_english_gets() {
    let server = shavian_server().await;
    let request = ListDictionariesRequest { language: "shaw".to_owned() };
    let lists = server.lexicons().await.list_dictionaries(request).await.unwrap().into_inner().dictionaries;
    assert_eq!(lists.iter().map(|list| list.name.as_str()).collect::<Vec<_>>(), ["allowed", "answers"]);
    assert_eq!(lists[0].alphabet.chars().count(), 26);
    assert!(lists.iter().all(|list| list.editions.is_empty() && list.licence == "NOASSERTION"));

    // Guesses, ranked as the English ones are.
    let rank = |language: &str, history: Vec<Turn>| RankGuessesRequest {
        answers: words_of(language, "answers"),
        guesses: words_of(language, if language == "en" { "enable" } else { "allowed" }),
        history,
        ..RankGuessesRequest::default()
    };
    let turn = |guess: &str| Turn { guess: guess.to_owned(), marks: "-Y-Y-".to_owned() };
    let english = server.guesses().await.rank_guesses(rank("en", vec![turn("salet")])).await.unwrap().into_inner();
    let ours = server.guesses().await.rank_guesses(rank("shaw", vec![turn(&shavian("salet"))])).await;
    let ours = ours.unwrap().into_inner();
    let said = |answer: &RankGuessesResponse| -> Vec<(String, u64)> {
        answer.guesses.iter().map(|guess| (latin(&guess.word), guess.entropy_bits.to_bits())).collect()
    };
    assert_eq!(said(&ours), said(&english));
    assert!(ours.candidates == english.candidates && ours.candidates > 10);

    // What may be guessed where nothing is said is the language's own `allowed`.
    let plain = RankGuessesRequest { answers: words_of("shaw", ""), ..RankGuessesRequest::default() };
    let plain = server.guesses().await.rank_guesses(plain).await.unwrap().into_inner();
    assert_eq!((plain.candidates, plain.guesses.len()), (2_309, 10));

    let mark = MarkGuessRequest {
        guess: shavian("speed"),
        answer: shavian("abide"),
        language: "shaw".to_owned(),
        ..MarkGuessRequest::default()
    };
    assert_eq!(server.guesses().await.mark_guess(mark).await.unwrap().into_inner().marks, "--Y-Y");

    // Swaps to any words.
    for start in ["tca/gdo", "hte/act", "wasp/tone"] {
        let request = |start: &str, words| SolveRequest {
            start: Some(grid(start)),
            goal: Some(solve_request::Goal::Words(words)),
            scope: Scope::Optimal.into(),
            ..SolveRequest::default()
        };
        let english = solve(&server, request(start, words_of("en", "enable").unwrap())).await;
        let ours = solve(&server, request(&shavian(start), words_of("shaw", "").unwrap())).await;
        let ours: Vec<_> =
            told(&ours).into_iter().map(|(swaps, rows)| (swaps, rows.iter().map(|r| latin(r)).collect())).collect();
        assert_eq!(ours, told(&english), "{start}");
    }

    // A chain, and a board of rows and of a lattice.
    let chain = CheckChainRequest {
        words: words_of("shaw", "answers"),
        chain: ["crane", "tiger", "queer"].map(shavian).to_vec(),
    };
    let chain = server.guesses().await.check_chain(chain).await.unwrap().into_inner();
    assert!(chain.valid);
    for kind in [layout::Kind::Rows, layout::Kind::Lattice] {
        let board = Seeded {
            seed: "shaw".to_owned(),
            language: "shaw".to_owned(),
            layout: Some(Layout { kind: kind.into(), rows: 5, columns: 5 }),
            ..Seeded::default()
        };
        let request = GenerateBoardRequest { board: Some(board), include_target: true, ..Default::default() };
        let board = server.puzzles().await.generate_board(request).await.unwrap().into_inner().board.unwrap();
        assert_eq!((board.language.as_str(), board.dictionary.as_str(), board.edition), ("shaw", "answers", 1));
        let known = Lexicon::embedded().unwrap();
        let answers = known.language("en", 1).unwrap().dictionary(ANSWERS).unwrap().clone();
        for row in board.target.unwrap().rows.iter().step_by(2) {
            let word = answers.writing().fold_word(&latin(row)).unwrap();
            assert!(answers.contains(&word), "{row}");
        }
    }
}

#[tokio::test]
async fn one_list_of_any_name_is_a_language() {
    let list = file("eo", "# Esperanto\nĈEVALO\nc\u{302}ielo\nkato\nhundo\nbirdo\nfi\u{15d}o\n");
    let server = Server::start(&["--dictionary", &format!("eo/vortoj={list}"), "--default-language", "eo"]).await;
    let request = LookUpWordsRequest {
        words: ["ĉevalo", "C\u{302}EVALO", "cevalo", "fiŝo", "katoj"].map(str::to_owned).to_vec(),
        ..Default::default()
    };
    let told = server.lexicons().await.look_up_words(request).await.unwrap().into_inner().entries;
    let told: Vec<(&str, usize)> =
        told.iter().map(|entry| (entry.letters.as_str(), entry.dictionaries.len())).collect();
    assert_eq!(told, [("ĉevalo", 1), ("ĉevalo", 1), ("", 0), ("fiŝo", 1), ("", 0)]);
    for dictionary in ["", "answers", "vortoj"] {
        let board = Seeded {
            seed: "eo".to_owned(),
            dictionary: dictionary.to_owned(),
            layout: Some(Layout { kind: layout::Kind::Rows.into(), rows: 2, columns: 5 }),
            ..Seeded::default()
        };
        let request = GenerateBoardRequest { board: Some(board), include_target: true, ..Default::default() };
        let board = server.puzzles().await.generate_board(request).await.unwrap().into_inner().board.unwrap();
        assert_eq!((board.language.as_str(), board.dictionary.as_str()), ("eo", "vortoj"));
        let rows = board.target.unwrap().rows;
        assert!(
            rows[0] != rows[1] && rows.iter().all(|row| ["birdo", "hundo", "ĉielo"].contains(&row.as_str())),
            "{rows:?}"
        );
    }
}

#[tokio::test]
async fn a_list_with_letters_of_its_own_is_not_mixed_with_the_languages() {
    let list = file("accents", "crêpe\nforêt\ntissé\nsevré\nbrode\nplage\n");
    let server = Server::start(&["--dictionary", &format!("en/accents={list}")]).await;
    let rank = |guesses: Option<Words>| RankGuessesRequest {
        answers: words_of("", "accents"),
        guesses,
        limit: 100,
        ..RankGuessesRequest::default()
    };
    // By itself, where nothing is said.
    let answer = server.guesses().await.rank_guesses(rank(None)).await.unwrap().into_inner();
    assert_eq!((answer.candidates, answer.guesses.len()), (6, 6));
    let mixed = server.guesses().await.rank_guesses(rank(words_of("", "allowed"))).await.unwrap_err();
    check("mixed", &mixed, (INVALID, "ALPHABETS_DIFFER", "guesses.dictionary"));
    // Nor with more letters than an alphabet has.
    let letters: String = ('\u{4e00}'..).take(60).flat_map(|letter| [letter, '\n']).collect();
    let lists = [format!("yy/answers={}", file("han", &letters)), format!("yy/allowed={}", file("latin", "abcdef\na"))];
    let other = Server::start(&["--dictionary", &lists[0], "--dictionary", &lists[1]]).await;
    let request =
        RankGuessesRequest { answers: words_of("yy", ""), guesses: words_of("yy", "allowed"), ..Default::default() };
    let many = other.guesses().await.rank_guesses(request).await.unwrap_err();
    check("many letters", &many, (INVALID, "ALPHABETS_DIFFER", "guesses.dictionary"));
    // é and e are two letters there, and one in the language.
    for (dictionary, marks) in [("accents", "GGGG-"), ("", "GGGGG"), ("allowed", "GGGGG")] {
        let request = MarkGuessRequest {
            guess: "TISSE".to_owned(),
            answer: "tisse\u{301}".to_owned(),
            dictionary: dictionary.to_owned(),
            ..MarkGuessRequest::default()
        };
        assert_eq!(server.guesses().await.mark_guess(request).await.unwrap().into_inner().marks, marks, "{dictionary}");
    }
    let to_words = |start: &str| SolveRequest {
        start: Some(grid(start)),
        goal: Some(solve_request::Goal::Words(words_of("", "accents").unwrap())),
        ..SolveRequest::default()
    };
    // A letter that neither has is told by its field.
    for start in ["crñpe", "crжpe"] {
        let status = server.puzzles().await.solve(to_words(start)).await.unwrap_err();
        check(start, &status, (INVALID, "NOT_A_LETTER", "start.rows[0]"));
    }
    // One that the language has may be typed, and an anagram that keeps its accent is found.
    let answer = solve(&server, to_words("crêpy")).await;
    assert!(answer.proven && answer.solutions.is_empty(), "no word has these letters, which is an answer");
    assert_eq!(targets(&solve(&server, to_words("pêcre")).await), ["crêpe"]);
    assert!(targets(&solve(&server, to_words("pecre")).await).is_empty());
}

#[tokio::test]
async fn a_changed_file_never_serves_an_old_board() {
    let board = async |server: &Server| {
        let seeded = Seeded {
            seed: "same".to_owned(),
            dictionary: "own".to_owned(),
            layout: Some(Layout { kind: layout::Kind::Rows.into(), rows: 2, columns: 3 }),
            ..Seeded::default()
        };
        let request = GenerateBoardRequest { board: Some(seeded), include_target: true, ..Default::default() };
        server.puzzles().await.generate_board(request).await.unwrap().into_inner().board.unwrap()
    };
    let mut ids = Vec::new();
    for (name, words) in
        [("one", "cat\ndog\nhen\n"), ("again", "hen\n# pets\nDOG\ncat"), ("other", "cat\ndog\nhen\ncow\n")]
    {
        let server = Server::start(&["--dictionary", &format!("en/own={}", file(name, words))]).await;
        ids.push(board(&server).await.board_id);
    }
    // The words are what counts, not how the file is written.
    assert!(ids[0] == ids[1] && ids[0] != ids[2], "{ids:?}");
}

/// One list of two languages has one digest, and other letters: what is found out for the one is nothing to the other.
#[tokio::test]
async fn one_list_of_two_languages_is_two_lists() {
    let lexicon = Lexicon::embedded().unwrap();
    let [en, es] = ["en", "es"].map(|code| lexicon.language(code, 1).unwrap());
    let list = en.dictionary(ANSWERS).unwrap();
    let words: Vec<String> = list.words(5).iter().map(|word| en.alphabet().text(word)).collect();
    let path = file("club", &words.join("\n"));
    let server =
        Server::start(&["--dictionary", &format!("en/club={path}"), "--dictionary", &format!("es/club={path}")]).await;
    let seeded = Seeded { seed: "club".to_owned(), dictionary: "club".to_owned(), ..Seeded::default() };
    let request = GenerateBoardRequest { board: Some(seeded.clone()), ..GenerateBoardRequest::default() };
    let board = server.puzzles().await.generate_board(request).await.unwrap().into_inner().board.unwrap();
    // The same numbers of letters in Spanish, whose alphabet has one more.
    let moved = |row: &String| -> String {
        let cells = en.writing().fold_word(row).unwrap();
        es.alphabet().text(&cells)
    };
    let start = Grid { rows: board.start.as_ref().unwrap().rows.iter().map(moved).collect() };
    let unknown = Unknown {
        start: Some(start),
        marks: board.marks.clone(),
        language: "es".to_owned(),
        dictionary: "club".to_owned(),
        ..Unknown::default()
    };
    let open = |board| StepBlindSessionRequest {
        events: vec![BlindSessionRequest {
            event: Some(blind_session_request::Event::Open(Box::new(Open { board: Some(board), ..Open::default() }))),
        }],
    };
    let refused = server.puzzles().await.step_blind_session(open(open::Board::Unknown(unknown))).await;
    assert!(refused.is_err(), "no Spanish words of that list have these letters");
    let played =
        server.puzzles().await.step_blind_session(open(open::Board::Seeded(seeded))).await.unwrap().into_inner();
    assert!(!played.events.is_empty());
}

#[tokio::test]
async fn a_language_is_named_as_it_is_listed() {
    let server = Server::start(&[]).await;
    for code in ["EN", "en-US", "xx", "english", "en "] {
        let request = LookUpWordsRequest { language: code.to_owned(), words: vec!["cat".to_owned()], edition: 0 };
        let status = server.lexicons().await.look_up_words(request).await.unwrap_err();
        assert_eq!(status.code(), Code::NotFound, "{status:?}");
        assert!(status.message().contains("en"), "it lists those that exist: {status:?}");
    }
}
