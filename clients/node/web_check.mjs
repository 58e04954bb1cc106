// Checks Tilewright as pages and plain HTTP clients meet it, without gRPC's own HTTP/2 framing:
//
//     node --test-reporter=spec web_check.mjs ADDRESS DESCRIPTORS [WAYS]
//
// calls what listens on this address: Envoy as deploy/envoy has it or, with WAYS "grpc-web", a server with --grpc-web on.
// DESCRIPTORS is a file that deploy/envoy/make-descriptors made. WAYS, separated by commas: pages, json, connect,
// connect-http2, grpc-web, grpc; all where none is given. Pages of https://game.example, and of no other origin, are let in.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { createFileRegistry, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport as nodeConnect, createGrpcTransport } from '@connectrpc/connect-node';
import { createConnectTransport, createGrpcWebTransport } from '@connectrpc/connect-web';

import { replay } from './replay.mjs';

const [address, descriptors, ways] = process.argv.slice(2);
if (!descriptors) {
  console.error('web_check.mjs ADDRESS DESCRIPTORS [WAYS]');
  process.exit(64);
}
const baseUrl = `http://${address}`;
const asked = (way) => !ways || ways.split(',').includes(way);
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptors)));
const [ErrorInfo, BadRequest] = ['ErrorInfo', 'BadRequest'].map((name) => registry.getMessage(`google.rpc.${name}`));
// No call here takes a second; one that hangs shall not hang the check.
const PATIENCE_MS = 30_000;

const started = { rows: ['abc', 'def'] };
const target = { rows: ['fbc', 'dea'] };
const ragged = { start: { rows: ['abc', 'ab'] }, target: { rows: ['abc', 'ab'] } };

// --- what speaks protobuf: each transport as a page or a server of Node.js has it ---

const transports = {
  // Not in JSON, Connect's other format: Envoy's bridge frames messages and does not transcode them.
  connect: () => createConnectTransport({ baseUrl, useBinaryFormat: true, useHttpGet: true }),
  'connect-http2': () => nodeConnect({ baseUrl, useBinaryFormat: true, httpVersion: '2' }),
  'grpc-web': () => createGrpcWebTransport({ baseUrl }),
  grpc: () => createGrpcTransport({ baseUrl }),
};

// An error as it was meant. Envoy's bridge for Connect leaves the message as gRPC's trailers have it, with percent signs,
// and names details by their type's URL where Connect has the bare name.
function told(reason) {
  const error = ConnectError.from(reason);
  error.rawMessage = decodeURIComponent(error.rawMessage);
  for (const detail of error.details) detail.type = detail.type?.split('/').at(-1);
  return error;
}

// The error that a stream ends with.
async function endOf(stream) {
  try {
    for await (const _ of stream);
  } catch (reason) {
    return told(reason);
  }
  return assert.fail('the stream should have broken off');
}

const refused = (answer) => answer.then(() => assert.fail('the call should have failed'), told);

for (const [way, transport] of Object.entries(transports)) {
  if (!asked(way)) continue;
  const client = (name) => createClient(registry.getService(`tilewright.v1.${name}`), transport());
  const puzzles = client('PuzzleService');
  const guesses = client('GuessService');

  test(`${way}: a call is answered, under its request id`, async () => {
    let headers;
    const options = {
      timeoutMs: PATIENCE_MS,
      headers: { 'x-request-id': `web-${way}` },
      onHeader: (answered) => (headers = answered),
    };
    const answer = await puzzles.minSwaps({ start: started, target }, options);
    assert.equal(answer.minSwaps, 1);
    assert.equal(answer.proven, true);
    assert.deepEqual(replay(started.rows, answer.swaps), target.rows);
    assert.equal(headers.get('x-request-id'), `web-${way}`);
  });

  test(`${way}: a mistake keeps its code, its reason and its field`, async () => {
    const error = await refused(puzzles.minSwaps(ragged, { timeoutMs: PATIENCE_MS }));
    assert.equal(error.code, Code.InvalidArgument);
    assert.match(error.rawMessage, /^start\.rows\[1\]: must have 3 cells/);
    const [info] = error.findDetails(ErrorInfo);
    assert.equal(info?.reason, 'GRID_RAGGED');
    const [{ fieldViolations }] = error.findDetails(BadRequest);
    assert.deepEqual(
      fieldViolations.map(({ field }) => field),
      ['start.rows[1]'],
    );
  });

  test(`${way}: what is not there is not found, and what is gets listed`, async () => {
    const marked = guesses.markGuess({ guess: 'crane', answer: 'caper', language: 'tlh' }, { timeoutMs: PATIENCE_MS });
    const error = await refused(marked);
    assert.equal(error.code, Code.NotFound);
    const [info] = error.findDetails(ErrorInfo);
    assert.ok(info.metadata.known.split(',').includes('en'));
  });

  test(`${way}: a stream of boards comes in order`, async () => {
    const seeds = ['web/1', 'web/2', 'web/3'];
    const heard = [];
    for await (const answer of puzzles.generateBoards({ template: { board: {} }, seeds }, { timeoutMs: PATIENCE_MS })) {
      assert.equal(answer.result.case, 'board');
      heard.push([answer.seed, answer.done]);
    }
    assert.deepEqual(
      heard,
      seeds.map((seed, i) => [seed, i + 1]),
    );
  });

  test(`${way}: a stream that breaks off says why`, async () => {
    const stream = guesses.longestChain({ words: { dictionary: 'nowhere' } }, { timeoutMs: PATIENCE_MS });
    const error = await endOf(stream);
    assert.equal(error.code, Code.NotFound);
    assert.equal(error.findDetails(ErrorInfo)[0]?.reason, 'DICTIONARY_NOT_FOUND');
  });

  test(`${way}: a deadline ends a call`, async () => {
    const seeds = Array.from({ length: 10_000 }, (_, i) => `web/deadline/${i}`);
    const stream = puzzles.generateBoards(
      { template: { board: { layout: { rows: 9, columns: 9 } } }, seeds },
      { timeoutMs: 150 },
    );
    const error = await endOf(stream);
    assert.equal(error.code, Code.DeadlineExceeded);
  });

  test(`${way}: a blind game is played in pieces`, async () => {
    // The caller plays, by hints.
    const first = { board: { case: 'seeded', value: { seed: 'web/game' } }, player: 2 };
    const opened = { events: [{ event: { case: 'open', value: first } }] };
    let piece = await puzzles.stepBlindSession(opened, { timeoutMs: PATIENCE_MS });
    let { event } = piece.events.at(-1);
    for (let moves = 0; event.case !== 'finished'; moves += 1) {
      assert.ok(moves < 100);
      const open = { event: { case: 'open', value: { board: { case: 'resumeToken', value: piece.resumeToken } } } };
      const next =
        event.case === 'proposed' ? { case: 'swap', value: event.value.swap } : { case: 'hint', value: {} };
      piece = await puzzles.stepBlindSession({ events: [open, { event: next }] }, { timeoutMs: PATIENCE_MS });
      ({ event } = piece.events.at(-1));
    }
    assert.equal(event.value.solved, true);
  });
}

// --- JSON, as any HTTP client speaks it ---

const post = (method, body, headers = {}) =>
  fetch(`${baseUrl}/tilewright.v1.${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });

if (asked('json')) {
  test('json: a call is answered, under its request id', async () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const answer = await post('PuzzleService/MinSwaps', { start: started, target }, { 'x-request-id': id });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('x-request-id'), id);
    const { minSwaps, proven, swaps } = await answer.json();
    assert.deepEqual([minSwaps, proven], [1, true]);
    assert.deepEqual(replay(started.rows, swaps), target.rows);
  });

  test('json: errors are a google.rpc.Status, and the HTTP status is that of its code', async () => {
    const mistake = await post('PuzzleService/MinSwaps', ragged);
    assert.equal(mistake.status, 400);
    const { code, details } = await mistake.json();
    assert.equal(code, 3);
    const byType = Object.fromEntries(details.map((detail) => [detail['@type'].split('.').at(-1), detail]));
    assert.equal(byType.ErrorInfo.reason, 'GRID_RAGGED');
    assert.equal(byType.BadRequest.fieldViolations[0].field, 'start.rows[1]');
    const unknown = await post('GuessService/MarkGuess', { guess: 'crane', answer: 'caper', language: 'tlh' });
    assert.equal(unknown.status, 404);
    assert.equal((await unknown.json()).code, 5);
  });

  test('json: what is no JSON is refused, and so is a method that is none', async () => {
    const broken = await fetch(`${baseUrl}/tilewright.v1.PuzzleService/MinSwaps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"start":',
    });
    assert.equal(broken.status, 400);
    assert.equal((await post('PuzzleService/NoSuchCall', {})).status, 404);
  });

  test('json: a deadline is sent as grpc-timeout', async () => {
    const late = await post(
      'PuzzleService/GenerateBoard',
      { board: { seed: 'web/late', layout: { rows: 6, columns: 9 } }, includeBlindPar: true },
      { 'grpc-timeout': '20m' },
    );
    assert.equal(late.status, 504);
    assert.equal((await late.json()).code, 4);
  });

  test('json: a stream is a line of JSON for each answer', async () => {
    const answer = await post('PuzzleService/GenerateBoards', { template: { board: {} }, seeds: ['web/1', 'web/2'] });
    const lines = (await answer.text()).trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ seed, done, total }) => [seed, done, total]),
      [
        ['web/1', 1, 2],
        ['web/2', 2, 2],
      ],
    );
  });
}

// --- what a browser asks for before it lets a page call ---

if (asked('pages')) {
  const preflight = (origin) =>
    fetch(`${baseUrl}/tilewright.v1.PuzzleService/MinSwaps`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-grpc-web,grpc-timeout,x-request-id,authorization',
      },
    });

  test('pages: those of the origin that is named may call, others may not', async () => {
    const ours = await preflight('https://game.example');
    assert.ok(ours.ok, `${ours.status}`);
    assert.equal(ours.headers.get('access-control-allow-origin'), 'https://game.example');
    assert.match(ours.headers.get('access-control-allow-methods'), /POST/);
    const allowed = ours.headers.get('access-control-allow-headers').toLowerCase();
    for (const header of ['content-type', 'x-grpc-web', 'grpc-timeout', 'x-request-id', 'authorization']) {
      assert.ok(allowed.includes(header), `${header} in ${allowed}`);
    }
    const theirs = await preflight('https://elsewhere.example');
    assert.equal(theirs.headers.get('access-control-allow-origin'), null);
  });

  test('pages: they may read how a call went', async () => {
    const answer = await fetch(`${baseUrl}/tilewright.v1.PuzzleService/MinSwaps`, {
      method: 'POST',
      headers: { origin: 'https://game.example', 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1' },
      body: new Uint8Array(5),
    });
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://game.example');
    const exposed = answer.headers.get('access-control-expose-headers').toLowerCase();
    for (const header of ['grpc-status', 'grpc-message', 'grpc-status-details-bin', 'x-request-id']) {
      assert.ok(exposed.includes(header), `${header} in ${exposed}`);
    }
  });
}
