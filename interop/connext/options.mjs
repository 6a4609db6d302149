// The command line of the peer contract (interop/README.md) for the Connext peer.
import { parseArgs } from "node:util";

const TEXT = { type: "string" };

function number(name, text) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) usageError(`--${name} needs a number from 0, got ${text}`);
  return value;
}

function usageError(message) {
  console.error(`peer: ${message} (see interop/README.md)`);
  process.exit(2);
}

function historyDepth(text) {
  if (text === "keep_all") return 0;
  const match = /^keep_last:([1-9]\d*)$/.exec(text);
  if (match === null) usageError(`--history needs keep_all or keep_last:N, got ${text}`);
  return Number(match[1]);
}

function choice(name, text, allowed) {
  if (!allowed.includes(text)) usageError(`--${name} needs ${allowed.join(" or ")}, got ${text}`);
  return text;
}

function rawOptions(args) {
  const texts = ["domain", "topic", "type", "reliability", "durability", "history", "representation", "partition"];
  const more = ["deadline-ms", "count", "period-ms", "payload", "color", "wait-readers", "dispose", "unregister"];
  const options = { gate: { type: "boolean", default: false } };
  for (const name of [...texts, ...more, "linger-ms", "timeout-ms"]) options[name] = TEXT;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    return usageError(error.message);
  }
}

/** @returns the options with defaults filled in; exits with 2 and one line on stderr when they are wrong. */
export function parseOptions(argv) {
  const [role, ...rest] = argv;
  choice("first argument", role, ["pub", "sub"]);
  const raw = rawOptions(rest);
  return {
    role,
    domain: number("domain", raw.domain ?? "0"),
    topic: raw.topic ?? "Square",
    type: choice("type", raw.type ?? "shape", ["shape", "plain"]),
    reliability: choice("reliability", raw.reliability ?? "reliable", ["reliable", "best_effort"]),
    durability: choice("durability", raw.durability ?? "volatile", ["volatile", "transient_local"]),
    historyDepth: historyDepth(raw.history ?? "keep_all"),
    representation: choice("representation", raw.representation ?? "xcdr1", ["xcdr1", "xcdr2"]),
    partition: raw.partition,
    deadlineMs: number("deadline-ms", raw["deadline-ms"] ?? "0"),
    count: number("count", raw.count ?? "0"),
    periodMs: number("period-ms", raw["period-ms"] ?? "10"),
    payload: number("payload", raw.payload ?? "0"),
    colors: (raw.color ?? "BLUE").split(","),
    waitReaders: number("wait-readers", raw["wait-readers"] ?? "1"),
    gate: raw.gate,
    dispose: raw.dispose,
    unregister: raw.unregister,
    lingerMs: number("linger-ms", raw["linger-ms"] ?? "1000"),
    timeoutMs: number("timeout-ms", raw["timeout-ms"] ?? "20000"),
  };
}
