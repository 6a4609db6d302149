// RFC 768: the UDP datagrams of a capture, whole ones only.

import { type CapturedPacket, capturedPackets } from "./capture.js";
import { HeaderView, UDP_HEADER } from "./captureLayouts.js";
import { Ipv4Reassembler } from "./Ipv4Reassembler.js";
import { ipv4PacketOf, ipv4ToText, PROTOCOL_UDP } from "./ipv4.js";

/** One UDP datagram. `frame` and time are those of the frame that completed it. */
export interface UdpDatagram {
  readonly frame: number;
  readonly seconds: number;
  readonly nanoseconds: number;
  readonly sourceHost: string;
  readonly sourcePort: number;
  readonly destinationHost: string;
  readonly destinationPort: number;
  readonly payload: Uint8Array;
}

/**
 * The UDP datagrams over IPv4 in a capture file, in order. Frames that hold something else or were cut short are left
 * out. Throws CaptureError like capturedPackets().
 */
export function* udpDatagrams(file: Uint8Array): Generator<UdpDatagram, void, undefined> {
  const reassembler = new Ipv4Reassembler();
  for (const packet of capturedPackets(file)) {
    const datagram = udpDatagramOf(packet, reassembler);
    if (datagram !== undefined) yield datagram;
  }
}

function udpDatagramOf(packet: CapturedPacket, reassembler: Ipv4Reassembler): UdpDatagram | undefined {
  const ip = ipv4PacketOf(packet);
  if (ip === undefined || ip.protocol !== PROTOCOL_UDP) return undefined;
  const bytes = reassembler.add(ip);
  if (bytes === undefined || bytes.length < UDP_HEADER.span) return undefined;
  const header = new HeaderView(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), UDP_HEADER, 0, false);
  const length = header.get("length");
  if (length < UDP_HEADER.span || length > bytes.length) return undefined;
  return {
    frame: packet.frame,
    seconds: packet.seconds,
    nanoseconds: packet.nanoseconds,
    sourceHost: ipv4ToText(ip.source),
    sourcePort: header.get("sourcePort"),
    destinationHost: ipv4ToText(ip.destination),
    destinationPort: header.get("destinationPort"),
    payload: bytes.subarray(UDP_HEADER.span, length),
  };
}
