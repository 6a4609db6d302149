// DDS 1.4 §2.2.3: policies of one endpoint that contradict each other (INCONSISTENT_POLICY).

import { durationInWords } from "./compatibility.js";
import type { EndpointQos, ReaderQos, WriterQos } from "./endpointQos.js";
import { QosError } from "./QosError.js";

/** Throws QosError (`QOS_INCONSISTENT`) if policies of a writer contradict each other or say too much together. */
export function checkWriterConsistency(qos: WriterQos): void {
  checkHistory(qos);
  checkAnnouncement(qos);
  const service = qos.durabilityService;
  checkDepth("durabilityService", service.historyKind, service.historyDepth, service.maxSamplesPerInstance);
  checkLimits("durabilityService", service.maxSamples, service.maxSamplesPerInstance);
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

/**
 * The policies of free length travel in one announcement (RTPS 2.5 §9.6.2.2), which has to fit a UDP datagram with the
 * names, locators and other policies beside them.
 */
const MAX_ANNOUNCED_OCTETS = 60_000;
/** Policies with fewer octets are not what fills an announcement. */
const WORTH_A_WORD = 256;

function checkAnnouncement(qos: EndpointQos): void {
  const parts = Object.entries({
    userData: qos.userData.value.length,
    topicData: qos.topicData.value.length,
    groupData: qos.groupData.value.length,
    partition: qos.partition.names.reduce((sum, name) => sum + stringOctets(name), 0),
    dataRepresentation: 2 * qos.dataRepresentation.ids.length,
  });
  const total = parts.reduce((sum, [, octets]) => sum + octets, 0);
  if (total <= MAX_ANNOUNCED_OCTETS) return;
  parts.sort(([, a], [, b]) => b - a);
  const [largest, ...others] = parts.filter(([, octets]) => octets >= WORTH_A_WORD).map(([policy]) => policy);
  const together = others.length === 0 ? "" : ` with ${others.join(", ")}`;
  const problem = `${total} octets${together} are too many for one announcement`;
  throw new QosError("QOS_INCONSISTENT", largest!, `${problem}: at most ${MAX_ANNOUNCED_OCTETS} in all`);
}

/** A string in a parameter: its length, its UTF-8, a NUL, and up to three octets of padding. */
function stringOctets(text: string): number {
  return 8 + new TextEncoder().encode(text).length;
}

function checkHistory(qos: EndpointQos): void {
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
