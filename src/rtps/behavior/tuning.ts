// RTPS 2.5 §8.4.7 and §8.4.10: every timing and limit of writers and readers, by its spec name with the unit added.
// Defaults suit loopback and a LAN; where a default is not the spec's, the line says why.

import type { Ms } from "../structure/time.js";

/** Timings and sizes of one writer. All in milliseconds or bytes. */
export interface WriterTuning {
  /** First HEARTBEAT that asks for an answer, this long after data that nobody has acknowledged. */
  readonly heartbeatPeriodMs: Ms;
  /** The period doubles while nothing changes, up to this. */
  readonly heartbeatPeriodMaxMs: Ms;
  /** Wait before answering a NACK, so that several merge. */
  readonly nackResponseDelayMs: Ms;
  /** A NACK for a sample sent less than this ago is not answered: it was already on its way. */
  readonly nackSuppressionDurationMs: Ms;
  /** An ACKNACK or NACK_FRAG whose count does not grow is late or doubled, unless no newer one has come for this long. */
  readonly staleCountTimeoutMs: Ms;
  /** After this many samples a piggybacked HEARTBEAT asks for an acknowledgement, so that history can be freed. */
  readonly ackEverySamples: number;
  /** Likewise by payload bytes. */
  readonly ackEveryBytes: number;
  /** KEEP_ALL writers: unacknowledged samples and payload bytes on their way to one reader before sending waits. */
  readonly sendWindowSamples: number;
  readonly sendWindowBytes: number;
  /**
   * Flow controller: bytes of payload per second that leave for all readers together, repairs included; Infinity for as fast
   * as the socket takes them. After a pause `maxBurstBytes` leave at once. Timers have steps of 1 ms: a burst below
   * what the rate allows in 2 ms makes the rate lower than asked for.
   */
  readonly maxBytesPerSecond: number;
  readonly maxBurstBytes: number;
  /** Samples larger than this go in fragments of at most this size, bytes. */
  readonly maxFragmentBytes: number;
}

/** Timings of one reader. */
export interface ReaderTuning {
  /** Wait between a HEARTBEAT and the ACKNACK it causes. */
  readonly heartbeatResponseDelayMs: Ms;
  /** A HEARTBEAT this soon after the last one of the same writer is only looked at for its numbers. */
  readonly heartbeatSuppressionDurationMs: Ms;
  /** Numbers already asked for are not asked for again within this time; it doubles up to the next value. */
  readonly nackRepeatMs: Ms;
  readonly nackRepeatMaxMs: Ms;
  /** First and largest wait between pre-emptive ACKNACKs to a writer that has not sent a HEARTBEAT yet. */
  readonly preemptiveAckNackMs: Ms;
  readonly preemptiveAckNackMaxMs: Ms;
  /** A HEARTBEAT whose count does not grow is taken again after this long: the writer may have restarted. */
  readonly staleCountTimeoutMs: Ms;
  /**
   * LIFESPAN: so much of a sample's age is taken for a difference between its writer's clock and ours. Infinity: samples
   * live from their reception on.
   */
  readonly clockToleranceMs: Ms;
}

/** What a peer can make one participant hold or do. Each has a counter of what was refused. */
export interface Limits {
  readonly maxParticipants: number;
  readonly maxEndpointsPerParticipant: number;
  /** Octets of the announcements of its endpoints that are kept, and of those of all participants together. */
  readonly maxEndpointBytesPerParticipant: number;
  readonly maxEndpointBytes: number;
  readonly maxLocatorsPerList: number;
  /** Changes of one writer that a reader keeps beyond the first missing one. */
  readonly maxOutOfOrderChanges: number;
  /** Separate runs of received numbers per writer. */
  readonly maxReceivedRanges: number;
  /** Incomplete fragmented samples per writer; the one furthest ahead gives way, best-effort the oldest. */
  readonly maxFragmentedSamples: number;
  /** Fragments of one sample: a bit is kept of each. */
  readonly maxFragmentsPerSample: number;
  /** Largest sample that is reassembled, bytes. */
  readonly maxSampleBytes: number;
  /** Bytes of incomplete and out-of-order samples per reader. */
  readonly maxPendingBytes: number;
  /** Changes that a reader holds until they are taken. */
  readonly maxUntakenChanges: number;
  /** Payload bytes of them. */
  readonly maxUntakenBytes: number;
  /** Instances of a keyed topic that a reader remembers. */
  readonly maxInstancesPerReader: number;
  /** XTypes 1.3 §7.6.3.3: TypeObjects that one participant makes us hold, and their bytes. */
  readonly maxTypesPerParticipant: number;
  readonly maxTypeBytesPerParticipant: number;
  /** Types that are looked at for one: all that it depends on, or all that one request asks for. */
  readonly maxTypeDependencies: number;
  /** Requests about one type, each for what the one before has shown. */
  readonly maxTypeRounds: number;
  /** Types of one participant that are asked about at a time; the others wait. */
  readonly maxTypeInquiries: number;
  /** A reply with types that we send, bytes; the asker asks again for the rest. */
  readonly maxTypeReplyBytes: number;
  /** A request or a reply that we take, bytes. */
  readonly maxTypeMessageBytes: number;
  readonly maxSubmessagesPerDatagram: number;
  readonly maxParameterListBytes: number;
  /** Largest datagram sent to an address of this host, bytes of UDP payload: 512 to 65507. */
  readonly maxDatagramBytesLocal: number;
  /** Largest datagram sent to any other address, in the same range. */
  readonly maxDatagramBytes: number;
}

/** §9.4.5.5: fragmentSize has 16 bits. */
const MAX_FRAGMENT_BYTES = 65535;

export const DEFAULT_WRITER_TUNING: WriterTuning = {
  // The spec leaves it open; vendors use 100 ms to 3 s. A lone lost sample is repaired after one period.
  heartbeatPeriodMs: 20,
  heartbeatPeriodMaxMs: 1000,
  // Spec default 200 ms: a value for networks of 2002. Merging happens in the packer anyway.
  nackResponseDelayMs: 0,
  nackSuppressionDurationMs: 0,
  // As readers do; longer than datagrams overtake each other.
  staleCountTimeoutMs: 500,
  ackEverySamples: 64,
  ackEveryBytes: 262144,
  // What a 4 MiB receive buffer takes, kernel overhead included; participants on sockets go by the buffer they were granted.
  sendWindowSamples: 8192,
  sendWindowBytes: 2 * 1024 * 1024,
  maxBytesPerSecond: Infinity,
  maxBurstBytes: 65536,
  // All that the wire allows: what a datagram takes decides.
  maxFragmentBytes: MAX_FRAGMENT_BYTES,
};

export const DEFAULT_READER_TUNING: ReaderTuning = {
  // Spec default 500 ms. Answers merge in the packer, so no delay is needed to save traffic.
  heartbeatResponseDelayMs: 0,
  heartbeatSuppressionDurationMs: 0,
  // Ours: longer than a repair takes on a LAN, so that each HEARTBEAT of a burst does not ask again.
  nackRepeatMs: 10,
  nackRepeatMaxMs: 640,
  preemptiveAckNackMs: 10,
  preemptiveAckNackMaxMs: 1000,
  // Cyclone DDS uses 500 ms.
  staleCountTimeoutMs: 500,
  // DDS 1.4 §2.2.3.16 relies on clocks that agree.
  clockToleranceMs: 0,
};

export const DEFAULT_LIMITS: Limits = {
  maxParticipants: 1024,
  maxEndpointsPerParticipant: 4096,
  maxEndpointBytesPerParticipant: 16 * 1024 * 1024,
  maxEndpointBytes: 256 * 1024 * 1024,
  maxLocatorsPerList: 16,
  maxOutOfOrderChanges: 8192,
  maxReceivedRanges: 1024,
  maxFragmentedSamples: 64,
  // The largest sample in fragments of 256 octets; those of every vendor are above 1000.
  maxFragmentsPerSample: 1024 * 1024,
  maxSampleBytes: 256 * 1024 * 1024,
  maxPendingBytes: 512 * 1024 * 1024,
  maxUntakenChanges: 65536,
  maxUntakenBytes: 512 * 1024 * 1024,
  maxInstancesPerReader: 100_000,
  maxTypesPerParticipant: 4096,
  maxTypeBytesPerParticipant: 4 * 1024 * 1024,
  maxTypeDependencies: 1024,
  maxTypeRounds: 64,
  maxTypeInquiries: 8,
  maxTypeReplyBytes: 64 * 1024,
  maxTypeMessageBytes: 1024 * 1024,
  maxSubmessagesPerDatagram: 8192,
  maxParameterListBytes: 65536,
  // A datagram near 64 KiB costs a 64 KiB allocation per receive in Node; half of it measures faster.
  maxDatagramBytesLocal: 32768,
  // Ethernet's 1500 less IPv4 and UDP headers.
  maxDatagramBytes: 1472,
};

/** The defaults of builtin (discovery) writers: same machinery, same timings. */
export const BUILTIN_WRITER_TUNING: WriterTuning = { ...DEFAULT_WRITER_TUNING, heartbeatPeriodMs: 50 };

/**
 * Throws a RangeError with one line for values that make no sense: a period of zero would make the engine spin. Names
 * that end in Ms and are no delay, duration or time-out are periods.
 *
 * @param defaults the settings that there are, if `values` may have names that are none
 */
export function checkTuning(values: object, defaults?: object): void {
  for (const [name, value] of Object.entries(values)) {
    if (defaults !== undefined && !(name in defaults)) {
      throw new RangeError(`there is no setting ${name}, only ${Object.keys(defaults).join(", ")}`);
    }
    const { min, max, unit } = rangeOf(name);
    if (typeof value === "number" && value >= min && value <= max) continue;
    const range = max === Infinity ? `${min}${unit} or more` : `from ${min} to ${max}`;
    throw new RangeError(`${name} must be ${range}, not ${value}`);
  }
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

function rangeOf(name: string): Range {
  if (name.endsWith("Ms") && !MAY_BE_ZERO.test(name)) return PERIOD;
  return RANGES.get(name) ?? ANY_NUMBER;
}

const MAY_BE_ZERO = /(Delay|Duration|Timeout|Jitter|Tolerance)Ms$/;
const PERIOD: Range = { min: 0.1, max: Infinity, unit: " ms" };
const ANY_NUMBER: Range = { min: 0, max: Infinity, unit: "" };
const AT_LEAST_ONE: Range = { ...ANY_NUMBER, min: 1 };
/** Announcements are not cut up, and IPv4 has no larger datagrams. */
const DATAGRAM: Range = { min: 512, max: 65507, unit: "" };

const RANGES: ReadonlyMap<string, Range> = new Map([
  ["ackEverySamples", AT_LEAST_ONE],
  ["ackEveryBytes", AT_LEAST_ONE],
  ["sendWindowSamples", AT_LEAST_ONE],
  ["sendWindowBytes", AT_LEAST_ONE],
  ["maxBytesPerSecond", AT_LEAST_ONE],
  ["maxBurstBytes", AT_LEAST_ONE],
  ["maxSubmessagesPerDatagram", AT_LEAST_ONE],
  ["maxFragmentBytes", { min: 1, max: MAX_FRAGMENT_BYTES, unit: "" }],
  ["maxDatagramBytes", DATAGRAM],
  ["maxDatagramBytesLocal", DATAGRAM],
]);
