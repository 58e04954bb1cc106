// Today's board and its par, the fewest swaps to its target, and a mistake as it is told.
//
//     node daily_board.mjs [ADDRESS]        dns:///127.0.0.1:50051 where none is given
//
// TILEWRIGHT_CA is a file of certificates: with it the call goes over TLS; TILEWRIGHT_TOKEN_FILE holds a token. First, in
// clients/node: npm ci.

import { readFileSync } from 'node:fs';

import { connect } from './client.mjs';

const { TILEWRIGHT_CA: ca, TILEWRIGHT_TOKEN_FILE: token } = process.env;
const client = connect(process.argv[2] ?? 'dns:///127.0.0.1:50051', {
  ca: ca && readFileSync(ca),
  token: token && readFileSync(token, 'utf8').trim(),
});

async function main() {
  const seed = `daily/${new Date().toISOString().slice(0, 10)}`;
  const asked = { board: { seed }, includeTarget: true };
  const { board } = await client.call('puzzles', 'GenerateBoard', asked, { timeoutMs: 5000, key: seed });
  console.log(`${seed}:`, ...board.start.rows, `par ${board.par.minSwaps}`);

  const swapped = { start: board.start, target: board.target };
  const answer = await client.call('puzzles', 'MinSwaps', swapped, { timeoutMs: 2000 });
  console.log(answer.minSwaps, answer.proven ? 'swaps, proven' : 'swaps at most');

  board.target.rows[1] += 'x';
  try {
    await client.call('puzzles', 'MinSwaps', swapped, { timeoutMs: 2000 });
  } catch ({ reason, fields, requestId }) {
    console.log(`refused: ${reason}, in`, fields, `as request ${requestId}`);
  }
}

try {
  await main();
} catch (error) {
  const { message, reason } = error;
  if (reason === undefined) throw error;
  console.error(reason ? message : `${message}: see "When nothing answers" in docs/calling.md`);
  process.exitCode = 1;
}
client.close();
