// Offered against requested: every pair of values of every policy that DDS 1.4 §2.2.3 marks RxO, and that the others do
// not matter. The expectations are written out here and owe nothing to the order of the kinds in src/qos.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  checkCompatibility,
  type DataRepresentationId,
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  type EndpointQos,
  partitionsMatch,
  type ReaderQos,
  resolveReaderQos,
  resolveWriterQos,
  type WriterQos,
} from "../../src/qos/index.js";

const test = suite("the offered/requested table");

type Policy = keyof EndpointQos;
/** Offered, requested, and whether they fit. */
type Row<Value> = readonly [offered: Value, requested: Value, fits: boolean];

/** Checks every row in both directions of knowing: the policy alone decides, and it alone is reported. */
function checkRows<K extends Policy>(key: K, name: string, rows: readonly Row<EndpointQos[K]>[], count: number): void {
  assert.is(rows.length, count, `${name}: the table is complete`);
  for (const [offered, requested, fits] of rows) {
    const found = checkCompatibility(
      { ...DEFAULT_WRITER_QOS, [key]: offered },
      { ...DEFAULT_READER_QOS, [key]: requested },
    );
    const context = `${JSON.stringify(offered)} offered, ${JSON.stringify(requested)} requested`;
    assert.equal(
      found.map((one) => one.policy),
      fits ? [] : [name],
      context,
    );
    if (fits) continue;
    assert.ok(found[0]!.offered !== "" && found[0]!.requested !== "", context);
  }
}

/** Every pair of `kinds`; a row of the table is what one offered kind is good for. */
function pairs<K extends string>(table: Readonly<Record<K, readonly K[]>>): Row<K>[] {
  const kinds = Object.keys(table) as K[];
  return kinds.flatMap((offered) =>
    kinds.map((requested): Row<K> => [offered, requested, table[offered].includes(requested)]),
  );
}

function kindRows<K extends string>(table: Readonly<Record<K, readonly K[]>>): Row<{ kind: K }>[] {
  return pairs(table).map(([offered, requested, fits]) => [{ kind: offered }, { kind: requested }, fits]);
}

test("DURABILITY 4 x 4", () => {
  const rows = kindRows({
    VOLATILE: ["VOLATILE"],
    TRANSIENT_LOCAL: ["VOLATILE", "TRANSIENT_LOCAL"],
    TRANSIENT: ["VOLATILE", "TRANSIENT_LOCAL", "TRANSIENT"],
    PERSISTENT: ["VOLATILE", "TRANSIENT_LOCAL", "TRANSIENT", "PERSISTENT"],
  });
  checkRows("durability", "DURABILITY", rows, 16);
});

test("RELIABILITY 2 x 2; the blocking time does not matter", () => {
  const table = pairs({ BEST_EFFORT: ["BEST_EFFORT"], RELIABLE: ["BEST_EFFORT", "RELIABLE"] });
  const times: [number, number][] = [
    [0, 100],
    [100, 100],
    [Infinity, 0],
  ];
  const rows = table.flatMap(([offered, requested, fits]) =>
    times.map(
      ([given, wanted]): Row<EndpointQos["reliability"]> => [
        { kind: offered, maxBlockingTimeMs: given },
        { kind: requested, maxBlockingTimeMs: wanted },
        fits,
      ],
    ),
  );
  checkRows("reliability", "RELIABILITY", rows, 12);
});

test("OWNERSHIP 2 x 2", () => {
  checkRows("ownership", "OWNERSHIP", kindRows({ SHARED: ["SHARED"], EXCLUSIVE: ["EXCLUSIVE"] }), 4);
});

test("DESTINATION_ORDER 2 x 2", () => {
  const rows = kindRows({
    BY_RECEPTION_TIMESTAMP: ["BY_RECEPTION_TIMESTAMP"],
    BY_SOURCE_TIMESTAMP: ["BY_RECEPTION_TIMESTAMP", "BY_SOURCE_TIMESTAMP"],
  });
  checkRows("destinationOrder", "DESTINATION_ORDER", rows, 4);
});

/** Offered and requested durations; offered has to be as short or shorter. */
const DURATIONS: readonly Row<number>[] = [
  [100, 100, true],
  [99.999999, 100, true],
  [100.000001, 100, false],
  [1, 1000, true],
  [1000, 1, false],
  [100, Infinity, true],
  [Infinity, 100, false],
  [Infinity, Infinity, true],
];

test("DEADLINE: equal, shorter, longer, infinite", () => {
  const rows = DURATIONS.map(([a, b, fits]): Row<EndpointQos["deadline"]> => [{ periodMs: a }, { periodMs: b }, fits]);
  checkRows("deadline", "DEADLINE", rows, 8);
});

test("LATENCY_BUDGET: equal, shorter, longer, infinite, none", () => {
  const table: Row<number>[] = [...DURATIONS, [0, 0, true], [0, 100, true], [100, 0, false], [0, Infinity, true]];
  const rows = table.map(
    ([a, b, fits]): Row<EndpointQos["latencyBudget"]> => [{ durationMs: a }, { durationMs: b }, fits],
  );
  checkRows("latencyBudget", "LATENCY_BUDGET", rows, 12);
});

test("LIVELINESS 3 x 3 kinds, each with every pair of leases", () => {
  const table = pairs({
    AUTOMATIC: ["AUTOMATIC"],
    MANUAL_BY_PARTICIPANT: ["AUTOMATIC", "MANUAL_BY_PARTICIPANT"],
    MANUAL_BY_TOPIC: ["AUTOMATIC", "MANUAL_BY_PARTICIPANT", "MANUAL_BY_TOPIC"],
  });
  const rows = table.flatMap(([offered, requested, kindFits]) =>
    DURATIONS.map(
      ([given, wanted, leaseFits]): Row<EndpointQos["liveliness"]> => [
        { kind: offered, leaseDurationMs: given },
        { kind: requested, leaseDurationMs: wanted },
        kindFits && leaseFits,
      ],
    ),
  );
  checkRows("liveliness", "LIVELINESS", rows, 72);
});

test("PRESENTATION: 3 x 3 scopes, coherent and ordered on both sides", () => {
  const scopes = pairs({
    INSTANCE: ["INSTANCE"],
    TOPIC: ["INSTANCE", "TOPIC"],
    GROUP: ["INSTANCE", "TOPIC", "GROUP"],
  });
  /** Offered and requested: what was not offered cannot be requested. */
  const flags: Row<boolean>[] = [
    [false, false, true],
    [false, true, false],
    [true, false, true],
    [true, true, true],
  ];
  const rows = scopes.flatMap(([offered, requested, scopeFits]) =>
    flags.flatMap(([givesSets, wantsSets, setsFit]) =>
      flags.map(
        ([givesOrder, wantsOrder, orderFits]): Row<EndpointQos["presentation"]> => [
          { accessScope: offered, coherentAccess: givesSets, orderedAccess: givesOrder },
          { accessScope: requested, coherentAccess: wantsSets, orderedAccess: wantsOrder },
          scopeFits && setsFit && orderFits,
        ],
      ),
    ),
  );
  checkRows("presentation", "PRESENTATION", rows, 144);
});

test("PL-28: DATA_REPRESENTATION: every pair of short lists", () => {
  const names: readonly DataRepresentationId[] = ["XCDR1", "XML", "XCDR2", 7];
  const lists: DataRepresentationId[][] = [
    [],
    ...names.map((one) => [one]),
    ...names.flatMap((one) => names.filter((other) => other !== one).map((other) => [one, other])),
  ];
  // XTypes 1.3 §7.6.3.1.1: an empty list is [XCDR1]. §7.6.3.1.2: a writer offers one, the first.
  const rows = lists.flatMap((offered) =>
    lists.map((requested): Row<EndpointQos["dataRepresentation"]> => {
      const offers = offered.length === 0 ? "XCDR1" : offered[0];
      const accepts = requested.length === 0 ? ["XCDR1"] : requested;
      return [{ ids: offered }, { ids: requested }, accepts.some((one) => one === offers)];
    }),
  );
  checkRows("dataRepresentation", "DATA_REPRESENTATION", rows, 17 * 17);
  // A few by hand.
  const fits = (a: DataRepresentationId[], b: DataRepresentationId[]) =>
    rows.find(([x, y]) => JSON.stringify([x.ids, y.ids]) === JSON.stringify([a, b]))![2];
  assert.is(fits(["XCDR2", "XCDR1"], ["XCDR1"]), false);
  assert.is(fits(["XCDR1", "XCDR2"], ["XCDR1"]), true);
  assert.is(fits([], ["XCDR2", "XCDR1"]), true);
  assert.is(fits(["XCDR2"], []), false);
  assert.is(fits([7], [7]), true);
});

test("what is not RxO never matters", () => {
  const writer: WriterQos = resolveWriterQos({
    userData: "w",
    topicData: "w",
    groupData: "w",
    history: "keepAll",
    resourceLimits: { maxSamples: 1, maxInstances: 1, maxSamplesPerInstance: 1 },
    durabilityService: { historyKind: "keepAll", maxSamples: 3, serviceCleanupDelay: "1s" },
    lifespan: "1ms",
    ownershipStrength: -7,
    transportPriority: 9,
    writerDataLifecycle: { autodisposeUnregisteredInstances: false },
    partition: ["W"],
    property: { side: "writer" },
  });
  const reader: ReaderQos = resolveReaderQos({
    userData: "r",
    topicData: "r",
    groupData: "r",
    history: { keepLast: 3 },
    resourceLimits: { maxSamples: 1000, maxSamplesPerInstance: 3 },
    timeBasedFilter: "1s",
    readerDataLifecycle: { autopurgeNowriterSamplesDelay: "1s", autopurgeDisposedSamplesDelay: 1 },
    typeConsistency: { kind: "disallow", forceTypeValidation: true },
    partition: ["R"],
    property: { side: "reader" },
  });
  assert.equal(checkCompatibility(writer, reader), []);
  // Each side has said something about everything that is no RxO policy.
  const rxo = ["durability", "reliability", "ownership", "destinationOrder", "deadline", "latencyBudget"];
  rxo.push("liveliness", "presentation", "dataRepresentation");
  for (const [mine, standard] of [
    [writer, DEFAULT_WRITER_QOS],
    [reader, DEFAULT_READER_QOS],
  ] as [object, object][]) {
    const same = Object.keys(standard).filter(
      (key) => mine[key as keyof object] === (standard[key as keyof object] as unknown),
    );
    assert.equal(same.sort(), [...rxo].sort());
  }
});

test("several misfits are all reported, each once", () => {
  const found = checkCompatibility(
    { ...DEFAULT_WRITER_QOS, durability: { kind: "VOLATILE" }, deadline: { periodMs: 2 } },
    { ...DEFAULT_READER_QOS, durability: { kind: "PERSISTENT" }, deadline: { periodMs: 1 } },
  );
  assert.equal(
    found.map((one) => one.policy),
    ["DURABILITY", "DEADLINE"],
  );
});

/**
 * PARTITION (§2.2.3.13): what each expression of a list matches of each other one. Names match themselves, patterns
 * names, and patterns never patterns. Empty lists stand for the default partition, the name "".
 */
test("partitions: every pair of names and patterns, on either side", () => {
  const names = ["", "A", "AB", "B", "A/B", "a"];
  const patterns: Readonly<Record<string, readonly string[]>> = {
    "*": ["", "A", "AB", "B", "A/B", "a"],
    "A*": ["A", "AB", "A/B"],
    "*B": ["AB", "B", "A/B"],
    "?": ["A", "B", "a"],
    "A?": ["AB"],
    "[AB]": ["A", "B"],
    "[!A]*": ["B", "a"],
    "A?B": ["A/B"],
  };
  const all = [...names, ...Object.keys(patterns)];
  const matches = (one: string, other: string): boolean => {
    if (patterns[one] !== undefined) return patterns[one].includes(other);
    return patterns[other] === undefined ? one === other : patterns[other].includes(one);
  };
  let pairsSeen = 0;
  for (const one of all) {
    for (const other of all) {
      assert.is(partitionsMatch([one], [other]), matches(one, other), `${one} against ${other}`);
      // Beside one that does not match, before and behind.
      const idle = all.find((name) => !matches(name, other))!;
      assert.is(partitionsMatch([idle, one], [other]), matches(one, other), `${idle}, ${one} against ${other}`);
      assert.is(partitionsMatch([other], [one, idle]), matches(one, other), `${other} against ${one}, ${idle}`);
      pairsSeen++;
    }
    assert.is(partitionsMatch([], [one]), matches("", one), `the default partition against ${one}`);
    assert.is(partitionsMatch([one], []), matches(one, ""), `${one} against the default partition`);
  }
  assert.is(partitionsMatch([], []), true);
  assert.is(pairsSeen, 14 * 14);
});

test.run();
