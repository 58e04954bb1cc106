// The caller's side of blind games: as a stream or in pieces, and a judge for a board that only its caller knows.
//
// Who plays is a function that is given what the service says, and gives the event to answer with, or nothing where it is not
// the caller's turn.

import assert from 'node:assert/strict';

import { call, puzzles, replay } from './support.mjs';

// A whole game may take seconds where the machine has other work.
const PATIENCE_OF_A_GAME_MS = 120_000;

// All that is said of a game that is opened so. It throws the error that the stream ends with.
export async function play(open, caller = () => undefined) {
  const stream = puzzles.BlindSession({ deadline: Date.now() + PATIENCE_OF_A_GAME_MS });
  const trace = [];
  stream.write({ open });
  for await (const said of stream) {
    trace.push(said);
    const event = caller(said);
    if (event) stream.write(event);
    if (said.event === 'finished') stream.end();
  }
  return trace;
}

// The same of a game in pieces, of which each but the first says first how things stood.
export async function playInPieces(open, caller = () => undefined) {
  const trace = [];
  let events = [{ open }];
  for (;;) {
    const piece = await call(puzzles, 'StepBlindSession', { events });
    trace.push(...saidSince(trace, piece.events));
    const event = caller(trace.at(-1));
    if (!event) {
      assert.equal(piece.resume_token.length, 0);
      return trace;
    }
    events = [{ open: { resume_token: piece.resume_token } }, event];
  }
}

// What a game that was taken up again says after it has said how things stand.
export function saidSince(trace, [opened, ...rest]) {
  if (trace.length === 0) return [opened, ...rest];
  const last = trace.at(-1);
  assert.deepEqual([opened.event, opened.move_number], ['opened', last.move_number]);
  assert.equal(opened.opened.session_id, trace[0].opened.session_id);
  if (last.event !== 'proposed') return rest;
  assert.deepEqual(rest[0].proposed, last.proposed);
  return rest.slice(1);
}

// What is the same for all games of the same board, whoever plays them when and how.
export const bare = (trace) =>
  trace.map(({ resume_token: _, ...said }) =>
    said.opened ? { ...said, opened: { ...said.opened, session_id: '' } } : said,
  );

// The service plays, one move when it is told to.
export const advances = ({ event }) => (['opened', 'observed'].includes(event) ? { advance: {} } : undefined);

// The caller plays what the service would.
export const followsHints = ({ event, proposed }) =>
  event === 'proposed' ? { swap: proposed.swap } : ['opened', 'observed'].includes(event) ? { hint: {} } : undefined;

// Wordle's two passes: right letters first, then present ones while copies remain.
function marksOf(row, word) {
  const left = [...word].filter((letter, place) => letter !== row[place]);
  return [...row].map((letter, place) => {
    if (letter === word[place]) return 'G';
    const found = left.indexOf(letter);
    if (found < 0) return '-';
    left.splice(found, 1);
    return 'Y';
  });
}

// What a player is told of these tiles after this swap; without one, at the start: null where that is nothing.
export function told(feedback, rows, target, swap) {
  const marks = rows.map((row, place) => marksOf(row, target[place]));
  const text = (mark) => ({ rows: marks.map((row, r) => row.map((m, c) => mark(m, r, c)).join('')) });
  if (feedback === 'FEEDBACK_ROW_COLOURS') return text((m) => m);
  const right = (m) => (m === 'G' ? 'G' : 'N');
  if (feedback === 'FEEDBACK_SNAPSHOT') return text(right);
  if (!swap) return null;
  const isSwapped = (r, c) => [swap.first, swap.second].some(({ row, column }) => row === r && column === c);
  return text((m, r, c) => (isSwapped(r, c) ? right(m) : '?'));
}

// Knows the target of a board, makes the swaps that the service proposes, and tells what they tell.
export function judge(feedback, start, target) {
  let rows = start;
  return ({ event, proposed }) => {
    if (event !== 'proposed') return undefined;
    rows = replay(rows, [proposed.swap]);
    const report = { marks: told(feedback, rows, target, proposed.swap) };
    // Where the marks do not show whether the game is won.
    if (feedback === 'FEEDBACK_SWAPPED_CELLS') report.solved = rows.join() === target.join();
    return { report };
  };
}
