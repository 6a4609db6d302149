// RTPS 2.5 §8.2.2: what a writer keeps to send and to repair. A power-of-two ring indexed by sequence number;
// an empty slot between the first and the last number is a change that is gone (a GAP on the wire).
// Rare old changes (an instance that is hardly ever written) move to a map, so the ring follows the live part.

import { type CacheChange, END_MARK_INSTANCE } from "./cacheChange.js";
import { type SequenceNumber, SN_NONE } from "./sequenceNumber.js";

const INITIAL_CAPACITY = 16;

interface InstanceSamples {
  firstSn: SequenceNumber;
  lastSn: SequenceNumber;
  count: number;
}

/** The changes of one writer, by sequence number and by instance. Numbers are added in order, without holes. */
export class HistoryCache {
  private ring: (CacheChange | undefined)[] = new Array(INITIAL_CAPACITY).fill(undefined);
  private mask = INITIAL_CAPACITY - 1;
  /** Lowest number the ring answers for; older ones are in the archive. */
  private ringFirst: SequenceNumber = 1;
  private readonly archive = new Map<SequenceNumber, CacheChange>();
  /** Keys of the archive, ascending. */
  private readonly archivedSns: SequenceNumber[] = [];
  private readonly instances = new Map<number, InstanceSamples>();
  /** Found last: writes come in runs of one instance. */
  private recentInstance = NaN;
  private recent: InstanceSamples | undefined = undefined;
  private marks: InstanceSamples | undefined = undefined;

  /** Number of the oldest change that is here; lastSn + 1 when there is none. */
  firstSn: SequenceNumber = 1;
  /** Number of the newest change ever added, 0 at the start. */
  lastSn: SequenceNumber = 0;
  size = 0;
  /** Hears of every payload that is let go. */
  onDropped: ((payload: Uint8Array) => void) | undefined = undefined;
  /** Payload bytes held. */
  bytes = 0;

  get(sn: SequenceNumber): CacheChange | undefined {
    if (sn < this.firstSn || sn > this.lastSn) return undefined;
    return sn >= this.ringFirst ? this.ring[sn & this.mask] : this.archive.get(sn);
  }

  /** Adds the change whose number is lastSn + 1. */
  add(change: CacheChange): void {
    if (change.sn !== this.lastSn + 1) throw new RangeError("sequence numbers are added in order");
    if (this.size === 0) {
      this.firstSn = change.sn;
      this.ringFirst = change.sn;
    }
    if (change.sn - this.ringFirst > this.mask) this.makeRoom(change.sn);
    this.ring[change.sn & this.mask] = change;
    this.lastSn = change.sn;
    this.size++;
    this.bytes += change.payload.length;
    const samples = this.samplesOf(change.instance);
    if (samples === undefined) {
      this.open(change.instance, change.sn);
    } else {
      this.get(samples.lastSn)!.nextOfInstance = change.sn;
      samples.lastSn = change.sn;
      samples.count++;
    }
  }

  /** Number of the oldest change of an instance, SN_NONE if it has none. */
  oldestOfInstance(instance: number): SequenceNumber {
    return this.samplesOf(instance)?.firstSn ?? SN_NONE;
  }

  /** Number of the newest change of an instance, SN_NONE if it has none. */
  newestOfInstance(instance: number): SequenceNumber {
    return this.samplesOf(instance)?.lastSn ?? SN_NONE;
  }

  /** All but the marks behind coherent sets, which are no samples and take up no place of theirs. */
  get sampleCount(): number {
    return this.size - (this.marks?.count ?? 0);
  }

  countOfInstance(instance: number): number {
    return this.samplesOf(instance)?.count ?? 0;
  }

  get instanceCount(): number {
    return this.instances.size;
  }

  /** Removes the oldest change of an instance. */
  removeOldestOfInstance(instance: number): void {
    const samples = this.samplesOf(instance);
    if (samples === undefined) return;
    const change = this.get(samples.firstSn)!;
    if (--samples.count === 0) this.close(instance);
    else samples.firstSn = change.nextOfInstance;
    this.drop(change);
  }

  /** Removes one change, wherever it stands among those of its instance. Cheap for the oldest. */
  remove(change: CacheChange): void {
    const { sn, instance } = change;
    const samples = this.instances.get(instance)!;
    if (samples.firstSn === sn) {
      this.removeOldestOfInstance(instance);
      return;
    }
    let before = this.get(samples.firstSn)!;
    while (before.nextOfInstance !== sn) before = this.get(before.nextOfInstance)!;
    before.nextOfInstance = change.nextOfInstance;
    if (samples.lastSn === sn) samples.lastSn = before.sn;
    samples.count--;
    this.drop(change);
  }

  /** Removes every change below `bound`. Oldest first, so each is the oldest of its instance. */
  removeBelow(bound: SequenceNumber): void {
    while (this.size > 0 && this.firstSn < bound) this.removeOldestOfInstance(this.get(this.firstSn)!.instance);
  }

  /** The first number at or above `from` whose change is here; lastSn + 1 if there is none. */
  nextPresent(from: SequenceNumber): SequenceNumber {
    let sn = from;
    if (sn < this.ringFirst) {
      const index = this.archiveIndex(sn);
      if (index < this.archivedSns.length) return this.archivedSns[index]!;
      sn = this.ringFirst;
    }
    while (sn <= this.lastSn && this.ring[sn & this.mask] === undefined) sn++;
    return sn;
  }

  private samplesOf(instance: number): InstanceSamples | undefined {
    if (instance === this.recentInstance) return this.recent;
    this.recentInstance = instance;
    this.recent = this.instances.get(instance);
    return this.recent;
  }

  private open(instance: number, sn: SequenceNumber): void {
    const samples = { firstSn: sn, lastSn: sn, count: 1 };
    this.instances.set(instance, samples);
    this.recentInstance = instance;
    this.recent = samples;
    if (instance === END_MARK_INSTANCE) this.marks = samples;
  }

  private close(instance: number): void {
    this.instances.delete(instance);
    if (instance === this.recentInstance) this.recent = undefined;
    if (instance === END_MARK_INSTANCE) this.marks = undefined;
  }

  /** Takes a change out of the ring or the archive. */
  private drop({ sn, payload }: CacheChange): void {
    if (sn >= this.ringFirst) {
      this.ring[sn & this.mask] = undefined;
    } else {
      this.archive.delete(sn);
      this.archivedSns.splice(this.archiveIndex(sn), 1);
    }
    this.size--;
    this.bytes -= payload.length;
    if (sn === this.firstSn) this.firstSn = this.nextPresent(sn);
    if (this.onDropped !== undefined) this.onDropped(payload);
  }

  /** Index of the first archived number at or above `sn`. */
  private archiveIndex(sn: SequenceNumber): number {
    let low = 0;
    let high = this.archivedSns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.archivedSns[middle]! < sn) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Makes the ring reach from a first live change to `sn`: skip empty slots, archive a sparse tail, or double. */
  private makeRoom(sn: SequenceNumber): void {
    const capacity = this.mask + 1;
    const dense = (this.size - this.archive.size) * 4 >= capacity;
    const keepFrom = dense ? this.ringFirst : sn - (capacity >> 1);
    while (this.ringFirst <= this.lastSn) {
      const change = this.ring[this.ringFirst & this.mask];
      if (change !== undefined) {
        if (this.ringFirst >= keepFrom) break;
        this.archive.set(this.ringFirst, change);
        this.archivedSns.push(this.ringFirst);
        this.ring[this.ringFirst & this.mask] = undefined;
      }
      this.ringFirst++;
    }
    if (sn - this.ringFirst > this.mask) this.grow();
  }

  private grow(): void {
    const capacity = (this.mask + 1) * 2;
    const ring: (CacheChange | undefined)[] = new Array(capacity).fill(undefined);
    for (let sn = this.ringFirst; sn <= this.lastSn; sn++) ring[sn & (capacity - 1)] = this.ring[sn & this.mask];
    this.ring = ring;
    this.mask = capacity - 1;
  }
}
