// The command line of the peer contract (interop/README.md), for the TypeScript peers and for the runner.
// Owns: option names, defaults, checks. Never: DDS.
import { parseArgs } from "node:util";
import { choice, flag, history, list, number, type OptionKind, PeerUsageError, text } from "./optionKinds.js";

export { PeerUsageError } from "./optionKinds.js";

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
  /** Names or patterns; none is the default partition. */
  readonly partitions: readonly string[];
  /** 0 is infinite, as for every period below. */
  readonly deadlineMs: number;
  readonly liveliness: "automatic" | "manual_participant" | "manual_topic";
  readonly leaseMs: number;
  readonly lifespanMs: number;
  readonly ownership: "shared" | "exclusive";
  readonly strength: number;
  readonly timeFilterMs: number;
  /** DDS SQL, with `%0` and so on for `filterParams`; undefined is the plain topic. */
  readonly filter: string | undefined;
  readonly filterParams: readonly string[];
  readonly accessScope: "instance" | "topic" | "group";
  readonly ordered: boolean;
  /** pub: samples in a coherent set. sub: anything but 0 asks for coherent access. */
  readonly coherent: number;
  /** Endpoints in the group, each with a topic of its own: `topic`, then the same with 1, 2 and so on behind it. */
  readonly topics: number;
  readonly count: number;
  readonly periodMs: number;
  readonly payload: number;
  /** `shapesize` of every sample; tells two writers apart. */
  readonly size: number;
  /** Sample i has colour i modulo their number. */
  readonly colors: readonly string[];
  readonly waitReaders: number;
  /** pub: wait for the line `go` before the first write. sub: take nothing before it. */
  readonly gate: boolean;
  /** pub: after so many samples wait for another `go`; 0 never does. */
  readonly batch: number;
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
  partitions: [],
  deadlineMs: 0,
  liveliness: "automatic",
  leaseMs: 0,
  lifespanMs: 0,
  ownership: "shared",
  strength: 0,
  timeFilterMs: 0,
  filter: undefined,
  filterParams: [],
  accessScope: "instance",
  ordered: false,
  coherent: 0,
  topics: 1,
  count: 0,
  periodMs: 10,
  payload: 0,
  size: 30,
  colors: ["BLUE"],
  waitReaders: 1,
  gate: false,
  batch: 0,
  dispose: undefined,
  unregister: undefined,
  lingerMs: 1000,
  timeoutMs: 20000,
};

type OptionName = Exclude<keyof PeerOptions, "role">;

/** How each option is called on the command line, and what it may be. */
const OPTIONS: { readonly [K in OptionName]: readonly [flag: string, kind: OptionKind<PeerOptions[K]>] } = {
  domain: ["domain", number],
  topic: ["topic", text],
  type: ["type", choice("shape", "plain")],
  reliability: ["reliability", choice("reliable", "best_effort")],
  durability: ["durability", choice("volatile", "transient_local")],
  historyDepth: ["history", history],
  representation: ["representation", choice("xcdr1", "xcdr2")],
  partitions: ["partition", list],
  deadlineMs: ["deadline-ms", number],
  liveliness: ["liveliness", choice("automatic", "manual_participant", "manual_topic")],
  leaseMs: ["lease-ms", number],
  lifespanMs: ["lifespan-ms", number],
  ownership: ["ownership", choice("shared", "exclusive")],
  strength: ["strength", number],
  timeFilterMs: ["time-filter-ms", number],
  filter: ["filter", text],
  filterParams: ["filter-params", list],
  accessScope: ["access-scope", choice("instance", "topic", "group")],
  ordered: ["ordered", flag],
  coherent: ["coherent", number],
  topics: ["topics", number],
  count: ["count", number],
  periodMs: ["period-ms", number],
  payload: ["payload", number],
  size: ["size", number],
  colors: ["color", list],
  waitReaders: ["wait-readers", number],
  gate: ["gate", flag],
  batch: ["batch", number],
  dispose: ["dispose", text],
  unregister: ["unregister", text],
  lingerMs: ["linger-ms", number],
  timeoutMs: ["timeout-ms", number],
};

const ENTRIES = Object.entries(OPTIONS) as [OptionName, (typeof OPTIONS)[OptionName]][];

/** @throws PeerUsageError */
export function parsePeerOptions(argv: readonly string[]): PeerOptions {
  const raw = rawValues(argv.slice(1));
  const role = choice("pub", "sub").parse("the first argument", argv[0] ?? "");
  const given: Record<string, unknown> = { role };
  for (const [key, [name, kind]] of ENTRIES) {
    const value = raw[name];
    if (value !== undefined) given[key] = kind.parse(`--${name}`, String(value));
  }
  return { ...DEFAULT_OPTIONS, ...given };
}

/** The command line that says the same as `options`. What is the default is left out. */
export function peerArguments(options: PeerOptions): string[] {
  const args: string[] = [options.role];
  for (const [key, [name, kind]] of ENTRIES) {
    const value = (kind as OptionKind<unknown>).format(options[key]);
    const usual = (kind as OptionKind<unknown>).format(DEFAULT_OPTIONS[key]);
    if (value === undefined || value === usual) continue;
    args.push(`--${name}`, ...(kind.isFlag ? [] : [value]));
  }
  return args;
}

function rawValues(args: readonly string[]): Record<string, unknown> {
  const spec = ENTRIES.map(([, [name, kind]]) => [name, { type: kind.isFlag ? "boolean" : "string" } as const]);
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(spec) }).values;
  } catch (error) {
    throw new PeerUsageError((error as Error).message);
  }
}
