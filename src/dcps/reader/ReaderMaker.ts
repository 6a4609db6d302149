// What a reader gets from whoever makes it.

import type { Dialect, TypeCodec } from "../../cdr/index.js";
import type { ReaderHandle } from "../../participant/types.js";
import type { ReaderQos, ReaderQosInput } from "../../qos/index.js";
import type { ContentFilteredTopic } from "../ContentFilteredTopic.js";
import type { EntityFactory } from "../Enabling.js";
import type { SubscriberListener } from "../listeners.js";
import type { MemoryPool } from "../MemoryPool.js";

export interface ReaderMaker<T extends object> {
  readonly handle: ReaderHandle;
  readonly owner: EntityFactory;
  /** Those of the subscriber and the participant, the nearest first. */
  readonly listeners: readonly SubscriberListener[];
  readonly codec: TypeCodec<T>;
  /** What all writers speak; undefined to go by their vendors. */
  readonly dialect: Dialect | undefined;
  /** Of large samples, if listeners borrow their data. */
  readonly memory: MemoryPool | undefined;
  readonly filter: ContentFilteredTopic<T> | undefined;
  /** Complete QoS of a change to `base`. @throws QosError also for policies that belong to a subscriber */
  readonly qosOf: (input: ReaderQosInput, base: ReaderQos) => ReaderQos;
  /** Lets the reader take part. */
  readonly start: (qos: ReaderQos) => void;
}
