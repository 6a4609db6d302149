// The command line of the peer contract (interop/README.md) for the Connext peer.
import { parseArgs } from "node:util";

/** Every option with its default, by kind; a name in words is a key of the result in camel case. */
const NUMBERS = {
  domain: 0,
  "deadline-ms": 0,
  "lease-ms": 0,
  "lifespan-ms": 0,
  "time-filter-ms": 0,
  strength: 0,
  coherent: 0,
  count: 0,
  "period-ms": 10,
  payload: 0,
  size: 30,
  "wait-readers": 1,
  batch: 0,
  topics: 1,
  "linger-ms": 1000,
  "timeout-ms": 20000,
};
/** The first is the default. */
const CHOICES = {
  type: ["shape", "plain"],
  reliability: ["reliable", "best_effort"],
  durability: ["volatile", "transient_local"],
  representation: ["xcdr1", "xcdr2"],
  liveliness: ["automatic", "manual_participant", "manual_topic"],
  ownership: ["shared", "exclusive"],
  "access-scope": ["instance", "topic", "group"],
};
const TEXTS = { topic: "Square", filter: undefined, dispose: undefined, unregister: undefined };
const LISTS = { partition: [], color: ["BLUE"], "filter-params": [] };
const FLAGS = ["gate", "ordered"];

/** @returns the options with defaults filled in; exits with 2 and one line on stderr when they are wrong. */
export function parseOptions(argv) {
  const [role, ...rest] = argv;
  const options = { role: choice("the first argument", role, ["pub", "sub"]) };
  const raw = rawOptions(rest);
  const set = (name, parse, fallback) => {
    const key = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    options[key] = raw[name] === undefined ? fallback : parse(`--${name}`, raw[name]);
  };
  for (const [name, fallback] of Object.entries(NUMBERS)) set(name, number, fallback);
  for (const [name, allowed] of Object.entries(CHOICES)) set(name, (n, text) => choice(n, text, allowed), allowed[0]);
  for (const [name, fallback] of Object.entries(TEXTS)) set(name, (_, text) => text, fallback);
  for (const [name, fallback] of Object.entries(LISTS)) set(name, (_, text) => text.split(","), fallback);
  for (const name of FLAGS) set(name, (_, value) => value, false);
  options.historyDepth = historyDepth(raw.history ?? "keep_all");
  return options;
}

function rawOptions(args) {
  const options = { history: { type: "string" } };
  for (const name of [NUMBERS, CHOICES, TEXTS, LISTS].flatMap(Object.keys)) options[name] = { type: "string" };
  for (const name of FLAGS) options[name] = { type: "boolean" };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    return usageError(error.message);
  }
}

function number(name, text) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) usageError(`${name} needs a number from 0, got ${text}`);
  return value;
}

function historyDepth(text) {
  if (text === "keep_all") return 0;
  const match = /^keep_last:([1-9]\d*)$/.exec(text);
  if (match === null) usageError(`--history needs keep_all or keep_last:N, got ${text}`);
  return Number(match[1]);
}

function choice(name, text, allowed) {
  if (!allowed.includes(text)) usageError(`${name} needs ${allowed.join(" or ")}, got ${text}`);
  return text;
}

function usageError(message) {
  console.error(`peer: ${message} (see interop/README.md)`);
  process.exit(2);
}
