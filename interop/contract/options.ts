// The command line of the peer contract (interop/README.md), for the TypeScript peers and for the runner.
// Owns: option names, defaults, checks. Never: DDS.
import { parseArgs } from "node:util";

/** What one peer is asked to do. Times are milliseconds. */
export interface PeerOptions {
  readonly role: "pub" | "sub";
  readonly domain: number;
  readonly topic: string;
  /** shape: ShapeType, keyed by colour. plain: PlainType, the same members without a key. */
  readonly type: "shape" | "plain";
  readonly reliability: "reliable" | "best_effort";
  readonly durability: "volatile" | "transient_local";
  /** KEEP_LAST depth; 0 is KEEP_ALL. */
  readonly historyDepth: number;
  readonly representation: "xcdr1" | "xcdr2";
  readonly partition: string | undefined;
  /** 0 is infinite. */
  readonly deadlineMs: number;
  readonly count: number;
  readonly periodMs: number;
  readonly payload: number;
  /** Sample i has colour i modulo their number. */
  readonly colors: readonly string[];
  readonly waitReaders: number;
  /** Wait for the line `go` on stdin before the first write. */
  readonly gate: boolean;
  readonly dispose: string | undefined;
  readonly unregister: string | undefined;
  readonly lingerMs: number;
  readonly timeoutMs: number;
}

export const DEFAULT_OPTIONS: PeerOptions = {
  role: "sub",
  domain: 0,
  topic: "Square",
  type: "shape",
  reliability: "reliable",
  durability: "volatile",
  historyDepth: 0,
  representation: "xcdr1",
  partition: undefined,
  deadlineMs: 0,
  count: 0,
  periodMs: 10,
  payload: 0,
  colors: ["BLUE"],
  waitReaders: 1,
  gate: false,
  dispose: undefined,
  unregister: undefined,
  lingerMs: 1000,
  timeoutMs: 20000,
};

/** A wrong command line. The message is the one line to print. */
export class PeerUsageError extends Error {}

const text = { type: "string" } as const;
const OPTION_SPEC = {
  domain: text,
  topic: text,
  type: text,
  reliability: text,
  durability: text,
  history: text,
  representation: text,
  partition: text,
  "deadline-ms": text,
  count: text,
  "period-ms": text,
  payload: text,
  color: text,
  "wait-readers": text,
  gate: { type: "boolean" },
  dispose: text,
  unregister: text,
  "linger-ms": text,
  "timeout-ms": text,
} as const;

/** @throws PeerUsageError */
export function parsePeerOptions(argv: readonly string[]): PeerOptions {
  const raw = rawValues(argv.slice(1));
  const d = DEFAULT_OPTIONS;
  const number = (name: keyof typeof raw, fallback: number) => parseNumber(name, raw[name] as string, fallback);
  return {
    role: parseChoice("the first argument", argv[0] ?? "", ["pub", "sub"], undefined),
    domain: number("domain", d.domain),
    topic: raw.topic ?? d.topic,
    type: parseChoice("--type", raw.type, ["shape", "plain"], d.type),
    reliability: parseChoice("--reliability", raw.reliability, ["reliable", "best_effort"], d.reliability),
    durability: parseChoice("--durability", raw.durability, ["volatile", "transient_local"], d.durability),
    historyDepth: parseHistory(raw.history),
    representation: parseChoice("--representation", raw.representation, ["xcdr1", "xcdr2"], d.representation),
    partition: raw.partition,
    deadlineMs: number("deadline-ms", d.deadlineMs),
    count: number("count", d.count),
    periodMs: number("period-ms", d.periodMs),
    payload: number("payload", d.payload),
    colors: raw.color?.split(",") ?? d.colors,
    waitReaders: number("wait-readers", d.waitReaders),
    gate: raw.gate ?? d.gate,
    dispose: raw.dispose,
    unregister: raw.unregister,
    lingerMs: number("linger-ms", d.lingerMs),
    timeoutMs: number("timeout-ms", d.timeoutMs),
  };
}

/** The command line that says the same as `options`. */
export function peerArguments(options: PeerOptions): string[] {
  const args: string[] = [options.role];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) args.push(name, String(value));
  };
  add("--domain", options.domain);
  add("--topic", options.topic);
  add("--type", options.type);
  add("--reliability", options.reliability);
  add("--durability", options.durability);
  add("--history", options.historyDepth === 0 ? "keep_all" : `keep_last:${options.historyDepth}`);
  add("--representation", options.representation);
  add("--partition", options.partition);
  add("--deadline-ms", options.deadlineMs);
  add("--count", options.count);
  add("--period-ms", options.periodMs);
  add("--payload", options.payload);
  add("--color", options.colors.join(","));
  add("--wait-readers", options.waitReaders);
  if (options.gate) args.push("--gate");
  add("--dispose", options.dispose);
  add("--unregister", options.unregister);
  add("--linger-ms", options.lingerMs);
  add("--timeout-ms", options.timeoutMs);
  return args;
}

function rawValues(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTION_SPEC }).values;
  } catch (error) {
    throw new PeerUsageError((error as Error).message);
  }
}

function parseNumber(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (!/^\d{1,9}$/.test(value)) throw new PeerUsageError(`--${name} needs a number from 0, got ${value}`);
  return Number(value);
}

function parseChoice<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
  fallback: T | undefined,
): T {
  if (value === undefined && fallback !== undefined) return fallback;
  const found = allowed.find((choice) => choice === value);
  if (found === undefined) throw new PeerUsageError(`${name} needs ${allowed.join(" or ")}, got ${value}`);
  return found;
}

function parseHistory(value: string | undefined): number {
  if (value === undefined || value === "keep_all") return 0;
  const depth = /^keep_last:([1-9]\d{0,8})$/.exec(value)?.[1];
  if (depth === undefined) throw new PeerUsageError(`--history needs keep_all or keep_last:N, got ${value}`);
  return Number(depth);
}
