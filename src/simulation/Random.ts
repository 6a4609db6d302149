// The generator behind every chance in a simulation: Marsaglia's xorshift128. Not for secrets.

/** Same seed, same numbers, on every machine. */
export class Random {
  private x: number;
  private y: number;
  private z: number;
  private w: number;

  /** Uses the low 32 bits of the seed. */
  constructor(seed: number) {
    // Neighbouring seeds must not give similar streams, and the state must not be all zero.
    this.x = mix(seed);
    this.y = mix(seed + 0x9e3779b9);
    this.z = mix(seed + 0x3c6ef372);
    this.w = mix(seed + 0xdaa66d2b) | 1;
  }

  /** An integer from 0 to 2^32 - 1. */
  next(): number {
    const t = this.x ^ (this.x << 11);
    this.x = this.y;
    this.y = this.z;
    this.z = this.w;
    this.w = this.w ^ (this.w >>> 19) ^ t ^ (t >>> 8);
    return this.w >>> 0;
  }

  /** At least 0 and below 1. */
  unit(): number {
    return this.next() / TWO_32;
  }

  /** An integer from 0 to `bound` - 1. */
  below(bound: number): number {
    return Math.floor(this.unit() * bound);
  }

  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean {
    return probability > 0 && this.unit() < probability;
  }
}

/** The finalizer of MurmurHash3: every bit of the input changes half of the output. */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

const TWO_32 = 4294967296;
