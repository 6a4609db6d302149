// DDS 1.4 §2.2.2.3.2 Topic: a name, a type, and QoS that its writers and readers may take over.

import type { StructValue } from "../cdr/index.js";
import type { StructType } from "../idl/index.js";
import { checkMutable, resolveTopicQos, type TopicQos, type TopicQosInput } from "../qos/index.js";
import { type InheritsQos, inherit } from "./inheritedQos.js";

/** A topic of one participant. `T` is the TypeScript type of its values. */
export class Topic<T extends object = StructValue> {
  /** Only for the type checker: what a value of this topic looks like. */
  declare readonly valueType: T;
  private readonly followers = new Set<InheritsQos>();

  /** Made by `DomainParticipant.createTopic`. */
  constructor(
    /** The topic name on the wire. */
    readonly name: string,
    readonly type: StructType,
    /** The type name on the wire: the scoped name of the type unless another was asked for. */
    readonly typeName: string,
    private current: TopicQos,
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
    const qos = resolveTopicQos(input, this.current);
    checkMutable(this.current, qos);
    inherit(this.followers, { topicData: qos.topicData });
    this.current = qos;
  }

  /** @internal The endpoint gets every change of TOPIC_DATA, until `unfollow`. */
  follow(endpoint: InheritsQos): void {
    this.followers.add(endpoint);
  }

  /** @internal */
  unfollow(endpoint: InheritsQos): void {
    this.followers.delete(endpoint);
  }
}
