// RFC 791 §3.2 and RFC 815: puts fragmented packets together again. Holds a bounded number of them, oldest dropped.

import type { Ipv4Packet } from "./ipv4.js";

interface Pending {
  readonly parts: Ipv4Packet[];
  /** Known once the last fragment has come; -1 before. */
  totalLength: number;
}

export class Ipv4Reassembler {
  /** Incomplete packets given up: too many at a time, too many pieces, or pieces that contradict each other. */
  dropped = 0;
  private readonly pending = new Map<string, Pending>();

  constructor(private readonly maxPending = 64) {}

  /** The payload of the packet that this one is, or completes; undefined while pieces are missing. */
  add(packet: Ipv4Packet): Uint8Array | undefined {
    if (packet.fragmentOffset === 0 && !packet.moreFragments) return packet.payload;
    const key = `${packet.source} ${packet.destination} ${packet.protocol} ${packet.identification}`;
    const entry = this.pending.get(key) ?? this.open(key);
    entry.parts.push(packet);
    const end = packet.fragmentOffset + packet.payload.length;
    if (!packet.moreFragments) entry.totalLength = end;
    if (end > PACKET_MAX || entry.parts.length > PARTS_MAX) {
      this.pending.delete(key);
      this.dropped++;
      return undefined;
    }
    const whole = entry.totalLength < 0 ? undefined : assemble(entry.parts, entry.totalLength);
    if (whole !== undefined) this.pending.delete(key);
    return whole;
  }

  private open(key: string): Pending {
    if (this.pending.size >= this.maxPending) {
      this.pending.delete(this.pending.keys().next().value!);
      this.dropped++;
    }
    const entry: Pending = { parts: [], totalLength: -1 };
    this.pending.set(key, entry);
    return entry;
  }
}

/** Undefined while a piece is missing. Where pieces overlap, the one that starts first wins. */
function assemble(parts: readonly Ipv4Packet[], totalLength: number): Uint8Array | undefined {
  const sorted = [...parts].sort((a, b) => a.fragmentOffset - b.fragmentOffset);
  const whole = new Uint8Array(totalLength);
  let filled = 0;
  for (const part of sorted) {
    if (part.fragmentOffset > filled) return undefined;
    const fresh = part.payload.subarray(filled - part.fragmentOffset, Math.max(0, totalLength - part.fragmentOffset));
    whole.set(fresh, filled);
    filled += fresh.length;
  }
  return filled === totalLength ? whole : undefined;
}

const PACKET_MAX = 65535;
/** A 64 KiB packet takes 119 pieces at the smallest MTU that IPv4 hosts must take (576). */
const PARTS_MAX = 256;
