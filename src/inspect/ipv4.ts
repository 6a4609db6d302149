// From a captured frame to its IPv4 packet: link-layer headers, RFC 791 headers, addresses and checksums.

import { udpv4Locator } from "../rtps/structure/locator.js";
import type { CapturedPacket } from "./capture.js";
import { HeaderView, IPV4_HEADER } from "./captureLayouts.js";

export const LINKTYPE_NULL = 0;
export const LINKTYPE_ETHERNET = 1;
export const LINKTYPE_RAW = 101;
export const LINKTYPE_LOOP = 108;
export const LINKTYPE_LINUX_SLL = 113;
export const LINKTYPE_IPV4 = 228;
export const LINKTYPE_LINUX_SLL2 = 276;

export const PROTOCOL_UDP = 17;

/** An IPv4 packet, or one fragment of it. */
export interface Ipv4Packet {
  readonly source: number;
  readonly destination: number;
  readonly protocol: number;
  readonly identification: number;
  /** Of `payload` in the whole packet, octets. */
  readonly fragmentOffset: number;
  readonly moreFragments: boolean;
  readonly payload: Uint8Array;
}

/** The IPv4 packet in a frame; undefined if there is none, or not all of it was captured. */
export function ipv4PacketOf(packet: CapturedPacket): Ipv4Packet | undefined {
  const bytes = packet.bytes;
  const start = networkOffset(packet.linkType, bytes);
  if (start < 0 || bytes.length - start < IPV4_HEADER.span) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = new HeaderView(view, IPV4_HEADER, start, false);
  const first = header.get("versionAndLength");
  const headerLength = (first & 0x0f) * 4;
  const totalLength = header.get("totalLength");
  if (first >>> 4 !== 4 || headerLength < IPV4_HEADER.span || totalLength < headerLength) return undefined;
  if (totalLength > bytes.length - start) return undefined;
  const flagsAndOffset = header.get("flagsAndOffset");
  return {
    source: header.get("source"),
    destination: header.get("destination"),
    protocol: header.get("protocol"),
    identification: header.get("identification"),
    fragmentOffset: (flagsAndOffset & 0x1fff) * 8,
    moreFragments: (flagsAndOffset & 0x2000) !== 0,
    payload: bytes.subarray(start + headerLength, start + totalLength),
  };
}

/** Where the IPv4 header starts behind the link-layer header; -1 if the frame is not IPv4 or the link type unknown. */
function networkOffset(linkType: number, bytes: Uint8Array): number {
  switch (linkType) {
    case LINKTYPE_ETHERNET:
      return ethernetPayload(bytes);
    case LINKTYPE_RAW:
    case LINKTYPE_IPV4:
      return 0;
    case LINKTYPE_LINUX_SLL:
      return uint16(bytes, 14) === ETHERTYPE_IPV4 ? 16 : -1;
    case LINKTYPE_LINUX_SLL2:
      return uint16(bytes, 0) === ETHERTYPE_IPV4 ? 20 : -1;
    case LINKTYPE_NULL:
    case LINKTYPE_LOOP:
      return isFamilyInet(bytes) ? 4 : -1;
    default:
      return -1;
  }
}

function ethernetPayload(bytes: Uint8Array): number {
  let at = 12;
  let type = uint16(bytes, at);
  // One or two VLAN tags may stand in front of the type.
  for (let tags = 0; tags < 2 && (type === ETHERTYPE_VLAN || type === ETHERTYPE_QINQ); tags++) {
    at += 4;
    type = uint16(bytes, at);
  }
  return type === ETHERTYPE_IPV4 ? at + 2 : -1;
}

/** The loopback header is AF_INET in the byte order of whoever captured (NULL) or big-endian (LOOP). */
function isFamilyInet(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const family = bytes[0]! + bytes[1]! + bytes[2]! + bytes[3]!;
  return family === AF_INET && (bytes[0] === AF_INET || bytes[3] === AF_INET);
}

/** -1 beyond the end. */
function uint16(bytes: Uint8Array, at: number): number {
  return at + 2 <= bytes.length ? bytes[at]! * 256 + bytes[at + 1]! : -1;
}

/** Dotted text. */
export function ipv4ToText(address: number): string {
  return `${address >>> 24}.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${address & 255}`;
}

/** Throws on anything that is not four numbers of 0-255. */
export function ipv4FromText(text: string): number {
  const address = udpv4Locator(text, 0).address;
  return new DataView(address.buffer).getUint32(12);
}

/** RFC 1071 over `span` octets (even), as it is to be stored when the checksum field is zero. */
export function ipv4Checksum(view: DataView, offset: number, span: number): number {
  let sum = 0;
  for (let i = 0; i < span; i += 2) sum += view.getUint16(offset + i);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}

const ETHERTYPE_IPV4 = 0x0800;
const ETHERTYPE_VLAN = 0x8100;
const ETHERTYPE_QINQ = 0x88a8;
const AF_INET = 2;
