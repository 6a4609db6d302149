// A stages run: starts a reader and a writer process on 127.0.0.1, runs the cells, joins their records.

import { fileURLToPath } from "node:url";
import { buildStagesDocument } from "../../trace/buildStagesDocument.js";
import { joinRecords } from "../../trace/joinRecords.js";
import type { CellInput, StagesDocument } from "../../trace/stagesDocument.js";
import { environmentFacts } from "../environmentFacts.js";
import { ChildPeer } from "./ChildPeer.js";
import type { CellPlan, ReaderCollected, ReaderHello, Ready, WriterResult } from "./plan.js";

export interface StagesPlan {
  readonly command: string;
  readonly cells: readonly CellPlan[];
  /** Called with the measured samples done so far, over all cells. */
  readonly onProgress: (done: number, cell: CellPlan) => void;
}

/** Runs every cell and returns the document. Rejects with PeerFailure. */
export async function runStages(plan: StagesPlan, signal: AbortSignal): Promise<StagesDocument> {
  const main = fileURLToPath(new URL("./peerMain.js", import.meta.url));
  const reader = new ChildPeer("reader", main, ["reader"]);
  let finished = 0;
  let current = plan.cells[0]!;
  const onProgress = (done: number) => plan.onProgress(finished + done, current);
  let writer: ChildPeer | undefined;
  try {
    const hello = await orAbort(reader.receive<ReaderHello>("hello"), signal);
    writer = new ChildPeer(
      "writer",
      main,
      ["writer", String(hello.metatrafficPort), String(hello.rawPort)],
      onProgress,
    );
    await orAbort(writer.receive<Ready>("ready"), signal);
    const cells: CellInput[] = [];
    let last: WriterResult | undefined;
    for (const [index, cell] of plan.cells.entries()) {
      current = cell;
      const { input, result } = await orAbort(runCell(reader, writer, cell, `${process.pid}-${index}`), signal);
      cells.push(input);
      last = result;
      finished += cell.samples;
    }
    return buildStagesDocument({
      command: plan.command,
      environment: environment(last!),
      stampCost: last!.stampCost,
      cells,
    });
  } finally {
    await Promise.all([reader.end(), writer?.end()]);
  }
}

async function runCell(
  reader: ChildPeer,
  writer: ChildPeer,
  cell: CellPlan,
  topicSuffix: string,
): Promise<{ input: CellInput; result: WriterResult }> {
  reader.send({ type: "prepare", cell, topicSuffix });
  await reader.receive<Ready>("ready");
  writer.send({ type: "run", cell, topicSuffix });
  const result = await writer.receive<WriterResult>("result");
  reader.send({ type: "collect" });
  const collected = await reader.receive<ReaderCollected>("collected");
  const measuredFrom = firstMeasuredSn(result);
  const delivered = collected.received - (measuredFrom - 1);
  const input: CellInput = {
    payloadBytes: cell.payloadBytes,
    reliability: cell.reliability,
    warmUpSamples: measuredFrom - 1,
    written: result.written,
    delivered: Math.max(0, Math.min(delivered, result.written)),
    repeats: result.records.map((records, turn) => ({
      joined: joinRecords([records], withinTurn(collected, records.sn)),
      rttUs: result.rttUs[turn]!,
      rawRttUs: result.rawRttUs[turn]!,
    })),
    cost: costOf(result, collected),
    marks: [...result.marks, ...collected.marks],
  };
  return { input, result };
}

/** Sequence number of the first measured sample: what came before was warm-up. */
function firstMeasuredSn(result: WriterResult): number {
  return result.records[0]?.sn[0] ?? 1;
}

/** The reader's records of one turn, so that records of other turns do not count as unjoined. */
function withinTurn(collected: ReaderCollected, sns: Float64Array) {
  const first = sns[0] ?? 0;
  const last = sns[sns.length - 1] ?? -1;
  return collected.records.map((records) => {
    const keep: number[] = [];
    for (let i = 0; i < records.sn.length; i++) if (records.sn[i]! >= first && records.sn[i]! <= last) keep.push(i);
    const pick = (column: Float64Array) => Float64Array.from(keep, (index) => column[index]!);
    return {
      ...records,
      sn: pick(records.sn),
      t3: pick(records.t3),
      t4: pick(records.t4),
      t5: pick(records.t5),
      sourceTimeUs: pick(records.sourceTimeUs),
    };
  });
}

/** Both processes together; the reader's part includes its warm-up, so datagrams are counted at the writer only. */
function costOf(result: WriterResult, collected: ReaderCollected): NonNullable<CellInput["cost"]> {
  const { cost } = result;
  const written = Math.max(1, result.written);
  return {
    datagramsPerSample: cost.datagrams / written,
    bytesPerSample: cost.bytes / written,
    samplesRetransmitted: cost.samplesRetransmitted,
    fragmentsRetransmitted: cost.fragmentsRetransmitted,
    eventLoopDelayP99Us: Math.max(cost.eventLoopDelayP99Us ?? 0, collected.cost.eventLoopDelayP99Us ?? 0),
    gcTimeMs: (cost.gcTimeMs ?? 0) + (collected.cost.gcTimeMs ?? 0),
  };
}

function environment(result: WriterResult): StagesDocument["environment"] {
  return {
    ...environmentFacts(),
    transport: "UDP over 127.0.0.1, two processes",
    receiveBufferBytes: result.receiveBufferBytes,
    sendBufferBytes: result.sendBufferBytes,
  };
}

function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
