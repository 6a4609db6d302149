// A datagram as short lines of text, one a submessage, read the way the engine reads: it stops at the first malformed
// submessage. For tables of expectations.

import { faultName, MESSAGE_OK } from "../../../src/rtps/messages/faults.js";
import * as fields from "../../../src/rtps/messages/fields.js";
import { MessageReader } from "../../../src/rtps/messages/MessageReader.js";
import * as kinds from "../../../src/rtps/messages/submessageKind.js";
import { entityIdToHex } from "../../../src/rtps/structure/entityId.js";
import { toHex } from "../../../src/rtps/structure/guid.js";
import type { NumberSet } from "../../../src/rtps/structure/NumberSet.js";

/** The last line is the fault, if there is one. */
export function walk(datagram: Uint8Array): string[] {
  const reader = new MessageReader();
  reader.reset(datagram);
  const lines: string[] = [];
  while (reader.next()) {
    const line = describe(reader);
    lines.push(`${kinds.submessageName(reader.kind)}${line === "" ? "" : ` ${line}`}`);
    if (line === MALFORMED) break;
  }
  if (reader.fault !== MESSAGE_OK) lines.push(`fault: ${faultName(reader.fault)}`);
  return lines;
}

function describe(reader: MessageReader): string {
  switch (reader.kind) {
    case kinds.SUBMESSAGE_DATA: {
      const out = new fields.DataFields();
      if (!reader.readData(out)) return MALFORMED;
      const payload = ["none", "data", "key"][out.payloadKind];
      const qos = out.inlineQosEnd - out.inlineQosOffset;
      return `sn=${out.sn} ${payload}=${out.payloadEnd - out.payloadOffset}${qos > 0 ? ` qos=${qos}` : ""}`;
    }
    case kinds.SUBMESSAGE_DATA_FRAG: {
      const out = new fields.DataFragFields();
      if (!reader.readDataFrag(out)) return MALFORMED;
      const span = `${out.fragmentStartingNum}+${out.fragmentsInSubmessage}x${out.fragmentSize} of ${out.sampleSize}`;
      return `sn=${out.sn} ${span} bytes=${out.payloadEnd - out.payloadOffset}${out.keyFlag ? " key" : ""}`;
    }
    case kinds.SUBMESSAGE_HEARTBEAT: {
      const out = new fields.HeartbeatFields();
      if (!reader.readHeartbeat(out)) return MALFORMED;
      return `${out.firstSn}..${out.lastSn}#${out.count}${out.final ? " final" : ""}`;
    }
    case kinds.SUBMESSAGE_HEARTBEAT_FRAG: {
      const out = new fields.HeartbeatFragFields();
      return reader.readHeartbeatFrag(out) ? `sn=${out.sn} last=${out.lastFragmentNum}#${out.count}` : MALFORMED;
    }
    default:
      return describeRest(reader);
  }
}

function describeRest(reader: MessageReader): string {
  switch (reader.kind) {
    case kinds.SUBMESSAGE_ACKNACK: {
      const out = new fields.AckNackFields();
      return reader.readAckNack(out) ? `${setText(out.set)}#${out.count}${out.final ? " final" : ""}` : MALFORMED;
    }
    case kinds.SUBMESSAGE_NACK_FRAG: {
      const out = new fields.NackFragFields();
      return reader.readNackFrag(out) ? `sn=${out.sn} ${setText(out.set)}#${out.count}` : MALFORMED;
    }
    case kinds.SUBMESSAGE_GAP: {
      const out = new fields.GapFields();
      if (!reader.readGap(out)) return MALFORMED;
      return `${entityIdToHex(out.writerId)} from ${out.gapStart} ${setText(out.set)}`;
    }
    case kinds.SUBMESSAGE_INFO_TS: {
      const out = new fields.InfoTimestampFields();
      return reader.readInfoTimestamp(out) ? `${out.seconds.toString(16)}.${out.fraction.toString(16)}` : MALFORMED;
    }
    case kinds.SUBMESSAGE_INFO_SRC: {
      const out = new fields.InfoSourceFields();
      if (!reader.readInfoSource(out)) return MALFORMED;
      return `${out.major}.${out.minor} ${out.vendorId.toString(16)} ${toHex(reader.bytes, out.prefixOffset, 12)}`;
    }
    case kinds.SUBMESSAGE_INFO_DST: {
      const out = new fields.InfoDestinationFields();
      return reader.readInfoDestination(out) ? toHex(reader.bytes, out.prefixOffset, 12) : MALFORMED;
    }
    case kinds.SUBMESSAGE_INFO_REPLY:
    case kinds.SUBMESSAGE_INFO_REPLY_IP4: {
      const out = new fields.InfoReplyFields();
      const isIp4 = reader.kind === kinds.SUBMESSAGE_INFO_REPLY_IP4;
      return reader.readInfoReply(out, isIp4) ? `${out.unicastCount}+${out.multicastCount}` : MALFORMED;
    }
    case kinds.SUBMESSAGE_HEADER_EXTENSION: {
      const out = new fields.HeaderExtensionFields();
      return reader.readHeaderExtension(out) ? `length=${out.messageLength}` : MALFORMED;
    }
    default:
      return "";
  }
}

function setText(set: NumberSet): string {
  return `base=${set.base} bits=${set.numBits} [${set.toArray().join(" ")}]`;
}

const MALFORMED = "malformed";
