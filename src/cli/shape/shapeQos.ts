// What the options mean as QoS of the entities.

import type { EndpointQosInput, ReaderQosInput, WriterQosInput } from "../../index.js";
import type { ShapeOptions } from "./ShapeOptions.js";

/** PARTITION and PRESENTATION, of a publisher or a subscriber. */
export function groupQos(options: ShapeOptions): Pick<EndpointQosInput, "partition" | "presentation"> {
  const { partition, coherent, ordered, accessScope } = options;
  const scope = { accessScope: accessScope ?? "INSTANCE", coherentAccess: coherent, orderedAccess: ordered };
  return {
    ...(partition === undefined ? {} : { partition: [partition] }),
    ...(coherent || ordered ? { presentation: scope } : {}),
  };
}

export function writerQos(options: ShapeOptions): WriterQosInput {
  const { ownershipStrength, lifespanMs } = options;
  return {
    ...commonQos(options),
    ...(ownershipStrength === SHARED ? {} : { ownershipStrength }),
    ...(lifespanMs > 0 ? { lifespan: lifespanMs } : {}),
    // Unregistering would dispose too.
    writerDataLifecycle: { autodisposeUnregisteredInstances: options.finalState !== "unregister" },
  };
}

export function readerQos(options: ShapeOptions): ReaderQosInput {
  const { timeFilterMs } = options;
  return { ...commonQos(options), ...(timeFilterMs > 0 ? { timeBasedFilter: timeFilterMs } : {}) };
}

function commonQos(options: ShapeOptions): EndpointQosInput {
  const { historyDepth, deadlineMs } = options;
  return {
    reliability: options.reliability,
    durability: options.durability,
    dataRepresentation: [options.representation],
    ownership: options.ownershipStrength === SHARED ? "SHARED" : "EXCLUSIVE",
    ...(historyDepth === undefined ? {} : { history: historyDepth === 0 ? "KEEP_ALL" : { keepLast: historyDepth } }),
    ...(deadlineMs > 0 ? { deadline: deadlineMs } : {}),
  };
}

const SHARED = -1;
