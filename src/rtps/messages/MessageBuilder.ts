// RTPS 2.5 §9.4: writes datagrams into a slab that is reused. Owns the layout of submessages and their lengths, knows
// nothing of what is owed to whom. Wrong use throws a RangeError; a slab never grows.

import { PAYLOAD_DATA, PAYLOAD_NONE, type PayloadKind } from "../structure/cacheChange.js";
import type { EntityId } from "../structure/entityId.js";
import type { GuidPrefix } from "../structure/guid.js";
import type { Locator } from "../structure/locator.js";
import type { NumberSet } from "../structure/NumberSet.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";
import type { Timestamp } from "../structure/time.js";
import * as layout from "./layouts.js";
import { SlabWriter } from "./SlabWriter.js";
import * as kinds from "./submessageKind.js";

/** What a HEADER_EXTENSION says. Octet fields are written as they are. */
export interface HeaderExtensionOptions {
  /** Octets of the whole message. */
  readonly messageLength?: number;
  readonly sendTimestamp?: Timestamp;
  /** 4 octets. */
  readonly uExtension?: Uint8Array;
  /** 8 octets. */
  readonly wExtension?: Uint8Array;
  /** 4 (CRC-32C), 8 (CRC-64/XZ) or 16 (MD5) octets, over the whole message with these octets zero. */
  readonly checksum?: Uint8Array;
  /** A parameter list with its sentinel. */
  readonly parameters?: Uint8Array;
}

export class MessageBuilder extends SlabWriter {
  /** Starts a datagram at the beginning of the slab: views cut from it before are overwritten. */
  begin(minor: number, vendorId: number, prefix: GuidPrefix): void {
    this.restart();
    const at = this.reserve(layout.HEADER_SPAN);
    this.view.setUint32(at, PROTOCOL_RTPS);
    this.view.setUint8(at + layout.HEADER_MAJOR, PROTOCOL_MAJOR);
    this.view.setUint8(at + layout.HEADER_MINOR, minor);
    this.view.setUint16(at + layout.HEADER_VENDOR_ID, vendorId);
    this.putPrefix(at + layout.HEADER_GUID_PREFIX, prefix);
  }

  infoDestination(prefix: GuidPrefix): void {
    const body = this.submessage(kinds.SUBMESSAGE_INFO_DST, 0, layout.INFO_DESTINATION_SPAN);
    this.putPrefix(body, prefix);
  }

  infoTimestamp(timestamp: Timestamp): void {
    const body = this.submessage(kinds.SUBMESSAGE_INFO_TS, 0, layout.INFO_TIMESTAMP_SPAN);
    this.putTimestamp(body, timestamp);
  }

  /** Takes the timestamp back: what follows has none. */
  infoTimestampInvalid(): void {
    this.submessage(kinds.SUBMESSAGE_INFO_TS, kinds.FLAG_INFO_TS_INVALIDATE, 0);
  }

  infoSource(minor: number, vendorId: number, prefix: GuidPrefix): void {
    const body = this.submessage(kinds.SUBMESSAGE_INFO_SRC, 0, layout.INFO_SOURCE_SPAN);
    this.view.setUint32(body, 0);
    this.view.setUint8(body + layout.INFO_SOURCE_MAJOR, PROTOCOL_MAJOR);
    this.view.setUint8(body + layout.INFO_SOURCE_MINOR, minor);
    this.view.setUint16(body + layout.INFO_SOURCE_VENDOR_ID, vendorId);
    this.putPrefix(body + layout.INFO_SOURCE_GUID_PREFIX, prefix);
  }

  /** An empty multicast list leaves that list out. */
  infoReply(unicast: readonly Locator[], multicast: readonly Locator[]): void {
    const both = multicast.length !== 0;
    const span = layout.LOCATOR_LIST_SPAN * (both ? 2 : 1) + layout.LOCATOR_SPAN * (unicast.length + multicast.length);
    const flags = both ? kinds.FLAG_INFO_REPLY_MULTICAST : 0;
    const body = this.submessage(kinds.SUBMESSAGE_INFO_REPLY, flags, span);
    const end = this.putLocators(body, unicast);
    if (both) this.putLocators(end, multicast);
  }

  /** The compact form for UDPv4 locators; `multicast` may be left out. */
  infoReplyIp4(unicast: Locator, multicast?: Locator): void {
    const both = multicast !== undefined;
    const flags = both ? kinds.FLAG_INFO_REPLY_MULTICAST : 0;
    const span = layout.LOCATOR_UDPV4_SPAN * (both ? 2 : 1);
    const body = this.submessage(kinds.SUBMESSAGE_INFO_REPLY_IP4, flags, span);
    this.putLocatorUdpv4(body, unicast);
    if (both) this.putLocatorUdpv4(body + layout.LOCATOR_UDPV4_SPAN, multicast);
  }

  /** A PAD with `length` octets of zeros, a multiple of 4; with more than 0, Wireshark complains. */
  pad(length: number): void {
    const body = this.submessage(kinds.SUBMESSAGE_PAD, 0, length);
    this.bytes.fill(0, body, body + length);
  }

  /** RTPS 2.5 §8.3.7: must be the first submessage. Every field may be left out. */
  headerExtension(options: HeaderExtensionOptions): void {
    const { messageLength, sendTimestamp, uExtension, wExtension, checksum, parameters } = options;
    const octets = [uExtension, wExtension, checksum, parameters];
    let flags = (messageLength !== undefined ? kinds.FLAG_HEADER_EXTENSION_LENGTH : 0) | checksumFlag(checksum);
    if (sendTimestamp !== undefined) flags |= kinds.FLAG_HEADER_EXTENSION_TIMESTAMP;
    if (uExtension !== undefined) flags |= kinds.FLAG_HEADER_EXTENSION_U4;
    if (wExtension !== undefined) flags |= kinds.FLAG_HEADER_EXTENSION_W8;
    if (parameters !== undefined) flags |= kinds.FLAG_HEADER_EXTENSION_PARAMETERS;
    let span = (messageLength !== undefined ? 4 : 0) + (sendTimestamp !== undefined ? 8 : 0);
    for (const part of octets) span += part?.length ?? 0;
    let at = this.submessage(kinds.SUBMESSAGE_HEADER_EXTENSION, flags, span);
    if (messageLength !== undefined) {
      this.view.setUint32(at, messageLength, this.littleEndian);
      at += 4;
    }
    if (sendTimestamp !== undefined) {
      this.putTimestamp(at, sendTimestamp);
      at += 8;
    }
    for (const part of octets) {
      if (part === undefined) continue;
      this.bytes.set(part, at);
      at += part.length;
    }
  }

  heartbeat(
    readerId: EntityId,
    writerId: EntityId,
    firstSn: SequenceNumber,
    lastSn: SequenceNumber,
    count: number,
    final: boolean,
    liveliness: boolean,
  ): void {
    const flags = (final ? kinds.FLAG_HEARTBEAT_FINAL : 0) | (liveliness ? kinds.FLAG_HEARTBEAT_LIVELINESS : 0);
    const body = this.submessage(kinds.SUBMESSAGE_HEARTBEAT, flags, layout.HEARTBEAT_SPAN);
    this.putEntities(body, readerId, writerId);
    this.putSn(body + layout.HEARTBEAT_FIRST_SN, firstSn);
    this.putSn(body + layout.HEARTBEAT_LAST_SN, lastSn);
    this.view.setUint32(body + layout.HEARTBEAT_COUNT, count, this.littleEndian);
  }

  heartbeatFrag(
    readerId: EntityId,
    writerId: EntityId,
    sn: SequenceNumber,
    lastFragmentNum: number,
    count: number,
  ): void {
    const body = this.submessage(kinds.SUBMESSAGE_HEARTBEAT_FRAG, 0, layout.HEARTBEAT_FRAG_SPAN);
    this.putEntities(body, readerId, writerId);
    this.putSn(body + layout.FRAG_WRITER_SN, sn);
    this.view.setUint32(body + layout.HEARTBEAT_FRAG_LAST_NUM, lastFragmentNum, this.littleEndian);
    this.view.setUint32(body + layout.HEARTBEAT_FRAG_COUNT, count, this.littleEndian);
  }

  /** `set.base` 0, with an empty set, is for peers known to expect it: others take it as malformed. */
  ackNack(readerId: EntityId, writerId: EntityId, set: NumberSet, count: number, final: boolean): void {
    const flags = final ? kinds.FLAG_ACKNACK_FINAL : 0;
    const span = layout.ACKNACK_BODY.span + set.wordCount() * 4 + COUNT_SPAN;
    const body = this.submessage(kinds.SUBMESSAGE_ACKNACK, flags, span);
    this.putEntities(body, readerId, writerId);
    const end = this.putSnSet(body + layout.ACKNACK_SET, set);
    this.view.setUint32(end, count, this.littleEndian);
  }

  nackFrag(readerId: EntityId, writerId: EntityId, sn: SequenceNumber, set: NumberSet, count: number): void {
    const span = layout.NACK_FRAG_BODY.span + set.wordCount() * 4 + COUNT_SPAN;
    const body = this.submessage(kinds.SUBMESSAGE_NACK_FRAG, 0, span);
    this.putEntities(body, readerId, writerId);
    this.putSn(body + layout.FRAG_WRITER_SN, sn);
    const end = this.putFragmentSet(body + layout.NACK_FRAG_SET, set);
    this.view.setUint32(end, count, this.littleEndian);
  }

  /** Irrelevant are [gapStart, set.base) and the members of the set. */
  gap(readerId: EntityId, writerId: EntityId, gapStart: SequenceNumber, set: NumberSet): void {
    const body = this.submessage(kinds.SUBMESSAGE_GAP, 0, layout.GAP_BODY.span + set.wordCount() * 4);
    this.putEntities(body, readerId, writerId);
    this.putSn(body + layout.GAP_START, gapStart);
    this.putSnSet(body + layout.GAP_SET, set);
  }

  /**
   * DATA up to its payload. `inlineQos` is a ready parameter list with its sentinel, in this builder's byte order, or
   * empty. `payloadLength` octets must follow at once by appendPayload() or cut() and addExternal().
   */
  data(
    readerId: EntityId,
    writerId: EntityId,
    sn: SequenceNumber,
    payloadKind: PayloadKind,
    payloadLength: number,
    inlineQos: Uint8Array,
  ): void {
    let flags = inlineQos.length !== 0 ? kinds.FLAG_DATA_INLINE_QOS : 0;
    if (payloadKind !== PAYLOAD_NONE)
      flags |= payloadKind === PAYLOAD_DATA ? kinds.FLAG_DATA_DATA : kinds.FLAG_DATA_KEY;
    const span = layout.DATA_SPAN + inlineQos.length;
    const body = this.submessage(kinds.SUBMESSAGE_DATA, flags, span, payloadLength);
    this.putDataHead(body, layout.DATA_SPAN, readerId, writerId, sn);
    if (inlineQos.length !== 0) this.bytes.set(inlineQos, body + layout.DATA_SPAN);
  }

  /**
   * DATA_FRAG up to its payload: `fragmentsInSubmessage` fragments from `fragmentStartingNum` (1-based) of a sample of
   * `sampleSize` octets. `key` says that the sample is a serialized key. For the rest see data().
   */
  dataFrag(
    readerId: EntityId,
    writerId: EntityId,
    sn: SequenceNumber,
    fragmentStartingNum: number,
    fragmentsInSubmessage: number,
    fragmentSize: number,
    sampleSize: number,
    key: boolean,
    payloadLength: number,
    inlineQos: Uint8Array,
  ): void {
    const flags = (inlineQos.length !== 0 ? kinds.FLAG_DATA_INLINE_QOS : 0) | (key ? kinds.FLAG_DATA_FRAG_KEY : 0);
    const span = layout.DATA_FRAG_SPAN + inlineQos.length;
    const body = this.submessage(kinds.SUBMESSAGE_DATA_FRAG, flags, span, payloadLength);
    this.putDataHead(body, layout.DATA_FRAG_SPAN, readerId, writerId, sn);
    const view = this.view;
    view.setUint32(body + layout.DATA_FRAG_STARTING_NUM, fragmentStartingNum, this.littleEndian);
    view.setUint16(body + layout.DATA_FRAG_COUNT, fragmentsInSubmessage, this.littleEndian);
    view.setUint16(body + layout.DATA_FRAG_SIZE, fragmentSize, this.littleEndian);
    view.setUint32(body + layout.DATA_FRAG_SAMPLE_SIZE, sampleSize, this.littleEndian);
    if (inlineQos.length !== 0) this.bytes.set(inlineQos, body + layout.DATA_FRAG_SPAN);
  }

  /** What DATA and DATA_FRAG have in common; `span` is where the inline QoS starts. */
  private putDataHead(body: number, span: number, readerId: EntityId, writerId: EntityId, sn: SequenceNumber): void {
    const afterField = layout.DATA_OCTETS_TO_INLINE_QOS + 2;
    this.view.setUint16(body, 0);
    this.view.setUint16(body + layout.DATA_OCTETS_TO_INLINE_QOS, span - afterField, this.littleEndian);
    this.view.setUint32(body + layout.DATA_READER_ID, readerId);
    this.view.setUint32(body + layout.DATA_WRITER_ID, writerId);
    this.putSn(body + layout.DATA_WRITER_SN, sn);
  }

  private putEntities(body: number, readerId: EntityId, writerId: EntityId): void {
    this.view.setUint32(body + layout.READER_ID, readerId);
    this.view.setUint32(body + layout.WRITER_ID, writerId);
  }
}

function checksumFlag(checksum: Uint8Array | undefined): number {
  if (checksum === undefined) return 0;
  const code = CHECKSUM_SPANS.indexOf(checksum.length);
  if (code < 1) throw new RangeError("a checksum has 4, 8 or 16 octets");
  return code << 5;
}

/** "RTPS" as a big-endian word. */
const PROTOCOL_RTPS = 0x52545053;
const PROTOCOL_MAJOR = 2;
const COUNT_SPAN = 4;
const CHECKSUM_SPANS = [0, 4, 8, 16];
