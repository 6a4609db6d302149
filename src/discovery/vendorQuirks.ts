// Where a vendor's behaviour needs an answer of its own. Each rule says what was seen on the wire.

import {
  VENDORID_CYCLONEDDS,
  VENDORID_FASTDDS,
  VENDORID_RTI_CONNEXT,
  VENDORID_RTI_CONNEXT_MICRO,
} from "../rtps/structure/vendorId.js";

/**
 * Base of the pre-emptive ACKNACK. §8.3.5.5 allows 1 and up, and Cyclone DDS takes 0 as malformed. Fast DDS answers
 * 0 with a HEARTBEAT at once but 1 only with its next periodic one, up to 3 s later; Connext sends 0 itself.
 */
export function preemptiveAckNackBase(vendorId: number): 0 | 1 {
  const wantsZero =
    vendorId === VENDORID_FASTDDS || vendorId === VENDORID_RTI_CONNEXT || vendorId === VENDORID_RTI_CONNEXT_MICRO;
  return wantsZero ? 0 : 1;
}

/**
 * True for those with whom types go by their names: TypeInformation makes things worse.
 * - Cyclone DDS 0.10 (it announces protocol 2.1) says other things about the same IDL: int8 is char to it, uint8 octet, and
 *   members of unions that are not mutable count from 0. It refuses whoever announces such a type as XTypes 1.3 describes
 *   it. Without TypeInformation it goes by names.
 * - Connext 7.7 reports no OFFERED or REQUESTED_INCOMPATIBLE_QOS about an endpoint that announces its type; it matches
 *   such an endpoint if all policies fit. Seen in the interop matrix, cause not known.
 */
export function goesByTypeNames(vendorId: number, protocolMinor: number): boolean {
  return vendorId === VENDORID_RTI_CONNEXT || (vendorId === VENDORID_CYCLONEDDS && protocolMinor < 2);
}

/**
 * Cyclone DDS 0.10 (it announces protocol 2.1) writes keys in XCDR2 as if all types were final, without DHEADERs and
 * EMHEADERs, and reads them only so. Version 11 (2.5) does as XTypes says.
 */
export function hasBareKeys(vendorId: number, protocolMinor: number): boolean {
  return vendorId === VENDORID_CYCLONEDDS && protocolMinor < 2;
}
