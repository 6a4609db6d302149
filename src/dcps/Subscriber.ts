// DDS 1.4 §2.2.2.5.2 Subscriber: what its readers have in common, and access to their samples as a group.

import type { StructValue } from "../cdr/index.js";
import { checkMutable, resolveSubscriberQos, type SubscriberQos, type SubscriberQosInput } from "../qos/index.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { Guid } from "../rtps/structure/guid.js";
import type { OpenParticipant } from "../runtime/index.js";
import type { ContentFilteredTopic } from "./ContentFilteredTopic.js";
import type { StatusCondition } from "./conditions/StatusCondition.js";
import type { DataReader } from "./DataReader.js";
import { alreadyDeleted, DdsError } from "./DdsError.js";
import { beginsEnabled, Enabling, type EntityFactory } from "./Enabling.js";
import { inherit } from "./inheritedQos.js";
import { type DomainParticipantListener, nearest, type SubscriberListener } from "./listeners.js";
import type { DataReaderOptions } from "./options.js";
import { GroupSets } from "./presentation/GroupSets.js";
import { groupOrder } from "./presentation/groupOrder.js";
import type { StateOptions } from "./reader/stateMasks.js";
import { StatusFlags } from "./StatusFlags.js";
import type { StatusKind } from "./statusKinds.js";
import type { Topic } from "./Topic.js";

/** What a subscriber needs of its participant. */
export interface SubscriberHost {
  readonly runtime: OpenParticipant;
  readonly participant: EntityFactory;
  readonly listener: DomainParticipantListener;
  makeReader<T extends object>(
    topic: Topic<T> | ContentFilteredTopic<T>,
    options: DataReaderOptions<T>,
    subscriber: Subscriber,
  ): DataReader<T>;
  subscriberClosed(subscriber: Subscriber): void;
}

/**
 * Gives PRESENTATION, PARTITION and GROUP_DATA to its readers. Made by `DomainParticipant.createSubscriber`; a reader that
 * is made by the participant itself is alone in a group of its own.
 */
export class Subscriber {
  /** @internal Only with coherent access of GROUP scope. */
  groupSets: GroupSets | undefined;
  /** @internal For what the listener of a reader does not handle. */
  readonly listeners: readonly SubscriberListener[];
  /** @internal */
  readonly flags = new StatusFlags();
  private needsAccess = false;
  private current: SubscriberQos;
  private readonly members = new Map<EntityId, DataReader<object>>();
  private readonly enabling: Enabling;
  private accesses = 0;
  private closed = false;

  /** Made by DomainParticipant.createSubscriber. */
  constructor(
    private readonly host: SubscriberHost,
    qos: SubscriberQos,
    /** @internal */
    readonly groupEntityId: EntityId,
    listener: SubscriberListener,
  ) {
    this.current = qos;
    this.listeners = [listener, host.listener];
    this.applyPresentation();
    this.enabling = new Enabling("subscriber", host.participant, () => {
      if (this.current.entityFactory.autoenableCreatedEntities) for (const reader of this.readers) reader.enable();
    });
    if (beginsEnabled(host.participant)) this.enable();
  }

  get isEnabled(): boolean {
    return this.enabling.isEnabled;
  }

  /**
   * A subscriber that was created disabled, and with it its readers unless ENTITY_FACTORY says otherwise, begins to take
   * part (DDS 1.4 §2.2.2.1.1.7). Until then only `createReader`, `qos`, `setQos` and `close` work. Harmless if called
   * again.
   */
  enable(): void {
    this.checkOpen();
    this.enabling.enable();
  }

  /**
   * True for DATA_ON_READERS: samples came for some reader, and since then nothing was read or taken from any, nor was a
   * listener told (DDS 1.4 §2.2.4.2.2). Other statuses are those of the readers.
   */
  get statusCondition(): StatusCondition {
    return this.flags.condition;
  }

  /** DATA_ON_READERS, or nothing (DDS 1.4 §2.2.2.1.1.5). */
  get statusChanges(): StatusKind[] {
    return this.flags.list();
  }

  get qos(): SubscriberQos {
    return this.current;
  }

  get readers(): DataReader<object>[] {
    return [...this.members.values()];
  }

  /**
   * As `DomainParticipant.createReader`. PRESENTATION, PARTITION and GROUP_DATA come from the subscriber.
   *
   * @throws QosError if `options.qos` names one of the three
   */
  createReader<T extends object = StructValue>(
    topic: Topic<T> | ContentFilteredTopic<T>,
    options: DataReaderOptions<T> = {},
  ): DataReader<T> {
    this.checkOpen();
    const reader = this.host.makeReader(topic, options, this);
    this.members.set(reader.guid.entityId, reader as unknown as DataReader<object>);
    return reader;
  }

  /**
   * DDS 1.4 §2.2.2.5.2.8: the application is about to look at the samples of several readers. With GROUP scope and
   * coherent or ordered access nothing becomes visible until `endAccess`, and `read` and `take` are refused outside.
   * With other scopes it may be called and changes nothing. May be nested.
   */
  beginAccess(): void {
    this.checkUsable();
    if (this.accesses === 0 && this.needsAccess) for (const reader of this.members.values()) reader.refresh();
    this.accesses++;
  }

  /** @throws DdsError PRECONDITION_NOT_MET if no access was begun */
  endAccess(): void {
    this.checkUsable();
    if (this.accesses === 0) throw new DdsError("PRECONDITION_NOT_MET", "endAccess without beginAccess");
    this.accesses--;
    if (this.accesses > 0 || !this.needsAccess) return;
    for (const reader of this.members.values()) reader.refresh();
  }

  /**
   * DDS 1.4 §2.2.2.5.2.10: the readers that have samples in these states. With GROUP scope and ordered access one entry
   * per sample, in the order of the samples: take one sample from each in turn.
   */
  getDataReaders(states: StateOptions = {}): DataReader<object>[] {
    this.checkUsable();
    this.checkAccess();
    const { accessScope, orderedAccess } = this.current.presentation;
    if (accessScope !== "GROUP" || !orderedAccess) {
      return this.readers.filter((reader) => reader.samplePlaces(states).length > 0);
    }
    const places = this.readers.map((reader) => ({ reader, places: reader.samplePlaces(states) }));
    return groupOrder(places, (place) => this.publisherOf(place.writerGuid));
  }

  /** DDS 1.4 §2.2.2.5.2.11: calls `onDataAvailable` of every reader that has samples not read yet. */
  notifyDataReaders(): void {
    this.checkUsable();
    for (const reader of this.members.values()) reader.notifyDataAvailable();
  }

  /**
   * Changes PARTITION, GROUP_DATA or ENTITY_FACTORY at run time; the readers announce themselves anew and match anew.
   *
   * @throws QosError for a bad value, for PRESENTATION, which cannot change once the subscriber is enabled, or for what a
   *   reader cannot announce with what it says itself; nothing has changed then
   */
  setQos(input: SubscriberQosInput): void {
    this.checkOpen();
    const qos = resolveSubscriberQos(input, this.current);
    if (this.isEnabled) checkMutable(this.current, qos);
    const { presentation, partition, groupData } = qos;
    inherit(this.members.values(), { presentation, partition, groupData });
    this.current = qos;
    if (!this.isEnabled) this.applyPresentation();
  }

  /** @internal True if somebody is to be told of data instead of the listeners of readers. */
  get hearsOfData(): boolean {
    return this.listeners.some((listener) => listener.onDataOnReaders !== undefined);
  }

  /** @internal */
  tellOfData(): void {
    this.flags.reset("DATA_ON_READERS");
    nearest(this.listeners, "onDataOnReaders")?.(this);
  }

  /** @internal Samples that come in stay out of sight. */
  get isFrozen(): boolean {
    return this.needsAccess && this.accesses > 0;
  }

  /** @internal @throws DdsError PRECONDITION_NOT_MET if `beginAccess` is needed and was not called */
  checkAccess(): void {
    if (!this.needsAccess || this.accesses > 0) return;
    const problem = "readers of a subscriber with GROUP access scope are read between beginAccess and endAccess";
    throw new DdsError("PRECONDITION_NOT_MET", problem);
  }

  /** @internal A reader of this subscriber is closed. */
  forget(reader: EntityId): void {
    this.members.delete(reader);
  }

  /** Closes every reader. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await Promise.all(this.readers.map((reader) => reader.close()));
    this.flags.close();
    this.host.subscriberClosed(this);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** "" if the writer's participant does not tell. */
  private publisherOf(writer: Guid): string {
    const id = this.host.runtime.engine.remoteEndpoint(writer)?.groupEntityId ?? 0;
    return id === 0 ? "" : `${writer.prefix.toString()} ${id.toString(16)}`;
  }

  /** While the subscriber is disabled its readers are too, and know nothing of it yet. */
  private applyPresentation(): void {
    const { accessScope, coherentAccess, orderedAccess } = this.current.presentation;
    const isGroup = accessScope === "GROUP";
    this.needsAccess = isGroup && (coherentAccess || orderedAccess);
    this.groupSets = isGroup && coherentAccess ? new GroupSets((writer) => this.publisherOf(writer)) : undefined;
  }

  /** @throws DdsError ALREADY_DELETED or NOT_ENABLED */
  private checkUsable(): void {
    this.checkOpen();
    this.enabling.check();
  }

  private checkOpen(): void {
    if (this.closed) throw alreadyDeleted("subscriber");
  }
}
