// The scenarios of who gets which samples, and how they are seen together: partitions, time and content filters, ordered
// and coherent access. Data only.
import type { Scenario } from "./scenario.js";
import {
  go,
  matched,
  never,
  ONE_WRITER,
  of,
  pause,
  range,
  samples,
  start,
  stop,
  UNWANTED_MS,
  written,
} from "./steps.js";

const PARTITION: readonly Scenario[] = [
  partitions("reader-pattern", "PARTITION: the reader's pattern finds one of two writers", {
    matching: ["attic", "lab.one"],
    other: ["hall.one"],
    reader: ["cellar", "lab.*"],
  }),
  partitions("writer-pattern", "PARTITION: the pattern is the writer's", {
    matching: ["l?b.*n*"],
    other: ["l?b.*x*"],
    reader: ["lab.one"],
  }),
  partitions("brackets", "PARTITION: a pattern with brackets, as POSIX fnmatch has them", {
    matching: ["l[!x]b.[m-p]*"],
    other: ["l[!a]b.[m-p]*"],
    reader: ["lab.one"],
  }),
];

const FILTERS: readonly Scenario[] = [
  {
    name: "time-filter",
    title: "TIME_BASED_FILTER: minimum separation for each instance",
    kind: "script",
    both: { colors: ["BLUE", "RED"], count: 60, periodMs: 15 },
    reader: { timeFilterMs: 200 },
    script: {
      steps: [...ONE_WRITER, go("writer"), written("writer", 60), pause(UNWANTED_MS)],
      samples: [],
      checks: [{ check: "separation", ms: 200 }],
    },
  },
  contentFilter("content-filter", "color = 'RED' AND x > %0", ["5"], (color, x) => color === "RED" && x > 5),
  contentFilter(
    "content-filter-like",
    "color LIKE %0 OR x BETWEEN %1 AND %2",
    ["'B%'", "3", "5"],
    (color, x) => color.startsWith("B") || (x >= 3 && x <= 5),
  ),
];

const ACCESS: readonly Scenario[] = [
  ordered("topic"),
  ordered("group"),
  coherent("instance"),
  coherent("topic"),
  coherent("group"),
];

export const ACCESS_SCENARIOS: readonly Scenario[] = [...PARTITION, ...FILTERS, ...ACCESS];

function partitions(
  name: string,
  title: string,
  names: { matching: readonly string[]; other: readonly string[]; reader: readonly string[] },
): Scenario {
  return {
    name: `partition-${name}`,
    title,
    kind: "script",
    both: { count: 3 },
    writer: { partitions: names.matching, size: 20 },
    second: { partitions: names.other, size: 10, waitReaders: 0 },
    reader: { partitions: names.reader },
    script: {
      steps: [
        ...start("reader", "second", "writer"),
        ...[matched("reader", 1), matched("writer", 1)],
        ...[go("second"), written("second", 3), go("writer"), samples(3), pause(UNWANTED_MS)],
        ...[never("second", { event: "matched", count: 1 }), never("reader", { event: "matched", count: 2 })],
      ],
      samples: [of("writer", 0, 1, 2)],
    },
  };
}

/** @param passes what the expression says, in our words */
function contentFilter(
  name: string,
  filter: string,
  filterParams: readonly string[],
  passes: (color: string, x: number) => boolean,
): Scenario {
  const colors = ["BLUE", "RED", "GREEN"];
  const passing = range(0, 18).filter((x) => passes(colors[x % colors.length] ?? "", x));
  return {
    name,
    title: `content filter: ${filter}`,
    kind: "script",
    both: { colors, count: 18, periodMs: 5 },
    reader: { filter, filterParams },
    script: {
      steps: [...ONE_WRITER, go("writer"), samples(passing.length), written("writer", 18), pause(UNWANTED_MS)],
      samples: [of("writer", ...passing)],
    },
  };
}

/** Samples wait at the reader; each instance is in one topic. */
function ordered(accessScope: "topic" | "group"): Scenario {
  const topics = accessScope === "group" ? 2 : 1;
  return {
    name: `ordered-${accessScope}`,
    title: `PRESENTATION: ordered access, scope ${accessScope.toUpperCase()}`,
    kind: "script",
    both: { accessScope, ordered: true, topics, waitReaders: topics, colors: ["BLUE", "RED"], count: 9, periodMs: 2 },
    reader: { gate: true },
    script: {
      steps: [
        ...[...start("reader", "writer"), matched("reader", topics), matched("writer", topics)],
        ...[go("writer"), written("writer", 9), pause(UNWANTED_MS), go("reader"), samples(9)],
      ],
      samples: [of("writer", ...range(0, 9))],
      checks: [{ check: "written order" }],
    },
  };
}

/** Two sets of four, and two samples of a set that never ends. */
function coherent(accessScope: "instance" | "topic" | "group"): Scenario {
  const colors = accessScope === "instance" ? ["BLUE"] : ["BLUE", "RED"];
  const topics = accessScope === "group" ? 2 : 1;
  return {
    name: `coherent-${accessScope}`,
    title: `PRESENTATION: coherent sets, scope ${accessScope.toUpperCase()}`,
    kind: "script",
    both: { accessScope, coherent: 4, topics, waitReaders: topics, colors, count: 10, periodMs: 30 },
    script: {
      steps: [
        ...[...start("reader", "writer"), matched("reader", topics), matched("writer", topics)],
        ...[go("writer"), samples(8), written("writer", 10), pause(UNWANTED_MS)],
        // The set that never ended is not shown when its writer leaves either.
        ...[stop("writer"), matched("reader", 0), pause(UNWANTED_MS)],
      ],
      samples: [of("writer", ...range(0, 8))],
      endings: colors.map((color) => ({ event: "no_writers", color }) as const),
      checks: [{ check: "whole sets", size: 4 }],
    },
  };
}
