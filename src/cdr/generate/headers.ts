/** What of member headers is known when code is generated. */
import { type TypeDescription, unaliased } from "../../idl/index.js";
import { isFixedSize, maxEnd, minBytes } from "../extent.js";
import type { Encoding, LengthCode } from "../layout.js";
import type { MemberHeader } from "./PassFunction.js";

/** The bytes behind a header, where every value of the type takes as many. */
export function fixedValueBytes(header: MemberHeader, encoding: Encoding): number | undefined {
  if (!isFixedSize(header.type)) return undefined;
  const bytes = maxEnd(header.type, encoding, 0);
  return header.isRounded && encoding.version === 1 ? (bytes + 3) & ~3 : bytes;
}

/** The length code, "bySize" and "entries" only where the value decides. */
export function fixedLengthCode(header: MemberHeader, encoding: Encoding): LengthCode {
  if (header.lengthCode !== "bySize") return header.lengthCode;
  const bytes = fixedValueBytes(header, encoding);
  if (bytes !== undefined) return shortLengthCode(bytes);
  return minBytes(header.type, encoding) > LARGEST_SHORT_VALUE ? 4 : "bySize";
}

/** Whether a value of the type has more bytes than elements: one with more than 8 elements has no short length code. */
export function hasCountedParts(type: TypeDescription, encoding: Encoding): boolean {
  const actual = unaliased(type);
  switch (actual.kind) {
    case "wstring":
    case "map":
      return true;
    case "sequence":
    case "array":
      return minBytes(actual.element, encoding) > 0;
    default:
      return false;
  }
}

/** Length codes 0 to 3 for 1, 2, 4 and 8 bytes, else 4. */
export function shortLengthCode(bytes: number): 0 | 1 | 2 | 3 | 4 {
  return bytes === 1 ? 0 : bytes === 2 ? 1 : bytes === 4 ? 2 : bytes === 8 ? 3 : 4;
}

/** Length code 3. */
const LARGEST_SHORT_VALUE = 8;
