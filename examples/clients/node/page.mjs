// What a page does, by gRPC-web: a board of the day, its swaps, and a mistake as it is told. Here it runs on Node.js, whose
// fetch is that of browsers; a page imports the same packages, and the contract as `buf generate` with protoc-gen-es makes it.
//
//     node page.mjs DESCRIPTORS [URL]        http://127.0.0.1:50051 where none is given
//
// DESCRIPTORS is a file: at the root of the repository, buf build proto --output tilewright.binpb. The server runs with
// --grpc-web on (and for a page --cors-origin, with the page's origin), or Envoy stands before it. First, in clients/node: npm ci.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// In a program of your own: import { createClient } from '@connectrpc/connect', and so on.
const require = createRequire(new URL('../../../clients/node/', import.meta.url));
const { createFileRegistry, fromBinary } = require('@bufbuild/protobuf');
const { FileDescriptorSetSchema } = require('@bufbuild/protobuf/wkt');
const { Code, ConnectError, createClient } = require('@connectrpc/connect');
const { createGrpcWebTransport } = require('@connectrpc/connect-web');

const [descriptors, baseUrl = 'http://127.0.0.1:50051'] = process.argv.slice(2);
const contract = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptors)));

// A page has no channel and no service config: each call is a fetch, and what is tried again is told here.
const TRIES = 4;
const again = (next) => async (request) => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await next(request);
    } catch (error) {
      const passes = ConnectError.from(error).code === Code.Unavailable && !request.stream;
      if (!passes || tried === TRIES || request.signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * 2 ** tried));
    }
  }
};

const transport = createGrpcWebTransport({ baseUrl, defaultTimeoutMs: 5000, interceptors: [again] });
const puzzles = createClient(contract.getService('tilewright.v1.PuzzleService'), transport);

const seed = `daily/${new Date().toISOString().slice(0, 10)}`;
const { board } = await puzzles.generateBoard({ board: { seed }, includeTarget: true });
console.log(`${seed}:`, ...board.start.rows, `par ${board.par.minSwaps}`);

const { minSwaps, proven } = await puzzles.minSwaps({ start: board.start, target: board.target }, { timeoutMs: 2000 });
console.log(minSwaps, proven ? 'swaps, proven' : 'swaps at most');

// A stream of answers, each as it comes.
for await (const { done, total, result } of puzzles.generateBoards({ template: { board: {} }, seeds: ['a', 'b', 'c'] })) {
  console.log(`${done} of ${total}:`, ...result.value.start.rows);
}

try {
  await puzzles.minSwaps({ start: board.start });
} catch (error) {
  const told = ConnectError.from(error);
  console.log(`refused: ${Code[told.code]}, ${told.rawMessage}, as request ${told.metadata.get('x-request-id')}`);
}
