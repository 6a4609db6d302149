// From the engine to the cache or the listener: decodes changes, finds their instances, asks the policies that may turn
// them away, and keeps waiting what a full RELIABLE reader has no room for.

import { CdrError, type TypeCodec } from "../../cdr/index.js";
import type { ReaderHandle } from "../../participant/types.js";
import {
  ALIVE,
  type ChangeKind,
  NOT_ALIVE_UNREGISTERED,
  PAYLOAD_DATA,
  PAYLOAD_NONE,
  type ReceivedChange,
} from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import { withDelimiter } from "../../rtps/structure/serializedKey.js";
import type { OpenParticipant } from "../../runtime/index.js";
import { DROP } from "../../trace/dropReasons.js";
import { HANDLE_NIL, type InstanceHandle } from "../samples.js";
import type { SampleRejectedReason } from "../statuses.js";
import type { AdmissionPolicies } from "./AdmissionPolicies.js";
import { type Arrival, CachedSample } from "./CachedSample.js";
import type { HeldSample } from "./PoliciesContext.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import type { ReaderInstances } from "./ReaderInstances.js";
import type { SampleAdmission, SampleStaging } from "./SampleAdmission.js";
import type { SampleCache } from "./SampleCache.js";
import { arrivalOfChange, arrivalOfWriterGone } from "./sampleInfo.js";
import { COUNTS, isUnseen, LATE, NOT_OWNER, type Verdict, WITHHELD } from "./verdicts.js";
import type { WriterDialects } from "./WriterDialects.js";

export interface IntakeOptions {
  readonly handle: ReaderHandle;
  readonly keyed: boolean;
  /** What finds no room waits, and everything behind it; otherwise it is dropped. */
  readonly reliable: boolean;
  /** What waits to be taken counts against the writer's window (KEEP_ALL). */
  readonly keepAll: boolean;
  /** A new instance beyond the limit waits too. False when the limit is ours and not the user's. */
  readonly waitsForInstances: boolean;
}

/** What an intake tells its reader. It may be called back from inside. */
export interface IntakeOwner<T extends object> {
  /** A sample is in; false: put it into the cache. True: the owner has given it to the user. */
  handOver(sample: CachedSample<T>, change: ReceivedChange | undefined): boolean;
  rejected(reason: SampleRejectedReason, instance: InstanceHandle): void;
}

interface GoneWriter {
  readonly guid: Guid;
  /** False: it only does not show that it is alive. */
  readonly isUnmatched: boolean;
}

export class SampleIntake<T extends object> {
  /** Something came into the cache that nobody was told of yet. */
  hasNews = false;
  readonly admissions: SampleAdmission<T>[] = [];
  /** Stands between the engine and everything here. */
  staging: SampleStaging | undefined = undefined;
  /** Nothing may become visible while this is true (§2.2.2.5.2.8). */
  isFrozen: () => boolean = NEVER_FROZEN;
  /** Taken from the engine and not looked at yet: a listener runs, or there is no room for the first. */
  private readonly taken: ReceivedChange[] = [];
  /** The first of them, if it was refused already. */
  private waiting: ReceivedChange | undefined;
  /** Writers that are gone, or not alive, while samples of theirs may still be in the engine. */
  private readonly goneWriters = new Map<string, GoneWriter>();
  private isOpen = true;

  constructor(
    private readonly options: IntakeOptions,
    private readonly runtime: OpenParticipant,
    private readonly codec: TypeCodec<T>,
    private readonly dialects: WriterDialects,
    private readonly instances: ReaderInstances<T>,
    private readonly cache: SampleCache<T>,
    private readonly policies: AdmissionPolicies<T>,
    private readonly owner: IntakeOwner<T>,
  ) {}

  /** A sample waits for room: after a take, `pull` may find it. */
  get isBlocked(): boolean {
    return this.waiting !== undefined;
  }

  /** Moves what the engine holds into the cache, or to the owner. A sample without room stays, and all behind it. */
  pull(): void {
    if (this.policies.isOverdue) this.policies.noteRoom(this.runtime.clock.now());
    const { taken } = this;
    while (this.isOpen && !this.isFrozen()) {
      // Shared with calls from inside a listener, so that none overtakes the samples of the call outside.
      const change = taken.shift();
      if (change !== undefined) {
        if (!this.accept(change)) break;
        if (this.waiting === change) this.waiting = undefined;
      } else if (!this.fetch()) {
        if (this.goneWriters.size > 0) this.noteGoneWriters(false);
        break;
      }
    }
    this.noteHeld();
  }

  /** What the time-based filter held back is seen now; false if there is no room for it. */
  releaseHeld({ sample, change }: HeldSample<T>): boolean {
    if (this.isFrozen() || this.cache.refusal(sample.instance) !== undefined) return false;
    this.store(sample, change);
    return true;
  }

  /** A change that staging lets go of; `pull` looks at it next. */
  release(change: ReceivedChange): void {
    this.taken.push(change);
  }

  /** Samples not taken make a RELIABLE writer wait (DDS 1.4 §2.2.3.19); samples taken let it go on. */
  noteHeld(): void {
    if (!this.isOpen) return;
    const { engine, driver } = this.runtime;
    // One more than there is room for comes through: the sample that is rejected.
    const waiting = this.taken.length + (this.staging?.heldCount ?? 0);
    const held = this.options.keepAll ? Math.max(0, this.cache.size + waiting - 1) : 0;
    if (engine.noteHeld(this.options.handle, this.isBlocked ? Infinity : held)) driver.schedule();
  }

  /** The instances of this writer lose it, once its last samples are in. Unless the match is over it may come back. */
  writerGone(guid: Guid, isUnmatched: boolean): void {
    this.goneWriters.set(guid.toString(), { guid, isUnmatched });
    // Only with a full cache do they stay: peers must not make the list grow without end.
    if (this.goneWriters.size > MAX_GONE_WRITERS) this.noteGoneWriters(false);
  }

  /** The writer shows again that it is alive. */
  writerAlive(writer: Guid): void {
    if (this.goneWriters.get(writer.toString())?.isUnmatched === false) this.goneWriters.delete(writer.toString());
  }

  /** The reader is matched with this writer (again). */
  writerMatched(writer: Guid): void {
    this.goneWriters.delete(writer.toString());
    this.staging?.writerMatched?.(writer);
  }

  close(): void {
    this.isOpen = false;
    this.staging?.close?.();
    this.taken.length = 0;
  }

  /** False if the engine holds nothing more. */
  private fetch(): boolean {
    const { engine } = this.runtime;
    const { staging, taken, options } = this;
    if (staging === undefined) return engine.take(options.handle, taken, PULL_BATCH) > 0;
    const staged: ReceivedChange[] = [];
    engine.take(options.handle, staged, PULL_BATCH);
    for (const change of staged) staging.add(change);
    return staged.length > 0;
  }

  /** False if the change has to wait; it is the first of `taken` again. */
  private accept(change: ReceivedChange): boolean {
    const policies = this.policies.isOn ? this.policies : undefined;
    if (policies?.isOver(change) === true) return this.drop(DROP.staleSample);
    const data = this.decode(change);
    if (data instanceof CdrError) return this.drop(DROP.badPayload);
    if (this.admissions.length > 0 && !this.passes(change, data)) return true;
    const { instances } = this;
    let instance = instances.find(change, data);
    if (instance === "unknown") return true;
    if (instance === "unhashable") return this.drop(DROP.badPayload);
    const verdict = policies === undefined || instance === undefined ? COUNTS : policies.judge(change, instance);
    if (isUnseen(verdict) && this.isHidden(change, instance!, verdict)) return true;
    const kind = isUnseen(verdict) ? NOT_ALIVE_UNREGISTERED : change.kind;
    const writer = change.writerGuid.toString();
    const isNews = instance === undefined || instances.isNews(instance, kind, writer);
    const refusal = isNews && verdict !== WITHHELD ? this.cache.refusal(instance) : undefined;
    if (refusal !== undefined) return this.refuse(change, refusal, instance);
    if (instance === undefined) {
      instance = instances.add(change, data);
      if (instance === undefined) return this.refuse(change, "REJECTED_BY_INSTANCES_LIMIT", undefined);
      policies?.judge(change, instance);
    }
    this.waiting = undefined;
    this.enter(change, kind, instance, data, isNews, verdict);
    return true;
  }

  /** Nobody sees a change that does not count; true unless it says that its writer has unregistered the instance. */
  private isHidden(change: ReceivedChange, instance: ReaderInstance<T>, verdict: Verdict): boolean {
    this.drop(verdict === NOT_OWNER ? DROP.notOwner : DROP.staleSample);
    if ((change.kind & NOT_ALIVE_UNREGISTERED) !== 0) return false;
    this.instances.noteWriter(instance, change.writerGuid.toString());
    return true;
  }

  /** There is room, and the change is in force, as one of this kind. `isNews`: somebody needs to hear of it. */
  private enter(
    change: ReceivedChange,
    kind: ChangeKind,
    instance: ReaderInstance<T>,
    data: T | undefined,
    isNews: boolean,
    verdict: Verdict,
  ): void {
    const writer = change.writerGuid.toString();
    if (verdict === LATE) this.instances.noteWriter(instance, writer);
    else this.instances.apply(instance, kind, writer);
    let sample: CachedSample<T> | undefined;
    if (isNews) {
      const validData = change.payloadKind === PAYLOAD_DATA && change.kind === ALIVE;
      const arrival = arrivalOfChange(change, this.runtime.epochOffsetMs);
      sample = new CachedSample(instance, data ?? instance.key, validData, arrival);
    }
    if (this.policies.isOn) this.policies.noteAccepted(change, kind, instance, sample, verdict);
    if (sample === undefined) this.instances.forgetIfIdle(instance);
    else if (verdict === WITHHELD) this.policies.withhold({ sample, change });
    else this.store(sample, change);
  }

  private store(sample: CachedSample<T>, change: ReceivedChange | undefined): void {
    if (this.owner.handOver(sample, change)) {
      if (this.policies.isOn) this.policies.noteRemoved(sample);
      this.instances.forgetIfIdle(sample.instance);
      return;
    }
    this.cache.add(sample);
    this.hasNews = true;
  }

  private refuse(
    change: ReceivedChange,
    reason: SampleRejectedReason,
    instance: ReaderInstance<T> | undefined,
  ): boolean {
    const isInstanceLimit = reason === "REJECTED_BY_INSTANCES_LIMIT";
    const waits = this.options.reliable && (this.options.waitsForInstances || !isInstanceLimit);
    const isKnown = this.waiting === change;
    if (waits) {
      this.taken.unshift(change);
      this.waiting = change;
    } else {
      this.drop(isInstanceLimit ? DROP.limitInstances : DROP.limitSamples);
    }
    // Last: a listener may take, and then the sample that waited is in when this returns.
    if (!isKnown) this.owner.rejected(reason, instance?.handle ?? HANDLE_NIL);
    // What is behind this sample cannot free an instance; that nobody writes one any more can.
    if (isInstanceLimit && waits && this.goneWriters.size > 0) this.noteGoneWriters(true);
    return !waits || this.waiting !== change;
  }

  private drop(reason: number): true {
    this.runtime.engine.counters.drop(reason);
    return true;
  }

  private passes(change: ReceivedChange, data: T | undefined): boolean {
    if (change.kind !== ALIVE || data === undefined) return true;
    return this.admissions.every((one) => one.passes?.(change, data) ?? true);
  }

  private decode(change: ReceivedChange): T | undefined | CdrError {
    if (change.payloadKind === PAYLOAD_NONE) return undefined;
    if (change.payloadKind === PAYLOAD_DATA)
      return this.codec.tryDeserialize(change.payload, this.dialects.of(change.writerGuid.prefix));
    if (!this.options.keyed) return undefined;
    const isBare = this.runtime.engine.writesBareKeys(change.writerGuid.prefix);
    const payload = isBare ? withDelimiter(change.payload) : change.payload;
    return this.codec.tryDeserializeKey(payload, this.dialects.of(change.writerGuid.prefix)) as T | CdrError;
  }

  /** DDS 1.4 §2.2.2.5.1.3: instances that these writers alone kept alive have no writers now. */
  private noteGoneWriters(mayHaveMore: boolean): void {
    const { clock, epochOffsetMs } = this.runtime;
    const gone = [...this.goneWriters];
    // Samples of theirs that still wait would make them writers again.
    if (!mayHaveMore) this.goneWriters.clear();
    for (const [name, { guid, isUnmatched }] of gone) {
      if (isUnmatched && !mayHaveMore) this.staging?.writerGone(guid);
      const arrival: Arrival = arrivalOfWriterGone(guid, clock.now() + epochOffsetMs);
      this.instances.writerGone(name, (instance) => {
        // These are few, one per sample or instance at most, and nobody could send them again: they need no room.
        this.store(new CachedSample(instance, instance.key, false, arrival), undefined);
      });
      this.policies.writerGone(name, isUnmatched);
    }
  }
}

const PULL_BATCH = 256;
const NEVER_FROZEN = () => false;
const MAX_GONE_WRITERS = 1024;
