// RTPS 2.5 §8.7.4: payloads that hold only key members.

/** Fast DDS 2.x takes a key payload of 16 octets or less for the instance handle itself. */
const SHORTEST_SAFE_KEY = 20;

/** Zeros at the end, which every reader ignores, until no vendor mistakes the key for a hash. */
export function paddedKey(payload: Uint8Array): Uint8Array {
  if (payload.length >= SHORTEST_SAFE_KEY) return payload;
  const padded = new Uint8Array(SHORTEST_SAFE_KEY);
  padded.set(payload);
  return padded;
}
