// Targets for octets without a session: messages, parameter lists, capture files.

import { decodeEndpointKey, decodeReaderData, decodeWriterData } from "../../src/discovery/endpointData.js";
import { decodeParticipantData, decodeParticipantKey } from "../../src/discovery/participantData.js";
import { decodeParticipantMessageData } from "../../src/discovery/participantMessageData.js";
import { CaptureError, dissect, udpDatagrams } from "../../src/inspect/index.js";
import { rosDiscoveryCodec, rosParticipantEntities } from "../../src/ros/discoveryInfo.js";
import { parseRosUserData } from "../../src/ros/userData.js";
import { DEFAULT_LIMITS } from "../../src/rtps/behavior/tuning.js";
import { DataFields } from "../../src/rtps/messages/fields.js";
import { MessageReader } from "../../src/rtps/messages/MessageReader.js";
import { InlineQos } from "../../src/rtps/messages/parameterInlineQos.js";
import { SUBMESSAGE_DATA } from "../../src/rtps/messages/submessageKind.js";
import type { Random } from "../../src/simulation/index.js";
import { compressedTypeObject, typeNameInV1 } from "../../src/xtypes/older/typeObjectV1.js";
import { announcedIn } from "../../src/xtypes/registry/announced.js";
import { captureNames, readCapture } from "../inspect/fixtures.js";
import { pcapFile } from "../inspect/frames.js";
import { FuzzProblem, type FuzzTarget, isRefusal } from "./FuzzTarget.js";
import { mutateBytes, pick } from "./mutate.js";
import { mutateDatagram } from "./mutateDatagram.js";

/** Runs twice, with other octets around: what lies outside must make no difference. */
function twice(input: Uint8Array, take: (bytes: Uint8Array) => unknown): unknown {
  const first = take(input);
  for (const filler of [0, 0xff]) {
    const around = new Uint8Array(input.length + 64).fill(filler);
    around.set(input, 32);
    const again = take(around.subarray(32, 32 + input.length));
    if (shown(again) !== shown(first))
      throw new FuzzProblem(`octets outside the input count: ${shown(first)} ${shown(again)}`);
  }
  return first;
}

function shown(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) => {
      if (typeof part === "bigint") return `${part}n`;
      if (typeof part === "number" && !Number.isFinite(part)) return String(part);
      return ArrayBuffer.isView(part)
        ? Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString("hex")
        : part;
    }) ?? "undefined"
  );
}

function allDatagrams(): Uint8Array[] {
  return captureNames().flatMap((name) => [...udpDatagrams(readCapture(name))].map(({ payload }) => payload.slice()));
}

/** The reader of messages and the dissector, which reads every field of every kind. */
export function messageTarget(): FuzzTarget {
  const pool = allDatagrams().filter(({ length }) => length < 2000);
  return {
    name: "messages",
    limits: { ms: 500, baseBytes: 4_000_000, bytesPerOctet: 4096 },
    next: (random) => mutateDatagram(random, pick(random, pool), pool),
    run: (input) => {
      const { fault, submessages } = twice(input, dissect) as ReturnType<typeof dissect>;
      if (submessages.length > input.length / 4) throw new FuzzProblem(`${submessages.length} submessages`);
      return fault === 0 ? "taken" : `fault ${fault}`;
    },
  };
}

type Decoder = (payload: Uint8Array) => unknown;

const DECODERS: Readonly<Record<string, Decoder>> = {
  participant: (payload) => decodeParticipantData(payload, DEFAULT_LIMITS),
  writer: (payload) => decodeWriterData(payload, DEFAULT_LIMITS),
  reader: (payload) => decodeReaderData(payload, DEFAULT_LIMITS),
  participantKey: (payload) => decodeParticipantKey(payload, DEFAULT_LIMITS),
  endpointKey: (payload) => decodeEndpointKey(payload, DEFAULT_LIMITS),
  participantMessage: (payload) => decodeParticipantMessageData(payload),
  rosUserData: (payload) => [...parseRosUserData(payload)],
  typeInformation: (payload) => announcedIn(payload),
  olderTypeObject: (payload) => [compressedTypeObject(payload, true), typeNameInV1(payload, false)],
  inlineQos: readInlineQos,
  rosDiscovery: (payload) => {
    const sample = rosDiscovery.tryDeserialize(payload);
    return sample instanceof Error ? sample.message : rosParticipantEntities(sample);
  },
};
const rosDiscovery = rosDiscoveryCodec();

function readInlineQos(payload: Uint8Array): unknown {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const inlineQos = new InlineQos();
  const isGood = inlineQos.read(payload, view, 0, payload.length, true, 0x0103);
  return [isGood, inlineQos.statusInfo, inlineQos.changeKind(), inlineQos.keyHashCopy(), inlineQos.placement()];
}

/** Parameter lists and everything else that discovery decodes: each input goes to every decoder. */
export function parameterTarget(): FuzzTarget {
  const pool = discoveryPayloads();
  return {
    name: "parameters",
    limits: { ms: 500, baseBytes: 8_000_000, bytesPerOctet: 4096 },
    next: (random) => mutateBytes(random, pick(random, pool), pick(random, pool)),
    run: (input) => {
      const taken = Object.entries(DECODERS).filter(([, decode]) => {
        const value = twice(input, decode);
        return typeof value === "object" && !(value instanceof Error);
      });
      return taken.some(([name]) => name === "participant" || name === "writer" || name === "reader")
        ? "taken"
        : "refused";
    },
  };
}

/** Payloads of builtin writers in the captures. */
function discoveryPayloads(): Uint8Array[] {
  const found: Uint8Array[] = [];
  const fields = new DataFields();
  for (const bytes of allDatagrams()) {
    const reader = new MessageReader();
    reader.reset(bytes);
    while (reader.next()) {
      if (reader.kind !== SUBMESSAGE_DATA || !reader.readData(fields) || (fields.writerId & 0xc0) !== 0xc0) continue;
      found.push(bytes.slice(fields.payloadOffset, fields.payloadEnd));
      if (fields.inlineQosEnd > 0) found.push(bytes.slice(fields.inlineQosOffset, fields.inlineQosEnd));
    }
  }
  return found;
}

/** pcap and pcapng files, down to the dissected datagrams. */
export function captureTarget(): FuzzTarget {
  const files: Uint8Array[] = captureNames().map((name) => readCapture(name).slice(0, 6000));
  const frames = allDatagrams().slice(0, 5);
  for (const linkType of [0, 1, 101, 113, 276]) {
    for (const littleEndian of [true, false]) files.push(pcapFile(frames, linkType, { littleEndian }));
  }
  return {
    name: "captures",
    limits: { ms: 1000, baseBytes: 8_000_000, bytesPerOctet: 4096 },
    next: (random: Random) => mutateBytes(random, pick(random, files), pick(random, files)),
    run: (input) => String(twice(input, readCaptureFile)),
  };
}

function readCaptureFile(file: Uint8Array): string {
  let datagrams = 0;
  try {
    for (const { payload } of udpDatagrams(file)) {
      dissect(payload);
      datagrams++;
    }
    return "taken";
  } catch (error) {
    isRefusal(error, CaptureError);
    return datagrams > 0 ? `${(error as CaptureError).code} later` : (error as CaptureError).code;
  }
}
