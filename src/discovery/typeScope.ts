// Who is told of a type (XTypes 1.3 §7.6.3.2). Where IDL leaves something open, or a version describes the same IDL in
// another way, TypeInformation would keep apart what goes together by name.

import { goesByTypeNames } from "./vendorQuirks.js";

/**
 * - `everybody`: everybody who compiles its IDL describes the same type.
 * - `ownVendor`: other vendors may not.
 */
export type TypeScope = "everybody" | "ownVendor";

interface Vendor {
  readonly vendorId: number;
  readonly protocolMinor: number;
}

/** How little of types a participant is told: 0 everything, 1 types for everybody, 2 none. */
export function typeSilence(peer: Vendor, own: Vendor & { readonly announcesTypesToAll?: boolean }): 0 | 1 | 2 {
  if (own.announcesTypesToAll === true) return 0;
  if (goesByTypeNames(peer.vendorId, peer.protocolMinor)) return 2;
  return peer.vendorId === own.vendorId ? 0 : 1;
}

/** From which silence on a type of this scope is kept back. */
export function silenceOf(scope: TypeScope): 1 | 2 {
  return scope === "ownVendor" ? 1 : 2;
}
