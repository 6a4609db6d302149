// The types of the document that every `rtps bench` command writes, and of the measurements it is built from.
// Owns the schema version; the same as JSON Schema is docs/bench.schema.json. The builder is buildBenchDocument.ts.

/** Version of the schema below. It rises when a field changes its meaning or goes; new fields may come without. */
export const BENCH_SCHEMA_VERSION = 1;

/** "closed": the next sample leaves after the reply. "open": samples leave on a schedule, and latency counts from it. */
export type BenchMode = "closed" | "open";
export type BenchReliability = "RELIABLE" | "BEST_EFFORT";

/** What tells one cell from another, besides the repeat. Fields that do not apply are left out. */
export interface BenchCellKey {
  /** "raw", "self", "foxglove", "cyclone", "fastdds", or whoever else was measured or imported. */
  readonly peer: string;
  /** What the bytes really went through: "UDP 127.0.0.1". */
  readonly transport: string;
  /** The sample's octet sequence; sequence number, stamp and length come on top, with every peer alike. */
  readonly payloadBytes: number;
  /** "paced_10ms", "back_to_back", … */
  readonly rhythm?: string;
  readonly mode?: BenchMode;
  readonly reliability?: BenchReliability;
  /** "KEEP_LAST 10", "KEEP_ALL". */
  readonly history?: string;
  /** Whatever else was varied, in words: "busyPoll", "TRANSIENT_LOCAL", "loss 1 %". */
  readonly variant?: string;
  /** Participants that took part, where that was varied. */
  readonly participants?: number;
}

/** Latencies in microseconds. Percentiles are of Type 7, over all samples; nothing is trimmed. */
export interface BenchLatencies {
  readonly p50Us: number;
  readonly p90Us: number;
  readonly p95Us: number;
  readonly p99Us: number;
  readonly p999Us: number;
  readonly meanUs: number;
  readonly minUs: number;
  readonly maxUs: number;
  /** Population standard deviation. */
  readonly stdUs: number;
  /** P99 / P50. */
  readonly tailAmplification: number;
}

/** What one side spent from its start signal to its report. What could not be measured is left out. */
export interface BenchSideCost {
  readonly cpuSeconds?: number;
  readonly maxRssBytes?: number;
  readonly datagramsOut?: number;
  readonly bytesOut?: number;
  readonly samplesRetransmitted?: number;
  readonly fragmentsRetransmitted?: number;
  /** Datagrams that the kernel dropped because a receive buffer of this process was full. */
  readonly kernelDrops?: number;
  readonly eventLoopDelayP99Us?: number;
  readonly gcTimeMs?: number;
}

export interface BenchCost {
  /** The side that pings or publishes. */
  readonly writer?: BenchSideCost;
  /** The side that echoes or subscribes. */
  readonly reader?: BenchSideCost;
  /** UDP datagrams and octets on all interfaces of the network namespace, from the start signal to the last report,
   *  warm-up included: exact where nobody else sends. Octets include IP and UDP headers. */
  readonly wireDatagrams?: number;
  readonly wireBytes?: number;
}

/** Counted facts of one repeat. */
export interface BenchCounts {
  /** Samples written, over the measured time. */
  readonly written?: number;
  readonly received?: number;
  /** Samples that were written and never came: for round trips those without an echo in time. */
  readonly lost?: number;
  /** Of those, round trips given up after the time-out. */
  readonly timedOut?: number;
  /** Echoes with another content than was sent. */
  readonly invalid?: number;
  readonly durationS?: number;
  /** Samples that arrived at the reader's listener, per second. */
  readonly samplesPerSecond?: number;
  /** Samples that the writer offered, per second. */
  readonly offeredPerSecond?: number;
  /** Payload bits that arrived, per second. */
  readonly bitsPerSecond?: number;
}

/** One repeat of one cell: a run of fresh processes. */
export interface BenchCell extends BenchCellKey, Partial<BenchLatencies>, BenchCounts {
  /** From 1. */
  readonly repeat: number;
  /** Place in the run, from 1: cells of different peers alternate. */
  readonly order: number;
  /** Measured latencies. */
  readonly samples?: number;
  /** The median, or else the rate, against that of the raw socket in the same repeat: above 1 is slower for
   *  latencies, faster for rates. */
  readonly ratioToRaw?: number;
  readonly cost?: BenchCost;
  /** Figures of a command of its own, with the unit in the name. */
  readonly figures?: Readonly<Record<string, number>>;
  /** What was noted again and again while the cell ran, by a name with the unit in it: "pssMb". */
  readonly series?: Readonly<Record<string, readonly number[]>>;
  /** Every latency in the order measured: microseconds as little-endian Float32 in base64. */
  readonly samplesUs?: string;
}

/** Smallest and largest value of the repeats. */
export type BenchRange = readonly [min: number, max: number];

/** All repeats of one cell. Latencies are pooled; the repeats stand beside them. Rates are medians of the repeats. */
export interface BenchSummary extends BenchCellKey, Partial<BenchLatencies>, BenchCounts {
  readonly repeats: number;
  readonly samples?: number;
  readonly p50RangeUs?: BenchRange;
  readonly p95RangeUs?: BenchRange;
  readonly p99RangeUs?: BenchRange;
  /** Population std / mean of the repeats' medians; needs two repeats. */
  readonly repeatMedianCv?: number;
  readonly samplesPerSecondRange?: BenchRange;
  readonly bitsPerSecondRange?: BenchRange;
  /** As in a cell, of the pooled medians or the median rates. */
  readonly ratioToRaw?: number;
  /** The same against each other peer of the run, raw included. */
  readonly ratioTo?: Readonly<Record<string, number>>;
  /** Medians of the repeats. */
  readonly figures?: Readonly<Record<string, number>>;
}

export interface BenchPeerFacts {
  readonly peer: string;
  /** "Cyclone DDS". */
  readonly title: string;
  /** What has to be known of its figures. */
  readonly note?: string;
  readonly version?: string;
  readonly transport?: string;
  /** SO_RCVBUF, bytes: what was asked for and what the system granted. */
  readonly receiveBufferAsked?: number;
  readonly receiveBufferGranted?: number;
  /** Why it did not take part: "not installed: …", "not supported: …". */
  readonly skipped?: string;
}

/** A cell that could not be measured: it is shown, and in no figure. */
export interface BenchFailure extends BenchCellKey {
  readonly repeat: number;
  readonly reason: string;
}

export interface BenchDocument {
  readonly schemaVersion: number;
  /** "rtt", "latency", "rate", "throughput", … */
  readonly benchmark: string;
  /** The command that made it. */
  readonly command: string;
  /** CPU, kernel, Node, load, …: name -> value, in the order of the report. */
  readonly environment: Readonly<Record<string, string | number | boolean | null>>;
  readonly peers: readonly BenchPeerFacts[];
  readonly cells: readonly BenchCell[];
  readonly summaries: readonly BenchSummary[];
  readonly failures: readonly BenchFailure[];
}

/** One repeat as it was measured. */
export interface BenchMeasurement extends BenchCounts {
  readonly key: BenchCellKey;
  /** From 1. */
  readonly repeat: number;
  /** Microseconds, in the order measured, without the warm-up. */
  readonly latenciesUs?: ArrayLike<number>;
  /** Of a source that keeps no samples, such as the output of another tool: instead of `latenciesUs`. */
  readonly latencies?: Partial<BenchLatencies>;
  /** How many samples `latencies` are of. */
  readonly samples?: number;
  readonly cost?: BenchCost;
  readonly figures?: Readonly<Record<string, number>>;
  readonly series?: BenchCell["series"];
}

export interface BenchInput {
  readonly benchmark: string;
  readonly command: string;
  readonly environment: BenchDocument["environment"];
  readonly peers: readonly BenchPeerFacts[];
  /** In the order in which they were made. */
  readonly measurements: readonly BenchMeasurement[];
  readonly failures?: readonly BenchFailure[];
}
