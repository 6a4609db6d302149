// @foxglove/rtps as a peer of `rtps bench`: a reader on 127.0.0.1, written to by rtps-lab. It has no writer, so it takes part
// in streams alone. Samples are decoded by hand, as fast as a user of that library could.
import { createSocket } from "node:dgram";
import { Durability, HistoryKind, Participant, Reliability, type UdpSocketOptions } from "@foxglove/rtps";
import { UdpSocketNode } from "@foxglove/rtps/nodejs";
import { monotonicUs } from "../../../src/cli/bench/peer/clock.js";
import { Latencies } from "../../../src/cli/bench/peer/Latencies.js";
import { RateWindow } from "../../../src/cli/bench/peer/RateWindow.js";
import { runSide, type Side } from "../../../src/cli/bench/peer/runSide.js";
import { type PeerSettings, parseSettings } from "../../../src/cli/bench/peer/settings.js";

const LOOPBACK = "127.0.0.1";
const VERSION = "1.6.0";
const RECEIVE_BUFFER_ASKED = 8 * 1024 * 1024;
/** Of a payload: four octets of encapsulation, then the number (two words) and the stamp. */
const NUMBER = 4;
const STAMP = 12;
const WORD = 2 ** 32;

/** Joins and sends to the multicast group on loopback, where the library would take the system's default interface. */
class LoopbackSocket extends UdpSocketNode {
  override async addMembership(group: string): Promise<void> {
    await super.setMulticastInterface(LOOPBACK);
    await super.addMembership(group, LOOPBACK);
  }
}

async function createLoopbackSocket(options: UdpSocketOptions) {
  return new LoopbackSocket(createSocket({ reuseAddr: true, recvBufferSize: RECEIVE_BUFFER_ASKED, ...options }));
}

async function openReader(settings: PeerSettings): Promise<Side> {
  if (settings.role !== "sub") throw new Error("@foxglove/rtps has no writer");
  const participant = new Participant({
    name: "rtps bench",
    addresses: [LOOPBACK],
    domainId: settings.domain,
    udpSocketCreate: createLoopbackSocket,
  });
  const topicName = `${settings.topic}/stream`;
  const matched = new Promise<void>((resolve) => {
    participant.on("discoveredPublication", (publication) => {
      if (publication.topicName === topicName) resolve();
    });
  });
  await participant.start();
  const latencies = new Latencies(settings.samples, settings.warmUpSamples);
  const window = new RateWindow(monotonicUs, settings.warmUpMs * 1000, settings.durationMs * 1000, 1);
  participant.on("userData", ({ serializedData: { buffer, byteOffset, byteLength } }) => {
    const view = new DataView(buffer, byteOffset, byteLength);
    const number = view.getUint32(NUMBER, true) + view.getUint32(NUMBER + 4, true) * WORD;
    if (settings.samples === 0) window.note(number);
    else latencies.note(number, monotonicUs() - view.getFloat64(STAMP, true));
  });
  participant.subscribe({ topicName, typeName: "rtps_lab::BenchSample", ...readerQos(settings) });
  return {
    ready: { version: VERSION, transport: "UDP 127.0.0.1", receiveBufferAsked: RECEIVE_BUFFER_ASKED },
    matched,
    counts: () => (settings.samples === 0 ? window.counts : { received: latencies.received }),
    latenciesUs: () => latencies.valuesUs,
    close: () => participant.shutdown(),
  };
}

function readerQos({ reliable, historyDepth }: PeerSettings) {
  return {
    durability: Durability.Volatile,
    reliability: {
      kind: reliable ? Reliability.Reliable : Reliability.BestEffort,
      maxBlockingTime: { sec: 0, nsec: 100_000_000 },
    },
    history: {
      kind: historyDepth === 0 ? HistoryKind.KeepAll : HistoryKind.KeepLast,
      depth: Math.max(historyDepth, 1),
    },
  };
}

process.on("SIGINT", () => undefined);
const settings = parseSettings(process.argv.slice(2));
void runSide(() => openReader(settings), settings);
