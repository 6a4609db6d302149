// What a profile inherits and what it says itself, laid over each other.

import type { Property } from "../policies.js";
import type { ParticipantDraft } from "./participantDraft.js";
import type { PolicyDraft } from "./policyRules.js";

/** Later drafts are laid over earlier ones, member by member; undefined if there is none. */
export function mergeDrafts(drafts: readonly ParticipantDraft[]): ParticipantDraft | undefined {
  if (drafts.length === 0) return undefined;
  return drafts.reduce((under, over) => ({
    qos: mergeQos(under.qos, over.qos),
    settings: { ...under.settings, ...over.settings },
  }));
}

function mergeQos(under: PolicyDraft, over: PolicyDraft): PolicyDraft {
  const merged: PolicyDraft = { ...under };
  for (const [policy, members] of Object.entries(over)) merged[policy] = { ...under[policy], ...members };
  if (under["property"] !== undefined && over["property"] !== undefined) {
    merged["property"] = { value: mergeProperties(listOf(under), listOf(over)) };
  }
  return merged;
}

/** Properties are inherited one by one, by their names. */
function mergeProperties(under: readonly Property[], over: readonly Property[]): Property[] {
  const names = new Set(over.map((one) => one.name));
  return [...under.filter((one) => !names.has(one.name)), ...over];
}

function listOf(draft: PolicyDraft): readonly Property[] {
  return (draft["property"]?.["value"] ?? []) as readonly Property[];
}
