// Which datagrams to drop, by what they carry. A scan of submessage headers of its own, so that a fault in the
// product's reader cannot hide itself. RTPS 2.5 §9.4.1 and §9.4.5.1.

import type { EntityId } from "../rtps/structure/entityId.js";
import type { SimNode } from "./SimNode.js";

/** Decides about one datagram on its way to one receiver. */
export type DatagramFilter = (datagram: Uint8Array, from: SimNode, to: SimNode) => "deliver" | "drop";

/** True for the datagrams that are meant. */
export type DatagramMatch = (datagram: Uint8Array, from: SimNode, to: SimNode) => boolean;

/** Drops the first `count` datagrams that match and delivers the rest. Each receiver of a multicast counts. */
export function dropFirst(count: number, matches: DatagramMatch): DatagramFilter {
  let left = count;
  return (datagram, from, to) => (left > 0 && matches(datagram, from, to) && left-- > 0 ? "drop" : "deliver");
}

/** Drops every datagram that matches. */
export function dropAll(matches: DatagramMatch): DatagramFilter {
  return (datagram, from, to) => (matches(datagram, from, to) ? "drop" : "deliver");
}

/** Drops what any of them drops. Every filter sees every datagram. */
export function combineFilters(...filters: readonly DatagramFilter[]): DatagramFilter {
  return (datagram, from, to) => {
    let verdict: "deliver" | "drop" = "deliver";
    for (const filter of filters) if (filter(datagram, from, to) === "drop") verdict = "drop";
    return verdict;
  };
}

/**
 * Matches datagrams with a submessage of this kind (0x15 is DATA, 0x06 is ACKNACK) and, if given, of this writer.
 */
export function carries(submessageId: number, writerId?: EntityId): DatagramMatch {
  return (datagram) => {
    for (const submessage of scanSubmessages(datagram)) {
      if (submessage.id !== submessageId) continue;
      if (writerId === undefined || writerIdOf(datagram, submessage) === writerId) return true;
    }
    return false;
  };
}

/** Where a submessage is: its id and the range of its body. */
export interface SubmessageSpan {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** The submessages of a datagram, in order. Empty if it is not RTPS; stops where a length does not fit. */
export function scanSubmessages(datagram: Uint8Array): SubmessageSpan[] {
  const found: SubmessageSpan[] = [];
  if (datagram.length < HEADER_BYTES || !MAGIC.every((octet, i) => datagram[i] === octet)) return found;
  const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.length);
  let offset = HEADER_BYTES;
  while (offset + 4 <= datagram.length) {
    const id = datagram[offset]!;
    const length = view.getUint16(offset + 2, (datagram[offset + 1]! & 1) === 1);
    const start = offset + 4;
    const isToTheEnd = length === 0 && id !== PAD && id !== INFO_TS;
    const end = isToTheEnd ? datagram.length : start + length;
    if (end > datagram.length) break;
    found.push({ id, start, end });
    offset = end;
  }
  return found;
}

/** The writer's entity id in those submessages that name one; -1 in others. */
function writerIdOf(datagram: Uint8Array, { id, start, end }: SubmessageSpan): number {
  const offset = start + (WRITER_ID_OFFSETS.get(id) ?? Number.POSITIVE_INFINITY);
  if (offset + 4 > end) return -1;
  return new DataView(datagram.buffer, datagram.byteOffset + offset, 4).getUint32(0);
}

const HEADER_BYTES = 20;
const MAGIC = [0x52, 0x54, 0x50, 0x53];
const PAD = 0x01;
const INFO_TS = 0x09;
// ACKNACK, HEARTBEAT, GAP, NACK_FRAG and HEARTBEAT_FRAG have it after the reader's id, DATA and DATA_FRAG four later.
const WRITER_ID_OFFSETS = new Map([
  [0x06, 4],
  [0x07, 4],
  [0x08, 4],
  [0x12, 4],
  [0x13, 4],
  [0x15, 8],
  [0x16, 8],
]);
