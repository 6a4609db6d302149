// DDS 1.4 §2.2.2.5.3 DataReader: takes changes from the engine, decodes them, and offers them by listener, by take()
// and as an async iterator.

import type { StructValue } from "../cdr/index.js";
import type { ParticipantEvent, ReaderHandle } from "../participant/types.js";
import { checkMutable, checkReaderConsistency, type ReaderQos, type ReaderQosInput } from "../qos/index.js";
import type { Guid } from "../rtps/structure/guid.js";
import { Waiters, type WaitOptions } from "../runtime/index.js";
import { ReaderTrace, type ReaderTraceOptions } from "../trace/ReaderTrace.js";
import type { QueryCondition } from "./conditions/QueryCondition.js";
import type { ReadCondition } from "./conditions/ReadCondition.js";
import type { StatusCondition } from "./conditions/StatusCondition.js";
import { alreadyDeleted, DdsError } from "./DdsError.js";
import { Enabling } from "./Enabling.js";
import type { EndpointContext } from "./endpointContext.js";
import type { InheritedQos } from "./inheritedQos.js";
import { type DataReaderListener, throwLater } from "./listeners.js";
import type { ReaderMaker } from "./reader/ReaderMaker.js";
import { ReaderPipeline } from "./reader/ReaderPipeline.js";
import type { SamplePlace } from "./reader/ReaderReads.js";
import { ReaderStatuses } from "./reader/ReaderStatuses.js";
import { SampleReading } from "./reader/SampleReading.js";
import type { StateOptions } from "./reader/stateMasks.js";
import type { Subscriber } from "./Subscriber.js";
import type {
  IncompatibleQosStatus,
  InconsistentTopicStatus,
  LivelinessChangedStatus,
  MatchedStatus,
  RequestedDeadlineMissedStatus,
  SampleLostStatus,
  SampleRejectedStatus,
} from "./statuses.js";
import type { StatusKind } from "./statusKinds.js";
import type { Topic } from "./Topic.js";

export type { DataReaderListener } from "./listeners.js";

/**
 * Reads the values of one topic (DDS 1.4 §2.2.2.5.3): by listener, by `take()`, or with `for await`. Made by
 * `DomainParticipant.createReader`. Samples are decoded when they come in and wait as HISTORY and RESOURCE_LIMITS say.
 */
export class DataReader<T extends object = StructValue> extends SampleReading<T> {
  readonly guid: Guid;
  /** Stamps t3, t4, t5 of every sample; undefined unless tracing was asked for. */
  readonly trace: ReaderTrace | undefined = undefined;
  private readonly handle: ReaderHandle;
  /** Undefined while the reader is disabled. */
  private pipeline: ReaderPipeline<T> | undefined;
  private readonly statuses: ReaderStatuses<T>;
  protected override readonly waiters: Waiters;
  private readonly enabling: Enabling;
  private closed = false;

  /** Made by DomainParticipant.createReader. */
  constructor(
    readonly topic: Topic<T>,
    private currentQos: ReaderQos,
    private readonly maker: ReaderMaker<T>,
    private readonly context: EndpointContext,
    private readonly listener: DataReaderListener<T>,
    trace: boolean | ReaderTraceOptions,
  ) {
    super();
    this.handle = maker.handle;
    this.guid = context.guidOf(maker.handle);
    this.waiters = new Waiters(context.runtime.scheduler);
    this.statuses = new ReaderStatuses(listener, maker.listeners, this);
    if (trace !== false) this.trace = new ReaderTrace(this.guid.toString(), trace === true ? {} : trace);
    this.enabling = new Enabling("reader", maker.owner, () => this.start());
  }

  /** The subscriber it was made by; undefined if it is alone in its group. */
  get subscriber(): Subscriber | undefined {
    return this.context.subscriber;
  }

  /** The QoS in force; `setQos` changes it. */
  get qos(): ReaderQos {
    return this.currentQos;
  }

  // ---- statuses ----

  /** Reading a status starts its changes anew. */
  get subscriptionMatchedStatus(): MatchedStatus {
    return this.statuses.readMatched();
  }

  get requestedIncompatibleQosStatus(): IncompatibleQosStatus {
    return this.statuses.readIncompatible();
  }

  get inconsistentTopicStatus(): InconsistentTopicStatus {
    return this.statuses.readInconsistent();
  }

  get livelinessChangedStatus(): LivelinessChangedStatus {
    return this.statuses.readLiveliness();
  }

  get requestedDeadlineMissedStatus(): RequestedDeadlineMissedStatus {
    return this.statuses.readDeadlineMissed();
  }

  get sampleLostStatus(): SampleLostStatus {
    return this.statuses.readLost();
  }

  get sampleRejectedStatus(): SampleRejectedStatus {
    return this.statuses.readRejected();
  }

  /** Statuses that changed since they were read or told to a listener (DDS 1.4 §2.2.2.1.1.5). */
  get statusChanges(): StatusKind[] {
    return this.statuses.flags.list();
  }

  /** True while an enabled status has changed (DDS 1.4 §2.2.2.1.1.6). */
  get statusCondition(): StatusCondition {
    return this.statuses.flags.condition;
  }

  /**
   * A condition that is true while there are samples in these states, any by default (DDS 1.4 §2.2.2.5.3.18).
   *
   * @throws DdsError BAD_PARAMETER for a state that there is none of
   */
  createReadCondition(states: StateOptions = {}): ReadCondition<T> {
    return this.inside().conditions.createRead(states);
  }

  /**
   * A read condition for samples whose content fits an expression of DDS 1.4 Annex B, ORDER BY included
   * (DDS 1.4 §2.2.2.5.3.19): `createQueryCondition("color = %0 AND x > 10", ["'RED'"])`. A sample without valid data has
   * the key members alone.
   *
   * @throws FilterError for an expression or parameters that do not fit the type; DdsError BAD_PARAMETER for a state
   */
  createQueryCondition(
    expression: string,
    parameters: readonly string[] = [],
    states: StateOptions = {},
  ): QueryCondition<T> {
    return this.inside().conditions.createQuery(expression, parameters, states);
  }

  /** Also takes it off its WaitSets. @throws DdsError PRECONDITION_NOT_MET for a condition that is none of this reader */
  deleteReadCondition(condition: ReadCondition<T>): void {
    this.inside().conditions.delete(condition);
  }

  /** The writers this reader is matched with. */
  get matchedPublications(): Guid[] {
    return [...this.statuses.writers.values()];
  }

  /** Waits until `count` writers are matched. Rejects with DdsError TIMEOUT or ALREADY_DELETED. */
  async waitForPublications(count = 1, options: WaitOptions = {}): Promise<void> {
    this.inside();
    const { writers } = this.statuses;
    await this.waiters.until(
      () => writers.size >= count,
      options,
      () => new DdsError("TIMEOUT", `${writers.size} of ${count} writers of ${this.topic.name} matched in time`),
    );
  }

  /**
   * Waits until everything that the matched writers had kept for latecomers has come (DDS 1.4 §2.2.2.5.3.28); writers
   * that are found meanwhile count too, so match first. At once for VOLATILE readers. Rejects with DdsError TIMEOUT or
   * ALREADY_DELETED.
   */
  async waitForHistoricalData(options: WaitOptions = {}): Promise<void> {
    const { intake } = this.inside();
    if (this.currentQos.durability.kind === "VOLATILE") return;
    await this.waiters.until(
      () => this.context.runtime.engine.hasHistory(this.handle) && !intake.isBlocked,
      options,
      () => new DdsError("TIMEOUT", `the history of ${this.topic.name} did not come in time`),
    );
  }

  // ---- life ----

  get isEnabled(): boolean {
    return this.enabling.isEnabled;
  }

  /**
   * A reader that was created disabled begins to take part (DDS 1.4 §2.2.2.1.1.7). Until then only `qos`, `setQos`, the
   * statuses and `close` work. Harmless if called again.
   *
   * @throws DdsError PRECONDITION_NOT_MET if what it was made by is not enabled
   */
  enable(): void {
    this.checkOpen();
    this.enabling.enable();
  }

  /**
   * Changes policies that may change while the reader is enabled, and announces them (DDS 1.4 §2.2.2.1.2.2). What is
   * not given stays. While the reader is disabled, every policy may change.
   *
   * @throws QosError for bad QoS, and for a policy that may not change; nothing has changed then
   */
  setQos(input: ReaderQosInput): void {
    this.checkOpen();
    const qos = this.maker.qosOf(input, this.currentQos);
    if (this.isEnabled) checkMutable(this.currentQos, qos);
    this.applyQos(qos);
  }

  /** @internal Policies of the subscriber or the topic are to change. @throws QosError */
  checkInheritedQos(inherited: InheritedQos): void {
    checkReaderConsistency({ ...this.currentQos, ...inherited });
  }

  /** @internal Policies of the subscriber or the topic changed. */
  inheritedQosChanged(inherited: InheritedQos): void {
    this.applyQos({ ...this.currentQos, ...inherited });
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Says goodbye; samples that were not taken are gone. Ends every `for await` over this reader, and its conditions. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    const { engine, driver, clock } = this.context.runtime;
    engine.deleteReader(clock.now(), this.handle);
    driver.flush();
    this.pipeline?.close();
    this.statuses.flags.close();
    this.waiters.notify();
    this.waiters.fail(alreadyDeleted("reader"));
    this.context.onClosed(this.handle);
  }

  /** @internal What has come may become visible now. */
  refresh(): void {
    if (!this.closed) this.handleData();
  }

  /** @internal Calls `onDataAvailable` if there is something that was not read. */
  notifyDataAvailable(): void {
    if (!this.closed && this.pipeline !== undefined && this.pipeline.cache.unreadCount > 0) this.statuses.notifyData();
  }

  /** @internal Where the samples in these states stand among those of other readers, in the order of this one. */
  samplePlaces(states: StateOptions): SamplePlace[] {
    return this.isEnabled ? this.inside().places(states) : [];
  }

  /** @internal */
  handleEvent(event: ParticipantEvent): void {
    switch (event.type) {
      case "dataAvailable":
        this.handleData();
        break;
      case "subscriptionMatched":
        this.handleMatched(event.remote, event.change);
        break;
      case "livelinessChanged":
        this.handleLiveliness(event);
        break;
      case "remoteChanged":
        this.pipeline?.policies.writerAnnounced(event.remote);
        break;
      case "alarm":
        this.pipeline?.handleAlarm(event.now);
        break;
      default:
        this.statuses.handleEvent(event);
    }
  }

  // ---- details ----

  private start(): void {
    this.maker.start(this.currentQos);
    const { maker, listener, trace, handle, currentQos: qos } = this;
    const { runtime, subscriber } = this.context;
    const { codec, dialect, filter, memory } = maker;
    this.pipeline = new ReaderPipeline<T>(
      { reader: this, handle, qos, runtime, codec, memory, trace, subscriber, filter, dialect },
      {
        onSample:
          listener.onSample === undefined ? undefined : (sample) => this.guard(() => listener.onSample!(sample, this)),
        news: (hasUnread) => this.noteNews(hasUnread),
        rejected: (reason, instance) => this.guard(() => this.statuses.noteRejected(reason, instance)),
        incomplete: (count) => this.guard(() => this.statuses.noteLost(count)),
        deadlineMissed: (instance, count) => this.guard(() => this.statuses.noteDeadlineMissed(instance, count)),
      },
    );
  }

  private applyQos(qos: ReaderQos): void {
    this.currentQos = qos;
    if (this.pipeline === undefined) return;
    const { engine, driver, clock } = this.context.runtime;
    engine.setReaderQos(clock.now(), this.handle, qos);
    this.pipeline.setQos(qos);
    driver.flush();
  }

  private handleData(): void {
    this.pipeline?.handleData();
    // The end of a history may come without a sample.
    this.waiters.notify();
  }

  private noteNews(hasUnread: boolean): void {
    this.waiters.notify();
    this.pipeline?.conditions.notify();
    if (hasUnread) this.statuses.noteData();
  }

  private handleMatched(writer: Guid, change: 1 | -1): void {
    if (change === 1) this.pipeline?.writerMatched(writer);
    else this.pipeline?.writerUnmatched(writer);
    try {
      this.statuses.noteMatched(writer, change);
    } finally {
      this.waiters.notify();
      if (change === -1) this.handleData();
    }
  }

  private handleLiveliness(event: ParticipantEvent & { readonly type: "livelinessChanged" }): void {
    this.pipeline?.writerAlive(event.remote, event.alive);
    try {
      this.statuses.handleEvent(event);
    } finally {
      if (!event.alive) this.handleData();
    }
  }

  /** What a listener throws must not keep the samples behind this one from their user. */
  private guard(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      throwLater(error);
    }
  }

  protected override hasData(): boolean {
    this.enabling.check();
    return this.pipeline!.hasData();
  }

  protected override inside(): ReaderPipeline<T> {
    this.checkOpen();
    this.enabling.check();
    return this.pipeline!;
  }

  /** Reading and taking show that the user knows of the data (DDS 1.4 §2.2.4.2.2). */
  protected override accessing(): ReaderPipeline<T> {
    const pipeline = this.inside();
    this.context.subscriber?.checkAccess();
    this.statuses.noteAccess();
    return pipeline;
  }

  private checkOpen(): void {
    if (this.closed) throw alreadyDeleted("reader");
  }
}
