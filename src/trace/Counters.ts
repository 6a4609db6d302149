// What a participant put on the wire, took from it and dropped.
// Owns the counts. Hot path: fields are incremented directly, arrays by a small index; no strings, no allocation.

import { DROP_REASONS, type DropReason } from "./dropReasons.js";
import { submessageName } from "./submessageNames.js";

/** Counters of one participant since it was made. All are plain Numbers, exact to 2^53. */
export class Counters {
  datagramsIn = 0;
  datagramsOut = 0;
  /** Bytes of UDP payload. */
  bytesIn = 0;
  bytesOut = 0;

  samplesWritten = 0;
  /** Samples handed to the user. */
  samplesDelivered = 0;
  /** Samples that a reader gave up: evicted at the writer, or missed on a best-effort reader. */
  samplesLost = 0;
  samplesRetransmitted = 0;
  fragmentsRetransmitted = 0;
  /** Samples and fragments that came again. Also counted in `dropped`. */
  duplicateSamples = 0;
  duplicateFragments = 0;

  /** Submessages and their bytes with header, by RTPS submessage id. */
  readonly submessagesIn = new Float64Array(SUBMESSAGE_IDS);
  readonly submessagesOut = new Float64Array(SUBMESSAGE_IDS);
  readonly submessageBytesIn = new Float64Array(SUBMESSAGE_IDS);
  readonly submessageBytesOut = new Float64Array(SUBMESSAGE_IDS);

  /** Drops by index of the reason, `DROP`. */
  readonly dropped = new Float64Array(DROP_REASONS.length);

  datagramIn(bytes: number): void {
    this.datagramsIn++;
    this.bytesIn += bytes;
  }

  datagramOut(bytes: number): void {
    this.datagramsOut++;
    this.bytesOut += bytes;
  }

  /** @param id submessage id, 0..255 @param bytes length with the 4-byte submessage header */
  submessageIn(id: number, bytes: number): void {
    this.submessagesIn[id]!++;
    this.submessageBytesIn[id]! += bytes;
  }

  submessageOut(id: number, bytes: number): void {
    this.submessagesOut[id]!++;
    this.submessageBytesOut[id]! += bytes;
  }

  /** @param reason an index from `DROP` @param times how often */
  drop(reason: number, times = 1): void {
    this.dropped[reason]! += times;
  }

  /** Adds every count of `other`. */
  add(other: Counters): void {
    for (const name of COUNTER_NAMES) this[name] += other[name];
    for (const name of COUNTER_ARRAYS) {
      for (let index = 0; index < this[name].length; index++) this[name][index]! += other[name][index]!;
    }
  }

  droppedFor(reason: DropReason): number {
    return this.dropped[DROP_REASONS.indexOf(reason)]!;
  }

  /** Drops for any reason. */
  get droppedTotal(): number {
    return this.dropped.reduce((sum, count) => sum + count, 0);
  }

  /** A plain copy that holds only what is not zero. Allocates: not for the hot path. */
  snapshot(): CountersSnapshot {
    const totals: Partial<Record<CounterName, number>> = {};
    for (const name of COUNTER_NAMES) if (this[name] !== 0) totals[name] = this[name];
    return {
      ...totals,
      submessagesIn: nonZero(this.submessagesIn, submessageName),
      submessagesOut: nonZero(this.submessagesOut, submessageName),
      submessageBytesIn: nonZero(this.submessageBytesIn, submessageName),
      submessageBytesOut: nonZero(this.submessageBytesOut, submessageName),
      dropped: nonZero(this.dropped, (index) => DROP_REASONS[index]!),
    };
  }
}

const SUBMESSAGE_IDS = 256;

/** The scalar counters, in the order of reports. */
export const COUNTER_NAMES = [
  "datagramsIn",
  "datagramsOut",
  "bytesIn",
  "bytesOut",
  "samplesWritten",
  "samplesDelivered",
  "samplesLost",
  "samplesRetransmitted",
  "fragmentsRetransmitted",
  "duplicateSamples",
  "duplicateFragments",
] as const;

const COUNTER_ARRAYS = [
  "submessagesIn",
  "submessagesOut",
  "submessageBytesIn",
  "submessageBytesOut",
  "dropped",
] as const;

export type CounterName = (typeof COUNTER_NAMES)[number];

/** Plain object of counters; a counter that is zero is absent. */
export type CountersSnapshot = Partial<Record<CounterName, number>> & {
  /** Counts by submessage name, "Data", "AckNack", or "0x80" for an id without a name. */
  readonly submessagesIn: Readonly<Record<string, number>>;
  readonly submessagesOut: Readonly<Record<string, number>>;
  readonly submessageBytesIn: Readonly<Record<string, number>>;
  readonly submessageBytesOut: Readonly<Record<string, number>>;
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
};

/** What happened between two snapshots of the same counters. */
export function countersSince(before: CountersSnapshot, after: CountersSnapshot): CountersSnapshot {
  const totals: Partial<Record<CounterName, number>> = {};
  for (const name of COUNTER_NAMES) {
    const difference = (after[name] ?? 0) - (before[name] ?? 0);
    if (difference !== 0) totals[name] = difference;
  }
  return {
    ...totals,
    submessagesIn: difference(before.submessagesIn, after.submessagesIn),
    submessagesOut: difference(before.submessagesOut, after.submessagesOut),
    submessageBytesIn: difference(before.submessageBytesIn, after.submessageBytesIn),
    submessageBytesOut: difference(before.submessageBytesOut, after.submessageBytesOut),
    dropped: difference(before.dropped, after.dropped),
  };
}

function nonZero(counts: Float64Array, nameOf: (index: number) => string): Record<string, number> {
  const named: Record<string, number> = {};
  for (let index = 0; index < counts.length; index++) {
    if (counts[index] !== 0) named[nameOf(index)] = counts[index]!;
  }
  return named;
}

function difference(
  before: Readonly<Record<string, number | undefined>>,
  after: Readonly<Record<string, number | undefined>>,
): Record<string, number> {
  const changed: Record<string, number> = {};
  for (const [name, count] of Object.entries(after)) {
    const delta = (count ?? 0) - (before[name] ?? 0);
    if (delta !== 0) changed[name] = delta;
  }
  return changed;
}
