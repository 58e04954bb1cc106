// Checks of an Eldrow player's day: the longest chain of guesses, with its proof, and chains that the player found.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import grpc from '@grpc/grpc-js';

import { call, guesses, soon } from './support.mjs';

// The article's chains.
const CRANE = 'crane tiger queer odder joker hover foyer boxer wooer sower rower power mower lower'.split(' ');
const CIVIL = 'civil zebra queer odder joker homer goner foyer wooer tower sower rower power'.split(' ');

const check = (chain, words = {}) => call(guesses, 'CheckChain', { words, chain });

// All messages of a search: chains only grow, and bounds only fall.
async function longest(request) {
  const messages = [];
  for await (const message of guesses.LongestChain(request, new grpc.Metadata(), { deadline: soon() })) {
    assert.ok(message.chain.length <= message.upper_bound);
    const before = messages.at(-1);
    assert.ok(!before || before.chain.length <= message.chain.length);
    assert.ok(!before || before.upper_bound >= message.upper_bound);
    messages.push(message);
  }
  return messages;
}

test("the article's chains are chains", async () => {
  for (const chain of [CRANE, CIVIL]) {
    const { valid, steps } = await check(chain);
    assert.equal(valid, true);
    assert.deepEqual(steps.map(({ word }) => word), chain);
    assert.deepEqual([steps.at(-1).marks, steps.at(-1).remaining], ['GGGGG', 0]);
  }
  const { valid, first_violation } = await check(['ack', 'ina', 'poa', 'eae'], { words: ['ack', 'ina', 'poa', 'eae'] });
  assert.deepEqual([valid, first_violation], [false, 2]);
});

test('the longest chain from CRANE has 14 words', async () => {
  const { chain, upper_bound, proven, targets_done, targets_total } = (await longest({ first: 'crane' })).at(-1);
  assert.deepEqual([chain.length, upper_bound, proven, targets_done, targets_total], [14, 14, true, 2308, 2308]);
  assert.equal((await check(chain)).valid, true);
});

test('a search for a chain is cancelled', async () => {
  const stream = guesses.LongestChain({ words: { dictionary: 'allowed' } }, new grpc.Metadata(), { deadline: soon() });
  await assert.rejects(
    async () => {
      for await (const message of stream) if (message.chain.length > 0) stream.cancel();
    },
    { code: grpc.status.CANCELLED },
  );
  assert.equal((await longest({ last: 'lower' })).at(-1).proven, true);
});
