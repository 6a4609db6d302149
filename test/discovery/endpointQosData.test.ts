import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { encodeReaderData, encodeWriterData } from "../../src/discovery/endpointData.js";
import { DEFAULT_READER_QOS, DEFAULT_WRITER_QOS, type PropertyQos, propagatedProperties } from "../../src/qos/index.js";
import { Guid } from "../../src/rtps/structure/guid.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import { plainEndpoint, readerOf, writerOf } from "./endpointSupport.js";
import { PREFIX, toHexText } from "./support.js";

const test = suite("SEDP endpoint data: any QoS there and back");

/** Records with the prototype that decoded values have, so that they compare as equal. */
function record<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record<T>(model, { noNullPrototype: true });
}

const milliseconds = fc.oneof(
  fc.constant(Infinity),
  fc.constant(0),
  fc.nat(4_000_000).map((us) => us / 1000),
);
const positiveMilliseconds = milliseconds.map((ms) => (ms === 0 ? 1 : ms));
const limit = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 2 ** 31 - 1 }));
const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((value) => !value.includes("\0"));
const octets = record({ value: fc.uint8Array({ maxLength: 12 }) });
const int32 = record({ value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) });
const historyKind = fc.constantFrom("KEEP_LAST" as const, "KEEP_ALL" as const);
const depth = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const representation = fc.constantFrom("XCDR1" as const, "XML" as const, "XCDR2" as const, 7, -3, 32767);

const endpointQos = {
  durability: record({
    kind: fc.constantFrom("VOLATILE" as const, "TRANSIENT_LOCAL" as const, "TRANSIENT" as const, "PERSISTENT" as const),
  }),
  reliability: record({
    kind: fc.constantFrom("BEST_EFFORT" as const, "RELIABLE" as const),
    maxBlockingTimeMs: milliseconds,
  }),
  history: record({ kind: historyKind, depth }),
  resourceLimits: record({ maxSamples: limit, maxInstances: limit, maxSamplesPerInstance: limit }),
  deadline: record({ periodMs: positiveMilliseconds }),
  latencyBudget: record({ durationMs: milliseconds }),
  liveliness: record({
    kind: fc.constantFrom("AUTOMATIC" as const, "MANUAL_BY_PARTICIPANT" as const, "MANUAL_BY_TOPIC" as const),
    leaseDurationMs: positiveMilliseconds,
  }),
  ownership: record({ kind: fc.constantFrom("SHARED" as const, "EXCLUSIVE" as const) }),
  destinationOrder: record({
    kind: fc.constantFrom("BY_RECEPTION_TIMESTAMP" as const, "BY_SOURCE_TIMESTAMP" as const),
  }),
  presentation: record({
    accessScope: fc.constantFrom("INSTANCE" as const, "TOPIC" as const, "GROUP" as const),
    coherentAccess: fc.boolean(),
    orderedAccess: fc.boolean(),
  }),
  partition: record({ names: fc.array(fc.oneof(name, fc.constant("")), { maxLength: 4 }) }),
  dataRepresentation: record({ ids: fc.array(representation, { minLength: 1, maxLength: 4 }) }),
  userData: octets,
  topicData: octets,
  groupData: octets,
  property: record({ value: fc.array(record({ name, value: name, propagate: fc.boolean() }), { maxLength: 3 }) }),
};

const writerQos = record({
  ...endpointQos,
  durabilityService: record({
    serviceCleanupDelayMs: milliseconds,
    historyKind,
    historyDepth: depth,
    maxSamples: limit,
    maxInstances: limit,
    maxSamplesPerInstance: limit,
  }),
  lifespan: record({ durationMs: milliseconds }),
  ownershipStrength: int32,
  transportPriority: int32,
  writerDataLifecycle: fc.constant(DEFAULT_WRITER_QOS.writerDataLifecycle),
});

const readerQos = record({
  ...endpointQos,
  timeBasedFilter: record({ minimumSeparationMs: milliseconds }),
  readerDataLifecycle: fc.constant(DEFAULT_READER_QOS.readerDataLifecycle),
  typeConsistency: record({
    kind: fc.constantFrom("DISALLOW_TYPE_COERCION" as const, "ALLOW_TYPE_COERCION" as const),
    ignoreSequenceBounds: fc.boolean(),
    ignoreStringBounds: fc.boolean(),
    ignoreMemberNames: fc.boolean(),
    preventTypeWidening: fc.boolean(),
    forceTypeValidation: fc.boolean(),
  }),
});

const endpoint = {
  topicName: name,
  typeName: name,
  protocolMajor: fc.constant(2),
  protocolMinor: fc.nat(9),
  vendorId: fc.nat(0xffff),
  unicast: fc.array(
    fc.nat(65534).map((port) => udpv4Locator("10.1.2.3", port + 1)),
    { maxLength: 3 },
  ),
  multicast: fc.array(
    fc.nat(65534).map((port) => udpv4Locator("239.1.2.3", port + 1)),
    { maxLength: 3 },
  ),
  entityName: fc.oneof(name, fc.constant("")),
  typeMaxSizeSerialized: fc.nat(2 ** 31 - 1),
  typeInformation: fc.uint8Array({ maxLength: 4 }).map((words) => new Uint8Array(words.length * 4).fill(words.length)),
};

/** What a peer knows of them: the properties that are propagated, once as a policy and once as they were sent. */
function asSeenByPeers<Value extends { readonly qos: { readonly property: PropertyQos } }>(value: Value) {
  const property = { value: value.qos.property.value.filter((one) => one.propagate) };
  return { ...value, properties: propagatedProperties(property), qos: { ...value.qos, property } };
}

test("round trip of any writer, with all its QoS", () => {
  fc.assert(
    fc.property(record({ ...endpoint, qos: writerQos }), fc.boolean(), (value, keyed) => {
      const guid = new Guid(PREFIX, keyed ? 0x12345602 : 0x12345603);
      const expected = { ...asSeenByPeers(value), guid, keyed, role: "writer", groupEntityId: 0 } as const;
      assert.equal(plainEndpoint(writerOf(encodeWriterData({ ...value, guid }))), plainEndpoint(expected));
    }),
    { numRuns: 500 },
  );
});

test("round trip of any reader, with all its QoS and a content filter", () => {
  const filter = record({
    contentFilteredTopicName: name,
    relatedTopicName: name,
    filterClassName: name,
    filterExpression: name,
    expressionParameters: fc.array(name, { maxLength: 3 }),
  });
  const contentFilter = fc.option(filter, { nil: undefined });
  fc.assert(
    fc.property(record({ ...endpoint, contentFilter, qos: readerQos }), fc.boolean(), (value, keyed) => {
      const guid = new Guid(PREFIX, keyed ? 0x12345607 : 0x12345604);
      const expected = {
        ...asSeenByPeers(value),
        guid,
        keyed,
        role: "reader",
        groupEntityId: 0,
        expectsInlineQos: false,
      } as const;
      assert.equal(plainEndpoint(readerOf(encodeReaderData({ ...value, guid }))), plainEndpoint(expected));
    }),
    { numRuns: 500 },
  );
});

test("400 ms are offered as a little less and requested as a little more, so that equal values always match", () => {
  const qos = { deadline: { periodMs: 400 }, liveliness: { kind: "AUTOMATIC", leaseDurationMs: 400 } } as const;
  const common = { topicName: "T", typeName: "T", protocolMinor: 5, vendorId: 0x017f, unicast: [], multicast: [] };
  const writer = encodeWriterData({
    ...common,
    guid: new Guid(PREFIX, 0x102),
    qos: { ...DEFAULT_WRITER_QOS, ...qos },
  });
  const reader = encodeReaderData({
    ...common,
    guid: new Guid(PREFIX, 0x107),
    qos: { ...DEFAULT_READER_QOS, ...qos },
  });
  // 0.4 * 2^32 = 1717986918.4 = 0x66666666.6; the lease has its kind in front.
  for (const parameter of ["2300 0800", "1b00 0c00 00000000"]) {
    assert.ok(toHexText(writer).includes(hexText(`${parameter} 00000000 66666666`)), parameter);
    assert.ok(toHexText(reader).includes(hexText(`${parameter} 00000000 67666666`)), parameter);
  }
});

const hexText = (text: string) => text.replaceAll(" ", "");

test.run();
