// DDS 1.4 §2.2.3.4 and §2.2.3.5: what a writer keeps for late joiners once every matched reader has it. TRANSIENT_LOCAL
// keeps what HISTORY says; TRANSIENT and PERSISTENT, here as long as the writer lives, what DURABILITY_SERVICE says.

import {
  type ChangeKind,
  END_MARK_INSTANCE,
  NOT_ALIVE_DISPOSED,
  NOT_ALIVE_UNREGISTERED,
} from "../structure/cacheChange.js";
import type { DeadlineQueue, Timed } from "../structure/DeadlineQueue.js";
import type { HistoryCache } from "../structure/HistoryCache.js";
import { type SequenceNumber, SN_NONE } from "../structure/sequenceNumber.js";
import { type Ms, NEVER } from "../structure/time.js";

/** DURABILITY_SERVICE. -1 in a depth or limit means none. */
export interface DurabilityServiceConfig {
  readonly depth: number;
  readonly maxSamples: number;
  readonly maxInstances: number;
  readonly cleanupDelayMs: Ms;
}

interface Unregistered {
  readonly sn: SequenceNumber;
  /** Not forgotten before; NEVER until `startCleanup`. */
  forgetAt: Ms;
}

export class DurableHistory implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  /** Ends of instances that can be forgotten once every reader has them, in order. */
  private readonly unregistered: Unregistered[] = [];
  /** Everything below is trimmed to the depth of the service. */
  private trimmedBelow: SequenceNumber = 1;
  private now: Ms = -Infinity;

  /**
   * @param service undefined for TRANSIENT_LOCAL
   * @param unregisteredKept so many ended instances stay for readers that come back
   * @param release called when time has made something ready to be forgotten
   */
  constructor(
    private readonly history: HistoryCache,
    private readonly service: DurabilityServiceConfig | undefined,
    private readonly unregisteredKept: number,
    private readonly deadlines: DeadlineQueue,
    private readonly release: () => void,
  ) {}

  /** Called before the change is added. */
  noteUnregistering(sn: SequenceNumber, kind: ChangeKind, instance: number): void {
    const { service, history } = this;
    if (service !== undefined) {
      const before = history.get(history.newestOfInstance(instance));
      const isDisposed = (kind & NOT_ALIVE_DISPOSED) !== 0 || before?.kind === NOT_ALIVE_DISPOSED;
      // §2.2.3.5: only what is disposed and has no writers is forgotten.
      if (!isDisposed) return;
    }
    const isDelayed = service !== undefined && service.cleanupDelayMs > 0;
    this.unregistered.push({ sn, forgetAt: isDelayed ? NEVER : -Infinity });
  }

  /** `serviceCleanupDelay` of the instances that were unregistered last begins now. */
  startCleanup(now: Ms): void {
    if (this.service === undefined) return;
    for (let i = this.unregistered.length - 1; i >= 0 && this.unregistered[i]!.forgetAt === NEVER; i--) {
      this.unregistered[i]!.forgetAt = now + this.service.cleanupDelayMs;
    }
    this.rearm();
  }

  /** True if `trim` has something to do that an acknowledgement can release. */
  get isPending(): boolean {
    return this.service !== undefined || this.unregistered.length > this.unregisteredKept;
  }

  /** True if an acknowledgement is going to free an instance. */
  get isEndingInstance(): boolean {
    return this.unregistered.length > this.unregisteredKept && this.unregistered[0]!.forgetAt <= this.now;
  }

  /** Forgets what late joiners are not to have. Every reader has everything below `ackedBelow`. */
  trim(ackedBelow: SequenceNumber): void {
    this.forgetUnregistered(ackedBelow);
    if (this.service === undefined) return;
    this.trimToDepth(ackedBelow, this.service.depth);
    const { maxSamples, maxInstances } = this.service;
    const { history } = this;
    while (maxSamples >= 0 && history.sampleCount > maxSamples && history.firstSn < ackedBelow) {
      history.remove(history.get(history.firstSn)!);
    }
    const marks = history.countOfInstance(END_MARK_INSTANCE) > 0 ? 1 : 0;
    while (maxInstances >= 0 && history.instanceCount - marks > maxInstances && history.firstSn < ackedBelow) {
      const oldest = history.get(history.firstSn)!;
      if (oldest.instance === END_MARK_INSTANCE) history.remove(oldest);
      else this.forgetInstance(oldest.instance, ackedBelow - 1);
    }
  }

  /** Numbers that are still here for a slower reader, but are not for one that joins now; undefined if none are. */
  surplus(): Set<SequenceNumber> | undefined {
    const { service, history } = this;
    if (service === undefined || service.depth < 0) return undefined;
    const surplus = new Set<SequenceNumber>();
    const passed = new Map<number, number>();
    for (let sn = history.firstSn; sn <= history.lastSn; sn = history.nextPresent(sn + 1)) {
      const { instance } = history.get(sn)!;
      const before = passed.get(instance) ?? 0;
      passed.set(instance, before + 1);
      if (history.countOfInstance(instance) - before > this.depthOf(instance, service.depth)) surplus.add(sn);
    }
    return surplus.size === 0 ? undefined : surplus;
  }

  handleTimeout(now: Ms): void {
    this.now = now;
    this.release();
    this.rearm();
  }

  stop(): void {
    this.deadlines.arm(this, NEVER);
  }

  private forgetUnregistered(ackedBelow: SequenceNumber): void {
    const { unregistered, history } = this;
    while (unregistered.length > this.unregisteredKept) {
      const { sn, forgetAt } = unregistered[0]!;
      if (sn >= ackedBelow || forgetAt > this.now) return;
      unregistered.shift();
      const change = history.get(sn);
      if (change !== undefined) this.forgetInstance(change.instance, sn);
    }
  }

  private forgetInstance(instance: number, lastSn: SequenceNumber): void {
    const { history } = this;
    for (let sn = history.oldestOfInstance(instance); sn !== SN_NONE && sn <= lastSn; ) {
      history.removeOldestOfInstance(instance);
      sn = history.oldestOfInstance(instance);
    }
  }

  private trimToDepth(ackedBelow: SequenceNumber, depth: number): void {
    const { history } = this;
    if (depth < 0) return;
    for (let sn = history.nextPresent(this.trimmedBelow); sn < ackedBelow; sn = history.nextPresent(sn + 1)) {
      const { instance } = history.get(sn)!;
      const kept = this.depthOf(instance, depth);
      while (history.countOfInstance(instance) > kept && history.oldestOfInstance(instance) < ackedBelow) {
        history.removeOldestOfInstance(instance);
      }
    }
    this.trimmedBelow = ackedBelow;
  }

  /** The end of an instance that is not disposed says nothing about its values: it takes no place of theirs. */
  private depthOf(instance: number, depth: number): number {
    if (instance === END_MARK_INSTANCE) return Infinity;
    const { history } = this;
    return history.get(history.newestOfInstance(instance))!.kind === NOT_ALIVE_UNREGISTERED ? depth + 1 : depth;
  }

  private rearm(): void {
    const next = this.unregistered.find(({ forgetAt }) => forgetAt > this.now);
    this.deadlines.arm(this, next?.forgetAt ?? NEVER);
  }
}
