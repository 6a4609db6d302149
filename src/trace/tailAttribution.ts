// For the samples above P99 of t0-t5: which part of the way owned the excess over a typical sample, and what happened at
// the same time. That something coincided does not prove that it was the cause; a share far above its share of time does.

import { PART_STAGES, type PartStageName } from "./stages.js";
import { median, percentile } from "./statistics.js";

/** Something that a process did or suffered, which the samples of that time may have waited for. */
export const MARK_KINDS = ["retransmission", "fragmentRepair", "gc", "eventLoopStall"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Times are microseconds on the clock of the samples. */
export interface Mark {
  readonly side: "writer" | "reader";
  readonly kind: MarkKind;
  readonly fromUs: number;
  readonly toUs: number;
}

/** What can coincide with a sample; "coalescing": it shared its datagram with one that was written later. */
export type TailCause = MarkKind | "coalescing";

/** From the rarest to the most common: a sample with several goes to the first in the plot. */
export const TAIL_CAUSES: readonly TailCause[] = [
  ...(["retransmission", "fragmentRepair", "gc", "eventLoopStall"] as const),
  "coalescing",
];

/** One slow sample. */
export interface TailSample {
  readonly sn: number;
  readonly totalUs: number;
  /** Over the median of t0-t5. */
  readonly excessUs: number;
  /** The part with the largest excess over its own median. */
  readonly owner: PartStageName;
  readonly causes: readonly TailCause[];
}

/** Sums over slow samples. */
export interface TailGroup {
  readonly samples: number;
  /** What each part took beyond its own median; less than that counts as 0. */
  readonly excessUs: Readonly<Record<PartStageName, number>>;
}

export interface TailAttribution {
  /** P99 of t0-t5: slower samples are the tail. */
  readonly thresholdUs: number;
  readonly samples: number;
  /** By the part that owned the excess. */
  readonly owners: Readonly<Record<PartStageName, TailGroup>>;
  /** By what coincided; a sample with several is in the first of `TAIL_CAUSES`. "none": nothing that was seen. */
  readonly causes: Readonly<Record<TailCause | "none", TailGroup>>;
  /** Of all measured samples, the share that each coincided with: what chance alone would give the tail. */
  readonly shareOfAll: Readonly<Record<TailCause, number>>;
  /** Of the tail, the same: a sample with several counts for each. */
  readonly shareOfTail: Readonly<Record<TailCause, number>>;
  /** The slowest, at most 20. */
  readonly slowest: readonly TailSample[];
}

/** Columns of equal length: sequence numbers, and for each of the six points the times in microseconds. */
export interface TailInput {
  readonly sn: ArrayLike<number>;
  readonly times: readonly ArrayLike<number>[];
  readonly marks: readonly Mark[];
}

/** @returns undefined without a sample above P99 */
export function attributeTail({ sn, times, marks }: TailInput): TailAttribution | undefined {
  const parts = PART_STAGES.map((_, part) =>
    Float64Array.from(times[0]!, (_, i) => times[part + 1]![i]! - times[part]![i]!),
  );
  const totals = Float64Array.from(times[0]!, (start, i) => times[5]![i]! - start);
  if (totals.length === 0) return undefined;
  const thresholdUs = percentile(totals, 0.99);
  const medians = parts.map(median);
  const typicalUs = median(totals);
  const causesOf = causeFinder(times, marks);
  const tail: SlowSample[] = [];
  const ofAll = new Map<TailCause, number>();
  for (let i = 0; i < totals.length; i++) {
    const causes = causesOf(i);
    for (const cause of causes) ofAll.set(cause, (ofAll.get(cause) ?? 0) + 1);
    if (totals[i]! <= thresholdUs) continue;
    const excess = parts.map((part, index) => part[i]! - medians[index]!);
    const owner = PART_STAGES[excess.indexOf(Math.max(...excess))]!;
    const [totalUs, excessUs] = [round(totals[i]!), round(totals[i]! - typicalUs)];
    tail.push({ sn: sn[i]!, totalUs, excessUs, owner, causes, parts: excess.map((value) => Math.max(0, value)) });
  }
  if (tail.length === 0) return undefined;
  return {
    thresholdUs: round(thresholdUs),
    samples: tail.length,
    owners: grouped(PART_STAGES, tail, ({ owner }) => owner),
    causes: grouped([...TAIL_CAUSES, "none" as const], tail, ({ causes }) => causes[0] ?? "none"),
    shareOfAll: shares((cause) => (ofAll.get(cause) ?? 0) / totals.length),
    shareOfTail: shares((cause) => tail.filter(({ causes }) => causes.includes(cause)).length / tail.length),
    slowest: [...tail]
      .sort((a, b) => b.totalUs - a.totalUs)
      .slice(0, MAX_SLOWEST)
      .map(({ parts: _, ...sample }) => sample),
  };
}

interface SlowSample extends TailSample {
  readonly parts: readonly number[];
}

/** What overlapped a sample, in the order of `TAIL_CAUSES`. */
function causeFinder(times: readonly ArrayLike<number>[], marks: readonly Mark[]): (index: number) => TailCause[] {
  const byKind = MARK_KINDS.map((kind) => ({ kind, spans: mergedSpans(marks.filter((mark) => mark.kind === kind)) }));
  const [written, sent, done] = [times[0]!, times[2]!, times[5]!];
  const lastInDatagram = new Map<number, number>();
  for (let i = 0; i < sent.length; i++) {
    lastInDatagram.set(sent[i]!, Math.max(lastInDatagram.get(sent[i]!) ?? 0, written[i]!));
  }
  return (index) => {
    const found: TailCause[] = byKind
      .filter(({ spans }) => overlapsAny(spans, written[index]!, done[index]!))
      .map(({ kind }) => kind);
    if (lastInDatagram.get(sent[index]!)! > written[index]!) found.push("coalescing");
    return found;
  };
}

type Span = readonly [fromUs: number, toUs: number];

/** In order and without overlaps, so that one search finds whether any touches a sample. */
function mergedSpans(marks: readonly Mark[]): Span[] {
  const merged: [number, number][] = [];
  for (const { fromUs, toUs } of [...marks].sort((a, b) => a.fromUs - b.fromUs)) {
    const last = merged.at(-1);
    if (last !== undefined && fromUs <= last[1]) last[1] = Math.max(last[1], toUs);
    else merged.push([fromUs, toUs]);
  }
  return merged;
}

function overlapsAny(spans: readonly Span[], fromUs: number, toUs: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (spans[middle]![1] < fromUs) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && spans[low]![0] <= toUs;
}

function grouped<K extends string>(
  names: readonly K[],
  tail: readonly SlowSample[],
  nameOf: (sample: SlowSample) => K,
): Record<K, TailGroup> {
  const groups = {} as Record<K, TailGroup>;
  for (const name of names) {
    const members = tail.filter((sample) => nameOf(sample) === name);
    const excessUs = {} as Record<PartStageName, number>;
    for (const [index, part] of PART_STAGES.entries()) {
      excessUs[part] = round(members.reduce((sum, { parts }) => sum + parts[index]!, 0));
    }
    groups[name] = { samples: members.length, excessUs };
  }
  return groups;
}

function shares(shareOf: (cause: TailCause) => number): Record<TailCause, number> {
  const result = {} as Record<TailCause, number>;
  for (const cause of TAIL_CAUSES) result[cause] = Number(shareOf(cause).toFixed(4));
  return result;
}

function round(us: number): number {
  return Number(us.toFixed(3));
}

const MAX_SLOWEST = 20;
