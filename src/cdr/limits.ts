/** What one payload may make a decoder do beyond what its own length pays for. */

/** Levels of a type that contains itself. Protects the call stack: 8 bytes are enough for one level. */
export const MAX_RECURSION = 64;

/** Elements of a sequence whose elements take no bytes (empty structs), which the payload length cannot bound. */
export const MAX_EMPTY_ELEMENTS = 4096;

/**
 * Units (about a value, or an element of an array, each) that a payload may stand for without bytes: missing members,
 * which take their defaults, and structs that take no bytes. What is always allowed, or this many for each byte of the
 * payload.
 */
export function defaultUnitsAllowed(payloadBytes: number): number {
  return Math.max(1 << 20, 16 * payloadBytes);
}

/** Units that a struct without bytes counts: it costs more to make than an element of an array does. */
export const EMPTY_STRUCT_UNITS = 16;

/** Payloads larger than this are not built: offsets must stay exact under 32-bit arithmetic. */
export const MAX_PAYLOAD_BYTES = 0x7fff_fff0;
