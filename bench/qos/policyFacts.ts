// The summary of docs/qos.md: what the specifications say about each policy, and where it acts here.

import { CHANGEABLE_POLICIES, type PolicyKey } from "../../src/qos/mutability.js";
import type { Section } from "./settings.js";

interface PolicyFact {
  readonly clause: string;
  /** What is offered against what is requested; undefined if the policy decides about no match. */
  readonly match?: string;
  readonly acts: string;
  /** Its name in QoS objects; undefined for what is no policy. */
  readonly key?: PolicyKey;
}

const DDS = "DDS 2.2.3";
const XTYPES = "XTypes 7.6.3";
const BOTH = "wire, writer, reader";

/** In the order of the document. */
const POLICY_FACTS: Readonly<Record<Section, PolicyFact>> = {
  DURABILITY: { clause: `${DDS}.4`, match: "offered ≥ requested", acts: "wire, writer", key: "durability" },
  DURABILITY_SERVICE: { clause: `${DDS}.5`, acts: "writer", key: "durabilityService" },
  PRESENTATION: { clause: `${DDS}.6`, match: "offered ≥ requested", acts: BOTH, key: "presentation" },
  DEADLINE: { clause: `${DDS}.7`, match: "offered ≤ requested", acts: "writer, reader", key: "deadline" },
  LATENCY_BUDGET: { clause: `${DDS}.8`, match: "offered ≤ requested", acts: "match only", key: "latencyBudget" },
  OWNERSHIP: { clause: `${DDS}.9`, match: "equal", acts: "reader", key: "ownership" },
  OWNERSHIP_STRENGTH: { clause: `${DDS}.10`, acts: "reader", key: "ownershipStrength" },
  LIVELINESS: {
    clause: `${DDS}.11`,
    match: "kind offered ≥ requested, lease offered ≤ requested",
    acts: BOTH,
    key: "liveliness",
  },
  TIME_BASED_FILTER: { clause: `${DDS}.12`, acts: "reader", key: "timeBasedFilter" },
  PARTITION: { clause: `${DDS}.13`, match: "a name in common; silent", acts: "match only", key: "partition" },
  RELIABILITY: { clause: `${DDS}.14`, match: "offered ≥ requested", acts: BOTH, key: "reliability" },
  TRANSPORT_PRIORITY: { clause: `${DDS}.15`, acts: "writer", key: "transportPriority" },
  LIFESPAN: { clause: `${DDS}.16`, acts: "writer, reader", key: "lifespan" },
  DESTINATION_ORDER: { clause: `${DDS}.17`, match: "offered ≥ requested", acts: "reader", key: "destinationOrder" },
  HISTORY: { clause: `${DDS}.18`, acts: "writer, reader", key: "history" },
  RESOURCE_LIMITS: { clause: `${DDS}.19`, acts: "writer, reader", key: "resourceLimits" },
  ENTITY_FACTORY: { clause: `${DDS}.20`, acts: "nothing is sent", key: "entityFactory" },
  WRITER_DATA_LIFECYCLE: { clause: `${DDS}.21`, acts: "wire, writer", key: "writerDataLifecycle" },
  READER_DATA_LIFECYCLE: { clause: `${DDS}.22`, acts: "reader", key: "readerDataLifecycle" },
  USER_DATA: { clause: `${DDS}.1`, acts: "wire", key: "userData" },
  TOPIC_DATA: { clause: `${DDS}.2`, acts: "wire", key: "topicData" },
  GROUP_DATA: { clause: `${DDS}.3`, acts: "wire", key: "groupData" },
  DATA_REPRESENTATION: {
    clause: `${XTYPES}.1`,
    match: "the writer's first is in the reader's list",
    acts: BOTH,
    key: "dataRepresentation",
  },
  TYPE_CONSISTENCY_ENFORCEMENT: {
    clause: `${XTYPES}.4`,
    match: "types that can be assigned; here: equal names",
    acts: "match only",
    key: "typeConsistency",
  },
  PROPERTY: { clause: "Security 7.2.5", acts: "wire", key: "property" },
  CONTENT_FILTER: { clause: "DDS 2.2.2.3.3, RTPS 8.7.3", acts: BOTH },
};

/** The table of contents, which is the summary too. `costOf` says the last cell. */
export function summaryTable(costOf: (section: Section) => string): string {
  const head = ["policy", "clause", "match", "changeable", "acts at", "cost"];
  const rows = (Object.entries(POLICY_FACTS) as [Section, PolicyFact][]).map(([section, fact]) => [
    `[${titleOf(section)}](#${titleOf(section).toLowerCase().replace(" ", "-")})`,
    fact.clause,
    fact.match ?? "",
    fact.key === undefined ? "parameters" : CHANGEABLE_POLICIES[fact.key] ? "yes" : "no",
    fact.acts,
    costOf(section),
  ]);
  return markdownTable([head, ...rows]);
}

/** The heading of a section. */
export function titleOf(section: Section): string {
  return section === "CONTENT_FILTER" ? "Content filters" : section;
}

/** The first row is the head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows;
  return [head, head.map(() => "---"), ...others].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
