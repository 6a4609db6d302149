// The codecs of everything that XTypes 1.3 §7.3.4 and §7.6.3 put on the wire.

import { sequence } from "../../idl/index.js";
import { type TypeIdentifier, typeIdentifier } from "./identifierTypes.js";
import { type TypeInformation, typeInformation } from "./typeInformationTypes.js";
import { type TypeLookupReply, type TypeLookupRequest, typeLookupReply, typeLookupRequest } from "./typeLookupTypes.js";
import { typeObject } from "./typeObjectTypes.js";
import type { TypeObject } from "./typeObjectValues.js";
import { WireCodec } from "./WireCodec.js";

export const typeIdentifierCodec = new WireCodec<TypeIdentifier>("TypeIdentifier", () => typeIdentifier);
/** With the DHEADER in front, as it is hashed. */
export const typeObjectCodec = new WireCodec<TypeObject>("TypeObject", () => typeObject);
export const typeInformationCodec = new WireCodec<TypeInformation>("TypeInformation", () => typeInformation);
export const typeLookupRequestCodec = new WireCodec<TypeLookupRequest>("TypeLookupRequest", () => typeLookupRequest);
export const typeLookupReplyCodec = new WireCodec<TypeLookupReply>("TypeLookupReply", () => typeLookupReply);
/** StronglyConnectedComponent (§7.3.4.9.2). */
export const typeObjectSeqCodec = new WireCodec<readonly TypeObject[]>("TypeObjectSeq", () => sequence(typeObject));
