/** Bitsets (XTypes 1.3 §7.3.1.2.1.4): the fields packed into one unsigned integer, the first one lowest. */
import type { Bitfield, BitsetType } from "../idl/index.js";
import { toBigInt, toNumber } from "./numbers.js";

/** The fields of an integer. Padding is not looked at. */
export function bitsetValue(type: BitsetType, bits: bigint, int64: "bigint" | "number"): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const field of type.fields) {
    if (field.name !== undefined) value[field.name] = fieldValue(field, bits >> BigInt(field.position), int64);
  }
  return value;
}

function fieldValue(field: Bitfield, shifted: bigint, int64: "bigint" | "number"): unknown {
  const { holder } = field;
  if (holder === "boolean") return (shifted & 1n) === 1n;
  const isSigned = holder.startsWith("int");
  const bits = isSigned ? BigInt.asIntN(field.bits, shifted) : BigInt.asUintN(field.bits, shifted);
  if (holder === "int64" || holder === "uint64") return int64 === "bigint" ? bits : toNumber(bits, holder);
  return Number(bits);
}

/** The name of a field whose value does not fit. */
export class BadField {
  readonly name: string;
  readonly problem: string;

  constructor(name: string, problem: string) {
    this.name = name;
    this.problem = problem;
  }
}

/** The integer of the fields, or the first field that does not fit. Fields may be numbers, bigints or booleans. */
export function bitsetBitsOf(type: BitsetType, value: object): bigint | BadField {
  let bits = 0n;
  for (const field of type.fields) {
    if (field.name === undefined) continue;
    const given = (value as Record<string, unknown>)[field.name];
    const number = typeof given === "boolean" ? BigInt(given) : (toBigInt(given, true) ?? toBigInt(given, false));
    if (number === undefined) return new BadField(field.name, "is no whole number");
    const stored = BigInt.asUintN(field.bits, number);
    const isSigned = field.holder.startsWith("int");
    const back = isSigned ? BigInt.asIntN(field.bits, stored) : stored;
    if (back !== number) return new BadField(field.name, `${number} does not fit in ${field.bits} bits`);
    bits |= stored << BigInt(field.position);
  }
  return bits;
}
