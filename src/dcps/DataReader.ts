// DDS 1.4 §2.2.2.5.3 DataReader: takes changes from the engine, decodes them, and offers them by listener, by take()
// and as an async iterator.

import type { StructValue, TypeCodec } from "../cdr/index.js";
import type { ParticipantEvent, ReaderHandle } from "../participant/types.js";
import type { ReaderQos } from "../qos/index.js";
import type { ReceivedChange } from "../rtps/structure/cacheChange.js";
import type { Guid } from "../rtps/structure/guid.js";
import { Waiters, type WaitOptions } from "../runtime/index.js";
import { ReaderTrace, type ReaderTraceOptions } from "../trace/ReaderTrace.js";
import type { ContentFilteredTopic } from "./ContentFilteredTopic.js";
import { alreadyDeleted, DdsError } from "./DdsError.js";
import type { EndpointContext } from "./endpointContext.js";
import { type DataReaderListener, throwLater } from "./listeners.js";
import type { CachedSample } from "./reader/CachedSample.js";
import { ReaderInstances } from "./reader/ReaderInstances.js";
import { ReaderReads, type SamplePlace } from "./reader/ReaderReads.js";
import { ReaderStatuses } from "./reader/ReaderStatuses.js";
import { EVERYTHING, type ReadOptions, type ReadRequest, readRequest } from "./reader/readOptions.js";
import { SampleCache } from "./reader/SampleCache.js";
import { SampleIntake } from "./reader/SampleIntake.js";
import { presentOne } from "./reader/sampleInfo.js";
import { type StateOptions, stateMask } from "./reader/stateMasks.js";
import type { Subscriber } from "./Subscriber.js";
import { stampArrival, stampTaken } from "./sampleStamps.js";
import { HANDLE_NIL, type InstanceHandle, type Sample } from "./samples.js";
import type {
  IncompatibleQosStatus,
  InconsistentTopicStatus,
  LivelinessChangedStatus,
  MatchedStatus,
  SampleLostStatus,
  SampleRejectedReason,
  SampleRejectedStatus,
} from "./statuses.js";
import type { Topic } from "./Topic.js";

export type { DataReaderListener } from "./listeners.js";

/**
 * Reads the values of one topic (DDS 1.4 §2.2.2.5.3): by listener, by `take()`, or with `for await`. Made by
 * `DomainParticipant.createReader`. Samples are decoded when they come in and wait as HISTORY and RESOURCE_LIMITS say.
 */
export class DataReader<T extends object = StructValue> {
  readonly guid: Guid;
  /** Stamps t3, t4, t5 of every sample; undefined unless tracing was asked for. */
  readonly trace: ReaderTrace | undefined = undefined;
  private readonly cache: SampleCache<T>;
  private readonly instances: ReaderInstances<T>;
  private readonly intake: SampleIntake<T>;
  private readonly reads: ReaderReads<T>;
  private readonly waiters: Waiters;
  private readonly statuses = new ReaderStatuses();
  private unfollowFilter: () => void = () => undefined;
  private pullIsDue = false;
  private closed = false;

  /** Made by DomainParticipant.createReader. */
  constructor(
    readonly topic: Topic<T>,
    private current: ReaderQos,
    private readonly handle: ReaderHandle,
    private readonly context: EndpointContext,
    private readonly listener: DataReaderListener<T>,
    codec: TypeCodec<T>,
    trace: boolean | ReaderTraceOptions,
    filter?: ContentFilteredTopic<T>,
  ) {
    this.guid = context.guidOf(handle);
    this.waiters = new Waiters(context.runtime.scheduler);
    if (trace !== false) this.trace = new ReaderTrace(this.guid.toString(), trace === true ? {} : trace);
    const { history, resourceLimits, presentation, reliability, destinationOrder } = current;
    const { limits } = context.runtime.engine.config;
    const keepAll = history.kind === "KEEP_ALL";
    this.cache = new SampleCache({
      depth: keepAll ? Infinity : history.depth,
      // Without a limit of the user's, KEEP_LAST is bounded by its instances, KEEP_ALL by what a peer may make us hold.
      maxSamples: keepAll ? Math.min(resourceLimits.maxSamples, limits.maxUntakenChanges) : resourceLimits.maxSamples,
      maxSamplesPerInstance: resourceLimits.maxSamplesPerInstance,
      bySource: destinationOrder.kind === "BY_SOURCE_TIMESTAMP",
    });
    const maxInstances = Math.min(resourceLimits.maxInstances, limits.maxInstancesPerReader);
    this.instances = new ReaderInstances(topic.keyed, codec, this.cache, maxInstances);
    const engineRoom = Math.min(keepAll ? resourceLimits.maxSamples : Infinity, limits.maxUntakenChanges);
    const intakeOptions = {
      handle,
      keyed: topic.keyed,
      reliable: reliability.kind === "RELIABLE",
      keepAll,
      waitsForInstances: resourceLimits.maxInstances <= limits.maxInstancesPerReader,
      coherent: presentation.coherentAccess
        ? { group: context.subscriber?.groupSets, maxHeld: engineRoom, filtered: filter !== undefined }
        : undefined,
    };
    this.intake = new SampleIntake(intakeOptions, context.runtime, codec, this.instances, this.cache, {
      handOver: (sample, change) => this.handOver(sample, change),
      rejected: (reason, instance) => this.noteRejected(reason, instance),
      incomplete: (count) => this.noteIncomplete(count),
      released: () => this.pullLater(),
      isFrozen: () => context.subscriber?.isFrozen === true,
    });
    if (filter !== undefined) this.applyFilter(filter);
    const ordered = presentation.orderedAccess && presentation.accessScope !== "INSTANCE";
    const onAccess = this.trace === undefined ? undefined : (sample: CachedSample<T>) => this.stampTaken(sample);
    this.reads = new ReaderReads(this.cache, this.instances, ordered, onAccess);
  }

  /** Every policy, with what was changed since. */
  get qos(): ReaderQos {
    return this.current;
  }

  /** The subscriber it was made by; undefined if it is alone in its group. */
  get subscriber(): Subscriber | undefined {
    return this.context.subscriber;
  }

  // ---- reading and taking ----

  /**
   * Returns samples and leaves them in the cache as READ (DDS 1.4 §2.2.2.5.3.8): the oldest that fit, up to `max`.
   * Samples of one instance are consecutive, unless PRESENTATION asks for ordered access of scope TOPIC or GROUP.
   *
   * @param options the number of samples, or what to read: states, an instance
   * @throws DdsError ALREADY_DELETED when the reader is closed, BAD_PARAMETER for options that are none
   */
  read(options: number | ReadOptions = EVERYTHING): Sample<T>[] {
    return this.access(readRequest(options), false);
  }

  /** Like `read`, and removes what it returns (DDS 1.4 §2.2.2.5.3.9). */
  take(options: number | ReadOptions = EVERYTHING): Sample<T>[] {
    return this.access(readRequest(options), true);
  }

  /**
   * `read` of one instance (DDS 1.4 §2.2.2.5.3.14); empty when the reader has forgotten it.
   *
   * @throws DdsError BAD_PARAMETER for a handle that no instance of this reader has ever had; else as `read` does
   */
  readInstance(instance: InstanceHandle, options: number | ReadOptions = EVERYTHING): Sample<T>[] {
    return this.access(readRequest(options, instance), false);
  }

  /** `take` of one instance (DDS 1.4 §2.2.2.5.3.15). Throws as `readInstance` does. */
  takeInstance(instance: InstanceHandle, options: number | ReadOptions = EVERYTHING): Sample<T>[] {
    return this.access(readRequest(options, instance), true);
  }

  /**
   * `read` of the instance with the next handle that has samples which fit (DDS 1.4 §2.2.2.5.3.16). Walks all instances:
   * begin with HANDLE_NIL and go on with the handle that came back, though the instance may be gone meanwhile.
   */
  readNextInstance(previous: InstanceHandle, options: number | ReadOptions = EVERYTHING): Sample<T>[] {
    return this.accessNext(previous, readRequest(options), false);
  }

  /** `take` of the next instance (DDS 1.4 §2.2.2.5.3.17), like `readNextInstance`. */
  takeNextInstance(previous: InstanceHandle, options: number | ReadOptions = EVERYTHING): Sample<T>[] {
    return this.accessNext(previous, readRequest(options), true);
  }

  /** The first sample that was not read yet, which it is then (DDS 1.4 §2.2.2.5.3.12); undefined without one. */
  readNextSample(): Sample<T> | undefined {
    this.beforeAccess();
    return this.reads.accessFirstUnread(false);
  }

  /** Takes the first sample that was not read yet (DDS 1.4 §2.2.2.5.3.13); undefined without one. */
  takeNextSample(): Sample<T> | undefined {
    this.beforeAccess();
    const sample = this.reads.accessFirstUnread(true);
    if (sample !== undefined) this.afterTake();
    return sample;
  }

  /**
   * The handle of the instance with these key members (DDS 1.4 §2.2.2.5.3.30), HANDLE_NIL if the reader knows none.
   *
   * @throws CdrError for members of a wrong type
   */
  lookupInstance(key: Partial<T>): InstanceHandle {
    this.checkOpen();
    return this.instances.lookup(key)?.handle ?? HANDLE_NIL;
  }

  /**
   * The key members of an instance (DDS 1.4 §2.2.2.5.3.29).
   *
   * @throws DdsError BAD_PARAMETER when the reader does not know the instance
   */
  getKeyValue(instance: InstanceHandle): Partial<T> {
    this.checkOpen();
    const known = this.instances.at(instance);
    if (known === undefined) throw new DdsError("BAD_PARAMETER", `instance ${instance} is not known to this reader`);
    return { ...known.key };
  }

  /** Waits until a sample can be taken. Rejects with DdsError TIMEOUT, or ALREADY_DELETED when the reader is closed. */
  async waitForData(options: WaitOptions = {}): Promise<void> {
    this.checkOpen();
    await this.waiters.until(
      () => this.hasData(),
      options,
      () => new DdsError("TIMEOUT", `no sample of ${this.topic.name} came in time`),
    );
  }

  /**
   * Samples as they come, each taken. Ends when the reader is closed, or when the signal aborts.
   * With KEEP_LAST a slow loop sees the newest samples only; ask for KEEP_ALL to see every one.
   */
  async *samples(options: { readonly signal?: AbortSignal } = {}): AsyncGenerator<Sample<T>, void, void> {
    const isOver = () => this.closed || options.signal?.aborted === true;
    while (!isOver()) {
      if (this.hasData()) {
        yield this.takeFirst();
        continue;
      }
      try {
        await this.waiters.until(() => this.hasData() || this.closed, options, NEVER_TIMES_OUT);
      } catch (error) {
        if (isOver()) return;
        throw error;
      }
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<Sample<T>, void, void> {
    return this.samples();
  }

  // ---- statuses ----

  /** Reading a status starts its changes anew. */
  get subscriptionMatchedStatus(): MatchedStatus {
    return this.statuses.matched.read();
  }

  get requestedIncompatibleQosStatus(): IncompatibleQosStatus {
    return this.statuses.incompatible.read();
  }

  get inconsistentTopicStatus(): InconsistentTopicStatus {
    return this.statuses.inconsistent.read();
  }

  get livelinessChangedStatus(): LivelinessChangedStatus {
    return this.statuses.liveliness.read();
  }

  /** With BEST_EFFORT and a content filter 0: what is lost cannot be told from what a writer left out. */
  get sampleLostStatus(): SampleLostStatus {
    return this.statuses.readLost();
  }

  get sampleRejectedStatus(): SampleRejectedStatus {
    return this.statuses.readRejected();
  }

  /** The writers this reader is matched with. */
  get matchedPublications(): Guid[] {
    return [...this.statuses.writers.values()];
  }

  /** Waits until `count` writers are matched. Rejects with DdsError TIMEOUT or ALREADY_DELETED. */
  async waitForPublications(count = 1, options: WaitOptions = {}): Promise<void> {
    this.checkOpen();
    const { writers } = this.statuses;
    await this.waiters.until(
      () => writers.size >= count,
      options,
      () => new DdsError("TIMEOUT", `${writers.size} of ${count} writers of ${this.topic.name} matched in time`),
    );
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Says goodbye; samples that were not taken are gone. Ends every `for await` over this reader. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    const { engine, driver, clock } = this.context.runtime;
    engine.deleteReader(clock.now(), this.handle);
    driver.flush();
    this.intake.close();
    this.unfollowFilter();
    this.waiters.notify();
    this.waiters.fail(alreadyDeleted("reader"));
    this.context.onClosed(this.handle);
  }

  /** @internal Policies of the subscriber changed. */
  groupQosChanged(group: Pick<ReaderQos, "partition" | "groupData">): void {
    const { engine, driver, clock } = this.context.runtime;
    this.current = { ...this.current, ...group };
    engine.setReaderQos(clock.now(), this.handle, this.current);
    driver.flush();
  }

  /** @internal What has come may become visible now. */
  refresh(): void {
    if (!this.closed) this.handleData();
  }

  /** @internal Calls `onDataAvailable` if there is something that was not read. */
  notifyDataAvailable(): void {
    if (!this.closed && this.cache.unreadCount > 0) this.listener.onDataAvailable?.(this);
  }

  /** @internal Where the samples in these states stand among those of other readers, in the order of this one. */
  samplePlaces(states: StateOptions): SamplePlace[] {
    this.checkOpen();
    return this.reads.places(stateMask(states));
  }

  /** @internal */
  handleEvent(event: ParticipantEvent): void {
    if (event.type === "dataAvailable") this.handleData();
    else if (event.type === "subscriptionMatched") this.handleMatched(event.remote, event.change);
    else this.statuses.handleEvent(event, this.listener, this);
  }

  // ---- details ----

  private handleData(): void {
    this.intake.pull();
    this.tellNews();
  }

  /** Tells of what came in since the last time, if somebody may still want it. */
  private tellNews(): void {
    if (!this.intake.hasNews || this.closed) return;
    this.intake.hasNews = false;
    if (this.cache.unreadCount === 0) return;
    this.waiters.notify();
    this.listener.onDataAvailable?.(this);
  }

  private handleMatched(writer: Guid, change: 1 | -1): void {
    this.statuses.noteMatched(writer, change);
    if (change === 1) this.intake.writerMatched(writer);
    else this.intake.writerGone(writer);
    this.waiters.notify();
    this.listener.onSubscriptionMatched?.(this.statuses.matched.read(), this);
    if (change === -1) this.handleData();
  }

  private hasData(): boolean {
    if (this.cache.size === 0 && !this.closed) this.intake.pull();
    return this.cache.size > 0 && !this.closed;
  }

  private access(request: ReadRequest, isTake: boolean): Sample<T>[] {
    this.beforeAccess();
    if (request.instance !== undefined && !this.instances.wasGiven(request.instance)) {
      throw new DdsError("BAD_PARAMETER", `${request.instance} is not the handle of an instance of this reader`);
    }
    const samples = this.reads.access(request, isTake);
    if (isTake && samples.length > 0) this.afterTake();
    return samples;
  }

  private accessNext(previous: InstanceHandle, request: ReadRequest, isTake: boolean): Sample<T>[] {
    this.beforeAccess();
    const samples = this.reads.accessNext(previous, request, isTake);
    if (isTake && samples.length > 0) this.afterTake();
    return samples;
  }

  private takeFirst(): Sample<T> {
    const sample = this.reads.takeFirst()!;
    this.afterTake();
    return sample;
  }

  private beforeAccess(): void {
    this.checkOpen();
    this.context.subscriber?.checkAccess();
    // What the engine holds has come too, though its event is still on the way.
    this.intake.pull();
  }

  /** There is room again: for a sample that waits here, and for those that the writer holds back. */
  private afterTake(): void {
    if (!this.intake.isBlocked) this.intake.noteHeld();
    else {
      this.intake.pull();
      // No listener runs inside the caller's statement.
      if (this.intake.hasNews) queueMicrotask(() => this.tellNews());
    }
  }

  /** True if the sample went to `onSample`, which takes it. */
  private handOver(sample: CachedSample<T>, change: ReceivedChange | undefined): boolean {
    if (this.trace !== undefined && change !== undefined) {
      stampArrival(this.trace, change, sample.arrival, this.context.runtime.clock.nowUs());
    }
    if (this.listener.onSample === undefined) return false;
    if (this.trace !== undefined) this.stampTaken(sample);
    const presented = presentOne(sample);
    this.cache.setInstance(sample.instance, sample.instance.state, false);
    try {
      this.listener.onSample(presented, this);
    } catch (error) {
      // The samples behind this one are for the listener too.
      throwLater(error);
    }
    return true;
  }

  private applyFilter(filter: ContentFilteredTopic<T>): void {
    this.intake.admissions.push({ passes: (_change, data) => filter.matches(data) });
    this.unfollowFilter = filter.follow(() => {
      const { engine, driver, clock } = this.context.runtime;
      engine.setContentFilter(clock.now(), this.handle, filter.property);
      driver.flush();
    });
  }

  /** Another reader's part of a set, or the last of this one's: no listener runs in the middle of that. */
  private pullLater(): void {
    if (this.pullIsDue) return;
    this.pullIsDue = true;
    queueMicrotask(() => {
      this.pullIsDue = false;
      this.refresh();
    });
  }

  private noteIncomplete(count: number): void {
    try {
      this.statuses.handleEvent({ type: "sampleLost", reader: this.handle, count }, this.listener, this);
    } catch (error) {
      throwLater(error);
    }
  }

  private stampTaken(sample: CachedSample<T>): void {
    stampTaken(this.trace!, sample.arrival, this.context.runtime.clock.nowUs());
  }

  private noteRejected(reason: SampleRejectedReason, instance: InstanceHandle): void {
    try {
      this.statuses.noteRejected(reason, instance, this.listener, this);
    } catch (error) {
      throwLater(error);
    }
  }

  private checkOpen(): void {
    if (this.closed) throw alreadyDeleted("reader");
  }
}

const NEVER_TIMES_OUT = () => new DdsError("TIMEOUT", "timed out");
