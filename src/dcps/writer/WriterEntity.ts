// A DataWriter as a DDS entity (DDS 1.4 §2.2.2.1.1): its QoS, whether it takes part yet, whom it is matched with, and how
// it ends.

import type { ParticipantEvent, WriterHandle } from "../../participant/types.js";
import { checkMutable, checkWriterConsistency, type WriterQos, type WriterQosInput } from "../../qos/index.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { SequenceNumber } from "../../rtps/structure/sequenceNumber.js";
import { Waiters, type WaitOptions } from "../../runtime/index.js";
import { T2 } from "../../trace/stages.js";
import { WriterTrace, type WriterTraceOptions } from "../../trace/WriterTrace.js";
import { alreadyDeleted, DdsError } from "../DdsError.js";
import { Enabling } from "../Enabling.js";
import { EndpointTimers } from "../EndpointTimers.js";
import type { EndpointContext } from "../endpointContext.js";
import type { InheritedQos } from "../inheritedQos.js";
import type { DataWriterListener } from "../listeners.js";
import type { Publisher } from "../Publisher.js";
import type { Topic } from "../Topic.js";
import { WritePath } from "../WritePath.js";
import { Lingering } from "./Lingering.js";
import { OfferedDeadline } from "./OfferedDeadline.js";
import type { WriterInstance } from "./WriterInstance.js";
import type { WriterMaker } from "./WriterMaker.js";
import { WriterStatuses } from "./WriterStatuses.js";

/**
 * Until it is enabled everything but `enable`, `qos`, `setQos`, `close` and the statuses throws DdsError NOT_ENABLED.
 */
export abstract class WriterEntity<T extends object> extends WriterStatuses<T> {
  readonly guid: Guid;
  /** Stamps t0, t1, t2 of every sample; undefined unless tracing was asked for. */
  readonly trace: WriterTrace | undefined = undefined;
  protected readonly handle: WriterHandle;
  protected path: WritePath<T>;
  private readonly timers: EndpointTimers;
  private readonly deadline: OfferedDeadline;
  private readonly waiters: Waiters;
  private readonly readyReaders = new Set<string>();
  private readonly enabling: Enabling;
  private readonly lingering: Lingering;
  private isUsable = false;
  private isClosing = false;
  private hasUnregistered = false;
  private isGone = false;

  /** Made by DomainParticipant.createWriter. */
  constructor(
    readonly topic: Topic<T>,
    private current: WriterQos,
    private readonly maker: WriterMaker<T>,
    protected readonly context: EndpointContext,
    listener: DataWriterListener<T>,
    trace: boolean | WriterTraceOptions,
  ) {
    super(listener, maker.listeners);
    const { handle } = maker;
    this.handle = handle;
    this.guid = context.guidOf(handle);
    this.waiters = new Waiters(context.runtime.scheduler);
    if (trace !== false) this.trace = new WriterTrace(this.guid.toString(), trace === true ? {} : trace);
    this.timers = new EndpointTimers(context.runtime, handle);
    const onMissed = (instance: WriterInstance, periods: number) => this.noteDeadlineMissed(instance, periods);
    this.deadline = new OfferedDeadline(this.timers, onMissed);
    this.lingering = new Lingering(context.runtime, handle, this.waiters);
    this.path = this.makePath(current);
    this.enabling = new Enabling("writer", maker.owner, () => this.start());
  }

  // ---- QoS ----

  /** Every policy, with what was changed since the writer was made. */
  get qos(): WriterQos {
    return this.current;
  }

  /**
   * Changes policies at run time (DDS 1.4 §2.2.2.1.1.1), and tells all readers: some matches may end and others begin.
   * While the writer is disabled, every policy may change.
   *
   * @param input what is to change; the rest stays
   * @throws QosError for a value that is not accepted, or a policy that cannot change; nothing has changed then
   */
  setQos(input: WriterQosInput): void {
    this.checkOpen();
    const qos = this.maker.qosOf(input, this.current);
    if (!this.isEnabled) {
      this.path = this.makePath(qos);
      this.current = qos;
      return;
    }
    checkMutable(this.current, qos);
    this.applyQos(qos);
  }

  /** The publisher it was made by; undefined if it is alone in its group. */
  get publisher(): Publisher | undefined {
    return this.context.publisher;
  }

  get isEnabled(): boolean {
    return this.enabling.isEnabled;
  }

  /**
   * A writer that was created disabled begins to take part (DDS 1.4 §2.2.2.1.1.7). Harmless if called again.
   *
   * @throws DdsError PRECONDITION_NOT_MET if what it was made by is not enabled
   */
  enable(): void {
    this.checkOpen();
    this.enabling.enable();
  }

  // ---- waiting ----

  /**
   * Waits until `count` remote readers are matched and can receive: a sample written afterwards reaches each of
   * them. Reliable readers have answered a heartbeat; for best-effort ones the peer has acknowledged our discovery data.
   * Rejects with DdsError TIMEOUT or ALREADY_DELETED, or with the reason of the signal.
   */
  async ready(count = 1, options: WaitOptions = {}): Promise<void> {
    this.checkUsable();
    const { readyReaders, topic } = this;
    await this.waiters.until(
      () => readyReaders.size >= count,
      options,
      () => new DdsError("TIMEOUT", `${readyReaders.size} of ${count} readers of ${topic.name} became ready in time`),
    );
  }

  /** Waits until every matched reliable reader has everything written so far (DDS 1.4 §2.2.2.4.2.15). */
  async waitForAcknowledgments(options: WaitOptions = {}): Promise<void> {
    this.checkUsable();
    const onTimeout = () => new DdsError("TIMEOUT", `not every reader of ${this.topic.name} acknowledged in time`);
    await this.lingering.untilAcknowledged(options, onTimeout);
  }

  // ---- the end ----

  get isClosed(): boolean {
    return this.isClosing;
  }

  /**
   * Waits up to `lingerMs` (1000) for acknowledgements and up to 100 ms for best-effort samples to arrive, unregisters
   * what is registered (with `autodisposeUnregisteredInstances`, the default, that disposes it: DDS 1.4 §2.2.3.21), and
   * says goodbye. Harmless if called again.
   */
  async close(options: { readonly lingerMs?: number } = {}): Promise<void> {
    const { lingerMs = DEFAULT_LINGER_MS } = options;
    const endsAt = this.context.runtime.clock.now() + lingerMs;
    this.isClosing = true;
    this.isUsable = false;
    // Nothing is expected of it any more. Writes that wait may still go.
    this.timers.close();
    if (this.canLinger(endsAt)) await this.linger(endsAt);
    if (!this.hasUnregistered) {
      this.hasUnregistered = true;
      this.path.fail(alreadyDeleted("writer"));
      // Without dispose the goodbye says the same: this writer is gone.
      if (this.isEnabled && this.topic.keyed && this.current.writerDataLifecycle.autodisposeUnregisteredInstances) {
        this.path.unregisterAll();
        if (this.canLinger(endsAt)) await this.linger(endsAt);
      }
    }
    if (!this.isGone) this.end();
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
        this.waiters.notify();
        this.noteStatus(event);
        break;
      case "alarm":
        this.timers.handleAlarm(event.now);
        break;
      case "livelinessLost":
        if (!this.isClosing) this.noteStatus(event);
        break;
      default:
        this.noteStatus(event);
    }
  }

  /** @internal Some `writeAsync` waits for room. */
  get hasWaitingWrites(): boolean {
    return this.path.hasWaiting;
  }

  /** @internal Policies of the publisher or the topic are to change. @throws QosError */
  checkInheritedQos(inherited: InheritedQos): void {
    checkWriterConsistency({ ...this.current, ...inherited });
  }

  /** @internal Policies of the publisher or the topic changed. */
  inheritedQosChanged(inherited: InheritedQos): void {
    const qos = { ...this.current, ...inherited };
    if (this.isEnabled) this.applyQos(qos);
    else this.current = qos;
  }

  /** @internal Trace point t2. */
  stampTransmitted(sn: SequenceNumber, nowUs: number): void {
    this.trace?.stamp(T2, sn, nowUs);
  }

  // ---- details ----

  private start(): void {
    this.maker.start(this.current);
    this.isUsable = true;
    this.setDeadline();
  }

  private makePath(qos: WriterQos): WritePath<T> {
    const { runtime, publisher } = this.context;
    const codec = this.maker.makeCodec(qos);
    const { handle, topic, trace, deadline } = this;
    return new WritePath(topic, qos, handle, runtime, codec, this.maker.payloads, trace, deadline, publisher);
  }

  private applyQos(qos: WriterQos): void {
    const { engine, driver, clock } = this.context.runtime;
    this.current = qos;
    this.path.qos = qos;
    engine.setWriterQos(clock.now(), this.handle, qos);
    this.setDeadline();
    driver.flush();
  }

  private setDeadline(): void {
    const { clock } = this.context.runtime;
    this.deadline.setPeriod(clock.now(), this.current.deadline.periodMs, this.path.instances.values());
  }

  private noteMatched(reader: Guid, change: 1 | -1): void {
    const { remoteFilters } = this.path;
    if (change === 1) remoteFilters.noteReader(reader, this.context.runtime.engine.remoteEndpoint(reader));
    else {
      remoteFilters.removeReader(reader);
      this.readyReaders.delete(reader.toString());
    }
  }

  /** Otherwise the end comes in the same turn: the process may have no other. */
  private canLinger(endsAt: number): boolean {
    return this.isEnabled && !this.isGone && this.matchedCount > 0 && endsAt > this.context.runtime.clock.now();
  }

  private linger(endsAt: number): Promise<void> {
    return this.lingering.untilArrived(this.path.lastWriteMs, endsAt);
  }

  private end(): void {
    this.isGone = true;
    const { engine, driver, clock } = this.context.runtime;
    engine.deleteWriter(clock.now(), this.handle);
    this.path.remoteFilters.clear();
    driver.flush();
    this.waiters.fail(alreadyDeleted("writer"));
    this.flags.close();
    this.context.onClosed(this.handle);
  }

  /** @throws DdsError ALREADY_DELETED or NOT_ENABLED */
  protected checkUsable(): void {
    if (this.isUsable) return;
    this.checkOpen();
    this.enabling.check();
  }

  private checkOpen(): void {
    if (this.isClosing) throw alreadyDeleted("writer");
  }
}

const DEFAULT_LINGER_MS = 1000;
