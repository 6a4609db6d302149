// The incomplete samples of one writer at one reader, within the reader's limits. Reliable: the one furthest ahead
// gives way, because all others are delivered before it, but one that grows only to the next in order. Best-effort: the
// oldest, which may never be complete.

import { ReceivedChange } from "../structure/cacheChange.js";
import type { Guid } from "../structure/guid.js";
import { type NumberSet, SET_BITS_MAX } from "../structure/NumberSet.js";
import type { ReceivedRanges } from "../structure/ReceivedRanges.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";
import type { Ms } from "../structure/time.js";
import { FragmentAssembly, type FragmentInput } from "./FragmentAssembly.js";
import type { StatefulReader } from "./StatefulReader.js";

export class FragmentAssemblies {
  private readonly bySn = new Map<SequenceNumber, FragmentAssembly>();
  /** A sample of which only a HEARTBEAT_FRAG is known: no size, so no assembly yet. */
  private announcedSn: SequenceNumber = 0;
  private announcedFragments = 0;

  constructor(
    private readonly reader: StatefulReader,
    private readonly reliable: boolean,
  ) {}

  has(sn: SequenceNumber): boolean {
    return this.bySn.has(sn);
  }

  /**
   * Adds fragments; returns the sample when it is complete. Refusals are counted at the reader. The next sample in
   * order (`isNext`) is not refused for the bytes of those that wait for it.
   */
  add(now: Ms, writerGuid: Guid, input: FragmentInput, isNext: boolean): ReceivedChange | undefined {
    let assembly = this.bySn.get(input.sn);
    if (assembly !== undefined && !assembly.fits(input)) {
      // §8.3.8.3: constant for a sample. Cut anew, it can only be completed anew; but a late duplicate or a forged
      // fragment must not throw away what is growing.
      this.reader.counters.fragmentsRefused++;
      if (now - assembly.lastAt < RECUT_AFTER_MS) return undefined;
      this.remove(assembly);
      assembly = undefined;
    }
    assembly ??= this.open(now, input, isNext);
    if (assembly === undefined) return undefined;
    const { counters } = this.reader;
    const repeatedBefore = assembly.repeated;
    const missingBefore = assembly.missing;
    const fits = assembly.add(input);
    if (assembly.missing < missingBefore) assembly.lastAt = now;
    counters.duplicateFragments += assembly.repeated - repeatedBefore;
    if (!fits) {
      counters.fragmentsRefused++;
      return undefined;
    }
    if (!assembly.isComplete) return undefined;
    this.remove(assembly);
    const change = new ReceivedChange(
      writerGuid,
      assembly.sn,
      assembly.kind,
      assembly.payloadKind,
      assembly.payload,
      assembly.keyHash,
      assembly.sourceTimestamp,
      now,
    );
    change.placement = assembly.placement;
    return change;
  }

  /** HEARTBEAT_FRAG; true if something announced is missing. */
  announce(sn: SequenceNumber, lastFragment: number): boolean {
    const assembly = this.bySn.get(sn);
    if (assembly === undefined) {
      this.announcedSn = sn;
      this.announcedFragments = Math.min(lastFragment, SET_BITS_MAX);
      return true;
    }
    assembly.announced = Math.max(assembly.announced, Math.min(lastFragment, assembly.total));
    return assembly.isMissingUpTo(assembly.announced);
  }

  hasAnnounced(): boolean {
    if (this.announcedSn > 0) return true;
    for (const assembly of this.bySn.values()) if (assembly.announced > 0) return true;
    return false;
  }

  /** The next sample whose fragments should be asked for, with the set filled; 0 if none. */
  nextToNack(lastAvailable: SequenceNumber, set: NumberSet, round: number): SequenceNumber {
    for (const assembly of this.bySn.values()) {
      const last = assembly.sn <= lastAvailable ? assembly.total : assembly.announced;
      if (assembly.takeMissing(last, set, round)) return assembly.sn;
    }
    if (this.announcedSn === 0) return 0;
    const sn = this.announcedSn;
    this.announcedSn = 0;
    set.reset(1);
    for (let fragment = 1; fragment <= this.announcedFragments; fragment++) set.add(fragment);
    return sn;
  }

  /** A repeat is due: everything missing may be asked for again. */
  forgetNacks(): void {
    for (const assembly of this.bySn.values()) assembly.forgetAsked();
  }

  /** The sample is here as a whole. */
  drop(sn: SequenceNumber): void {
    if (this.announcedSn === sn) this.announcedSn = 0;
    const assembly = this.bySn.get(sn);
    if (assembly !== undefined) this.remove(assembly);
  }

  /** Samples that are irrelevant need not be completed. */
  dropMembers(irrelevant: ReceivedRanges): void {
    if (irrelevant.has(this.announcedSn)) this.announcedSn = 0;
    for (const assembly of this.bySn.values()) if (irrelevant.has(assembly.sn)) this.remove(assembly);
  }

  dropBelow(bound: SequenceNumber): void {
    if (this.announcedSn < bound) this.announcedSn = 0;
    if (this.bySn.size === 0) return;
    for (const assembly of this.bySn.values()) if (assembly.sn < bound) this.remove(assembly);
  }

  /** Gives up one sample to which nothing was added for a while; undefined if there is none. */
  abandoned(now: Ms): (() => void) | undefined {
    for (const assembly of this.bySn.values()) {
      if (now - assembly.lastAt >= ABANDONED_AFTER_MS) return () => this.remove(assembly);
    }
    return undefined;
  }

  private open(now: Ms, input: FragmentInput, isNext: boolean): FragmentAssembly | undefined {
    const { reader } = this;
    const { limits, counters } = reader;
    if (input.sampleSize > limits.maxSampleBytes) {
      counters.fragmentsRefused++;
      return undefined;
    }
    // What is kept of each fragment must stay small beside the sample.
    if (input.sampleSize > limits.maxFragmentsPerSample * input.fragmentSize) {
      counters.assembliesRefused++;
      return undefined;
    }
    // The next sample in order may pass the limit, or those that wait for it would keep it out for ever; but only once:
    // then somebody else's sample has to be completed or given up first.
    const fits = this.makeRoom(now, input, isNext);
    if (!fits && !(isNext && reader.assemblyBytes < limits.maxPendingBytes)) {
      counters.bytesRefused++;
      return undefined;
    }
    const { sn, fragmentSize, sampleSize, kind, payloadKind } = input;
    const assembly = new FragmentAssembly(sn, fragmentSize, sampleSize, kind, payloadKind, input, reader.allocate);
    if (sn === this.announcedSn) {
      assembly.announced = this.announcedFragments;
      this.announcedSn = 0;
    }
    assembly.lastAt = now;
    this.bySn.set(sn, assembly);
    reader.pendingBytes += sampleSize;
    reader.assemblyBytes += sampleSize;
    return assembly;
  }

  /** Others give way to the sample of `input`; false if that is not enough. */
  private makeRoom(now: Ms, input: FragmentInput, isNext: boolean): boolean {
    const { reader, bySn } = this;
    const { maxFragmentedSamples, maxPendingBytes } = reader.limits;
    while (bySn.size >= maxFragmentedSamples || reader.pendingBytes + input.sampleSize > maxPendingBytes) {
      const victim = this.victim(now, input, isNext);
      const release = victim === undefined ? reader.abandonedAssembly(now) : () => this.remove(victim);
      if (release === undefined) return false;
      release();
      reader.counters.assembliesDropped++;
    }
    return true;
  }

  private victim(now: Ms, { sn, fragmentsInSubmessage }: FragmentInput, isNext: boolean): FragmentAssembly | undefined {
    let victim: FragmentAssembly | undefined;
    for (const assembly of this.bySn.values()) {
      const bound = victim?.sn ?? sn;
      if (!this.reliable) {
        if (assembly.sn < bound) victim = assembly;
        continue;
      }
      // A sample that grows is not thrown away for one of which there is less.
      const grows = assembly.arrived > fragmentsInSubmessage && now - assembly.lastAt < RECUT_AFTER_MS;
      if (assembly.sn > bound && (isNext || !grows)) victim = assembly;
    }
    return victim;
  }

  private remove(assembly: FragmentAssembly): void {
    if (!this.bySn.delete(assembly.sn)) return;
    this.reader.pendingBytes -= assembly.sampleSize;
    this.reader.assemblyBytes -= assembly.sampleSize;
  }
}

/** Longer than fragments of one sample come apart; a writer that cuts a sample anew repeats what it is asked for. */
const RECUT_AFTER_MS = 100;
/** A repair is asked for many times in so long: a sample that grows no more has no writer that cares. */
const ABANDONED_AFTER_MS = 2000;
