// The six trace points of a sample and the stages between them, listed once and in order.
// Owns their names and meaning. Never reads a clock.

/** Index of a trace point, 0..5. */
export type TracePoint = 0 | 1 | 2 | 3 | 4 | 5;

/** `DataWriter.write()` was entered. */
export const T0 = 0;
/** The CacheChange is in the writer's HistoryCache. */
export const T1 = 1;
/** The datagram that carries the sample is about to be handed to the socket. */
export const T2 = 2;
/** The datagram that completes the sample entered the participant. */
export const T3 = 3;
/** The sample is deserialized. */
export const T4 = 4;
/** The user's listener or iterator step starts. */
export const T5 = 5;

export type WriterPoint = typeof T0 | typeof T1 | typeof T2;
export type ReaderPoint = typeof T3 | typeof T4 | typeof T5;

export interface PointDescription {
  readonly point: TracePoint;
  /** "t0".."t5". */
  readonly name: string;
  readonly meaning: string;
}

export const TRACE_POINTS: readonly PointDescription[] = [
  { point: T0, name: "t0", meaning: "write() is entered: the user hands the sample over" },
  { point: T1, name: "t1", meaning: "the sample is in the writer's history: checked, serialized, waiting to be sent" },
  { point: T2, name: "t2", meaning: "just before the socket call for the datagram that carries the sample" },
  { point: T3, name: "t3", meaning: "the datagram that completes the sample enters the reader's participant" },
  { point: T4, name: "t4", meaning: "the sample is deserialized" },
  { point: T5, name: "t5", meaning: "the user's listener or iterator step starts" },
];

/** The five parts of the way, in order. */
export const PART_STAGES = ["t0-t1", "t1-t2", "t2-t3", "t3-t4", "t4-t5"] as const;
/** The whole way. */
export const TOTAL_STAGE = "t0-t5";
/** All stages in the order of every table: the five parts, then the whole. */
export const STAGE_NAMES = [...PART_STAGES, TOTAL_STAGE] as const;

export type PartStageName = (typeof PART_STAGES)[number];
export type StageName = (typeof STAGE_NAMES)[number];

export interface StageDescription {
  readonly name: StageName;
  readonly from: TracePoint;
  readonly to: TracePoint;
  /** Where the time goes, in a few words. */
  readonly meaning: string;
}

export const STAGES: readonly StageDescription[] = [
  { name: "t0-t1", from: T0, to: T1, meaning: "write: check, serialize, store" },
  { name: "t1-t2", from: T1, to: T2, meaning: "send: wait, coalesce, pack" },
  { name: "t2-t3", from: T2, to: T3, meaning: "network: send call, kernel, wake-up, event loop" },
  { name: "t3-t4", from: T3, to: T4, meaning: "receive: parse, order, reassemble, decode" },
  { name: "t4-t5", from: T4, to: T5, meaning: "deliver: queue and schedule in the reader" },
  { name: "t0-t5", from: T0, to: T5, meaning: "the whole way" },
];
