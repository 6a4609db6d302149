// RTPS 2.5 §8.7.4 and XTypes 1.3 §7.4.3: payloads that hold only key members, where vendors frame them differently.

const D_CDR2_BE = 0x08;
const D_CDR2_LE = 0x09;
const HEADER_LENGTH = 4;
const DELIMITER_LENGTH = 4;

/** Fast DDS 2.x takes a key payload of 16 octets or less for the instance handle itself. */
const SHORTEST_SAFE_KEY = 20;

/** Zeros at the end, which every reader ignores, until no vendor mistakes the key for a hash. */
export function paddedKey(payload: Uint8Array): Uint8Array {
  if (payload.length >= SHORTEST_SAFE_KEY) return payload;
  const padded = new Uint8Array(SHORTEST_SAFE_KEY);
  padded.set(payload);
  return padded;
}

/** The key as Cyclone DDS 0.10 reads and writes it in D_CDR2: that id in front, but no DHEADER behind it. */
export function withoutDelimiter(payload: Uint8Array): Uint8Array {
  if (!isDelimited(payload) || payload.length < HEADER_LENGTH + DELIMITER_LENGTH) return payload;
  const bare = new Uint8Array(payload.length - DELIMITER_LENGTH);
  bare.set(payload.subarray(0, HEADER_LENGTH));
  bare.set(payload.subarray(HEADER_LENGTH + DELIMITER_LENGTH), HEADER_LENGTH);
  return bare;
}

/** The other way round: what is behind the header becomes the delimited object. */
export function withDelimiter(payload: Uint8Array): Uint8Array {
  if (!isDelimited(payload)) return payload;
  const framed = new Uint8Array(payload.length + DELIMITER_LENGTH);
  framed.set(payload.subarray(0, HEADER_LENGTH));
  framed.set(payload.subarray(HEADER_LENGTH), HEADER_LENGTH + DELIMITER_LENGTH);
  const view = new DataView(framed.buffer);
  view.setUint32(HEADER_LENGTH, payload.length - HEADER_LENGTH, payload[1] === D_CDR2_LE);
  return framed;
}

function isDelimited(payload: Uint8Array): boolean {
  return payload.length >= HEADER_LENGTH && payload[0] === 0 && (payload[1] === D_CDR2_LE || payload[1] === D_CDR2_BE);
}
