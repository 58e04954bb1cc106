//! The word lists through the front door.

use tilewright::grpc::proto::*;

use crate::support::{Server, file};

#[tokio::test]
async fn the_lists_are_told_with_their_counts_sources_and_digests() {
    let server = Server::start(&[]).await;
    for language in ["", "en"] {
        let request = ListDictionariesRequest { language: language.to_owned() };
        let mut told = server.lexicons().await.list_dictionaries(request).await.unwrap().into_inner();
        told.dictionaries.retain(|list| list.language == "en");
        assert_eq!((&*told.default_language, told.default_edition, &*told.editions), ("en", 1, &[1][..]));
        let fives: Vec<(&str, u32)> = told
            .dictionaries
            .iter()
            .map(|list| (&*list.name, list.lengths.iter().find(|count| count.length == 5).unwrap().words))
            .collect();
        assert_eq!(fives, [("allowed", 14_855), ("answers", 2_309), ("enable", 8_636)]);
        for list in &told.dictionaries {
            assert_eq!((&*list.language, &*list.alphabet), ("en", "abcdefghijklmnopqrstuvwxyz"));
            assert_eq!(list.lengths.iter().map(|count| count.length).collect::<Vec<_>>(), [3, 4, 5, 6, 7, 8, 9]);
            assert!(list.digest.len() == 64 && !list.source.is_empty() && !list.licence.is_empty());
            assert_eq!(list.editions, [1]);
        }
    }
}

#[tokio::test]
async fn words_are_looked_up_in_the_order_asked() {
    let server = Server::start(&[]).await;
    let words = ["crane", "CRANE", "cr\u{e2}ne", "woosh", "viand", "agora", "zzzzz", "", "two words", "x\u{0}", "cat"];
    let request = LookUpWordsRequest { words: words.map(str::to_owned).to_vec(), ..LookUpWordsRequest::default() };
    let told = server.lexicons().await.look_up_words(request).await.unwrap().into_inner().entries;
    let all = "allowed,answers,enable";
    let expected = [
        ("crane", all),
        ("crane", all),
        ("crane", all),
        ("woosh", "allowed,enable"),
        ("viand", "allowed,enable"),
        ("agora", "allowed,enable"),
        ("zzzzz", ""),
        ("", ""),
        ("", ""),
        ("", ""),
        ("cat", all),
    ];
    for ((entry, word), (letters, dictionaries)) in told.iter().zip(words).zip(expected) {
        assert_eq!((&*entry.word, &*entry.letters), (word, letters));
        assert_eq!(entry.dictionaries.join(","), dictionaries, "{word:?}");
        assert!(entry.spellings.is_empty());
    }
    assert_eq!(told.len(), words.len());
}

#[tokio::test]
async fn an_operators_own_list_is_a_dictionary_like_the_others() {
    let pets = file("pets", "cat\ndog\nCow\n# no word\n\nhen\n");
    let server = Server::start(&["--dictionary", &format!("en/pets={pets}")]).await;
    let request = ListDictionariesRequest::default();
    let told = server.lexicons().await.list_dictionaries(request).await.unwrap().into_inner();
    let pets = told.dictionaries.iter().find(|list| list.name == "pets").unwrap();
    assert_eq!((pets.lengths.len(), pets.lengths[0].words, pets.editions.len()), (1, 4, 0));
    let board = Seeded {
        seed: "pets".to_owned(),
        dictionary: "pets".to_owned(),
        layout: Some(Layout { kind: 1, rows: 4, columns: 3 }),
        ..Seeded::default()
    };
    let request = GenerateBoardRequest { board: Some(board), include_target: true, ..Default::default() };
    let board = server.puzzles().await.generate_board(request).await.unwrap().into_inner().board.unwrap();
    let mut rows = board.target.unwrap().rows;
    rows.sort_unstable();
    assert_eq!(rows, ["cat", "cow", "dog", "hen"]);
}
