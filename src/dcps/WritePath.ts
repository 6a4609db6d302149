// How a value or a key becomes a change of the engine: serialized, keyed, stamped, and kept waiting while there is no
// room for it.

import type { TypeCodec } from "../cdr/index.js";
import {
  WRITE_OUT_OF_RESOURCES,
  WRITE_TOO_LARGE,
  WRITE_WOULD_BLOCK,
  type WriteOutcome,
  type WriterHandle,
} from "../participant/types.js";
import type { WriterQos } from "../qos/index.js";
import {
  ALIVE,
  type ChangeKind,
  NOT_ALIVE_DISPOSED,
  NOT_ALIVE_DISPOSED_UNREGISTERED,
  NOT_ALIVE_UNREGISTERED,
} from "../rtps/structure/cacheChange.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import { type Ms, type Timestamp, timestampFromEpochMs } from "../rtps/structure/time.js";
import { checkTimeout, type OpenParticipant, Waiters, type WaitOptions } from "../runtime/index.js";
import { DROP } from "../trace/dropReasons.js";
import { T0, T1 } from "../trace/stages.js";
import type { WriterTrace } from "../trace/WriterTrace.js";
import { DdsError } from "./DdsError.js";
import type { Publisher } from "./Publisher.js";
import { HANDLE_NIL, type InstanceHandle } from "./samples.js";
import type { Topic } from "./Topic.js";
import type { OfferedDeadline } from "./writer/OfferedDeadline.js";
import type { PayloadPool } from "./writer/PayloadPool.js";
import { PreparedWrite } from "./writer/PreparedWrite.js";
import { RemoteFilters } from "./writer/RemoteFilters.js";
import type { WriterInstance } from "./writer/WriterInstance.js";
import { type NoInstance, WriterInstances } from "./writer/WriterInstances.js";

export interface WriteOptions {
  /** Milliseconds since 1970 with a fraction; the time of the call by default. */
  readonly sourceTimestampMs?: number;
  /** The instance, as `registerInstance` named it; checked against the key. HANDLE_NIL or absent: the key decides. */
  readonly handle?: InstanceHandle;
}

export class WritePath<T extends object> {
  /** When something was last written, monotonic ms. */
  lastWriteMs = -Infinity;
  readonly instances: WriterInstances<T>;
  /** What matched readers do not want is not sent to them. */
  readonly remoteFilters: RemoteFilters<T>;
  /** Writes that wait for room, in order. */
  private readonly blocked: Waiters;

  constructor(
    private readonly topic: Topic<T>,
    public qos: WriterQos,
    private readonly handle: WriterHandle,
    private readonly runtime: OpenParticipant,
    private readonly codec: TypeCodec<T>,
    private readonly payloads: PayloadPool,
    private readonly trace: WriterTrace | undefined,
    private readonly deadline: OfferedDeadline,
    private readonly publisher: Publisher | undefined,
  ) {
    const { clock, engine } = runtime;
    this.remoteFilters = new RemoteFilters(topic.type, {
      now: () => clock.now(),
      refused: () => engine.counters.drop(DROP.limitFilters),
    });
    this.blocked = new Waiters(runtime.scheduler);
    const isHeld = (instance: InstanceHandle) => runtime.engine.holdsInstance(handle, instance);
    this.instances = new WriterInstances(topic.keyed, codec, qos.resourceLimits.maxInstances, isHeld);
  }

  /** Microseconds, for `t0`; 0 without tracing. */
  now(): number {
    return this.trace === undefined ? 0 : this.runtime.clock.nowUs();
  }

  // ---- what is to be written ----

  prepareValue(value: T, options: WriteOptions, t0: number): PreparedWrite<T> {
    const { handle = HANDLE_NIL } = options;
    if (handle !== HANDLE_NIL) this.instances.check(handle, value);
    const now = this.startOf(t0);
    const sourceTimestamp = this.timestampOf(options, now);
    // First: a value that is not of the type makes no instance.
    const payload = this.payloads.serialize(this.codec, value);
    const change = new PreparedWrite(ALIVE, payload, sourceTimestamp, value, this.register(value), now, t0);
    if (this.remoteFilters.size > 0) change.excludedReaders = this.remoteFilters.excluded(value);
    return change;
  }

  /** A dispose registers what it disposes; only what is registered can be unregistered. */
  prepareKey(key: Partial<T>, kind: ChangeKind, options: WriteOptions, t0: number): PreparedWrite<T> {
    this.checkKeyed(kind);
    const { handle = HANDLE_NIL } = options;
    if (handle !== HANDLE_NIL) this.instances.check(handle, key);
    const now = this.startOf(t0);
    const sourceTimestamp = this.timestampOf(options, now);
    const instance = kind === NOT_ALIVE_DISPOSED ? this.register(key) : this.instances.find(key);
    if (instance === undefined && kind !== NOT_ALIVE_DISPOSED) {
      throw new DdsError(
        "PRECONDITION_NOT_MET",
        `cannot unregister: the instance of ${this.topic.name} is not registered`,
      );
    }
    const payload = instance?.keyPayload ?? this.instances.keyPayloadOf(key);
    return new PreparedWrite(kind, payload, sourceTimestamp, key, instance, now, t0);
  }

  prepareInstance(instance: WriterInstance, kind: ChangeKind, options: WriteOptions, t0: number): PreparedWrite<T> {
    this.checkKeyed(kind);
    const now = this.startOf(t0);
    const sourceTimestamp = this.timestampOf(options, now);
    return new PreparedWrite<T>(kind, instance.keyPayload!, sourceTimestamp, undefined, instance, now, t0);
  }

  /** DDS 1.4 §2.2.2.4.2.5. @throws DdsError as a write does that finds no room for the instance */
  registerInstance(key: Partial<T>): WriterInstance {
    const instance = this.instances.register(key);
    if (typeof instance === "string") throw this.refusal(outcomeOf(instance));
    return instance;
  }

  unregisteringKind(): ChangeKind {
    const { autodisposeUnregisteredInstances: dispose } = this.qos.writerDataLifecycle;
    return dispose ? NOT_ALIVE_DISPOSED_UNREGISTERED : NOT_ALIVE_UNREGISTERED;
  }

  // ---- writing ----

  /** @throws DdsError TIMEOUT when there is no room, OUT_OF_RESOURCES when there will be none */
  putNow(change: PreparedWrite<T>): SequenceNumber {
    // Nobody overtakes those who wait already.
    if (!this.blocked.isIdle) this.blocked.notify();
    const outcome = this.put(change, change.calledAt);
    if (outcome < 0) throw this.refusal(outcome, change);
    return outcome;
  }

  /** Waits for room. Rejects as `putNow` throws, with the reason of the signal, or TypeError for a bad time-out. */
  async putWaiting(change: PreparedWrite<T>, options: WaitOptions): Promise<SequenceNumber> {
    const { timeoutMs = this.qos.reliability.maxBlockingTimeMs, signal } = options;
    checkTimeout(timeoutMs);
    signal?.throwIfAborted();
    if (!this.blocked.isIdle) this.blocked.notify();
    let outcome = this.put(change, change.calledAt);
    if (outcome > 0) {
      const turn = this.runtime.driver.turnIfDue(change.calledAt);
      if (turn !== undefined) await turn;
    }
    if (isBlocked(outcome)) {
      change.enqueue();
      this.runtime.engine.requestAcknowledgements(this.handle);
      this.runtime.driver.flush();
      const hasLeft = () => {
        outcome = this.put(change, this.runtime.clock.now());
        if (isBlocked(outcome)) return false;
        change.dequeue();
        return true;
      };
      const waiting = signal === undefined ? { timeoutMs } : { timeoutMs, signal };
      await this.blocked
        .until(hasLeft, waiting, () => this.refusal(outcome, change))
        .finally(() => this.giveUp(change));
    }
    if (outcome < 0) throw this.refusal(outcome, change);
    return outcome;
  }

  get hasWaiting(): boolean {
    return !this.blocked.isIdle;
  }

  /**
   * Ends every instance that is registered: there is room for that. Nothing may wait any more. What ends them is in no
   * coherent set: one that is open is never shown, and a number that is left out tells readers that it is not whole.
   */
  unregisterAll(): void {
    if (this.publisher?.order.leaveSet(this.handle) === true) this.runtime.engine.skipNumber(this.handle);
    const kind = this.unregisteringKind();
    for (const instance of [...this.instances.values()])
      this.add(this.prepareInstance(instance, kind, {}, 0), instance, this.runtime.clock.now(), false);
    this.runtime.driver.flush();
  }

  /** Readers have acknowledged something: those who wait may have room. */
  retry(): void {
    this.blocked.notify();
  }

  /** Rejects everybody who waits. */
  fail(error: Error): void {
    for (const instance of this.instances.values()) instance.waiting.length = 0;
    this.blocked.fail(error);
  }

  // ---- details ----

  /** When the call began, monotonic ms: a traced one has read the clock already. */
  private startOf(t0: number): Ms {
    return t0 > 0 ? t0 / 1000 : this.runtime.clock.now();
  }

  private put(change: PreparedWrite<T>, now: Ms): WriteOutcome {
    const instance = this.instanceOf(change);
    if (typeof instance === "string") return outcomeOf(instance);
    if (instance.waiting.length > 0 && instance.waiting[0] !== change) return WRITE_WOULD_BLOCK;
    if (this.publisher?.isSuspended === true) return this.add(change, instance, now, false);
    const { driver } = this.runtime;
    const { length } = change.payload;
    const leavesSoon = driver.holdsWrite(now, length);
    const outcome = this.add(change, instance, now, leavesSoon);
    if (outcome > 0) driver.flushWrite(now, length, leavesSoon);
    return outcome;
  }

  /** Into the history, if it has room. */
  private add(change: PreparedWrite<T>, instance: WriterInstance, now: Ms, leavesSoon: boolean): WriteOutcome {
    const { engine, clock } = this.runtime;
    const { kind, payload, t0 } = change;
    const order = this.publisher?.order;
    const placement = order?.placeNext(this.handle);
    change.leavesSoon = leavesSoon;
    change.placement = placement;
    const sn = engine.write(now, this.handle, payload, change);
    if (sn < 0) return sn;
    if (placement !== undefined) order!.placed(this.handle, sn, placement);
    this.lastWriteMs = now;
    instance.isAlive = kind === ALIVE;
    if (this.deadline.isOn) this.deadline.noteWrite(now, instance);
    if ((kind & NOT_ALIVE_UNREGISTERED) !== 0) this.instances.unregister(instance);
    if (t0 > 0) {
      this.trace!.stamp(T0, sn, t0);
      this.trace!.stamp(T1, sn, clock.nowUs());
    }
    return sn;
  }

  /** A write that waits no more, for whatever reason: those behind it may go on. */
  private giveUp(change: PreparedWrite<T>): void {
    if (!change.isQueued) return;
    change.dequeue();
    this.blocked.notify();
  }

  private register(key: Partial<T>): WriterInstance | undefined {
    const instance = this.instances.register(key);
    return typeof instance === "string" ? undefined : instance;
  }

  /** That of the change; a new one if it was unregistered meanwhile, or if there is room for it only now. */
  private instanceOf(change: PreparedWrite<T>): WriterInstance | NoInstance {
    if (change.registered?.isRegistered === true) return change.registered;
    const instance = this.instances.register(change.key ?? this.codec.deserializeKey(change.payload));
    if (typeof instance !== "string") change.moveTo(instance);
    return instance;
  }

  private timestampOf({ sourceTimestampMs }: WriteOptions, now: Ms): Timestamp {
    const epochMs = sourceTimestampMs ?? now + this.runtime.epochOffsetMs;
    if (typeof epochMs === "number" && epochMs >= 0 && epochMs < END_OF_TIME_MS) return timestampFromEpochMs(epochMs);
    const given = typeof epochMs === "string" ? JSON.stringify(epochMs) : String(epochMs);
    throw new DdsError("BAD_PARAMETER", `sourceTimestampMs ${given} is no time from 1970 to 2106 in milliseconds`);
  }

  private checkKeyed(kind: ChangeKind): void {
    if (this.topic.keyed) return;
    const verb = kind === NOT_ALIVE_DISPOSED ? "dispose" : "unregister";
    throw new DdsError("PRECONDITION_NOT_MET", `cannot ${verb}: the type of topic ${this.topic.name} has no key`);
  }

  private refusal(outcome: WriteOutcome, change?: PreparedWrite<T>): DdsError {
    const { name } = this.topic;
    const waiting = change?.isQueued === true ? "wait longer (timeoutMs)" : "wait with writeAsync";
    const { maxSamples, maxInstances } = this.qos.resourceLimits;
    switch (outcome) {
      case WRITE_TOO_LARGE: {
        const problem = `a sample of ${change?.payload.length} bytes is above the limit maxSampleBytes`;
        return new DdsError("OUT_OF_RESOURCES", problem);
      }
      case WRITE_OUT_OF_RESOURCES: {
        const problem = `the ${maxSamples} samples of ${name} (maxSamples) are the only ones of their instances`;
        return new DdsError("OUT_OF_RESOURCES", `${problem}: unregister an instance or raise resourceLimits`);
      }
      case NO_INSTANCE: {
        const problem = `${maxInstances} instances of ${name} (maxInstances) are registered`;
        return new DdsError("OUT_OF_RESOURCES", `${problem}: unregister one or raise resourceLimits`);
      }
      case NO_INSTANCE_YET: {
        const problem = `all ${maxInstances} instances of ${name} (maxInstances) are in use until readers acknowledge the end of one`;
        return new DdsError("TIMEOUT", `${problem}: raise resourceLimits or ${waiting}`);
      }
      default: {
        const problem = `the history of ${name} is full and no room came in time`;
        return new DdsError("TIMEOUT", `${problem}: raise resourceLimits or ${waiting}`);
      }
    }
  }
}

/** Outcomes besides those of the engine: RESOURCE_LIMITS allow no further instance. */
const NO_INSTANCE_YET: WriteOutcome = -11;
const NO_INSTANCE: WriteOutcome = -12;

function outcomeOf(reason: NoInstance): WriteOutcome {
  return reason === "wait" ? NO_INSTANCE_YET : NO_INSTANCE;
}

function isBlocked(outcome: WriteOutcome): boolean {
  return outcome === WRITE_WOULD_BLOCK || outcome === NO_INSTANCE_YET;
}

/** Seconds on the wire are 32 bits without sign; the last value says that there is no time. */
const END_OF_TIME_MS = 0xffffffff * 1000;
