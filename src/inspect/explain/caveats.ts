// What an explanation cannot know, said once for the whole domain.

import type { DiscoveryProgress } from "../../discovery/progress.js";
import { VENDORID_FASTDDS } from "../../rtps/structure/vendorId.js";
import { vendorName } from "../vendorNames.js";

/** One line each; only what concerns the participants that are there. */
export function caveatsOf({ participants }: DiscoveryProgress): string[] {
  const endpoints = participants.flatMap((participant) =>
    participant.endpoints.map(({ data }) => ({ participant, data })),
  );
  if (endpoints.length === 0) return [];
  const caveats = ["a policy that was not announced counts as the DDS default"];
  if (participants.length > 1) {
    caveats.push("whether two other participants have found each other cannot be seen: pairs go by what they announce");
  }
  const silent = endpoints.filter(({ data }) => data.typeInformation.length === 0);
  if (silent.length > 0) {
    const vendors = [...new Set(silent.map(({ participant }) => vendorName(participant.data.vendorId)))].sort();
    caveats.push(`types are compared by name: no type information came from ${vendors.join(", ")}`);
  } else caveats.push("types are compared by name: what is in their type information is not looked at");
  if (participants.some(({ data }) => data.vendorId === VENDORID_FASTDDS)) {
    caveats.push(
      "Fast DDS does not compare PRESENTATION, LATENCY_BUDGET and DESTINATION_ORDER, 2.9 not DATA_REPRESENTATION either",
    );
  }
  if (participants.some(({ data }) => data.secured)) {
    caveats.push("participants with DDS Security may have endpoints that are not announced in the clear");
  }
  return caveats;
}
