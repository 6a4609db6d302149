// The scenarios in which a policy acts while the program runs: ownership, deadline, liveliness, lifespan, partitions,
// filters, ordered and coherent access, writers that go. Data only.
import type { PeerEvent } from "../contract/events.js";
import type { Actor, Block, EndpointOptions, Scenario, Step } from "./scenario.js";

const start = (...who: Actor[]): Step[] => who.map((one) => ({ step: "start", who: one }));
const stop = (who: Actor): Step => ({ step: "stop", who });
const urge = (who: Actor): Step => ({ step: "urge", who });
const kill = (who: Actor): Step => ({ step: "kill", who });
const go = (who: Actor): Step => ({ step: "tell", who, command: "go" });
const tell = (who: Actor, command: string): Step => ({ step: "tell", who, command });
const until = (who: Actor, is: Partial<PeerEvent>): Step => ({ step: "until", who, is });
const never = (who: Actor, is: Partial<PeerEvent>): Step => ({ step: "never", who, is });
const samples = (count: number): Step => ({ step: "samples", count });
const pause = (ms: number): Step => ({ step: "pause", ms });
const matched = (who: Actor, count: number) => until(who, { event: "matched", count });
const written = (who: Actor, count: number) => until(who, { event: "written", count });
const atLeast = (who: Actor, event: PeerEvent["event"], total: number): Step => ({
  step: "at least",
  who,
  event,
  total,
});

/** Both writers write a batch and wait; `writer` has the strength. */
const TWO_WRITERS: Step[] = [
  ...start("reader", "writer", "second"),
  matched("reader", 2),
  matched("writer", 1),
  matched("second", 1),
];
const ONE_WRITER: Step[] = [...start("reader", "writer"), matched("reader", 1), matched("writer", 1)];
const of = (who: Actor, ...indices: number[]): Block => ({ of: who, indices });
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/** Long enough for a sample that must not come to have come. */
const UNWANTED_MS = 150;
const STRONG: EndpointOptions = { strength: 20, size: 20, count: 6, batch: 3 };
/** Writes an instance of its own, RED, besides the contested BLUE. */
const WEAK: EndpointOptions = { strength: 10, size: 10, count: 8, batch: 4, colors: ["BLUE", "RED"] };
/** Writers promise a little more than readers ask for: a vendor's rounding of equal values may end in a mismatch. */
const LEASE: { readonly both: number; readonly writer: number } = { both: 500, writer: 400 };
/** Longer, because the runner asserts from outside, however busy the machine is. */
const MANUAL_LEASE: typeof LEASE = { both: 1100, writer: 1000 };
const DEADLINE_MS = 400;

const OWNERSHIP: readonly Scenario[] = [
  {
    name: "ownership-leave",
    title: "OWNERSHIP: the strong writer leaves",
    kind: "script",
    both: { ownership: "exclusive" },
    writer: STRONG,
    second: WEAK,
    script: {
      steps: [
        ...TWO_WRITERS,
        ...[go("writer"), samples(3)],
        // RED has no other owner; BLUE must not come.
        ...[go("second"), written("second", 4), samples(5), pause(UNWANTED_MS)],
        ...[go("writer"), samples(8)],
        ...[stop("writer"), matched("reader", 1)],
        ...[go("second"), samples(12)],
      ],
      samples: [of("writer", ...range(0, 6)), of("second", 1, 3), of("second", ...range(4, 8))],
    },
  },
  {
    name: "ownership-crash",
    title: "OWNERSHIP: the strong writer is killed",
    kind: "script",
    both: { ownership: "exclusive", liveliness: "automatic", leaseMs: LEASE.both },
    writer: { ...STRONG, leaseMs: LEASE.writer },
    second: { ...WEAK, leaseMs: LEASE.writer },
    script: {
      steps: [
        ...TWO_WRITERS,
        until("reader", { event: "liveliness_changed", alive: 2 }),
        ...[go("writer"), samples(3)],
        ...[go("second"), samples(5)],
        ...[kill("writer"), until("reader", { event: "liveliness_changed", alive: 1 })],
        ...[go("second"), samples(9)],
      ],
      samples: [of("writer", 0, 1, 2), of("second", 1, 3), of("second", ...range(4, 8))],
    },
  },
  {
    name: "ownership-strength",
    title: "OWNERSHIP: the weak writer becomes the stronger",
    kind: "script",
    both: { ownership: "exclusive" },
    writer: STRONG,
    second: { ...WEAK, count: 40, batch: 1, colors: ["BLUE"] },
    script: {
      steps: [
        ...TWO_WRITERS,
        ...[go("writer"), samples(3)],
        ...[go("second"), written("second", 1), pause(UNWANTED_MS)],
        ...[tell("second", "strength 30"), urge("second")],
        // Now the formerly strong one is not heard.
        ...[go("writer"), written("writer", 6), pause(UNWANTED_MS)],
      ],
      samples: [of("writer", 0, 1, 2), { of: "second", someFrom: 1 }],
    },
  },
  {
    name: "ownership-deadline",
    title: "OWNERSHIP: the strong writer misses its deadline",
    kind: "script",
    both: { ownership: "exclusive", deadlineMs: DEADLINE_MS, count: 6, batch: 3, periodMs: 5 },
    writer: { strength: 20, size: 20 },
    second: { strength: 10, size: 10 },
    reader: { deadlineMs: DEADLINE_MS + 100 },
    script: {
      steps: [
        ...TWO_WRITERS,
        ...[go("writer"), samples(3), atLeast("reader", "deadline_missed", 1)],
        ...[go("second"), samples(6)],
        ...[go("writer"), samples(9)],
      ],
      samples: [of("writer", 0, 1, 2), of("second", 0, 1, 2), of("writer", 3, 4, 5)],
    },
  },
];

const DEADLINE: readonly Scenario[] = [
  {
    name: "deadline",
    title: "DEADLINE: missed by two instances, told on both sides",
    kind: "script",
    both: { deadlineMs: DEADLINE_MS, colors: ["BLUE", "RED"], count: 12, batch: 10, periodMs: 50 },
    script: {
      steps: [
        ...ONE_WRITER,
        // On time for longer than a deadline: nothing is missed.
        ...[go("writer"), samples(10), never("writer", { event: "deadline_missed" })],
        never("reader", { event: "deadline_missed" }),
        ...[atLeast("writer", "deadline_missed", 2), atLeast("reader", "deadline_missed", 2)],
        ...[go("writer"), samples(12)],
      ],
      samples: [of("writer", ...range(0, 12))],
    },
  },
];

const LIVELINESS: readonly Scenario[] = [
  manualLiveliness("manual_topic", "LIVELINESS: manual by topic, asserted, lost, back with data"),
  manualLiveliness("manual_participant", "LIVELINESS: manual by participant, asserted, lost, back with data"),
  {
    name: "liveliness-revival",
    title: "LIVELINESS: manual by topic, lost, back with an assertion alone",
    kind: "script",
    both: { liveliness: "manual_topic", leaseMs: LEASE.both, count: 3 },
    writer: { leaseMs: LEASE.writer },
    script: {
      steps: [
        ...ONE_WRITER,
        ...[go("writer"), samples(3), until("reader", { event: "liveliness_changed", alive: 0, notAlive: 1 })],
        ...[tell("writer", "assert"), until("reader", { event: "liveliness_changed", alive: 1, notAlive: 0 })],
      ],
      samples: [of("writer", 0, 1, 2)],
      endings: [{ event: "no_writers", color: "BLUE" }],
    },
  },
  {
    name: "liveliness-crash",
    title: "LIVELINESS: automatic, the process is killed",
    kind: "script",
    both: { liveliness: "automatic", leaseMs: LEASE.both, colors: ["BLUE", "RED"], count: 4 },
    writer: { leaseMs: LEASE.writer },
    script: {
      steps: [
        ...ONE_WRITER,
        ...[go("writer"), samples(4), pause(2 * LEASE.both)],
        // Asserted by itself, without a sample.
        until("reader", { event: "liveliness_changed", alive: 1, notAlive: 0 }),
        ...[kill("writer"), until("reader", { event: "liveliness_changed", alive: 0 })],
      ],
      samples: [of("writer", ...range(0, 4))],
      endings: [
        { event: "no_writers", color: "BLUE" },
        { event: "no_writers", color: "RED" },
      ],
    },
  },
];

const LIFESPAN: readonly Scenario[] = [
  {
    name: "lifespan-late-joiner",
    title: "LIFESPAN: a late joiner gets what has not expired",
    kind: "script",
    both: { durability: "transient_local", count: 4, waitReaders: 0 },
    writer: { lifespanMs: 300, size: 20 },
    second: { size: 10, colors: ["RED"] },
    script: {
      steps: [
        ...start("writer", "second"),
        ...[go("writer"), go("second"), written("writer", 4), written("second", 4), pause(450)],
        ...[...start("reader"), matched("reader", 2), samples(4), pause(UNWANTED_MS)],
      ],
      samples: [of("second", ...range(0, 4))],
    },
  },
  {
    name: "lifespan-held",
    title: "LIFESPAN: what was received and not taken expires",
    kind: "script",
    both: { lifespanMs: 500, count: 5, batch: 3 },
    reader: { gate: true },
    script: {
      steps: [
        ...ONE_WRITER,
        ...[go("writer"), written("writer", 3), pause(800)],
        ...[go("writer"), written("writer", 5), pause(50), go("reader"), samples(2), pause(UNWANTED_MS)],
      ],
      samples: [of("writer", 3, 4)],
    },
  },
];

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
  {
    name: "ordered-topic",
    title: "PRESENTATION: ordered access, scope TOPIC",
    kind: "script",
    both: { accessScope: "topic", ordered: true, colors: ["BLUE", "RED", "GREEN"], count: 9, periodMs: 2 },
    reader: { gate: true },
    script: {
      steps: [...ONE_WRITER, go("writer"), written("writer", 9), pause(UNWANTED_MS), go("reader"), samples(9)],
      samples: [of("writer", ...range(0, 9))],
      checks: [{ check: "written order" }],
    },
  },
  coherent("instance"),
  coherent("topic"),
];

const WRITER_GONE: readonly Scenario[] = [
  {
    name: "writer-gone",
    title: "instances whose only writer leaves",
    kind: "script",
    both: { colors: ["BLUE", "RED"], count: 4 },
    script: {
      steps: [...ONE_WRITER, ...[go("writer"), samples(4), stop("writer"), matched("reader", 0)]],
      samples: [of("writer", ...range(0, 4))],
      endings: [
        { event: "no_writers", color: "BLUE" },
        { event: "no_writers", color: "RED" },
      ],
    },
  },
];

export const QOS_SCENARIOS: readonly Scenario[] = [
  ...OWNERSHIP,
  ...DEADLINE,
  ...LIVELINESS,
  ...LIFESPAN,
  ...PARTITION,
  ...FILTERS,
  ...ACCESS,
  ...WRITER_GONE,
];

function manualLiveliness(liveliness: "manual_topic" | "manual_participant", title: string): Scenario {
  // Longer in all than the lease, which would end without them.
  const assertions = range(0, 4).flatMap(() => [tell("writer", "assert"), pause(0.3 * MANUAL_LEASE.writer)]);
  return {
    name: `liveliness-${liveliness.replace("_", "-")}`,
    title,
    kind: "script",
    both: { liveliness, leaseMs: MANUAL_LEASE.both, count: 6, batch: 3 },
    writer: { leaseMs: MANUAL_LEASE.writer },
    script: {
      steps: [
        ...ONE_WRITER,
        ...[go("writer"), samples(3), ...assertions],
        ...[never("writer", { event: "liveliness_lost" }), never("reader", { event: "liveliness_changed", alive: 0 })],
        ...[atLeast("writer", "liveliness_lost", 1)],
        ...[until("reader", { event: "liveliness_changed", alive: 0, notAlive: 1 }), { step: "endings" } as const],
        // Writing asserts as well.
        ...[go("writer"), samples(6), until("reader", { event: "liveliness_changed", alive: 1, notAlive: 0 })],
      ],
      samples: [of("writer", ...range(0, 6))],
      endings: [{ event: "no_writers", color: "BLUE" }],
    },
  };
}

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

/** Two sets of four, and two samples of a set that never ends. */
function coherent(accessScope: "instance" | "topic"): Scenario {
  const colors = accessScope === "topic" ? ["BLUE", "RED"] : ["BLUE"];
  return {
    name: `coherent-${accessScope}`,
    title: `PRESENTATION: coherent sets, scope ${accessScope.toUpperCase()}`,
    kind: "script",
    both: { accessScope, coherent: 4, colors, count: 10, periodMs: 30 },
    script: {
      steps: [
        ...ONE_WRITER,
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
