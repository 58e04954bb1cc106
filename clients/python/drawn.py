"""Requests of every method, drawn from a seed: whoever draws from the same seed has the same requests, of which none takes long and
none depends on a clock. (The few calls of mix.py have their answers beside them instead.)
"""

import itertools
import random
import typing

from contract import blind, board, guess, lexicon, puzzle
from support import grid, marks_of, seeded

LANGUAGES = ("en", "de", "es", "fr", "nl", "pl")
# Words that are in every English list here.
WORDS = (
    "about actor adult alarm alone amber angle apple arise basic beach blank board brain bread brush cabin candy chair chest "
    "civic clean climb cloud coast crane crisp dance delay doubt dream earth elbow equal every fault field flame fresh ghost "
    "giant glass grape green guard heart honey hotel house humor index ivory joint judge knife label laugh lemon light limit "
    "magic maple metal model money mouse music night noble ocean olive onion orbit paint paper pearl piano pilot plant point "
    "power pride queen quiet radio raise reach river robot round royal salad scale shape sheep shine skill slate smile snake "
    "solar sound space spoon stone storm sugar table teach tiger toast tooth tower train trust uncle unity value video voice "
    "waste watch water whale wheat wheel white woman world worth wound young zebra"
).split()
ROWS, LATTICE = board.Layout.KIND_ROWS, board.Layout.KIND_LATTICE


class Asked(typing.NamedTuple):
    """A request, and the service and the method that it is for."""

    service: str
    method: str
    request: typing.Any


def requests(seed):
    """Requests without end."""
    for number in itertools.count():
        chance = random.Random(f"{seed}/{number}")
        (kind,) = chance.choices(list(KINDS), list(KINDS.values()))
        yield kind(chance)


def puzzles(method, request):
    return Asked("tilewright.v1.PuzzleService", method, request)


def guesses(method, request):
    return Asked("tilewright.v1.GuessService", method, request)


def lexicons(method, request):
    return Asked("tilewright.v1.LexiconService", method, request)


def a_seed(chance, language="en", layout=None, **more):
    return seeded(f"drawn/{chance.getrandbits(32)}", language=language, layout=layout, **more)


def a_template(chance):
    """Of a board of any kind that is made at once."""
    layouts = [None, None, dict(kind=ROWS, rows=3, columns=6), dict(kind=LATTICE, rows=5, columns=5)]
    layout = chance.choice(layouts)
    difficulty = None
    if layout is None and chance.random() < 0.2:
        difficulty = board.Difficulty(min_swaps=board.CountRange(least=16, most=19))
    made = a_seed(chance, chance.choice(LANGUAGES), layout and board.Layout(**layout), difficulty=difficulty)
    return puzzle.GenerateBoardRequest(board=made, include_target=chance.random() < 0.5)


def generates(chance):
    return puzzles("GenerateBoard", a_template(chance))


def generates_with_blind_par(chance):
    made = a_seed(chance, layout=board.Layout(kind=ROWS, rows=3, columns=5))
    return puzzles("GenerateBoard", puzzle.GenerateBoardRequest(board=made, include_blind_par=True))


def generates_many(chance):
    template = a_template(chance)
    template.board.seed = ""
    seeds = [f"drawn/{chance.getrandbits(32)}" for _ in range(chance.randint(2, 6))]
    return puzzles("GenerateBoards", puzzle.GenerateBoardsRequest(template=template, seeds=seeds))


def shuffled(chance, rows):
    tiles = list("".join(rows))
    chance.shuffle(tiles)
    columns = len(rows[0])
    return ["".join(tiles[at : at + columns]) for at in range(0, len(tiles), columns)]


def counts_swaps(chance):
    rows = chance.sample(WORDS, chance.randint(2, 6))
    return puzzles("MinSwaps", puzzle.MinSwapsRequest(start=grid(*shuffled(chance, rows)), target=grid(*rows)))


def solves_to_a_target(chance):
    rows = chance.sample(WORDS, chance.randint(2, 5))
    start, method = grid(*shuffled(chance, rows)), chance.choice([puzzle.METHOD_EXACT, puzzle.METHOD_STAR, puzzle.METHOD_CYCLIC])
    return puzzles("Solve", puzzle.SolveRequest(start=start, target=grid(*rows), method=method))


def solves_to_words(chance):
    rows = chance.sample(WORDS, 5)
    start = shuffled(chance, rows)
    asked = puzzle.SolveRequest(start=grid(*start), words=board.Words(language="en"))
    if chance.random() < 0.5:
        asked.marks.rows.extend(marks_of(*pair) for pair in zip(start, rows))
        asked.scope = puzzle.SCOPE_ALL
    return puzzles("Solve", asked)


def solves_to_own_words(chance):
    words = chance.sample(WORDS, 40)
    start = shuffled(chance, words[:3])
    asked = puzzle.SolveRequest(start=grid(*start), words=board.Words(words=words), scope=puzzle.SCOPE_ALL)
    return puzzles("Solve", asked)


def compares(chance):
    rows = chance.sample(WORDS, 3)
    hidden = blind.Hidden(start=grid(*shuffled(chance, rows)), target=grid(*rows))
    solvers = chance.sample([puzzle.SOLVER_EXACT, puzzle.SOLVER_STAR, puzzle.SOLVER_CYCLIC, puzzle.SOLVER_ENTROPY], 2)
    feedback = chance.choice([blind.FEEDBACK_SNAPSHOT, blind.FEEDBACK_ROW_COLOURS])
    return puzzles("CompareSolvers", puzzle.CompareSolversRequest(hidden=hidden, solvers=solvers, feedback=feedback))


def opened(chance):
    strategy = chance.choice([blind.STRATEGY_ENTROPY, blind.STRATEGY_PROXY, blind.STRATEGY_PROBE, blind.STRATEGY_JOINT])
    feedback = chance.choice([blind.FEEDBACK_SNAPSHOT, blind.FEEDBACK_ROW_COLOURS])
    asked = blind.Open(seeded=a_seed(chance), strategy=strategy, feedback=feedback, include_belief=chance.random() < 0.5)
    return blind.BlindSessionRequest(open=asked)


def plays_in_a_piece(chance):
    return puzzles("StepBlindSession", blind.StepBlindSessionRequest(events=[opened(chance)]))


def plays_by_stream(chance):
    return puzzles("BlindSession", opened(chance))


def marks(chance):
    return guesses("MarkGuess", guess.MarkGuessRequest(guess=chance.choice(WORDS), answer=chance.choice(WORDS)))


def turns(chance, number):
    answer = chance.choice(WORDS)
    return [guess.Turn(guess=word, marks=marks_of(word, answer)) for word in chance.sample(WORDS, number)]


def ranks(chance):
    hard, buckets = chance.random() < 0.3, chance.random() < 0.2
    asked = guess.RankGuessesRequest(history=turns(chance, chance.randint(0, 3)), hard_mode=hard, include_buckets=buckets)
    asked.limit = chance.randint(1, 30)
    return guesses("RankGuesses", asked)


def ranks_by_plans(chance):
    words = board.Words(words=chance.sample(WORDS, chance.randint(5, 40)))
    asked = guess.RankGuessesRequest(answers=words, objective=guess.OBJECTIVE_EXPECTED_GUESSES)
    return guesses("RankGuesses", asked)


def evaluates(chance):
    words = board.Words(words=chance.sample(WORDS, chance.randint(5, 40)))
    objective = chance.choice([guess.OBJECTIVE_ENTROPY, guess.OBJECTIVE_EXPECTED_GUESSES])
    asked = guess.EvaluateStrategyRequest(answers=words, objective=objective, include_tree=True)
    return guesses("EvaluateStrategy", asked)


def looks_for_a_chain(chance):
    words = board.Words(words=chance.sample(WORDS, chance.randint(5, 40)))
    return guesses("LongestChain", guess.LongestChainRequest(words=words))


def checks_a_chain(chance):
    chain = chance.sample(WORDS, chance.randint(2, 5))
    return guesses("CheckChain", guess.CheckChainRequest(words=board.Words(language="en"), chain=chain))


def looks_up(chance):
    words = chance.sample(WORDS, 3) + ["".join(chance.choices("aeinrst", k=chance.randint(3, 6))) for _ in range(10)]
    return lexicons("LookUpWords", lexicon.LookUpWordsRequest(language=chance.choice(LANGUAGES), words=words))


def lists(chance):
    return lexicons("ListDictionaries", lexicon.ListDictionariesRequest(language=chance.choice(LANGUAGES)))


# How often each comes, of a hundred.
KINDS = {
    generates: 18,
    generates_with_blind_par: 1,
    generates_many: 4,
    counts_swaps: 18,
    solves_to_a_target: 8,
    solves_to_words: 10,
    solves_to_own_words: 5,
    compares: 3,
    plays_in_a_piece: 1,
    plays_by_stream: 1,
    marks: 7,
    ranks: 8,
    ranks_by_plans: 2,
    evaluates: 2,
    looks_for_a_chain: 2,
    checks_a_chain: 3,
    looks_up: 6,
    lists: 1,
}
