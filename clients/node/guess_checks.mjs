// Checks of a word game's backend: it marks guesses, judges a player's game in bits, gives hints, and plays strategies out.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import grpc from '@grpc/grpc-js';

import { call, guesses, refused, soon } from './support.mjs';

// The note's example: words of three letters, and a game.
const NOTE = 'abc acb bac bca cab cba abd adb bad bda dab dba cad cda dac dca aad ada daa abb bab bba'.split(' ');
const GAME = [['abc', 'Y-Y'], ['bad', '-YY'], ['adb', 'YG-'], ['dac', 'YYY'], ['cda', 'GGG']];
const turns = (game) => game.map(([guess, marks]) => ({ guess, marks }));
const rank = (request) => call(guesses, 'RankGuesses', request);

test('marks are told by the two passes', async () => {
  for (const [guess, answer, marks, pattern] of [
    ['speed', 'abide', '--Y-Y', 10],
    ['speed', 'erase', 'Y-YY-', 93],
    ['Crane', 'CRANE', 'GGGGG', 242],
  ]) {
    const told = await call(guesses, 'MarkGuess', { guess, answer });
    assert.deepEqual({ ...told }, { marks, pattern });
  }
});

test("the note's game, judged in bits", async () => {
  const { remaining, realized_bits, candidate_words } = await rank({ answers: { words: NOTE }, history: turns(GAME) });
  assert.deepEqual(remaining, [3, 2, 1, 1, 1]);
  assert.deepEqual(realized_bits.map((bits) => bits.toFixed(3)), ['2.874', '0.585', '1.000', '0.000', '0.000']);
  const sum = realized_bits.reduce((one, other) => one + other);
  assert.ok(Math.abs(sum - Math.log2(22)) < 1e-12);
  assert.deepEqual(candidate_words, ['cda']);
});

test('the best first guesses in English', async () => {
  const { guesses: ranked, candidates, proven } = await rank({ limit: 3 });
  const told = ranked.map(({ word, entropy_bits }) => [word, entropy_bits.toFixed(6)]);
  assert.deepEqual(told, [['tarse', '5.948975'], ['tiare', '5.929954'], ['soare', '5.885203']]);
  assert.deepEqual([candidates, proven], [2309, true]);
});

test('buckets tell what each pattern leaves', async () => {
  const request = { answers: { words: NOTE }, only: ['abc'], include_buckets: true };
  const [{ word, entropy_bits, buckets }] = (await rank(request)).guesses;
  assert.equal(word, 'abc');
  assert.equal(buckets.find(({ marks }) => marks === 'Y-Y').size, 3);
  assert.equal(buckets.reduce((sum, { size }) => sum + size, 0), 22);
  const bits = buckets.reduce((sum, { probability }) => sum - probability * Math.log2(probability), 0);
  assert.ok(Math.abs(bits - entropy_bits) < 1e-9);
});

test('a history that cannot be says where', async () => {
  const history = turns([...GAME.slice(0, 2), ['abc', 'GGG']]);
  const details = await refused(grpc.status.FAILED_PRECONDITION, rank({ answers: { words: NOTE }, history }));
  assert.deepEqual([details.ErrorInfo.reason, details.ErrorInfo.metadata.turn], ['HISTORY_DRY', '2']);
});

// The two passes, as a number in base 3.
function patternOf(guess, answer) {
  const left = [...answer].filter((letter, at) => guess[at] !== letter);
  return [...guess].reduce((pattern, letter, at) => {
    if (letter === answer[at]) return 3 * pattern + 2;
    const copy = left.indexOf(letter);
    if (copy < 0) return 3 * pattern;
    left.splice(copy, 1);
    return 3 * pattern + 1;
  }, 0);
}

// The evaluation of a strategy, after messages that say how far it is.
async function evaluate(request) {
  let last;
  for await (const message of guesses.EvaluateStrategy(request, new grpc.Metadata(), { deadline: soon() })) {
    assert.ok(!last || (!last.evaluation && last.total === message.total && last.done <= message.done));
    assert.ok(!last || Number(last.lower_bound) <= Number(message.lower_bound));
    last = message;
  }
  return last.evaluation;
}

// How many games of a decision tree take 1, 2, 3 ... guesses: all that end at a node whose guess is the answer.
function histogram(tree) {
  const child = new Map();
  tree.forEach(({ parent, pattern }, at) => at > 0 && child.set(`${parent} ${pattern}`, at));
  const open = tree.map(({ answers }) => answers);
  tree.forEach(({ parent, answers }, at) => at > 0 && (open[parent] -= answers));
  const games = [];
  tree.forEach(({ guess: answer }, end) => {
    if (open[end] === 0) return;
    let at = 0;
    let turns = 1;
    for (; tree[at].guess !== answer; turns += 1) at = child.get(`${at} ${patternOf(tree[at].guess, answer)}`);
    assert.equal(at, end, answer);
    games[turns - 1] = (games[turns - 1] ?? 0) + 1;
  });
  return Array.from(games, (count) => count ?? 0);
}

const total = (games) => games.reduce((sum, count, at) => sum + count * (at + 1), 0);

test('guesses by entropy from TARSE take 7,915 in all', async () => {
  const told = await evaluate({ objective: 'OBJECTIVE_ENTROPY', opener: 'tarse', include_tree: true });
  assert.deepEqual([Number(told.total_guesses), told.max, told.unsolved], [7915, 6, 0]);
  assert.deepEqual(histogram(told.tree), told.histogram);
  assert.equal(total(told.histogram), 7915);
});

test('the best plan after SALET takes 7,894 guesses, and its tree says so', async () => {
  const told = await evaluate({ objective: 'OBJECTIVE_EXPECTED_GUESSES', opener: 'salet', include_tree: true });
  assert.deepEqual([Number(told.total_guesses), Number(told.lower_bound), told.proven], [7894, 7894, true]);
  assert.deepEqual(histogram(told.tree), told.histogram);
  assert.equal(total(told.histogram), 7894);
});

test('an evaluation is cancelled', async () => {
  const request = { objective: 'OBJECTIVE_EXPECTED_GUESSES' };
  const stream = guesses.EvaluateStrategy(request, new grpc.Metadata(), { deadline: soon() });
  await assert.rejects(
    async () => {
      for await (const message of stream) if (message.best_opener) stream.cancel();
    },
    { code: grpc.status.CANCELLED },
  );
  assert.equal((await evaluate({ answers: { words: NOTE }, objective: 'OBJECTIVE_EXPECTED_GUESSES' })).proven, true);
});

test('a hint by plan, with few guesses left', async () => {
  const words = 'bat cat fat hat mat pat rat sat vat'.split(' ');
  const request = { answers: { words }, objective: 'OBJECTIVE_EXPECTED_GUESSES', guesses_left: 3 };
  const [{ win_in_time, expected_guesses, exact }] = (await rank(request)).guesses;
  // Won with the first, the second or the third of nine; a game that is lost takes all three.
  assert.ok(Math.abs(win_in_time - 3 / 9) < 1e-12 && Math.abs(expected_guesses - (1 + 2 + 7 * 3) / 9) < 1e-12);
  assert.equal(exact, true);
});
