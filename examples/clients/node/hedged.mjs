// A guess marked under a hedging policy: if there is no answer after 50 ms, the call is made again without giving up the
// first, and whichever answers first counts. For calls that are asked often and are cheap, where the slowest should not be
// slow: a replica that is just going away, a packet that was lost. docs/calling.md says for which calls, and which libraries
// know it.
//
//     node hedged.mjs [ADDRESS]        dns:///127.0.0.1:50051 where none is given

import { readFileSync } from 'node:fs';

import { connect } from './client.mjs';

const policy = readFileSync(new URL('../service-config.hedging.json', import.meta.url), 'utf8');
const client = connect(process.argv[2] ?? 'dns:///127.0.0.1:50051', { policy });

const began = performance.now();
const asked = { guess: 'crane', answer: 'caper' };
const { marks } = await client.call('guesses', 'MarkGuess', asked, { timeoutMs: 2000 });
console.log(marks, `after ${Math.round(performance.now() - began)} ms`);
client.close();
