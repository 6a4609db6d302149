// The line that `rtps pub` and `rtps sub` print when nobody has matched them.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { matchHint } from "../../src/cli/matchHint.js";
import type { DiscoveryProgress, OwnEndpoint } from "../../src/discovery/progress.js";
import { explainDomain } from "../../src/inspect/index.js";
import { participant, prefix, reader, readerGuid, view, writer, writerGuid } from "../inspect/explainSupport.js";

const test = suite("hint when nothing matched");

const OWN: OwnEndpoint & { role: "reader" } = {
  role: "reader",
  guid: readerGuid(0),
  topicName: "Square",
  typeName: "ShapeType",
  keyed: true,
  qos: reader({ reliability: "reliable", durability: "transientLocal" }).qos,
  announcedSn: 1,
};

const hint = (participants: Parameters<typeof view>[0], change: Partial<DiscoveryProgress> = {}) =>
  matchHint(explainDomain(view(participants, { ...change, own: [OWN] }), { topicName: "Square" }), OWN);

test("one writer that does not fit: all reasons", () => {
  const line = hint([participant(1, [writer({ reliability: "bestEffort" })])]);
  assert.is(
    line,
    "no writer matched yet: 1 writer found, but RELIABILITY: the writer offers BEST_EFFORT, the reader requests " +
      "RELIABLE; DURABILITY: the writer offers VOLATILE (the default), the reader requests TRANSIENT_LOCAL " +
      "(rtps explain Square says more)",
  );
});

test("several writers: the reasons of the first", () => {
  const others = [writer(), writer({}, { guid: writerGuid(1, 2) })];
  assert.match(
    hint([participant(1, others)]),
    /^no writer matched yet: 2 writers found, but of the first DURABILITY: /,
  );
});

test("a writer of nearly that topic", () => {
  const line = hint([participant(1, [writer({}, { topicName: "rt/Square" })])]);
  assert.match(line, /^no writer matched yet: "Square" and "rt\/Square" \(1 writer, 0 readers\) are two topics: /);
});

test("another reader of nearly that topic does not help", () => {
  const alike = participant(1, [reader({}, { topicName: "square", guid: readerGuid(1) })]);
  assert.match(hint([alike]), /: none found at 1 other participant \(/);
});

test("no writer: who else is there", () => {
  assert.is(hint([]), "no writer matched yet: nobody else found in domain 0 (rtps explain Square says more)");
  assert.match(hint([participant(1)]), /: none found at 1 other participant \(/);
  assert.match(hint([participant(1), participant(2)]), /: none found at 2 other participants \(/);
  const half = participant(2, [], { state: "halfDiscovered", knowsUs: false });
  assert.match(
    hint([participant(1), half]),
    /: none found; of 2 other participants, discovery is not complete with 1 \(/,
  );
  const refused = { guidPrefix: prefix(9), vendorId: 0x0110, address: "10.0.0.9", heardAt: 1 };
  const tagged = hint([], { refused: [{ ...refused, reason: "domainTag", detail: "x" }] });
  assert.match(tagged, /: nobody found in domain 0, but participant Cyclone DDS .* has the domain tag "x"/);
});

test("a topic name that a shell would take apart is quoted", () => {
  const name = "it's a topic";
  const own = { ...OWN, topicName: name };
  const line = matchHint(explainDomain(view([], { own: [own] }), { topicName: name }), own);
  assert.ok(line.endsWith(`(rtps explain 'it'\\''s a topic' says more)`), line);
});

test.run();
