// The options that the commands of `rtps bench` share, and what they make of them.

import { type Command, InvalidArgumentError, Option } from "commander";
import type { BenchReliability } from "../../trace/benchDocument.js";
import { CliError } from "../CliError.js";
import { integer } from "../options.js";
import { type BenchPeer, createPeers, DEFAULT_PEERS, MEASURED_PEERS } from "./peers.js";

export interface BenchOptions {
  /** Default: ourselves. */
  readonly peers?: readonly string[];
  readonly repeats?: number;
  readonly payloads?: readonly number[];
  readonly json?: string;
  readonly quick?: boolean;
  readonly busyPoll?: boolean;
}

/** Adds the options that every command with several peers has. `repeats`: by default, and with --quick. */
export function addBenchOptions(
  command: Command,
  defaults: RepeatDefaults,
  peers = DEFAULT_PEERS,
  known: readonly string[] = MEASURED_PEERS,
): Command {
  const option = listOption("--peers <names>", `of ${known.join(", ")}`, peersOf(known), peers);
  return addRunOptions(command.addOption(option), defaults);
}

/** For commander. RTI Connext is no peer, and docs/bench.md says why. */
function peersOf(known: readonly string[]): (text: string) => string[] {
  const parse = someOf(known);
  return (text) => {
    if (list(text).includes("connext")) {
      throw new InvalidArgumentError("connext is not compared: its connector has no listener and is built on JSON.");
    }
    return parse(text);
  };
}

export interface RepeatDefaults {
  readonly repeats: number;
  readonly quickRepeats: number;
}

/** Adds the options that every command has. */
export function addRunOptions(command: Command, defaults: RepeatDefaults): Command {
  return command
    .option(
      "--repeats <count>",
      `runs of each cell (default: ${defaults.repeats}, with --quick ${defaults.quickRepeats})`,
      integer(1, 1000),
    )
    .option("--json <file>", "where the figures go, raw samples included")
    .option("--quick", "fewer cells, samples and repeats: a look, no result");
}

/** Adds --payloads. */
export function addPayloads(command: Command, defaults: readonly number[]): Command {
  return command.option("--payloads <bytes>", `of the samples, in bytes (default: ${defaults.join(",")})`, payloads);
}

/** Adds --busy-poll. */
export function addBusyPoll(command: Command): Command {
  return command.option("--busy-poll", "raw and self spin instead of sleeping: each side takes a processor");
}

/** In the order in which they were named. @throws CliError for a name that is none */
export function choosePeers(names: readonly string[]): BenchPeer[] {
  const known = createPeers();
  return [...new Set(names)].map((name) => {
    const peer = known.get(name);
    if (peer === undefined) throw new CliError(`--peers: there is no ${name}: ${[...known.keys()].join(", ")}`);
    return peer;
  });
}

/** For commander: names with commas between them. */
export function list(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.some((name) => name === "")) throw new InvalidArgumentError("Give names with commas between them.");
  return names;
}

/** An option whose values are given with commas between them. */
export function listOption(
  flags: string,
  description: string,
  parse: (text: string) => string[],
  defaults: readonly string[],
): Option {
  return new Option(flags, description).argParser(parse).default([...defaults], defaults.join(","));
}

/** Adds --reliability. */
export function addReliability(command: Command, defaults: readonly string[]): Command {
  const known = Object.keys(RELIABILITIES);
  const parse = someOf(known);
  return command.addOption(
    // As `rtps stages` spells it.
    listOption("--reliability <names>", `of ${known.join(", ")}`, (text) => parse(text.replaceAll("-", "_")), defaults),
  );
}

/** For commander: some of several words. */
export function someOf(known: readonly string[]): (text: string) => string[] {
  return (text) => {
    const names = list(text);
    const wrong = names.find((name) => !known.includes(name));
    if (wrong === undefined) return withoutTwice(names);
    throw new InvalidArgumentError(`${wrong} is none of ${known.join(", ")}.`);
  };
}

export const RELIABILITIES: Readonly<Record<string, BenchReliability>> = {
  reliable: "RELIABLE",
  best_effort: "BEST_EFFORT",
};

function payloads(text: string): number[] {
  const values = text.split(",").map(Number);
  if (values.every((value) => Number.isInteger(value) && value >= 1 && value <= MAX_PAYLOAD))
    return withoutTwice(values);
  throw new InvalidArgumentError(`Give sizes from 1 to ${MAX_PAYLOAD} bytes, with commas between them.`);
}

/** For commander: what is named twice would be measured once, or twice as often as the user thinks. */
export function withoutTwice<T>(values: T[]): T[] {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice === undefined) return values;
  throw new InvalidArgumentError(`${twice} is there twice: name each once; --repeats measures more often.`);
}

const MAX_PAYLOAD = 64 * 1024 * 1024;
