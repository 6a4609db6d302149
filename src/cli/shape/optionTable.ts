// Every option of the shapes program: how it is written, what it sets, and what the help says of it.

import { isPeer } from "../peerText.js";
import type { OptionSpec } from "./getopt.js";
import type { ShapeOptions } from "./ShapeOptions.js";

/** One row. `apply` returns what the value should have been, or undefined when it is good. */
export interface OptionRow extends OptionSpec<string> {
  /** What the value is called in the help; "" for an option that takes none. */
  readonly argument: string;
  readonly help: string;
  apply(options: ShapeOptions, value: string): string | undefined;
}

/** Options whose value is of type Value. */
type KeyOf<Value> = { [Key in keyof ShapeOptions]: ShapeOptions[Key] extends Value ? Key : never }[keyof ShapeOptions];
/** Options that a value of type Value can be given to. */
type KeyFor<Value> = { [Key in keyof ShapeOptions]: Value extends ShapeOptions[Key] ? Key : never }[keyof ShapeOptions];

function row(written: string, argument: string, help: string, apply: OptionRow["apply"]): OptionRow {
  const common = { name: written, takesValue: argument !== "", argument, help, apply };
  return written.startsWith("--") ? { ...common, long: written.slice(2) } : { ...common, short: written.slice(1) };
}

function fixed<Key extends keyof ShapeOptions>(
  written: string,
  key: Key,
  value: ShapeOptions[Key],
  help: string,
): OptionRow {
  return row(written, "", help, (options) => {
    options[key] = value;
    return undefined;
  });
}

function number(
  written: string,
  argument: string,
  key: KeyOf<number | undefined>,
  min: number,
  help: string,
  max = INT_MAX,
): OptionRow {
  return row(written, argument, help, (options, text) => {
    const value = Number(text);
    if (!/^\s*[+-]?\d+$/.test(text) || value < min || value > max) return `a whole number from ${min} to ${max}`;
    options[key] = value;
    return undefined;
  });
}

/** The first letter of the value decides, as the suite has it: "l" and "local" are the same. */
function choice<Key extends keyof ShapeOptions>(
  written: string,
  key: Key,
  choices: Readonly<Record<string, ShapeOptions[Key]>>,
  help: string,
): OptionRow {
  const letters = Object.keys(choices);
  return row(written, `[${letters.join("|")}]`, help, (options, text) => {
    const letter = text[0] ?? "";
    if (!letters.includes(letter)) return `one of ${letters.join(", ")}`;
    options[key] = choices[letter]!;
    return undefined;
  });
}

function text(written: string, argument: string, key: KeyFor<string>, help: string): OptionRow {
  return row(written, argument, help, (options, value) => {
    options[key] = value;
    return undefined;
  });
}

function repeatable(written: string, argument: string, key: KeyOf<string[]>, help: string): OptionRow {
  return row(written, argument, help, (options, value) => {
    options[key].push(value);
    return undefined;
  });
}

function peer(options: ShapeOptions, value: string): string | undefined {
  if (!isPeer(value)) return "an IPv4 address with an optional port, like 192.168.1.20:7410";
  options.peers.push(value);
  return undefined;
}

/** u and d exclude each other. */
function finalState(options: ShapeOptions, value: string): string | undefined {
  const state = value.startsWith("u") ? "unregister" : value.startsWith("d") ? "dispose" : undefined;
  if (state === undefined || (options.finalState ?? state) !== state) return "one of u, d";
  options.finalState = state;
  return undefined;
}

const INT_MAX = 2 ** 31 - 1;
const MS = "<ms>";
const COUNT = "<count>";
const BYTES = "<bytes>";

export const SUITE_OPTIONS: readonly OptionRow[] = [
  choice("-v", "verbose", { e: false, d: true }, "what to print: e errors only, d also every step"),
  fixed("-P", "publish", true, "publish shapes"),
  fixed("-S", "subscribe", true, "subscribe to shapes"),
  number("-d", "<id>", "domainId", 0, "domain; default 0"),
  fixed("-b", "reliability", "BEST_EFFORT", "best-effort reliability"),
  fixed("-r", "reliability", "RELIABLE", "reliable (the default)"),
  number("-k", "<depth>", "historyDepth", 0, "samples of history for each instance; 0 keeps all; default 1"),
  number("-f", MS, "deadlineMs", 0, "deadline; 0 is none"),
  number("-s", "<strength>", "ownershipStrength", -1, "exclusive ownership with this strength; -1 is shared"),
  text("-t", "<topic>", "topicName", "name of the topic"),
  text("-c", "<color>", "color", "colour to publish; a subscriber takes this one alone"),
  text("-p", "<partition>", "partition", "partition"),
  choice(
    "-D",
    "durability",
    { v: "VOLATILE", l: "TRANSIENT_LOCAL", t: "TRANSIENT", p: "PERSISTENT" },
    "durability: volatile, transient-local, transient or persistent",
  ),
  choice(
    "-x",
    "representation",
    { 1: "XCDR1", 2: "XCDR2" },
    "data representation: XCDR1 (the default) or XCDR2; a subscriber accepts no other",
  ),
  fixed("-w", "printWritten", true, "a publisher prints what it writes"),
  number("-z", "<size>", "shapeSize", 0, "size of the shape; 0 grows by 1 with every sample; default 20"),
  fixed("-R", "readOnly", true, "read samples and leave them there, instead of taking them"),
  number("--write-period", MS, "writePeriodMs", 0, "pause between two writes; default 33"),
  number("--read-period", MS, "readPeriodMs", 0, "time between two reads; default 100"),
  number("--time-filter", MS, "timeFilterMs", 0, "at most one sample of an instance in this time; 0 is off"),
  number("--lifespan", MS, "lifespanMs", 0, "samples older than this are gone; 0 is off"),
  number("--num-iterations", COUNT, "iterations", 1, "end after so many rounds; default: never"),
  number("--num-instances", COUNT, "instances", 1, "instances to write: BLUE, BLUE1, BLUE2 …"),
  number("--num-topics", COUNT, "topics", 1, "topics, each with an endpoint: Square, Square1, Square2 …"),
  row("--final-instance-state", "[u|d]", "at the end, a publisher unregisters or disposes its instances", finalState),
  choice(
    "--access-scope",
    "accessScope",
    { i: "INSTANCE", t: "TOPIC", g: "GROUP" },
    "scope of ordered and coherent access: instance, topic or group",
  ),
  fixed("--coherent", "coherent", true, "coherent access"),
  fixed("--ordered", "ordered", true, "ordered access"),
  number("--coherent-sample-count", COUNT, "coherentSamples", 2, "samples of each instance in a coherent set"),
  number("--additional-payload-size", BYTES, "extraBytes", 1, "makes each sample this much larger", 2 ** 30),
  fixed("--take-read", "byInstance", false, "take all instances in one call, not one instance a call"),
  number("--periodic-announcement", MS, "announcePeriodMs", 0, "announce the participant so often; 0: default"),
  number("--datafrag-size", BYTES, "fragmentBytes", 0, "largest fragment of a sample; 0: what a datagram takes", 65535),
  text("--cft", "<expression>", "filter", "a subscriber takes what this SQL filter lets through"),
  number("--size-modulo", "<size>", "sizeModulo", 1, "with -z 0: sizes go from 1 to this, then start again"),
];

/** Ours. They must be written out, so that the suite's may still be shortened as before. */
export const NETWORK_OPTIONS: readonly OptionRow[] = [
  repeatable("--interface", "<address>", "interfaces", "network interface, by address or name; repeatable"),
  fixed("--no-multicast", "multicast", false, "find participants through --peer only"),
  row("--peer", "<address[:port]>", "also announce to this host; repeatable", peer),
  text("--domain-tag", "<tag>", "domainTag", "see only participants with this domain tag"),
].map((one) => ({ ...one, writtenOut: true }));
