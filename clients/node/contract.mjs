// The contract, loaded from proto/ as it is: nothing is generated.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import grpc from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';
import protobuf from 'protobufjs';

const PROTO = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'proto');

const definition = protoLoader.loadSync(
  ['puzzle_service', 'lexicon_service', 'guess_service'].map((name) => `tilewright/v1/${name}.proto`),
  { includeDirs: [PROTO], keepCase: true, enums: String, longs: String, defaults: true, oneofs: true },
);

export const { PuzzleService, LexiconService, GuessService } = grpc.loadPackageDefinition(definition).tilewright.v1;

// The parts of google.rpc that the service speaks, numbered as google/rpc/status.proto and error_details.proto have them.
const details = protobuf.parse(
  `
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
  `,
  { keepCase: true },
).root;

// The google.rpc details of an error, by the name of their message: { ErrorInfo: {...}, BadRequest: {...} }.
export function errorDetails(error) {
  const [packed] = error.metadata.get('grpc-status-details-bin');
  if (packed === undefined) return {};
  const status = details.lookupType('google.rpc.Status').decode(packed);
  const entries = status.details.map(({ type_url: url, value }) => {
    const name = url.slice(url.lastIndexOf('/') + 1);
    const type = details.lookupType(name);
    return [name.replace('google.rpc.', ''), type.toObject(type.decode(value), { arrays: true, objects: true })];
  });
  return Object.fromEntries(entries);
}
