// The fixed headers of pcap, pcapng, IPv4 and UDP, declared like those of RTPS and decoded at the same kind of offsets.

import { defineLayout, offsetOf, type WireLayout } from "../rtps/messages/layouts.js";

/** draft-ietf-opsawg-pcap §4: the file header. */
export const PCAP_FILE_HEADER = defineLayout("PcapFileHeader", [
  ["magic", "u32"],
  ["versionMajor", "u16"],
  ["versionMinor", "u16"],
  ["reserved1", "u32"],
  ["reserved2", "u32"],
  ["snapLength", "u32"],
  ["linkType", "u32"],
]);

/** draft-ietf-opsawg-pcap §5: in front of each packet. */
export const PCAP_RECORD_HEADER = defineLayout("PcapRecordHeader", [
  ["seconds", "u32"],
  ["fraction", "u32"],
  ["capturedLength", "u32"],
  ["originalLength", "u32"],
]);

/** draft-ietf-opsawg-pcapng §3.1: every block starts with this and ends with its total length again. */
export const BLOCK_HEADER = defineLayout("BlockHeader", [
  ["blockType", "u32"],
  ["totalLength", "u32"],
]);

/** §4.1, behind the block header. */
export const SECTION_HEADER_BODY = defineLayout("SectionHeaderBlock", [
  ["byteOrderMagic", "u32"],
  ["versionMajor", "u16"],
  ["versionMinor", "u16"],
  ["sectionLength", "octets", 8],
]);

/** §4.2. */
export const INTERFACE_BODY = defineLayout("InterfaceDescriptionBlock", [
  ["linkType", "u16"],
  ["reserved", "u16"],
  ["snapLength", "u32"],
]);

/** §4.3. */
export const ENHANCED_PACKET_BODY = defineLayout("EnhancedPacketBlock", [
  ["interfaceId", "u32"],
  ["timestampHigh", "u32"],
  ["timestampLow", "u32"],
  ["capturedLength", "u32"],
  ["originalLength", "u32"],
]);

/** §4.4. */
export const SIMPLE_PACKET_BODY = defineLayout("SimplePacketBlock", [["originalLength", "u32"]]);

/** RFC 791 §3.1, without options. Big-endian, like UDP. */
export const IPV4_HEADER = defineLayout("IPv4Header", [
  ["versionAndLength", "u8"],
  ["service", "u8"],
  ["totalLength", "u16"],
  ["identification", "u16"],
  ["flagsAndOffset", "u16"],
  ["timeToLive", "u8"],
  ["protocol", "u8"],
  ["checksum", "u16"],
  ["source", "u32"],
  ["destination", "u32"],
]);

/** RFC 768. */
export const UDP_HEADER = defineLayout("UdpHeader", [
  ["sourcePort", "u16"],
  ["destinationPort", "u16"],
  ["length", "u16"],
  ["checksum", "u16"],
]);

/** Reads 16-bit and 32-bit fields of one layout by name. Not for the hot path. */
export class HeaderView {
  constructor(
    private readonly view: DataView,
    private readonly layout: WireLayout,
    private readonly offset: number,
    private readonly littleEndian: boolean,
  ) {}

  get(name: string): number {
    const at = this.offset + offsetOf(this.layout, name);
    const field = this.layout.fields.find((candidate) => candidate.name === name)!;
    if (field.span === 1) return this.view.getUint8(at);
    return field.span === 2 ? this.view.getUint16(at, this.littleEndian) : this.view.getUint32(at, this.littleEndian);
  }

  set(name: string, value: number): void {
    const at = this.offset + offsetOf(this.layout, name);
    const field = this.layout.fields.find((candidate) => candidate.name === name)!;
    if (field.span === 1) this.view.setUint8(at, value);
    else if (field.span === 2) this.view.setUint16(at, value, this.littleEndian);
    else this.view.setUint32(at, value, this.littleEndian);
  }
}
