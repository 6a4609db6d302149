// From the engine to the cache or the listener: decodes changes, finds their instances, asks the policies that may turn
// them away, and keeps waiting what a full RELIABLE reader has no room for.

import { BareKeys, CdrError, type TypeCodec } from "../../cdr/index.js";
import type { ReaderHandle } from "../../participant/types.js";
import {
  ALIVE,
  type ChangeKind,
  NOT_ALIVE_UNREGISTERED,
  PAYLOAD_DATA,
  PAYLOAD_NONE,
  ReceivedChange,
} from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { OpenParticipant } from "../../runtime/index.js";
import { DROP } from "../../trace/dropReasons.js";
import { HANDLE_NIL, type InstanceHandle } from "../samples.js";
import type { SampleRejectedReason } from "../statuses.js";
import type { AdmissionPolicies } from "./AdmissionPolicies.js";
import { type Arrival, CachedSample } from "./CachedSample.js";
import { copyOf } from "./copyOf.js";
import { GoneWriters } from "./GoneWriters.js";
import type { HeldSample } from "./PoliciesContext.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import type { NoInstance, ReaderInstances } from "./ReaderInstances.js";
import type { SampleAdmission, SampleStaging } from "./SampleAdmission.js";
import type { SampleCache } from "./SampleCache.js";
import { SetAdmission } from "./SetAdmission.js";
import { arrivalOfChange, arrivalOfWriterGone } from "./sampleInfo.js";
import { COUNTS, isUnseen, LATE, NOT_OWNER, type Verdict, WITHHELD } from "./verdicts.js";
import { type WaitingChange, WaitingChanges } from "./WaitingChanges.js";
import type { WriterDialects } from "./WriterDialects.js";

export interface IntakeOptions {
  readonly handle: ReaderHandle;
  readonly keyed: boolean;
  /** What finds no room waits; otherwise it is dropped. */
  readonly reliable: boolean;
  /** What waits to be taken counts against the writer's window (KEEP_ALL). */
  readonly keepAll: boolean;
  /** A new instance beyond the limit waits too. False when the limit is ours and not the user's. */
  readonly waitsForInstances: boolean;
  /** Nothing of a writer overtakes what waits of it. Otherwise only the order within each instance is kept. */
  readonly inOrder: boolean;
}

/** What an intake tells its reader. It may be called back from inside. */
export interface IntakeOwner<T extends object> {
  /** A sample is in; false: put it into the cache. True: the owner has given it to the user. */
  handOver(sample: CachedSample<T>, change: ReceivedChange | undefined): boolean;
  rejected(reason: SampleRejectedReason, instance: InstanceHandle): void;
  /** So many samples of a coherent set are lost: it finds no room, or is over. */
  incomplete(count: number): void;
}

type Found<T extends object> = ReaderInstance<T> | NoInstance | undefined;

/** Why something is not in yet. */
interface Refusal<T extends object> {
  readonly reason: SampleRejectedReason;
  readonly instance: ReaderInstance<T> | undefined;
}

export class SampleIntake<T extends object> {
  /** Something came into the cache that nobody was told of yet. */
  hasNews = false;
  readonly admissions: SampleAdmission<T>[] = [];
  /** Stands between the engine and everything here. */
  staging: SampleStaging | undefined = undefined;
  /** Nothing may become visible while this is true (§2.2.2.5.2.8). */
  isFrozen: () => boolean = NEVER_FROZEN;
  /** Taken from the engine and not looked at yet, while a listener runs; with staging also whole sets. */
  private readonly taken: (ReceivedChange | readonly ReceivedChange[])[] = [];
  private readonly waiting: WaitingChanges<T>;
  private readonly sets: SetAdmission<T>;
  private readonly goneWriters = new GoneWriters();
  private isRetrying = false;
  /** Room may have come for what waits. */
  private mayRetry = false;
  /** Something waits for an instance to end. */
  private wantsInstance = false;
  private isOpen = true;
  private readonly bareKeys: BareKeys;

  constructor(
    private readonly options: IntakeOptions,
    private readonly runtime: OpenParticipant,
    private readonly codec: TypeCodec<T>,
    private readonly dialects: WriterDialects,
    private readonly instances: ReaderInstances<T>,
    private readonly cache: SampleCache<T>,
    private readonly policies: AdmissionPolicies<T>,
    private readonly owner: IntakeOwner<T>,
  ) {
    const { engine, driver } = runtime;
    this.bareKeys = new BareKeys(codec.type);
    const { handle, inOrder } = options;
    const hold = (writer: Guid, isHeld: boolean) => {
      if (engine.holdWriter(handle, writer, isHeld)) driver.schedule();
    };
    this.sets = new SetAdmission(instances, cache, policies, {
      decode: (change) => this.decode(change),
      passes: (change, data) => this.passes(change, data),
    });
    this.waiting = new WaitingChanges({ perWriter: inOrder ? 1 : MAX_WAITING_PER_WRITER, inOrder, hold });
  }

  /** A sample waits for room: after a take, `pull` may find it. */
  get isBlocked(): boolean {
    return this.waiting.size > 0;
  }

  /** Moves what the engine holds into the cache, or to the owner, as far as there is room. */
  pull(): void {
    this.mayRetry = true;
    // Called by a listener: what waits is in order only when the pass outside is over.
    if (this.isRetrying) return;
    if (this.policies.isOverdue) this.policies.noteRoom(this.runtime.clock.now());
    const { taken } = this;
    while (this.isOpen && !this.isFrozen()) {
      if (this.mayRetry && this.waiting.size > 0) this.retry();
      // Shared with calls from inside a listener, so that none overtakes the samples of the call outside.
      const next = taken.shift();
      if (next !== undefined) {
        if (Array.isArray(next)) this.acceptSet(next);
        else this.acceptWhole(next as ReceivedChange);
      } else if (!this.fetch()) {
        if (this.goneWriters.size > 0) this.noteGoneWriters();
        if (!this.mayRetry || this.waiting.size === 0) break;
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

  /** Changes that staging lets go of; `pull` looks at them next. */
  release(changes: readonly ReceivedChange[]): void {
    if (changes.length === 1) this.taken.push(changes[0]!);
    else this.taken.push(changes.flatMap((change) => (hasLastValue(change) ? [lastValueOf(change), change] : change)));
  }

  /** False for a set that will not be shown: it is over, or finds no room and does not wait. */
  mayShow(set: readonly ReceivedChange[]): boolean {
    const samples = this.sets.samplesOf(set);
    const room = samples === undefined ? "never" : this.sets.roomFor(samples);
    return room === "now" || (room !== "never" && this.waits(room));
  }

  /** Samples not taken make a RELIABLE writer wait (DDS 1.4 §2.2.3.19); samples taken let it go on. */
  noteHeld(): void {
    if (!this.isOpen) return;
    const { engine, driver } = this.runtime;
    this.waiting.noteHolds();
    if (engine.noteHeld(this.options.handle, this.heldCount())) driver.schedule();
  }

  /** The instances of this writer lose it, once its last samples are in. Unless the match is over it may come back. */
  writerGone(guid: Guid, isUnmatched: boolean): void {
    this.goneWriters.gone(guid, isUnmatched);
    if (this.goneWriters.isFull) this.noteGoneWriters();
  }

  /** The writer shows again that it is alive. */
  writerAlive(writer: Guid): void {
    this.goneWriters.alive(writer);
  }

  /** The reader is matched with this writer (again). */
  writerMatched(writer: Guid): void {
    this.goneWriters.matched(writer);
    this.waiting.writerMatched(writer);
    this.staging?.writerMatched?.(writer);
  }

  close(): void {
    this.isOpen = false;
    this.staging?.close?.();
    this.taken.length = 0;
    this.waiting.clear();
  }

  /** False if the engine holds nothing more. */
  private fetch(): boolean {
    const { engine } = this.runtime;
    const { staging, taken, options } = this;
    // First: taking lets the engine take in more.
    if (this.waiting.size > 0) this.waiting.noteHolds();
    if (staging === undefined) return engine.take(options.handle, taken as ReceivedChange[], PULL_BATCH) > 0;
    const staged: ReceivedChange[] = [];
    engine.take(options.handle, staged, PULL_BATCH);
    for (const change of staged) staging.add(change);
    return staged.length > 0;
  }

  private heldCount(): number {
    const { keepAll, reliable } = this.options;
    const { waiting, cache, staging } = this;
    const { maxUntakenChanges, maxUntakenBytes } = this.runtime.engine.config.limits;
    if (waiting.size >= maxUntakenChanges || waiting.bytes >= maxUntakenBytes) return Infinity;
    if (!keepAll) return 0;
    // Nobody has anything that would find room.
    if (waiting.size > 0 && cache.size >= cache.options.maxSamples) return Infinity;
    // One more than there is room for comes through: the sample that is rejected. BEST_EFFORT sets are judged as a whole.
    return Math.max(0, cache.size + this.taken.length + (reliable ? (staging?.heldCount ?? 0) : 0) - 1);
  }

  private acceptWhole(change: ReceivedChange): void {
    if (hasLastValue(change)) this.accept(lastValueOf(change));
    this.accept(change);
  }

  /** Looks at a change for the first time. */
  private accept(change: ReceivedChange): void {
    if (this.policies.isOn && this.policies.isOver(change)) {
      this.drop(DROP.staleSample);
      return;
    }
    const data = this.decode(change);
    if (data instanceof CdrError) {
      this.drop(DROP.badPayload);
      return;
    }
    if (this.admissions.length > 0 && !this.passes(change, data)) return;
    const found = this.instances.find(change, data);
    if (found === "unhashable") {
      this.drop(DROP.badPayload);
      return;
    }
    if (this.waiting.size > 0 && this.waitsBehind(change, data, found)) return;
    if (found === "unknown") return;
    const refusal = this.admit(change, data, found);
    if (refusal !== undefined) this.refuse({ change, data, set: undefined, isTold: false }, refusal);
  }

  private waitsBehind(change: ReceivedChange, data: T | undefined, found: Found<T>): boolean {
    const instance = typeof found === "string" ? undefined : found;
    if (!this.waiting.blocks(change.writerGuid, instance)) return false;
    this.waiting.add({ change, data, set: undefined, isTold: false }, instance);
    return true;
  }

  /** Tries everything that waits, in its order. Listeners hear of what is refused when all are in their place again. */
  private retry(): void {
    this.mayRetry = this.wantsInstance = false;
    this.isRetrying = true;
    const refusals: Refusal<T>[] = [];
    for (const entry of this.waiting.takeAll()) {
      const refusal = this.isOpen ? this.tryAgain(entry) : undefined;
      if (refusal?.reason === "REJECTED_BY_INSTANCES_LIMIT") this.wantsInstance = true;
      if (refusal === undefined || entry.isTold) continue;
      entry.isTold = true;
      refusals.push(refusal);
    }
    this.isRetrying = false;
    for (const { reason, instance } of refusals) this.owner.rejected(reason, instance?.handle ?? HANDLE_NIL);
  }

  private tryAgain(entry: WaitingChange<T>): Refusal<T> | undefined {
    const { change, data, set } = entry;
    if (set === undefined && this.policies.isOn && this.policies.isOver(change)) {
      this.drop(DROP.staleSample);
      return undefined;
    }
    const found = set === undefined ? this.instances.find(change, data) : undefined;
    const instance = typeof found === "string" ? undefined : found;
    if (this.waiting.blocks(change.writerGuid, instance)) {
      this.waiting.add(entry, instance);
      return undefined;
    }
    if (typeof found === "string") return undefined;
    const refusal = set === undefined ? this.admit(change, data, found) : this.admitSet(set);
    if (refusal !== undefined) this.waiting.add(entry, refusal.instance);
    return refusal;
  }

  /** A change comes in, unless there is no room for it. */
  private admit(
    change: ReceivedChange,
    data: T | undefined,
    found: ReaderInstance<T> | undefined,
  ): Refusal<T> | undefined {
    const { instances } = this;
    const policies = this.policies.isOn ? this.policies : undefined;
    let instance = found;
    const verdict = policies === undefined || instance === undefined ? COUNTS : policies.judge(change, instance);
    if (isUnseen(verdict) && this.isHidden(change, instance!, verdict)) return undefined;
    const kind = isUnseen(verdict) ? NOT_ALIVE_UNREGISTERED : change.kind;
    const isNews = instance === undefined || instances.isNews(instance, kind, change.writerGuid.toString());
    const reason = isNews && verdict !== WITHHELD ? this.cache.refusal(instance, kind === ALIVE) : undefined;
    if (reason !== undefined) return { reason, instance };
    if (instance === undefined) {
      instance = instances.add(change, data);
      if (instance === undefined) return { reason: "REJECTED_BY_INSTANCES_LIMIT", instance };
      if (this.waiting.size > 0) this.waiting.noteMade(instance);
      policies?.judge(change, instance);
    }
    this.enter(change, kind, instance, data, isNews, verdict);
    return undefined;
  }

  // ---- coherent sets ----

  private acceptSet(set: readonly ReceivedChange[]): void {
    const change = set[0]!;
    const entry = { change, data: undefined, set, isTold: false };
    if (this.waiting.blocks(change.writerGuid, undefined)) {
      this.waiting.add(entry, undefined);
      return;
    }
    const refusal = this.admitSet(set);
    if (refusal !== undefined) this.refuse(entry, refusal);
  }

  /** A set comes in as a whole, waits, or is lost (§2.2.3.6). */
  private admitSet(set: readonly ReceivedChange[]): Refusal<T> | undefined {
    const samples = this.sets.samplesOf(set);
    const room = samples === undefined ? "never" : this.sets.roomFor(samples);
    if (room === "now") {
      for (const { change, data } of samples!) {
        const found = this.instances.find(change, data);
        if (typeof found !== "string") this.admit(change, data, found);
      }
      return undefined;
    }
    if (room !== "never" && this.waits(room)) return { reason: room, instance: undefined };
    this.runtime.engine.counters.drop(samples === undefined ? DROP.staleSample : DROP.limitSamples, set.length);
    this.owner.incomplete(set.length);
    return undefined;
  }

  // ---- details ----

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
      sample = new CachedSample(instance, data ?? copyOf(instance.key), validData, arrival);
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

  private refuse(entry: WaitingChange<T>, { reason, instance }: Refusal<T>): void {
    if (this.waits(reason)) {
      entry.isTold = true;
      this.waiting.add(entry, instance);
      if (reason === "REJECTED_BY_INSTANCES_LIMIT") this.wantsInstance = true;
    } else {
      this.drop(reason === "REJECTED_BY_INSTANCES_LIMIT" ? DROP.limitInstances : DROP.limitSamples);
    }
    // Last: a listener may take, and then the sample that waited is in when this returns.
    this.owner.rejected(reason, instance?.handle ?? HANDLE_NIL);
  }

  private waits(reason: SampleRejectedReason): boolean {
    return this.options.reliable && (this.options.waitsForInstances || reason !== "REJECTED_BY_INSTANCES_LIMIT");
  }

  private drop(reason: number): void {
    this.runtime.engine.counters.drop(reason);
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
    const { prefix } = change.writerGuid;
    const bare = this.runtime.engine.writesBareKeys(prefix) ? this.bareKeys.read(change.payload) : undefined;
    return (bare ?? this.codec.tryDeserializeKey(change.payload, this.dialects.of(prefix))) as T | CdrError;
  }

  /** DDS 1.4 §2.2.2.5.1.3: instances that these writers alone kept alive have no writers now. */
  private noteGoneWriters(): void {
    const { clock, epochOffsetMs } = this.runtime;
    const areAllOver = this.goneWriters.isFull;
    const gone = this.goneWriters.take((name) => areAllOver || !this.waiting.has(name));
    for (const [name, { guid, isUnmatched }, isOver] of gone) {
      // Samples that still wait will make it a writer again. But if they wait for an instance, its end may free one.
      if (!isOver && !this.wantsInstance) continue;
      if (isUnmatched && isOver) this.staging?.writerGone(guid);
      const arrival: Arrival = arrivalOfWriterGone(guid, clock.now() + epochOffsetMs);
      this.instances.writerGone(name, (instance) => {
        // These are few, one per sample or instance at most, and nobody could send them again: they need no room.
        this.store(new CachedSample(instance, copyOf(instance.key), false, arrival), undefined);
        this.mayRetry = true;
      });
      if (isOver) this.policies.writerGone(name, isUnmatched);
    }
  }
}

const PULL_BATCH = 256;
const NEVER_FROZEN = () => false;
/** What waits is acknowledged: little, so that writers wait soon; enough for the end of an instance to come through. */
const MAX_WAITING_PER_WRITER = 32;

/** Seen of Cyclone DDS, whose writers can write and dispose in one: the end of an instance with a value of it. */
function hasLastValue(change: ReceivedChange): boolean {
  return change.kind !== ALIVE && change.payloadKind === PAYLOAD_DATA;
}

/** The value, which comes before the end. */
function lastValueOf({ writerGuid, sn, payload, keyHash, ...change }: ReceivedChange): ReceivedChange {
  const { sourceTimestamp, receivedAt, placement } = change;
  const value = new ReceivedChange(writerGuid, sn, ALIVE, PAYLOAD_DATA, payload, keyHash, sourceTimestamp, receivedAt);
  value.placement = placement;
  return value;
}
