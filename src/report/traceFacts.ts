// What a reader must know to trust a cell: what did not join, what the trace itself lost, what a sample cost.

import type { StagesCell } from "../trace/stagesDocument.js";
import { formatCount, formatDuration } from "./formatMicroseconds.js";

/** Names and values. What was not measured is left out, and so are faults of the trace that did not happen. */
export function traceFacts(cell: StagesCell): [name: string, value: string][] {
  const { trace, cost } = cell;
  const facts: [string, string][] = [];
  const measured = (name: string, value: number | undefined): void => {
    if (value !== undefined) facts.push([name, formatCount(value)]);
  };
  const fault = (name: string, count: number): void => {
    if (count > 0) facts.push([name, formatCount(count)]);
  };
  measured("datagrams per sample", cost.datagramsPerSample);
  measured("bytes per sample", cost.bytesPerSample);
  measured("samples retransmitted", cost.samplesRetransmitted);
  measured("fragments retransmitted", cost.fragmentsRetransmitted);
  measured("dropped by the kernel", cost.kernelReceiveDrops);
  if (cost.eventLoopDelayP99Us !== undefined) {
    facts.push(["event-loop delay P99", formatDuration(cost.eventLoopDelayP99Us)]);
  }
  if (cost.gcTimeMs !== undefined) facts.push(["garbage collection", formatDuration(cost.gcTimeMs * 1000)]);
  if (cell.repeatMedianCv !== null) {
    facts.push(["CV of the repeats' medians", `${(cell.repeatMedianCv * 100).toFixed(2)}\u00a0%`]);
  }
  facts.push(["samples with all six times", formatCount(cell.samples)]);
  fault("writer records without a reader record", trace.unjoinedWriter);
  fault("reader records without a writer record", trace.unjoinedReader);
  fault("samples that lack a time", trace.incomplete);
  fault("samples with times that go backwards", trace.nonMonotonic);
  fault("records overwritten before they were read", trace.lostRecords);
  return facts;
}
