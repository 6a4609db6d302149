// A datagram as text, one line per submessage: what traces in tests are compared with.

import * as fields from "../../src/rtps/messages/fields.js";
import { MessageReader } from "../../src/rtps/messages/MessageReader.js";
import * as kinds from "../../src/rtps/messages/submessageKind.js";
import type { NumberSet } from "../../src/rtps/structure/NumberSet.js";

const hex = (id: number) => (id >>> 0).toString(16);

function members(set: NumberSet): string {
  const numbers = set.toArray();
  return numbers.length > 0 ? ` {${numbers.join(",")}}` : "";
}

/** Writer first, ">" to the reader; for what readers send the reader first, ">" to the writer. */
export function describeDatagram(datagram: Uint8Array): string[] {
  const reader = new MessageReader();
  const lines: string[] = [];
  if (reader.reset(datagram) !== 0) return ["not RTPS"];
  while (reader.next()) lines.push(describeSubmessage(reader));
  if (reader.fault !== 0) lines.push("rest malformed");
  return lines;
}

function describeSubmessage(reader: MessageReader): string {
  const data = new fields.DataFields();
  const frag = new fields.DataFragFields();
  const heartbeat = new fields.HeartbeatFields();
  const gap = new fields.GapFields();
  switch (reader.kind) {
    case kinds.SUBMESSAGE_DATA:
      if (!reader.readData(data)) return "DATA malformed";
      return `DATA ${hex(data.writerId)}>${hex(data.readerId)} ${data.sn} ${data.payloadEnd - data.payloadOffset}B`;
    case kinds.SUBMESSAGE_DATA_FRAG:
      if (!reader.readDataFrag(frag)) return "DATA_FRAG malformed";
      return (
        `FRAG ${hex(frag.writerId)}>${hex(frag.readerId)} ${frag.sn} ` +
        `${frag.fragmentStartingNum}/${Math.ceil(frag.sampleSize / frag.fragmentSize)}`
      );
    case kinds.SUBMESSAGE_HEARTBEAT: {
      if (!reader.readHeartbeat(heartbeat)) return "HEARTBEAT malformed";
      const flags = `${heartbeat.final ? " F" : ""}${heartbeat.liveliness ? " L" : ""}`;
      const ids = `${hex(heartbeat.writerId)}>${hex(heartbeat.readerId)}`;
      return `HEARTBEAT ${ids} ${heartbeat.firstSn}..${heartbeat.lastSn} #${heartbeat.count}${flags}`;
    }
    case kinds.SUBMESSAGE_GAP:
      if (!reader.readGap(gap)) return "GAP malformed";
      return `GAP ${hex(gap.writerId)}>${hex(gap.readerId)} ${gap.gapStart}..${gap.set.base - 1}${members(gap.set)}`;
    default:
      return describeOther(reader);
  }
}

function describeOther(reader: MessageReader): string {
  const ackNack = new fields.AckNackFields();
  const nackFrag = new fields.NackFragFields();
  const info = new fields.InfoTimestampFields();
  switch (reader.kind) {
    case kinds.SUBMESSAGE_ACKNACK: {
      if (!reader.readAckNack(ackNack)) return "ACKNACK malformed";
      const { readerId, writerId, set, count, final } = ackNack;
      return `ACKNACK ${hex(readerId)}>${hex(writerId)} ${set.base}${members(set)} #${count}${final ? " F" : ""}`;
    }
    case kinds.SUBMESSAGE_NACK_FRAG: {
      if (!reader.readNackFrag(nackFrag)) return "NACK_FRAG malformed";
      const { readerId, writerId, sn, set, count } = nackFrag;
      return `NACKFRAG ${hex(readerId)}>${hex(writerId)} ${sn}${members(set)} #${count}`;
    }
    case kinds.SUBMESSAGE_INFO_TS:
      if (!reader.readInfoTimestamp(info)) return "INFO_TS malformed";
      return info.seconds === 0xffffffff ? "INFO_TS invalid" : `INFO_TS ${info.seconds}.${info.fraction}`;
    case kinds.SUBMESSAGE_INFO_DST:
      return "INFO_DST";
    default:
      return `0x${hex(reader.kind)}`;
  }
}
