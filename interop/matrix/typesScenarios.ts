// Scenarios of types with unions, optional members and nested sequences, and of types that are learnt. Data only.

import type { RichKind } from "../types/contract/richSamples.js";
import type { Scenario } from "./scenario.js";

/** Every branch of the unions, each optional member there and not there, empty and longer sequences. */
const SAMPLES = 8;
const TITLES: Readonly<Record<RichKind, string>> = {
  final: "final",
  appendable: "appendable",
  mutable: "mutable",
  plain_final: "final, no optional members",
  plain_appendable: "appendable, no optional members",
};

export const TYPES_SCENARIOS: readonly Scenario[] = [
  types("final", "xcdr1"),
  types("final", "xcdr2"),
  types("appendable", "xcdr1"),
  types("appendable", "xcdr2"),
  types("mutable", "xcdr1"),
  types("mutable", "xcdr2"),
  types("plain_final", "xcdr1"),
  types("plain_appendable", "xcdr1"),
  learn("final", "xcdr2"),
  learn("mutable", "xcdr2"),
  learn("plain_final", "xcdr1"),
];

function types(type: RichKind, representation: "xcdr1" | "xcdr2"): Scenario {
  return {
    name: `types-${type.replace("_", "-")}-${representation}`,
    title: `unions, nested sequences, ${TITLES[type]}, ${representation.toUpperCase()}`,
    kind: "types",
    both: { representation },
    types: { type, count: SAMPLES },
  };
}

function learn(type: RichKind, representation: "xcdr1" | "xcdr2"): Scenario {
  return {
    name: `types-learn-${type.replace("_", "-")}`,
    title: `rtps sub without a type, ${TITLES[type]}, ${representation.toUpperCase()}`,
    kind: "learn",
    direction: "vendor writes",
    both: { representation },
    types: { type, count: SAMPLES },
  };
}
