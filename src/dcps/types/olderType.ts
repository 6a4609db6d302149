// What is announced of a type in the TypeObject of XTypes 1.0: its name.

import { CdrError } from "../../cdr/index.js";
import type { RemoteEndpointInfo } from "../../participant/types.js";
import { inflate } from "../../runtime/index.js";
import { compressedTypeObject, typeNameInV1 } from "../../xtypes/index.js";

type OlderTypeObject = NonNullable<RemoteEndpointInfo["olderTypeObject"]>;

/** The name of the type with its modules, or why it cannot be had. */
export function olderTypeName({ isCompressed, littleEndian, octets }: OlderTypeObject): string | CdrError {
  if (!isCompressed) return typeNameInV1(octets, littleEndian);
  const compressed = compressedTypeObject(octets, littleEndian);
  if (compressed instanceof CdrError) return compressed;
  if (compressed.length > MAX_INFLATED_BYTES) {
    return new CdrError("limit-exceeded", `a TypeObject of ${compressed.length} octets is too large`);
  }
  const inflated = inflate(compressed.octets, compressed.length);
  if (inflated === undefined) return new CdrError("bad-value", "the compressed TypeObject cannot be inflated");
  return typeNameInV1(inflated, littleEndian);
}

/** One that is not compressed would have to fit into a parameter. */
const MAX_INFLATED_BYTES = 0x10000;
