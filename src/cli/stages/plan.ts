// What the processes of a stages run tell each other. Sent with structured clone, so typed arrays pass.

import type { EndpointQosInput } from "../../index.js";
import type { ReaderRecords } from "../../trace/ReaderTrace.js";
import type { CellCost, Reliability } from "../../trace/stagesDocument.js";
import type { StampCost } from "../../trace/stampCost.js";
import type { Mark } from "../../trace/tailAttribution.js";
import type { WriterRecords } from "../../trace/WriterTrace.js";

export interface CellPlan {
  readonly payloadBytes: number;
  readonly reliability: Reliability;
  /** Samples before the measured ones, over our stack and over the raw socket each. */
  readonly warmUpSamples: number;
  readonly samples: number;
  /** The measured samples are taken in this many turns, ours and the raw socket's alternating. */
  readonly turns: number;
  /** KEEP_LAST of so many, default 10; 0 is KEEP_ALL. */
  readonly historyDepth?: number;
  readonly durability?: "volatile" | "transientLocal";
}

/** The QoS of both sides of a cell. */
export function cellQos({ reliability, historyDepth = 10, durability = "volatile" }: CellPlan): EndpointQosInput {
  const history = historyDepth === 0 ? "keepAll" : ({ keepLast: historyDepth } as const);
  return { reliability, history, durability };
}

/** From the command to the writer process. */
export interface RunRequest {
  readonly type: "run";
  readonly cell: CellPlan;
  readonly topicSuffix: string;
}

/** From the command to the reader process: make the endpoints of a cell, or give the records and drop them. */
export type ReaderRequest =
  | { readonly type: "prepare"; readonly cell: CellPlan; readonly topicSuffix: string }
  | { readonly type: "collect" };

/** From the reader process when it starts. */
export interface ReaderHello {
  readonly type: "hello";
  readonly metatrafficPort: number;
  readonly rawPort: number;
}

export interface ReaderCollected {
  readonly type: "collected";
  readonly records: readonly ReaderRecords[];
  readonly received: number;
  readonly cost: ProcessCost;
  readonly marks: readonly Mark[];
}

export interface WriterProgress {
  readonly type: "progress";
  readonly done: number;
}

export interface WriterResult {
  readonly type: "result";
  readonly records: readonly WriterRecords[];
  /** One entry a turn, microseconds. */
  readonly rttUs: readonly Float64Array[];
  readonly rawRttUs: readonly Float64Array[];
  readonly written: number;
  /** Samples whose echo did not come back within the time-out. */
  readonly timedOut: number;
  readonly stampCost: StampCost;
  readonly cost: ProcessCost;
  readonly marks: readonly Mark[];
  readonly receiveBufferBytes: number;
  readonly sendBufferBytes: number;
}

/** What a process spent on the measured samples of a cell. */
export interface ProcessCost extends Pick<CellCost, "eventLoopDelayP99Us" | "gcTimeMs"> {
  readonly datagrams: number;
  readonly bytes: number;
  readonly samplesRetransmitted: number;
  readonly fragmentsRetransmitted: number;
}

export interface Ready {
  readonly type: "ready";
}

export interface Failed {
  readonly type: "failed";
  readonly message: string;
}
