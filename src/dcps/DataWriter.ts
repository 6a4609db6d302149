// DDS 1.4 §2.2.2.4.2 DataWriter: serializes, keys and hands to the engine. Statuses and waiting for Node users.

import type { StructValue, TypeCodec } from "../cdr/index.js";
import type { ParticipantEvent, WriterHandle } from "../participant/types.js";
import type { WriterQos } from "../qos/index.js";
import { type ChangeKind, NOT_ALIVE_DISPOSED } from "../rtps/structure/cacheChange.js";
import type { Guid } from "../rtps/structure/guid.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import { Waiters, type WaitOptions } from "../runtime/index.js";
import { T2 } from "../trace/stages.js";
import { WriterTrace, type WriterTraceOptions } from "../trace/WriterTrace.js";
import { alreadyDeleted, DdsError } from "./DdsError.js";
import type { EndpointContext } from "./endpointContext.js";
import type { DataWriterListener } from "./listeners.js";
import type { Publisher } from "./Publisher.js";
import {
  IncompatibleQosCounter,
  type IncompatibleQosStatus,
  InconsistentTopicCounter,
  type InconsistentTopicStatus,
  MatchedCounter,
  type MatchedStatus,
} from "./statuses.js";
import type { Topic } from "./Topic.js";
import { type Prepared, type WriteOptions, WritePath } from "./WritePath.js";

export type { DataWriterListener } from "./listeners.js";
export type { WriteOptions } from "./WritePath.js";

/**
 * Writes the values of one topic (DDS 1.4 §2.2.2.4.2). Made by `DomainParticipant.createWriter`.
 * `await writer.ready(n)` before the first `write` and no reader misses it.
 */
export class DataWriter<T extends object = StructValue> {
  readonly guid: Guid;
  /** Stamps t0, t1, t2 of every sample; undefined unless tracing was asked for. */
  readonly trace: WriterTrace | undefined = undefined;
  private readonly path: WritePath<T>;
  private readonly waiters: Waiters;
  private readonly readyReaders = new Set<string>();
  private readonly matched = new Map<string, Guid>();
  private readonly matchedCounter = new MatchedCounter();
  private readonly incompatible = new IncompatibleQosCounter();
  private readonly inconsistent = new InconsistentTopicCounter();
  private closed = false;

  /** Made by DomainParticipant.createWriter. */
  constructor(
    readonly topic: Topic<T>,
    private current: WriterQos,
    private readonly handle: WriterHandle,
    private readonly context: EndpointContext,
    private readonly listener: DataWriterListener<T>,
    codec: TypeCodec<T>,
    trace: boolean | WriterTraceOptions,
  ) {
    this.guid = context.guidOf(handle);
    this.waiters = new Waiters(context.runtime.scheduler);
    if (trace !== false) this.trace = new WriterTrace(this.guid.toString(), trace === true ? {} : trace);
    this.path = new WritePath(topic, current, handle, context.runtime, codec, this.trace, context.publisher);
  }

  /** Every policy, with what was changed since. */
  get qos(): WriterQos {
    return this.current;
  }

  /** The publisher it was made by; undefined if it is alone in its group. */
  get publisher(): Publisher | undefined {
    return this.context.publisher;
  }

  // ---- writing ----

  /**
   * Writes a sample; it has left, as far as the socket takes it, when this returns.
   *
   * @returns its sequence number
   * @throws DdsError TIMEOUT when a KEEP_ALL history is full of samples that readers have not acknowledged (use
   *   `writeAsync` to wait), OUT_OF_RESOURCES when it can never fit, BAD_PARAMETER for a time that is none,
   *   ALREADY_DELETED when the writer is closed; CdrError for a value that is not of the type
   */
  write(value: T, options: WriteOptions = {}): SequenceNumber {
    return this.path.putNow(this.prepareValue(value, options));
  }

  /**
   * Like `write`, but waits for room: up to `reliability.maxBlockingTimeMs` unless `timeoutMs` says otherwise
   * (DDS 1.4 §2.2.2.4.2.11). Writes that wait leave in the order in which they were called.
   */
  async writeAsync(value: T, options: WriteOptions & WaitOptions = {}): Promise<SequenceNumber> {
    return this.path.putWaiting(this.prepareValue(value, options), options);
  }

  /** DDS 1.4 §2.2.2.4.2.13: the instance with these key members no longer exists. Throws as `write` does. */
  dispose(key: Partial<T>, options: WriteOptions = {}): SequenceNumber {
    return this.path.putNow(this.prepareKey(key, NOT_ALIVE_DISPOSED, options));
  }

  /** `dispose` that waits for room as `writeAsync` does. */
  async disposeAsync(key: Partial<T>, options: WriteOptions & WaitOptions = {}): Promise<SequenceNumber> {
    return this.path.putWaiting(this.prepareKey(key, NOT_ALIVE_DISPOSED, options), options);
  }

  /**
   * DDS 1.4 §2.2.2.4.2.7: this writer no longer writes the instance; disposes it too if the QoS says so. Throws as
   * `write` does.
   */
  unregister(key: Partial<T>, options: WriteOptions = {}): SequenceNumber {
    const sn = this.path.putNow(this.prepareKey(key, this.path.unregisteringKind(), options));
    this.path.forgetInstance(key);
    return sn;
  }

  /** `unregister` that waits for room as `writeAsync` does. */
  async unregisterAsync(key: Partial<T>, options: WriteOptions & WaitOptions = {}): Promise<SequenceNumber> {
    const sn = await this.path.putWaiting(this.prepareKey(key, this.path.unregisteringKind(), options), options);
    this.path.forgetInstance(key);
    return sn;
  }

  /** Says that this writer is alive, for liveliness kinds other than AUTOMATIC (DDS 1.4 §2.2.2.4.2.22). */
  assertLiveliness(): void {
    this.checkOpen();
    const { engine, driver, clock } = this.context.runtime;
    engine.assertLiveliness(clock.now(), this.qos.liveliness.kind === "MANUAL_BY_TOPIC" ? this.handle : undefined);
    driver.flush();
  }

  // ---- waiting ----

  /**
   * Waits until `count` remote readers are matched and can receive: a sample written afterwards reaches each of
   * them. Reliable readers have answered a heartbeat; for best-effort ones the peer has acknowledged our discovery data.
   * Rejects with DdsError TIMEOUT or ALREADY_DELETED, or with the reason of the signal.
   */
  async ready(count = 1, options: WaitOptions = {}): Promise<void> {
    this.checkOpen();
    const { readyReaders, topic } = this;
    await this.waiters.until(
      () => readyReaders.size >= count,
      options,
      () => new DdsError("TIMEOUT", `${readyReaders.size} of ${count} readers of ${topic.name} became ready in time`),
    );
  }

  /** Waits until every matched reliable reader has everything written so far (DDS 1.4 §2.2.2.4.2.15). */
  async waitForAcknowledgments(options: WaitOptions = {}): Promise<void> {
    this.checkOpen();
    this.askForAcknowledgements();
    const { engine } = this.context.runtime;
    await this.waiters.until(
      () => engine.isAckedByAll(this.handle),
      options,
      () => new DdsError("TIMEOUT", `not every reader of ${this.topic.name} acknowledged in time`),
    );
  }

  // ---- statuses ----

  /** Reading a status starts its changes anew. */
  get publicationMatchedStatus(): MatchedStatus {
    return this.matchedCounter.read();
  }

  get offeredIncompatibleQosStatus(): IncompatibleQosStatus {
    return this.incompatible.read();
  }

  get inconsistentTopicStatus(): InconsistentTopicStatus {
    return this.inconsistent.read();
  }

  /** The readers this writer is matched with. */
  get matchedSubscriptions(): Guid[] {
    return [...this.matched.values()];
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /**
   * Waits up to `lingerMs` (1000) for acknowledgements and up to 100 ms for best-effort samples to arrive, then
   * says goodbye. Harmless if called again.
   */
  async close(options: { readonly lingerMs?: number } = {}): Promise<void> {
    if (this.closed) return;
    const { lingerMs = DEFAULT_LINGER_MS } = options;
    if (lingerMs > 0 && this.matched.size > 0) {
      await this.waitForAcknowledgments({ timeoutMs: lingerMs }).catch(() => undefined);
      if (!this.closed) await this.letSamplesArrive(lingerMs);
    }
    if (this.closed) return;
    this.closed = true;
    const { engine, driver, clock } = this.context.runtime;
    engine.deleteWriter(clock.now(), this.handle);
    driver.flush();
    this.waiters.fail(alreadyDeleted("writer"));
    this.path.fail(alreadyDeleted("writer"));
    this.context.onClosed(this.handle);
  }

  /** @internal Policies of the publisher changed. */
  groupQosChanged(group: Pick<WriterQos, "partition" | "groupData">): void {
    const { engine, driver, clock } = this.context.runtime;
    this.current = { ...this.current, ...group };
    engine.setWriterQos(clock.now(), this.handle, this.current);
    driver.flush();
  }

  /** @internal */
  handleEvent(event: ParticipantEvent): void {
    switch (event.type) {
      case "writerSpace":
        this.path.retry();
        this.waiters.notify();
        break;
      case "readerReady":
        this.readyReaders.add(event.remote.toString());
        this.waiters.notify();
        break;
      case "remoteChanged":
        this.path.remoteFilters.noteReader(event.remote, this.context.runtime.engine.remoteEndpoint(event.remote));
        break;
      case "publicationMatched":
        this.noteMatched(event.remote, event.change);
        break;
      case "offeredIncompatibleQos":
        this.incompatible.note(event.remote, event.mismatches);
        this.listener.onOfferedIncompatibleQos?.(this.incompatible.read(), this);
        break;
      case "inconsistentTopic":
        this.inconsistent.note(event.reason);
        this.listener.onInconsistentTopic?.(this.inconsistent.read(), this);
        break;
    }
  }

  /** @internal Trace point t2. */
  stampTransmitted(sn: SequenceNumber, nowUs: number): void {
    this.trace?.stamp(T2, sn, nowUs);
  }

  // ---- details ----

  private prepareValue(value: T, options: WriteOptions): Prepared {
    const t0 = this.path.now();
    this.checkOpen();
    return this.path.prepareValue(value, options, t0);
  }

  private prepareKey(key: Partial<T>, kind: ChangeKind, options: WriteOptions): Prepared {
    const t0 = this.path.now();
    this.checkOpen();
    return this.path.prepareKey(key, kind, options, t0);
  }

  /**
   * Samples and goodbyes go to different sockets of a peer, which reads a burst of samples in portions: without
   * acknowledgements the goodbye could be read before the last of them.
   */
  private letSamplesArrive(lingerMs: number): Promise<void> {
    const { engine, clock } = this.context.runtime;
    const isAcknowledged = engine.writer(this.handle).writer.readerProxies.every((proxy) => proxy.reliable);
    const waitMs = Math.min(this.path.lastWriteMs + ARRIVAL_MS - clock.now(), lingerMs);
    if (isAcknowledged || waitMs <= 0) return Promise.resolve();
    const isOver = () => this.closed;
    return this.waiters.until(isOver, { timeoutMs: waitMs }, () => alreadyDeleted("writer")).catch(() => undefined);
  }

  private askForAcknowledgements(): void {
    const { engine, driver } = this.context.runtime;
    engine.requestAcknowledgements(this.handle);
    driver.flush();
  }

  private noteMatched(remote: Guid, change: 1 | -1): void {
    const key = remote.toString();
    if (change === 1) {
      this.matched.set(key, remote);
      this.path.remoteFilters.noteReader(remote, this.context.runtime.engine.remoteEndpoint(remote));
    } else {
      this.path.remoteFilters.removeReader(remote);
      this.matched.delete(key);
      this.readyReaders.delete(key);
    }
    this.matchedCounter.note(remote, change);
    this.waiters.notify();
    this.listener.onPublicationMatched?.(this.matchedCounter.read(), this);
  }

  private checkOpen(): void {
    if (this.closed) throw alreadyDeleted("writer");
  }
}

const DEFAULT_LINGER_MS = 1000;
/** A process that has just started takes tens of milliseconds for a hundred samples. */
const ARRIVAL_MS = 100;
