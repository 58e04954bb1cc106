// The mix of all calls, made by k6: as many a second as it is told, whatever becomes of them, and each answer held to what
// it was when nothing disturbed it. ../python/under_faults.py runs it behind Envoy, and ../python/mix.py writes the calls:
//
//     k6 run -e FRONT=127.0.0.1:8080 -e CALLS=calls.json -e SEED=1 -e SECONDS=60 -e SUMMARY=summary.json load.js
//
// k6 has no policy that makes a call again, so that this is the load of a client that leaves all of that to Envoy. It does
// itself what docs/calling.md asks for where the connection broke in the middle of an answer, which no policy can mend.
import grpc from "k6/net/grpc";
import { randomSeed, sleep } from "k6";
import { Counter, Trend } from "k6/metrics";

const RATE = 25;
// Tries of a call whose answer broke off, and of a stream that said nothing new.
const TRIES = 4;
const TRIES_OF_A_STREAM = 20;
// A stream that ends so is asked again.
const BROKEN = [grpc.StatusUnavailable, grpc.StatusInternal, grpc.StatusCanceled];
// What differs from one time to the next though the call is the same.
const PASSING = ["stats", "sessionId", "resumeToken", "session_id", "resume_token"];

// Health has no file in proto/; the Python client asks for it.
const calls = JSON.parse(open(__ENV.CALLS)).filter(({ method }) => method.startsWith("tilewright."));
const drawn = calls.flatMap((call) => Array(call.weight).fill(call));
const methods = [...new Set(calls.map(({ method }) => nameOf(method)))];
const took = Object.fromEntries(methods.map((name) => [name, new Trend(`took_${name}`)]));
const problems = new Counter("problems");
const requests = new Counter("requests");
const brokenAnswers = new Counter("broken_answers");
const brokenStreams = new Counter("broken_streams");

const client = new grpc.Client();
client.load([import.meta.resolve("../../proto").replace("file://", "")],
  ...["puzzle", "guess", "lexicon"].map((service) => `tilewright/v1/${service}_service.proto`));
let connected = false;
randomSeed(Number(__ENV.SEED) * 1000 + __VU);

export const options = {
  scenarios: {
    mix: {
      executor: "constant-arrival-rate",
      rate: RATE,
      timeUnit: "1s",
      duration: `${__ENV.SECONDS}s`,
      preAllocatedVUs: 40,
      maxVUs: 60,
      gracefulStop: "60s",
    },
  },
  thresholds: { problems: ["count==0"] },
  summaryTrendStats: ["med", "p(99)", "max", "count"],
};

function nameOf(method) {
  return method.slice(method.lastIndexOf("/") + 1);
}

// What of an answer is the same each time, in the words of mix.py.
function same(value) {
  if (Array.isArray(value)) return value.map(same);
  if (value === null || typeof value !== "object") return value;
  const kept = {};
  for (const name of Object.keys(value).sort()) {
    if (PASSING.includes(name)) continue;
    const field = same(value[name]);
    // k6 says the first value of an enum where none is set.
    const unset = typeof field === "string" && field.endsWith("_UNSPECIFIED");
    const nothing = unset || [null, undefined, "", "0", 0, false].includes(field) ||
      (typeof field === "object" && Object.keys(field).length === 0);
    // k6 and mix.py may name a field in either way.
    if (!nothing) kept[name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())] = field;
  }
  return kept;
}

// The contract's word for a status, out of k6's: INVALID_ARGUMENT for StatusInvalidArgument.
function codeOf(status) {
  const [name] = Object.entries(grpc).find(([word, value]) => word.startsWith("Status") && value === status) || ["?"];
  return name.replace("Status", "").replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase();
}

function problem(call, text) {
  problems.add(1);
  console.error(`PROBLEM: ${nameOf(call.method)} (${call.name}) ${text}`);
}

// The answer to a call that is answered once, or its error.
function unary(call) {
  const until = Date.now() + call.deadline_s * 1000;
  for (let tried = 1; ; tried++) {
    requests.add(1);
    const metadata = call.key ? { "tilewright-key": call.key } : {};
    const answer = client.invoke(call.method, call.request, { metadata, timeout: until - Date.now() });
    const broke = answer.status === grpc.StatusInternal && !answer.trailers["grpc-status-details-bin"];
    if (!broke || tried === TRIES || Date.now() >= until) return answer;
    brokenAnswers.add(1);
  }
}

// All that a stream says, or its error; asked again where it broke off.
async function stream(call) {
  let said = [];
  let request = call.request;
  const resumes = nameOf(call.method) === "GenerateBoards";
  for (let tries = 0; ; tries++) {
    const known = said.length;
    requests.add(1);
    const error = await new Promise((resolve) => {
      const opened = new grpc.Stream(client, call.method, { timeout: call.deadline_s * 1000 });
      opened.on("data", (message) => said.push(message));
      opened.on("error", resolve);
      opened.on("end", () => resolve(null));
      opened.write(request);
      opened.end();
    });
    const whole = !resumes || said.length === call.request.seeds.length;
    if (!error && whole) return { said };
    if (error && !BROKEN.includes(error.code)) return { error };
    brokenStreams.add(1);
    if (resumes && said.length > known) tries = 0;
    if (tries === TRIES_OF_A_STREAM) return { error: error || { code: grpc.StatusUnknown, message: "it ended too soon" } };
    if (resumes) request = { ...call.request, seeds: call.request.seeds.slice(said.length) };
    else said = [];
    sleep(0.05 * tries);
  }
}

export default async function () {
  const call = drawn[Math.floor(Math.random() * drawn.length)];
  try {
    await made(call);
  } catch (error) {
    problem(call, `could not be made: ${error}`);
  }
}

async function made(call) {
  if (!connected) {
    client.connect(__ENV.FRONT, { plaintext: true });
    connected = true;
  }
  const began = Date.now();
  let answer;
  let failed;
  let lasted;
  if (call.streams) {
    const { said, error } = await stream(call);
    lasted = Date.now() - began;
    if (error) failed = error;
    else if (nameOf(call.method) === "GenerateBoards") answer = said.map(({ board }) => same(board));
    else answer = same(said[said.length - 1]);
  } else {
    const told = unary(call);
    lasted = Date.now() - began;
    if (told.status === grpc.StatusOK) answer = same(told.message);
    else failed = { code: told.status, message: told.error && told.error.message };
  }
  if (failed) {
    const code = codeOf(failed.code);
    if (code !== call.answer) return problem(call, `failed: ${code} ${failed.message}`);
  } else if (JSON.stringify(answer) !== JSON.stringify(same(call.answer))) {
    return problem(call, `was answered otherwise: ${JSON.stringify(answer).slice(0, 300)}`);
  }
  took[nameOf(call.method)].add(lasted);
}

export function handleSummary({ metrics }) {
  const values = (name) => (metrics[name] ? metrics[name].values : { count: 0 });
  const counts = ["problems", "requests", "broken_answers", "broken_streams", "dropped_iterations"];
  const summary = {
    counts: Object.fromEntries(counts.map((name) => [name, values(name).count])),
    took: Object.fromEntries(methods.map((name) => [name, values(`took_${name}`)])),
  };
  return { [__ENV.SUMMARY]: JSON.stringify(summary, null, 1) };
}
