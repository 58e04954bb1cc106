// Checks of a word game's backend: it marks guesses, judges a player's game in bits, and gives hints.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import grpc from '@grpc/grpc-js';

import { call, guesses, refused } from './support.mjs';

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
