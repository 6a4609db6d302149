// Which numbers beyond the first missing one have arrived: sorted, disjoint, non-adjacent ranges.
// Memory follows the number of holes, not the number of samples.

/** A set of integers held as ranges [first, last]. */
export class ReceivedRanges {
  private readonly firsts: number[] = [];
  private readonly lasts: number[] = [];

  get rangeCount(): number {
    return this.firsts.length;
  }

  /** The largest member, or -1. */
  get highest(): number {
    return this.lasts.length === 0 ? -1 : this.lasts[this.lasts.length - 1]!;
  }

  has(value: number): boolean {
    const index = this.indexAtOrBelow(value);
    return index >= 0 && value <= this.lasts[index]!;
  }

  /** Adds [first, last]; returns how many numbers were new. */
  addRange(first: number, last: number): number {
    if (last < first) return 0;
    const { firsts, lasts } = this;
    const top = lasts.length - 1;
    // In order at the end: the common case.
    if (top < 0 || first > lasts[top]! + 1) {
      firsts.push(first);
      lasts.push(last);
      return last - first + 1;
    }
    let from = this.indexAtOrBelow(first);
    if (from < 0 || lasts[from]! + 1 < first) from++;
    let to = from;
    let mergedFirst = first;
    let mergedLast = last;
    let already = 0;
    while (to < firsts.length && firsts[to]! <= last + 1) {
      const overlap = Math.min(last, lasts[to]!) - Math.max(first, firsts[to]!) + 1;
      if (overlap > 0) already += overlap;
      if (firsts[to]! < mergedFirst) mergedFirst = firsts[to]!;
      if (lasts[to]! > mergedLast) mergedLast = lasts[to]!;
      to++;
    }
    firsts.splice(from, to - from, mergedFirst);
    lasts.splice(from, to - from, mergedLast);
    return last - first + 1 - already;
  }

  add(value: number): boolean {
    return this.addRange(value, value) === 1;
  }

  /**
   * The first number at or above `from` that is not a member; drops everything below it.
   * This is how the first missing number moves up.
   */
  takeContiguous(from: number): number {
    let next = from;
    let used = 0;
    while (used < this.firsts.length && this.firsts[used]! <= next) {
      if (this.lasts[used]! >= next) next = this.lasts[used]! + 1;
      used++;
    }
    if (used > 0) {
      this.firsts.splice(0, used);
      this.lasts.splice(0, used);
    }
    return next;
  }

  /** The smallest non-member at or above `from`. */
  nextMissing(from: number): number {
    const index = this.indexAtOrBelow(from);
    return index >= 0 && from <= this.lasts[index]! ? this.lasts[index]! + 1 : from;
  }

  /** How many members lie in [first, last]. Costs a step per range, not per number. */
  countIn(first: number, last: number): number {
    let count = 0;
    let index = Math.max(0, this.indexAtOrBelow(first));
    for (; index < this.firsts.length && this.firsts[index]! <= last; index++) {
      const overlap = Math.min(last, this.lasts[index]!) - Math.max(first, this.firsts[index]!) + 1;
      if (overlap > 0) count += overlap;
    }
    return count;
  }

  clear(): void {
    this.firsts.length = 0;
    this.lasts.length = 0;
  }

  /** Index of the last range that starts at or below `value`, or -1. */
  private indexAtOrBelow(value: number): number {
    let low = 0;
    let high = this.firsts.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (this.firsts[middle]! <= value) low = middle + 1;
      else high = middle - 1;
    }
    return high;
  }
}
