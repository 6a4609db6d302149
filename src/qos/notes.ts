// What a QoS asks for that this implementation does in another way, or that has no effect: said, never silent.

import { durationInWords } from "./compatibility.js";
import { samePolicy } from "./describe.js";
import { DEFAULT_WRITER_QOS, type ReaderQos, type WriterQos } from "./endpointQos.js";

/** Notes on a writer's or a reader's QoS, one line each; empty if everything acts as DDS says. */
export function qosNotes(qos: WriterQos | ReaderQos): string[] {
  return [...durabilityNotes(qos), ...hintNotes(qos), ...idleNotes(qos)];
}

function durabilityNotes(qos: WriterQos | ReaderQos): string[] {
  const { kind } = qos.durability;
  if (kind !== "TRANSIENT" && kind !== "PERSISTENT") return [];
  if (isWriter(qos)) return [`durability ${kind}: kept in this process only, as long as the writer lives`];
  return [`durability ${kind}: matches writers that offer it; nothing is stored on this side`];
}

function hintNotes(qos: WriterQos | ReaderQos): string[] {
  const notes: string[] = [];
  const budget = qos.latencyBudget.durationMs;
  if (budget !== 0) notes.push(`latencyBudget ${durationInWords(budget)}: a hint only; samples are not held back`);
  if (!isWriter(qos)) return notes;
  const priority = qos.transportPriority.value;
  if (priority !== 0)
    notes.push(`transportPriority ${priority}: a hint only; it orders writers to one address, and sets no DSCP`);
  return notes;
}

/** Policies that have no effect because of another one. */
function idleNotes(qos: WriterQos | ReaderQos): string[] {
  if (!isWriter(qos)) return [];
  const notes: string[] = [];
  const strength = qos.ownershipStrength.value;
  if (qos.ownership.kind === "SHARED" && strength !== 0) {
    notes.push(`ownershipStrength ${strength}: counts with ownership EXCLUSIVE only`);
  }
  const { kind } = qos.durability;
  const hasService = kind === "TRANSIENT" || kind === "PERSISTENT";
  const { durabilityService } = DEFAULT_WRITER_QOS;
  if (!hasService && !samePolicy("durabilityService", qos.durabilityService, durabilityService)) {
    notes.push(`durabilityService: counts with durability TRANSIENT and PERSISTENT only, not with ${kind}`);
  }
  return notes;
}

function isWriter(qos: WriterQos | ReaderQos): qos is WriterQos {
  return "durabilityService" in qos;
}
