// The program of the worker: opens a participant with the options it was given, and does what the main thread asks.

import { parentPort, workerData } from "node:worker_threads";
import { DomainParticipant } from "../dcps/DomainParticipant.js";
import type { FromWorker, ToWorker, WorkerParticipantOptions } from "./messages.js";
import { WorkerHost } from "./WorkerHost.js";

async function main(options: WorkerParticipantOptions): Promise<void> {
  const port = parentPort!;
  const tell = (message: FromWorker) => port.postMessage(message);
  const participant = await DomainParticipant.create(options);
  const host = new WorkerHost(participant, tell);
  port.on("message", (message: ToWorker) => host.handle(message));
  tell({ kind: "opened", guid: participant.guid.toBytes() });
}

await main(workerData as WorkerParticipantOptions);
