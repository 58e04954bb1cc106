// Checks of a game in another language than English. A string of JavaScript counts UTF-16 units, and tiles are letters.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { call, grid, lexicons, puzzles, replay } from './support.mjs';

test('words are the same however they are written', async () => {
  for (const [language, written, letters] of [
    ['de', 'Straße', 'strasse'],
    ['es', 'niño', 'niño'],
    ['fr', 'cœur', 'coeur'],
    ['nl', 'ideeën', 'ideeen'],
    ['pl', 'żółw', 'żółw'],
  ]) {
    const words = [written, written.toUpperCase(), written.normalize('NFD')];
    const { entries } = await call(lexicons, 'LookUpWords', { language, words });
    for (const entry of entries) {
      assert.equal(entry.letters, letters);
      assert.ok(entry.dictionaries.includes('allowed'), `${language}: ${entry.word}`);
    }
  }
});

test('a board in each language', async () => {
  for (const language of ['de', 'es', 'fr', 'nl', 'pl']) {
    const request = { board: { seed: 'node/day', language }, include_target: true };
    const { board } = await call(puzzles, 'GenerateBoard', request);
    const { min_swaps, swaps } = await call(puzzles, 'MinSwaps', { start: board.start, target: board.target });
    assert.equal(min_swaps, board.par.min_swaps);
    assert.deepEqual(replay(board.start.rows, swaps), board.target.rows);
  }
});

test('letters beyond the first plane are one tile each', async () => {
  const [start, target] = [['𐑕𐑒𐑮', '𐑨𐑗𐑪'], ['𐑒𐑕𐑮', '𐑨𐑪𐑗']];
  const { min_swaps, swaps } = await call(puzzles, 'MinSwaps', { start: grid(...start), target: grid(...target) });
  assert.equal(min_swaps, 2);
  assert.deepEqual(replay(start, swaps), target);
});
