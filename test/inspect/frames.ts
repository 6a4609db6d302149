// Captured frames made by hand: IPv4/UDP packets behind each kind of link-layer header.

import { HeaderView, IPV4_HEADER, UDP_HEADER } from "../../src/inspect/captureLayouts.js";
import { ipv4Checksum, ipv4FromText } from "../../src/inspect/ipv4.js";

export function bytes(hex: string): Uint8Array {
  const digits = hex.replace(/\s/g, "");
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16));
}

export function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A UDP header and payload, 10.0.0.1:1000 to 10.0.0.2:2000. */
export function udpBytes(payload: Uint8Array): Uint8Array {
  const whole = join(new Uint8Array(UDP_HEADER.span), payload);
  const header = new HeaderView(new DataView(whole.buffer), UDP_HEADER, 0, false);
  header.set("sourcePort", 1000);
  header.set("destinationPort", 2000);
  header.set("length", whole.length);
  return whole;
}

export interface Ipv4Options {
  readonly identification?: number;
  /** Octets; a multiple of 8. */
  readonly offset?: number;
  readonly moreFragments?: boolean;
  readonly protocol?: number;
  /** Octets of options, a multiple of 4. */
  readonly optionOctets?: number;
  readonly source?: string;
}

export function ipv4Bytes(payload: Uint8Array, options: Ipv4Options = {}): Uint8Array {
  const headerLength = IPV4_HEADER.span + (options.optionOctets ?? 0);
  const whole = join(new Uint8Array(headerLength), payload);
  const view = new DataView(whole.buffer);
  const header = new HeaderView(view, IPV4_HEADER, 0, false);
  header.set("versionAndLength", 0x40 | (headerLength / 4));
  header.set("totalLength", whole.length);
  header.set("identification", options.identification ?? 7);
  header.set("flagsAndOffset", (options.offset ?? 0) / 8 + (options.moreFragments ? 0x2000 : 0));
  header.set("timeToLive", 64);
  header.set("protocol", options.protocol ?? 17);
  header.set("source", ipv4FromText(options.source ?? "10.0.0.1"));
  header.set("destination", ipv4FromText("10.0.0.2"));
  header.set("checksum", ipv4Checksum(view, 0, headerLength));
  return whole;
}

/** A pcap file of frames, microseconds or nanoseconds, either byte order. */
export function pcapFile(
  frames: readonly Uint8Array[],
  linkType: number,
  { littleEndian = true, nanoseconds = false } = {},
): Uint8Array {
  const header = new Uint8Array(24);
  const view = new DataView(header.buffer);
  view.setUint32(0, nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4, littleEndian);
  view.setUint16(4, 2, littleEndian);
  view.setUint16(6, 4, littleEndian);
  view.setUint32(16, 65535, littleEndian);
  view.setUint32(20, linkType, littleEndian);
  const records = frames.map((frame, index) => {
    const record = new DataView(new ArrayBuffer(16));
    record.setUint32(0, 1_700_000_000 + index, littleEndian);
    record.setUint32(4, 123_456, littleEndian);
    record.setUint32(8, frame.length, littleEndian);
    record.setUint32(12, frame.length, littleEndian);
    return join(new Uint8Array(record.buffer), frame);
  });
  return join(header, ...records);
}

/** One pcapng block: type, length, body padded to 4, length. */
export function block(type: number, body: Uint8Array, littleEndian = true): Uint8Array {
  const total = 12 + ((body.length + 3) & ~3);
  const whole = new Uint8Array(total);
  const view = new DataView(whole.buffer);
  view.setUint32(0, type, littleEndian);
  view.setUint32(4, total, littleEndian);
  whole.set(body, 8);
  view.setUint32(total - 4, total, littleEndian);
  return whole;
}

export function words(littleEndian: boolean, ...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [i, value] of values.entries()) view.setUint32(i * 4, value, littleEndian);
  return new Uint8Array(view.buffer);
}

export function shorts(littleEndian: boolean, ...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 2));
  for (const [i, value] of values.entries()) view.setUint16(i * 2, value, littleEndian);
  return new Uint8Array(view.buffer);
}

export function sectionHeader(littleEndian = true): Uint8Array {
  const body = join(
    words(littleEndian, 0x1a2b3c4d),
    shorts(littleEndian, 1, 0),
    words(littleEndian, 0xffffffff, 0xffffffff),
  );
  return block(0x0a0d0d0a, body, littleEndian);
}

export function interfaceBlock(
  linkType: number,
  options: Uint8Array = new Uint8Array(0),
  snapLength = 0,
  little = true,
): Uint8Array {
  return block(1, join(shorts(little, linkType, 0), words(little, snapLength), options), little);
}

/** An enhanced packet; `high` and `low` are its time in the interface's units. */
export function packetBlock(frame: Uint8Array, high: number, low: number, iface = 0, little = true): Uint8Array {
  return block(6, join(words(little, iface, high, low, frame.length, frame.length), frame), little);
}
