"""Checks of a game in another language than English: words as its players write them, tiles as they lie."""

import unicodedata

from contract import board, guess, lexicon, puzzle
from support import PATIENCE, Check, grid, marks_of, replay, seeded

# Words as they are written in each language, and as they lie on tiles.
WRITTEN = {
    "de": [("Straße", "strasse"), ("Äpfel", "äpfel"), ("Übung", "übung")],
    "es": [("árbol", "arbol"), ("niño", "niño"), ("pingüino", "pinguino")],
    "fr": [("élève", "eleve"), ("cœur", "coeur"), ("garçon", "garcon")],
    "nl": [("ijs", "ijs"), ("ideeën", "ideeen"), ("café", "cafe")],
    "pl": [("żółw", "żółw"), ("łódź", "łódź"), ("pięść", "pięść")],
}


class Languages(Check):
    def test_words_are_the_same_however_they_are_written(self):
        for code, words in WRITTEN.items():
            for written, letters in words:
                ways = [form(case) for case in (written, written.upper()) for form in
                        (lambda text: unicodedata.normalize("NFC", text), lambda text: unicodedata.normalize("NFD", text))]
                request = lexicon.LookUpWordsRequest(language=code, words=ways)
                entries = self.lexicons.LookUpWords(request, timeout=PATIENCE).entries
                self.assertEqual({entry.letters for entry in entries}, {letters}, f"{code}: {written}")
                self.assertTrue(all("allowed" in entry.dictionaries for entry in entries), f"{code}: {written}")
                if written != letters:
                    self.assertTrue(all(written in entry.spellings for entry in entries), f"{code}: {written}")

    def test_a_day_of_a_game_in_each_language(self):
        for code in WRITTEN:
            with self.subTest(language=code):
                made = self.board(seeded("python/day", language=code))
                goal = {"start": made.start, "target": made.target}
                fewest = self.puzzles.MinSwaps(puzzle.MinSwapsRequest(**goal), timeout=PATIENCE)
                self.assertEqual((fewest.min_swaps, fewest.proven), (made.par.min_swaps, True))
                self.assertEqual(replay(made.start.rows, fewest.swaps), list(made.target.rows))
                for lies, marks, word in zip(made.start.rows, made.marks.rows, made.target.rows):
                    self.assertEqual(marks_of(lies, word), marks)
                words = board.Words(language=code)
                ranked = self.guesses.RankGuesses(guess.RankGuessesRequest(answers=words), timeout=PATIENCE)
                self.assertTrue(ranked.proven and len(ranked.guesses) == 10)

    def test_letters_beyond_the_first_plane(self):
        start, target = ["𐑕𐑒𐑮𐑨𐑗", "𐑒𐑪𐑥𐑩𐑟"], ["𐑒𐑕𐑮𐑨𐑟", "𐑒𐑪𐑥𐑩𐑗"]
        request = puzzle.MinSwapsRequest(start=grid(*start), target=grid(*target))
        fewest = self.puzzles.MinSwaps(request, timeout=PATIENCE)
        self.assertEqual((fewest.min_swaps, fewest.proven), (2, True))
        self.assertEqual(replay(start, fewest.swaps), target)
