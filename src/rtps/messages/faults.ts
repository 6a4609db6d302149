// RTPS 2.5 §8.3.4.1: why a datagram, or the rest of one, was not understood. Numbers, because they are made per datagram.

export const MESSAGE_OK = 0;
/** Fewer than the 20 octets of the header. */
export const MESSAGE_TOO_SHORT = 1;
/** Does not start with "RTPS". */
export const MESSAGE_BAD_MAGIC = 2;
/** A major version other than 2. Every minor is accepted. */
export const MESSAGE_BAD_VERSION = 3;
/** One to three octets are left where a submessage header should be. */
export const SUBMESSAGE_HEADER_TRUNCATED = 4;
/** octetsToNextHeader points beyond the end of the datagram. */
export const SUBMESSAGE_TOO_LONG = 5;

export type MessageFault = 0 | 1 | 2 | 3 | 4 | 5;

const NAMES = ["ok", "too short", "bad magic", "bad version", "truncated submessage header", "submessage too long"];

/** For reports. */
export function faultName(fault: MessageFault): string {
  return NAMES[fault]!;
}
