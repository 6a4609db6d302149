// The settings of docs/qos.md, by policy: each is measured against BASE.

import type { PolicyName } from "../../src/index.js";
import type { QosSetting } from "./measureQos.js";

/** The sections of the document. A content filter and PROPERTY have no policy id, and people look for them there. */
export type Section = PolicyName | "PROPERTY" | "CONTENT_FILTER";

export interface NamedSetting extends QosSetting {
  /** As it stands in the tables: Markdown. */
  readonly name: string;
  /** The summary says what the base costs more than this, not the other way round. */
  readonly isFloor?: boolean;
}

const HUNDRED_OCTETS = new Uint8Array(100);
const DURABLE = { durability: "transientLocal", history: { keepLast: 100 } } as const;
const ONE_SECOND = "1s";

/** In the order of the document. Policies that are never on the wire and change nothing there have none. */
export const SETTINGS: Readonly<Record<Section, readonly NamedSetting[]>> = {
  DURABILITY: [{ name: "`transientLocal`, `keepLast: 100`", both: DURABLE }],
  DURABILITY_SERVICE: [
    {
      name: "`transient`, `historyDepth: 100`",
      both: { durability: "transient" },
      writer: { durabilityService: { historyDepth: 100 } },
    },
  ],
  PRESENTATION: [
    {
      name: "`topic`, coherent, sets of 10, reader `keepLast: 10`",
      group: { presentation: { accessScope: "topic", coherentAccess: true } },
      reader: { history: { keepLast: 10 } },
      coherentSet: 10,
    },
    {
      name: "`group`, coherent and ordered, sets of 10, reader `keepLast: 10`",
      group: { presentation: { accessScope: "group", coherentAccess: true, orderedAccess: true } },
      reader: { history: { keepLast: 10 } },
      coherentSet: 10,
    },
    { name: "`topic`, ordered", group: { presentation: { accessScope: "topic", orderedAccess: true } } },
    { name: "a publisher and a subscriber, nothing else", group: {} },
  ],
  DEADLINE: [{ name: "`100ms`", both: { deadline: "100ms" } }],
  LATENCY_BUDGET: [{ name: "`10ms`", both: { latencyBudget: "10ms" } }],
  OWNERSHIP: [{ name: "`exclusive`", both: { ownership: "exclusive" } }],
  OWNERSHIP_STRENGTH: [
    { name: "`exclusive`, strength 10", both: { ownership: "exclusive" }, writer: { ownershipStrength: 10 } },
    {
      name: "the same, beside a second writer of strength 5",
      both: { ownership: "exclusive" },
      writer: { ownershipStrength: 10 },
      secondWriter: { ownershipStrength: 5 },
    },
  ],
  LIVELINESS: [
    { name: "`automatic`, lease 1 s", both: liveliness("automatic", ONE_SECOND) },
    { name: "`automatic`, lease 10 s", both: liveliness("automatic", "10s") },
    {
      name: "`manualByParticipant`, lease 1 s, asserted every 300 ms",
      both: liveliness("manualByParticipant", ONE_SECOND),
      assertEveryMs: 300,
    },
    {
      name: "`manualByTopic`, lease 1 s, asserted every 300 ms",
      both: liveliness("manualByTopic", ONE_SECOND),
      assertEveryMs: 300,
    },
  ],
  TIME_BASED_FILTER: [{ name: "`100ms`", reader: { timeBasedFilter: "100ms" } }],
  PARTITION: [
    { name: '`"A"`', both: { partition: "A" } },
    { name: "ten names of ten letters", both: { partition: tenNames() } },
  ],
  RELIABILITY: [
    { name: "reader `bestEffort`, the default of DDS", reader: { reliability: "bestEffort" }, isFloor: true },
    { name: "both `bestEffort`", both: { reliability: "bestEffort" } },
    { name: "both `bestEffort`, 1 % of the datagrams lost", both: { reliability: "bestEffort" }, loss: 0.01 },
    { name: "both `reliable`, 1 % lost", loss: 0.01 },
    { name: "both `reliable` and `keepAll`, 1 % lost", both: { history: "keepAll" }, loss: 0.01 },
  ],
  TRANSPORT_PRIORITY: [{ name: "`10`", writer: { transportPriority: 10 } }],
  LIFESPAN: [
    { name: "`50ms`", writer: { lifespan: "50ms" } },
    { name: "`50ms`, `transientLocal`, `keepLast: 100`", both: DURABLE, writer: { lifespan: "50ms" } },
  ],
  DESTINATION_ORDER: [{ name: "`bySourceTimestamp`", both: { destinationOrder: "bySourceTimestamp" } }],
  HISTORY: [
    { name: "`keepLast: 100`", both: { history: { keepLast: 100 } } },
    { name: "`keepAll`", both: { history: "keepAll" } },
  ],
  RESOURCE_LIMITS: [{ name: "`maxSamples: 1000`", both: { resourceLimits: { maxSamples: 1000 } } }],
  ENTITY_FACTORY: [],
  WRITER_DATA_LIFECYCLE: [
    {
      name: "`autodisposeUnregisteredInstances: false`",
      writer: { writerDataLifecycle: { autodisposeUnregisteredInstances: false } },
    },
  ],
  READER_DATA_LIFECYCLE: [
    {
      name: "both delays 1 s",
      reader: {
        readerDataLifecycle: {
          autopurgeNowriterSamplesDelay: ONE_SECOND,
          autopurgeDisposedSamplesDelay: ONE_SECOND,
        },
      },
    },
  ],
  USER_DATA: [
    { name: "100 octets, of both endpoints", both: { userData: HUNDRED_OCTETS } },
    { name: "100 octets, of both participants", participant: { userData: HUNDRED_OCTETS } },
  ],
  TOPIC_DATA: [{ name: "100 octets", both: { topicData: HUNDRED_OCTETS } }],
  GROUP_DATA: [{ name: "100 octets", both: { groupData: HUNDRED_OCTETS } }],
  DATA_REPRESENTATION: [
    { name: "`xcdr2`, type `@final`", writer: { dataRepresentation: "xcdr2" } },
    { name: "`xcdr2`, type `@appendable`", writer: { dataRepresentation: "xcdr2" }, appendable: true },
  ],
  TYPE_CONSISTENCY_ENFORCEMENT: [
    { name: "`disallowTypeCoercion`", reader: { typeConsistency: "disallowTypeCoercion" } },
  ],
  PROPERTY: [
    { name: "one of 2 × 10 letters, of both endpoints", both: { property: [property(true)] } },
    { name: "the same, not propagated", both: { property: [property(false)] } },
    { name: "the same, of both participants", participant: { property: [property(true)] } },
  ],
  CONTENT_FILTER: [
    { name: "`x < 100`, which 100 of 1000 pass", filter: "x < 100" },
    { name: "the same, both `keepAll`", filter: "x < 100", both: { history: "keepAll" } },
    { name: "the same, both `bestEffort`", filter: "x < 100", both: { reliability: "bestEffort" } },
    {
      name: "`x < 100 OR x < 100 AND x < 100`, which vendors read differently",
      filter: "x < 100 OR x < 100 AND x < 100",
    },
  ],
};

function liveliness(kind: string, leaseDuration: string): QosSetting["both"] & object {
  return { liveliness: { kind, leaseDuration } };
}

function tenNames(): string[] {
  return Array.from({ length: 10 }, (_, i) => `partition${i}`);
}

function property(propagate: boolean) {
  return { name: "name.of.it", value: "some value", propagate };
}
