// Options that several commands share, and how their values are read.

import { type Command, InvalidArgumentError, Option } from "commander";
import type { DomainParticipantOptions, ReaderQosInput, WriterQosInput } from "../index.js";
import { CliError } from "./CliError.js";

/** For commander: an integer in a range. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}

/** For commander: a number above zero. */
export function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0) || value === Infinity) throw new InvalidArgumentError("Give a number above 0.");
  return value;
}

/** For commander: may be given several times. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

export interface DomainOptions {
  readonly domain: number;
  readonly domainTag: string;
  readonly interface?: readonly string[];
  readonly multicast: boolean;
  readonly peer?: readonly string[];
  readonly anyPort: boolean;
}

/** Adds the options that say which domain and which network. */
export function addDomainOptions(command: Command): Command {
  return command
    .option("-d, --domain <id>", "domain id, 0 to 232", integer(0, 232), 0)
    .option("--domain-tag <tag>", "see only participants with this domain tag", "")
    .option("-i, --interface <address>", "network interface, by address or name; repeatable (default: all)", collect)
    .option("--no-multicast", "no multicast: find participants through --peer only")
    .option("--peer <host[:port]>", "also announce to this host; repeatable", collect)
    .option("--any-port", "let the system choose the ports instead of the participant index", false);
}

export function participantOptions(options: DomainOptions, name: string): DomainParticipantOptions {
  if (!options.multicast && (options.peer ?? []).length === 0) {
    throw new CliError("without multicast nobody is found: name at least one host with --peer");
  }
  return {
    domainId: options.domain,
    domainTag: options.domainTag,
    multicast: options.multicast,
    name,
    ...(options.interface === undefined ? {} : { interfaces: options.interface }),
    ...(options.peer === undefined ? {} : { peers: options.peer }),
    ...(options.anyPort ? { participantIndex: "any" as const } : {}),
  };
}

export interface QosOptions {
  readonly reliability: string;
  readonly durability: string;
  readonly history: string;
  readonly representation?: string;
  readonly partition?: readonly string[];
  readonly qos?: string;
}

/** Adds the options for QoS; `--qos` takes the rest as JSON. */
export function addQosOptions(command: Command): Command {
  return command
    .addOption(new Option("-r, --reliability <kind>", "reliable or best-effort").default("reliable"))
    .addOption(new Option("--durability <kind>", "volatile or transient-local").default("volatile"))
    .option("--history <kind>", "keep-all or keep-last:DEPTH", "keep-all")
    .option("--representation <id>", "xcdr1 or xcdr2 (default: xcdr1; readers take both)")
    .option("--partition <name>", "partition; repeatable", collect)
    .option("--qos <json>", 'other policies as JSON, such as \'{"deadline":"100ms"}\'');
}

/** The QoS as the API takes it. Values are checked there; what is wrong comes back as a QosError. */
export function qosInput(options: QosOptions): WriterQosInput & ReaderQosInput {
  return {
    reliability: options.reliability,
    durability: options.durability,
    history: historyInput(options.history),
    ...(options.representation === undefined ? {} : { dataRepresentation: options.representation }),
    ...(options.partition === undefined ? {} : { partition: options.partition }),
    ...otherPolicies(options.qos),
  } as WriterQosInput & ReaderQosInput;
}

function historyInput(text: string): string | { keepLast: number } {
  const match = /^keep[-_]?last:(\d+)$/i.exec(text);
  return match === null ? text : { keepLast: Number(match[1]) };
}

function otherPolicies(json: string | undefined): object {
  if (json === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new CliError(`--qos is not JSON: ${json}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CliError('--qos takes an object of policies, such as \'{"deadline":"100ms"}\'');
  }
  return value;
}
