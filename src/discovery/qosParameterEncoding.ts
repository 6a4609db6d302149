// RTPS 2.5 §9.6.2.2 and XTypes 1.3 §7.6.3: QoS policies to parameters. DURABILITY, RELIABILITY and
// DATA_REPRESENTATION are always sent, because vendors disagree about their defaults; the others if not default.

import {
  DATA_REPRESENTATIONS,
  type DataRepresentationId,
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  DESTINATION_ORDER_KINDS,
  DURABILITY_KINDS,
  type EndpointQos,
  HISTORY_KINDS,
  LIVELINESS_KINDS,
  OWNERSHIP_KINDS,
  PRESENTATION_SCOPES,
  RELIABILITY_KINDS,
  type ReaderQos,
  TYPE_CONSISTENCY_KINDS,
  type TypeConsistencyQos,
  type WriterQos,
} from "../qos/index.js";
import {
  PID_DATA_REPRESENTATION,
  PID_DEADLINE,
  PID_DESTINATION_ORDER,
  PID_DURABILITY,
  PID_DURABILITY_SERVICE,
  PID_GROUP_DATA,
  PID_HISTORY,
  PID_LATENCY_BUDGET,
  PID_LIFESPAN,
  PID_LIVELINESS,
  PID_OWNERSHIP,
  PID_OWNERSHIP_STRENGTH,
  PID_PARTITION,
  PID_PRESENTATION,
  PID_RELIABILITY,
  PID_RESOURCE_LIMITS,
  PID_TIME_BASED_FILTER,
  PID_TOPIC_DATA,
  PID_TRANSPORT_PRIORITY,
  PID_TYPE_CONSISTENCY_ENFORCEMENT,
  PID_USER_DATA,
} from "../rtps/messages/parameterId.js";
import type { ParameterListBuilder } from "../rtps/messages/parameterList.js";

/** Appends everything a writer offers. */
export function appendWriterQos(list: ParameterListBuilder, qos: WriterQos): void {
  appendEndpointQos(list, qos);
  appendTimingQos(list, qos, Math.floor);
  const absent = DEFAULT_WRITER_QOS;
  const service = qos.durabilityService;
  if (!sameValues(service, absent.durabilityService)) {
    list.durationAndWords(PID_DURABILITY_SERVICE, service.serviceCleanupDelayMs, [
      HISTORY_KINDS.indexOf(service.historyKind),
      service.historyDepth,
      limitToWire(service.maxSamples),
      limitToWire(service.maxInstances),
      limitToWire(service.maxSamplesPerInstance),
    ]);
  }
  appendWriterOnlyQos(list, qos);
}

/** RTPS 2.5 §8.7.2: the policies of a writer that may stand in inline QoS. */
export function appendInlineWriterQos(list: ParameterListBuilder, qos: WriterQos): void {
  appendServiceQos(list, qos);
  appendOrderQos(list, qos);
  appendTimingQos(list, qos, Math.floor);
  appendWriterOnlyQos(list, qos);
}

/**
 * Appends everything a reader requests.
 *
 * @param hasType it announces its type. Connext 7.7 takes silence about consistency for less than the default then.
 */
export function appendReaderQos(list: ParameterListBuilder, qos: ReaderQos, hasType = false): void {
  appendEndpointQos(list, qos);
  appendTimingQos(list, qos, Math.ceil);
  if (qos.timeBasedFilter.minimumSeparationMs !== 0) {
    list.duration(PID_TIME_BASED_FILTER, qos.timeBasedFilter.minimumSeparationMs);
  }
  if (hasType || !sameValues(qos.typeConsistency, DEFAULT_READER_QOS.typeConsistency)) {
    list.octets(PID_TYPE_CONSISTENCY_ENFORCEMENT, typeConsistencyOctets(qos.typeConsistency));
  }
}

function appendWriterOnlyQos(list: ParameterListBuilder, qos: WriterQos): void {
  if (qos.lifespan.durationMs !== Infinity) list.duration(PID_LIFESPAN, qos.lifespan.durationMs);
  if (qos.ownershipStrength.value !== 0) list.words(PID_OWNERSHIP_STRENGTH, [qos.ownershipStrength.value]);
  if (qos.transportPriority.value !== 0) list.words(PID_TRANSPORT_PRIORITY, [qos.transportPriority.value]);
}

function appendServiceQos(list: ParameterListBuilder, qos: EndpointQos): void {
  list.u32(PID_DURABILITY, DURABILITY_KINDS.indexOf(qos.durability.kind));
  // BEST_EFFORT is 1 on the wire; all other kinds count from 0.
  const reliability = RELIABILITY_KINDS.indexOf(qos.reliability.kind) + 1;
  list.kindAndDuration(PID_RELIABILITY, reliability, qos.reliability.maxBlockingTimeMs);
}

function appendEndpointQos(list: ParameterListBuilder, qos: EndpointQos): void {
  appendServiceQos(list, qos);
  list.shortSequence(PID_DATA_REPRESENTATION, representationNumbers(qos.dataRepresentation.ids));
  appendOrderQos(list, qos);
  appendHistoryQos(list, qos);
  if (qos.userData.value.length > 0) list.octetSequence(PID_USER_DATA, qos.userData.value);
  if (qos.topicData.value.length > 0) list.octetSequence(PID_TOPIC_DATA, qos.topicData.value);
  if (qos.groupData.value.length > 0) list.octetSequence(PID_GROUP_DATA, qos.groupData.value);
}

/**
 * What is offered is rounded down and what is requested up. Connext rounds down and compares fractions, so a writer that
 * rounds up, as Fast DDS does, never matches a Connext reader that asks for the same 400 ms.
 */
function appendTimingQos(list: ParameterListBuilder, qos: EndpointQos, round: typeof Math.ceil): void {
  if (qos.deadline.periodMs !== Infinity) list.duration(PID_DEADLINE, qos.deadline.periodMs, round);
  if (qos.latencyBudget.durationMs !== 0) list.duration(PID_LATENCY_BUDGET, qos.latencyBudget.durationMs, round);
  if (!sameValues(qos.liveliness, DEFAULT_WRITER_QOS.liveliness)) {
    const kind = LIVELINESS_KINDS.indexOf(qos.liveliness.kind);
    list.kindAndDuration(PID_LIVELINESS, kind, qos.liveliness.leaseDurationMs, round);
  }
}

function appendOrderQos(list: ParameterListBuilder, qos: EndpointQos): void {
  if (qos.ownership.kind !== "SHARED") list.u32(PID_OWNERSHIP, OWNERSHIP_KINDS.indexOf(qos.ownership.kind));
  const order = DESTINATION_ORDER_KINDS.indexOf(qos.destinationOrder.kind);
  if (order !== 0) list.u32(PID_DESTINATION_ORDER, order);
  const presentation = qos.presentation;
  if (!sameValues(presentation, DEFAULT_WRITER_QOS.presentation)) {
    const scope = PRESENTATION_SCOPES.indexOf(presentation.accessScope);
    const { coherentAccess, orderedAccess } = presentation;
    list.octets(PID_PRESENTATION, [scope, 0, 0, 0, coherentAccess ? 1 : 0, orderedAccess ? 1 : 0]);
  }
  if (qos.partition.names.length > 0) list.stringSequence(PID_PARTITION, qos.partition.names);
}

function appendHistoryQos(list: ParameterListBuilder, qos: EndpointQos): void {
  if (!sameValues(qos.history, DEFAULT_WRITER_QOS.history)) {
    list.words(PID_HISTORY, [HISTORY_KINDS.indexOf(qos.history.kind), qos.history.depth]);
  }
  const limits = qos.resourceLimits;
  if (!sameValues(limits, DEFAULT_WRITER_QOS.resourceLimits)) {
    const { maxSamples, maxInstances, maxSamplesPerInstance } = limits;
    list.words(PID_RESOURCE_LIMITS, [maxSamples, maxInstances, maxSamplesPerInstance].map(limitToWire));
  }
}

function typeConsistencyOctets(consistency: TypeConsistencyQos): number[] {
  const flag = (value: boolean): number => (value ? 1 : 0);
  return [
    TYPE_CONSISTENCY_KINDS.indexOf(consistency.kind),
    0,
    flag(consistency.ignoreSequenceBounds),
    flag(consistency.ignoreStringBounds),
    flag(consistency.ignoreMemberNames),
    flag(consistency.preventTypeWidening),
    flag(consistency.forceTypeValidation),
  ];
}

function representationNumbers(ids: readonly DataRepresentationId[]): number[] {
  // An empty list means XCDR1; saying so is clearer for everybody.
  if (ids.length === 0) return [0];
  return ids.map((id) => (typeof id === "number" ? id : DATA_REPRESENTATIONS.indexOf(id)));
}

/** LENGTH_UNLIMITED is -1. */
function limitToWire(limit: number): number {
  return limit === Infinity ? -1 : limit;
}

/** Equal members; for flat objects of the same type. */
function sameValues<T extends object>(a: T, b: T): boolean {
  return (Object.keys(b) as (keyof T)[]).every((key) => a[key] === b[key]);
}
