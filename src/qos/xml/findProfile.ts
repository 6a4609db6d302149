// Which profile of a file applies: by name or as the default, for a role, and for a topic.

import { partitionsMatch } from "../partitions.js";
import { QosError } from "../QosError.js";
import type { DomainParticipantQosInput, ReaderPolicies, WriterPolicies } from "../qosInput.js";
import type { ParticipantSettings, ProfileKind, QosFile, QosProfile } from "./qosFile.js";

type ProfileOf<Kind extends ProfileKind> = Extract<QosProfile, { readonly kind: Kind }>;

/**
 * Finds the profile for a role.
 *
 * @param name as in the file; for Connext also without the library if that is clear. Undefined: the default profile
 * @param topicName for Connext: a part with a topic filter that fits goes before one without a filter
 * @returns undefined if the profile says nothing about this role, or if there is no default
 * @throws QosError (`QOS_FILE`) if no profile has that name, with the names there are; what is wrong with the profile
 */
export function findProfile<Kind extends ProfileKind>(
  file: QosFile,
  name: string | undefined,
  kind: Kind,
  topicName?: string,
): ProfileOf<Kind> | undefined {
  const known = name === undefined ? file.profiles.filter((one) => one.isDefault) : named(file, name);
  const candidates = known.filter((one): one is ProfileOf<Kind> => one.kind === kind);
  const filtered = candidates.filter((one) => one.topicFilter !== undefined && fits(one.topicFilter, topicName));
  const found = filtered[0] ?? candidates.find((one) => one.topicFilter === undefined);
  if (found?.problem !== undefined) throw found.problem;
  return found;
}

/** The policies for a writer: those of its profile, and of a publisher with the same name (Connext). */
export function writerPolicies(file: QosFile, name: string | undefined, topicName: string): WriterPolicies {
  const { entityFactory: _, ...group } = findProfile(file, name, "publisher")?.qos ?? {};
  return { ...group, ...findForRole(file, name, "writer", topicName)?.qos };
}

/** The policies for a reader: those of its profile, and of a subscriber with the same name (Connext). */
export function readerPolicies(file: QosFile, name: string | undefined, topicName: string): ReaderPolicies {
  const { entityFactory: _, ...group } = findProfile(file, name, "subscriber")?.qos ?? {};
  return { ...group, ...findForRole(file, name, "reader", topicName)?.qos };
}

/**
 * The settings and the QoS of a participant. Of Cyclone DDS all that is said for the domain applies, in order: what is
 * said for any domain, and for this one. Without a domain id it is the first that has a number, as there.
 */
export function participantProfile(
  file: QosFile,
  name: string | undefined,
  domainId: number | undefined,
): {
  readonly settings: ParticipantSettings;
  readonly qos: DomainParticipantQosInput;
  /** What they come from, in order. */
  readonly profiles: readonly QosProfile[];
} {
  if (file.vendor === "cyclone" && name === undefined) {
    const own = domainId === undefined ? file.profiles.find((one) => one.name !== "any")?.name : String(domainId);
    const applying = file.profiles.filter((one) => one.name === "any" || one.name === own);
    const settings = applying.map((one) => (one.kind === "participant" ? one.participant : {}));
    return { settings: Object.assign({}, ...settings) as ParticipantSettings, qos: {}, profiles: applying };
  }
  const profile = findForRole(file, name, "participant");
  const profiles = profile === undefined ? [] : [profile];
  return { settings: profile?.participant ?? {}, qos: profile?.qos ?? {}, profiles };
}

/** Names of the profiles, each once, in the order of the file. */
export function profileNames(file: QosFile): string[] {
  return [...new Set(file.profiles.map((one) => one.name))];
}

/**
 * A profile of Fast DDS is for one kind of entity: the others of a program have the default of theirs, as there. One of
 * Connext is for all kinds: what it does not mention is as in DDS.
 */
function findForRole<Kind extends ProfileKind>(
  file: QosFile,
  name: string | undefined,
  kind: Kind,
  topicName?: string,
): ProfileOf<Kind> | undefined {
  const found = findProfile(file, name, kind, topicName);
  return found ?? (file.vendor === "fastdds" ? findProfile(file, undefined, kind) : undefined);
}

function named(file: QosFile, name: string): readonly QosProfile[] {
  const exact = file.profiles.filter((one) => one.name === name);
  if (exact.length > 0) return exact;
  const inLibraries = file.profiles.filter((one) => one.name.endsWith(`::${name}`));
  const names = [...new Set(inLibraries.map((one) => one.name))];
  if (names.length === 1) return inLibraries;
  const where = file.profiles[0]?.file ?? "the file";
  if (names.length > 1) {
    throw new QosError("QOS_FILE", where, `several profiles are called "${name}": give the library, as in ${names[0]}`);
  }
  throw new QosError(
    "QOS_FILE",
    where,
    `no profile is called "${name}"; there are: ${profileNames(file).join(", ") || "none"}`,
  );
}

/** Patterns separated by commas, as in partitions. */
function fits(filter: string, topicName: string | undefined): boolean {
  return topicName !== undefined && filter.split(",").some((one) => partitionsMatch([one.trim()], [topicName]));
}
