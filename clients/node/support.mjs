// What every check of a running Tilewright has: the clients, once the server answers, and how to meet an error.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { promisify } from 'node:util';

import grpc from '@grpc/grpc-js';

import { GuessService, LexiconService, PuzzleService, errorDetails } from './contract.mjs';

export { replay } from './replay.mjs';

const address = process.argv[2] ?? '127.0.0.1:50051';
// No call here takes a second; one that hangs shall not hang the check.
const PATIENCE_MS = 30_000;

export const soon = () => Date.now() + PATIENCE_MS;
const connect = (Service) => new Service(address, grpc.credentials.createInsecure());
export const puzzles = connect(PuzzleService);
export const lexicons = connect(LexiconService);
export const guesses = connect(GuessService);

export const call = (client, method, request) =>
  promisify(client[method].bind(client))(request, new grpc.Metadata(), { deadline: soon() });

export const grid = (...rows) => ({ rows });

// The error of a call that must fail with this code, and its details.
export async function refused(code, promise) {
  const error = await promise.then(
    () => assert.fail('the call should have failed'),
    (error) => error,
  );
  assert.equal(error.code, code, error.details);
  const details = errorDetails(error);
  assert.equal(details.ErrorInfo?.domain, 'tilewright');
  return details;
}

// How a stream that is read to its end ends: its error, or null.
export const endOf = (stream) =>
  new Promise((resolve) => {
    stream.on('error', resolve);
    stream.on('end', () => resolve(null));
    stream.resume();
  });

try {
  await promisify(puzzles.waitForReady.bind(puzzles))(Date.now() + 10_000);
} catch {
  console.error(`nothing answers on ${address}: is the server running?`);
  process.exit(1);
}

after(() => {
  for (const client of [puzzles, lexicons, guesses]) client.close();
});
