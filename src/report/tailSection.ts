// The tail of a cell: which part of the way owned the excess of the samples above P99, and what coincided with it.

import type { StagesCell } from "../trace/stagesDocument.js";
import type { TailAttribution, TailCause, TailGroup } from "../trace/tailAttribution.js";
import { formatDuration, formatShare, formatTick } from "./formatMicroseconds.js";
import { figure, htmlTable } from "./htmlPage.js";
import { element, type Markup } from "./markup.js";
import { partColour } from "./pageStyle.js";
import { stackedBars } from "./stackedBars.js";
import { cellTitle } from "./stageTable.js";
import type { TextTable } from "./textTable.js";

/** Undefined for a cell without a tail, or of a document that is too old to have one. */
export function tailSection(cell: StagesCell): Markup | undefined {
  const { tail } = cell;
  if (tail === undefined) return undefined;
  const title = `Excess of the samples above P99, ${cellTitle(cell)}`;
  const draw = (width: number) =>
    stackedBars({
      ...{ title, width, mode: "length", format: formatDuration, formatTick, labelWidth: LABELS },
      rows: barRows(tail),
    });
  const note =
    `Time that the ${tail.samples} samples above ${formatDuration(tail.thresholdUs)} took beyond the median of each part, ` +
    "added up, by what happened while they were under way.";
  return element(
    "div",
    { class: "columns tail", "data-tail": String(tail.samples) },
    element("div", {}, figure("What the tail waited for", note, draw)),
    element(
      "div",
      {},
      htmlTable(ownerTable(tail)),
      htmlTable(causeTable(tail)),
      element("details", {}, element("summary", {}, "The slowest samples"), htmlTable(slowestTable(tail))),
      element("p", { class: "note" }, COINCIDENCE_NOTE),
    ),
  );
}

/** By the part with the largest excess over its median. */
export function ownerTable({ owners, samples }: TailAttribution): TextTable {
  return {
    header: ["owner of the excess", "samples", "share"],
    rows: Object.entries(owners).map(([part, group]) => [
      part,
      String(group.samples),
      formatShare(group.samples / samples),
    ]),
  };
}

/** By what coincided, next to how much of all samples coincided with it. */
export function causeTable({ causes, shareOfAll, shareOfTail, samples }: TailAttribution): TextTable {
  return {
    header: ["coincided with", "samples", "of the tail", "of all samples"],
    rows: [
      ...Object.keys(shareOfTail).map((cause) => [
        CAUSE_NAMES[cause as TailCause] ?? cause,
        String(Math.round(shareOfTail[cause as TailCause] * samples)),
        formatShare(shareOfTail[cause as TailCause]),
        formatShare(shareOfAll[cause as TailCause]),
      ]),
      [CAUSE_NAMES.none, String(causes.none.samples), formatShare(causes.none.samples / samples), "–"],
    ],
  };
}

function slowestTable({ slowest }: TailAttribution): TextTable {
  return {
    header: ["sequence number", "t0-t5", "excess", "owner", "coincided with"],
    rows: slowest.map(({ sn, totalUs, excessUs, owner, causes }) => [
      String(sn),
      formatDuration(totalUs),
      formatDuration(excessUs),
      owner,
      causes.map((cause) => CAUSE_NAMES[cause]).join(", ") || CAUSE_NAMES.none,
    ]),
  };
}

function barRows({ causes }: TailAttribution) {
  return Object.entries(causes)
    .filter(([, group]) => group.samples > 0)
    .map(([cause, group]) => {
      const parts = Object.entries(group.excessUs).map(([label, value], index) => ({
        label,
        value,
        colour: partColour(index),
      }));
      return { label: CAUSE_NAMES[cause as TailCause] ?? cause, parts, valueLabel: formatDuration(totalOf(group)) };
    });
}

function totalOf({ excessUs }: TailGroup): number {
  return Object.values(excessUs).reduce((sum, value) => sum + value, 0);
}

const CAUSE_NAMES: Readonly<Record<TailCause | "none", string>> = {
  retransmission: "retransmission",
  fragmentRepair: "fragment repair",
  gc: "GC",
  eventLoopStall: "loop stall",
  coalescing: "coalescing",
  none: "nothing seen",
};

const COINCIDENCE_NOTE =
  "A cause is likely where its share of the tail is far above its share of all samples. Repairs are seen within 20 ms, " +
  "stalls of the event loop from about 1.5 ms on. Nothing seen: the kernel, the scheduler or another process.";
/** Of the longest cause. */
const LABELS = 128;
