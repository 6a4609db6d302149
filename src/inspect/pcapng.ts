// draft-ietf-opsawg-pcapng: sections, interfaces, enhanced and simple packets. Every other block is skipped by length.

import { CaptureError } from "./CaptureError.js";
import type { CapturedPacket } from "./capture.js";
import {
  BLOCK_HEADER,
  ENHANCED_PACKET_BODY,
  HeaderView,
  INTERFACE_BODY,
  SECTION_HEADER_BODY,
  SIMPLE_PACKET_BODY,
} from "./captureLayouts.js";

/** The type of the section header block reads the same in both byte orders. */
export const PCAPNG_MAGIC = 0x0a0d0d0a;

interface Interface {
  readonly linkType: number;
  readonly snapLength: number;
  /** Units of its time stamps in a second. */
  readonly unitsPerSecond: bigint;
  readonly offsetSeconds: bigint;
}

/** See capturedPackets(). */
export function* pcapngPackets(file: Uint8Array): Generator<CapturedPacket, void, undefined> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let interfaces: Interface[] = [];
  let littleEndian = true;
  let offset = 0;
  let frame = 0;
  while (offset < file.length) {
    if (file.length - offset < BLOCK_SPAN_MIN) throw new CaptureError("TRUNCATED", offset, "the file ends in a block");
    // The byte order must be known before the length of the section header can be read.
    if (view.getUint32(offset) === PCAPNG_MAGIC) {
      littleEndian = sectionByteOrder(view, offset);
      interfaces = [];
    } else if (offset === 0) throw new CaptureError("NOT_A_CAPTURE", 0, "not a pcapng file");
    const block = readBlock(view, offset, littleEndian);
    if (block.type === BLOCK_INTERFACE) interfaces.push(readInterface(block));
    const packet = readPacket(file, block, interfaces, frame + 1);
    if (packet !== undefined) {
      frame++;
      yield packet;
    }
    offset = block.end + BLOCK_TRAILER_SPAN;
  }
}

interface Block {
  readonly view: DataView;
  readonly littleEndian: boolean;
  readonly type: number;
  readonly offset: number;
  /** [body, end) is what lies between the header and the repeated length. */
  readonly body: number;
  readonly end: number;
}

function sectionByteOrder(view: DataView, offset: number): boolean {
  const magic = view.getUint32(offset + BLOCK_HEADER.span);
  if (magic === BYTE_ORDER_MAGIC) return false;
  if (magic === BYTE_ORDER_MAGIC_SWAPPED) return true;
  throw new CaptureError("MALFORMED", offset, "the byte-order magic of the section makes no sense");
}

function readBlock(view: DataView, offset: number, littleEndian: boolean): Block {
  const header = new HeaderView(view, BLOCK_HEADER, offset, littleEndian);
  const total = header.get("totalLength");
  if (total < BLOCK_SPAN_MIN || (total & 3) !== 0) {
    throw new CaptureError("MALFORMED", offset, `a block cannot have ${total} octets`);
  }
  if (total > view.byteLength - offset) throw new CaptureError("TRUNCATED", offset, "the file ends inside a block");
  const end = offset + total - BLOCK_TRAILER_SPAN;
  if (view.getUint32(end, littleEndian) !== total) {
    throw new CaptureError("MALFORMED", offset, "the two lengths of a block differ");
  }
  const type = header.get("blockType");
  const block = { view, littleEndian, type, offset, body: offset + BLOCK_HEADER.span, end };
  if (type === PCAPNG_MAGIC) checkVersion(block);
  return block;
}

function checkVersion(block: Block): void {
  needOctets(block, SECTION_HEADER_BODY.span);
  const version = bodyView(block, SECTION_HEADER_BODY).get("versionMajor");
  if (version !== 1) throw new CaptureError("UNSUPPORTED", block.offset, `pcapng version ${version} is not known`);
}

function readInterface(block: Block): Interface {
  needOctets(block, INTERFACE_BODY.span);
  const header = bodyView(block, INTERFACE_BODY);
  let unitsPerSecond = 1_000_000n;
  let offsetSeconds = 0n;
  let at = block.body + INTERFACE_BODY.span;
  // Options: code, length, value padded to 4; the list may also just end with the block.
  while (block.end - at >= 4) {
    const code = block.view.getUint16(at, block.littleEndian);
    const length = block.view.getUint16(at + 2, block.littleEndian);
    if (code === OPTION_END) break;
    if (length > block.end - at - 4) throw new CaptureError("MALFORMED", at, "an option goes beyond its block");
    if (code === OPTION_TSRESOL && length >= 1) unitsPerSecond = resolution(block.view.getUint8(at + 4));
    if (code === OPTION_TSOFFSET && length >= 8) offsetSeconds = block.view.getBigInt64(at + 4, block.littleEndian);
    at += 4 + ((length + 3) & ~3);
  }
  return { linkType: header.get("linkType"), snapLength: header.get("snapLength"), unitsPerSecond, offsetSeconds };
}

/** if_tsresol: a negative power of 10, or of 2 when the top bit is set. */
function resolution(code: number): bigint {
  const exponent = BigInt(code & 0x7f);
  return (code & 0x80) !== 0 ? 2n ** exponent : 10n ** exponent;
}

function readPacket(
  file: Uint8Array,
  block: Block,
  interfaces: Interface[],
  frame: number,
): CapturedPacket | undefined {
  if (block.type === BLOCK_ENHANCED_PACKET) return enhancedPacket(file, block, interfaces, frame);
  if (block.type === BLOCK_SIMPLE_PACKET) return simplePacket(file, block, interfaces, frame);
  return undefined;
}

function enhancedPacket(file: Uint8Array, block: Block, interfaces: Interface[], frame: number): CapturedPacket {
  needOctets(block, ENHANCED_PACKET_BODY.span);
  const header = bodyView(block, ENHANCED_PACKET_BODY);
  const from = interfaceAt(block, interfaces, header.get("interfaceId"));
  const length = header.get("capturedLength");
  const start = block.body + ENHANCED_PACKET_BODY.span;
  needOctets(block, ENHANCED_PACKET_BODY.span + length);
  const units = (BigInt(header.get("timestampHigh")) << 32n) | BigInt(header.get("timestampLow"));
  return {
    frame,
    seconds: Number(units / from.unitsPerSecond + from.offsetSeconds),
    nanoseconds: Number(((units % from.unitsPerSecond) * 1_000_000_000n) / from.unitsPerSecond),
    linkType: from.linkType,
    bytes: file.subarray(start, start + length),
    originalLength: header.get("originalLength"),
  };
}

function simplePacket(file: Uint8Array, block: Block, interfaces: Interface[], frame: number): CapturedPacket {
  needOctets(block, SIMPLE_PACKET_BODY.span);
  const from = interfaceAt(block, interfaces, 0);
  const originalLength = bodyView(block, SIMPLE_PACKET_BODY).get("originalLength");
  const start = block.body + SIMPLE_PACKET_BODY.span;
  // How much was captured is not said: all of it, up to the interface's limit and what the block holds.
  const limit = from.snapLength === 0 ? originalLength : Math.min(originalLength, from.snapLength);
  const end = Math.min(start + limit, block.end);
  const { linkType } = from;
  return { frame, seconds: 0, nanoseconds: 0, linkType, bytes: file.subarray(start, end), originalLength };
}

function interfaceAt(block: Block, interfaces: Interface[], id: number): Interface {
  const found = interfaces[id];
  if (found === undefined) throw new CaptureError("MALFORMED", block.offset, `interface ${id} was not described`);
  return found;
}

function needOctets(block: Block, count: number): void {
  if (block.end - block.body < count) throw new CaptureError("MALFORMED", block.offset, "a block is too short");
}

function bodyView(block: Block, layout: ConstructorParameters<typeof HeaderView>[1]): HeaderView {
  return new HeaderView(block.view, layout, block.body, block.littleEndian);
}

const BLOCK_INTERFACE = 1;
const BLOCK_SIMPLE_PACKET = 3;
const BLOCK_ENHANCED_PACKET = 6;
const BLOCK_SPAN_MIN = 12;
const BLOCK_TRAILER_SPAN = 4;
const BYTE_ORDER_MAGIC = 0x1a2b3c4d;
const BYTE_ORDER_MAGIC_SWAPPED = 0x4d3c2b1a;
const OPTION_END = 0;
const OPTION_TSRESOL = 9;
const OPTION_TSOFFSET = 14;
