// DDS 1.4 §2.2.4.1: the communication statuses, by name and as bits.

/** In the order of the bits in the PSM of DDS 1.4 §2.3.3. */
export const STATUS_KINDS = [
  "INCONSISTENT_TOPIC",
  "OFFERED_DEADLINE_MISSED",
  "REQUESTED_DEADLINE_MISSED",
  "OFFERED_INCOMPATIBLE_QOS",
  "REQUESTED_INCOMPATIBLE_QOS",
  "SAMPLE_LOST",
  "SAMPLE_REJECTED",
  "DATA_ON_READERS",
  "DATA_AVAILABLE",
  "LIVELINESS_LOST",
  "LIVELINESS_CHANGED",
  "PUBLICATION_MATCHED",
  "SUBSCRIPTION_MATCHED",
] as const;

/** Name of a communication status, without the suffix _STATUS. */
export type StatusKind = (typeof STATUS_KINDS)[number];

/** A set of statuses. */
export type StatusMask = number;

export const EVERY_STATUS: StatusMask = 2 ** STATUS_KINDS.length - 1;

export function statusBit(kind: StatusKind): StatusMask {
  return 1 << STATUS_KINDS.indexOf(kind);
}

export function statusesIn(mask: StatusMask): StatusKind[] {
  return STATUS_KINDS.filter((_, index) => (mask >> index) & 1);
}
