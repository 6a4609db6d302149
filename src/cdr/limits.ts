/** What one payload may make a decoder do beyond what its own length pays for. */

/** Levels of a type that contains itself. Protects the call stack: 8 bytes are enough for one level. */
export const MAX_RECURSION = 64;

/** Elements of a sequence whose elements take no bytes (empty structs), which the payload length cannot bound. */
export const MAX_EMPTY_ELEMENTS = 4096;

/** Units (about a value, or a byte of an array, each) that missing members may be filled with by their defaults. */
export const MAX_DEFAULTED_UNITS = 1 << 20;

/** Payloads larger than this are not built: offsets must stay exact under 32-bit arithmetic. */
export const MAX_PAYLOAD_BYTES = 0x7fff_fff0;
