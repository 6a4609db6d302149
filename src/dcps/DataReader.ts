// DDS 1.4 §2.2.2.5.3 DataReader: takes changes from the engine, decodes them, and offers them by listener, by take()
// and as an async iterator.

import { CdrError, type CodecOptions, compileCodec, type StructValue, type TypeCodec } from "../cdr/index.js";
import type { ParticipantEvent, ReaderHandle } from "../participant/types.js";
import type { ReaderQos } from "../qos/index.js";
import { PAYLOAD_DATA, PAYLOAD_NONE, type ReceivedChange } from "../rtps/structure/cacheChange.js";
import type { Guid } from "../rtps/structure/guid.js";
import { isValidTimestamp, timestampToEpochMs } from "../rtps/structure/time.js";
import { type OpenParticipant, Waiters, type WaitOptions } from "../runtime/index.js";
import { DROP } from "../trace/dropReasons.js";
import { ReaderTrace } from "../trace/ReaderTrace.js";
import { T3, T4, T5 } from "../trace/stages.js";
import { alreadyDeleted, DdsError } from "./DdsError.js";
import { ReaderInstances } from "./ReaderInstances.js";
import { SampleCache } from "./SampleCache.js";
import type { Sample, SampleInfo } from "./samples.js";
import {
  IncompatibleQosCounter,
  type IncompatibleQosStatus,
  InconsistentTopicCounter,
  type InconsistentTopicStatus,
  type LivelinessChangedStatus,
  LivelinessCounter,
  MatchedCounter,
  type MatchedStatus,
  type SampleLostStatus,
  type SampleRejectedStatus,
} from "./statuses.js";
import type { Topic } from "./Topic.js";

/** Callbacks by their DDS names, and `onSample`. Called from the socket's handler: keep them short. */
export interface DataReaderListener<T extends object = StructValue> {
  /** Samples wait: call `reader.take()`. */
  onDataAvailable?(reader: DataReader<T>): void;
  /** Ours, the shortest way: called with each sample, which is thereby taken. */
  onSample?(sample: Sample<T>, reader: DataReader<T>): void;
  onSubscriptionMatched?(status: MatchedStatus, reader: DataReader<T>): void;
  onRequestedIncompatibleQos?(status: IncompatibleQosStatus, reader: DataReader<T>): void;
  onInconsistentTopic?(status: InconsistentTopicStatus, reader: DataReader<T>): void;
  onLivelinessChanged?(status: LivelinessChangedStatus, reader: DataReader<T>): void;
  onSampleLost?(status: SampleLostStatus, reader: DataReader<T>): void;
  onSampleRejected?(status: SampleRejectedStatus, reader: DataReader<T>): void;
}

/** What the participant gives to its readers. */
export interface ReaderContext {
  readonly runtime: OpenParticipant;
  readonly guidOf: (handle: ReaderHandle) => Guid;
  readonly onClosed: (handle: ReaderHandle) => void;
}

export class DataReader<T extends object = StructValue> {
  readonly guid: Guid;
  /** Stamps t3, t4, t5 of every sample; undefined unless tracing was asked for. */
  readonly trace: ReaderTrace | undefined = undefined;
  private readonly codec: TypeCodec<T>;
  private readonly instances: ReaderInstances<T>;
  private readonly cache: SampleCache<T>;
  private readonly taken: ReceivedChange[] = [];
  private readonly waiters = new Waiters();
  private readonly matched = new Map<string, Guid>();
  private readonly matchedCounter = new MatchedCounter();
  private readonly incompatible = new IncompatibleQosCounter();
  private readonly inconsistent = new InconsistentTopicCounter();
  private readonly liveliness = new LivelinessCounter();
  private lostTotal = 0;
  private lostChange = 0;
  private rejectedTotal = 0;
  private rejectedChange = 0;
  private closed = false;

  /** Made by DomainParticipant.createReader. */
  constructor(
    readonly topic: Topic<T>,
    readonly qos: ReaderQos,
    private readonly handle: ReaderHandle,
    private readonly context: ReaderContext,
    private readonly listener: DataReaderListener<T>,
    options: { readonly trace: boolean | { readonly capacity?: number }; readonly codec: Partial<CodecOptions> },
  ) {
    this.guid = context.guidOf(handle);
    const { trace } = options;
    if (trace !== false) this.trace = new ReaderTrace(this.guid.toString(), trace === true ? {} : trace);
    this.codec = compileCodec<T>(topic.type, { representation: "xcdr1", ...options.codec });
    const { history, resourceLimits } = qos;
    const { limits } = context.runtime.engine.config;
    const maxInstances = Math.min(resourceLimits.maxInstances, limits.maxInstancesPerReader);
    this.instances = new ReaderInstances(topic.keyed, this.codec, maxInstances);
    const keepAll = history.kind === "KEEP_ALL";
    const maxSamples = Math.min(resourceLimits.maxSamples, limits.maxUntakenChanges);
    this.cache = new SampleCache(keepAll ? Infinity : history.depth, keepAll ? maxSamples : Infinity);
  }

  // ---- taking ----

  /** Removes and returns up to `max` samples, oldest first (DDS 1.4 §2.2.2.5.3.8). */
  take(max = Infinity): Sample<T>[] {
    const samples: Sample<T>[] = [];
    this.pull();
    while (samples.length < max) {
      const sample = this.takeOne();
      if (sample === undefined) break;
      samples.push(sample);
    }
    return samples;
  }

  /** Waits until a sample can be taken. */
  waitForData(options: WaitOptions = {}): Promise<void> {
    if (this.closed) throw alreadyDeleted("reader");
    return this.waiters.until(
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
    const isAborted = () => options.signal?.aborted === true;
    while (!isAborted()) {
      const sample = this.hasData() ? this.takeOne() : undefined;
      if (sample !== undefined) {
        yield sample;
        continue;
      }
      if (this.closed) return;
      try {
        await this.waiters.until(() => this.hasData() || this.closed, options, NEVER_TIMES_OUT);
      } catch (error) {
        if (isAborted() || this.closed) return;
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
    return this.matchedCounter.read();
  }

  get requestedIncompatibleQosStatus(): IncompatibleQosStatus {
    return this.incompatible.read();
  }

  get inconsistentTopicStatus(): InconsistentTopicStatus {
    return this.inconsistent.read();
  }

  get livelinessChangedStatus(): LivelinessChangedStatus {
    return this.liveliness.read();
  }

  get sampleLostStatus(): SampleLostStatus {
    const status = { totalCount: this.lostTotal, totalCountChange: this.lostChange };
    this.lostChange = 0;
    return status;
  }

  get sampleRejectedStatus(): SampleRejectedStatus {
    const lastReason = this.rejectedTotal === 0 ? "NOT_REJECTED" : "REJECTED_BY_INSTANCES_LIMIT";
    const status = { totalCount: this.rejectedTotal, totalCountChange: this.rejectedChange, lastReason } as const;
    this.rejectedChange = 0;
    return status;
  }

  /** The writers this reader is matched with. */
  get matchedPublications(): Guid[] {
    return [...this.matched.values()];
  }

  /** Waits until `count` writers are matched. */
  waitForPublications(count = 1, options: WaitOptions = {}): Promise<void> {
    return this.waiters.until(
      () => this.matched.size >= count,
      options,
      () => new DdsError("TIMEOUT", `${this.matched.size} of ${count} writers of ${this.topic.name} matched in time`),
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
    this.waiters.notify();
    this.waiters.fail(alreadyDeleted("reader"));
    this.context.onClosed(this.handle);
  }

  /** @internal */
  handleEvent(event: ParticipantEvent): void {
    switch (event.type) {
      case "dataAvailable":
        this.handleData();
        break;
      case "subscriptionMatched":
        this.noteMatched(event.remote, event.change);
        break;
      case "requestedIncompatibleQos":
        this.incompatible.note(event.remote, event.mismatches);
        this.listener.onRequestedIncompatibleQos?.(this.incompatible.read(), this);
        break;
      case "inconsistentTopic":
        this.inconsistent.note(event.reason);
        this.listener.onInconsistentTopic?.(this.inconsistent.read(), this);
        break;
      case "livelinessChanged":
        this.liveliness.note(event.remote, event.alive);
        this.listener.onLivelinessChanged?.(this.liveliness.read(), this);
        break;
      case "sampleLost":
        this.lostTotal += event.count;
        this.lostChange += event.count;
        this.listener.onSampleLost?.(this.sampleLostStatus, this);
        break;
    }
  }

  // ---- details ----

  private handleData(): void {
    const before = this.cache.size;
    this.pull();
    if (this.cache.size > 0) {
      if (this.listener.onDataAvailable !== undefined && (this.cache.size > before || before > 0)) {
        this.listener.onDataAvailable(this);
      }
      this.waiters.notify();
    }
  }

  private hasData(): boolean {
    if (this.cache.size === 0 && !this.closed) this.pull();
    return this.cache.size > 0;
  }

  private takeOne(): Sample<T> | undefined {
    const sample = this.cache.take();
    if (sample !== undefined) this.stamp(T5, sample.info);
    return sample;
  }

  /** Moves what the engine holds into the cache, or straight to `onSample`. A full cache leaves it in the engine. */
  private pull(): void {
    if (this.closed) return;
    const { engine } = this.context.runtime;
    const { taken } = this;
    while (!this.cache.isFull && engine.take(this.handle, taken, PULL_BATCH) > 0) {
      // Emptied first: a listener may call back into this reader.
      const batch = taken.splice(0);
      for (let i = 0; i < batch.length; i++) this.accept(batch[i]!);
    }
  }

  private accept(change: ReceivedChange): void {
    const data = this.decode(change);
    if (data instanceof CdrError) {
      this.context.runtime.engine.counters.drop(DROP.badPayload);
      return;
    }
    const instance = this.instances.noteChange(change, data);
    if (instance === "unknown") return;
    if (instance === "limit") {
      this.reject();
      return;
    }
    const sample: Sample<T> = {
      data: data ?? instance.key,
      info: this.infoOf(change, instance.handle, instance.state),
    };
    if (this.trace !== undefined) this.stampArrival(change, sample.info);
    if (this.listener.onSample === undefined) {
      this.cache.add(sample, instance);
      return;
    }
    this.stamp(T5, sample.info);
    this.listener.onSample(sample, this);
  }

  private decode(change: ReceivedChange): T | undefined | CdrError {
    if (change.payloadKind === PAYLOAD_NONE) return undefined;
    if (change.payloadKind === PAYLOAD_DATA) return this.codec.tryDeserialize(change.payload);
    return this.topic.keyed ? (this.codec.tryDeserializeKey(change.payload) as T | CdrError) : undefined;
  }

  private infoOf(
    change: ReceivedChange,
    instanceHandle: number,
    instanceState: SampleInfo["instanceState"],
  ): SampleInfo {
    const { sourceTimestamp } = change;
    return {
      validData: change.payloadKind === PAYLOAD_DATA && change.kind === 0,
      instanceState,
      instanceHandle,
      sourceTimestampMs: isValidTimestamp(sourceTimestamp) ? timestampToEpochMs(sourceTimestamp) : undefined,
      receptionTimestampMs: change.receivedAt + this.context.runtime.epochOffsetMs,
      writerGuid: change.writerGuid,
      sequenceNumber: change.sn,
    };
  }

  private stampArrival(change: ReceivedChange, info: SampleInfo): void {
    const trace = this.trace!;
    const writer = trace.internWriter(change.writerGuid.toString());
    trace.stamp(T3, writer, change.sn, change.receivedAt * 1000);
    trace.stamp(T4, writer, change.sn, this.context.runtime.clock.nowUs());
    if (info.sourceTimestampMs !== undefined) trace.noteSourceTime(writer, change.sn, info.sourceTimestampMs * 1000);
  }

  private stamp(point: typeof T5, info: SampleInfo): void {
    const { trace } = this;
    if (trace === undefined) return;
    const writer = trace.internWriter(info.writerGuid.toString());
    trace.stamp(point, writer, info.sequenceNumber, this.context.runtime.clock.nowUs());
  }

  private noteMatched(remote: Guid, change: 1 | -1): void {
    const key = remote.toString();
    if (change === 1) {
      this.matched.set(key, remote);
    } else {
      this.matched.delete(key);
      this.liveliness.remove(remote);
      this.noteWriterGone(remote);
    }
    this.matchedCounter.note(remote, change);
    this.waiters.notify();
    this.listener.onSubscriptionMatched?.(this.matchedCounter.read(), this);
  }

  /** DDS 1.4 §2.2.2.5.1.3: instances that this writer alone kept alive have no writers now. */
  private noteWriterGone(writer: Guid): void {
    const { clock, epochOffsetMs } = this.context.runtime;
    for (const instance of this.instances.writerGone(writer)) {
      const info: SampleInfo = {
        validData: false,
        instanceState: instance.state,
        instanceHandle: instance.handle,
        sourceTimestampMs: undefined,
        receptionTimestampMs: clock.now() + epochOffsetMs,
        writerGuid: writer,
        sequenceNumber: 0,
      };
      const sample = { data: instance.key, info };
      if (this.listener.onSample !== undefined) this.listener.onSample(sample, this);
      else if (!this.cache.isFull) this.cache.add(sample, instance);
    }
    if (this.cache.size > 0) this.handleData();
  }

  private reject(): void {
    this.rejectedTotal++;
    this.rejectedChange++;
    this.context.runtime.engine.counters.drop(DROP.limitInstances);
    this.listener.onSampleRejected?.(this.sampleRejectedStatus, this);
  }
}

const PULL_BATCH = 256;
const NEVER_TIMES_OUT = () => new DdsError("TIMEOUT", "timed out");
