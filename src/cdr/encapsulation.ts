/**
 * The 4-byte encapsulation header (RTPS 2.5 §10, XTypes 1.3 §7.6.3.1): which rules and byte order a payload follows.
 */
import type { Extensibility } from "../idl/index.js";
import { CdrError } from "./CdrError.js";

/** XCDR version 1 or 2 (XTypes 1.3 §7.4). */
export type XcdrVersion = 1 | 2;

/** RTPS representation ids. The lowest bit says little endian. */
export const EncapsulationId = {
  CDR_BE: 0x0000,
  CDR_LE: 0x0001,
  PL_CDR_BE: 0x0002,
  PL_CDR_LE: 0x0003,
  CDR2_BE: 0x0006,
  CDR2_LE: 0x0007,
  D_CDR2_BE: 0x0008,
  D_CDR2_LE: 0x0009,
  PL_CDR2_BE: 0x000a,
  PL_CDR2_LE: 0x000b,
} as const;

export const ENCAPSULATION_BYTES = 4;

/** The id a writer of a type with this extensibility puts in front. */
export function encapsulationIdFor(version: XcdrVersion, extensibility: Extensibility, littleEndian: boolean): number {
  const bigEndianId =
    version === 1
      ? extensibility === "mutable"
        ? EncapsulationId.PL_CDR_BE
        : EncapsulationId.CDR_BE
      : { final: EncapsulationId.CDR2_BE, appendable: EncapsulationId.D_CDR2_BE, mutable: EncapsulationId.PL_CDR2_BE }[
          extensibility
        ];
  return bigEndianId + (littleEndian ? 1 : 0);
}

/**
 * Reads the header of a payload for a type. A final type's writer sends CDR or CDR2, an appendable type's CDR or
 * D_CDR2; anything else means that the writer's type has another extensibility, and reading on would misread.
 * The options are not looked at: some writers leave the pad count out, others copy a stale one.
 */
export function checkEncapsulation(payload: Uint8Array, extensibility: Extensibility): number {
  if (payload.length < ENCAPSULATION_BYTES) {
    throw new CdrError("truncated", `${payload.length} bytes are too few for an encapsulation header`);
  }
  const id = (payload[0]! << 8) | payload[1]!;
  if (isAccepted(id, extensibility)) return id;
  const hex = `0x${id.toString(16).padStart(4, "0")}`;
  throw new CdrError("bad-encapsulation", `encapsulation ${hex} does not fit a type that is @${extensibility}`);
}

/** Whether a payload with this id can be of a type with this extensibility. */
export function isAccepted(id: number, extensibility: Extensibility): boolean {
  const bigEndianId = id & ~1;
  return (
    bigEndianId === encapsulationIdFor(1, extensibility, false) ||
    bigEndianId === encapsulationIdFor(2, extensibility, false)
  );
}

export function isLittleEndian(id: number): boolean {
  return (id & 1) === 1;
}

export function versionOf(id: number): XcdrVersion {
  return id <= EncapsulationId.PL_CDR_LE ? 1 : 2;
}
