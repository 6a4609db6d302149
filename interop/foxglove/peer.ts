// The @foxglove/rtps peer of interop/README.md: a reader of the keyless type, over UDP on loopback. That library has no
// writer, no keyed reader, no XCDR2 of its own and no incompatible-QoS status.
import { createSocket } from "node:dgram";
import { CdrReader } from "@foxglove/cdr";
import { Durability, HistoryKind, Participant, Reliability, type UdpSocketOptions } from "@foxglove/rtps";
import { UdpSocketNode } from "@foxglove/rtps/nodejs";
import { emit } from "../contract/events.js";
import { type PeerOptions, PeerUsageError } from "../contract/options.js";
import { type ShapeValue, sampleValuesOf } from "../contract/pattern.js";
import { runPeer } from "../contract/runPeer.js";

const LOOPBACK = "127.0.0.1";
const VERSION = "1.6.0";

/** Joins and sends to the multicast group on loopback, where the library would take the system's default interface. */
class LoopbackSocket extends UdpSocketNode {
  override async addMembership(group: string): Promise<void> {
    await super.setMulticastInterface(LOOPBACK);
    await super.addMembership(group, LOOPBACK);
  }
}

async function createLoopbackSocket(options: UdpSocketOptions) {
  return new LoopbackSocket(createSocket({ reuseAddr: true, recvBufferSize: 4 << 20, ...options }));
}

function readerQos(options: PeerOptions) {
  const historyKind = options.historyDepth === 0 ? HistoryKind.KeepAll : HistoryKind.KeepLast;
  return {
    durability: options.durability === "transient_local" ? Durability.TransientLocal : Durability.Volatile,
    reliability: {
      kind: options.reliability === "reliable" ? Reliability.Reliable : Reliability.BestEffort,
      maxBlockingTime: { sec: 0, nsec: 100_000_000 },
    },
    history: { kind: historyKind, depth: Math.max(options.historyDepth, 1) },
  };
}

function decode(payload: Uint8Array): ShapeValue {
  const reader = new CdrReader(payload);
  const color = reader.string();
  const [x, y, shapesize] = [reader.int32(), reader.int32(), reader.int32()];
  return { color, x, y, shapesize, additional_payload_size: reader.uint8Array() };
}

async function startParticipant(options: PeerOptions): Promise<Participant> {
  const participant = new Participant({
    name: "rtps-lab interop",
    addresses: [LOOPBACK],
    domainId: options.domain,
    udpSocketCreate: createLoopbackSocket,
  });
  participant.on("error", (error) => emit({ event: "error", message: error.message }));
  await participant.start();
  return participant;
}

/** Subscribes and reports until stopped. @returns how many samples came */
async function runReader(options: PeerOptions, stop: AbortSignal): Promise<number> {
  const participant = await startParticipant(options);
  let received = 0;
  const stopped = new Promise<void>((resolve) => stop.addEventListener("abort", () => resolve()));
  const complete = new Promise<void>((resolve) => {
    participant.on("userData", (data) => {
      if (data.publication.topicName !== options.topic) return;
      emit({ ...sampleValuesOf(decode(data.serializedData)), take: ++received, sourceMs: 0 });
      if (received === options.count) setTimeout(resolve, options.lingerMs);
    });
  });
  let matched = 0;
  participant.on("discoveredPublication", (publication) => {
    if (publication.topicName === options.topic) emit({ event: "matched", count: ++matched });
  });
  participant.subscribe({ topicName: options.topic, typeName: "PlainType", ...readerQos(options) });
  emit({ event: "ready", vendor: "foxglove", version: VERSION, guidPrefix: participant.attributes.guidPrefix });
  await Promise.race([stopped, complete]);
  await participant.shutdown();
  return received;
}

runPeer((options, { stop }) => {
  if (options.role === "pub") throw new PeerUsageError("@foxglove/rtps has no writer");
  if (options.type === "shape") throw new PeerUsageError("@foxglove/rtps has no keyed reader: use --type plain");
  if (options.representation === "xcdr2") throw new PeerUsageError("@foxglove/rtps announces no representation");
  return runReader(options, stop);
});
