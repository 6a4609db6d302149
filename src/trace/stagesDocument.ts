// The types of the document `stages.json`, and of the measurements it is built from.
// Owns the schema version. The builder is in `buildStagesDocument.ts`.

import type { JoinCounts, JoinResult } from "./joinRecords.js";
import type { PartStageName, StageName } from "./stages.js";
import type { StampCost } from "./stampCost.js";
import type { EcdfPoint } from "./statistics.js";
import type { Mark, TailAttribution } from "./tailAttribution.js";

/** Version of the schema below. It rises when a field changes its meaning or goes. */
export const STAGES_SCHEMA_VERSION = 1;

/** Microseconds, rounded to a nanosecond; null where there is no sample. */
export type Micros = number | null;

/** Type 7 percentiles of all samples, nothing removed. */
export interface StagePercentiles {
  readonly p50Us: Micros;
  readonly p90Us: Micros;
  readonly p99Us: Micros;
  readonly p999Us: Micros;
  readonly maxUs: Micros;
  readonly meanUs: Micros;
  /** Population standard deviation. */
  readonly stdUs: Micros;
}

/**
 * How t0-t5 at one percentile divides into its parts. The percentiles of the parts would not add up, so the parts
 * have the mean proportions of the samples whose t0-t5 ranks nearest to the percentile, and their sum is `totalUs`.
 */
export interface PercentileSplit {
  /** "P50". */
  readonly label: string;
  /** 0..1. */
  readonly fraction: number;
  /** The percentile of t0-t5. */
  readonly totalUs: number;
  /** How many samples give the proportions. */
  readonly nearestSamples: number;
  readonly partsUs: Readonly<Record<PartStageName, number>>;
}

/** Steps of the ECDFs, value in microseconds. One that was not measured is empty. */
export interface CellEcdfs {
  /** t0-t5. */
  readonly oneWay: readonly EcdfPoint[];
  /** The same path through the raw socket alone. */
  readonly rawOneWay: readonly EcdfPoint[];
  readonly rtt: readonly EcdfPoint[];
  readonly rawRtt: readonly EcdfPoint[];
}

/** One repeat of a cell. */
export interface CellRepeat {
  readonly samples: number;
  readonly p50Us: Micros;
  readonly p99Us: Micros;
  readonly rttP50Us: Micros;
  readonly rawRttP50Us: Micros;
  readonly ratioToRaw: number | null;
}

/** What the samples cost beside time. Absent where it was not measured. */
export interface CellCost {
  readonly datagramsPerSample?: number;
  readonly bytesPerSample?: number;
  readonly samplesRetransmitted?: number;
  readonly fragmentsRetransmitted?: number;
  /** Datagrams the kernel dropped because the socket's receive buffer was full. */
  readonly kernelReceiveDrops?: number;
  readonly eventLoopDelayP99Us?: number;
  readonly gcTimeMs?: number;
}

/**
 * Every measured sample, in order: columns of little-endian Float64 in base64 (`decodeDoubles`). Times are microseconds
 * since the first t0 of the cell.
 */
export interface CellSamples {
  readonly sn: string;
  /** t0..t5. */
  readonly timesUs: readonly string[];
}

export type Reliability = "RELIABLE" | "BEST_EFFORT";

export interface StagesCell {
  readonly payloadBytes: number;
  readonly reliability: Reliability;
  /** Whatever else was varied, in words. */
  readonly variant?: string;
  /** Measured samples that have all six times, over all repeats. */
  readonly samples: number;
  /** Measured samples that were written and that the reader never got. */
  readonly lost: number;
  readonly stages: Readonly<Record<StageName, StagePercentiles>>;
  readonly splits: readonly PercentileSplit[];
  /** Median round trip, and that of the raw socket in the same run. */
  readonly rttP50Us: Micros;
  readonly rawRttP50Us: Micros;
  /** `rttP50Us / rawRttP50Us`. */
  readonly ratioToRaw: number | null;
  readonly rtt: StagePercentiles;
  readonly rawRtt: StagePercentiles;
  readonly ecdf: CellEcdfs;
  readonly repeats: readonly CellRepeat[];
  /** Population std / mean of the repeats' medians of t0-t5; null with one repeat. */
  readonly repeatMedianCv: number | null;
  /** Records that did not become samples, and samples with a backward step in time; warm-up included. */
  readonly trace: JoinCounts;
  readonly cost: CellCost;
  /** What the samples above P99 waited for; absent in documents of older versions and without such samples. */
  readonly tail?: TailAttribution;
  /** What the two processes did meanwhile, on the time axis of `raw`. */
  readonly marks?: readonly Mark[];
  readonly raw?: CellSamples;
}

export interface StagesDocument {
  readonly schemaVersion: number;
  /** The command that made it. */
  readonly command: string;
  /** CPU, kernel, Node, socket buffers asked for and granted, …: name -> value, in the order of the report. */
  readonly environment: Readonly<Record<string, string | number | boolean | null>>;
  readonly points: readonly { readonly name: string; readonly meaning: string }[];
  /** The five parts in order, then the whole. */
  readonly stages: readonly { readonly name: StageName; readonly meaning: string }[];
  readonly stampCost: StampCost | null;
  readonly cells: readonly StagesCell[];
}

/** One repeat as it was measured. */
export interface RepeatInput {
  readonly joined: JoinResult;
  /** Round trips in microseconds, without the warm-up. */
  readonly rttUs?: ArrayLike<number>;
  readonly rawRttUs?: ArrayLike<number>;
  /** One way through the raw socket, in microseconds. */
  readonly rawOneWayUs?: ArrayLike<number>;
}

export interface CellInput {
  readonly payloadBytes: number;
  readonly reliability: Reliability;
  /** Samples of the warm-up: those with a sequence number up to this one are left out. Default 0. */
  readonly warmUpSamples?: number;
  /** Measured samples written, over all repeats. */
  readonly written: number;
  /** Measured samples the reader got, over all repeats. Default: those with all six times. */
  readonly delivered?: number;
  readonly repeats: readonly RepeatInput[];
  readonly cost?: CellCost;
  /** Microseconds on CLOCK_MONOTONIC, as the stamps. */
  readonly marks?: readonly Mark[];
}

export interface StagesInput {
  readonly command: string;
  readonly environment: StagesDocument["environment"];
  readonly stampCost?: StampCost;
  readonly cells: readonly CellInput[];
}
