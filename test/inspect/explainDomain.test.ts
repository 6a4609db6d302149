// The whole domain: topics, pairs, near misses, participants, and what cannot be known.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type DomainExplanation, explainDomain } from "../../src/inspect/index.js";
import {
  CYCLONE,
  codes,
  FASTDDS,
  participant,
  participantData,
  prefix,
  reader,
  readerGuid,
  view,
  writer,
  writerGuid,
} from "./explainSupport.js";

const test = suite("explainDomain");

const named = (topicName: string, n: number, key = 1) => writer({}, { topicName, guid: writerGuid(n, key) });
const read = (topicName: string, n: number, key = 1) => reader({}, { topicName, guid: readerGuid(n, key) });

/** Topic, verdicts of its pairs, codes of its findings. */
function outline({ topics }: DomainExplanation) {
  return topics.map((topic) => [topic.topicName, topic.pairs.map(({ verdict }) => verdict), codes(topic)]);
}

test("an empty domain", () => {
  const { domainId, topics, participants, refused, caveats, counts } = explainDomain(view([]));
  assert.equal([domainId, topics, participants, refused, caveats], [0, [], [], [], []]);
  assert.equal(counts, { matched: 0, mismatch: 0, unknown: 0, pending: 0 });
});

test("every writer of a topic with every reader, in the order of topic names", () => {
  const explained = explainDomain(
    view([
      participant(1, [named("Square", 1), named("Circle", 1, 2)]),
      participant(2, [reader({ durability: "transientLocal" }), read("Square", 2, 2)]),
      participant(3, [named("Square", 3)]),
    ]),
  );
  assert.equal(outline(explained), [
    ["Circle", [], ["note noReader"]],
    ["Square", ["mismatch", "matched", "mismatch", "matched"], []],
  ]);
  assert.equal(explained.counts, { matched: 2, mismatch: 2, unknown: 0, pending: 0 });
  const [pair] = explained.topics[1]!.pairs;
  assert.equal([pair!.writer.guid.toString(), pair!.reader.guid.toString()], [`${writerGuid(1)}`, `${readerGuid(2)}`]);
  assert.is(pair!.findings[0]!.policy, "DURABILITY");
});

test("own endpoints take part", () => {
  const own = { announcedSn: 1, topicName: "Square", typeName: "ShapeType", keyed: true };
  const explained = explainDomain(
    view([participant(2, [reader()])], {
      own: [{ ...own, role: "writer", guid: writerGuid(0), qos: writer().qos }],
      matches: [{ writer: writerGuid(0), reader: readerGuid(2), side: "writer", confirmed: true }],
    }),
  );
  assert.equal(outline(explained), [["Square", ["matched"], []]]);
  assert.is(explained.topics[0]!.pairs[0]!.writer.participantName, "looker");
});

test("near misses: a mismatch where one topic has what the other lacks, else a note", () => {
  const explained = explainDomain(
    view([
      participant(1, [named("Square", 1), named("rt/chatter", 1, 2), named("A", 1, 3), named("a", 1, 4)]),
      participant(2, [read("square", 2), read("chatter", 2, 2), read("A", 2, 3), read("a", 2, 4)]),
    ]),
  );
  assert.equal(outline(explained), [
    ["A", ["matched"], ["note topicName"]],
    ["Square", [], ["note noReader", "mismatch topicName"]],
    ["a", ["matched"], ["note topicName"]],
    ["chatter", [], ["note noWriter", "mismatch topicName"]],
    ["rt/chatter", [], ["note noReader", "mismatch topicName"]],
    ["square", [], ["note noWriter", "mismatch topicName"]],
  ]);
  const finding = explained.topics[1]!.findings[1]!;
  assert.is(finding.text, '"Square" and "square" (0 writers, 1 reader) are two topics: the names differ only in case');
});

test("one topic: itself and its near misses", () => {
  const seen = view([participant(1, [named("Square", 1), named("Circle", 1, 2), named("square", 1, 3)])]);
  const names = explainDomain(seen, { topicName: "SQUARE" }).topics.map(({ topicName }) => topicName);
  assert.equal(names, ["Square", "square"]);
  assert.equal(explainDomain(seen, { topicName: "Triangle" }).topics, []);
});

test("chosen endpoints, by the beginning of their GUIDs", () => {
  const seen = view([
    participant(1, [named("Square", 1), named("Circle", 1, 2)]),
    participant(2, [read("Square", 2), read("Circle", 2, 2)]),
    participant(3, [read("Square", 3)]),
  ]);
  const oneWriter = explainDomain(seen, { writer: prefix(1).toString() });
  assert.equal(outline(oneWriter), [
    ["Circle", ["matched"], []],
    ["Square", ["matched", "matched"], []],
  ]);
  const oneReader = explainDomain(seen, { reader: readerGuid(3).toString().toUpperCase() });
  assert.equal(outline(oneReader), [["Square", ["matched"], []]]);
  const pair = explainDomain(seen, { writer: `${writerGuid(1)}`, reader: `${readerGuid(2, 2)}` });
  assert.equal(outline(pair), [["Square", ["mismatch"], []]], "one of each: compared although the topics differ");
  assert.is(pair.topics[0]!.pairs[0]!.findings[0]!.code, "topicName");
  const none = explainDomain(seen, { writer: "ff", reader: readerGuid(3).toString() });
  assert.equal(none.topics, []);
});

test("participants: vendor, state, times, and what is wrong", () => {
  const half = { state: "halfDiscovered", knowsUs: false, silentForMs: 17_000, leaseLeftMs: 3000 } as const;
  const data = participantData(1, { vendorId: CYCLONE, entityName: "x", protocolMinor: 1, secured: true });
  const { participants } = explainDomain(view([participant(1, [writer()], { ...half, data }), participant(2)]));
  const [one, other] = participants;
  assert.equal(codes(other!), []);
  assert.equal([one!.name, one!.vendorId, one!.protocolVersion, one!.secured], ["x", CYCLONE, "2.1", true]);
  assert.equal([one!.writerCount, one!.readerCount, one!.state], [1, 0, "halfDiscovered"]);
  assert.equal(codes(one!), ["pending halfDiscovered", "note secured", "note silent"]);
  assert.match(
    one!.findings[2]!.text,
    /^nothing was heard of Cyclone DDS "x" [0-9a-f]{24} for 17 s; its lease ends in 3 s$/,
  );
});

test("participants: announcements that are missing on either side", () => {
  const half = {
    publications: { sent: { last: 4, ackedBelow: 2 }, received: { announced: true, expected: 1, missing: 1 } },
    subscriptions: { sent: undefined, received: { announced: false, expected: 1, missing: 0 } },
  };
  const { participants } = explainDomain(view([participant(1, [], { state: "exchanging", ...half })]));
  const who = `rtps-lab ${prefix(1)}`;
  assert.equal(
    participants[0]!.findings.map(({ text }) => text),
    [
      `${who} has not acknowledged all our announcements of writers: 4 were made, it has those up to number 1`,
      `not all writers of ${who} are known: 1 announcement is missing`,
      `${who} has no builtin reader for announcements of readers, so it cannot learn of ours`,
      `${who} has not told yet which readers it has`,
    ],
  );
  const noAddress = { endpoints: [{ data: writer(), address: undefined }] };
  const [unreachable] = explainDomain(view([participant(1, [], noAddress)])).participants;
  assert.equal(codes(unreachable!), ["note notReachable"]);
});

test("participants that are not let in", () => {
  const refused = { guidPrefix: prefix(9), vendorId: FASTDDS, address: "10.0.0.9", heardAt: 1 };
  const explained = explainDomain(view([], { refused: [{ ...refused, reason: "domainTag", detail: "x" }] }));
  assert.equal(
    explained.refused.map(({ address, finding }) => [address, finding.code]),
    [["10.0.0.9", "domainTag"]],
  );
});

test("what cannot be known is said, as far as it concerns those who are there", () => {
  const lab = explainDomain(view([participant(1, [writer()])])).caveats;
  assert.equal(lab, [
    "a policy that was not announced counts as the DDS default",
    "types are compared by name: no type information came from rtps-lab",
  ]);
  const mixed = explainDomain(
    view([
      participant(1, [writer({}, { typeInformation: Uint8Array.of(1) })], {
        data: participantData(1, { vendorId: FASTDDS, secured: true }),
      }),
      participant(2),
    ]),
  ).caveats;
  for (const words of [/cannot be seen/, /not looked at/, /^Fast DDS does not compare/, /DDS Security/]) {
    assert.ok(
      mixed.some((line) => words.test(line)),
      String(words),
    );
  }
});

test("a thousand topics take little time: names are compared only with those that may be near", () => {
  const writers = Array.from({ length: 3000 }, (_, i) => named(`topic/${i}`, 1, i + 1));
  const readers = Array.from({ length: 3000 }, (_, i) => read(`Topic/${i}`, 2, i + 1));
  const { topics } = explainDomain(view([participant(1, writers), participant(2, readers)]));
  assert.is(topics.length, 6000);
  assert.ok(topics.every((topic) => topic.findings.length === 2));
});

test.run();
