// Options that several commands share, and how their values are read.

import { type Command, InvalidArgumentError } from "commander";
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

/** For commander: seconds, above 0 and such that a timer can wait for them. */
export function seconds(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= MAX_SECONDS) return value;
  throw new InvalidArgumentError(`Give seconds, above 0 and up to ${MAX_SECONDS}.`);
}

/** For commander: may be given several times. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** For commander: an IPv4 address with an optional port; may be given several times. */
function peer(text: string, before: readonly string[] = []): readonly string[] {
  const [address = "", port, ...rest] = text.split(":");
  const octets = address.split(".");
  const isAddress = octets.length === 4 && octets.every((octet) => /^\d{1,3}$/.test(octet) && Number(octet) <= 255);
  const isPort = port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535);
  if (isAddress && isPort && rest.length === 0) return [...before, text];
  throw new InvalidArgumentError("Give an IPv4 address, with a port if need be: 192.168.1.20 or 192.168.1.20:7410.");
}

export interface DomainOptions {
  readonly domain: number;
  readonly domainTag?: string;
  readonly interface?: readonly string[];
  readonly multicast: boolean;
  readonly peer?: readonly string[];
  readonly index?: number;
  readonly anyPort?: boolean;
}

/** Adds the options that say which domain and which network. */
export function addDomainOptions(command: Command): Command {
  return command
    .optionsGroup("Domain and network:")
    .option("-d, --domain <id>", "domain id, 0 to 232", integer(0, 232), 0)
    .option("--domain-tag <tag>", "see only participants with this domain tag")
    .option("-i, --interface <address>", "network interface, by address or name; repeatable (default: all)", collect)
    .option("--no-multicast", "find participants through --peer only")
    .option("--peer <address[:port]>", "also announce to this host; repeatable", peer)
    .option("--index <number>", "participant index, which decides the ports (default: first free)", integer(0, 119))
    .option("--any-port", "let the system choose the ports instead");
}

export function participantOptions(options: DomainOptions, name: string): DomainParticipantOptions {
  if (!options.multicast && options.peer === undefined) {
    throw new CliError("without multicast nobody is found: name at least one host with --peer");
  }
  if (options.anyPort === true && options.index !== undefined) {
    throw new CliError("--index and --any-port exclude each other: use one of them");
  }
  return {
    domainId: options.domain,
    multicast: options.multicast,
    name,
    participantIndex: options.anyPort === true ? "any" : (options.index ?? "auto"),
    ...(options.domainTag === undefined ? {} : { domainTag: options.domainTag }),
    ...(options.interface === undefined ? {} : { interfaces: options.interface }),
    ...(options.peer === undefined ? {} : { peers: options.peer }),
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
    .optionsGroup("QoS:")
    .option("-r, --reliability <kind>", "reliable or best-effort", "reliable")
    .option("--durability <kind>", "volatile or transient-local", "volatile")
    .option("--history <kind>", "keep-all or keep-last:DEPTH", "keep-all")
    .option("--representation <id>", "xcdr1 or xcdr2 (default: xcdr1; sub takes both)")
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

const MAX_SECONDS = 1_000_000;
