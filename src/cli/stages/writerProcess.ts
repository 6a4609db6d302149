// The writer process of a stages run: writes samples, times the echoes, and measures the raw socket in between.

import { DomainParticipant, RawEchoClient } from "../../index.js";
import { measureStampCost } from "../../trace/stampCost.js";
import type { WriterRecords } from "../../trace/WriterTrace.js";
import { CostMeter } from "./CostMeter.js";
import { MarkRecorder } from "./MarkRecorder.js";
import { PingPong } from "./PingPong.js";
import { type CellPlan, cellQos, type RunRequest, type WriterResult } from "./plan.js";
import { SAMPLE_HEADER_BYTES, STAGES_SAMPLE, type StagesSample, traceCapacity } from "./sampleType.js";

const READY_TIMEOUT_MS = 10_000;

/** Runs cells until the command disconnects. */
export async function runWriterProcess(metatrafficPort: number, rawPort: number): Promise<void> {
  const participant = await DomainParticipant.create({
    interfaces: ["127.0.0.1"],
    multicast: false,
    participantIndex: "any",
    peers: [`127.0.0.1:${metatrafficPort}`],
    name: "rtps stages writer",
  });
  const raw = await RawEchoClient.open(rawPort);
  process.on("message", (request: RunRequest) => {
    runCell(participant, raw, request).then(
      (result) => process.send!(result),
      (error) => process.send!({ type: "failed", message: String(error instanceof Error ? error.message : error) }),
    );
  });
  // A measurement that still runs must not keep the process, nor write to what is closed.
  process.once("disconnect", () => void Promise.all([participant.close(), raw.close()]).finally(() => process.exit()));
  process.send!({ type: "ready" });
}

async function runCell(
  participant: DomainParticipant,
  raw: RawEchoClient,
  { cell, topicSuffix }: RunRequest,
): Promise<WriterResult> {
  const qos = cellQos(cell);
  const writer = participant.createWriter<StagesSample>(
    participant.createTopic(`stages/ping/${topicSuffix}`, STAGES_SAMPLE),
    { qos, trace: { capacity: traceCapacity(Math.max(cell.warmUpSamples, cell.samples)) } },
  );
  const value = { index: 0, payload: new Uint8Array(Math.max(0, cell.payloadBytes - SAMPLE_HEADER_BYTES)) };
  const pingPong = new PingPong(
    () => participant.nowUs(),
    (index) => {
      value.index = index >>> 0;
      writer.write(value);
    },
  );
  const reader = participant.createReader<StagesSample>(
    participant.createTopic(`stages/pong/${topicSuffix}`, STAGES_SAMPLE),
    { qos, listener: { onSample: ({ data }) => data !== undefined && pingPong.onEcho(data.index) } },
  );
  const meter = new CostMeter(participant);
  const recorder = new MarkRecorder(participant, "writer");
  try {
    await writer.ready(1, { timeoutMs: READY_TIMEOUT_MS });
    await reader.waitForPublications(1, { timeoutMs: READY_TIMEOUT_MS });
    await pingPong.measure(cell.warmUpSamples);
    await raw.measure(cell.payloadBytes, cell.warmUpSamples);
    writer.trace!.drain(true);
    const { written, timedOut } = pingPong;
    meter.start();
    recorder.start();
    const turns = await measureTurns(pingPong, raw, cell, () => writer.trace!.drain(true));
    const marks = recorder.stop();
    const { receiveBufferBytes, sendBufferBytes } = participant.transport;
    return {
      type: "result",
      ...turns,
      written: pingPong.written - written,
      timedOut: pingPong.timedOut - timedOut,
      stampCost: measureStampCost(() => participant.nowUs()),
      cost: meter.stop(),
      marks,
      receiveBufferBytes,
      sendBufferBytes,
    };
  } finally {
    await Promise.all([reader.close(), writer.close({ lingerMs: 0 })]);
  }
}

/** Ours and the raw socket's in turns, so that what disturbs the machine meets both. */
async function measureTurns(
  pingPong: PingPong,
  raw: RawEchoClient,
  cell: CellPlan,
  drain: () => WriterRecords,
): Promise<Pick<WriterResult, "records" | "rttUs" | "rawRttUs">> {
  const records: WriterRecords[] = [];
  const rttUs: Float64Array[] = [];
  const rawRttUs: Float64Array[] = [];
  let left = cell.samples;
  for (let turn = 0; turn < cell.turns; turn++) {
    const samples = Math.ceil(left / (cell.turns - turn));
    left -= samples;
    rttUs.push(await pingPong.measure(samples));
    records.push(drain());
    rawRttUs.push(await raw.measure(cell.payloadBytes, samples));
    process.send!({ type: "progress", done: cell.samples - left });
  }
  return { records, rttUs, rawRttUs };
}
