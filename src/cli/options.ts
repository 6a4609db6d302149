// Options that several commands share, and how their values are read.

import { type Command, InvalidArgumentError } from "commander";
import { DEFAULT_DISCOVERY_TUNING, type DomainParticipantOptions, type ParticipantSettings } from "../index.js";
import { CliError } from "./CliError.js";
import { isPeer } from "./peerText.js";

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
  if (isPeer(text)) return [...before, text];
  throw new InvalidArgumentError("Give an IPv4 address, with a port if need be: 192.168.1.20 or 192.168.1.20:7410.");
}

export interface DomainOptions {
  readonly domain?: number;
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
    .option("-d, --domain <id>", "domain id, 0 to 232 (default: 0)", integer(0, 232))
    .option("--domain-tag <tag>", "see only participants with this domain tag")
    .option("-i, --interface <address>", "network interface, by address or name; repeatable (default: all)", collect)
    .option("--no-multicast", "find participants through --peer only")
    .option("--peer <address[:port]>", "also announce to this host; repeatable", peer)
    .option("--index <number>", "participant index, which decides the ports (default: first free)", integer(0, 119))
    .option("--any-port", "let the system choose the ports instead");
}

/**
 * What the options say about the participant.
 *
 * @param settings of a file, for what the options do not say
 * @param place where the file says the timings, for messages
 */
export function participantOptions(
  options: DomainOptions,
  name: string,
  settings: ParticipantSettings = {},
  place = "",
): DomainParticipantOptions {
  const multicast = options.multicast && settings.multicast !== false;
  const peers = options.peer ?? settings.peers;
  const domainTag = options.domainTag ?? settings.domainTag;
  const interfaces = options.interface ?? settings.interfaces;
  if (!multicast && peers === undefined) {
    throw new CliError("without multicast nobody is found: name at least one host with --peer");
  }
  if (options.anyPort === true && options.index !== undefined) {
    throw new CliError("--index and --any-port exclude each other: use one of them");
  }
  const { receiveBufferBytes } = settings;
  return {
    domainId: options.domain ?? settings.domainId ?? 0,
    multicast,
    name: settings.name ?? name,
    participantIndex: options.anyPort === true ? "any" : (options.index ?? settings.participantIndex ?? "auto"),
    tuning: discoveryTuning(settings, place),
    ...(domainTag === undefined ? {} : { domainTag }),
    ...(interfaces === undefined ? {} : { interfaces }),
    ...(peers === undefined ? {} : { peers }),
    ...(receiveBufferBytes === undefined ? {} : { receiveBufferBytes }),
  };
}

/** Timings of discovery as a file says them. Announcements have to come well before the lease ends. */
function discoveryTuning(settings: ParticipantSettings, place: string): DomainParticipantOptions["tuning"] {
  const { leaseDurationMs, peerIndexCount, initialAnnouncements, initialAnnouncementPeriodMs } = settings;
  const { announcePeriodMs = Math.min(DEFAULT_DISCOVERY_TUNING.announcePeriodMs, (leaseDurationMs ?? Infinity) / 4) } =
    settings;
  const lease = leaseDurationMs ?? DEFAULT_DISCOVERY_TUNING.leaseDurationMs;
  if (announcePeriodMs >= lease) {
    const which = leaseDurationMs === undefined ? "the default" : "of the same file";
    const problem = `announcements every ${announcePeriodMs} ms are too late for a lease of ${lease} ms (${which})`;
    throw new CliError(`${place}: ${problem}: lower the period, or raise the lease`);
  }
  return {
    discovery: {
      announcePeriodMs,
      ...(leaseDurationMs === undefined ? {} : { leaseDurationMs }),
      ...(peerIndexCount === undefined ? {} : { peerIndexCount }),
      ...(initialAnnouncements === undefined ? {} : { initialAnnouncements }),
      ...(initialAnnouncementPeriodMs === undefined ? {} : { initialAnnouncementPeriodMs }),
    },
  };
}

const MAX_SECONDS = 1_000_000;
