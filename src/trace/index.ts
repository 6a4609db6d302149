// What the trace folder offers to the rest of the project.

export * from "./benchDocument.js";
export * from "./benchReport.js";
export * from "./bootstrap.js";
export * from "./buildBenchDocument.js";
export * from "./buildStagesDocument.js";
export { COUNTER_NAMES, Counters, type CountersSnapshot, countersSince } from "./Counters.js";
export * from "./compareBench.js";
export { DROP, DROP_MEANINGS, DROP_REASONS, type DropReason } from "./dropReasons.js";
export { csvLines, ndjsonLines } from "./exporters.js";
export { type FittedLine, fitExponent, fitLine } from "./fitLine.js";
export {
  filterSamples,
  type JoinCounts,
  type JoinedSamples,
  type JoinResult,
  joinRecords,
  stageDurations,
} from "./joinRecords.js";
export { type ReaderRecords, ReaderTrace, type ReaderTraceOptions, UNTRACED_WRITER } from "./ReaderTrace.js";
export { decodeDoubles, decodeSamples, encodeDoubles, encodeSamples } from "./rawSamples.js";
export * from "./sourceLatency.js";
export * from "./stages.js";
export * from "./stagesDocument.js";
export { measureStampCost, type StampCost } from "./stampCost.js";
export * from "./statistics.js";
export { submessageName } from "./submessageNames.js";
export * from "./tailAttribution.js";
export { type WriterRecords, WriterTrace, type WriterTraceOptions } from "./WriterTrace.js";
