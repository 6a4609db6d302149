// The incomplete samples of one writer at one reader, within the reader's limits: the oldest gives way.

import { ReceivedChange } from "../structure/cacheChange.js";
import type { Guid } from "../structure/guid.js";
import { type NumberSet, SET_BITS_MAX } from "../structure/NumberSet.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";
import type { Ms } from "../structure/time.js";
import { FragmentAssembly, type FragmentInput } from "./FragmentAssembly.js";
import type { StatefulReader } from "./StatefulReader.js";

export class FragmentAssemblies {
  private readonly bySn = new Map<SequenceNumber, FragmentAssembly>();
  /** A sample of which only a HEARTBEAT_FRAG is known: no size, so no assembly yet. */
  private announcedSn: SequenceNumber = 0;
  private announcedFragments = 0;

  constructor(private readonly reader: StatefulReader) {}

  has(sn: SequenceNumber): boolean {
    return this.bySn.has(sn);
  }

  /** Adds fragments; returns the sample when it is complete. Refusals are counted at the reader. */
  add(now: Ms, writerGuid: Guid, input: FragmentInput): ReceivedChange | undefined {
    const assembly = this.bySn.get(input.sn) ?? this.open(input);
    if (assembly === undefined) return undefined;
    if (!assembly.add(input)) {
      this.reader.counters.fragmentsRefused++;
      return undefined;
    }
    if (!assembly.isComplete) return undefined;
    this.remove(assembly);
    return new ReceivedChange(
      writerGuid,
      assembly.sn,
      assembly.kind,
      assembly.payloadKind,
      assembly.payload,
      assembly.keyHash,
      assembly.sourceTimestamp,
      now,
    );
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
    for (let fragment = 1; fragment <= assembly.announced; fragment++) if (!assembly.has(fragment)) return true;
    return false;
  }

  hasAnnounced(): boolean {
    if (this.announcedSn > 0) return true;
    for (const assembly of this.bySn.values()) if (assembly.announced > 0) return true;
    return false;
  }

  /** The next sample whose fragments should be asked for, with the set filled; 0 if none. */
  nextToNack(now: Ms, lastAvailable: SequenceNumber, set: NumberSet): SequenceNumber {
    for (const assembly of this.bySn.values()) {
      if (assembly.nackedAt > -Infinity) continue;
      const last = assembly.sn <= lastAvailable ? assembly.total : assembly.announced;
      if (last === 0 || !assembly.missing(last, set)) continue;
      assembly.nackedAt = now;
      return assembly.sn;
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
    for (const assembly of this.bySn.values()) assembly.nackedAt = -Infinity;
  }

  dropBelow(bound: SequenceNumber): void {
    if (this.announcedSn < bound) this.announcedSn = 0;
    if (this.bySn.size === 0) return;
    for (const assembly of this.bySn.values()) if (assembly.sn < bound) this.remove(assembly);
  }

  private open(input: FragmentInput): FragmentAssembly | undefined {
    const { reader } = this;
    const { limits, counters } = reader;
    if (input.sampleSize > limits.maxSampleBytes) {
      counters.fragmentsRefused++;
      return undefined;
    }
    while (
      this.bySn.size > 0 &&
      (this.bySn.size >= limits.maxFragmentedSamples || reader.pendingBytes + input.sampleSize > limits.maxPendingBytes)
    ) {
      const [oldest] = this.bySn.values();
      this.remove(oldest!);
      counters.assembliesDropped++;
    }
    if (reader.pendingBytes + input.sampleSize > limits.maxPendingBytes) {
      counters.bytesRefused++;
      return undefined;
    }
    const { sn, fragmentSize, sampleSize, kind, payloadKind } = input;
    const assembly = new FragmentAssembly(sn, fragmentSize, sampleSize, kind, payloadKind, input);
    if (sn === this.announcedSn) {
      assembly.announced = this.announcedFragments;
      this.announcedSn = 0;
    }
    this.bySn.set(sn, assembly);
    reader.pendingBytes += sampleSize;
    return assembly;
  }

  private remove(assembly: FragmentAssembly): void {
    if (this.bySn.delete(assembly.sn)) this.reader.pendingBytes -= assembly.sampleSize;
  }
}
