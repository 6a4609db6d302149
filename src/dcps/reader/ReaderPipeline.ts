// The parts of one DataReader between the engine and its user, put together: intake, cache, instances, reads, timers.

import type { Dialect, TypeCodec } from "../../cdr/index.js";
import type { ReaderHandle } from "../../participant/types.js";
import type { ReaderQos } from "../../qos/index.js";
import type { Limits } from "../../rtps/behavior/tuning.js";
import type { ReceivedChange } from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { Ms } from "../../rtps/structure/time.js";
import type { OpenParticipant } from "../../runtime/index.js";
import type { ReaderTrace } from "../../trace/ReaderTrace.js";
import { announcedFilter, type ContentFilteredTopic } from "../ContentFilteredTopic.js";
import type { ReadCondition } from "../conditions/ReadCondition.js";
import { ReaderConditions } from "../conditions/ReaderConditions.js";
import type { DataReader } from "../DataReader.js";
import { DdsError } from "../DdsError.js";
import { EndpointTimers } from "../EndpointTimers.js";
import type { MemoryPool } from "../MemoryPool.js";
import { CoherentAccess } from "../presentation/CoherentAccess.js";
import type { Subscriber } from "../Subscriber.js";
import { stampArrival, stampTaken } from "../sampleStamps.js";
import { HANDLE_NIL, type InstanceHandle, type Sample } from "../samples.js";
import type { SampleRejectedReason } from "../statuses.js";
import { AdmissionPolicies } from "./AdmissionPolicies.js";
import type { CachedSample } from "./CachedSample.js";
import { InstancePurges } from "./InstancePurges.js";
import { policiesContext } from "./PoliciesContext.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import { ReaderInstances } from "./ReaderInstances.js";
import { ReaderReads, type SamplePlace } from "./ReaderReads.js";
import type { ReadRequest } from "./readOptions.js";
import { type CacheOptions, SampleCache } from "./SampleCache.js";
import { SampleIntake } from "./SampleIntake.js";
import { presentOne } from "./sampleInfo.js";
import { type StateOptions, stateMask } from "./stateMasks.js";
import { WriterDialects } from "./WriterDialects.js";

export interface PipelineOptions<T extends object> {
  readonly reader: DataReader<T>;
  readonly handle: ReaderHandle;
  readonly qos: ReaderQos;
  readonly runtime: OpenParticipant;
  readonly codec: TypeCodec<T>;
  /** Of all writers, if the user says so; else it goes by their vendors. */
  readonly dialect: Dialect | undefined;
  /** Where the memory of a sample goes when its listener has returned; undefined if it is the user's. */
  readonly memory: MemoryPool | undefined;
  readonly trace: ReaderTrace | undefined;
  readonly subscriber: Subscriber | undefined;
  readonly filter: ContentFilteredTopic<T> | undefined;
}

/** What a pipeline tells its reader. */
export interface PipelineOwner<T extends object> {
  /** Gives the sample to `onSample`; undefined if the reader has no such listener, and samples wait in the cache. */
  readonly onSample: ((sample: Sample<T>) => void) | undefined;
  /** Samples came in that nobody was told of; the user may have read them all meanwhile. */
  news(hasUnread: boolean): void;
  rejected(reason: SampleRejectedReason, instance: InstanceHandle): void;
  /** So many samples will not be shown: their coherent set is not complete. */
  incomplete(count: number): void;
  /** REQUESTED_DEADLINE_MISSED, `count` periods of one instance. */
  deadlineMissed(instance: InstanceHandle, count: number): void;
}

export class ReaderPipeline<T extends object> {
  readonly cache: SampleCache<T>;
  readonly instances: ReaderInstances<T>;
  readonly intake: SampleIntake<T>;
  readonly timers: EndpointTimers;
  readonly policies: AdmissionPolicies<T>;
  readonly conditions: ReaderConditions<T>;
  private readonly reads: ReaderReads<T>;
  private readonly purges: InstancePurges<T>;
  private unfollowFilter: () => void = () => undefined;
  /** The user calls: listeners have to wait until that is over. */
  private isAccessed = false;
  private pullIsDue = false;
  private isOpen = true;

  constructor(
    private readonly options: PipelineOptions<T>,
    private readonly owner: PipelineOwner<T>,
  ) {
    const { reader, handle, qos, runtime, codec, trace, subscriber, filter } = options;
    const { resourceLimits, presentation } = qos;
    const { keyed } = reader.topic;
    const { limits } = runtime.engine.config;
    this.cache = new SampleCache(cacheOptions(qos, limits));
    this.conditions = new ReaderConditions(reader, this.cache);
    const ordered = presentation.orderedAccess && presentation.accessScope !== "INSTANCE";
    const isUsersLimit = resourceLimits.maxInstances <= limits.maxInstancesPerReader;
    const maxInstances = Math.min(resourceLimits.maxInstances, limits.maxInstancesPerReader);
    this.instances = new ReaderInstances(keyed, codec, this.cache, maxInstances, !isUsersLimit);
    const intakeOptions = {
      handle,
      keyed,
      reliable: qos.reliability.kind === "RELIABLE",
      keepAll: qos.history.kind === "KEEP_ALL",
      waitsForInstances: isUsersLimit,
      inOrder: !keyed || presentation.coherentAccess || ordered,
    };
    this.timers = new EndpointTimers(runtime, handle);
    const context = policiesContext<T>(runtime, handle, this.timers, this.cache, {
      release: (held) => this.intake.releaseHeld(held),
      expired: (sample) => this.noteExpired(sample),
      deadlineMissed: (instance, count) => owner.deadlineMissed(instance.handle, count),
    });
    this.policies = new AdmissionPolicies(qos, context);
    const dialects = new WriterDialects((prefix) => runtime.engine.vendorIdOf(prefix), this.options.dialect);
    this.intake = new SampleIntake(intakeOptions, runtime, codec, dialects, this.instances, this.cache, this.policies, {
      handOver: (sample, change) => this.handOver(sample, change),
      rejected: (reason, instance) => this.outsideOfAccess(() => owner.rejected(reason, instance)),
      incomplete: (count) => this.outsideOfAccess(() => owner.incomplete(count)),
    });
    if (presentation.coherentAccess) this.stageCoherentSets(limits);
    if (subscriber !== undefined) this.intake.isFrozen = () => subscriber.isFrozen;
    if (filter !== undefined) this.applyFilter(filter);
    const onAccess = trace === undefined ? undefined : (sample: CachedSample<T>) => this.stampTaken(trace, sample);
    this.reads = new ReaderReads(this.cache, this.instances, ordered, onAccess);
    this.purges = new InstancePurges(this.timers, qos.readerDataLifecycle, (instance) => this.purge(instance));
    this.instances.onState = (instance) => this.purges.noteState(runtime.clock.now(), instance);
    this.instances.onForgotten = (instance) => this.noteForgotten(instance);
  }

  // ---- coming in ----

  /** Takes in what the engine holds, and tells the owner. */
  handleData(): void {
    if (!this.isOpen) return;
    this.intake.pull();
    this.tellNews();
  }

  writerMatched(writer: Guid): void {
    this.intake.writerMatched(writer);
    this.policies.writerAnnounced(writer);
  }

  /** What it has sent still counts. */
  writerUnmatched(writer: Guid): void {
    this.intake.writerGone(writer, true);
  }

  /** A writer that is not alive writes no instance any more; its next sample makes it a writer again. */
  writerAlive(writer: Guid, alive: boolean): void {
    if (!alive) {
      this.intake.writerGone(writer, false);
      return;
    }
    this.intake.writerAlive(writer);
    this.policies.writerAlive(writer);
  }

  /** Deadlines, lifespans and purges whose time has come. */
  handleAlarm(now: Ms): void {
    this.timers.handleAlarm(now);
    this.tellNews();
  }

  /** True if there is something to take. */
  hasData(): boolean {
    if (this.policies.haveExpiries) this.policies.expire(this.options.runtime.clock.now());
    if (this.cache.size === 0 && this.isOpen) this.intake.pull();
    return this.cache.size > 0 && this.isOpen;
  }

  // ---- going out ----

  /** @throws DdsError BAD_PARAMETER, PRECONDITION_NOT_MET */
  access(request: ReadRequest<T>, isTake: boolean): Sample<T>[] {
    const { instance } = request;
    if (instance !== undefined && !this.instances.wasGiven(instance)) {
      throw new DdsError("BAD_PARAMETER", `${instance} is not the handle of an instance of this reader`);
    }
    this.beforeAccess(request.condition);
    const samples = this.reads.access(request, isTake);
    this.afterAccess(samples.length, isTake);
    return samples;
  }

  /** @throws DdsError BAD_PARAMETER, PRECONDITION_NOT_MET */
  accessNext(previous: InstanceHandle, request: ReadRequest<T>, isTake: boolean): Sample<T>[] {
    if (previous !== HANDLE_NIL && !this.instances.wasGiven(previous)) {
      throw new DdsError("BAD_PARAMETER", `${previous} is not the handle of an instance of this reader`);
    }
    this.beforeAccess(request.condition);
    const samples = this.reads.accessNext(previous, request, isTake);
    this.afterAccess(samples.length, isTake);
    return samples;
  }

  accessNextSample(isTake: boolean): Sample<T> | undefined {
    this.beforeAccess(undefined);
    const sample = this.reads.accessFirstUnread(isTake);
    this.afterAccess(sample === undefined ? 0 : 1, isTake);
    return sample;
  }

  /** Takes the first sample, which there is. */
  takeFirst(): Sample<T> {
    const sample = this.reads.takeFirst()!;
    this.afterAccess(1, true);
    return sample;
  }

  /** Where the samples in these states stand among those of other readers (§2.2.2.5.2.10). */
  places(states: StateOptions): SamplePlace[] {
    this.pullQuietly();
    return this.reads.places(stateMask(states));
  }

  // ---- life ----

  setQos(qos: ReaderQos): void {
    this.purges.setLifecycle(qos.readerDataLifecycle, this.instances.after(HANDLE_NIL));
    this.policies.setQos(qos, this.options.runtime.clock.now(), this.instances.after(HANDLE_NIL));
    for (const one of this.intake.admissions) one.qosChanged?.(qos);
    this.tellNews();
  }

  close(): void {
    this.isOpen = false;
    this.intake.close();
    this.unfollowFilter();
    this.timers.close();
    this.conditions.close();
  }

  // ---- details ----

  private beforeAccess(condition: ReadCondition<T> | undefined): void {
    if (condition !== undefined) this.conditions.check(condition);
    if (this.policies.haveExpiries) this.policies.expire(this.options.runtime.clock.now());
    // What the engine holds has come too, though its event is still on the way.
    this.pullQuietly();
  }

  /** States have changed; and after a take there is room, for a sample that waits here or at the writer. */
  private afterAccess(count: number, isTake: boolean): void {
    if (count === 0) return;
    if (isTake) this.noteRoom();
    this.conditions.notify();
  }

  private noteRoom(): void {
    if (!this.intake.isBlocked && !this.policies.isOverdue) {
      this.intake.noteHeld();
      return;
    }
    this.pullQuietly();
    if (this.intake.hasNews) queueMicrotask(() => this.tellNews());
  }

  /** No listener of a status runs inside the user's statement. */
  private pullQuietly(): void {
    const wasAccessed = this.isAccessed;
    this.isAccessed = true;
    this.intake.pull();
    this.isAccessed = wasAccessed;
  }

  private outsideOfAccess(tell: () => void): void {
    if (this.isAccessed) queueMicrotask(tell);
    else tell();
  }

  /** Nor in the middle of what another reader has received. */
  private pullLater(): void {
    if (this.pullIsDue) return;
    this.pullIsDue = true;
    queueMicrotask(() => {
      this.pullIsDue = false;
      this.handleData();
    });
  }

  /** Tells of what came in since the last time. */
  private tellNews(): void {
    if (!this.intake.hasNews || !this.isOpen) return;
    this.intake.hasNews = false;
    this.owner.news(this.cache.unreadCount > 0);
  }

  /** True if the sample went to `onSample`, which takes it. */
  private handOver(sample: CachedSample<T>, change: ReceivedChange | undefined): boolean {
    const { onSample } = this.owner;
    const { trace, runtime, memory } = this.options;
    if (trace !== undefined && change !== undefined) {
      stampArrival(trace, change, sample.arrival, runtime.clock.nowUs());
    }
    if (onSample === undefined) return false;
    if (trace !== undefined) this.stampTaken(trace, sample);
    const presented = presentOne(sample);
    this.cache.setInstance(sample.instance, sample.instance.state, false);
    onSample(presented);
    if (memory !== undefined && change !== undefined) memory.release(change.payload);
    return true;
  }

  private stageCoherentSets(limits: Limits): void {
    const { qos, subscriber, handle, runtime } = this.options;
    const { engine } = runtime;
    const { intake } = this;
    const maxSamples = qos.history.kind === "KEEP_ALL" ? qos.resourceLimits.maxSamples : Infinity;
    intake.staging = new CoherentAccess({
      release: (changes) => intake.release(changes),
      releasedLate: () => this.pullLater(),
      mayShow: (changes) => intake.mayShow(changes),
      onIncomplete: (count) => this.outsideOfAccess(() => this.owner.incomplete(count)),
      owedFrom: (writer) => engine.owedFrom(handle, writer),
      maxHeld: Math.min(maxSamples, limits.maxUntakenChanges),
      group: subscriber?.groupSets,
    });
  }

  private applyFilter(filter: ContentFilteredTopic<T>): void {
    const { engine, driver, clock } = this.options.runtime;
    this.intake.admissions.push({ passes: (_change, data) => filter.matches(data) });
    this.unfollowFilter = filter.follow(() => {
      engine.setContentFilter(clock.now(), this.options.handle, announcedFilter(filter, this.options.qos));
      driver.flush();
    });
  }

  private stampTaken(trace: ReaderTrace, sample: CachedSample<T>): void {
    stampTaken(trace, sample.arrival, this.options.runtime.clock.nowUs());
  }

  /** READER_DATA_LIFECYCLE: nobody wanted them in time. */
  private purge(instance: ReaderInstance<T>): void {
    while (instance.oldest !== undefined) this.cache.remove(instance.oldest);
    this.policies.dropHeld(instance);
    this.instances.forgetIfIdle(instance);
    this.noteRoom();
  }

  /** LIFESPAN: there is room again. */
  private noteExpired({ instance }: CachedSample<T>): void {
    this.instances.forgetIfIdle(instance);
    this.noteRoom();
    this.conditions.notify();
  }

  private noteForgotten(instance: ReaderInstance<T>): void {
    this.purges.forget(instance);
    this.policies.forget(instance);
  }
}

function cacheOptions(qos: ReaderQos, limits: Limits): CacheOptions {
  const { history, resourceLimits } = qos;
  const keepAll = history.kind === "KEEP_ALL";
  return {
    depth: keepAll ? Infinity : history.depth,
    // Without a limit of the user's, KEEP_LAST is bounded by its instances, KEEP_ALL by what a peer may make us hold.
    maxSamples: keepAll ? Math.min(resourceLimits.maxSamples, limits.maxUntakenChanges) : resourceLimits.maxSamples,
    maxSamplesPerInstance: resourceLimits.maxSamplesPerInstance,
    bySource: qos.destinationOrder.kind === "BY_SOURCE_TIMESTAMP",
  };
}
