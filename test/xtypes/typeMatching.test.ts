// XTypes 1.3 §7.6.3.4.2 between two participants in virtual time: who matches whom, and what the others are told.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { explainMatch } from "../../src/inspect/explain/index.js";
import { DEFAULT_READER_QOS } from "../../src/qos/index.js";
import { Guid } from "../../src/rtps/structure/guid.js";
import { FORCED, inconsistencies, matches, typedPair, typedReader, typedWriter } from "./simSupport.js";
import { typeOf } from "./support.js";

const test = suite("xtypes/typeMatching");

const POINT = typeOf("@appendable struct Point { @key long id; double x; };");
const GROWN = typeOf("@appendable struct Point { @key long id; double x; double y; };");
const OTHER = typeOf("@appendable struct Point { @key long id; float x; };");
const NOTHING = new Uint8Array(0);

const requestsOf = ({ sim }: ReturnType<typeof typedPair>["writer"]) =>
  sim.eventsOf("typeSettled").map(({ isKnown }) => isKnown);

test("the same type matches at once: nobody asks", () => {
  const { network, writer, reader } = typedPair();
  typedWriter(writer, POINT);
  typedReader(reader, typeOf("@appendable struct Point { @key long id; double x; };"));
  network.runUntil(1000);
  assert.equal([matches(writer), matches(reader)], [1, 1]);
  assert.equal([requestsOf(writer), requestsOf(reader)], [[], []]);
});

test("a type that has grown matches when it is known, both ways", () => {
  for (const [offered, requested] of [
    [POINT, GROWN],
    [GROWN, POINT],
  ] as const) {
    const { network, writer, reader } = typedPair();
    typedWriter(writer, offered);
    typedReader(reader, requested);
    network.runUntil(1000);
    assert.equal([matches(writer), matches(reader)], [1, 1]);
    assert.equal([requestsOf(writer), requestsOf(reader)], [[true], [true]]);
  }
});

test("a type that does not fit is an inconsistent topic on both sides, with the member", () => {
  const { network, writer, reader } = typedPair();
  typedWriter(writer, OTHER);
  typedReader(reader, POINT);
  network.runUntil(1000);
  const reason =
    "the reader's type cannot be assigned from the writer's: x: the reader has float64, the writer float32";
  assert.equal([inconsistencies(writer), inconsistencies(reader)], [[reason], [reason]]);
  assert.equal([matches(writer), matches(reader)], [0, 0]);
});

test("names do not matter where types do", () => {
  const { network, writer, reader } = typedPair();
  typedWriter(writer, POINT, { typeName: "one::Point" });
  typedReader(reader, GROWN, { typeName: "another::Point" });
  network.runUntil(1000);
  assert.equal([matches(writer), matches(reader)], [1, 1]);
});

test("names decide as soon as one side announces no type", () => {
  for (const [name, expected] of [
    ["Point", 1],
    ["other::Point", 0],
  ] as const) {
    for (const silent of ["writer", "reader"] as const) {
      const { network, writer, reader } = typedPair();
      typedWriter(writer, OTHER, silent === "writer" ? { typeInformation: NOTHING } : {});
      typedReader(reader, POINT, { typeName: name, ...(silent === "reader" ? { typeInformation: NOTHING } : {}) });
      network.runUntil(1000);
      assert.equal([matches(writer), matches(reader)], [expected, expected], `${name}, ${silent} silent`);
    }
  }
});

test("type information that cannot be read is none", () => {
  const { network, writer, reader } = typedPair();
  typedWriter(writer, OTHER, { typeInformation: Uint8Array.of(9, 9, 9, 9, 9, 9, 9, 9) });
  typedReader(reader, POINT);
  network.runUntil(1000);
  assert.equal([matches(writer), matches(reader)], [1, 1]);
});

test("a reader that forces type validation refuses who announces no type", () => {
  const { network, writer, reader } = typedPair();
  typedWriter(writer, POINT, { typeInformation: NOTHING });
  typedReader(reader, POINT, { qos: { typeConsistency: FORCED } });
  network.runUntil(1000);
  assert.equal([matches(writer), matches(reader)], [0, 0]);
  const [told] = reader.sim.eventsOf("requestedIncompatibleQos");
  assert.equal(
    told!.mismatches.map(({ policy, offered }) => [policy, offered]),
    [["TYPE_CONSISTENCY_ENFORCEMENT", "type information missing"]],
  );
});

test("and takes who announces one that fits", () => {
  const { network, writer, reader } = typedPair();
  typedWriter(writer, GROWN);
  typedReader(reader, POINT, { qos: { typeConsistency: FORCED } });
  network.runUntil(1000);
  assert.equal([matches(writer), matches(reader)], [1, 1]);
});

test("a reader that disallows coercion takes the same type alone", () => {
  const strict = { ...DEFAULT_READER_QOS.typeConsistency, kind: "DISALLOW_TYPE_COERCION" } as const;
  for (const [offered, expected] of [
    [typeOf("@appendable struct Renamed { @key long id; double x; };"), 1],
    [GROWN, 0],
  ] as const) {
    const { network, writer, reader } = typedPair();
    typedWriter(writer, offered);
    typedReader(reader, POINT, { qos: { typeConsistency: strict } });
    network.runUntil(1000);
    assert.equal([matches(writer), matches(reader)], [expected, expected], offered.name);
  }
});

test("TYPE_CONSISTENCY_ENFORCEMENT of the reader holds on both sides", () => {
  const short = typeOf("@appendable struct S { string<3> text; };");
  const long = typeOf("@appendable struct S { string<9> text; };");
  for (const ignoreStringBounds of [true, false]) {
    const { network, writer, reader } = typedPair();
    const typeConsistency = { ...DEFAULT_READER_QOS.typeConsistency, ignoreStringBounds };
    typedWriter(writer, long);
    typedReader(reader, short, { qos: { typeConsistency } });
    network.runUntil(1000);
    const expected = ignoreStringBounds ? 1 : 0;
    assert.equal([matches(writer), matches(reader)], [expected, expected]);
  }
});

test("endpoints of one participant are compared too", () => {
  const { network, writer } = typedPair();
  typedWriter(writer, OTHER);
  typedReader(writer, POINT);
  typedReader(writer, typeOf("@appendable struct Point { @key long id; float x; long more; };"));
  network.runUntil(1000);
  assert.is(matches(writer), 2, "one match, told to both");
  assert.is(inconsistencies(writer).length, 2, "one refusal, told to both");
});

test("recursive types are asked for as a whole", () => {
  const tree = (value: string) =>
    typeOf(`
      struct Tree; typedef sequence<Tree> Trees;
      struct Tree { Trees below; ${value} value; };`);
  const { network, writer, reader } = typedPair();
  typedWriter(writer, tree("long"));
  typedReader(reader, tree("double"));
  network.runUntil(1000);
  assert.match(inconsistencies(reader)[0]!, /value: the reader has float64, the writer int32/);
});

test("what keeps types apart is explained, and that they are not known yet", () => {
  const { network, writer, reader } = typedPair();
  const writerId = typedWriter(writer, OTHER);
  const readerId = typedReader(reader, POINT);
  network.runUntil(1000);
  const guids = [
    new Guid(writer.sim.engine.config.guidPrefix, writerId),
    new Guid(reader.sim.engine.config.guidPrefix, readerId),
  ] as const;
  const explained = explainMatch(...guids, reader.sim.engine.discoveryProgress(network.now));
  assert.is(explained.verdict, "mismatch");
  assert.equal(
    explained.findings.map(({ code }) => code),
    ["type"],
  );
  assert.match(explained.findings[0]!.text, /x: the reader has float64, the writer float32/);
});

test("Cyclone DDS 0.10 is told no types, and its own count for nothing unless a reader insists", () => {
  const cyclone = { vendorId: 0x0110, protocolMinor: 1 };
  for (const [typeConsistency, expected] of [
    [DEFAULT_READER_QOS.typeConsistency, 1],
    [FORCED, 0],
  ] as const) {
    const { network, writer, reader } = typedPair({ writer: { config: cyclone } });
    typedWriter(writer, OTHER);
    typedReader(reader, POINT, { qos: { typeConsistency } });
    network.runUntil(1000);
    assert.is(matches(reader), expected);
    const [announced] = writer.sim.engine.endpoints;
    assert.is(announced!.typeInformation.length, 0);
    assert.ok(reader.sim.engine.endpoints[0]!.typeInformation.length > 0);
  }
});

test("unless types are announced to all", () => {
  const cyclone = { vendorId: 0x0110, protocolMinor: 1 };
  const { network, writer, reader } = typedPair({
    writer: { config: cyclone },
    reader: { config: { announcesTypesToAll: true } },
  });
  typedWriter(writer, OTHER);
  typedReader(reader, POINT);
  network.runUntil(1000);
  assert.ok(writer.sim.engine.endpoints[0]!.typeInformation.length > 0);
  assert.is(matches(reader), 0);
});

test.run();
