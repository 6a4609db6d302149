// DDS 1.4 §2.2.3: policies of one entity that contradict each other (INCONSISTENT_POLICY).

import { durationInWords } from "./compatibility.js";
import type { EndpointQos, ReaderQos, WriterQos } from "./endpointQos.js";
import type { DomainParticipantQos, PublisherQos, TopicQos } from "./entityQos.js";
import type { DurabilityServiceQos, OctetsQos } from "./policies.js";
import { propagatedProperties } from "./properties.js";
import { QosError } from "./QosError.js";

/** Throws QosError (`QOS_INCONSISTENT`) if policies of a writer contradict each other or say too much together. */
export function checkWriterConsistency(qos: WriterQos): void {
  checkHistory(qos);
  checkAnnouncement(qos);
  checkService(qos.durabilityService);
}

/** Throws QosError (`QOS_INCONSISTENT`) if policies of a reader contradict each other or say too much together. */
export function checkReaderConsistency(qos: ReaderQos): void {
  checkHistory(qos);
  checkAnnouncement(qos);
  const separation = qos.timeBasedFilter.minimumSeparationMs;
  const period = qos.deadline.periodMs;
  // §2.2.3.12: a reader that filters out what its deadline asks for would always miss it.
  if (separation <= period) return;
  const problem = `a separation of ${durationInWords(separation)} is above the deadline period of ${durationInWords(period)}`;
  throw new QosError("QOS_INCONSISTENT", "timeBasedFilter", `${problem}: lower it or raise the deadline`);
}

/** Throws QosError (`QOS_INCONSISTENT`) if policies of a topic contradict each other or say too much together. */
export function checkTopicConsistency(qos: TopicQos): void {
  checkHistory(qos);
  checkAnnouncement(qos);
  checkService(qos.durabilityService);
}

/** Throws QosError (`QOS_INCONSISTENT`) if a publisher or subscriber says more than its endpoints can announce. */
export function checkGroupConsistency(qos: PublisherQos): void {
  checkAnnouncement(qos);
}

/** Throws QosError (`QOS_INCONSISTENT`) if a participant says more than it can announce. */
export function checkParticipantConsistency(qos: DomainParticipantQos): void {
  checkAnnouncement(qos);
}

/**
 * The policies of free length travel in one announcement (RTPS 2.5 §9.6.2.2), which has to fit a UDP datagram with the
 * names, locators and other policies beside them.
 */
const MAX_ANNOUNCED_OCTETS = 60_000;
/** Policies with fewer octets are not what fills an announcement. */
const WORTH_A_WORD = 256;

type Announced = Partial<
  Pick<EndpointQos, "userData" | "topicData" | "groupData" | "partition" | "dataRepresentation" | "property">
>;

function checkAnnouncement(qos: Announced): void {
  const parts = Object.entries({
    userData: octetsOf(qos.userData),
    topicData: octetsOf(qos.topicData),
    groupData: octetsOf(qos.groupData),
    partition: stringOctets(qos.partition?.names ?? []),
    dataRepresentation: 2 * (qos.dataRepresentation?.ids.length ?? 0),
    property: qos.property === undefined ? 0 : stringOctets(propagatedProperties(qos.property).flat()),
  });
  const total = parts.reduce((sum, [, octets]) => sum + octets, 0);
  if (total <= MAX_ANNOUNCED_OCTETS) return;
  parts.sort(([, a], [, b]) => b - a);
  const [largest, ...others] = parts.filter(([, octets]) => octets >= WORTH_A_WORD).map(([policy]) => policy);
  const together = others.length === 0 ? "" : ` with ${others.join(", ")}`;
  const problem = `${total} octets${together} are too many for one announcement`;
  throw new QosError("QOS_INCONSISTENT", largest!, `${problem}: at most ${MAX_ANNOUNCED_OCTETS} in all`);
}

function octetsOf(policy: OctetsQos | undefined): number {
  return policy === undefined ? 0 : policy.value.length;
}

/** A string in a parameter: its length, its UTF-8, a NUL, and up to three octets of padding. */
function stringOctets(texts: readonly string[]): number {
  const encoder = new TextEncoder();
  return texts.reduce((sum, text) => sum + 8 + encoder.encode(text).length, 0);
}

function checkService(service: DurabilityServiceQos): void {
  checkDepth("durabilityService", service.historyKind, service.historyDepth, service.maxSamplesPerInstance);
  checkLimits("durabilityService", service.maxSamples, service.maxSamplesPerInstance);
}

function checkHistory(qos: Pick<EndpointQos, "history" | "resourceLimits">): void {
  const limits = qos.resourceLimits;
  checkDepth("history", qos.history.kind, qos.history.depth, limits.maxSamplesPerInstance);
  checkLimits("resourceLimits", limits.maxSamples, limits.maxSamplesPerInstance);
}

function checkDepth(policy: string, kind: string, depth: number, maxSamplesPerInstance: number): void {
  if (kind !== "KEEP_LAST" || depth <= maxSamplesPerInstance) return;
  const problem = `a depth of ${depth} is above maxSamplesPerInstance (${maxSamplesPerInstance})`;
  throw new QosError("QOS_INCONSISTENT", policy, `${problem}: lower the depth or raise the limit`);
}

// An unlimited number per instance is no contradiction: maxSamples alone limits then.
function checkLimits(policy: string, maxSamples: number, maxSamplesPerInstance: number): void {
  if (maxSamplesPerInstance === Infinity || maxSamplesPerInstance <= maxSamples) return;
  const problem = `maxSamples (${maxSamples}) is below maxSamplesPerInstance (${maxSamplesPerInstance})`;
  throw new QosError("QOS_INCONSISTENT", policy, `${problem}: raise maxSamples or lower the other`);
}
