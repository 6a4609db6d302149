// Where vendors match by rules of their own. Each says what was found in the vendor's sources or on the wire.

import { VENDORID_CYCLONEDDS, VENDORID_FASTDDS, VENDORID_RTI_CONNEXT } from "../../rtps/messages/parameterId.js";

/** Fast DDS 2 and 3 compare neither PRESENTATION, LATENCY_BUDGET nor DESTINATION_ORDER. */
const IGNORED_BY_FASTDDS: ReadonlySet<string> = new Set(["PRESENTATION", "LATENCY_BUDGET", "DESTINATION_ORDER"]);

/** True if endpoints of this vendor match although the policy does not fit. */
export function ignoresPolicy(vendorId: number, policy: string): boolean {
  return vendorId === VENDORID_FASTDDS && IGNORED_BY_FASTDDS.has(policy);
}

/** Fast DDS looks at type information of its own kind only, and there it must be the same. */
export function wantsEqualTypeInformation(writerVendor: number, readerVendor: number): boolean {
  return writerVendor === VENDORID_FASTDDS && readerVendor === VENDORID_FASTDDS;
}

/**
 * Connext 7.7 appends an octet to each member of its TypeObjects, so that Cyclone DDS 11 computes other type ids from
 * them and never resolves the type: no match there, without any status.
 */
export function disagreesOnTypeObjects(writerVendor: number, readerVendor: number): boolean {
  const vendors = [writerVendor, readerVendor];
  return vendors.includes(VENDORID_RTI_CONNEXT) && vendors.includes(VENDORID_CYCLONEDDS);
}
