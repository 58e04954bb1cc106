// Checks a running Tilewright from outside, as a game's backend on Node.js meets it.
//
//     node check.mjs [ADDRESS]        127.0.0.1:50051 where none is given; exit status 1 if any check failed

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import grpc from '@grpc/grpc-js';

import './blind_checks.mjs';
import './chain_checks.mjs';
import './guess_checks.mjs';
import './language_checks.mjs';
import './waffle_checks.mjs';
import { call, endOf, grid, lexicons, puzzles, refused, replay, soon } from './support.mjs';

const batch = (seeds, board = {}, deadline = soon()) =>
  puzzles.GenerateBoards({ template: { board, include_target: true }, seeds }, new grpc.Metadata(), { deadline });
const numbered = (name, count) => Array.from({ length: count }, (_, number) => `node/${name}/${number}`);

test('the English lists are whole', async () => {
  const { dictionaries, default_language } = await call(lexicons, 'ListDictionaries', { language: 'en' });
  assert.equal(default_language, 'en');
  const fives = dictionaries.map(({ name, lengths }) => [name, lengths.find(({ length }) => length === 5).words]);
  const { answers, allowed, enable } = Object.fromEntries(fives);
  assert.deepEqual({ answers, allowed, enable }, { answers: 2_309, allowed: 14_855, enable: 8_636 });
});

test('words are looked up', async () => {
  const { entries } = await call(lexicons, 'LookUpWords', { words: ['Crane', 'zzzzz'] });
  assert.deepEqual(entries.map(({ word }) => word), ['Crane', 'zzzzz']);
  assert.equal(entries[0].letters, 'crane');
  assert.ok(['answers', 'allowed', 'enable'].every((name) => entries[0].dictionaries.includes(name)));
  assert.deepEqual(entries[1].dictionaries, []);
});

test('the same seed is the same board, of words of its list', async () => {
  const request = { board: { seed: 'node/1' }, include_target: true };
  const [{ board }, again] = await Promise.all([1, 2].map(() => call(puzzles, 'GenerateBoard', request)));
  assert.deepEqual(again.board, board);
  assert.equal(board.layout.kind, 'KIND_ROWS');
  assert.deepEqual([...board.start.rows.join('')].sort(), [...board.target.rows.join('')].sort());
  const { entries } = await call(lexicons, 'LookUpWords', { words: board.target.rows });
  assert.ok(entries.every(({ dictionaries }) => dictionaries.includes(board.dictionary)));
});

test('the fewest swaps get to the target', async () => {
  const request = { start: grid('DBDFAF', 'ECBCAE'), target: grid('AABBCC', 'DDEEFF') };
  const { min_swaps, proven, swaps } = await call(puzzles, 'MinSwaps', request);
  assert.deepEqual({ min_swaps, proven, swaps: swaps.length }, { min_swaps: 8, proven: true, swaps: 8 });
  assert.deepEqual(replay(['dbdfaf', 'ecbcae'], swaps), ['aabbcc', 'ddeeff']);
});

for (const method of ['METHOD_EXACT', 'METHOD_STAR', 'METHOD_CYCLIC']) {
  test(`${method} gets to the target`, async () => {
    const request = { start: grid('DBDFAF', 'ECBCAE'), target: grid('AABBCC', 'DDEEFF'), method };
    const { solutions, min_swaps } = await call(puzzles, 'Solve', request);
    assert.equal(solutions.length, 1);
    assert.equal(solutions[0].swaps.length, min_swaps);
    assert.ok(min_swaps >= 8 && (min_swaps === 8 || method !== 'METHOD_EXACT'));
    assert.deepEqual(replay(['dbdfaf', 'ecbcae'], solutions[0].swaps), ['aabbcc', 'ddeeff']);
  });
}

// The fewest swaps of the paper's board under each list, and the one fill that takes so few, where there is but one.
const PAPER = ['wsooa', 'snido', 'rhtpy', 'uhtvc', 'uianj'];
for (const [dictionary, fewest, fill] of [
  ['enable', 9, null],
  ['allowed', 8, 'whoot shoji raspy uncut viand'],
  ['answers', 10, 'whoop synod rajah uncut visit'],
]) {
  test(`the paper's board takes ${fewest} swaps to words of ${dictionary}`, async () => {
    const answer = await call(puzzles, 'Solve', { start: { rows: PAPER }, words: { dictionary } });
    const { min_swaps, lower_bound, proven, unique, scope, solutions } = answer;
    assert.deepEqual({ min_swaps, lower_bound, proven }, { min_swaps: fewest, lower_bound: fewest, proven: true });
    assert.equal(scope, 'SCOPE_OPTIMAL');
    assert.equal(solutions.length, 1);
    assert.deepEqual(replay(PAPER, solutions[0].swaps), solutions[0].target.rows);
    if (fill) assert.deepEqual([solutions[0].target.rows.join(' '), unique], [fill, true]);
  });
}

const PETS = { words: ['cat', 'act', 'dog', 'god'] };

test('a board without a fill is answered', async () => {
  const answer = await call(puzzles, 'Solve', { start: grid('xqz', 'jvk'), words: PETS });
  const { solutions, proven, complete, unique, _min_swaps } = answer;
  assert.deepEqual({ solutions, proven, complete, unique }, { solutions: [], proven: true, complete: true, unique: false });
  // Not set, which is not 0.
  assert.equal(_min_swaps, undefined);
});

test('marks leave one fill of many', async () => {
  for (const [rows, found] of [[['???', '???'], 8], [['?G?', '???'], 2], [['YGY', 'GYY'], 1]]) {
    const request = { start: grid('tac', 'gdo'), words: PETS, marks: { rows }, max_solutions: 100 };
    const { solutions, unique, complete, scope } = await call(puzzles, 'Solve', request);
    assert.equal(solutions.length, found);
    assert.deepEqual({ unique, complete, scope }, { unique: found === 1, complete: true, scope: 'SCOPE_ALL' });
    for (const { swaps, target } of solutions) assert.deepEqual(replay(['tac', 'gdo'], swaps), target.rows);
  }
});

test('a word that is none is named by its place', async () => {
  const asked = call(puzzles, 'Solve', { start: grid('tac', 'gdo'), words: { words: ['cat', 'd0g'] } });
  const { BadRequest } = await refused(grpc.status.INVALID_ARGUMENT, asked);
  assert.deepEqual(BadRequest.field_violations.map(({ field, reason }) => [field, reason]), [
    ['words.words[1]', 'NOT_A_LETTER'],
  ]);
});

test('a stream of 200 boards comes in order, and a bad seed is passed over', async () => {
  const seeds = numbered('batch', 200);
  seeds[57] = 'x'.repeat(129);
  const answers = [];
  for await (const answer of batch(seeds)) answers.push(answer);
  assert.deepEqual(answers.map(({ seed }) => seed), seeds);
  assert.deepEqual(answers.flatMap(({ result }, place) => (result === 'failure' ? [place] : [])), [57]);
  assert.equal(answers[57].failure.code, grpc.status.INVALID_ARGUMENT);
  assert.equal(answers[57].failure.reason, 'SEED_LENGTH');
  assert.ok(answers.every(({ done, total }, place) => done === place + 1 && total === 200));
});

test('a reader that pauses loses nothing, and holds up nobody else', async () => {
  // Far more than the windows of HTTP/2 and all buffers between hold, so that the server must wait for the reader.
  const seeds = numbered('slow', 3_000);
  const stream = batch(seeds, { layout: { rows: 9, columns: 9 } });
  const read = [];
  const first = new Promise((resolve) => {
    stream.on('data', ({ seed }) => {
      read.push(seed);
      if (read.length === 10) {
        stream.pause();
        resolve();
      }
    });
  });
  const end = endOf(stream);
  await first;
  const paused = read.length;
  await pause(1_000);
  assert.equal(read.length, paused);
  const { min_swaps } = await call(puzzles, 'MinSwaps', { start: grid('ab'), target: grid('ba') });
  assert.equal(min_swaps, 1);
  stream.resume();
  assert.equal(await end, null);
  assert.deepEqual(read, seeds);
});

test('a stream that is cancelled ends, and the next call is served', async () => {
  const stream = batch(numbered('cancel', 10_000), { layout: { rows: 9, columns: 9 } });
  stream.once('data', () => stream.cancel());
  const error = await endOf(stream);
  assert.equal(error?.code, grpc.status.CANCELLED);
  await call(lexicons, 'ListDictionaries', {});
});

test('a stream ends at its deadline', async () => {
  const began = Date.now();
  const error = await endOf(batch(numbered('late', 10_000), { layout: { rows: 9, columns: 9 } }, began + 150));
  assert.equal(error?.code, grpc.status.DEADLINE_EXCEEDED);
  assert.ok(Date.now() - began < 2_000);
});

test('a mistake names its field and its reason', async () => {
  const request = { start: grid('abc', 'ab'), target: grid('abc', 'ab') };
  const { BadRequest, ErrorInfo } = await refused(grpc.status.INVALID_ARGUMENT, call(puzzles, 'MinSwaps', request));
  assert.deepEqual(BadRequest.field_violations.map(({ field, reason }) => [field, reason]), [
    ['start.rows[1]', 'GRID_RAGGED'],
  ]);
  assert.equal(ErrorInfo.reason, 'GRID_RAGGED');
});

test('an unknown language lists those that there are', async () => {
  const asked = call(puzzles, 'GenerateBoard', { board: { seed: 'node', language: 'tlh' } });
  const { ErrorInfo } = await refused(grpc.status.NOT_FOUND, asked);
  assert.equal(ErrorInfo.reason, 'LANGUAGE_NOT_FOUND');
  assert.ok(ErrorInfo.metadata.known.split(',').includes('en'));
});

test('a request id comes back', async () => {
  const metadata = new grpc.Metadata();
  metadata.set('x-request-id', 'node-check-1');
  const returned = await new Promise((resolve, reject) => {
    lexicons
      .ListDictionaries({}, metadata, { deadline: soon() }, (error) => error && reject(error))
      .on('metadata', (headers) => resolve(headers.get('x-request-id')));
  });
  assert.deepEqual(returned, ['node-check-1']);
});
