// The QoS of a peer's options, in the words of our public API.
import type {
  EndpointQosInput,
  PublisherQosInput,
  ReaderQosInput,
  SubscriberQosInput,
  WriterQosInput,
} from "../../src/index.js";
import type { PeerOptions } from "../contract/options.js";

const SCOPES = { instance: "INSTANCE", topic: "TOPIC", group: "GROUP" } as const;
const LIVELINESS = {
  automatic: "AUTOMATIC",
  manual_participant: "MANUAL_BY_PARTICIPANT",
  manual_topic: "MANUAL_BY_TOPIC",
} as const;

/** PARTITION and PRESENTATION, of a publisher or a subscriber. */
export function groupQosOf(options: PeerOptions): PublisherQosInput & SubscriberQosInput {
  return {
    presentation: {
      accessScope: SCOPES[options.accessScope],
      coherentAccess: options.coherent > 0,
      orderedAccess: options.ordered,
    },
    ...(options.partitions.length === 0 ? {} : { partition: options.partitions }),
  };
}

export function writerQosOf(options: PeerOptions): WriterQosInput {
  return {
    ...commonQosOf(options),
    ownershipStrength: options.strength,
    ...(options.lifespanMs === 0 ? {} : { lifespan: options.lifespanMs }),
    writerDataLifecycle: { autodisposeUnregisteredInstances: false },
  };
}

export function readerQosOf(options: PeerOptions): ReaderQosInput {
  return { ...commonQosOf(options), timeBasedFilter: options.timeFilterMs };
}

function commonQosOf(options: PeerOptions): EndpointQosInput {
  return {
    reliability: { kind: options.reliability === "reliable" ? "RELIABLE" : "BEST_EFFORT", maxBlockingTimeMs: 1000 },
    durability: options.durability === "transient_local" ? "TRANSIENT_LOCAL" : "VOLATILE",
    history: options.historyDepth === 0 ? { keepAll: true } : { keepLast: options.historyDepth },
    dataRepresentation: options.representation === "xcdr2" ? "XCDR2" : "XCDR1",
    ownership: options.ownership === "exclusive" ? "EXCLUSIVE" : "SHARED",
    liveliness: {
      kind: LIVELINESS[options.liveliness],
      ...(options.leaseMs === 0 ? {} : { leaseDuration: options.leaseMs }),
    },
    ...(options.deadlineMs === 0 ? {} : { deadline: options.deadlineMs }),
  };
}
