// RTPS 2.5 §8.3.5.4 and §9.3.2: sequence numbers as Numbers, exact to 2^53. Only + - < > are safe on them.

/** A sequence number; valid from 1. */
export type SequenceNumber = number;

/** "No sequence number": RTPS numbers start at 1. Stands for SEQUENCENUMBER_UNKNOWN (-1, 0) too. */
export const SN_NONE: SequenceNumber = 0;

/** The largest number this stack accepts from a peer; beyond it Numbers are no longer exact. */
export const SN_MAX: SequenceNumber = Number.MAX_SAFE_INTEGER - 65536;

const TWO_32 = 4294967296;

/** Joins the two words of the wire: high is signed, low is unsigned. */
export function snFromWords(high: number, low: number): SequenceNumber {
  return high * TWO_32 + low;
}

export function snHigh(sn: SequenceNumber): number {
  return Math.floor(sn / TWO_32);
}

export function snLow(sn: SequenceNumber): number {
  return sn >>> 0;
}

/** §8.3.5.4: valid numbers run from 1; a number we cannot hold exactly counts as invalid. */
export function isValidSn(sn: SequenceNumber): boolean {
  return sn >= 1 && sn <= SN_MAX;
}

/** Counts of HEARTBEAT and the like are 32-bit and wrap: true if `a` is newer than `b` (serial arithmetic). */
export function isNewerCount(a: number, b: number): boolean {
  const difference = (a - b) | 0;
  return difference > 0;
}
