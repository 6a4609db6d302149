// RTPS 2.5 §8.7: the inline QoS that goes with a sample: key hash, what it ends, and its place in a coherent set.

import type { StatefulWriter } from "../rtps/behavior/StatefulWriter.js";
import { inlineQosFor, placedInlineQosFor } from "../rtps/messages/parameterInlineQos.js";
import { ALIVE, EMPTY_PAYLOAD } from "../rtps/structure/cacheChange.js";
import type { SampleMeta } from "./types.js";

/** EMPTY_PAYLOAD if nothing has to be said. */
export function inlineQosOf(writer: StatefulWriter, { kind, keyHash, placement }: SampleMeta): Uint8Array {
  if (placement !== undefined) {
    const { coherentSetSn, opensCoherentSet, groupCoherentSetSn, groupSeqNum } = placement;
    // The set is named after its first sample: this one gets the next number.
    const setSn = opensCoherentSet ? writer.history.lastSn + 1 : coherentSetSn;
    const placed = { coherentSetSn: setSn, groupCoherentSetSn, groupSeqNum };
    return placedInlineQosFor(keyHash, kind, placed);
  }
  return kind !== ALIVE || keyHash.length > 0 ? inlineQosFor(keyHash, kind) : EMPTY_PAYLOAD;
}
