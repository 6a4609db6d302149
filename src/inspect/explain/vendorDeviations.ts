// Where vendors match by rules of their own. Each says what was found in the vendor's sources or on the wire.

import { VENDORID_CYCLONEDDS, VENDORID_FASTDDS, VENDORID_RTI_CONNEXT } from "../../rtps/structure/vendorId.js";

/** Somebody whose endpoints match although a policy does not fit. */
export interface Deviation {
  /** The vendor, with its version if only that one does it. */
  readonly who: string;
  /** Any version does it; else the peer may be of another: versions are not announced. */
  readonly isSure: boolean;
}

/** What is known of this vendor and this policy; undefined if it compares the policy as DDS says. */
export function deviationOf(vendorId: number, policy: string): Deviation | undefined {
  return vendorId === VENDORID_FASTDDS ? FASTDDS[policy] : undefined;
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

const ANY_FASTDDS: Deviation = { who: "Fast DDS", isSure: true };

const FASTDDS: Readonly<Record<string, Deviation>> = {
  PRESENTATION: ANY_FASTDDS,
  LATENCY_BUDGET: ANY_FASTDDS,
  DESTINATION_ORDER: ANY_FASTDDS,
  // Seen with 2.9.1, as writer and as reader, against Cyclone DDS 0.10 and this stack. Version 3 compares it.
  DATA_REPRESENTATION: { who: "Fast DDS 2.9", isSure: false },
};
