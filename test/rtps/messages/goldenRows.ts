// Annotated bytes: the shape of the tables in golden*.ts and what they share.
// A row is [field, little-endian, big-endian]; the third is left out where the octets are never swapped.

import type * as layout from "../../../src/rtps/messages/layouts.js";
import type { MessageBuilder } from "../../../src/rtps/messages/MessageBuilder.js";
import type { MessageReader } from "../../../src/rtps/messages/MessageReader.js";
import { GuidPrefix } from "../../../src/rtps/structure/guid.js";
import { NumberSet } from "../../../src/rtps/structure/NumberSet.js";

export type Row = readonly [field: string, little: string, big?: string];

export interface Golden {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Whose offsets the rows behind the submessage header must stand at. */
  readonly layout?: layout.WireLayout;
  /** What the reader must find; offsets are from the start of the submessage. */
  readonly read?: (reader: MessageReader, start: number) => unknown;
  readonly expected?: unknown;
  /** Left out for what this stack only reads. */
  readonly build?: (builder: MessageBuilder) => void;
}

export const PREFIX = new GuidPrefix(bytesOf("017f0000 5a5a0001 00000001"));
export const PEER = new GuidPrefix(bytesOf("0110cafe 01020304 05060708"));

export const HEADER_ROWS: readonly Row[] = [
  ["protocol", "52545053"],
  ["major", "02"],
  ["minor", "05"],
  ["vendorId", "017f"],
  ["guidPrefix", "017f0000 5a5a0001 00000001"],
];

export const ENTITIES: readonly Row[] = [
  ["readerId", "00000107"],
  ["writerId", "00000102"],
];

export function bytesOf(hex: string): Uint8Array {
  const digits = hex.replace(/\s/g, "");
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

export function hexOf(golden: Golden, littleEndian: boolean): string {
  return golden.rows.map(([, little, big]) => (littleEndian ? little : (big ?? little))).join("");
}

export function setOf(base: number, ...members: number[]): NumberSet {
  const set = new NumberSet();
  set.reset(base);
  for (const member of members) set.add(member);
  return set;
}
