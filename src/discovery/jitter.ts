// A small generator for jitter: no cryptography, the same seed gives the same waits.

/** xorshift32: returns numbers in [0, 1). */
export function jitterSource(seed: number): () => number {
  let state = seed | 0 || 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}
