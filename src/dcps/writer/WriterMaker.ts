// What a writer gets from whoever makes it.

import type { TypeCodec } from "../../cdr/index.js";
import type { WriterHandle } from "../../participant/types.js";
import type { WriterQos, WriterQosInput } from "../../qos/index.js";
import type { EntityFactory } from "../Enabling.js";
import type { PublisherListener } from "../listeners.js";
import type { PayloadPool } from "./PayloadPool.js";

export interface WriterMaker<T extends object> {
  readonly handle: WriterHandle;
  readonly owner: EntityFactory;
  /** Those of the publisher and the participant, the nearest first. */
  readonly listeners: readonly PublisherListener[];
  /** Complete QoS of a change to `base`. @throws QosError also for policies that belong to a publisher */
  readonly qosOf: (input: WriterQosInput, base: WriterQos) => WriterQos;
  readonly makeCodec: (qos: WriterQos) => TypeCodec<T>;
  readonly payloads: PayloadPool;
  /** Lets the writer take part. */
  readonly start: (qos: WriterQos) => void;
}
