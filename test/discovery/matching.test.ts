import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  endpointDifferences,
  explainEndpointMatch,
  type MatchableEndpoint,
  type MatchResult,
} from "../../src/discovery/matching.js";
import {
  type ReaderQos,
  type ReaderQosInput,
  resolveReaderQos,
  resolveWriterQos,
  type WriterQos,
  type WriterQosInput,
} from "../../src/qos/index.js";

const test = suite("matching of endpoints");

const BASE = { topicName: "Square", typeName: "ShapeType", keyed: true };

function writer(qos: WriterQosInput = {}, change: Partial<MatchableEndpoint<WriterQos>> = {}) {
  return { ...BASE, qos: resolveWriterQos(qos), ...change };
}

function reader(qos: ReaderQosInput = {}, change: Partial<MatchableEndpoint<ReaderQos>> = {}) {
  return { ...BASE, qos: resolveReaderQos(qos), ...change };
}

function refusal(result: MatchResult): Extract<MatchResult, { matched: false }> {
  if (result.matched) throw new Error("they match");
  return result;
}

test("defaults match", () => {
  assert.equal(explainEndpointMatch(writer(), reader()), { matched: true });
});

test("another topic", () => {
  const result = refusal(explainEndpointMatch(writer(), reader({}, { topicName: "Circle" })));
  assert.is(result.reason, "topicName");
  assert.is(result.detail, "the writer's topic is Square, the reader's Circle");
  assert.equal(result.mismatches, []);
});

test("another type", () => {
  const result = refusal(explainEndpointMatch(writer(), reader({}, { typeName: "shapes::ShapeType" })));
  assert.is(result.reason, "typeName");
  assert.is(result.detail, "the writer's type is ShapeType, the reader's shapes::ShapeType");
});

test("PL-25: one with a key, the other without", () => {
  const result = refusal(explainEndpointMatch(writer({}, { keyed: false }), reader()));
  assert.is(result.reason, "keyedness");
  assert.is(result.detail, "the reader's type has a key, the writer's has none");
  const other = refusal(explainEndpointMatch(writer(), reader({}, { keyed: false })));
  assert.is(other.detail, "the writer's type has a key, the reader's has none");
});

test("partitions: the reason has a name although no status is raised", () => {
  const result = refusal(explainEndpointMatch(writer({ partition: ["A", "B"] }), reader()));
  assert.is(result.reason, "partition");
  assert.is(result.detail, 'the writer is in "A", "B", the reader in the default partition');
  assert.equal(explainEndpointMatch(writer({ partition: "A/x" }), reader({ partition: "A/*" })), { matched: true });
  assert.equal(explainEndpointMatch(writer({ partition: "A*" }), reader({ partition: "A1" })), { matched: true });
});

test("a partition comes before QoS, but a report can name both", () => {
  const offered = writer({ partition: "A", reliability: "bestEffort" });
  const result = refusal(explainEndpointMatch(offered, reader({ partition: "B", reliability: "reliable" })));
  assert.is(result.reason, "partition");
  assert.equal(
    result.mismatches.map((mismatch) => mismatch.policy),
    ["RELIABILITY"],
  );
});

test("QoS: every policy that does not fit", () => {
  const offered = writer({ reliability: "bestEffort", deadline: "infinite" });
  const result = refusal(explainEndpointMatch(offered, reader({ reliability: "reliable", deadline: 100 })));
  assert.is(result.reason, "incompatibleQos");
  assert.is(
    result.detail,
    "RELIABILITY: BEST_EFFORT offered, RELIABLE requested; DEADLINE: infinite offered, at most 100 ms requested",
  );
  assert.equal(
    result.mismatches.map((mismatch) => mismatch.policyId),
    [11, 4],
  );
});

test("PL-28: a writer of XCDR2 and a reader of XCDR1", () => {
  const result = refusal(explainEndpointMatch(writer({ dataRepresentation: "xcdr2" }), reader()));
  assert.is(result.reason, "incompatibleQos");
  assert.equal(result.mismatches, [
    { policyId: 23, policy: "DATA_REPRESENTATION", offered: "XCDR2", requested: "XCDR1" },
  ]);
});

test("PL-27: a reader that forces type validation needs type information on both sides", () => {
  const strict = reader({ typeConsistency: { forceTypeValidation: true } });
  const result = refusal(explainEndpointMatch(writer(), strict));
  assert.is(result.reason, "incompatibleQos");
  assert.equal(
    result.mismatches.map((mismatch) => mismatch.policyId),
    [24],
  );
  const information = new Uint8Array(4);
  const both = explainEndpointMatch(writer({}, { typeInformation: information }), {
    ...strict,
    typeInformation: information,
  });
  assert.equal(both, { matched: true });
  assert.equal(explainEndpointMatch(writer({}, { typeInformation: information }), reader()), { matched: true });
});

test("all differences at once, in the order in which matching looks", () => {
  const offered = writer({ partition: "A", reliability: "bestEffort", dataRepresentation: "xcdr2" });
  const other = { topicName: "Circle", typeName: "CircleType", keyed: false };
  const wanted = reader(
    { partition: "B", reliability: "reliable", typeConsistency: { forceTypeValidation: true } },
    other,
  );
  const found = endpointDifferences(offered, wanted);
  assert.equal(
    found.map((one) => one.mismatch?.policy ?? one.reason),
    [
      "topicName",
      "typeName",
      "keyedness",
      "partition",
      "RELIABILITY",
      "DATA_REPRESENTATION",
      "TYPE_CONSISTENCY_ENFORCEMENT",
    ],
  );
  assert.is(found[0]!.detail, "the writer's topic is Square, the reader's Circle");
  assert.is(found[4]!.detail, "RELIABILITY: BEST_EFFORT offered, RELIABLE requested");
  assert.equal(endpointDifferences(writer(), reader()), []);
});

test("neither side is changed", () => {
  const offered = writer({ partition: ["A"] });
  const requested = reader({ partition: ["B"], reliability: "reliable" });
  const before = JSON.stringify([offered, requested]);
  explainEndpointMatch(offered, requested);
  assert.is(JSON.stringify([offered, requested]), before);
});

test.run();
