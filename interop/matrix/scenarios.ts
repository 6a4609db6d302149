// The scenarios of the interop matrix: what writer and reader are told, and what has to be seen. Data only.

import { ACCESS_SCENARIOS } from "./accessScenarios.js";
import { QOS_SCENARIOS } from "./qosScenarios.js";
import { ROS_SCENARIOS } from "./rosScenarios.js";
import type { EndpointOptions, Scenario } from "./scenario.js";
import { TYPES_SCENARIOS } from "./typesScenarios.js";

const SAMPLES = 20;
const POLICY = { durability: 2, presentation: 3, deadline: 4, ownership: 6, liveliness: 8, reliability: 11 };
const TWO_INSTANCES: EndpointOptions = { colors: ["BLUE", "RED"], payload: 7 };
const ENDINGS: EndpointOptions = { colors: ["BLUE", "RED", "GREEN"], dispose: "BLUE", unregister: "RED", count: 6 };
const LARGE: EndpointOptions = { payload: 100_000, count: 5, periodMs: 20 };
const LATE: EndpointOptions = { durability: "transient_local", count: 12, periodMs: 2 };

const BASIC_SCENARIOS: readonly Scenario[] = [
  {
    name: "reliable-xcdr1",
    title: "shapes, RELIABLE, XCDR1",
    kind: "exchange",
    both: { representation: "xcdr1", count: SAMPLES, ...TWO_INSTANCES },
  },
  {
    name: "best-effort-xcdr1",
    title: "shapes, BEST_EFFORT, XCDR1",
    kind: "exchange",
    both: { reliability: "best_effort", representation: "xcdr1", count: SAMPLES, ...TWO_INSTANCES },
  },
  {
    name: "reliable-xcdr2",
    title: "shapes, RELIABLE, XCDR2",
    kind: "exchange",
    both: { representation: "xcdr2", count: SAMPLES, ...TWO_INSTANCES },
  },
  {
    name: "large-100kB",
    title: "100 kB samples in DATA_FRAG",
    kind: "exchange",
    both: LARGE,
  },
  {
    name: "large-1MB",
    title: "1 MB samples in DATA_FRAG",
    kind: "exchange",
    both: { payload: 1_000_000, count: 3, periodMs: 50 },
  },
  {
    name: "late-joiner-keep-all",
    title: "TRANSIENT_LOCAL late joiner, KEEP_ALL",
    kind: "late joiner",
    both: { ...LATE, ...TWO_INSTANCES },
  },
  {
    name: "late-joiner-keep-last",
    title: "TRANSIENT_LOCAL late joiner, KEEP_LAST 5",
    kind: "late joiner",
    both: LATE,
    writer: { historyDepth: 5 },
  },
  {
    name: "dispose-unregister",
    title: "dispose and unregister, XCDR1",
    kind: "exchange",
    both: ENDINGS,
  },
  {
    name: "dispose-unregister-xcdr2",
    title: "dispose and unregister, XCDR2",
    kind: "exchange",
    both: { ...ENDINGS, representation: "xcdr2" },
  },
  {
    name: "partition",
    title: "PARTITION with a wildcard",
    kind: "exchange",
    both: { count: 5 },
    writer: { partitions: ["lab.one"] },
    reader: { partitions: ["lab.*"] },
  },
  {
    name: "plain-reliable",
    title: "keyless type, RELIABLE, XCDR1",
    kind: "exchange",
    both: { type: "plain", count: SAMPLES, payload: 7 },
  },
  {
    name: "plain-best-effort",
    title: "keyless type, BEST_EFFORT, XCDR1",
    kind: "exchange",
    both: { type: "plain", reliability: "best_effort", count: SAMPLES, payload: 7 },
  },
  {
    name: "plain-large-100kB",
    title: "keyless type, 100 kB samples",
    kind: "exchange",
    both: { type: "plain", ...LARGE },
  },
  {
    name: "plain-late-joiner",
    title: "keyless type, TRANSIENT_LOCAL late joiner",
    kind: "late joiner",
    both: { type: "plain", ...LATE },
  },
];

/** Offered and requested values that must not match, one policy each. */
const MISMATCHES: readonly Scenario[] = [
  mismatch("reliability", { reliability: "best_effort" }, { reliability: "reliable" }),
  mismatch("deadline", { deadlineMs: 0 }, { deadlineMs: 500 }),
  mismatch("durability", { durability: "volatile" }, { durability: "transient_local" }),
  mismatch("ownership", { ownership: "shared" }, { ownership: "exclusive" }),
  mismatch("liveliness", { liveliness: "automatic", leaseMs: 0 }, { liveliness: "automatic", leaseMs: 500 }),
  mismatch("presentation", { accessScope: "instance" }, { accessScope: "topic" }),
];

export const SCENARIOS: readonly Scenario[] = [
  ...BASIC_SCENARIOS,
  ...MISMATCHES,
  ...QOS_SCENARIOS,
  ...ACCESS_SCENARIOS,
  ...ROS_SCENARIOS,
  ...TYPES_SCENARIOS,
];

function mismatch(policy: keyof typeof POLICY, writer: EndpointOptions, reader: EndpointOptions): Scenario {
  return {
    name: `mismatch-${policy}`,
    title: `QoS mismatch: ${policy.toUpperCase()}`,
    kind: "mismatch",
    both: { count: 1 },
    writer,
    reader,
    policyId: POLICY[policy],
  };
}
