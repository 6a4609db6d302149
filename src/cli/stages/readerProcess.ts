// The reader process of a stages run: answers every sample with one of the same size, and keeps t3, t4 and t5.

import { type DataReader, type DataWriter, DomainParticipant, RawEchoServer } from "../../index.js";
import { CostMeter } from "./CostMeter.js";
import { MarkRecorder } from "./MarkRecorder.js";
import { type CellPlan, cellQos, type ReaderRequest } from "./plan.js";
import { STAGES_SAMPLE, type StagesSample, traceCapacity } from "./sampleType.js";

interface Endpoints {
  readonly reader: DataReader<StagesSample>;
  readonly writer: DataWriter<StagesSample>;
}

/** Runs until the command disconnects. */
export async function runReaderProcess(): Promise<void> {
  const participant = await DomainParticipant.create({
    interfaces: ["127.0.0.1"],
    multicast: false,
    participantIndex: "any",
    name: "rtps stages reader",
  });
  const raw = await RawEchoServer.open();
  const meter = new CostMeter(participant);
  const recorder = new MarkRecorder(participant, "reader");
  let endpoints: Endpoints | undefined;
  let received = 0;

  const prepare = (cell: CellPlan, suffix: string): void => {
    received = 0;
    const qos = cellQos(cell);
    const writer = participant.createWriter<StagesSample>(
      participant.createTopic(`stages/pong/${suffix}`, STAGES_SAMPLE),
      { qos },
    );
    const reader = participant.createReader<StagesSample>(
      participant.createTopic(`stages/ping/${suffix}`, STAGES_SAMPLE),
      {
        qos,
        trace: { capacity: traceCapacity(cell.warmUpSamples + cell.samples) },
        listener: {
          onSample: ({ data }) => {
            // Without data it is the writer's goodbye.
            if (data === undefined) return;
            received++;
            writer.write(data);
          },
        },
      },
    );
    endpoints = { reader, writer };
    meter.start();
    recorder.start();
  };

  const collect = async (): Promise<void> => {
    const cost = meter.stop();
    const marks = recorder.stop();
    const records = endpoints?.reader.trace?.drain(true) ?? [];
    process.send!({ type: "collected", records, received, cost, marks });
    await Promise.all([endpoints?.reader.close(), endpoints?.writer.close({ lingerMs: 0 })]);
    endpoints = undefined;
  };

  process.on("message", (request: ReaderRequest) => {
    if (request.type === "collect") void collect();
    else {
      prepare(request.cell, request.topicSuffix);
      process.send!({ type: "ready" });
    }
  });
  process.once("disconnect", () => void Promise.all([participant.close(), raw.close()]));
  const { metatrafficUnicastPort } = participant.transport;
  process.send!({ type: "hello", metatrafficPort: metatrafficUnicastPort, rawPort: raw.port });
}
