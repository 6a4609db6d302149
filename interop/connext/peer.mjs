// The Connext peer of interop/README.md, through RTI Connector: one writer or one reader over UDP on loopback.
// Owns: the write schedule, taking samples. QoS is in configuration.mjs, statuses in events.mjs.
import { setTimeout as sleep } from "node:timers/promises";
import connector from "rticonnextdds-connector";
import { readCommands } from "./commands.mjs";
import { CONFIGURATION_NAME, configurationUrl, endpointNames, payloadMax } from "./configuration.mjs";
import { emit, emitSample, Statuses } from "./events.mjs";
import { setPayload, subscriberAccess, writerOperations } from "./native.mjs";
import { parseOptions } from "./options.mjs";
import { QOS_LIBRARY, strengthProfile } from "./qos.mjs";
import { payloadOf, sampleOf } from "./sample.mjs";

const TICK_MS = 5;
const EXIT_ERROR = 1;
const EXIT_TIMEOUT = 3;

const options = parseOptions(process.argv.slice(2));
const deadline = performance.now() + options.timeoutMs;
const commands = readCommands();
const isWriter = options.role === "pub";
let connection;
/** One for each topic. */
let endpoints;
let statuses;
let operations;
let access;
const buffer = new Uint8Array(payloadMax(options));
/** Numbers what became available together. */
let takes = 0;

try {
  open();
  emit({ event: "ready", vendor: "connext", version: connectorVersion(), guidPrefix: "" });
  const count = isWriter ? await runWriter() : await runReader();
  await connection.close();
  emit({ event: "done", count });
  process.exit(0);
} catch (error) {
  emit({ event: "error", message: error.message });
  process.exit(EXIT_ERROR);
}

function open() {
  connection = new connector.Connector(CONFIGURATION_NAME, configurationUrl(options));
  endpoints = endpointNames(options).map((name) => (isWriter ? connection.getOutput(name) : connection.getInput(name)));
  statuses = new Statuses(endpoints, isWriter);
  if (isWriter) operations = writerOperations(endpoints[0]);
  else if (options.accessScope === "group") access = subscriberAccess(endpoints);
}

function connectorVersion() {
  return connector.Connector.getVersion().match(/\d+\.\d+\.\d+/)?.[0] ?? "unknown";
}

function obeyCommands() {
  for (const strength of commands.strengths.splice(0)) operations.setProfile(QOS_LIBRARY, strengthProfile(strength));
  for (; commands.asserts > 0; commands.asserts--) operations.assertLiveliness();
}

/** One turn of either role: commands, the time limit, statuses. False = leave. */
async function turn() {
  await sleep(TICK_MS);
  obeyCommands();
  statuses.report();
  if (commands.stop) return false;
  if (performance.now() < deadline) return true;
  emit({ event: "error", message: "timed out" });
  return process.exit(EXIT_TIMEOUT);
}

/** Whether sample `index` may be written, or, in a reader, samples may be taken. */
function isReleased(index) {
  if (!options.gate) return true;
  return commands.go > (options.batch === 0 ? 0 : Math.floor(index / options.batch));
}

/** Writes sample `index`. A set begins with its first sample and ends with its last; one that is not full never ends. */
function writeSample(index) {
  const { coherent } = options;
  if (coherent > 0 && index % coherent === 0) operations.beginCoherentChanges();
  const endpoint = endpoints[index % endpoints.length];
  endpoint.instance.setFromJson(sampleOf(index, options));
  setPayload(endpoint.instance, payloadOf(index, options));
  endpoint.write();
  if (coherent > 0 && (index + 1) % coherent === 0) operations.endCoherentChanges();
}

function endInstance(color, action) {
  if (color === undefined) return;
  const [endpoint] = endpoints;
  endpoint.instance.set("color", color);
  endpoint.write({ action });
}

async function runWriter() {
  while (statuses.matched < options.waitReaders) if (!(await turn())) return 0;
  let written = 0;
  for (let next = performance.now(); written < options.count; next += options.periodMs) {
    while (!isReleased(written)) {
      if (!(await turn())) return written;
      next = performance.now();
    }
    while (performance.now() < next) if (!(await turn())) return written;
    writeSample(written++);
    if (options.batch > 0 && written < options.count && written % options.batch === 0)
      emit({ event: "written", count: written });
  }
  endInstance(options.dispose, "dispose");
  endInstance(options.unregister, "unregister");
  emit({ event: "written", count: written });
  const end = performance.now() + options.lingerMs;
  while (performance.now() < end) if (!(await turn())) break;
  return written;
}

/** Emits what is there; returns the number of samples with data. */
function takeSamples() {
  takes++;
  let valid = 0;
  if (access === undefined) valid = takeFrom(endpoints[0]).valid;
  else access((next) => (valid = takeInOrder(next)));
  return valid;
}

/** @param next gives the readers in the order of their samples; each take gives one */
function takeInOrder(next) {
  let valid = 0;
  for (let taken = 1; taken > 0; ) {
    taken = 0;
    for (const reader of next()) {
      const one = takeFrom(reader);
      taken += one.taken;
      valid += one.valid;
    }
  }
  return valid;
}

function takeFrom(endpoint) {
  endpoint.take();
  let valid = 0;
  for (const sample of endpoint.samples) {
    const instanceState = sample.info.get("instance_state");
    if (sample.validData) {
      valid++;
      emitSample(sample, takes, buffer);
    } else if (instanceState !== "ALIVE") {
      const event = instanceState === "NOT_ALIVE_DISPOSED" ? "disposed" : "no_writers";
      emit({ event, color: sample.getString("color"), instanceState });
    }
  }
  return { taken: endpoint.samples.length, valid };
}

async function runReader() {
  let received = 0;
  let end = Number.POSITIVE_INFINITY;
  while ((await turn()) && performance.now() < end) {
    if (!isReleased(0)) continue;
    received += takeSamples();
    const complete = options.count > 0 && received >= options.count;
    if (complete && end === Number.POSITIVE_INFINITY) end = performance.now() + options.lingerMs;
  }
  return received + takeSamples();
}
