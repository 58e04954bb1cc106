"""Checks of an Eldrow player's day: the longest chain of guesses, with its proof, and chains that the player found."""

from google.protobuf.duration_pb2 import Duration

from contract import board, guess
from support import PATIENCE, Check, marks_of

# The article's chains.
CRANE = "crane tiger queer odder joker hover foyer boxer wooer sower rower power mower lower".split()
CIVIL = "civil zebra queer odder joker homer goner foyer wooer tower sower rower power".split()
# Its examples of three letters.
SMALL = "ack ina eae pan poa xxa xya ote eue".split()


def violation(chain):
    """The first guess that is not allowed, straight from the definition."""
    last = chain[-1]
    for at, word in enumerate(chain):
        for before in chain[:at]:
            if before == word or marks_of(before, word) != marks_of(before, last):
                return at
    return None


class Chains(Check):
    def check_chain(self, chain, **words):
        request = guess.CheckChainRequest(words=board.Words(**words), chain=chain)
        told = self.guesses.CheckChain(request, timeout=PATIENCE)
        first = told.first_violation if told.HasField("first_violation") else None
        self.assertEqual((told.valid, first), (violation(chain) is None, violation(chain)), chain)
        self.assertEqual([step.word for step in told.steps], chain)
        self.assertEqual([step.marks for step in told.steps], [marks_of(word, chain[-1]) for word in chain])
        return told

    def longest(self, **asked):
        """The messages of a search; each holds what the contract says."""
        messages = []
        for message in self.guesses.LongestChain(guess.LongestChainRequest(**asked), timeout=PATIENCE):
            self.assertIsNone(violation(list(message.chain)))
            self.assertLessEqual(len(message.chain), message.upper_bound)
            if messages:
                self.assertGreaterEqual(len(message.chain), len(messages[-1].chain))
                self.assertLessEqual(message.upper_bound, messages[-1].upper_bound)
            messages.append(message)
        return messages

    def test_the_articles_chains(self):
        for chain in (CRANE, CIVIL):
            self.assertTrue(self.check_chain(chain).valid)
            self.assertFalse(self.check_chain(chain[1::-1] + chain[2:]).valid)

    def test_the_articles_examples(self):
        for chain in ["ack ina eae", "ack ina pan", "ack ina xya", "ack ina poa eae", "ack ina ote", "ack pan eae"]:
            self.check_chain(chain.split(), words=SMALL)

    def test_the_longest_chain_from_crane(self):
        answer = self.longest(first="crane")[-1]
        self.assertEqual((len(answer.chain), answer.upper_bound, answer.proven), (14, 14, True))
        self.assertEqual((answer.chain[0], answer.targets_done, answer.targets_total), ("crane", 2308, 2308))
        self.check_chain(list(answer.chain))

    def test_every_word_of_a_toy_language(self):
        toy = ["aaaa" + letter for letter in "abcdefghijklmnopqrstuvwxyz"]
        answer = self.longest(words=board.Words(words=toy), last="aaaaz")[-1]
        self.assertEqual((len(answer.chain), answer.chain[-1], answer.proven), (26, "aaaaz", True))

    def test_a_time_limit_ends_a_search_with_what_it_has(self):
        messages = self.longest(words=board.Words(dictionary="allowed"), time_limit=Duration(nanos=700_000_000))
        self.assertFalse(messages[-1].proven)
        self.assertGreater(len(messages[-1].chain), 9)

    def test_mistakes(self):
        pets = board.Words(words=["cat", "cot", "dog"])
        asked = {"words": pets, "word_length": 3}
        self.mistake("last", "SAME_WORD", lambda: self.longest(first="cat", last="cat", **asked))
        self.mistake("first", "NO_WORD", lambda: self.longest(first="cut", **asked))
        self.mistake("word_length", "OUT_OF_RANGE", lambda: self.longest(word_length=10))
        request = guess.CheckChainRequest(words=pets, chain=["cat", "cut"])
        self.mistake("chain[1]", "NO_WORD", lambda: self.guesses.CheckChain(request, timeout=PATIENCE))
