// The scenarios of the interop matrix: what writer and reader are told, and what has to be seen. Data only.
import type { PeerOptions } from "../contract/options.js";

export type EndpointOptions = Partial<
  Omit<PeerOptions, "role" | "domain" | "topic" | "gate" | "lingerMs" | "timeoutMs">
>;

export interface Scenario {
  readonly name: string;
  readonly title: string;
  /**
   * exchange: both start, match, samples flow. late joiner: the reader starts after everything is written.
   * mismatch: both must report the incompatible policy, and nothing may flow.
   */
  readonly kind: "exchange" | "late joiner" | "mismatch";
  /** Settings of both sides. */
  readonly both: EndpointOptions;
  readonly writer?: EndpointOptions;
  readonly reader?: EndpointOptions;
  /** The policy id that both sides must report; mismatch only. */
  readonly policyId?: number;
}

const SAMPLES = 20;
const RELIABILITY_POLICY_ID = 11;
const DEADLINE_POLICY_ID = 4;
const TWO_INSTANCES: EndpointOptions = { colors: ["BLUE", "RED"], payload: 7 };
const ENDINGS: EndpointOptions = { colors: ["BLUE", "RED", "GREEN"], dispose: "BLUE", unregister: "RED", count: 6 };
const LARGE: EndpointOptions = { payload: 100_000, count: 5, periodMs: 20 };
const LATE: EndpointOptions = { durability: "transient_local", count: 12, periodMs: 2 };

export const SCENARIOS: readonly Scenario[] = [
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
    name: "mismatch-reliability",
    title: "QoS mismatch: RELIABILITY",
    kind: "mismatch",
    both: { count: 1 },
    writer: { reliability: "best_effort" },
    reader: { reliability: "reliable" },
    policyId: RELIABILITY_POLICY_ID,
  },
  {
    name: "mismatch-deadline",
    title: "QoS mismatch: DEADLINE",
    kind: "mismatch",
    both: { count: 1 },
    writer: { deadlineMs: 0 },
    reader: { deadlineMs: 500 },
    policyId: DEADLINE_POLICY_ID,
  },
  {
    name: "partition",
    title: "PARTITION with a wildcard",
    kind: "exchange",
    both: { count: 5 },
    writer: { partition: "lab.one" },
    reader: { partition: "lab.*" },
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
