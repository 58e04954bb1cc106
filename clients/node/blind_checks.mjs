// Checks of blind games on a real board: every way to play them, what they say, and what they refuse.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import grpc from '@grpc/grpc-js';

import { advances, bare, followsHints, judge, play, playInPieces, saidSince, told } from './blind_player.mjs';
import { call, endOf, grid, lexicons, puzzles, refused, replay, soon } from './support.mjs';

const FEEDBACKS = ['FEEDBACK_SNAPSHOT', 'FEEDBACK_SWAPPED_CELLS', 'FEEDBACK_ROW_COLOURS'];
const STRATEGIES = ['ENTROPY', 'PROXY', 'PROBE', 'JOINT', 'ROLLOUT'];

const seeded = { seed: 'node/blind' };
// What waits for nothing but an answer needs no strategy that thinks long.
const strategy = 'STRATEGY_ENTROPY';
const made = { board: seeded, include_target: true, include_blind_par: true };
const { board } = await call(puzzles, 'GenerateBoard', made);
const [start, target] = [board.start.rows, board.target.rows];

function unknown(feedback, history = []) {
  return { unknown: { start: board.start, marks: told(feedback, start, target), history }, feedback, strategy };
}

// Holds a whole game to its rules, by a judge that stands beside it.
function isAGame(trace, feedback = 'FEEDBACK_SNAPSHOT') {
  const [{ opened }, ...between] = trace;
  const { finished } = between.pop();
  assert.deepEqual([opened.grid.rows, opened.marks], [start, told(feedback, start, target)]);
  let rows = start;
  for (const { event, observed, move_number } of between) {
    if (event !== 'observed') continue;
    rows = replay(rows, [observed.swap]);
    assert.deepEqual(observed.grid.rows, rows);
    assert.deepEqual(observed.marks, told(feedback, rows, target, observed.swap));
    assert.ok(move_number <= finished.moves);
  }
  assert.deepEqual([finished.solved, finished.target.rows, rows], [true, target, target]);
  assert.equal(finished.moves, between.filter(({ event }) => event === 'observed').length);
  assert.equal(finished.min_swaps, board.par.min_swaps);
}

test('every strategy solves the board, and the showdown says how', async () => {
  const { runs } = await call(puzzles, 'CompareSolvers', { seeded });
  assert.deepEqual(runs.map(({ solver }) => solver), ['EXACT', 'STAR', 'CYCLIC', ...STRATEGIES].map((n) => `SOLVER_${n}`));
  for (const { moves, steps } of runs) {
    assert.equal(moves, steps.length);
    assert.deepEqual(replay(start, steps.map(({ swap }) => swap)), target);
  }
  for (const [place, name] of STRATEGIES.entries()) {
    const trace = await play({ seeded, strategy: `STRATEGY_${name}` });
    isAGame(trace);
    // A run is the very game.
    const swaps = trace.flatMap(({ observed }) => (observed ? [observed.swap] : []));
    assert.deepEqual(swaps, runs[place + 3].steps.map(({ swap }) => swap), name);
  }
  assert.equal(board.par.blind_swaps, runs.at(-1).moves);
});

test('every way to play a blind game makes the same moves', async () => {
  const whole = await play({ seeded, strategy });
  isAGame(whole);
  assert.deepEqual(bare(await playInPieces({ seeded, strategy })), bare(whole));
  for (const [how, caller] of [
    [{ step_by_step: true }, advances],
    [{ player: 'PLAYER_CALLER' }, followsHints],
  ]) {
    assert.deepEqual(bare(await play({ seeded, strategy, ...how }, caller)), bare(whole));
    assert.deepEqual(bare(await playInPieces({ seeded, strategy, ...how }, caller)), bare(whole));
  }
});

for (const feedback of FEEDBACKS) {
  test(`a board that only its caller knows is solved with ${feedback}, and joined in its middle`, async () => {
    const whole = await play(unknown(feedback), judge(feedback, start, target));
    isAGame(whole, feedback);
    // The service makes the same of it where it is the judge itself.
    assert.deepEqual(bare(await play({ seeded, strategy, feedback })), bare(whole));
    let rows = start;
    const swaps = whole.flatMap(({ observed }) => (observed ? [observed.swap] : [])).slice(0, 3);
    const history = swaps.map((swap) => {
      rows = replay(rows, [swap]);
      return { swap, marks: told(feedback, rows, target, swap) };
    });
    const [{ opened, move_number }, ...rest] = await play(unknown(feedback, history), judge(feedback, rows, target));
    assert.deepEqual([opened.grid.rows, move_number], [rows, 3]);
    assert.deepEqual(bare(rest).slice(0, -1), bare(whole).slice(7, -1));
  });
}

test('a blind game goes on from a token in its middle', async () => {
  const whole = await play({ seeded, strategy });
  for (const at of [0, 7, 8]) {
    const rest = await play({ resume_token: whole[at].resume_token });
    assert.deepEqual(bare(saidSince(whole.slice(0, at + 1), rest)), bare(whole.slice(at + 1)));
  }
});

test('a belief has words that the tiles make, and ever fewer of them', async () => {
  const trace = await play({ seeded, strategy, include_belief: true });
  const beliefs = trace.flatMap(({ opened, observed }) => (opened ?? observed)?.belief ?? []);
  const counted = beliefs.slice(beliefs.findIndex(({ worlds_exact }) => worlds_exact));
  assert.ok(counted.every(({ worlds_exact }) => worlds_exact));
  const bits = counted.map(({ log2_worlds }) => log2_worlds);
  assert.deepEqual(bits, bits.toSorted((one, other) => other - one));
  assert.deepEqual([bits.at(-1), beliefs.at(-1).sample.map(({ rows }) => rows)], [0, [target]]);
  const letters = (rows) => [...rows.join('')].sort().join('');
  const samples = beliefs.flatMap(({ sample }) => sample);
  assert.ok(samples.every(({ rows }) => letters(rows) === letters(start)));
  const words = [...new Set(samples.flatMap(({ rows }) => rows))];
  const { entries } = await call(lexicons, 'LookUpWords', { words });
  assert.ok(entries.every(({ dictionaries }) => dictionaries.includes(board.dictionary)));
});

test('a blind game is played by its caller, who says all swaps at once', async () => {
  const hidden = { start: grid('tac', 'gdo'), target: grid('cat', 'dog'), dictionary: 'allowed' };
  const stream = puzzles.BlindSession({ deadline: soon() });
  const said = [];
  stream.on('data', (event) => said.push(event));
  const end = endOf(stream);
  stream.write({ open: { hidden, player: 'PLAYER_CALLER' } });
  const swap = (first, second) => ({ swap: { first, second } });
  stream.write(swap({ row: 0, column: 0 }, { row: 0, column: 2 }));
  stream.write(swap({ row: 1, column: 0 }, { row: 1, column: 1 }));
  stream.end(swap({ row: 1, column: 1 }, { row: 1, column: 2 }));
  assert.equal(await end, null);
  assert.deepEqual(said.map(({ event }) => event), ['opened', 'observed', 'observed', 'observed', 'finished']);
  assert.ok(said.at(-1).finished.solved);
});

test('a blind game that its caller ends while it waits is given up', async () => {
  const stream = puzzles.BlindSession({ deadline: soon() });
  stream.end({ open: { seeded, player: 'PLAYER_CALLER' } });
  const said = [];
  for await (const event of stream) said.push(event);
  assert.deepEqual(said.map(({ event }) => event), ['opened', 'finished']);
  const { solved, target, _min_swaps } = said[1].finished;
  assert.deepEqual({ solved, target, _min_swaps }, { solved: false, target: null, _min_swaps: undefined });
});

test('what is wrong with a blind game is named by its field', async () => {
  const far = { first: { row: 0, column: 0 }, second: { row: 5, column: 0 } };
  const open = { seeded, player: 'PLAYER_CALLER' };
  const coloured = unknown('FEEDBACK_SNAPSHOT');
  coloured.unknown.marks.rows[2] = 'NNYNN';
  for (const [field, reason, events] of [
    ['hint', 'OUT_OF_TURN', [{ hint: {} }]],
    ['report', 'OUT_OF_TURN', [{ open }, { report: { marks: told('FEEDBACK_SNAPSHOT', start, target) } }]],
    ['swap.second', 'OUT_OF_RANGE', [{ open }, { swap: far }]],
    ['open.board', 'MISSING', [{ open: {} }]],
    ['open.resume_token', 'TOKEN_INVALID', [{ open: { resume_token: Buffer.from('no token') } }]],
    ['open.unknown.marks.rows[2]', 'NOT_A_MARK', [{ open: coloured }]],
  ]) {
    const stream = puzzles.BlindSession({ deadline: soon() });
    for (const event of events) stream.write(event);
    stream.end();
    await isRefused(endOf(stream).then((error) => Promise.reject(error)), field, reason);
    await isRefused(call(puzzles, 'StepBlindSession', { events }), `events[${events.length - 1}].${field}`, reason);
  }
});

async function isRefused(asked, path, reason) {
  const { BadRequest } = await refused(grpc.status.INVALID_ARGUMENT, asked);
  assert.deepEqual(BadRequest.field_violations.map(({ field, reason }) => [field, reason]), [[path, reason]]);
}
