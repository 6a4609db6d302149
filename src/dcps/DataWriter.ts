// DDS 1.4 §2.2.2.4.2 DataWriter: serializes, keys and hands to the engine. Statuses and waiting for Node users.

import { type CodecOptions, compileCodec, type StructValue, type TypeCodec } from "../cdr/index.js";
import { type ParticipantEvent, WRITE_TOO_LARGE, WRITE_WOULD_BLOCK, type WriterHandle } from "../participant/types.js";
import type { WriterQos } from "../qos/index.js";
import {
  ALIVE,
  type ChangeKind,
  EMPTY_PAYLOAD,
  NOT_ALIVE_DISPOSED,
  NOT_ALIVE_DISPOSED_UNREGISTERED,
  NOT_ALIVE_UNREGISTERED,
  PAYLOAD_DATA,
  PAYLOAD_KEY,
  type PayloadKind,
} from "../rtps/structure/cacheChange.js";
import type { Guid } from "../rtps/structure/guid.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import { timestampFromEpochMs } from "../rtps/structure/time.js";
import { type OpenParticipant, Waiters, type WaitOptions } from "../runtime/index.js";
import { T0, T1, T2 } from "../trace/stages.js";
import { WriterTrace } from "../trace/WriterTrace.js";
import { alreadyDeleted, DdsError } from "./DdsError.js";
import { type KeyedInstance, KeyIndex } from "./KeyIndex.js";
import {
  IncompatibleQosCounter,
  type IncompatibleQosStatus,
  InconsistentTopicCounter,
  type InconsistentTopicStatus,
  MatchedCounter,
  type MatchedStatus,
} from "./statuses.js";
import type { Topic } from "./Topic.js";

/** Callbacks by their DDS names. Called from the socket's handler: keep them short. */
export interface DataWriterListener<T extends object = StructValue> {
  onPublicationMatched?(status: MatchedStatus, writer: DataWriter<T>): void;
  onOfferedIncompatibleQos?(status: IncompatibleQosStatus, writer: DataWriter<T>): void;
  onInconsistentTopic?(status: InconsistentTopicStatus, writer: DataWriter<T>): void;
}

export interface WriteOptions {
  /** Milliseconds since 1970 with a fraction; the time of the call by default. */
  readonly sourceTimestampMs?: number;
}

/** What the participant gives to its writers. */
export interface WriterContext {
  readonly runtime: OpenParticipant;
  readonly guidOf: (handle: WriterHandle) => Guid;
  readonly onClosed: (handle: WriterHandle) => void;
}

export class DataWriter<T extends object = StructValue> {
  readonly guid: Guid;
  /** Stamps t0, t1, t2 of every sample; undefined unless tracing was asked for. */
  readonly trace: WriterTrace | undefined = undefined;
  private readonly codec: TypeCodec<T>;
  private readonly keys: KeyIndex<T, KeyedInstance> | undefined;
  private readonly waiters = new Waiters();
  private readonly ready_ = new Set<string>();
  private readonly matched = new Map<string, Guid>();
  private readonly matchedCounter = new MatchedCounter();
  private readonly incompatible = new IncompatibleQosCounter();
  private readonly inconsistent = new InconsistentTopicCounter();
  private closed = false;

  /** Made by DomainParticipant.createWriter. */
  constructor(
    readonly topic: Topic<T>,
    readonly qos: WriterQos,
    private readonly handle: WriterHandle,
    private readonly context: WriterContext,
    private readonly listener: DataWriterListener<T>,
    options: { readonly trace: boolean | { readonly capacity?: number }; readonly codec: Partial<CodecOptions> },
  ) {
    this.guid = context.guidOf(handle);
    const { trace } = options;
    if (trace !== false) this.trace = new WriterTrace(this.guid.toString(), trace === true ? {} : trace);
    const representation = qos.dataRepresentation.ids[0] === "XCDR2" ? "xcdr2" : "xcdr1";
    this.codec = compileCodec<T>(topic.type, { representation, ...options.codec });
    this.keys = topic.keyed ? new KeyIndex(this.codec, (handle, keyHash) => ({ handle, keyHash })) : undefined;
  }

  // ---- writing ----

  /**
   * Writes a sample; it has left, as far as the socket takes it, when this returns.
   *
   * @returns its sequence number
   * @throws DdsError TIMEOUT when a KEEP_ALL history is full of samples that readers have not acknowledged (use
   *   `writeAsync` to wait), OUT_OF_RESOURCES when it can never fit, CdrError for a value that is not of the type
   */
  write(value: T, options: WriteOptions = {}): SequenceNumber {
    const sn = this.tryWrite(value, options);
    if (sn === WRITE_WOULD_BLOCK) throw this.fullHistory();
    return sn;
  }

  /**
   * Like `write`, but waits for room: up to `reliability.maxBlockingTimeMs` unless `timeoutMs` says otherwise
   * (DDS 1.4 §2.2.2.4.2.11).
   */
  async writeAsync(value: T, options: WriteOptions & WaitOptions = {}): Promise<SequenceNumber> {
    let sn = this.tryWrite(value, options);
    if (sn !== WRITE_WOULD_BLOCK) return sn;
    const { timeoutMs = this.qos.reliability.maxBlockingTimeMs, signal } = options;
    this.askForAcknowledgements();
    const wait = { timeoutMs, ...(signal === undefined ? {} : { signal }) };
    await this.waiters.until(
      () => {
        sn = this.tryWrite(value, options);
        return sn !== WRITE_WOULD_BLOCK;
      },
      wait,
      () => this.fullHistory(),
    );
    return sn;
  }

  /** DDS 1.4 §2.2.2.4.2.13: the instance with these key members no longer exists. */
  dispose(key: Partial<T>, options: WriteOptions = {}): SequenceNumber {
    return this.writeKey(key, NOT_ALIVE_DISPOSED, options, "dispose");
  }

  /** DDS 1.4 §2.2.2.4.2.7: this writer no longer writes the instance; disposes it too if the QoS says so. */
  unregister(key: Partial<T>, options: WriteOptions = {}): SequenceNumber {
    const { autodisposeUnregisteredInstances: dispose } = this.qos.writerDataLifecycle;
    const kind = dispose ? NOT_ALIVE_DISPOSED_UNREGISTERED : NOT_ALIVE_UNREGISTERED;
    return this.writeKey(key, kind, options, "unregister");
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
   */
  ready(count = 1, options: WaitOptions = {}): Promise<void> {
    this.checkOpen();
    return this.waiters.until(
      () => this.ready_.size >= count,
      options,
      () =>
        new DdsError("TIMEOUT", `${this.ready_.size} of ${count} readers of ${this.topic.name} became ready in time`),
    );
  }

  /** Waits until every matched reliable reader has everything written so far (DDS 1.4 §2.2.2.4.2.15). */
  waitForAcknowledgments(options: WaitOptions = {}): Promise<void> {
    this.checkOpen();
    this.askForAcknowledgements();
    const { engine } = this.context.runtime;
    return this.waiters.until(
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

  /** Waits up to `lingerMs` (1000) for acknowledgements, then says goodbye. Harmless if called again. */
  async close(options: { readonly lingerMs?: number } = {}): Promise<void> {
    if (this.closed) return;
    const { lingerMs = DEFAULT_LINGER_MS } = options;
    if (lingerMs > 0 && this.matched.size > 0) {
      await this.waitForAcknowledgments({ timeoutMs: lingerMs }).catch(() => undefined);
    }
    if (this.closed) return;
    this.closed = true;
    const { engine, driver, clock } = this.context.runtime;
    engine.deleteWriter(clock.now(), this.handle);
    driver.flush();
    this.waiters.fail(alreadyDeleted("writer"));
    this.context.onClosed(this.handle);
  }

  /** @internal */
  handleEvent(event: ParticipantEvent): void {
    switch (event.type) {
      case "writerSpace":
        this.waiters.notify();
        break;
      case "readerReady":
        this.ready_.add(event.remote.toString());
        this.waiters.notify();
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

  private tryWrite(value: T, options: WriteOptions): SequenceNumber {
    const { trace } = this;
    const t0 = trace === undefined ? 0 : this.context.runtime.clock.nowUs();
    this.checkOpen();
    const instance = this.keys?.find(value);
    return this.send(ALIVE, PAYLOAD_DATA, this.codec.serialize(value), instance, options, t0);
  }

  private writeKey(key: Partial<T>, kind: ChangeKind, options: WriteOptions, verb: string): SequenceNumber {
    this.checkOpen();
    if (this.keys === undefined) {
      throw new DdsError("PRECONDITION_NOT_MET", `cannot ${verb}: the type of topic ${this.topic.name} has no key`);
    }
    const payload = this.codec.serializeKey(key);
    const sn = this.send(kind, PAYLOAD_KEY, payload, this.keys.find(key), options, 0);
    if (sn === WRITE_WOULD_BLOCK) throw this.fullHistory();
    return sn;
  }

  private send(
    kind: ChangeKind,
    payloadKind: PayloadKind,
    payload: Uint8Array,
    instance: KeyedInstance | undefined,
    options: WriteOptions,
    t0: number,
  ): SequenceNumber {
    const { engine, driver, clock, epochOffsetMs } = this.context.runtime;
    const now = clock.now();
    const sn = engine.write(now, this.handle, payload, {
      kind,
      payloadKind,
      instance: instance?.handle ?? 0,
      keyHash: instance?.keyHash ?? EMPTY_PAYLOAD,
      sourceTimestamp: timestampFromEpochMs(options.sourceTimestampMs ?? now + epochOffsetMs),
    });
    if (sn === WRITE_WOULD_BLOCK) return sn;
    if (sn === WRITE_TOO_LARGE) {
      throw new DdsError("OUT_OF_RESOURCES", `a sample of ${payload.length} bytes is above the limit maxSampleBytes`);
    }
    if (t0 > 0) {
      this.trace!.stamp(T0, sn, t0);
      this.trace!.stamp(T1, sn, clock.nowUs());
    }
    driver.flush();
    return sn;
  }

  private askForAcknowledgements(): void {
    const { engine, driver } = this.context.runtime;
    engine.requestAcknowledgements(this.handle);
    driver.flush();
  }

  private noteMatched(remote: Guid, change: 1 | -1): void {
    const key = remote.toString();
    if (change === 1) this.matched.set(key, remote);
    else {
      this.matched.delete(key);
      this.ready_.delete(key);
    }
    this.matchedCounter.note(remote, change);
    this.waiters.notify();
    this.listener.onPublicationMatched?.(this.matchedCounter.read(), this);
  }

  private fullHistory(): DdsError {
    return new DdsError(
      "TIMEOUT",
      `the history of ${this.topic.name} is full and no room came in time: raise resourceLimits or wait with writeAsync`,
    );
  }

  private checkOpen(): void {
    if (this.closed) throw alreadyDeleted("writer");
  }
}

const DEFAULT_LINGER_MS = 1000;
