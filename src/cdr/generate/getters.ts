import type { Encoding } from "../layout.js";
import { LARGEST_NUMBER } from "../numbers.js";

/** The expression that reads a scalar at a position. */
export function getterFor(kind: string, at: string, encoding: Encoding): string {
  const le = encoding.littleEndian;
  if ((kind === "int64" || kind === "uint64") && encoding.int64 === "number") {
    const [high, low] = le ? [`${at} + 4`, at] : [at, `${at} + 4`];
    const getHigh = kind === "int64" ? "getInt32" : "getUint32";
    return `Math.min(dv.${getHigh}(${high}, ${le}) * 4294967296 + dv.getUint32(${low}, ${le}), ${LARGEST_NUMBER[kind]})`;
  }
  switch (kind) {
    case "boolean":
    case "octet":
    case "uint8":
      return `u8[${at}]`;
    case "char":
      return `String.fromCharCode(u8[${at}])`;
    case "int8":
      return `dv.getInt8(${at})`;
    default:
      return `dv.${GETTERS[kind]}(${at}, ${le})`;
  }
}

const GETTERS: Readonly<Record<string, string>> = {
  int16: "getInt16",
  uint16: "getUint16",
  int32: "getInt32",
  uint32: "getUint32",
  int64: "getBigInt64",
  uint64: "getBigUint64",
  float32: "getFloat32",
  float64: "getFloat64",
};
