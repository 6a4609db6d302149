// QoS in words, for reports and error messages. What is equal in meaning has the same words, except octets of the same
// length, which are shown as far as they fit.

import { durationInWords, presentationInWords, representationsInWords } from "./compatibility.js";
import { partitionsInWords } from "./partitions.js";
import type {
  DataRepresentationQos,
  HistoryQos,
  OctetsQos,
  PartitionQos,
  PresentationQos,
  PropertyQos,
} from "./policies.js";

/**
 * The policies of an entity that are not as in `base`, one line each: `deadline: 100 ms`.
 *
 * @param base what to compare with, such as DEFAULT_WRITER_QOS
 */
export function describeQos<Qos extends object>(qos: Qos, base: Qos): string[] {
  const lines: string[] = [];
  for (const [policy, value] of Object.entries(qos)) {
    if (samePolicy(policy, value, (base as Record<string, object>)[policy])) continue;
    lines.push(`${policy}: ${policyInWords(policy, value)}`);
  }
  return lines;
}

/** One policy in words; `policy` is its name in a WriterQos, ReaderQos and so on. */
export function policyInWords(policy: string, value: object): string {
  const special = SPECIAL_WORDS[policy];
  return special === undefined ? membersInWords(value) : special(value as never);
}

/** True if two values of a policy mean the same: a KEEP_ALL history has no depth, an empty partition list is "". */
export function samePolicy(policy: string, a: object, b: object | undefined): boolean {
  if (b === undefined) return false;
  if (isOctets(a) && isOctets(b)) {
    return a.value.length === b.value.length && a.value.every((octet, i) => octet === b.value[i]);
  }
  return policyInWords(policy, a) === policyInWords(policy, b);
}

function isOctets(value: object): value is OctetsQos {
  return (value as OctetsQos).value instanceof Uint8Array;
}

/** "RELIABLE, maxBlockingTime 100 ms": kinds and lone members by themselves, others with their name. */
function membersInWords(value: object): string {
  const members = Object.entries(value);
  return members
    .map(([name, member]) => {
      const words = memberInWords(name, member);
      return members.length === 1 || name === "kind" ? words : `${name.replace(/Ms$/, "")} ${words}`;
    })
    .join(", ");
}

function memberInWords(name: string, member: unknown): string {
  if (typeof member !== "number") return String(member);
  if (name.endsWith("Ms")) return durationInWords(member);
  return member === Infinity ? "unlimited" : String(member);
}

function historyInWords({ kind, depth }: HistoryQos): string {
  return kind === "KEEP_ALL" ? kind : `${kind}, depth ${depth}`;
}

function octetsInWords({ value }: OctetsQos): string {
  if (value.length === 0) return "empty";
  const hex = Array.from(value.subarray(0, SHOWN_OCTETS), (octet) => octet.toString(16).padStart(2, "0")).join("");
  return `${value.length} ${value.length === 1 ? "octet" : "octets"}, ${hex}${value.length > SHOWN_OCTETS ? "..." : ""}`;
}

function propertiesInWords({ value }: PropertyQos): string {
  if (value.length === 0) return "none";
  return value
    .map((one) => `${one.name}=${JSON.stringify(one.value)}${one.propagate ? " (propagated)" : ""}`)
    .join(", ");
}

const SHOWN_OCTETS = 16;

const SPECIAL_WORDS: Readonly<Record<string, (value: never) => string>> = {
  history: historyInWords,
  presentation: (value: PresentationQos) => presentationInWords(value),
  partition: (value: PartitionQos) => partitionsInWords(value.names),
  dataRepresentation: (value: DataRepresentationQos) => representationsInWords(value.ids),
  userData: octetsInWords,
  topicData: octetsInWords,
  groupData: octetsInWords,
  property: propertiesInWords,
};
