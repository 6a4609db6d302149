// Runs in a worker thread: a RELIABLE KEEP_ALL writer with a participant of its own, which counts in shared memory what
// has been acknowledged. Posts "ready" when a reader is matched, and writes once it is told to.

import { parentPort, workerData } from "node:worker_threads";
import { DomainParticipant, int32, struct } from "../../src/index.js";

export interface AcknowledgedWriterData {
  readonly domainTag: string;
  readonly count: number;
  /** One Int32: samples acknowledged so far. */
  readonly acknowledged: SharedArrayBuffer;
}

const { domainTag, count, acknowledged } = workerData as AcknowledgedWriterData;
const port = parentPort!;
const view = new Int32Array(acknowledged);
const participant = await DomainParticipant.create({ interfaces: ["127.0.0.1"], domainTag });
const topic = participant.createTopic("Busy", struct("Busy", { n: int32 }));
const writer = participant.createWriter(topic, { qos: { reliability: "reliable", history: "keepAll" } });
await writer.ready(1, { timeoutMs: 20_000 });
port.once("message", async () => {
  for (let n = 0; n < count; n++) {
    await writer.writeAsync({ n }, { timeoutMs: 20_000 });
    await writer.waitForAcknowledgments({ timeoutMs: 20_000 });
    Atomics.add(view, 0, 1);
    Atomics.notify(view, 0);
  }
  await participant.close();
  port.close();
});
port.postMessage("ready");
