// RTPS 2.5 §9.4: a datagram as a list of submessages with names, values and offsets, for people. Uses the same reader
// as the engine, so that what is shown is what the engine sees.

import { readLocator, readLocatorUdpv4, readSn } from "../rtps/messages/elements.js";
import { MESSAGE_BAD_MAGIC, MESSAGE_OK, type MessageFault } from "../rtps/messages/faults.js";
import * as read from "../rtps/messages/fields.js";
import * as layout from "../rtps/messages/layouts.js";
import { MessageReader } from "../rtps/messages/MessageReader.js";
import * as kinds from "../rtps/messages/submessageKind.js";
import { PAYLOAD_KEY, PAYLOAD_NONE } from "../rtps/structure/cacheChange.js";
import { toHex } from "../rtps/structure/guid.js";
import { locatorToString } from "../rtps/structure/locator.js";
import type { NumberSet } from "../rtps/structure/NumberSet.js";
import { type DissectedParameter, type DissectedParameters, dissectParameters } from "./dissectParameters.js";
import { flagNamesOf } from "./flagNames.js";

/** Numbers, hex text for octets and entity ids, "seconds.fraction" in hex for times, members for sets. */
export type FieldValue = number | string | readonly number[];

/** `offset` counts from the start of the datagram, in bytes. */
export interface DissectedField {
  readonly name: string;
  readonly offset: number;
  readonly span: number;
  readonly value: FieldValue;
}

export interface DissectedSubmessage {
  readonly kind: kinds.SubmessageKind;
  /** "HEARTBEAT", or "0x80" for an id that the protocol does not define. */
  readonly name: string;
  readonly offset: number;
  /** Header and body. */
  readonly span: number;
  readonly flags: number;
  readonly flagNames: readonly string[];
  readonly littleEndian: boolean;
  /** The engine would drop it and the rest of the datagram. Only fixed fields are listed then. */
  readonly malformed: boolean;
  readonly fields: readonly DissectedField[];
  /** Of the inline QoS, then of discovery data; empty if there are none. */
  readonly parameters: readonly DissectedParameter[];
  /** The offset of the first octet that could not be understood, if the submessage has one. */
  readonly gaveUpAt: number | undefined;
}

export interface Dissection {
  /** MESSAGE_OK, or why the datagram or the rest of it was not understood. */
  readonly fault: MessageFault;
  /** Octets covered by header and submessages. Less than the datagram after a fault. */
  readonly understood: number;
  /** Of the RTPS header. */
  readonly header: readonly DissectedField[];
  readonly submessages: readonly DissectedSubmessage[];
}

/**
 * Takes a datagram apart. Never throws, whatever the bytes. Copies that Connext marks "RTPX" are shown too, with the
 * fault that makes the engine drop them.
 */
export function dissect(datagram: Uint8Array): Dissection {
  const reader = new MessageReader();
  let fault = reader.reset(datagram);
  if (fault === MESSAGE_BAD_MAGIC && toHex(datagram, 0, 4) === RTPX) reader.reset(asRtps(datagram));
  if (reader.fault !== MESSAGE_OK) return { fault, understood: 0, header: [], submessages: [] };
  const header = layoutFields(reader, layout.RTPS_HEADER, 0);
  header[0] = { ...header[0]!, value: toHex(datagram, 0, 4) };
  const submessages: DissectedSubmessage[] = [];
  let understood = layout.HEADER_SPAN;
  while (reader.next()) {
    submessages.push(dissectSubmessage(reader));
    understood = Math.min((reader.bodyEnd + 3) & ~3, datagram.length);
  }
  if (fault === MESSAGE_OK) fault = reader.fault;
  return { fault, understood, header, submessages };
}

function asRtps(datagram: Uint8Array): Uint8Array {
  const copy = datagram.slice();
  copy[3] = "S".charCodeAt(0);
  return copy;
}

function dissectSubmessage(reader: MessageReader): DissectedSubmessage {
  const { kind, flags, littleEndian, bodyOffset, bodyEnd } = reader;
  const tail: DissectedField[] = [];
  const malformed = !readTail(reader, tail);
  const fixed = fixedLayout(reader);
  const fields = fixed !== undefined ? layoutFields(reader, fixed, bodyOffset) : [];
  const lists = malformed ? [] : listsOf(reader, tail);
  return {
    kind,
    name: kinds.submessageName(kind),
    offset: bodyOffset - layout.SUBMESSAGE_HEADER_SPAN,
    span: bodyEnd - bodyOffset + layout.SUBMESSAGE_HEADER_SPAN,
    flags,
    flagNames: flagNamesOf(kind, flags),
    littleEndian,
    malformed,
    fields: malformed ? fields : [...fields, ...tail],
    parameters: lists.flatMap(({ parameters }) => parameters),
    gaveUpAt: malformed ? bodyOffset : lists.find(({ gaveUpAt }) => gaveUpAt !== undefined)?.gaveUpAt,
  };
}

/** The parameter lists among these fields: inline QoS, and what builtin writers put into PL_CDR. */
function listsOf(reader: MessageReader, tail: readonly DissectedField[]): DissectedParameters[] {
  const { bytes, view, bodyOffset } = reader;
  const isBuiltin = reader.kind === kinds.SUBMESSAGE_DATA && (bytes[bodyOffset + WRITER_KIND]! & 0xc0) === 0xc0;
  const lists: DissectedParameters[] = [];
  for (const { name, offset, span } of tail) {
    const end = offset + span;
    if (name === "inlineQos") lists.push(dissectParameters(bytes, view, offset, end, reader.littleEndian));
    if (!isBuiltin || !name.startsWith("serialized")) continue;
    const id = view.getUint16(offset);
    if (id === PL_CDR_BE || id === PL_CDR_LE) {
      lists.push(dissectParameters(bytes, view, offset + ENCAPSULATION_SPAN, end, id === PL_CDR_LE));
    }
  }
  return lists;
}

/** The layout of the fixed fields, if the body is long enough to hold them. */
function fixedLayout(reader: MessageReader): layout.WireLayout | undefined {
  const found = BODIES.get(reader.kind);
  if (found === undefined || reader.bodyEnd - reader.bodyOffset < found.span) return undefined;
  return found;
}

function layoutFields(reader: MessageReader, from: layout.WireLayout, base: number): DissectedField[] {
  return from.fields.map((field) => {
    const offset = base + field.offset;
    return { name: field.name, offset, span: field.span, value: fieldValue(reader, field, offset) };
  });
}

function fieldValue(reader: MessageReader, field: layout.LayoutField, offset: number): FieldValue {
  const { view, littleEndian } = reader;
  switch (field.type) {
    case "u8":
      return view.getUint8(offset);
    case "u16":
      return view.getUint16(offset, littleEndian);
    case "u32":
      return view.getUint32(offset, littleEndian);
    case "i32":
      return view.getInt32(offset, littleEndian);
    case "sn":
      return readSn(view, offset, littleEndian);
    case "time":
      return `${word(view.getUint32(offset, littleEndian))}.${word(view.getUint32(offset + 4, littleEndian))}`;
    default:
      return toHex(reader.bytes, offset, field.span);
  }
}

function word(value: number): string {
  return value.toString(16).padStart(8, "0");
}

/** Lists what follows the fixed fields; false if the submessage is malformed. Unknown kinds have a body of octets. */
function readTail(reader: MessageReader, out: DissectedField[]): boolean {
  switch (reader.kind) {
    case kinds.SUBMESSAGE_DATA:
      return dataTail(reader, out);
    case kinds.SUBMESSAGE_DATA_FRAG:
      return dataFragTail(reader, out);
    case kinds.SUBMESSAGE_HEARTBEAT:
      return heartbeatTail(reader, out);
    case kinds.SUBMESSAGE_HEARTBEAT_FRAG:
      return reader.readHeartbeatFrag(new read.HeartbeatFragFields());
    case kinds.SUBMESSAGE_ACKNACK:
      return ackNackTail(reader, out);
    case kinds.SUBMESSAGE_NACK_FRAG:
      return nackFragTail(reader, out);
    case kinds.SUBMESSAGE_GAP:
      return gapTail(reader, out);
    case kinds.SUBMESSAGE_INFO_TS:
      return reader.readInfoTimestamp(new read.InfoTimestampFields());
    case kinds.SUBMESSAGE_INFO_SRC:
      return reader.readInfoSource(new read.InfoSourceFields());
    case kinds.SUBMESSAGE_INFO_DST:
      return reader.readInfoDestination(new read.InfoDestinationFields());
    case kinds.SUBMESSAGE_INFO_REPLY:
    case kinds.SUBMESSAGE_INFO_REPLY_IP4:
      return replyTail(reader, out);
    case kinds.SUBMESSAGE_HEADER_EXTENSION:
      return headerExtensionTail(reader, out);
    default:
      pushOctets(reader, out, "body", reader.bodyOffset, reader.bodyEnd);
      return true;
  }
}

function dataTail(reader: MessageReader, out: DissectedField[]): boolean {
  const data = new read.DataFields();
  if (!reader.readData(data)) return false;
  pushOctets(reader, out, "inlineQos", data.inlineQosOffset, data.inlineQosEnd);
  const name = data.payloadKind === PAYLOAD_KEY ? "serializedKey" : "serializedData";
  if (data.payloadKind !== PAYLOAD_NONE) pushOctets(reader, out, name, data.payloadOffset, data.payloadEnd);
  return true;
}

function dataFragTail(reader: MessageReader, out: DissectedField[]): boolean {
  const frag = new read.DataFragFields();
  if (!reader.readDataFrag(frag)) return false;
  pushOctets(reader, out, "inlineQos", frag.inlineQosOffset, frag.inlineQosEnd);
  pushOctets(reader, out, "fragments", frag.payloadOffset, frag.payloadEnd);
  return true;
}

function heartbeatTail(reader: MessageReader, out: DissectedField[]): boolean {
  const heartbeat = new read.HeartbeatFields();
  if (!reader.readHeartbeat(heartbeat)) return false;
  if (heartbeat.groupInfo) {
    out.push(...layoutFields(reader, layout.HEARTBEAT_GROUP, reader.bodyOffset + layout.HEARTBEAT_SPAN));
  }
  return true;
}

function ackNackTail(reader: MessageReader, out: DissectedField[]): boolean {
  const ackNack = new read.AckNackFields();
  if (!reader.readAckNack(ackNack)) return false;
  const end = pushMembers(out, ackNack.set, reader.bodyOffset + layout.ACKNACK_BODY.span);
  out.push({ name: "count", offset: end, span: 4, value: ackNack.count });
  return true;
}

function nackFragTail(reader: MessageReader, out: DissectedField[]): boolean {
  const nackFrag = new read.NackFragFields();
  if (!reader.readNackFrag(nackFrag)) return false;
  const end = pushMembers(out, nackFrag.set, reader.bodyOffset + layout.NACK_FRAG_BODY.span);
  out.push({ name: "count", offset: end, span: 4, value: nackFrag.count });
  return true;
}

function gapTail(reader: MessageReader, out: DissectedField[]): boolean {
  const gap = new read.GapFields();
  if (!reader.readGap(gap)) return false;
  const end = pushMembers(out, gap.set, reader.bodyOffset + layout.GAP_BODY.span);
  pushOctets(reader, out, "rest", end, reader.bodyEnd);
  return true;
}

function replyTail(reader: MessageReader, out: DissectedField[]): boolean {
  const reply = new read.InfoReplyFields();
  if (!reader.readInfoReply(reply, reader.kind === kinds.SUBMESSAGE_INFO_REPLY_IP4)) return false;
  pushLocators(reader, out, reply.isIp4, "unicastLocator", reply.unicastOffset, reply.unicastCount);
  pushLocators(reader, out, reply.isIp4, "multicastLocator", reply.multicastOffset, reply.multicastCount);
  return true;
}

function headerExtensionTail(reader: MessageReader, out: DissectedField[]): boolean {
  const extension = new read.HeaderExtensionFields();
  if (!reader.readHeaderExtension(extension)) return false;
  let at = reader.bodyOffset;
  if ((reader.flags & kinds.FLAG_HEADER_EXTENSION_LENGTH) !== 0) {
    out.push({ name: "messageLength", offset: at, span: 4, value: extension.messageLength });
    at += 4;
  }
  if ((reader.flags & kinds.FLAG_HEADER_EXTENSION_TIMESTAMP) !== 0) {
    const value = `${word(extension.sendSeconds)}.${word(extension.sendFraction)}`;
    out.push({ name: "sendTimestamp", offset: at, span: 8, value });
  }
  const { uExtensionOffset, wExtensionOffset, checksumOffset, checksumLength } = extension;
  if (uExtensionOffset !== 0) pushOctets(reader, out, "uExtension4", uExtensionOffset, uExtensionOffset + 4);
  if (wExtensionOffset !== 0) pushOctets(reader, out, "wExtension8", wExtensionOffset, wExtensionOffset + 8);
  pushOctets(reader, out, "checksum", checksumOffset, checksumOffset + checksumLength);
  pushOctets(reader, out, "parameters", extension.parametersOffset, extension.parametersEnd);
  return true;
}

function pushMembers(out: DissectedField[], set: NumberSet, offset: number): number {
  const span = set.wordCount() * 4;
  out.push({ name: "members", offset, span, value: set.toArray() });
  return offset + span;
}

function pushLocators(
  reader: MessageReader,
  out: DissectedField[],
  isIp4: boolean,
  name: string,
  from: number,
  count: number,
): void {
  const span = isIp4 ? layout.LOCATOR_UDPV4_SPAN : layout.LOCATOR_SPAN;
  for (let i = 0; i < count; i++) {
    const offset = from + i * span;
    const locator = isIp4
      ? readLocatorUdpv4(reader.view, offset, reader.littleEndian)
      : readLocator(reader.bytes, reader.view, offset, reader.littleEndian);
    out.push({ name, offset, span, value: locatorToString(locator) });
  }
}

/** Nothing for an empty range. */
function pushOctets(reader: MessageReader, out: DissectedField[], name: string, offset: number, end: number): void {
  if (end > offset) out.push({ name, offset, span: end - offset, value: toHex(reader.bytes, offset, end - offset) });
}

/** Of the last octet of writerId in the body of DATA. */
const WRITER_KIND = 11;
const ENCAPSULATION_SPAN = 4;
const PL_CDR_BE = 0x0002;
const PL_CDR_LE = 0x0003;

/** "RTPX". */
const RTPX = "52545058";

const BODIES: ReadonlyMap<kinds.SubmessageKind, layout.WireLayout> = new Map([
  [kinds.SUBMESSAGE_ACKNACK, layout.ACKNACK_BODY],
  [kinds.SUBMESSAGE_HEARTBEAT, layout.HEARTBEAT_BODY],
  [kinds.SUBMESSAGE_GAP, layout.GAP_BODY],
  [kinds.SUBMESSAGE_INFO_TS, layout.INFO_TIMESTAMP_BODY],
  [kinds.SUBMESSAGE_INFO_SRC, layout.INFO_SOURCE_BODY],
  [kinds.SUBMESSAGE_INFO_DST, layout.INFO_DESTINATION_BODY],
  [kinds.SUBMESSAGE_NACK_FRAG, layout.NACK_FRAG_BODY],
  [kinds.SUBMESSAGE_HEARTBEAT_FRAG, layout.HEARTBEAT_FRAG_BODY],
  [kinds.SUBMESSAGE_DATA, layout.DATA_BODY],
  [kinds.SUBMESSAGE_DATA_FRAG, layout.DATA_FRAG_BODY],
]);
