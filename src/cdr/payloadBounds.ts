import type { StructType, UnionType } from "../idl/index.js";
import { DIALECTS, type DialectName } from "./dialects.js";
import { isFixedSize, maxEnd } from "./extent.js";

export interface PayloadBounds {
  /** The most that a payload takes, its 4-byte encapsulation header included. Infinity when nothing bounds it. */
  readonly maxBytes: number;
  /** True when every payload takes as much. */
  readonly isFixed: boolean;
}

/** How large payloads of a type can be, without the padding at the end. */
export function payloadBounds(
  type: StructType | UnionType,
  representation: "xcdr1" | "xcdr2",
  dialect: DialectName = "spec",
): PayloadBounds {
  const version = representation === "xcdr1" ? 1 : 2;
  const encoding = { version, littleEndian: true, rules: DIALECTS[dialect], int64: "bigint" } as const;
  return { maxBytes: HEADER_BYTES + maxEnd(type, encoding, 0), isFixed: isFixedSize(type) };
}

const HEADER_BYTES = 4;
