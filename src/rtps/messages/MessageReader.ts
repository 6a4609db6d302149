// RTPS 2.5 §8.3.8 and §9.4.5: the bodies of the submessages. Each read checks lengths and validity once and fills a
// reusable object; false means malformed, and then the rest of the datagram must not be processed (§8.3.4.1).
// Never throws, never allocates. Unknown flags and extra octets at the end of a body are ignored.

import { PAYLOAD_DATA, PAYLOAD_KEY, PAYLOAD_NONE } from "../structure/cacheChange.js";
import { isValidSn, SN_MAX, SN_NONE } from "../structure/sequenceNumber.js";
import { readFragmentSet, readSn, readSnSet, skipParameterList } from "./elements.js";
import type * as fields from "./fields.js";
import * as layout from "./layouts.js";
import { SubmessageCursor } from "./SubmessageCursor.js";
import * as kinds from "./submessageKind.js";

export class MessageReader extends SubmessageCursor {
  readData(out: fields.DataFields): boolean {
    const view = this.view;
    const body = this.bodyOffset;
    const end = this.bodyEnd;
    const flags = this.flags;
    if (end - body < layout.DATA_SPAN) return false;
    out.readerId = view.getUint32(body + layout.DATA_READER_ID);
    out.writerId = view.getUint32(body + layout.DATA_WRITER_ID);
    const sn = readSn(view, body + layout.DATA_WRITER_SN, this.littleEndian);
    if (!isValidSn(sn)) return false;
    out.sn = sn;
    const offset = this.readInlineQos(out, layout.DATA_SPAN);
    if (offset === INVALID) return false;
    out.nonStandardPayload = (flags & kinds.FLAG_DATA_NON_STANDARD_PAYLOAD) !== 0;
    out.payloadKind = PAYLOAD_NONE;
    out.payloadOffset = 0;
    out.payloadEnd = 0;
    const payloadFlags = flags & (kinds.FLAG_DATA_DATA | kinds.FLAG_DATA_KEY);
    if (payloadFlags === 0) return true;
    if (payloadFlags === (kinds.FLAG_DATA_DATA | kinds.FLAG_DATA_KEY)) return false;
    if (end - offset < ENCAPSULATION_SPAN && !out.nonStandardPayload) return false;
    out.payloadKind = payloadFlags === kinds.FLAG_DATA_DATA ? PAYLOAD_DATA : PAYLOAD_KEY;
    out.payloadOffset = offset;
    out.payloadEnd = end;
    return true;
  }

  readDataFrag(out: fields.DataFragFields): boolean {
    const view = this.view;
    const body = this.bodyOffset;
    const littleEndian = this.littleEndian;
    if (this.bodyEnd - body < layout.DATA_FRAG_SPAN) return false;
    out.readerId = view.getUint32(body + layout.DATA_READER_ID);
    out.writerId = view.getUint32(body + layout.DATA_WRITER_ID);
    const sn = readSn(view, body + layout.DATA_WRITER_SN, littleEndian);
    if (!isValidSn(sn)) return false;
    out.sn = sn;
    out.fragmentStartingNum = view.getUint32(body + layout.DATA_FRAG_STARTING_NUM, littleEndian);
    out.fragmentsInSubmessage = view.getUint16(body + layout.DATA_FRAG_COUNT, littleEndian);
    out.fragmentSize = view.getUint16(body + layout.DATA_FRAG_SIZE, littleEndian);
    out.sampleSize = view.getUint32(body + layout.DATA_FRAG_SAMPLE_SIZE, littleEndian);
    out.keyFlag = (this.flags & kinds.FLAG_DATA_FRAG_KEY) !== 0;
    out.nonStandardPayload = (this.flags & kinds.FLAG_DATA_FRAG_NON_STANDARD_PAYLOAD) !== 0;
    return this.readFragments(out);
  }

  /** The part of DATA_FRAG behind its fixed fields. */
  private readFragments(out: fields.DataFragFields): boolean {
    const offset = this.readInlineQos(out, layout.DATA_FRAG_SPAN);
    if (offset === INVALID) return false;
    // §8.3.8.3.3: all three positive, and the last fragment starts within the sample. Products stay below 2^49.
    const size = out.fragmentSize;
    const before = out.fragmentStartingNum - 1;
    const upTo = before + out.fragmentsInSubmessage;
    if (before < 0 || upTo === before || size === 0 || (upTo - 1) * size >= out.sampleSize) return false;
    const from = before * size;
    const length = Math.min(upTo * size, out.sampleSize) - from;
    // Only as many octets as the fragments have: the submessage may be padded.
    if (this.bodyEnd - offset < length) return false;
    out.payloadOffset = offset;
    out.payloadEnd = offset + length;
    return true;
  }

  readHeartbeat(out: fields.HeartbeatFields): boolean {
    const view = this.view;
    const body = this.bodyOffset;
    const littleEndian = this.littleEndian;
    if (this.bodyEnd - body < layout.HEARTBEAT_SPAN) return false;
    const firstSn = readSn(view, body + layout.HEARTBEAT_FIRST_SN, littleEndian);
    const lastSn = readSn(view, body + layout.HEARTBEAT_LAST_SN, littleEndian);
    if (!isValidSn(firstSn) || lastSn < firstSn - 1) return false;
    out.readerId = view.getUint32(body + layout.READER_ID);
    out.writerId = view.getUint32(body + layout.WRITER_ID);
    out.firstSn = firstSn;
    out.lastSn = Math.min(lastSn, SN_MAX);
    out.count = view.getUint32(body + layout.HEARTBEAT_COUNT, littleEndian);
    out.final = (this.flags & kinds.FLAG_HEARTBEAT_FINAL) !== 0;
    out.liveliness = (this.flags & kinds.FLAG_HEARTBEAT_LIVELINESS) !== 0;
    out.groupInfo = (this.flags & kinds.FLAG_HEARTBEAT_GROUP_INFO) !== 0;
    return out.groupInfo ? this.readGroupInfo(out) : true;
  }

  private readGroupInfo(out: fields.HeartbeatFields): boolean {
    const view = this.view;
    const offset = this.bodyOffset + layout.HEARTBEAT_SPAN;
    if (this.bodyEnd - offset < layout.HEARTBEAT_GROUP_SPAN) return false;
    out.currentGsn = readSn(view, offset + layout.HEARTBEAT_GROUP_CURRENT, this.littleEndian);
    out.firstGsn = readSn(view, offset + layout.HEARTBEAT_GROUP_FIRST, this.littleEndian);
    out.lastGsn = readSn(view, offset + layout.HEARTBEAT_GROUP_LAST, this.littleEndian);
    out.writerSet = view.getUint32(offset + layout.HEARTBEAT_GROUP_WRITER_SET);
    out.secureWriterSet = view.getUint32(offset + layout.HEARTBEAT_GROUP_SECURE_SET);
    return isValidSn(out.firstGsn) && out.lastGsn >= out.firstGsn - 1 && out.currentGsn >= out.lastGsn;
  }

  readHeartbeatFrag(out: fields.HeartbeatFragFields): boolean {
    const view = this.view;
    const body = this.bodyOffset;
    if (this.bodyEnd - body < layout.HEARTBEAT_FRAG_SPAN) return false;
    out.readerId = view.getUint32(body + layout.READER_ID);
    out.writerId = view.getUint32(body + layout.WRITER_ID);
    out.sn = readSn(view, body + layout.FRAG_WRITER_SN, this.littleEndian);
    out.lastFragmentNum = view.getUint32(body + layout.HEARTBEAT_FRAG_LAST_NUM, this.littleEndian);
    out.count = view.getUint32(body + layout.HEARTBEAT_FRAG_COUNT, this.littleEndian);
    return isValidSn(out.sn) && out.lastFragmentNum >= 1;
  }

  /** An empty set with base 0, which several vendors open with, is accepted and reported as such. */
  readAckNack(out: fields.AckNackFields): boolean {
    const view = this.view;
    const body = this.bodyOffset;
    const countOffset = readSnSet(
      view,
      body + layout.ACKNACK_SET,
      this.bodyEnd - COUNT_SPAN,
      this.littleEndian,
      out.set,
    );
    if (countOffset === INVALID) return false;
    if (out.set.base === SN_NONE && out.set.numBits !== 0) return false;
    out.readerId = view.getUint32(body + layout.READER_ID);
    out.writerId = view.getUint32(body + layout.WRITER_ID);
    out.count = view.getUint32(countOffset, this.littleEndian);
    out.final = (this.flags & kinds.FLAG_ACKNACK_FINAL) !== 0;
    return true;
  }

  readNackFrag(out: fields.NackFragFields): boolean {
    const view = this.view;
    const body = this.bodyOffset;
    const limit = this.bodyEnd - COUNT_SPAN;
    const countOffset = readFragmentSet(view, body + layout.NACK_FRAG_SET, limit, this.littleEndian, out.set);
    if (countOffset === INVALID) return false;
    out.readerId = view.getUint32(body + layout.READER_ID);
    out.writerId = view.getUint32(body + layout.WRITER_ID);
    out.sn = readSn(view, body + layout.FRAG_WRITER_SN, this.littleEndian);
    out.count = view.getUint32(countOffset, this.littleEndian);
    return isValidSn(out.sn);
  }

  /** Group info and filtered count (flags G and F) stand behind the set and are not needed: they are skipped. */
  readGap(out: fields.GapFields): boolean {
    const view = this.view;
    const body = this.bodyOffset;
    const setEnd = readSnSet(view, body + layout.GAP_SET, this.bodyEnd, this.littleEndian, out.set);
    if (setEnd === INVALID || out.set.base === SN_NONE) return false;
    out.readerId = view.getUint32(body + layout.READER_ID);
    out.writerId = view.getUint32(body + layout.WRITER_ID);
    out.gapStart = readSn(view, body + layout.GAP_START, this.littleEndian);
    return isValidSn(out.gapStart);
  }

  readInfoTimestamp(out: fields.InfoTimestampFields): boolean {
    out.seconds = INVALID_WORD;
    out.fraction = INVALID_WORD;
    if ((this.flags & kinds.FLAG_INFO_TS_INVALIDATE) !== 0) return true;
    if (this.bodyEnd - this.bodyOffset < layout.INFO_TIMESTAMP_SPAN) return false;
    out.seconds = this.view.getUint32(this.bodyOffset, this.littleEndian);
    out.fraction = this.view.getUint32(this.bodyOffset + 4, this.littleEndian);
    return true;
  }

  readInfoSource(out: fields.InfoSourceFields): boolean {
    const view = this.view;
    const body = this.bodyOffset;
    if (this.bodyEnd - body < layout.INFO_SOURCE_SPAN) return false;
    out.major = view.getUint8(body + layout.INFO_SOURCE_MAJOR);
    out.minor = view.getUint8(body + layout.INFO_SOURCE_MINOR);
    out.vendorId = view.getUint16(body + layout.INFO_SOURCE_VENDOR_ID);
    out.prefixOffset = body + layout.INFO_SOURCE_GUID_PREFIX;
    return true;
  }

  readInfoDestination(out: fields.InfoDestinationFields): boolean {
    out.prefixOffset = this.bodyOffset;
    return this.bodyEnd - this.bodyOffset >= layout.INFO_DESTINATION_SPAN;
  }

  /** INFO_REPLY, or INFO_REPLY_IP4 with `isIp4`. Counts are checked against the octets that are there. */
  readInfoReply(out: fields.InfoReplyFields, isIp4: boolean): boolean {
    const view = this.view;
    const end = this.bodyEnd;
    const hasMulticast = (this.flags & kinds.FLAG_INFO_REPLY_MULTICAST) !== 0;
    const span = isIp4 ? layout.LOCATOR_UDPV4_SPAN : layout.LOCATOR_SPAN;
    const countSpan = isIp4 ? 0 : layout.LOCATOR_LIST_SPAN;
    let offset = this.bodyOffset;
    out.isIp4 = isIp4;
    out.multicastOffset = 0;
    out.multicastCount = 0;
    if (end - offset < countSpan) return false;
    out.unicastCount = isIp4 ? 1 : view.getUint32(offset, this.littleEndian);
    out.unicastOffset = offset + countSpan;
    if (out.unicastCount * span > end - out.unicastOffset) return false;
    if (!hasMulticast) return true;
    offset = out.unicastOffset + out.unicastCount * span;
    if (end - offset < countSpan) return false;
    out.multicastCount = isIp4 ? 1 : view.getUint32(offset, this.littleEndian);
    out.multicastOffset = offset + countSpan;
    return out.multicastCount * span <= end - out.multicastOffset;
  }

  /** RTPS 2.5 §8.3.7. Only valid as the first submessage; whether the checksum is right is not looked at here. */
  readHeaderExtension(out: fields.HeaderExtensionFields): boolean {
    const view = this.view;
    const end = this.bodyEnd;
    const flags = this.flags;
    const checksum = (flags & kinds.FLAG_HEADER_EXTENSION_CHECKSUM) >>> 5;
    out.checksumLength = CHECKSUM_SPANS[checksum]!;
    let offset = this.bodyOffset;
    const lengthAt = offset;
    offset += (flags & kinds.FLAG_HEADER_EXTENSION_LENGTH) !== 0 ? 4 : 0;
    const timeAt = offset;
    offset += (flags & kinds.FLAG_HEADER_EXTENSION_TIMESTAMP) !== 0 ? 8 : 0;
    out.uExtensionOffset = (flags & kinds.FLAG_HEADER_EXTENSION_U4) !== 0 ? offset : 0;
    offset += out.uExtensionOffset !== 0 ? 4 : 0;
    out.wExtensionOffset = (flags & kinds.FLAG_HEADER_EXTENSION_W8) !== 0 ? offset : 0;
    offset += out.wExtensionOffset !== 0 ? 8 : 0;
    out.checksumOffset = out.checksumLength !== 0 ? offset : 0;
    offset += out.checksumLength;
    if (offset > end) return false;
    out.messageLength = timeAt > lengthAt ? view.getUint32(lengthAt, this.littleEndian) : 0;
    const hasTime = (flags & kinds.FLAG_HEADER_EXTENSION_TIMESTAMP) !== 0;
    out.sendSeconds = hasTime ? view.getUint32(timeAt, this.littleEndian) : INVALID_WORD;
    out.sendFraction = hasTime ? view.getUint32(timeAt + 4, this.littleEndian) : INVALID_WORD;
    out.parametersOffset = 0;
    out.parametersEnd = 0;
    if ((flags & kinds.FLAG_HEADER_EXTENSION_PARAMETERS) === 0) return true;
    out.parametersOffset = offset;
    out.parametersEnd = skipParameterList(view, offset, end, this.littleEndian);
    return out.parametersEnd !== INVALID;
  }

  /** Inline QoS of DATA and DATA_FRAG; returns where the payload starts, or INVALID. `span` is the fixed part. */
  private readInlineQos(out: fields.DataFields | fields.DataFragFields, span: number): number {
    const field = this.bodyOffset + layout.DATA_OCTETS_TO_INLINE_QOS;
    const toInlineQos = this.view.getUint16(field, this.littleEndian);
    const offset = field + 2 + toInlineQos;
    // List and payload are aligned to 4 (§9.4.1) and cannot start inside the fixed part. Larger headers are skipped.
    if (offset < this.bodyOffset + span || offset > this.bodyEnd || (toInlineQos & 3) !== 0) return INVALID;
    out.inlineQosOffset = 0;
    out.inlineQosEnd = 0;
    if ((this.flags & kinds.FLAG_DATA_INLINE_QOS) === 0) return offset;
    const end = skipParameterList(this.view, offset, this.bodyEnd, this.littleEndian);
    out.inlineQosOffset = offset;
    out.inlineQosEnd = end;
    return end;
  }
}

/** Offsets into a datagram are positive. */
const INVALID = -1;
const INVALID_WORD = 0xffffffff;
const COUNT_SPAN = 4;
const ENCAPSULATION_SPAN = 4;
const CHECKSUM_SPANS = [0, 4, 8, 16];
