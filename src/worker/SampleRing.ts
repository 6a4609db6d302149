// Records of any length in a SharedArrayBuffer, from one thread that writes to one thread that reads. A record may run
// over the end of the memory. Nobody waits here: what is full or empty says so, and flags say whom to wake.

export class SampleRing {
  /** Octets that records and their lengths may take at once. */
  readonly capacity: number;
  private readonly header: Int32Array;
  private readonly bytes: Uint8Array;
  private readonly lengths: Int32Array;
  private readonly mask: number;

  /** @param buffer as `allocate` makes it: each thread makes a ring of its own on the same memory */
  constructor(readonly buffer: SharedArrayBuffer) {
    this.capacity = buffer.byteLength - HEADER_BYTES;
    this.mask = this.capacity - 1;
    this.header = new Int32Array(buffer, 0, HEADER_BYTES / 4);
    this.bytes = new Uint8Array(buffer, HEADER_BYTES);
    this.lengths = new Int32Array(buffer, HEADER_BYTES);
  }

  /** Memory for a ring. @throws RangeError for a capacity that is no power of two from 64 to 2^30 octets */
  static allocate(capacity: number): SharedArrayBuffer {
    const isPower =
      Number.isInteger(capacity) && capacity >= 64 && capacity <= 2 ** 30 && (capacity & -capacity) === capacity;
    if (isPower) return new SharedArrayBuffer(HEADER_BYTES + capacity);
    throw new RangeError(`ringBytes must be a power of two from 64 to 2^30, not ${String(capacity)}`);
  }

  /** The longest record that an empty ring takes, octets. */
  get maxRecordBytes(): number {
    return this.capacity - LENGTH_BYTES;
  }

  /** Octets in use. */
  get usedBytes(): number {
    return (Atomics.load(this.header, HEAD) - Atomics.load(this.header, TAIL)) >>> 0;
  }

  /** Where the next record begins: counts octets modulo 2^32. */
  get head(): number {
    return Atomics.load(this.header, HEAD);
  }

  /** Where the next record to be read begins, as `head`. */
  get tail(): number {
    return Atomics.load(this.header, TAIL);
  }

  // ---- the thread that writes ----

  /** A record of two parts; false if there is no room now. */
  tryWrite(first: Uint8Array, second: Uint8Array): boolean {
    const length = first.length + second.length;
    const head = Atomics.load(this.header, HEAD);
    const used = (head - Atomics.load(this.header, TAIL)) >>> 0;
    const needed = sizeOf(length);
    if (needed > this.capacity - used) return false;
    this.lengths[(head & this.mask) >>> 2] = length;
    this.copyIn(first, head + LENGTH_BYTES);
    this.copyIn(second, head + LENGTH_BYTES + first.length);
    // The reader sees what was written before the position that says so.
    Atomics.store(this.header, HEAD, (head + needed) | 0);
    return true;
  }

  /** After `tryWrite` found no room: asks to be woken. Try once more behind it, for room may have come meanwhile. */
  waitForRoom(): void {
    Atomics.store(this.header, WANTS_ROOM, 1);
  }

  /** True once after the reader went to sleep: somebody has to wake it. */
  claimWake(): boolean {
    return Atomics.load(this.header, ASLEEP) === 1 && Atomics.exchange(this.header, ASLEEP, 0) === 1;
  }

  // ---- the thread that reads ----

  /** The oldest record, in memory of its own; undefined if there is none. */
  read(): Uint8Array<ArrayBuffer> | undefined {
    const tail = Atomics.load(this.header, TAIL);
    if (tail === Atomics.load(this.header, HEAD)) return undefined;
    const length = this.lengths[(tail & this.mask) >>> 2]!;
    const record = new Uint8Array(length);
    const start = (tail + LENGTH_BYTES) & this.mask;
    const before = Math.min(length, this.capacity - start);
    record.set(this.bytes.subarray(start, start + before));
    if (before < length) record.set(this.bytes.subarray(0, length - before), before);
    Atomics.store(this.header, TAIL, (tail + sizeOf(length)) | 0);
    return record;
  }

  /** Asks to be woken by the next record. False if there is one already: then the reader is not asleep. */
  sleep(): boolean {
    Atomics.store(this.header, ASLEEP, 1);
    if (this.usedBytes === 0) return true;
    // The writer may have claimed the wake meanwhile. One wake too many does no harm.
    Atomics.store(this.header, ASLEEP, 0);
    return false;
  }

  /** True once after the writer found no room: somebody has to tell it that there is some. */
  claimRoom(): boolean {
    return Atomics.load(this.header, WANTS_ROOM) === 1 && Atomics.exchange(this.header, WANTS_ROOM, 0) === 1;
  }

  // ---- a number beside the records ----

  /** What the writer has counted as lost. */
  get lostCount(): number {
    return Atomics.load(this.header, LOST) >>> 0;
  }

  set lostCount(count: number) {
    Atomics.store(this.header, LOST, count | 0);
  }

  private copyIn(part: Uint8Array, position: number): void {
    const start = position & this.mask;
    const room = this.capacity - start;
    if (part.length <= room) this.bytes.set(part, start);
    else {
      this.bytes.set(part.subarray(0, room), start);
      this.bytes.set(part.subarray(room), 0);
    }
  }
}

/** A record with its length in front begins at a multiple of four. */
function sizeOf(length: number): number {
  return (LENGTH_BYTES + length + 3) & ~3;
}

const LENGTH_BYTES = 4;
const HEADER_BYTES = 64;
const HEAD = 0;
const TAIL = 1;
const ASLEEP = 2;
const WANTS_ROOM = 3;
const LOST = 4;
