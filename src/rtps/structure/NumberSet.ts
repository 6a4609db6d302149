// RTPS 2.5 §8.3.5.5 and §8.3.5.7: SequenceNumberSet and FragmentNumberSet share one shape:
// a base and up to 256 bits, most significant bit of word 0 first. Reused, never allocated per submessage.

/** Both kinds of set hold at most this many numbers (§9.4.2.6). */
export const SET_BITS_MAX = 256;

/** A set of numbers in [base, base + numBits). */
export class NumberSet {
  base = 1;
  numBits = 0;
  readonly words = new Uint32Array(8);

  reset(base: number): void {
    this.base = base;
    this.numBits = 0;
    this.words.fill(0);
  }

  /** Adds a number at or above the base; false if it lies beyond the 256 bits. */
  add(value: number): boolean {
    const bit = value - this.base;
    if (bit < 0 || bit >= SET_BITS_MAX) return false;
    this.words[bit >>> 5]! |= 1 << (31 - (bit & 31));
    if (bit >= this.numBits) this.numBits = bit + 1;
    return true;
  }

  has(value: number): boolean {
    const bit = value - this.base;
    if (bit < 0 || bit >= this.numBits) return false;
    return (this.words[bit >>> 5]! & (1 << (31 - (bit & 31)))) !== 0;
  }

  remove(value: number): void {
    const bit = value - this.base;
    if (bit < 0 || bit >= this.numBits) return;
    this.words[bit >>> 5]! &= ~(1 << (31 - (bit & 31)));
  }

  /** The smallest member at or above `from`, or -1. */
  nextFrom(from: number): number {
    let bit = from <= this.base ? 0 : from - this.base;
    while (bit < this.numBits) {
      const rest = (this.words[bit >>> 5]! << (bit & 31)) >>> 0;
      if (rest !== 0) {
        const found = bit + Math.clz32(rest);
        return found < this.numBits ? this.base + found : -1;
      }
      bit = (bit & ~31) + 32;
    }
    return -1;
  }

  isEmpty(): boolean {
    return this.nextFrom(this.base) === -1;
  }

  /** How many 32-bit words the set takes on the wire. */
  wordCount(): number {
    return (this.numBits + 31) >>> 5;
  }

  copyFrom(other: NumberSet): void {
    this.base = other.base;
    this.numBits = other.numBits;
    this.words.set(other.words);
  }

  /** Drops every member below `bound` and keeps the rest; the base moves up to `bound`. */
  dropBelow(bound: number): void {
    if (bound <= this.base) return;
    if (bound >= this.base + this.numBits) {
      this.reset(bound);
      return;
    }
    const shift = bound - this.base;
    const kept = this.numBits - shift;
    const wordShift = shift >>> 5;
    const bitShift = shift & 31;
    for (let i = 0; i < 8; i++) {
      const high = i + wordShift < 8 ? this.words[i + wordShift]! : 0;
      const low = i + wordShift + 1 < 8 ? this.words[i + wordShift + 1]! : 0;
      this.words[i] = bitShift === 0 ? high : (high << bitShift) | (low >>> (32 - bitShift));
    }
    this.base = bound;
    this.numBits = kept;
  }

  /** Adds all members of `other` that fit into 256 bits from the lower of the two bases. */
  union(other: NumberSet): void {
    if (other.base < this.base) {
      const mine = this.toArray();
      this.copyFrom(other);
      for (let i = 0; i < mine.length; i++) this.add(mine[i]!);
      return;
    }
    for (let n = other.nextFrom(other.base); n !== -1; n = other.nextFrom(n + 1)) this.add(n);
  }

  /** For tests and reports. */
  toArray(): number[] {
    const members: number[] = [];
    for (let n = this.nextFrom(this.base); n !== -1; n = this.nextFrom(n + 1)) members.push(n);
    return members;
  }
}
