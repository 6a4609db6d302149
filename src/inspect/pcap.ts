// draft-ietf-opsawg-pcap: the older capture format, read and written. Written files have nanoseconds, raw IPv4
// packets and little-endian headers.

import { CaptureError } from "./CaptureError.js";
import type { CapturedPacket } from "./capture.js";
import { HeaderView, IPV4_HEADER, PCAP_FILE_HEADER, PCAP_RECORD_HEADER, UDP_HEADER } from "./captureLayouts.js";
import { ipv4Checksum, ipv4FromText, LINKTYPE_RAW, PROTOCOL_UDP } from "./ipv4.js";

/** True for the first four octets (read big-endian) of any kind of pcap file. */
export function isPcapMagic(magic: number): boolean {
  return formatOf(magic) !== undefined;
}

/** See capturedPackets(). */
export function* pcapPackets(file: Uint8Array): Generator<CapturedPacket, void, undefined> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < PCAP_FILE_HEADER.span) throw new CaptureError("TRUNCATED", 0, "the pcap header is incomplete");
  const format = formatOf(view.getUint32(0));
  if (format === undefined) throw new CaptureError("NOT_A_CAPTURE", 0, "not a pcap file");
  const { littleEndian, unitNs } = format;
  // The upper half of the field holds what is known of frame check sequences.
  const linkType = new HeaderView(view, PCAP_FILE_HEADER, 0, littleEndian).get("linkType") & 0xffff;
  let offset = PCAP_FILE_HEADER.span;
  for (let frame = 1; offset < file.length; frame++) {
    if (file.length - offset < PCAP_RECORD_HEADER.span) {
      throw new CaptureError("TRUNCATED", offset, "the file ends inside a packet header");
    }
    const record = new HeaderView(view, PCAP_RECORD_HEADER, offset, littleEndian);
    const start = offset + PCAP_RECORD_HEADER.span;
    const length = record.get("capturedLength");
    if (length > file.length - start) throw new CaptureError("TRUNCATED", offset, "the file ends inside a packet");
    yield {
      frame,
      seconds: record.get("seconds"),
      nanoseconds: record.get("fraction") * unitNs,
      linkType,
      bytes: file.subarray(start, start + length),
      originalLength: record.get("originalLength"),
    };
    offset = start + length;
  }
}

/** The header of a pcap file that holds raw IPv4 packets. */
export function pcapFileHeader(): Uint8Array {
  const bytes = new Uint8Array(PCAP_FILE_HEADER.span);
  const header = new HeaderView(new DataView(bytes.buffer), PCAP_FILE_HEADER, 0, true);
  header.set("magic", MAGIC_NANOSECONDS);
  header.set("versionMajor", 2);
  header.set("versionMinor", 4);
  header.set("snapLength", 0xffff);
  header.set("linkType", LINKTYPE_RAW);
  return bytes;
}

/** One end of a UDP datagram. */
export interface UdpEnd {
  /** Dotted IPv4 text. */
  readonly host: string;
  readonly port: number;
}

/**
 * One record of such a file: a UDP datagram in an IPv4 packet. Append it to pcapFileHeader() and earlier records.
 * `identification` tells packets of one source apart; `payload` has at most 65,507 octets.
 */
export function pcapUdpRecord(
  seconds: number,
  nanoseconds: number,
  source: UdpEnd,
  destination: UdpEnd,
  payload: Uint8Array,
  identification: number,
): Uint8Array {
  const length = IPV4_HEADER.span + UDP_HEADER.span + payload.length;
  if (length > 0xffff) throw new RangeError(`a UDP payload of ${payload.length} octets does not fit in a packet`);
  const bytes = new Uint8Array(PCAP_RECORD_HEADER.span + length);
  const view = new DataView(bytes.buffer);
  const record = new HeaderView(view, PCAP_RECORD_HEADER, 0, true);
  record.set("seconds", seconds);
  record.set("fraction", nanoseconds);
  record.set("capturedLength", length);
  record.set("originalLength", length);
  const ipAt = PCAP_RECORD_HEADER.span;
  const ip = new HeaderView(view, IPV4_HEADER, ipAt, false);
  ip.set("versionAndLength", 0x45);
  ip.set("totalLength", length);
  ip.set("identification", identification);
  ip.set("timeToLive", 64);
  ip.set("protocol", PROTOCOL_UDP);
  ip.set("source", ipv4FromText(source.host));
  ip.set("destination", ipv4FromText(destination.host));
  ip.set("checksum", ipv4Checksum(view, ipAt, IPV4_HEADER.span));
  const udp = new HeaderView(view, UDP_HEADER, ipAt + IPV4_HEADER.span, false);
  udp.set("sourcePort", source.port);
  udp.set("destinationPort", destination.port);
  udp.set("length", UDP_HEADER.span + payload.length);
  // RFC 768: a checksum of zero says that none was made.
  bytes.set(payload, ipAt + IPV4_HEADER.span + UDP_HEADER.span);
  return bytes;
}

function formatOf(magic: number): { littleEndian: boolean; unitNs: number } | undefined {
  switch (magic) {
    case MAGIC_MICROSECONDS:
      return { littleEndian: false, unitNs: 1000 };
    case MAGIC_NANOSECONDS:
      return { littleEndian: false, unitNs: 1 };
    case 0xd4c3b2a1:
      return { littleEndian: true, unitNs: 1000 };
    case 0x4d3cb2a1:
      return { littleEndian: true, unitNs: 1 };
    default:
      return undefined;
  }
}

const MAGIC_MICROSECONDS = 0xa1b2c3d4;
const MAGIC_NANOSECONDS = 0xa1b23c4d;
