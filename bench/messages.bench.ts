// Reading and building the datagram of one small reliable sample: INFO_DST, INFO_TS, DATA, HEARTBEAT.

import { MessageView } from "@foxglove/rtps";
import { DataFields, HeartbeatFields, InfoTimestampFields } from "../src/rtps/messages/fields.js";
import { MessageBuilder } from "../src/rtps/messages/MessageBuilder.js";
import { MessageReader } from "../src/rtps/messages/MessageReader.js";
import { PAYLOAD_DATA } from "../src/rtps/structure/cacheChange.js";
import { GuidPrefix } from "../src/rtps/structure/guid.js";
import { BATCH, runBench } from "./support.js";

const prefix = new GuidPrefix(Uint8Array.from([1, 0x7f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
const builder = new MessageBuilder(65536);
const payload = new Uint8Array(68);
const noInlineQos = new Uint8Array(0);
const timestamp = { seconds: 1_700_000_000, fraction: 12345 };

function build(): Uint8Array {
  builder.begin(5, 0x017f, prefix);
  builder.infoDestination(prefix);
  builder.infoTimestamp(timestamp);
  builder.data(0x104, 0x103, 42, PAYLOAD_DATA, payload.length, noInlineQos);
  builder.appendPayload(payload, 0, payload.length);
  builder.heartbeat(0x104, 0x103, 33, 42, 7, true, false);
  return builder.cut();
}

const datagram = build().slice();
const reader = new MessageReader();
const data = new DataFields();
const heartbeat = new HeartbeatFields();
const infoTimestamp = new InfoTimestampFields();

function read(): number {
  reader.reset(datagram);
  let sum = 0;
  while (reader.next()) {
    if (reader.kind === 0x15 && reader.readData(data)) sum += data.sn;
    else if (reader.kind === 0x07 && reader.readHeartbeat(heartbeat)) sum += heartbeat.lastSn;
    else if (reader.kind === 0x09 && reader.readInfoTimestamp(infoTimestamp)) sum += infoTimestamp.fraction;
  }
  return sum;
}

await runBench("one sample of 64 bytes, RELIABLE: 172 bytes on the wire", {
  "build the datagram": () => {
    for (let i = 0; i < BATCH; i++) build();
  },
  "read the datagram": () => {
    for (let i = 0; i < BATCH; i++) read();
  },
  // Views only: the fields of each submessage are read later.
  "@foxglove/rtps: find the submessages": () => {
    for (let i = 0; i < BATCH; i++) new MessageView(datagram).subMessages();
  },
});
