// The options that say QoS, and how they are laid over each other: a preset, then files, then single options, then
// what --qos says. Settings of the participant in files come before the defaults of the command, behind its options.

import { type Command, Option } from "commander";
import {
  type DomainParticipantOptions,
  type DomainParticipantQosInput,
  type ParticipantSettings,
  participantProfile,
  type QosProfile,
  type ReaderPolicies,
  readerPolicies,
  type TypeAnnouncement,
  type WriterPolicies,
  writerPolicies,
} from "../index.js";
import { CliError } from "./CliError.js";
import { collect, type DomainOptions, participantOptions } from "./options.js";
import { complain } from "./output.js";
import { type AppliedFile, type QosSourceOptions, readQosSources, reportIgnored } from "./qosSources.js";

export interface QosOptions extends QosSourceOptions {
  readonly preset?: string;
  readonly reliability?: string;
  readonly durability?: string;
  readonly history?: string;
  readonly representation?: string;
  readonly partition?: readonly string[];
  readonly qos?: string;
  readonly typeInformation?: TypeAnnouncement;
}

/** Adds the options for QoS; `--qos` takes the rest as JSON. */
export function addQosOptions(command: Command): Command {
  return command
    .optionsGroup("QoS:")
    .option("-r, --reliability <kind>", "reliable or best-effort (default: reliable)")
    .option("--durability <kind>", "volatile or transient-local (default: volatile)")
    .option("--history <kind>", "keep-all or keep-last:DEPTH (default: keep-all)")
    .option("--representation <id>", "xcdr1 or xcdr2 (default: xcdr1; sub takes both)")
    .option("--partition <name>", "partition; repeatable", collect)
    .addOption(
      new Option("--type-information <when>", "announce what the type consists of (default: auto)").choices([
        "auto",
        "always",
        "never",
      ]),
    )
    .option("--qos <json>", 'other policies as JSON, such as \'{"deadline":"100ms"}\'')
    .option("--preset <name>", "start from a preset such as ros:sensor-data, not from the defaults above")
    .option("--qos-file <file>", "start from XML of Fast DDS, Cyclone DDS or Connext; repeatable", collect)
    .option("--profile <name>", "the profile in it (default: the one that is marked as default)")
    .option("--qos-env", "read CYCLONEDDS_URI and the like of other vendors, and say what was taken");
}

/** Everything that the options say about an endpoint and its participant. */
export interface EndpointSettings {
  readonly participant: DomainParticipantOptions;
  /** As the API takes it. Values are checked there; what is wrong comes back as a QosError. */
  readonly qos: WriterPolicies & ReaderPolicies;
}

/**
 * Reads files and environment where the options ask for them, and says on standard error what is left out.
 *
 * @param startingPreset takes the place of the command's own defaults
 */
export function endpointSettings(
  options: QosOptions & DomainOptions,
  role: "writer" | "reader",
  topicName: string,
  name: string,
  startingPreset?: string,
): EndpointSettings {
  const files = readQosSources(options);
  const policies = role === "writer" ? writerPolicies : readerPolicies;
  const fromFiles = files.map(({ file, profile }) => policies(file, profile, topicName));
  // Whoever starts from somewhere else does not want the command's own defaults.
  const startsElsewhere = options.preset !== undefined || fromFiles.some(saysSomething);
  const presetName = options.preset ?? (startsElsewhere ? undefined : startingPreset);
  const start = startsElsewhere || presetName !== undefined ? {} : DEFAULTS;
  const preset = presetName === undefined ? {} : { preset: presetName };
  const layers = [start, ...fromFiles, singlePolicies(options), otherPolicies(options.qos)] as readonly Policies[];
  const participant = participantFrom(files, options, name);
  reportIgnored(files, options);
  return {
    participant,
    qos: { ...preset, ...layers.reduce(laidOver) } as WriterPolicies & ReaderPolicies,
  };
}

/** Later files say more than earlier ones. */
function participantFrom(
  files: readonly AppliedFile[],
  options: QosOptions & DomainOptions,
  name: string,
): DomainParticipantOptions {
  const all = files.map(({ file, profile }) => participantProfile(file, profile, options.domain));
  const settings = Object.assign({}, ...all.map((one) => one.settings)) as ParticipantSettings;
  const { entityFactory, ...qos } = Object.assign({}, ...all.map((one) => one.qos)) as DomainParticipantQosInput;
  if (entityFactory !== undefined) complain("entityFactory: what this command makes is always enabled");
  const { typeInformation } = options;
  return {
    ...participantOptions(options, name, settings, timingPlace(all.flatMap((one) => one.profiles))),
    ...(typeInformation === undefined ? {} : { typeInformation }),
    qos,
  };
}

/** The last profile that says how often a participant announces itself, or how long that holds. */
function timingPlace(profiles: readonly QosProfile[]): string {
  const isTiming = (one: QosProfile) =>
    one.kind === "participant" && (one.participant.announcePeriodMs ?? one.participant.leaseDurationMs) !== undefined;
  const last = profiles.filter(isTiming).at(-1);
  return last === undefined ? "the QoS file" : `${last.file}:${last.line}`;
}

function saysSomething(policies: object): boolean {
  return Object.keys(policies).length > 0;
}

type Policies = Readonly<Record<string, unknown>>;

/** Policy by policy; of two objects member by member. */
function laidOver(under: Policies, over: Policies): Policies {
  // Without a prototype "__proto__" is a name like any other, and is refused with the rest of them.
  const merged: Record<string, unknown> = Object.assign(Object.create(null), under);
  for (const [policy, value] of Object.entries(over)) {
    const before = merged[policy];
    merged[policy] = isObject(before) && isObject(value) ? { ...before, ...value } : value;
  }
  return merged;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function singlePolicies(options: QosOptions): Policies {
  const { reliability, durability, history, representation, partition } = options;
  return {
    // Only the kind: a file may have said how long a write may block.
    ...(reliability === undefined ? {} : { reliability: { kind: reliability } }),
    ...(durability === undefined ? {} : { durability }),
    ...(history === undefined ? {} : { history: historyInput(history) }),
    ...(representation === undefined ? {} : { dataRepresentation: representation }),
    ...(partition === undefined ? {} : { partition }),
  };
}

function historyInput(text: string): string | { kind: string; depth: number } {
  const match = /^keep[-_]?last:(\d+)$/i.exec(text);
  return match === null ? text : { kind: "keepLast", depth: Number(match[1]) };
}

function otherPolicies(json: string | undefined): Policies {
  if (json === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new CliError(`--qos is not JSON: ${json}`);
  }
  if (!isObject(value)) throw new CliError('--qos takes an object of policies, such as \'{"deadline":"100ms"}\'');
  return value as Policies;
}

/** Of a command that is started by hand: nothing is lost, nothing is kept for later. */
const DEFAULTS: Policies = { reliability: "reliable", durability: "volatile", history: "keepAll" };
