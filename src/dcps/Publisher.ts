// DDS 1.4 §2.2.2.4.1 Publisher: what its writers have in common, and coherent sets of their samples.

import type { StructValue } from "../cdr/index.js";
import { checkMutable, type PublisherQos, type PublisherQosInput, resolvePublisherQos } from "../qos/index.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import { timestampFromEpochMs } from "../rtps/structure/time.js";
import type { OpenParticipant, WaitOptions } from "../runtime/index.js";
import type { StatusCondition } from "./conditions/StatusCondition.js";
import type { DataWriter } from "./DataWriter.js";
import { alreadyDeleted, DdsError } from "./DdsError.js";
import { beginsEnabled, Enabling, type EntityFactory } from "./Enabling.js";
import { inherit } from "./inheritedQos.js";
import type { DomainParticipantListener, PublisherListener } from "./listeners.js";
import type { DataWriterOptions } from "./options.js";
import { PublicationOrder } from "./presentation/PublicationOrder.js";
import { StatusFlags } from "./StatusFlags.js";
import type { StatusKind } from "./statusKinds.js";
import type { Topic } from "./Topic.js";

/** What a publisher needs of its participant. */
export interface PublisherHost {
  readonly runtime: OpenParticipant;
  readonly participant: EntityFactory;
  readonly listener: DomainParticipantListener;
  makeWriter<T extends object>(topic: Topic<T>, options: DataWriterOptions<T>, publisher: Publisher): DataWriter<T>;
  publisherClosed(publisher: Publisher): void;
}

/**
 * Gives PRESENTATION, PARTITION and GROUP_DATA to its writers. Made by `DomainParticipant.createPublisher`; a writer that
 * is made by the participant itself is alone in a group of its own.
 */
export class Publisher {
  /** @internal */
  order: PublicationOrder;
  /** @internal For what the listener of a writer does not handle. */
  readonly listeners: readonly PublisherListener[];
  private readonly flags = new StatusFlags();
  private current: PublisherQos;
  private readonly members = new Map<EntityId, DataWriter<object>>();
  private readonly enabling: Enabling;
  private suspensions = 0;
  private closed = false;

  /** Made by DomainParticipant.createPublisher. */
  constructor(
    private readonly host: PublisherHost,
    qos: PublisherQos,
    /** @internal */
    readonly groupEntityId: EntityId,
    listener: PublisherListener,
  ) {
    this.current = qos;
    this.listeners = [listener, host.listener];
    this.order = new PublicationOrder(qos.presentation);
    this.enabling = new Enabling("publisher", host.participant, () => {
      if (this.current.entityFactory.autoenableCreatedEntities) for (const writer of this.writers) writer.enable();
    });
    if (beginsEnabled(host.participant)) this.enable();
  }

  get isEnabled(): boolean {
    return this.enabling.isEnabled;
  }

  /**
   * A publisher that was created disabled, and with it its writers unless ENTITY_FACTORY says otherwise, begins to take
   * part (DDS 1.4 §2.2.2.1.1.7). Until then only `createWriter`, `qos`, `setQos` and `close` work. Harmless if called
   * again.
   */
  enable(): void {
    this.checkOpen();
    this.enabling.enable();
  }

  /**
   * A publisher has no communication status of its own (DDS 1.4 §2.2.4.1): this is never true, and there for whoever
   * treats all entities alike. Those of its writers go to its listener if theirs has no callback for them.
   */
  get statusCondition(): StatusCondition {
    return this.flags.condition;
  }

  /** Always empty, as `statusCondition` says. */
  get statusChanges(): StatusKind[] {
    return this.flags.list();
  }

  get qos(): PublisherQos {
    return this.current;
  }

  get writers(): DataWriter<object>[] {
    return [...this.members.values()];
  }

  /**
   * As `DomainParticipant.createWriter`. PRESENTATION, PARTITION and GROUP_DATA come from the publisher.
   *
   * @throws QosError if `options.qos` names one of the three
   */
  createWriter<T extends object = StructValue>(topic: Topic<T>, options: DataWriterOptions<T> = {}): DataWriter<T> {
    this.checkOpen();
    const writer = this.host.makeWriter(topic, options, this);
    this.members.set(writer.guid.entityId, writer as unknown as DataWriter<object>);
    return writer;
  }

  /**
   * DDS 1.4 §2.2.2.4.1.10: what the writers of this publisher write until `endCoherentChanges` becomes visible together
   * at readers with coherent access. Has no effect unless `presentation.coherentAccess` is set. May be nested.
   *
   * @throws DdsError PRECONDITION_NOT_MET while a `writeAsync` waits for room: it would end up in the set
   */
  beginCoherentChanges(): void {
    this.checkUsable();
    if (this.order.changesSet("begin")) this.checkNothingWaits("before the set begins");
    this.order.begin();
  }

  /**
   * @throws DdsError PRECONDITION_NOT_MET if no set was begun, or while a `writeAsync` waits for room: it would end up
   *   behind the set, which goes on
   */
  endCoherentChanges(): void {
    this.checkUsable();
    if (this.order.changesSet("end")) this.checkNothingWaits("before the set ends");
    if (!this.order.end()) {
      throw new DdsError("PRECONDITION_NOT_MET", "endCoherentChanges without beginCoherentChanges");
    }
    if (this.order.isInSet) return;
    const { engine, driver, clock, epochOffsetMs } = this.host.runtime;
    const { marks, groupSetSn } = this.order.closeSet(this.members.keys());
    if (marks.length === 0) return;
    const timestamp = timestampFromEpochMs(clock.now() + epochOffsetMs);
    for (const writer of marks) engine.writeEndMark(writer, groupSetSn, timestamp);
    driver.flush();
  }

  /**
   * DDS 1.4 §2.2.2.4.1.8, a hint: samples written until `resumePublications` wait, so that they share datagrams.
   * Whatever else makes the participant send takes them along.
   */
  suspendPublications(): void {
    this.checkUsable();
    this.suspensions++;
  }

  /** @throws DdsError PRECONDITION_NOT_MET if they are not suspended */
  resumePublications(): void {
    this.checkUsable();
    if (this.suspensions === 0) {
      throw new DdsError("PRECONDITION_NOT_MET", "resumePublications without suspendPublications");
    }
    this.suspensions--;
    if (this.suspensions === 0) this.host.runtime.driver.flush();
  }

  /** @internal */
  get isSuspended(): boolean {
    return this.suspensions > 0;
  }

  /** Waits until every reliable reader of every writer has everything (DDS 1.4 §2.2.2.4.1.12). Rejects as a writer's does. */
  async waitForAcknowledgments(options: WaitOptions = {}): Promise<void> {
    this.checkUsable();
    await Promise.all(this.writers.map((writer) => writer.waitForAcknowledgments(options)));
  }

  /**
   * Changes PARTITION, GROUP_DATA or ENTITY_FACTORY at run time; the writers announce themselves anew and match anew.
   *
   * @throws QosError for a bad value, for PRESENTATION, which cannot change, or for what a writer cannot announce with
   *   what it says itself; nothing has changed then
   */
  setQos(input: PublisherQosInput): void {
    this.checkOpen();
    const qos = resolvePublisherQos(input, this.current);
    if (this.isEnabled) checkMutable(this.current, qos);
    const { presentation, partition, groupData } = qos;
    inherit(this.members.values(), { presentation, partition, groupData });
    this.current = qos;
    if (!this.isEnabled) this.order = new PublicationOrder(presentation);
  }

  /** @internal A writer of this publisher is closed. */
  forget(writer: EntityId): void {
    this.members.delete(writer);
  }

  /** Closes every writer as `DataWriter.close` does. */
  async close(options: { readonly lingerMs?: number } = {}): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await Promise.all(this.writers.map((writer) => writer.close(options)));
    this.flags.close();
    this.host.publisherClosed(this);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** @throws DdsError PRECONDITION_NOT_MET */
  private checkNothingWaits(when: string): void {
    for (const writer of this.members.values()) {
      if (!writer.hasWaitingWrites) continue;
      const problem = `writes of ${writer.topic.name} wait for room`;
      throw new DdsError("PRECONDITION_NOT_MET", `${problem}: await what writeAsync returned ${when}`);
    }
  }

  private checkUsable(): void {
    this.checkOpen();
    this.enabling.check();
  }

  private checkOpen(): void {
    if (this.closed) throw alreadyDeleted("publisher");
  }
}
