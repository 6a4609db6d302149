// DDS 1.4 §2.2.3: policies of one endpoint that contradict each other (INCONSISTENT_POLICY).

import { durationInWords } from "./compatibility.js";
import type { EndpointQos, ReaderQos, WriterQos } from "./endpointQos.js";
import { QosError } from "./QosError.js";

/** Throws QosError (`QOS_INCONSISTENT`) if policies of a writer contradict each other. */
export function checkWriterConsistency(qos: WriterQos): void {
  checkHistory(qos);
  const service = qos.durabilityService;
  checkDepth("durabilityService", service.historyKind, service.historyDepth, service.maxSamplesPerInstance);
  checkLimits("durabilityService", service.maxSamples, service.maxSamplesPerInstance);
}

/** Throws QosError (`QOS_INCONSISTENT`) if policies of a reader contradict each other. */
export function checkReaderConsistency(qos: ReaderQos): void {
  checkHistory(qos);
  const separation = qos.timeBasedFilter.minimumSeparationMs;
  const period = qos.deadline.periodMs;
  // §2.2.3.12: a reader that filters out what its deadline asks for would always miss it.
  if (separation <= period) return;
  const problem = `a separation of ${durationInWords(separation)} is above the deadline period of ${durationInWords(period)}`;
  throw new QosError("QOS_INCONSISTENT", "timeBasedFilter", `${problem}: lower it or raise the deadline`);
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
