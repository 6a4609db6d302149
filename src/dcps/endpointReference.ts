// How users name an endpoint that is to be explained: the object, its GUID, or the GUID as text.

import { isReaderId, isWriterId } from "../rtps/structure/entityId.js";
import { Guid } from "../rtps/structure/guid.js";
import { DdsError } from "./DdsError.js";

/** A writer or reader of this participant, or the GUID of any: an object or its 32 hex digits. */
export type EndpointReference = { readonly guid: Guid } | Guid | string;

/** @throws DdsError BAD_PARAMETER for what names no endpoint of that role */
export function guidOfReference(reference: EndpointReference, role: "writer" | "reader"): Guid {
  const guid = typeof reference === "string" ? Guid.fromHex(reference) : guidOf(reference);
  if (guid === undefined) {
    const given = typeof reference === "string" ? JSON.stringify(reference) : String(reference);
    throw new DdsError("BAD_PARAMETER", `not a GUID: ${given}: give 32 hex digits`);
  }
  const isRole = role === "writer" ? isWriterId : isReaderId;
  if (isRole(guid.entityId)) return guid;
  throw new DdsError("BAD_PARAMETER", `${guid} is not a ${role}: give the writer first and the reader second`);
}

function guidOf(reference: { readonly guid: Guid } | Guid): Guid | undefined {
  const guid = reference instanceof Guid ? reference : reference?.guid;
  return guid instanceof Guid ? guid : undefined;
}
