// What a backend on Node.js has between its own code and Tilewright: one channel, and errors read in full.
//
//     const client = connect('dns:///tilewright-headless:50051', { token, ca });
//     const answer = await client.call('puzzles', 'MinSwaps', request, { timeoutMs: 2000 });
//
// What is tried again, and when, is in ../service-config.json; docs/calling.md says why. It takes the packages of
// clients/node, with their lock file: @grpc/grpc-js, and @grpc/proto-loader, which reads proto/ at the start.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const repository = new URL('../../../', import.meta.url);
// In a program of your own: import grpc from '@grpc/grpc-js', and so on.
const require = createRequire(new URL('clients/node/', repository));
const grpc = require('@grpc/grpc-js');
const protoLoader = require('@grpc/proto-loader');
const protobuf = require('protobufjs');

const POLICY = readFileSync(new URL('examples/clients/service-config.json', repository), 'utf8');

const definition = protoLoader.loadSync(
  ['puzzle_service', 'guess_service', 'lexicon_service'].map((name) => `tilewright/v1/${name}.proto`),
  { includeDirs: [fileURLToPath(new URL('proto', repository))], enums: String, longs: Number, defaults: true, oneofs: true },
);
const services = grpc.loadPackageDefinition(definition).tilewright.v1;

// A client of this address; one for the process is enough. `ca`, the certificates that sign the servers' as a Buffer of PEM,
// makes it speak TLS; `token` goes with every call, and over TLS only. `policy` is another service config than the usual.
export function connect(address, { token, ca, policy = POLICY } = {}) {
  if (token && !ca) throw new Error('a token goes over TLS only: give `ca`, too');
  let credentials = ca ? grpc.credentials.createSsl(ca) : grpc.credentials.createInsecure();
  if (token) {
    const bearer = grpc.credentials.createFromMetadataGenerator((_, done) => {
      const metadata = new grpc.Metadata();
      metadata.set('authorization', `Bearer ${token}`);
      done(null, metadata);
    });
    credentials = grpc.credentials.combineChannelCredentials(credentials, bearer);
  }
  const options = {
    'grpc.service_config': policy,
    // A server that is gone without a word is found out, with or without calls.
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 10_000,
    // RankGuesses with buckets, and large trees, are some MB.
    'grpc.max_receive_message_length': 32 * 1024 * 1024,
    // Addresses are looked up again soon after a connection has ended: that is how new replicas are found.
    'grpc.dns_min_time_between_resolutions_ms': 5_000,
  };
  // The three stubs share one channel.
  const puzzles = new services.PuzzleService(address, credentials, options);
  const shared = { ...options, channelOverride: puzzles.getChannel() };
  const stubs = {
    puzzles,
    guesses: new services.GuessService(address, credentials, shared),
    lexicons: new services.LexiconService(address, credentials, shared),
  };
  return {
    ...stubs,
    // Makes a call that is answered once, within timeoutMs over all tries. `key`: a balancer finds by it the replica that
    // has the answer kept. `requestId`: Tilewright logs the call under it.
    call: (stub, method, request, { timeoutMs, key, requestId = randomUUID() }) =>
      new Promise((resolve, reject) => {
        // grpc-js reads waitForReady in a service config, and does not heed it there.
        const metadata = new grpc.Metadata({ waitForReady: true });
        metadata.set('x-request-id', requestId);
        if (key) metadata.set('tilewright-key', key);
        const answered = (error, response) => (error ? reject(refusal(error, requestId)) : resolve(response));
        stubs[stub][method](request, metadata, { deadline: Date.now() + timeoutMs }, answered);
      }),
    close: () => puzzles.close(),
  };
}

// The parts of google.rpc that the service speaks, numbered as google/rpc/status.proto and error_details.proto have them.
const details = protobuf.parse(`
  syntax = "proto3";
  package google.rpc;
  message Any { string type_url = 1; bytes value = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
  message BadRequest {
    message FieldViolation { string field = 1; string description = 2; string reason = 3; }
    repeated FieldViolation field_violations = 1;
  }
  message Duration { int64 seconds = 1; int32 nanos = 2; }
  message RetryInfo { Duration retry_delay = 1; }
`).root;

// An error with all that it says. `reason` is empty where it does not come from Tilewright itself but from what is between
// (a broken connection, a proxy).
function refusal(error, requestId) {
  const told = { code: grpc.status[error.code], reason: '', about: {}, fields: {}, requestId };
  const [packed] = error.metadata?.get('grpc-status-details-bin') ?? [];
  if (packed) {
    for (const { typeUrl, value } of details.lookupType('google.rpc.Status').decode(packed).details) {
      const name = typeUrl.split('.').at(-1);
      if (!['ErrorInfo', 'BadRequest', 'RetryInfo'].includes(name)) continue;
      const type = details.lookupType(name);
      const detail = type.toObject(type.decode(value), { arrays: true, objects: true, longs: Number });
      if (name === 'ErrorInfo') Object.assign(told, { reason: detail.reason, about: detail.metadata });
      if (name === 'BadRequest') {
        told.fields = Object.fromEntries(detail.fieldViolations.map(({ field, reason }) => [field, reason]));
      }
      if (name === 'RetryInfo') {
        const { seconds = 0, nanos = 0 } = detail.retryDelay;
        told.retryAfterMs = seconds * 1e3 + nanos / 1e6;
      }
    }
  }
  const message = `${told.reason ? `${told.code} ${told.reason}` : told.code}: ${error.details}`;
  return Object.assign(new Error(message, { cause: error }), told);
}
