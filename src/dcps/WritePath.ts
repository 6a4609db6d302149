// How a value or a key becomes a change of the engine: serialized, keyed, stamped, and kept waiting while a KEEP_ALL
// history is full.

import type { TypeCodec } from "../cdr/index.js";
import { type SampleMeta, WRITE_TOO_LARGE, WRITE_WOULD_BLOCK, type WriterHandle } from "../participant/types.js";
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
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import { paddedKey } from "../rtps/structure/serializedKey.js";
import { timestampFromEpochMs } from "../rtps/structure/time.js";
import { checkTimeout, type OpenParticipant, Waiters, type WaitOptions } from "../runtime/index.js";
import { T0, T1 } from "../trace/stages.js";
import type { WriterTrace } from "../trace/WriterTrace.js";
import { DdsError } from "./DdsError.js";
import { KeyedInstance, KeyIndex } from "./KeyIndex.js";
import type { Publisher } from "./Publisher.js";
import type { Topic } from "./Topic.js";
import { RemoteFilters } from "./writer/RemoteFilters.js";

export interface WriteOptions {
  /** Milliseconds since 1970 with a fraction; the time of the call by default. */
  readonly sourceTimestampMs?: number;
}

/** A change made of what the caller gave, so that waiting writes are not made anew. */
export interface Prepared {
  readonly payload: Uint8Array;
  readonly meta: SampleMeta;
  /** When the call was entered, microseconds; 0 without tracing. */
  readonly t0: number;
}

export class WritePath<T extends object> {
  /** When something was last written, monotonic ms. */
  lastWriteMs = -Infinity;
  private readonly keys: KeyIndex<T, KeyedInstance> | undefined;
  /** What matched readers do not want is not sent to them. */
  readonly remoteFilters: RemoteFilters<T>;
  /** Writes that wait for room, in order. */
  private readonly blocked: Waiters;

  constructor(
    private readonly topic: Topic<T>,
    private readonly qos: WriterQos,
    private readonly handle: WriterHandle,
    private readonly runtime: OpenParticipant,
    private readonly codec: TypeCodec<T>,
    private readonly trace: WriterTrace | undefined,
    private readonly publisher: Publisher | undefined,
  ) {
    this.remoteFilters = new RemoteFilters(topic.type);
    this.blocked = new Waiters(runtime.scheduler);
    this.keys = topic.keyed ? new KeyIndex(codec, (handle, keyHash) => new KeyedInstance(handle, keyHash)) : undefined;
  }

  /** Microseconds, for `t0`; 0 without tracing. */
  now(): number {
    return this.trace === undefined ? 0 : this.runtime.clock.nowUs();
  }

  prepareValue(value: T, options: WriteOptions, t0: number): Prepared {
    const instance = this.keys?.find(value);
    const prepared = this.prepare(ALIVE, PAYLOAD_DATA, this.codec.serialize(value), instance, options, t0);
    if (this.remoteFilters.size === 0) return prepared;
    const excludedReaders = this.remoteFilters.excluded(value);
    return excludedReaders === undefined ? prepared : { ...prepared, meta: { ...prepared.meta, excludedReaders } };
  }

  prepareKey(key: Partial<T>, kind: ChangeKind, options: WriteOptions, t0: number): Prepared {
    if (this.keys === undefined) {
      const verb = kind === NOT_ALIVE_DISPOSED ? "dispose" : "unregister";
      throw new DdsError("PRECONDITION_NOT_MET", `cannot ${verb}: the type of topic ${this.topic.name} has no key`);
    }
    return this.prepare(kind, PAYLOAD_KEY, paddedKey(this.codec.serializeKey(key)), this.keys.find(key), options, t0);
  }

  private prepare(
    kind: ChangeKind,
    payloadKind: PayloadKind,
    payload: Uint8Array,
    instance: KeyedInstance | undefined,
    options: WriteOptions,
    t0: number,
  ): Prepared {
    const { clock, epochOffsetMs } = this.runtime;
    const epochMs = options.sourceTimestampMs ?? clock.now() + epochOffsetMs;
    if (!(epochMs >= 0 && epochMs < END_OF_TIME_MS)) {
      throw new DdsError("BAD_PARAMETER", `sourceTimestampMs ${epochMs} is no time from 1970 to 2106 in milliseconds`);
    }
    const keyHash = instance?.keyHash ?? EMPTY_PAYLOAD;
    const sourceTimestamp = timestampFromEpochMs(epochMs);
    return { payload, meta: { kind, payloadKind, instance: instance?.handle ?? 0, keyHash, sourceTimestamp }, t0 };
  }

  /** @throws DdsError TIMEOUT when there is no room */
  putNow(change: Prepared): SequenceNumber {
    // Nobody overtakes those who wait already.
    if (!this.blocked.isIdle) this.blocked.notify();
    const sn = this.put(change);
    if (sn === WRITE_WOULD_BLOCK) throw this.fullHistory();
    return sn;
  }

  /** Waits for room. Rejects with DdsError TIMEOUT, the reason of the signal, or TypeError for a bad time-out. */
  async putWaiting(change: Prepared, options: WaitOptions): Promise<SequenceNumber> {
    const { timeoutMs = this.qos.reliability.maxBlockingTimeMs, signal } = options;
    checkTimeout(timeoutMs);
    signal?.throwIfAborted();
    if (!this.blocked.isIdle) this.blocked.notify();
    let sn = this.put(change);
    if (sn !== WRITE_WOULD_BLOCK) return sn;
    this.runtime.engine.requestAcknowledgements(this.handle);
    this.runtime.driver.flush();
    await this.blocked.until(
      () => {
        sn = this.put(change);
        return sn !== WRITE_WOULD_BLOCK;
      },
      signal === undefined ? { timeoutMs } : { timeoutMs, signal },
      () => this.fullHistory(),
    );
    return sn;
  }

  private put({ payload, meta, t0 }: Prepared): SequenceNumber {
    const { engine, driver, clock } = this.runtime;
    const now = clock.now();
    const order = this.publisher?.order;
    const placement = order?.placeNext(this.handle);
    const placed = placement === undefined ? meta : { ...meta, placement };
    const sn = engine.write(now, this.handle, payload, placed);
    if (sn === WRITE_WOULD_BLOCK) return sn;
    if (placement !== undefined && sn > 0) order!.placed(this.handle, sn, placement);
    this.lastWriteMs = now;
    if (sn === WRITE_TOO_LARGE) {
      throw new DdsError("OUT_OF_RESOURCES", `a sample of ${payload.length} bytes is above the limit maxSampleBytes`);
    }
    if (t0 > 0) {
      this.trace!.stamp(T0, sn, t0);
      this.trace!.stamp(T1, sn, clock.nowUs());
    }
    if (this.publisher === undefined || !this.publisher.isSuspended) driver.flush();
    return sn;
  }

  unregisteringKind(): ChangeKind {
    const { autodisposeUnregisteredInstances: dispose } = this.qos.writerDataLifecycle;
    return dispose ? NOT_ALIVE_DISPOSED_UNREGISTERED : NOT_ALIVE_UNREGISTERED;
  }

  /** Written again it is a new instance to the history, which keeps the old one as long as readers may need it. */
  forgetInstance(key: Partial<T>): void {
    const instance = this.keys?.find(key, false);
    if (instance !== undefined) this.keys!.remove(instance);
  }

  /** Readers have acknowledged something: those who wait may have room. */
  retry(): void {
    this.blocked.notify();
  }

  /** Rejects everybody who waits. */
  fail(error: Error): void {
    this.blocked.fail(error);
  }

  private fullHistory(): DdsError {
    return new DdsError(
      "TIMEOUT",
      `the history of ${this.topic.name} is full and no room came in time: raise resourceLimits or wait with writeAsync`,
    );
  }
}

/** Seconds on the wire are 32 bits without sign; the last value says that there is no time. */
const END_OF_TIME_MS = 0xffffffff * 1000;
