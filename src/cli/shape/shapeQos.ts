// What the options mean as QoS of the entities.

import type { PublisherQosInput, ReaderQosInput, SubscriberQosInput, WriterQosInput } from "../../index.js";
import type { ShapeOptions } from "./ShapeOptions.js";

/** PARTITION and PRESENTATION, of a publisher or a subscriber. */
export function groupQos(options: ShapeOptions) {
  const { partition, coherent, ordered, accessScope = "INSTANCE" } = options;
  const presentation = { accessScope, coherentAccess: coherent, orderedAccess: ordered };
  return {
    ...(partition === undefined ? {} : { partition: [partition] }),
    ...(coherent || ordered ? { presentation } : {}),
  } satisfies PublisherQosInput & SubscriberQosInput;
}

export function writerQos(options: ShapeOptions) {
  const { ownershipStrength, lifespanMs } = options;
  return {
    ...commonQos(options),
    ...(ownershipStrength === SHARED ? {} : { ownershipStrength }),
    ...(lifespanMs > 0 ? { lifespan: lifespanMs } : {}),
    // What is disposed is disposed by name: a program that just ends leaves instances without writers, as others do.
    writerDataLifecycle: { autodisposeUnregisteredInstances: false },
  } satisfies WriterQosInput;
}

export function readerQos(options: ShapeOptions) {
  const { timeFilterMs } = options;
  return {
    ...commonQos(options),
    ...(timeFilterMs > 0 ? { timeBasedFilter: timeFilterMs } : {}),
  } satisfies ReaderQosInput;
}

function commonQos(options: ShapeOptions) {
  const { historyDepth, deadlineMs } = options;
  const history = historyDepth === 0 ? "KEEP_ALL" : { keepLast: historyDepth ?? 1 };
  return {
    reliability: options.reliability,
    durability: options.durability,
    dataRepresentation: [options.representation],
    ownership: options.ownershipStrength === SHARED ? "SHARED" : "EXCLUSIVE",
    history,
    ...(deadlineMs > 0 ? { deadline: deadlineMs } : {}),
  };
}

const SHARED = -1;
