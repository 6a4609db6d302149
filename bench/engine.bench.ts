// The engine without sockets: a sample from write() in one participant to take() in another, in one process.

import type { SampleMeta } from "../src/participant/types.js";
import { DEFAULT_READER_QOS, DEFAULT_WRITER_QOS } from "../src/qos/index.js";
import { Transmit } from "../src/rtps/exchange/Transmit.js";
import { ALIVE, EMPTY_PAYLOAD, PAYLOAD_DATA, type ReceivedChange } from "../src/rtps/structure/cacheChange.js";
import { SimNetwork } from "../src/simulation/SimNetwork.js";
import { simParticipant } from "../test/support/simParticipant.js";
import { BATCH, runBench } from "./support.js";

const reliability = { kind: "RELIABLE", maxBlockingTimeMs: 100 } as const;

function makePair(reliable: boolean) {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 1 });
  const b = simParticipant(network, { index: 2 });
  const writer = a.writer(reliable ? { ...DEFAULT_WRITER_QOS, reliability } : DEFAULT_WRITER_QOS);
  const reader = b.reader(reliable ? { ...DEFAULT_READER_QOS, reliability } : DEFAULT_READER_QOS);
  network.runUntil(() => a.eventsOf("readerReady").length > 0);
  return { now: network.now, a: a.engine, b: b.engine, writer, reader };
}

/** Everything both engines owe each other goes across at once. */
function exchange(pair: ReturnType<typeof makePair>, out: Transmit): void {
  const { a, b, now } = pair;
  for (let busy = true; busy; ) {
    busy = false;
    while (a.pollTransmit(now, out)) {
      busy = true;
      b.handleDatagram(now, join(out), FROM_A);
    }
    while (b.pollTransmit(now, out)) {
      busy = true;
      a.handleDatagram(now, join(out), FROM_B);
    }
  }
  while (a.pollEvent() !== undefined);
  while (b.pollEvent() !== undefined);
}

function join(out: Transmit): Uint8Array {
  const bytes = new Uint8Array(out.length);
  let offset = 0;
  for (const part of out.parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

const FROM_A = { address: "10.0.0.1", port: 7413 };
const FROM_B = { address: "10.0.0.2", port: 7415 };
const out = new Transmit();
const meta: SampleMeta = {
  kind: ALIVE,
  payloadKind: PAYLOAD_DATA,
  instance: 0,
  keyHash: EMPTY_PAYLOAD,
  sourceTimestamp: { seconds: 1, fraction: 2 },
};

for (const reliable of [true, false]) {
  const pair = makePair(reliable);
  const small = new Uint8Array(68);
  const large = new Uint8Array(100_000);
  const taken: ReceivedChange[] = [];
  const send = (payload: Uint8Array) => {
    pair.a.write(pair.now, pair.writer, payload, meta);
    exchange(pair, out);
    pair.b.take(pair.reader, taken, 100);
    taken.length = 0;
  };
  await runBench(`engine to engine, ${reliable ? "RELIABLE" : "BEST_EFFORT"}`, {
    "64 bytes, write to take": () => {
      for (let i = 0; i < BATCH; i++) send(small);
    },
    "100 kB in fragments, write to take": () => {
      for (let i = 0; i < BATCH; i++) send(large);
    },
  });
}
