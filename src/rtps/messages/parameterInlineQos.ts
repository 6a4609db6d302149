// RTPS 2.5 §8.7 and §9.6.4: the inline QoS of DATA and DATA_FRAG. Reads into one reusable object without
// allocating; writes the KEY_HASH + STATUS_INFO lists that this stack sends.

import type { ChangeKind, GroupPlacement } from "../structure/cacheChange.js";
import type { EntityId } from "../structure/entityId.js";
import type { Guid, GuidPrefix } from "../structure/guid.js";
import { type SequenceNumber, SN_NONE, snFromWords } from "../structure/sequenceNumber.js";
import { VENDORID_FASTDDS, VENDORID_RTI_CONNEXT } from "../structure/vendorId.js";
import { LIST_ENDED, ParameterListReader } from "./ParameterListReader.js";
import {
  PID_COHERENT_SET,
  PID_CONTENT_FILTER_INFO,
  PID_DIRECTED_WRITE,
  PID_GROUP_COHERENT_SET,
  PID_GROUP_SEQ_NUM,
  PID_KEY_HASH,
  PID_ORIGINAL_WRITER_INFO,
  PID_RELATED_SAMPLE_IDENTITY,
  PID_RTI_END_GROUP_COHERENT_SET,
  PID_SENTINEL,
  PID_STATUS_INFO,
  PID_VENDOR_RELATED_SAMPLE_IDENTITY,
} from "./parameterId.js";

/** Bits of the last octet of STATUS_INFO (§9.6.4.9). */
export const STATUS_DISPOSED = 0x01;
export const STATUS_UNREGISTERED = 0x02;
export const STATUS_FILTERED = 0x04;

const ABSENT = -1;

/** What the inline QoS of one submessage says. Offsets are into the datagram; -1 means absent. */
export class InlineQos {
  /** 16 octets. */
  keyHashOffset = ABSENT;
  /** The last octet of STATUS_INFO; 0 if absent. */
  statusInfo = 0;
  /** First number of the coherent set this sample is in; SN_NONE if absent. */
  coherentSetSn: SequenceNumber = SN_NONE;
  groupCoherentSetSn: SequenceNumber = SN_NONE;
  groupSeqNum: SequenceNumber = SN_NONE;
  /** GUID and sequence number, 24 octets; the number in the byte order of the submessage. */
  relatedSampleIdentityOffset = ABSENT;
  originalWriterInfoOffset = ABSENT;
  /** The first DIRECTED_WRITE and how many there are; ask `isDirectedTo`. */
  directedWriteCount = 0;
  contentFilterInfoOffset = ABSENT;
  contentFilterInfoLength = 0;
  /** A parameter that must be understood and is not: the sample must be dropped. */
  hasUnknownMustUnderstand = false;
  /** The offset behind the sentinel: where the payload starts. */
  endOffset = 0;

  private readonly list = new ParameterListReader();
  private start = 0;
  private end = 0;

  /** What a submessage without inline QoS says. */
  clear(): void {
    this.keyHashOffset = ABSENT;
    this.statusInfo = 0;
    this.coherentSetSn = SN_NONE;
    this.groupCoherentSetSn = SN_NONE;
    this.groupSeqNum = SN_NONE;
    this.relatedSampleIdentityOffset = ABSENT;
    this.originalWriterInfoOffset = ABSENT;
    this.directedWriteCount = 0;
    this.contentFilterInfoOffset = ABSENT;
    this.contentFilterInfoLength = 0;
    this.hasUnknownMustUnderstand = false;
    this.endOffset = 0;
  }

  /**
   * Reads the list in [offset, end). `view` must cover the same memory as `bytes` from the same start; `vendorId` is
   * the sender's. False if the list has no sentinel: the submessage is invalid. A known parameter that is too short
   * counts as absent; the last of several counts.
   */
  read(
    bytes: Uint8Array,
    view: DataView,
    offset: number,
    end: number,
    littleEndian: boolean,
    vendorId: number,
  ): boolean {
    this.clear();
    const list = this.list;
    list.reset(bytes, view, offset, end, littleEndian);
    this.start = offset;
    this.end = end;
    while (list.next()) this.readParameter(list, vendorId);
    this.endOffset = list.offset;
    return list.status === LIST_ENDED;
  }

  /** The kind of change that STATUS_INFO tells: ALIVE if absent. */
  changeKind(): ChangeKind {
    // The numbers of ChangeKind are the bits of STATUS_INFO.
    return (this.statusInfo & (STATUS_DISPOSED | STATUS_UNREGISTERED)) as ChangeKind;
  }

  /** True unless DIRECTED_WRITE names other readers only. Walks the list again; call it before the next `read`. */
  isDirectedTo(prefix: GuidPrefix, readerId: EntityId): boolean {
    if (this.directedWriteCount === 0) return true;
    const list = this.list;
    list.reset(list.bytes, list.view, this.start, this.end, list.littleEndian);
    while (list.next()) {
      if (list.pid !== PID_DIRECTED_WRITE || !list.has(16)) continue;
      if (list.u32BigEndian(12) !== readerId || list.u32BigEndian(0) !== prefix.w0) continue;
      if (list.u32BigEndian(4) === prefix.w1 && list.u32BigEndian(8) === prefix.w2) return true;
    }
    return false;
  }

  /** A copy of the 16 octets of KEY_HASH; empty if absent. Valid until the next `read`. */
  keyHashCopy(): Uint8Array {
    if (this.keyHashOffset === ABSENT) return NO_KEY_HASH;
    return this.list.bytes.slice(this.keyHashOffset, this.keyHashOffset + 16);
  }

  /** What it says about coherent sets and group order; undefined if nothing. */
  placement(): GroupPlacement | undefined {
    const { coherentSetSn, groupCoherentSetSn, groupSeqNum } = this;
    if (coherentSetSn === SN_NONE && groupSeqNum === SN_NONE) return undefined;
    return { coherentSetSn, endsCoherentSet: false, groupCoherentSetSn, groupSeqNum };
  }

  /** The same of a mark behind a coherent set. */
  markPlacement(): GroupPlacement {
    const { groupCoherentSetSn, groupSeqNum } = this;
    return { coherentSetSn: SN_NONE, endsCoherentSet: true, groupCoherentSetSn, groupSeqNum };
  }

  private readParameter(list: ParameterListReader, vendorId: number): void {
    switch (list.pid) {
      case PID_KEY_HASH:
        if (list.has(16)) this.keyHashOffset = list.valueOffset;
        break;
      case PID_STATUS_INFO:
        // Four octets, not a number: the flags are in the last one whatever the byte order.
        if (list.has(4)) this.statusInfo = list.octet(3);
        break;
      case PID_ORIGINAL_WRITER_INFO:
        if (list.has(24)) this.originalWriterInfoOffset = list.valueOffset;
        break;
      case PID_RELATED_SAMPLE_IDENTITY:
        if (list.has(24)) this.relatedSampleIdentityOffset = list.valueOffset;
        break;
      case PID_VENDOR_RELATED_SAMPLE_IDENTITY:
        if (vendorId !== VENDORID_FASTDDS && vendorId !== VENDORID_RTI_CONNEXT) break;
        // Fast DDS sends both; the standard one counts.
        if (list.has(24) && this.relatedSampleIdentityOffset === ABSENT) {
          this.relatedSampleIdentityOffset = list.valueOffset;
        }
        break;
      case PID_DIRECTED_WRITE:
        if (list.has(16)) this.directedWriteCount++;
        break;
      case PID_CONTENT_FILTER_INFO:
        this.contentFilterInfoOffset = list.valueOffset;
        this.contentFilterInfoLength = list.valueLength;
        break;
      case PID_RTI_END_GROUP_COHERENT_SET:
        if (vendorId === VENDORID_RTI_CONNEXT && list.has(8)) {
          this.groupCoherentSetSn = validSn(list.i32(0), list.u32(4));
        }
        break;
      default:
        this.readGroupParameter(list);
    }
  }

  private readGroupParameter(list: ParameterListReader): void {
    switch (list.pid) {
      case PID_COHERENT_SET:
        // SEQUENCENUMBER_UNKNOWN is as good as no set.
        if (list.has(8)) this.coherentSetSn = validSn(list.i32(0), list.u32(4));
        break;
      case PID_GROUP_COHERENT_SET:
        if (list.has(8)) this.groupCoherentSetSn = validSn(list.i32(0), list.u32(4));
        break;
      case PID_GROUP_SEQ_NUM:
        if (list.has(8)) this.groupSeqNum = validSn(list.i32(0), list.u32(4));
        break;
      default:
        if (list.isUnknownMustUnderstand()) this.hasUnknownMustUnderstand = true;
    }
  }
}

const NO_KEY_HASH = new Uint8Array(0);

function validSn(high: number, low: number): SequenceNumber {
  return high < 0 ? SN_NONE : snFromWords(high, low);
}

/** How many octets `writeInlineQos` takes: 4 for an empty list. */
export function inlineQosLength(hasKeyHash: boolean, statusInfo: number): number {
  return 4 + (hasKeyHash ? 20 : 0) + (statusInfo !== 0 ? 8 : 0);
}

/**
 * Writes KEY_HASH (unless `keyHash` is empty), STATUS_INFO (unless 0) and the sentinel, little-endian.
 *
 * @returns the offset behind the list; the caller made sure that `inlineQosLength` octets are there
 */
export function writeInlineQos(target: Uint8Array, offset: number, keyHash: Uint8Array, statusInfo: number): number {
  let at = offset;
  if (keyHash.length === 16) {
    at = writeHeader(target, at, PID_KEY_HASH, 16);
    for (let i = 0; i < 16; i++) target[at + i] = keyHash[i]!;
    at += 16;
  }
  if (statusInfo !== 0) {
    at = writeHeader(target, at, PID_STATUS_INFO, 4);
    target[at] = 0;
    target[at + 1] = 0;
    target[at + 2] = 0;
    target[at + 3] = statusInfo;
    at += 4;
  }
  return writeHeader(target, at, PID_SENTINEL, 0);
}

/** The same list as an array of its own. */
export function inlineQosFor(keyHash: Uint8Array, statusInfo: number): Uint8Array {
  const list = new Uint8Array(inlineQosLength(keyHash.length === 16, statusInfo));
  writeInlineQos(list, 0, keyHash, statusInfo);
  return list;
}

/** `inlineQosFor` with the parameters of §8.7.5 and §8.7.6 in front. */
export function placedInlineQosFor(
  keyHash: Uint8Array,
  statusInfo: number,
  placement: Omit<GroupPlacement, "endsCoherentSet">,
): Uint8Array {
  const numbers: [number, SequenceNumber][] = [];
  const { coherentSetSn, groupCoherentSetSn, groupSeqNum } = placement;
  if (coherentSetSn !== SN_NONE) numbers.push([PID_COHERENT_SET, coherentSetSn]);
  if (groupCoherentSetSn !== SN_NONE) numbers.push([PID_GROUP_COHERENT_SET, groupCoherentSetSn]);
  if (groupSeqNum !== SN_NONE) numbers.push([PID_GROUP_SEQ_NUM, groupSeqNum]);
  const list = new Uint8Array(numbers.length * 12 + inlineQosLength(keyHash.length === 16, statusInfo));
  const view = new DataView(list.buffer);
  let at = 0;
  for (const [pid, sn] of numbers) {
    at = writeHeader(list, at, pid, 8);
    view.setInt32(at, Math.floor(sn / 4294967296), true);
    view.setUint32(at + 4, sn % 4294967296, true);
    at += 8;
  }
  writeInlineQos(list, at, keyHash, statusInfo);
  return list;
}

/** Parameters without sentinel in front of a list, which may be empty. */
export function prefixedList(parameters: Uint8Array, list: Uint8Array): Uint8Array {
  if (parameters.length === 0) return list;
  const both = new Uint8Array(parameters.length + Math.max(list.length, 4));
  both.set(parameters);
  if (list.length > 0) both.set(list, parameters.length);
  else writeHeader(both, parameters.length, PID_SENTINEL, 0);
  return both;
}

/** The key hash of discovery data: the GUID itself (§9.6.4.8). */
export function keyHashOfGuid(guid: Guid): Uint8Array {
  return guid.toBytes();
}

function writeHeader(target: Uint8Array, at: number, pid: number, length: number): number {
  target[at] = pid & 0xff;
  target[at + 1] = pid >>> 8;
  target[at + 2] = length & 0xff;
  target[at + 3] = length >>> 8;
  return at + 4;
}
