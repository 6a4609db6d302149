// DDS 1.4 §2.2.2.3.2 Topic: a name, a type, and QoS that its writers and readers may take over.

import type { StructValue } from "../cdr/index.js";
import type { StructType } from "../idl/index.js";
import { checkMutable, resolveTopicQos, type TopicQos, type TopicQosInput } from "../qos/index.js";
import type { StatusCondition } from "./conditions/StatusCondition.js";
import { alreadyDeleted, DdsError } from "./DdsError.js";
import { type InheritsQos, inherit } from "./inheritedQos.js";
import { nearest, type TopicListener } from "./listeners.js";
import { StatusFlags } from "./StatusFlags.js";
import { InconsistentTopicCounter, type InconsistentTopicStatus } from "./statuses.js";
import type { StatusKind } from "./statusKinds.js";

/** What a topic needs of its participant. */
export interface TopicHost {
  /** The topic's own and the participant's, in this order. */
  readonly listeners: readonly TopicListener[];
  topicClosed(topic: Topic<object>): void;
}

/** A topic of one participant. `T` is the TypeScript type of its values. */
export class Topic<T extends object = StructValue> {
  /** Only for the type checker: what a value of this topic looks like. */
  declare readonly valueType: T;
  private readonly followers = new Set<InheritsQos>();
  private readonly flags = new StatusFlags();
  private readonly inconsistent = new InconsistentTopicCounter();
  private views = 0;
  private closed = false;

  /** Made by `DomainParticipant.createTopic`. */
  constructor(
    /** The topic name on the wire. */
    readonly name: string,
    readonly type: StructType,
    /** The type name on the wire: the scoped name of the type unless another was asked for. */
    readonly typeName: string,
    private current: TopicQos,
    private readonly host: TopicHost,
  ) {}

  /** True if the type has key members: each key value is an instance of its own. */
  get keyed(): boolean {
    return this.type.hasKey;
  }

  /**
   * TOPIC_DATA is announced by every writer and reader of the topic. The other policies concern those that are made with
   * `useTopicQos`.
   */
  get qos(): TopicQos {
    return this.current;
  }

  /**
   * Changes policies that may change at run time (DDS 1.4 §2.2.2.1.2.2). TOPIC_DATA reaches the writers and readers that
   * there are; the others do not concern them any more.
   *
   * @throws QosError for a bad value, a policy that cannot change, or TOPIC_DATA that a writer or reader cannot announce
   *   with what it says itself; nothing has changed then
   */
  setQos(input: TopicQosInput): void {
    if (this.closed) throw alreadyDeleted("topic");
    const qos = resolveTopicQos(input, this.current);
    checkMutable(this.current, qos);
    inherit(this.followers, { topicData: qos.topicData });
    this.current = qos;
  }

  /**
   * Remote endpoints that have a topic of this name and another type (DDS 1.4 §2.2.4.1), each counted for every writer
   * or reader here that would match it otherwise. Reading the status starts its change anew.
   */
  get inconsistentTopicStatus(): InconsistentTopicStatus {
    this.flags.reset("INCONSISTENT_TOPIC");
    return this.inconsistent.read();
  }

  /** INCONSISTENT_TOPIC if it changed since it was read or told to a listener (DDS 1.4 §2.2.2.1.1.5). */
  get statusChanges(): StatusKind[] {
    return this.flags.list();
  }

  /** True while INCONSISTENT_TOPIC has changed, if that is enabled (DDS 1.4 §2.2.2.1.1.6). */
  get statusCondition(): StatusCondition {
    return this.flags.condition;
  }

  /**
   * The end of the topic (DDS 1.4 §2.2.2.2.1.6 delete_topic). Its name is free for another type then, unless the
   * participant has another topic of this name. Harmless if called again; topics end with their participant anyway.
   *
   * @throws DdsError PRECONDITION_NOT_MET while writers, readers or content-filtered topics use it
   */
  close(): void {
    if (this.closed) return;
    if (this.followers.size > 0 || this.views > 0) {
      const users = `${this.followers.size} writers and readers, ${this.views} content-filtered topics`;
      throw new DdsError("PRECONDITION_NOT_MET", `the topic "${this.name}" is in use: close its ${users} first`);
    }
    this.end();
    this.host.topicClosed(this as unknown as Topic<object>);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** @internal */
  participantClosed(): void {
    this.end();
  }

  /** @internal */
  noteInconsistent(reason: string): void {
    this.inconsistent.note(reason);
    const callback = nearest(this.host.listeners, "onInconsistentTopic");
    if (callback === undefined) this.flags.raise("INCONSISTENT_TOPIC");
    else callback(this.inconsistentTopicStatus, this as unknown as Topic<object>);
  }

  /** @internal The endpoint gets every change of TOPIC_DATA, until `unfollow`. */
  follow(endpoint: InheritsQos): void {
    this.followers.add(endpoint);
  }

  /** @internal */
  unfollow(endpoint: InheritsQos): void {
    this.followers.delete(endpoint);
  }

  /** @internal A content-filtered topic is made of it, or is closed. */
  noteView(change: 1 | -1): void {
    this.views += change;
  }

  private end(): void {
    this.closed = true;
    this.flags.close();
  }
}
