// A payload for people: what its header means, and which bytes belong to which field.

import { type Dialect, EncapsulationId, payloadFields, type StructType } from "../../index.js";
import { boxedTable, type TableRow } from "../boxedTable.js";

export function layoutText(
  type: StructType,
  payload: Uint8Array,
  dialect: Dialect | undefined,
  isKey: boolean,
): string {
  const { fields, error } = payloadFields(type, payload, { isKey, ...(dialect === undefined ? {} : { dialect }) });
  const header = payload.subarray(0, 4);
  const digits = String(payload.length).length;
  const [atWidth, width] = [Math.max("byte".length, digits), Math.max("length".length, digits)];
  const row = (start: number, bytes: Uint8Array, name: string): TableRow => ({
    cells: [String(start).padStart(atWidth), String(bytes.length).padStart(width), hex(bytes), name],
    paint: (text) => text,
  });
  const rows = [row(0, header, headerInWords(payload))];
  for (const { start, end, name } of fields) rows.push(row(start, payload.subarray(start, end), name));
  const problem = error === undefined ? "" : `not understood: ${error.message}\n`;
  return boxedTable(["byte".padStart(atWidth), "length".padStart(width), "bytes", "field"], rows) + problem;
}

/** RTPS 2.5 §10.5, XTypes 1.3 §7.6.3.1. */
function headerInWords(payload: Uint8Array): string {
  if (payload.length < 4) return "(too short for an encapsulation header)";
  const id = payload[0]! * 256 + payload[1]!;
  const name = Object.entries(EncapsulationId).find(([, value]) => value === id)?.[0];
  const meaning = name === undefined ? "unknown representation" : `${name}: ${MEANINGS[name.slice(0, -3)]}`;
  const order = name === undefined ? "" : name.endsWith("LE") ? ", little endian" : ", big endian";
  const padding = payload[3]! & 3;
  const end = padding === 0 ? "" : `, ${padding} byte${padding === 1 ? "" : "s"} of padding at the end`;
  return `${meaning}${order}${end}`;
}

function hex(bytes: Uint8Array): string {
  const shown = Array.from(bytes.subarray(0, SHOWN_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return bytes.length > SHOWN_BYTES ? `${shown} …` : shown;
}

const MEANINGS: Readonly<Record<string, string>> = {
  CDR: "XCDR1 of a final or appendable type",
  PL_CDR: "XCDR1 of a mutable type, a parameter list",
  CDR2: "XCDR2 of a final type",
  D_CDR2: "XCDR2 of an appendable type, its size in front",
  PL_CDR2: "XCDR2 of a mutable type, members with headers",
};
const SHOWN_BYTES = 16;
