// RTPS 2.5 §8.4.14.1: one fragmented sample on its way in. Bounded by the limits of its reader.

import type { ChangeKind, GroupPlacement, PayloadKind } from "../structure/cacheChange.js";
import { EMPTY_PAYLOAD } from "../structure/cacheChange.js";
import { type NumberSet, SET_BITS_MAX } from "../structure/NumberSet.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";
import { type Ms, TIME_INVALID, type Timestamp } from "../structure/time.js";

/** A DATA_FRAG as values. Reused by the receiver. */
export class FragmentInput {
  sn: SequenceNumber = 0;
  fragmentStartingNum = 0;
  fragmentsInSubmessage = 0;
  fragmentSize = 0;
  sampleSize = 0;
  kind: ChangeKind = 0;
  payloadKind: PayloadKind = 1;
  keyHash: Uint8Array = EMPTY_PAYLOAD;
  placement: GroupPlacement | undefined = undefined;
  sourceTimestamp: Timestamp = TIME_INVALID;
  /** The datagram, and where the fragment bytes lie in it. */
  bytes: Uint8Array = EMPTY_PAYLOAD;
  offset = 0;
  end = 0;
}

export class FragmentAssembly {
  readonly total: number;
  /** The sample as far as it has come; undefined until enough has come to be worth its memory. */
  private whole: Uint8Array | undefined = undefined;
  /** What came until then, and where it belongs. */
  private early: { start: number; bytes: Uint8Array }[] = NO_PIECES;
  private earlyBytes = 0;
  private readonly have: Uint32Array;
  private missingCount: number;
  private firstMissing = 1;
  keyHash: Uint8Array;
  placement: GroupPlacement | undefined;
  sourceTimestamp: Timestamp;
  /** When a fragment last came that was not here. */
  lastAt: Ms = 0;
  /** Fragments that came again. */
  repeated = 0;
  /** Fragments the writer said have left (HEARTBEAT_FRAG); 0 if it has not. */
  announced = 0;
  /** Fragments up to here have been asked for. */
  private askedUpTo = 0;
  private askedInRound = -1;

  constructor(
    readonly sn: SequenceNumber,
    readonly fragmentSize: number,
    readonly sampleSize: number,
    readonly kind: ChangeKind,
    readonly payloadKind: PayloadKind,
    first: FragmentInput,
    /** Memory that need not be zero. */
    private readonly allocate: (bytes: number) => Uint8Array,
  ) {
    this.total = Math.ceil(sampleSize / fragmentSize);
    if (sampleSize <= AT_ONCE_BYTES) this.makeWhole();
    this.have = new Uint32Array((this.total + 31) >>> 5);
    this.missingCount = this.total;
    this.keyHash = first.keyHash;
    this.placement = first.placement;
    this.sourceTimestamp = first.sourceTimestamp;
  }

  /** Of a sample that is complete. */
  get payload(): Uint8Array {
    return this.whole ?? EMPTY_PAYLOAD;
  }

  /** Fragments that have come. */
  get arrived(): number {
    return this.total - this.missingCount;
  }

  /** Fragments that are still to come. */
  get missing(): number {
    return this.missingCount;
  }

  get isComplete(): boolean {
    return this.missingCount === 0;
  }

  /** Takes what is new. False if the input contradicts the sample or is shorter than it says. */
  add(input: FragmentInput): boolean {
    if (!this.fits(input)) return false;
    const last = input.fragmentStartingNum + input.fragmentsInSubmessage - 1;
    if (last > this.total) return false;
    let offset = input.offset;
    for (let fragment = input.fragmentStartingNum; fragment <= last; fragment++) {
      const start = (fragment - 1) * this.fragmentSize;
      // The submessage may be padded: take exactly the fragment's bytes, never the rest (§8.3.8.3).
      const length = Math.min(this.fragmentSize, this.sampleSize - start);
      if (offset + length > input.end) return false;
      if (this.has(fragment)) {
        this.repeated++;
      } else {
        if (this.whole !== undefined) this.whole.set(input.bytes.subarray(offset, offset + length), start);
        else this.hold(start, input.bytes.slice(offset, offset + length));
        this.mark(fragment);
      }
      offset += length;
    }
    if (input.keyHash.length > 0) this.keyHash = input.keyHash;
    this.placement ??= input.placement;
    if (this.sourceTimestamp === TIME_INVALID) this.sourceTimestamp = input.sourceTimestamp;
    return true;
  }

  has(fragment: number): boolean {
    return (this.have[(fragment - 1) >>> 5]! & (1 << ((fragment - 1) & 31))) !== 0;
  }

  /** True if a fragment up to `last` is missing. */
  isMissingUpTo(last: number): boolean {
    while (this.firstMissing <= this.total && this.has(this.firstMissing)) this.firstMissing++;
    return this.firstMissing <= Math.min(last, this.total);
  }

  /**
   * Fills the missing fragments up to `last` that were not asked for yet, at most 256 from the first of them; false if
   * there is none. Once per `round`, that is per HEARTBEAT: a writer remembers no more than one set at a time.
   */
  takeMissing(last: number, set: NumberSet, round: number): boolean {
    if (this.askedInRound === round || !this.isMissingUpTo(last)) return false;
    const end = Math.min(last, this.total);
    let first = Math.max(this.firstMissing, this.askedUpTo + 1);
    while (first <= end && this.has(first)) first++;
    if (first > end) return false;
    set.reset(first);
    this.askedUpTo = Math.min(end, first + SET_BITS_MAX - 1);
    for (let fragment = first; fragment <= this.askedUpTo; fragment++) if (!this.has(fragment)) set.add(fragment);
    this.askedInRound = round;
    return true;
  }

  /** What was asked for may be asked for again. */
  forgetAsked(): void {
    this.askedUpTo = 0;
  }

  /** True if the fragments are of the same cut as those that are here. */
  fits(input: FragmentInput): boolean {
    return input.fragmentSize === this.fragmentSize && input.sampleSize === this.sampleSize;
  }

  /** One fragment of a few octets may announce a sample of the largest size: memory follows what has come. */
  private hold(start: number, bytes: Uint8Array): void {
    if (this.early === NO_PIECES) this.early = [];
    this.early.push({ start, bytes });
    this.earlyBytes += bytes.length;
    if (this.earlyBytes * EARLY_SHARE < this.sampleSize) return;
    const whole = this.makeWhole();
    for (const piece of this.early) whole.set(piece.bytes, piece.start);
    this.early = NO_PIECES;
  }

  private makeWhole(): Uint8Array {
    const { sampleSize } = this;
    // It is given to nobody before every octet has come. The body, behind 4 octets, is aligned to 8.
    this.whole = this.allocate(sampleSize + BODY_SHIFT).subarray(BODY_SHIFT, BODY_SHIFT + sampleSize);
    return this.whole;
  }

  private mark(fragment: number): void {
    this.have[(fragment - 1) >>> 5]! |= 1 << ((fragment - 1) & 31);
    this.missingCount--;
  }
}

/** Doubles in an aligned body can be read in place. */
const BODY_SHIFT = 4;
/** Samples up to this have their memory with the first fragment. */
const AT_ONCE_BYTES = 8 * 1024 * 1024;
/** Larger ones when a part in so many has come. Until then fragments are copied once more. */
const EARLY_SHARE = 64;
/** Never added to. */
const NO_PIECES: { start: number; bytes: Uint8Array }[] = [];
