import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  QosError,
  type ReaderQosInput,
  resolveReaderQos,
  resolveWriterQos,
  type WriterQosInput,
} from "../../src/qos/index.js";
import { failure } from "./failure.js";

const test = suite("QoS as users write it");

test("nothing given: the defaults", () => {
  assert.equal(resolveWriterQos(), DEFAULT_WRITER_QOS);
  assert.equal(resolveReaderQos({}), DEFAULT_READER_QOS);
  assert.equal(resolveWriterQos({ reliability: undefined } as unknown as WriterQosInput), DEFAULT_WRITER_QOS);
});

test("short forms", () => {
  const qos = resolveWriterQos({
    reliability: "reliable",
    durability: "transientLocal",
    history: { keepLast: 10 },
    deadline: "100ms",
    latencyBudget: 5,
    lifespan: "2s",
    liveliness: "manualByTopic",
    ownership: "exclusive",
    ownershipStrength: 7,
    transportPriority: -3,
    destinationOrder: "bySource",
    presentation: "TOPIC",
    partition: ["A", "B*"],
    dataRepresentation: ["xcdr2", "XCDR1"],
    userData: "hi",
    topicData: [1, 2],
    groupData: new Uint8Array([9]),
  });
  assert.is(qos.reliability.kind, "RELIABLE");
  assert.is(qos.reliability.maxBlockingTimeMs, 100);
  assert.is(qos.durability.kind, "TRANSIENT_LOCAL");
  assert.equal(qos.history, { kind: "KEEP_LAST", depth: 10 });
  assert.is(qos.deadline.periodMs, 100);
  assert.is(qos.latencyBudget.durationMs, 5);
  assert.is(qos.lifespan.durationMs, 2000);
  assert.equal(qos.liveliness, { kind: "MANUAL_BY_TOPIC", leaseDurationMs: Infinity });
  assert.is(qos.ownership.kind, "EXCLUSIVE");
  assert.is(qos.ownershipStrength.value, 7);
  assert.is(qos.transportPriority.value, -3);
  assert.is(qos.destinationOrder.kind, "BY_SOURCE_TIMESTAMP");
  assert.equal(qos.presentation, { accessScope: "TOPIC", coherentAccess: false, orderedAccess: false });
  assert.equal(qos.partition.names, ["A", "B*"]);
  assert.equal(qos.dataRepresentation.ids, ["XCDR2", "XCDR1"]);
  assert.equal([...qos.userData.value], [0x68, 0x69]);
  assert.equal([...qos.topicData.value], [1, 2]);
  assert.equal([...qos.groupData.value], [9]);
});

test("full forms, with and without Ms", () => {
  const qos = resolveReaderQos({
    reliability: { kind: "RELIABLE", maxBlockingTime: "1s" },
    liveliness: { kind: "automatic", leaseDurationMs: 3000 },
    deadline: { period: "1min" },
    timeBasedFilter: { minimumSeparation: "10ms" },
    history: { kind: "keep_all" },
    resourceLimits: { maxSamples: 100, maxInstances: "unlimited", maxSamplesPerInstance: -1 },
    presentation: { accessScope: "group", coherentAccess: true, orderedAccess: true },
    partition: { names: "X" },
    dataRepresentation: { ids: 2 },
    readerDataLifecycle: { autopurgeNowriterSamplesDelay: "1h" },
    typeConsistency: { kind: "disallow", forceTypeValidation: true },
  });
  assert.equal(qos.reliability, { kind: "RELIABLE", maxBlockingTimeMs: 1000 });
  assert.equal(qos.liveliness, { kind: "AUTOMATIC", leaseDurationMs: 3000 });
  assert.is(qos.deadline.periodMs, 60000);
  assert.is(qos.timeBasedFilter.minimumSeparationMs, 10);
  assert.equal(qos.history, { kind: "KEEP_ALL", depth: 1 });
  assert.equal(qos.resourceLimits, { maxSamples: 100, maxInstances: Infinity, maxSamplesPerInstance: Infinity });
  assert.equal(qos.presentation, { accessScope: "GROUP", coherentAccess: true, orderedAccess: true });
  assert.equal(qos.partition.names, ["X"]);
  assert.equal(qos.dataRepresentation.ids, ["XCDR2"]);
  assert.is(qos.readerDataLifecycle.autopurgeNowriterSamplesDelayMs, 3600000);
  assert.is(qos.typeConsistency.kind, "DISALLOW_TYPE_COERCION");
  assert.is(qos.typeConsistency.forceTypeValidation, true);
  assert.is(qos.typeConsistency.ignoreStringBounds, true);
});

test("spellings of kinds", () => {
  for (const spelling of [
    "TRANSIENT_LOCAL",
    "transientLocal",
    "TransientLocal",
    "transient_local",
    "transient-local",
  ]) {
    assert.is(resolveWriterQos({ durability: spelling }).durability.kind, "TRANSIENT_LOCAL", spelling);
  }
  for (const spelling of ["keepAll", "KEEP_ALL", "keep all"]) {
    assert.is(resolveWriterQos({ history: spelling }).history.kind, "KEEP_ALL", spelling);
  }
  assert.is(resolveWriterQos({ history: { keepAll: true } }).history.kind, "KEEP_ALL");
  const keepAll = resolveWriterQos({ history: "keepAll" });
  assert.equal(resolveWriterQos({ history: { depth: 4 } }, keepAll).history, { kind: "KEEP_LAST", depth: 4 });
});

test("spellings of durations", () => {
  const table: [number | string, number][] = [
    [0, 0],
    [1.5, 1.5],
    [Infinity, Infinity],
    ["100ms", 100],
    ["100 ms", 100],
    ["2s", 2000],
    ["0.5s", 500],
    ["250us", 0.25],
    ["250µs", 0.25],
    ["10ns", 0.00001],
    ["2m", 120000],
    ["3min", 180000],
    ["1h", 3600000],
    ["infinite", Infinity],
    ["INF", Infinity],
    ["infinity", Infinity],
    // To the nearest nanosecond, and infinite from 2^31 - 1 s on.
    [1 / 3, 0.333333],
    [2147483647000, Infinity],
  ];
  for (const [input, ms] of table) {
    assert.is(resolveWriterQos({ lifespan: input }).lifespan.durationMs, ms, String(input));
  }
});

test("bad input names the policy and says what is accepted", () => {
  const table: [WriterQosInput, string, string][] = [
    [{ reliability: "realiable" }, "reliability", 'reliability: "realiable" is not one of BEST_EFFORT, RELIABLE'],
    [
      { durability: { kind: 7 } } as unknown as WriterQosInput,
      "durability.kind",
      "durability.kind: 7 is not one of VOLATILE, TRANSIENT_LOCAL, TRANSIENT, PERSISTENT",
    ],
    [
      { deadline: "soon" },
      "deadline",
      'deadline: "soon" is not a duration: give a number of milliseconds from 0, or text like "100ms", "2s", "infinite"',
    ],
    [{ deadline: 0 }, "deadline", "deadline: 0 is not accepted: give a duration above 0"],
    [{ history: { keepLast: 0 } }, "history.depth", "history.depth: 0 is not a whole number from 1 to 2147483647"],
    [
      { resourceLimits: { maxSamples: 0 } },
      "resourceLimits.maxSamples",
      'resourceLimits.maxSamples: 0 is not a limit: give a whole number from 1 to 2147483647, or "unlimited"',
    ],
    [
      { resourceLimits: 5 } as unknown as WriterQosInput,
      "resourceLimits",
      "resourceLimits: give an object with maxSamples, maxInstances, maxSamplesPerInstance",
    ],
    [
      { reliability: { sort: "reliable" } } as unknown as WriterQosInput,
      "reliability",
      'reliability: "sort" is not a member: use kind, maxBlockingTimeMs',
    ],
    [
      { partition: [1] } as unknown as WriterQosInput,
      "partition",
      "partition: 1 is not a text, or an array of texts, without NUL or half a surrogate pair",
    ],
    [
      { dataRepresentation: [] },
      "dataRepresentation",
      "dataRepresentation: the list is empty: give at least one of XCDR1, XCDR2",
    ],
    [
      { dataRepresentation: "xcdr3" },
      "dataRepresentation",
      'dataRepresentation: "xcdr3" is not one of XCDR1, XML, XCDR2',
    ],
    [
      { ownershipStrength: 1.5 },
      "ownershipStrength",
      "ownershipStrength: 1.5 is not a whole number from -2147483648 to 2147483647",
    ],
  ];
  for (const [input, policy, message] of table) {
    const error = failure(() => resolveWriterQos(input));
    assert.is(error.code, "QOS_INVALID");
    assert.is(error.policy, policy);
    assert.is(error.message, message);
  }
});

test("policies of the other role, and unknown ones, are refused", () => {
  const filter = failure(() => resolveWriterQos({ timeBasedFilter: 5 } as unknown as WriterQosInput));
  assert.match(filter.message, /^timeBasedFilter: not a policy of a writer: use durability, reliability/);
  const lifespan = failure(() => resolveReaderQos({ lifespan: 5 } as unknown as ReaderQosInput));
  assert.match(lifespan.message, /^lifespan: not a policy of a reader/);
  assert.is(failure(() => resolveWriterQos({ ["__proto__x"]: 1 } as unknown as WriterQosInput)).code, "QOS_INVALID");
  assert.is(failure(() => resolveWriterQos(null as unknown as WriterQosInput)).policy, "qos");
  assert.is(failure(() => resolveWriterQos({ constructor: 1 } as unknown as WriterQosInput)).policy, "constructor");
});

test("every error is one short line", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(DEFAULT_WRITER_QOS)), fc.anything(), (policy, value) => {
      try {
        resolveWriterQos({ [policy]: value } as WriterQosInput);
      } catch (error) {
        assert.ok(error instanceof QosError, String(error));
        assert.not.ok(error.message.includes("\n"));
        assert.ok(error.message.startsWith(policy), error.message);
      }
    }),
    { numRuns: 3000 },
  );
});

test("contradictions (DDS 1.4 §2.2.3)", () => {
  const depth = failure(() =>
    resolveWriterQos({ history: { keepLast: 10 }, resourceLimits: { maxSamplesPerInstance: 5 } }),
  );
  assert.is(depth.code, "QOS_INCONSISTENT");
  assert.is(
    depth.message,
    "history: a depth of 10 is above maxSamplesPerInstance (5): lower the depth or raise the limit",
  );
  const samples = failure(() => resolveWriterQos({ resourceLimits: { maxSamples: 5, maxSamplesPerInstance: 6 } }));
  assert.is(samples.policy, "resourceLimits");
  const filter = failure(() => resolveReaderQos({ timeBasedFilter: "200ms", deadline: "100ms" }));
  assert.is(
    filter.message,
    "timeBasedFilter: a separation of 200 ms is above the deadline period of 100 ms: lower it or raise the deadline",
  );
  const service = failure(() => resolveWriterQos({ durabilityService: { historyDepth: 3, maxSamplesPerInstance: 2 } }));
  assert.is(service.policy, "durabilityService");
  // Not contradictions.
  resolveWriterQos({ history: "keepAll", resourceLimits: { maxSamples: 5 } });
  resolveWriterQos({ history: { keepLast: 5 }, resourceLimits: { maxSamples: 5, maxSamplesPerInstance: 5 } });
  assert.is(resolveReaderQos({ timeBasedFilter: 100, deadline: 100 }).deadline.periodMs, 100);
});

test("resolved QoS is a valid input and stays the same", () => {
  const writer = resolveWriterQos({ history: { keepLast: 3 }, deadline: 20, partition: "P", userData: "u" });
  assert.equal(resolveWriterQos(writer), writer);
  const reader = resolveReaderQos({ timeBasedFilter: 3, typeConsistency: "disallow" });
  assert.equal(resolveReaderQos(reader), reader);
  assert.equal(resolveReaderQos({ reliability: "reliable" }, reader).timeBasedFilter, reader.timeBasedFilter);
});

test("texts without UTF-8 are refused: peers would read another one", () => {
  for (const half of ["\ud800", "a\udc00b", "\udc00\ud800"]) {
    assert.is(failure(() => resolveWriterQos({ partition: ["A", half] })).code, "QOS_INVALID");
    assert.is(failure(() => resolveReaderQos({ userData: half })).code, "QOS_INVALID");
  }
  assert.equal(resolveWriterQos({ partition: "\u{1f600}" }).partition.names, ["\u{1f600}"]);
});

test("what does not fit one announcement is refused with the policies that fill it", () => {
  const octets = (length: number) => new Uint8Array(length);
  const error = failure(() => resolveWriterQos({ userData: octets(40_000), topicData: octets(40_000) }));
  assert.is(error.code, "QOS_INCONSISTENT");
  assert.is(
    error.message,
    "userData: 80002 octets with topicData are too many for one announcement: at most 60000 in all",
  );
  const alone = failure(() => resolveReaderQos({ groupData: octets(60_000) }));
  assert.is(alone.policy, "groupData");
  const partition = Array.from({ length: 1000 }, (_, i) => `${i}`.padStart(50, "p"));
  const mixed = failure(() => resolveReaderQos({ partition, userData: octets(2001) }));
  assert.is(mixed.policy, "partition");
  assert.match(mixed.message, "60003 octets with userData");
  assert.is(
    failure(() => resolveWriterQos({ dataRepresentation: Array(40_000).fill("XCDR1") })).policy,
    "dataRepresentation",
  );
  for (const resolve of [resolveWriterQos, resolveReaderQos]) {
    assert.is(resolve({ userData: octets(30_000), topicData: octets(29_998) }).topicData.value.length, 29_998);
    assert.is(resolve({ partition, userData: octets(1998) }).partition.names.length, 1000);
  }
});

test("octets are copied", () => {
  const data = new Uint8Array([1, 2, 3]);
  const qos = resolveWriterQos({ userData: data });
  data[0] = 9;
  assert.equal([...qos.userData.value], [1, 2, 3]);
});

test.run();
