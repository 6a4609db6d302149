// The scenarios in which a policy of an endpoint acts while the program runs: ownership, deadline, liveliness, lifespan,
// and writers that go. Data only.
import type { EndpointOptions, Scenario } from "./scenario.js";
import {
  atLeast,
  go,
  kill,
  mark,
  matched,
  never,
  ONE_WRITER,
  of,
  pause,
  range,
  samples,
  start,
  stop,
  TWO_WRITERS,
  tell,
  UNWANTED_MS,
  until,
  urge,
  written,
} from "./steps.js";

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
        ...[mark, go("writer"), samples(10), never("writer", { event: "deadline_missed" })],
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
        ...[go("writer"), samples(3), mark, ...assertions],
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
