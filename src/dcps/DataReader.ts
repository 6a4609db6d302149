// DDS 1.4 §2.2.2.5.3 DataReader: takes changes from the engine, decodes them, and offers them by listener, by take()
// and as an async iterator.

import { CdrError, type StructValue, type TypeCodec } from "../cdr/index.js";
import type { ParticipantEvent, ReaderHandle } from "../participant/types.js";
import type { ReaderQos } from "../qos/index.js";
import { PAYLOAD_DATA, PAYLOAD_NONE, type ReceivedChange } from "../rtps/structure/cacheChange.js";
import type { Guid } from "../rtps/structure/guid.js";
import { withDelimiter } from "../rtps/structure/serializedKey.js";
import { Waiters, type WaitOptions } from "../runtime/index.js";
import { DROP } from "../trace/dropReasons.js";
import { ReaderTrace, type ReaderTraceOptions } from "../trace/ReaderTrace.js";
import { alreadyDeleted, DdsError } from "./DdsError.js";
import type { EndpointContext } from "./endpointContext.js";
import { type DataReaderListener, throwLater } from "./listeners.js";
import { ReaderInstances } from "./ReaderInstances.js";
import { ReaderStatuses } from "./ReaderStatuses.js";
import { SampleCache } from "./SampleCache.js";
import { infoOfChange, infoOfWriterGone } from "./sampleInfo.js";
import { stampArrival, stampTaken } from "./sampleStamps.js";
import type { Sample } from "./samples.js";
import type {
  IncompatibleQosStatus,
  InconsistentTopicStatus,
  LivelinessChangedStatus,
  MatchedStatus,
  SampleLostStatus,
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
  private readonly instances: ReaderInstances<T>;
  private readonly cache: SampleCache<T>;
  /** Taken from the engine and not looked at yet: the cache is full, or a listener runs. */
  private readonly taken: ReceivedChange[] = [];
  /** Writers that are gone while samples of theirs may still be in the engine. */
  private readonly goneWriters = new Map<string, Guid>();
  private readonly waiters: Waiters;
  private readonly statuses = new ReaderStatuses();
  private closed = false;

  /** Made by DomainParticipant.createReader. */
  constructor(
    readonly topic: Topic<T>,
    readonly qos: ReaderQos,
    private readonly handle: ReaderHandle,
    private readonly context: EndpointContext,
    private readonly listener: DataReaderListener<T>,
    private readonly codec: TypeCodec<T>,
    trace: boolean | ReaderTraceOptions,
  ) {
    this.guid = context.guidOf(handle);
    this.waiters = new Waiters(context.runtime.scheduler);
    if (trace !== false) this.trace = new ReaderTrace(this.guid.toString(), trace === true ? {} : trace);
    const { history, resourceLimits } = qos;
    const { limits } = context.runtime.engine.config;
    const maxInstances = Math.min(resourceLimits.maxInstances, limits.maxInstancesPerReader);
    this.instances = new ReaderInstances(topic.keyed, codec, maxInstances);
    const keepAll = history.kind === "KEEP_ALL";
    const maxSamples = Math.min(resourceLimits.maxSamples, limits.maxUntakenChanges);
    this.cache = new SampleCache(keepAll ? Infinity : history.depth, keepAll ? maxSamples : Infinity);
  }

  // ---- taking ----

  /**
   * Removes and returns up to `max` samples, oldest first (DDS 1.4 §2.2.2.5.3.8).
   *
   * @throws DdsError ALREADY_DELETED when the reader is closed
   */
  take(max = Infinity): Sample<T>[] {
    this.checkOpen();
    const samples: Sample<T>[] = [];
    while (samples.length < max && this.hasData()) samples.push(this.takeOne()!);
    return samples;
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
        yield this.takeOne()!;
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
    this.taken.length = 0;
    this.waiters.notify();
    this.waiters.fail(alreadyDeleted("reader"));
    this.context.onClosed(this.handle);
  }

  /** @internal */
  handleEvent(event: ParticipantEvent): void {
    if (event.type === "dataAvailable") this.handleData();
    else if (event.type === "subscriptionMatched") this.handleMatched(event.remote, event.change);
    else this.statuses.handleEvent(event, this.listener, this);
  }

  // ---- details ----

  private handleData(): void {
    this.pull();
    if (this.cache.size === 0) return;
    this.waiters.notify();
    this.listener.onDataAvailable?.(this);
  }

  private handleMatched(writer: Guid, change: 1 | -1): void {
    this.statuses.noteMatched(writer, change);
    if (change === 1) this.goneWriters.delete(writer.toString());
    else this.goneWriters.set(writer.toString(), writer);
    // Only with a full cache do they stay: peers must not make the list grow without end.
    if (this.goneWriters.size > MAX_GONE_WRITERS) this.noteGoneWriters();
    this.waiters.notify();
    this.listener.onSubscriptionMatched?.(this.statuses.matched.read(), this);
    if (change === -1) this.handleData();
  }

  private hasData(): boolean {
    if (this.cache.size === 0) this.pull();
    return this.cache.size > 0 && !this.closed;
  }

  private takeOne(): Sample<T> | undefined {
    const sample = this.cache.take();
    this.noteHeld();
    if (sample !== undefined && this.trace !== undefined) this.stampTaken(this.trace, sample);
    return sample;
  }

  /** Moves what the engine holds into the cache, or straight to `onSample`. A full cache leaves it in the engine. */
  private pull(): void {
    const { taken, context, cache } = this;
    while (!this.closed && !cache.isFull) {
      // Shared with calls from inside a listener, so that none overtakes the samples of the call outside.
      const change = taken.shift();
      if (change !== undefined) this.accept(change);
      else if (context.runtime.engine.take(this.handle, taken, PULL_BATCH) === 0) break;
    }
    if (this.goneWriters.size > 0 && !cache.isFull) this.noteGoneWriters();
    this.noteHeld();
  }

  /** Samples not taken make a RELIABLE KEEP_ALL writer wait (DDS 1.4 §2.2.3.19); samples taken let it go on. */
  private noteHeld(): void {
    if (this.closed || this.qos.history.kind !== "KEEP_ALL") return;
    const { engine, driver } = this.context.runtime;
    if (engine.noteHeld(this.handle, this.cache.size + this.taken.length)) driver.schedule();
  }

  private accept(change: ReceivedChange): void {
    const { engine, clock, epochOffsetMs } = this.context.runtime;
    const data = this.decode(change);
    if (data instanceof CdrError) {
      engine.counters.drop(DROP.badPayload);
      return;
    }
    const instance = this.instances.noteChange(change, data);
    if (typeof instance === "string") {
      if (instance === "limit") this.reject();
      else if (instance === "unhashable") engine.counters.drop(DROP.badPayload);
      return;
    }
    const sample = { data: data ?? instance.key, info: infoOfChange(change, instance, epochOffsetMs) };
    if (this.trace !== undefined) stampArrival(this.trace, change, sample.info, clock.nowUs());
    if (this.listener.onSample === undefined) this.cache.add(sample, instance);
    else this.tell(sample);
  }

  private tell(sample: Sample<T>): void {
    if (this.trace !== undefined) this.stampTaken(this.trace, sample);
    try {
      this.listener.onSample!(sample, this);
    } catch (error) {
      // The samples behind this one are for the listener too.
      throwLater(error);
    }
  }

  private stampTaken(trace: ReaderTrace, sample: Sample<T>): void {
    stampTaken(trace, sample.info, this.context.runtime.clock.nowUs());
  }

  private decode(change: ReceivedChange): T | undefined | CdrError {
    if (change.payloadKind === PAYLOAD_NONE) return undefined;
    if (change.payloadKind === PAYLOAD_DATA) return this.codec.tryDeserialize(change.payload);
    if (!this.topic.keyed) return undefined;
    const isBare = this.context.runtime.engine.writesBareKeys(change.writerGuid.prefix);
    return this.codec.tryDeserializeKey(isBare ? withDelimiter(change.payload) : change.payload) as T | CdrError;
  }

  /** DDS 1.4 §2.2.2.5.1.3: instances that these writers alone kept alive have no writers now. */
  private noteGoneWriters(): void {
    const { clock, epochOffsetMs } = this.context.runtime;
    const gone = [...this.goneWriters.values()];
    this.goneWriters.clear();
    for (const writer of gone) {
      for (const instance of this.instances.writerGone(writer)) {
        const sample = { data: instance.key, info: infoOfWriterGone(writer, instance, clock.now() + epochOffsetMs) };
        if (this.listener.onSample === undefined) this.cache.add(sample, instance);
        else this.tell(sample);
      }
    }
  }

  private reject(): void {
    this.context.runtime.engine.counters.drop(DROP.limitInstances);
    try {
      this.statuses.noteRejected("REJECTED_BY_INSTANCES_LIMIT", this.listener, this);
    } catch (error) {
      throwLater(error);
    }
  }

  private checkOpen(): void {
    if (this.closed) throw alreadyDeleted("reader");
  }
}

const PULL_BATCH = 256;
const MAX_GONE_WRITERS = 1024;
const NEVER_TIMES_OUT = () => new DdsError("TIMEOUT", "timed out");
