// The Connext peer of interop/README.md, through RTI Connector: one writer or one reader over UDP on loopback.
// Owns: the write schedule, statuses, taking samples. QoS is in configuration.mjs.
import { setTimeout as sleep } from "node:timers/promises";
import connector from "rticonnextdds-connector";
import { CONFIGURATION_NAME, configurationUrl, READER_NAME, WRITER_NAME } from "./configuration.mjs";
import { parseOptions } from "./options.mjs";
import { crc32Hex, sampleOf } from "./sample.mjs";
import { incompatibleQosReader } from "./statuses.mjs";

const TICK_MS = 5;
const EXIT_TIMEOUT = 3;

const options = parseOptions(process.argv.slice(2));
const deadline = performance.now() + options.timeoutMs;
const commands = readCommands();

const connection = new connector.Connector(CONFIGURATION_NAME, configurationUrl(options));
const isWriter = options.role === "pub";
const endpoint = isWriter ? connection.getOutput(WRITER_NAME) : connection.getInput(READER_NAME);
const incompatibleQos = incompatibleQosReader(endpoint, options.role);
let matched = 0;

emit({ event: "ready", vendor: "connext", version: connectorVersion(), guidPrefix: "" });
const count = isWriter ? await runWriter() : await runReader();
await connection.close();
emit({ event: "done", count });
process.exit(0);

function emit(event) {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

function connectorVersion() {
  return connector.Connector.getVersion().match(/\d+\.\d+\.\d+/)?.[0] ?? "unknown";
}

function readCommands() {
  const seen = { go: false, stop: false };
  let text = "";
  process.stdin.on("data", (chunk) => {
    text += chunk;
    const lines = text.split("\n");
    text = lines.pop();
    for (const line of lines) if (line === "go" || line === "stop") seen[line] = true;
  });
  return seen;
}

function reportStatuses() {
  const now = isWriter ? endpoint.matchedSubscriptions.length : endpoint.matchedPublications.length;
  if (now !== matched) emit({ event: "matched", count: now });
  matched = now;
  const { change, policyId } = incompatibleQos();
  if (change > 0) emit({ event: "incompatible_qos", policyId });
}

/** One turn of either role: commands, the time limit, statuses. False = leave. */
async function turn() {
  await sleep(TICK_MS);
  reportStatuses();
  if (commands.stop) return false;
  if (performance.now() < deadline) return true;
  emit({ event: "error", message: "timed out" });
  return process.exit(EXIT_TIMEOUT);
}

function writeSample(index) {
  endpoint.instance.setFromJson(sampleOf(index, options));
  endpoint.write();
}

function endInstance(color, action) {
  if (color === undefined) return;
  endpoint.instance.set("color", color);
  endpoint.write({ action });
}

async function runWriter() {
  while (matched < options.waitReaders || (options.gate && !commands.go)) if (!(await turn())) return 0;
  let written = 0;
  for (let next = performance.now(); written < options.count; next += options.periodMs) {
    while (performance.now() < next) if (!(await turn())) return written;
    writeSample(written++);
  }
  endInstance(options.dispose, "dispose");
  endInstance(options.unregister, "unregister");
  emit({ event: "written", count: written });
  const end = performance.now() + options.lingerMs;
  while (performance.now() < end) if (!(await turn())) break;
  return written;
}

function emitSample(json) {
  const { color, x, y, shapesize, additional_payload_size: payload } = json;
  const payloadCrc = crc32Hex(payload);
  emit({
    event: "sample",
    color,
    x,
    y,
    shapesize,
    payloadLength: payload.length,
    payloadCrc,
    instanceState: "ALIVE",
  });
}

function takeSamples() {
  endpoint.take();
  let valid = 0;
  for (const sample of endpoint.samples) {
    const instanceState = sample.info.get("instance_state");
    if (sample.validData) {
      valid++;
      emitSample(sample.getJson());
    } else if (instanceState !== "ALIVE") {
      const event = instanceState === "NOT_ALIVE_DISPOSED" ? "disposed" : "no_writers";
      emit({ event, color: sample.getString("color"), instanceState });
    }
  }
  return valid;
}

async function runReader() {
  let received = 0;
  let end = Number.POSITIVE_INFINITY;
  while ((await turn()) && performance.now() < end) {
    received += takeSamples();
    const complete = options.count > 0 && received >= options.count;
    if (complete && end === Number.POSITIVE_INFINITY) end = performance.now() + options.lingerMs;
  }
  return received + takeSamples();
}
