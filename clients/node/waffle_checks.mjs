// Checks of a Waffle's day: an editor has boards made, and a helper solves one that it sees.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import grpc from '@grpc/grpc-js';

import { call, grid, lexicons, puzzles, refused, replay, soon } from './support.mjs';

const layout = { kind: 'KIND_LATTICE', rows: 5, columns: 5 };
// Corners and centre.
const GIVEN = [[0, 0], [0, 4], [2, 2], [4, 0], [4, 4]];
// An editor's own words, and their tiles in another order.
const OWN = ['speed', 'c.a.r', 'rusty', 'u.e.l', 'belly'];
const SHUFFLED = ['clryr', 'e.p.t', 'elyed', 's.u.u', 'aesbl'];

// The cells of each word: across, then down.
function slots(rows) {
  const [down, across] = [[...rows.keys()], [...rows[0]].map((_, column) => column)];
  return [
    ...down.filter((row) => row % 2 === 0).map((row) => across.map((column) => [row, column])),
    ...across.filter((column) => column % 2 === 0).map((column) => down.map((row) => [row, column])),
  ];
}

const wordsOf = (rows) => slots(rows).map((slot) => slot.map(([row, column]) => rows[row][column]).join(''));

// Wordle's rule, each word for itself; a tile of two words is yellow if either says so.
function marksOf(start, target) {
  const marks = start.map((row) => [...row].map((tile) => (tile === '.' ? '.' : '-')));
  for (const slot of slots(start)) {
    const [have, want] = [start, target].map((rows) => slot.map(([row, column]) => rows[row][column]));
    const left = want.filter((letter, place) => letter !== have[place]);
    for (const [place, [row, column]] of slot.entries()) {
      const copy = left.indexOf(have[place]);
      if (have[place] === want[place]) marks[row][column] = 'G';
      else if (copy >= 0) {
        left.splice(copy, 1);
        marks[row][column] = 'Y';
      }
    }
  }
  return marks.map((row) => row.join(''));
}

const made = async (board) =>
  (await call(puzzles, 'GenerateBoard', { board: { seed: 'node/waffle', ...board }, include_target: true })).board;

// Holds a board to what it says, by the rules told here.
async function isAWaffle({ start, target, marks, par }, swaps = 10) {
  assert.deepEqual(marks.rows, marksOf(start.rows, target.rows));
  assert.deepEqual([par.min_swaps, par.diamond, par.move_limit], [swaps, swaps, swaps + 5]);
  const fewest = await call(puzzles, 'MinSwaps', { start, target });
  assert.deepEqual([fewest.min_swaps, fewest.proven], [swaps, true]);
  assert.deepEqual(replay(start.rows, fewest.swaps), target.rows);
}

// The fills that these tiles can become, each of them reached.
async function solve(start, marks, more = {}) {
  const request = { start: { rows: start }, words: {}, marks: marks && { rows: marks }, max_solutions: 100, ...more };
  const answer = await call(puzzles, 'Solve', request);
  for (const { swaps, target } of answer.solutions) assert.deepEqual(replay(start, swaps), target.rows);
  return { ...answer, targets: answer.solutions.map(({ target }) => target.rows) };
}

const daily = await made({ layout });

test("an editor's board of the day is a Waffle", async () => {
  assert.deepEqual([daily.layout, daily.unique], [layout, true]);
  await isAWaffle(daily);
  assert.ok(GIVEN.every(([row, column]) => daily.marks.rows[row][column] === 'G'));
  const words = wordsOf(daily.target.rows);
  assert.equal(new Set(words).size, 6);
  const { entries } = await call(lexicons, 'LookUpWords', { words });
  assert.ok(entries.every(({ dictionaries }) => dictionaries.includes('answers')));
  assert.deepEqual(await made({ layout: { kind: 'KIND_LATTICE' } }), daily);
});

test("some days' boards come in a stream", async () => {
  const seeds = Array.from({ length: 5 }, (_, day) => `node/days/${day}`);
  const template = { board: { layout }, include_target: true };
  const stream = puzzles.GenerateBoards({ template, seeds }, new grpc.Metadata(), { deadline: soon() });
  const boards = [];
  for await (const { board } of stream) boards.push(board);
  assert.deepEqual(boards.map(({ seed }) => seed), seeds);
  for (const board of boards) {
    assert.equal(board.unique, true);
    await isAWaffle(board);
  }
});

test("an editor's own words are shuffled, and it is told whether they are the only ones", async () => {
  const board = await made({ target: grid(...OWN) });
  assert.deepEqual([board.target.rows, board.layout], [OWN, layout]);
  await isAWaffle(board);
  // Set, whichever it is.
  assert.equal(board._unique, 'unique');
  const { targets } = await solve(board.start.rows, board.marks.rows);
  assert.ok(targets.some((rows) => rows.join() === OWN.join()));
  assert.equal(board.unique, targets.length === 1);
});

test("an editor's own words that are none are named", async () => {
  const target = grid(OWN[0], 'q.a.r', ...OWN.slice(2));
  const { BadRequest } = await refused(grpc.status.INVALID_ARGUMENT, made({ target }));
  const [{ field, reason, description }] = BadRequest.field_violations;
  assert.deepEqual([field, reason], ['board.target', 'NO_WORD']);
  assert.match(description, /down column 0, "sqrub"/);
});

test('a helper finds just the target from the marks of a board', async () => {
  const { targets, solutions, unique, complete, scope } = await solve(daily.start.rows, daily.marks.rows);
  assert.deepEqual(targets, [daily.target.rows]);
  assert.equal(solutions[0].swaps.length, 10);
  assert.deepEqual({ unique, complete, scope }, { unique: true, complete: true, scope: 'SCOPE_ALL' });
});

test('a helper without marks finds the fewest swaps to any words', async () => {
  const { min_swaps, proven, unique, scope, targets } = await solve(daily.start.rows);
  assert.deepEqual({ proven, scope }, { proven: true, scope: 'SCOPE_OPTIMAL' });
  assert.ok(min_swaps >= 1 && min_swaps <= 10, `${min_swaps} swaps`);
  assert.equal(unique, targets.length === 1);
});

test('marks that contradict each other leave no fill, which is an answer', async () => {
  // The first 'e' of the third row is none of its word's, so the second is not, either.
  const answer = await solve(SHUFFLED, ['?????', '?.?.?', '-??Y?', '?.?.?', '?????']);
  const { targets, proven, complete, unique } = answer;
  assert.deepEqual({ targets, proven, complete, unique }, { targets: [], proven: true, complete: true, unique: false });
});

test("a helper's mistake names its field", async () => {
  for (const [field, reason, wrong] of [
    ['method', 'METHOD_UNFIT', { method: 'METHOD_BACKTRACKING' }],
    ['marks.rows[1]', 'NOT_A_MARK', { marks: grid('?????', '?????', '?????', '?????', '?????') }],
    ['start.rows[1]', 'TILE_MISSING', { start: grid('clryr', 'e.pst', ...SHUFFLED.slice(2)) }],
  ]) {
    const { BadRequest } = await refused(grpc.status.INVALID_ARGUMENT, solve(SHUFFLED, undefined, wrong));
    assert.deepEqual(BadRequest.field_violations.map((wrong) => [wrong.field, wrong.reason]), [[field, reason]]);
  }
});
