// Hand-made datagrams from participant 017f0000-5a5a0001-00000001, whose writer is 000001.02 and whose reader is
// 000001.07, to participant 017f0000-d0070001-00000002. What each is about stands in packets.test.ts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "./sourceFacts.js";

/** What the datagram meets; `packets.test.ts` makes it. */
export type Given = "reader" | "writer" | "fragments" | "running" | "discovered";

export interface CasePacket {
  /** The case it belongs to, such as FR-01. */
  readonly case: string;
  readonly given: Given;
  readonly hex: string;
}

export const CASES = join(PROJECT, "test", "fixtures", "cases");

/** By id, P01 and on. */
export const CASE_PACKETS: ReadonlyMap<string, CasePacket> = new Map(
  Object.entries(JSON.parse(readFileSync(join(CASES, "packets.json"), "utf8")) as Record<string, CasePacket>),
);

/** The octets of one, hex. Throws for an id that there is none of. */
export function packet(id: string): string {
  const found = CASE_PACKETS.get(id);
  if (found === undefined) throw new Error(`no packet ${id}`);
  return found.hex;
}
