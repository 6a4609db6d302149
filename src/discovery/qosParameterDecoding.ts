// RTPS 2.5 §9.6.2.2 and XTypes 1.3 §7.6.3: QoS policies from parameters. An absent parameter means the DDS
// default of the role. A malformed one that decides about matching makes the announcement unusable.

import {
  DATA_REPRESENTATIONS,
  type DataRepresentationId,
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
import type { ParameterListReader } from "../rtps/messages/parameterList.js";
import { adviceParameter, type Mutable, NO_PROBLEM, type ParameterHandler } from "./discoveryPayload.js";

type CommonDraft = Mutable<EndpointQos>;
type WriterDraft = Mutable<WriterQos>;
type ReaderDraft = Mutable<ReaderQos>;

/** On the wire BEST_EFFORT is 1 and RELIABLE 2; every other kind counts from 0. */
const RELIABILITY_BASE = 1;

/** The kind whose number stands at `at`; undefined if the number means nothing. */
function kindAt<K>(kinds: readonly K[], list: ParameterListReader, at: number, base = 0): K | undefined {
  return kinds[list.u32(at) - base];
}

/** A handler for a kind alone. */
function kindHandler<Draft, K>(name: string, kinds: readonly K[], set: (draft: Draft, kind: K) => void) {
  const tooShort = `${name} is too short`;
  const unknown = `${name} has an unknown kind`;
  return (list: ParameterListReader, draft: Draft): string => {
    if (!list.has(4)) return tooShort;
    const kind = kindAt(kinds, list, 0);
    if (kind === undefined) return unknown;
    set(draft, kind);
    return NO_PROBLEM;
  };
}

/** A handler for a duration alone. */
function durationHandler<Draft>(name: string, set: (draft: Draft, ms: number) => void) {
  const tooShort = `${name} is too short`;
  const negative = `${name} is negative`;
  return (list: ParameterListReader, draft: Draft): string => {
    if (!list.has(8)) return tooShort;
    const ms = list.durationMs(0);
    if (ms < 0) return negative;
    set(draft, ms);
    return NO_PROBLEM;
  };
}

/** A handler for a kind followed by a duration. */
function kindAndDurationHandler<Draft, K>(
  name: string,
  kinds: readonly K[],
  base: number,
  set: (draft: Draft, kind: K, ms: number) => void,
) {
  const tooShort = `${name} is too short`;
  const unknown = `${name} has an unknown kind`;
  const negative = `${name} is negative`;
  return (list: ParameterListReader, draft: Draft): string => {
    if (!list.has(12)) return tooShort;
    const kind = kindAt(kinds, list, 0, base);
    if (kind === undefined) return unknown;
    const ms = list.durationMs(4);
    if (ms < 0) return negative;
    set(draft, kind, ms);
    return NO_PROBLEM;
  };
}

function octetsHandler(set: (draft: CommonDraft, value: Uint8Array) => void) {
  return adviceParameter<CommonDraft>((list, draft) => {
    const octets = list.octetSequence(0);
    if (octets !== undefined) set(draft, octets);
  });
}

function takePresentation(list: ParameterListReader, draft: CommonDraft): string {
  if (!list.has(6)) return "PRESENTATION is too short";
  const accessScope = kindAt(PRESENTATION_SCOPES, list, 0);
  if (accessScope === undefined) return "PRESENTATION has an unknown scope";
  draft.presentation = { accessScope, coherentAccess: list.octet(4) !== 0, orderedAccess: list.octet(5) !== 0 };
  return NO_PROBLEM;
}

function takePartition(list: ParameterListReader, draft: CommonDraft): string {
  const names = list.stringSequence(0);
  if (names === undefined) return "PARTITION is too short";
  draft.partition = { names };
  return NO_PROBLEM;
}

// Connext appends a word of its own: the count says how many ids there are, the rest is skipped.
function takeRepresentation(list: ParameterListReader, draft: CommonDraft): string {
  if (!list.has(4)) return "DATA_REPRESENTATION is too short";
  const count = list.u32(0);
  if (count > (list.valueLength - 4) / 2) return "DATA_REPRESENTATION is too short";
  const ids: DataRepresentationId[] = [];
  for (let i = 0; i < count; i++) {
    const id = list.i16(4 + 2 * i);
    ids.push(DATA_REPRESENTATIONS[id] ?? id);
  }
  draft.dataRepresentation = { ids: count === 0 ? [DATA_REPRESENTATIONS[0]] : ids };
  return NO_PROBLEM;
}

/** A count on the wire: -1 (or any other nonsense below 1) is unlimited. */
function limitAt(list: ParameterListReader, at: number): number {
  const limit = list.i32(at);
  return limit < 1 ? Infinity : limit;
}

function takeHistory(list: ParameterListReader, draft: CommonDraft): void {
  if (!list.has(8)) return;
  const kind = kindAt(HISTORY_KINDS, list, 0);
  if (kind !== undefined) draft.history = { kind, depth: Math.max(1, list.i32(4)) };
}

function takeResourceLimits(list: ParameterListReader, draft: CommonDraft): void {
  if (!list.has(12)) return;
  draft.resourceLimits = {
    maxSamples: limitAt(list, 0),
    maxInstances: limitAt(list, 4),
    maxSamplesPerInstance: limitAt(list, 8),
  };
}

// Some vendors send 28 zero octets for VOLATILE writers, which DDS does not allow: read as the defaults.
function takeDurabilityService(list: ParameterListReader, draft: WriterDraft): void {
  if (!list.has(28)) return;
  const historyKind = kindAt(HISTORY_KINDS, list, 8);
  const delay = list.durationMs(0);
  if (historyKind === undefined || delay < 0) return;
  draft.durabilityService = {
    serviceCleanupDelayMs: delay,
    historyKind,
    historyDepth: Math.max(1, list.i32(12)),
    maxSamples: limitAt(list, 16),
    maxInstances: limitAt(list, 20),
    maxSamplesPerInstance: limitAt(list, 24),
  };
}

// The flags came one after the other with versions of XTypes: those that are there count.
function takeTypeConsistency(list: ParameterListReader, draft: ReaderDraft): void {
  if (!list.has(2)) return;
  const kind = TYPE_CONSISTENCY_KINDS[list.u16(0)];
  if (kind === undefined) return;
  const flag = (at: number, absent: boolean): boolean => (list.has(at + 1) ? list.octet(at) !== 0 : absent);
  const absent = draft.typeConsistency;
  draft.typeConsistency = {
    kind,
    ignoreSequenceBounds: flag(2, absent.ignoreSequenceBounds),
    ignoreStringBounds: flag(3, absent.ignoreStringBounds),
    ignoreMemberNames: flag(4, absent.ignoreMemberNames),
    preventTypeWidening: flag(5, absent.preventTypeWidening),
    forceTypeValidation: flag(6, absent.forceTypeValidation),
  };
}

/** Handlers of the policies that writers and readers share. */
export const ENDPOINT_QOS_PARAMETERS: readonly (readonly [number, ParameterHandler<CommonDraft>])[] = [
  [
    PID_DURABILITY,
    kindHandler("DURABILITY", DURABILITY_KINDS, (draft: CommonDraft, kind) => {
      draft.durability = { kind };
    }),
  ],
  [
    PID_RELIABILITY,
    kindAndDurationHandler("RELIABILITY", RELIABILITY_KINDS, RELIABILITY_BASE, (draft: CommonDraft, kind, ms) => {
      draft.reliability = { kind, maxBlockingTimeMs: ms };
    }),
  ],
  [
    PID_DEADLINE,
    durationHandler("DEADLINE", (draft: CommonDraft, ms) => {
      draft.deadline = { periodMs: ms };
    }),
  ],
  [
    PID_LATENCY_BUDGET,
    durationHandler("LATENCY_BUDGET", (draft: CommonDraft, ms) => {
      draft.latencyBudget = { durationMs: ms };
    }),
  ],
  [
    PID_LIVELINESS,
    kindAndDurationHandler("LIVELINESS", LIVELINESS_KINDS, 0, (draft: CommonDraft, kind, ms) => {
      draft.liveliness = { kind, leaseDurationMs: ms };
    }),
  ],
  [
    PID_OWNERSHIP,
    kindHandler("OWNERSHIP", OWNERSHIP_KINDS, (draft: CommonDraft, kind) => {
      draft.ownership = { kind };
    }),
  ],
  [
    PID_DESTINATION_ORDER,
    kindHandler("DESTINATION_ORDER", DESTINATION_ORDER_KINDS, (draft: CommonDraft, kind) => {
      draft.destinationOrder = { kind };
    }),
  ],
  [PID_PRESENTATION, takePresentation],
  [PID_PARTITION, takePartition],
  [PID_DATA_REPRESENTATION, takeRepresentation],
  [PID_HISTORY, adviceParameter(takeHistory)],
  [PID_RESOURCE_LIMITS, adviceParameter(takeResourceLimits)],
  [
    PID_USER_DATA,
    octetsHandler((draft, value) => {
      draft.userData = { value };
    }),
  ],
  [
    PID_TOPIC_DATA,
    octetsHandler((draft, value) => {
      draft.topicData = { value };
    }),
  ],
  [
    PID_GROUP_DATA,
    octetsHandler((draft, value) => {
      draft.groupData = { value };
    }),
  ],
];

/** Handlers of the policies that only writers have; a reader that sends one of them is not looked at (Fast DDS does). */
export const WRITER_QOS_PARAMETERS: readonly (readonly [number, ParameterHandler<WriterDraft>])[] = [
  [PID_DURABILITY_SERVICE, adviceParameter(takeDurabilityService)],
  [
    PID_LIFESPAN,
    durationHandler("LIFESPAN", (draft: WriterDraft, ms) => {
      draft.lifespan = { durationMs: ms };
    }),
  ],
  [
    PID_OWNERSHIP_STRENGTH,
    adviceParameter((list, draft) => {
      if (list.has(4)) draft.ownershipStrength = { value: list.i32(0) };
    }),
  ],
  [
    PID_TRANSPORT_PRIORITY,
    adviceParameter((list, draft) => {
      if (list.has(4)) draft.transportPriority = { value: list.i32(0) };
    }),
  ],
];

/** Handlers of the policies that only readers have. */
export const READER_QOS_PARAMETERS: readonly (readonly [number, ParameterHandler<ReaderDraft>])[] = [
  [
    PID_TIME_BASED_FILTER,
    durationHandler("TIME_BASED_FILTER", (draft: ReaderDraft, ms) => {
      draft.timeBasedFilter = { minimumSeparationMs: ms };
    }),
  ],
  [PID_TYPE_CONSISTENCY_ENFORCEMENT, adviceParameter(takeTypeConsistency)],
];
