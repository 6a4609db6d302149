// Peers decide how many pairs a domain has: what is compared, held and printed has limits, and what is left out is said.

import { test } from "uvu";
import * as assert from "uvu/assert";
import { explainPieces } from "../../src/cli/explainText.js";
import { explainDomain, explainDomainInSteps } from "../../src/inspect/index.js";
import { participant, reader, readerGuid, view, writer, writerGuid } from "./explainSupport.js";

const BEST_EFFORT = { reliability: "bestEffort" } as const;
const RELIABLE = { reliability: "reliable" } as const;

/** Every pair of one topic is a mismatch for the same reasons. */
function crowd(count: number) {
  const ids = Array.from({ length: count }, (_, i) => i + 1);
  return view([
    participant(
      1,
      ids.map((id) => writer(BEST_EFFORT, { guid: writerGuid(1, id) })),
    ),
    participant(
      2,
      ids.map((id) => reader(RELIABLE, { guid: readerGuid(2, id) })),
    ),
  ]);
}

test("pairs beyond the limit are counted, equal findings are held once", () => {
  const explanation = explainDomain(crowd(50), { maxPairs: 120 });
  const [topic] = explanation.topics;
  assert.is(topic!.pairs.length, 120);
  assert.is(topic!.notCompared, 2500 - 120);
  assert.is(explanation.notCompared, 2500 - 120);
  assert.is(explanation.counts.mismatch, 120);
  assert.is(new Set(topic!.pairs.map(({ findings }) => findings)).size, 1);
});

test("a crowd is compared in bounded steps, with rests", () => {
  const steps = explainDomainInSteps(crowd(2000));
  let rests = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) rests++;
  assert.ok(rests >= 200, String(rests));
  assert.is(step.value.topics[0]!.pairs.length, 10_000);
});

test("own endpoints come first, however many others there are", () => {
  const own = [{ ...reader(RELIABLE, { guid: readerGuid(0, 1) }), announcedSn: 1 }];
  const seen = { ...crowd(30), self: { ...crowd(1).self, endpoints: own } } as ReturnType<typeof crowd>;
  const { topics } = explainDomain(seen, { maxPairs: 40 });
  const mine = topics[0]!.pairs.filter((pair) => pair.reader.guid.equals(readerGuid(0, 1)));
  assert.is(mine.length, 30);
});

const explainText = (...given: Parameters<typeof explainPieces>) => [...explainPieces(...given)].join("");

test("pairs with the same reasons are printed as one, with their number", () => {
  const text = explainText(explainDomain(crowd(50)), { all: false, notFound: [] });
  assert.ok(text.split("\n").length < 25, text);
  assert.match(text, /and 2499 more pairs for the same reasons: see --json\n/);
  assert.match(explainText(explainDomain(crowd(150)), { all: true, notFound: [] }), /12500 pairs not compared: choose/);
});

test("topics, types and participants are cut with a number; what is wrong is shown first", () => {
  const fine = Array.from({ length: 150 }, (_, i) => `A${i}`);
  const topics = [...fine, "Z"];
  const writers = topics.map((topicName, i) =>
    writer(topicName === "Z" ? BEST_EFFORT : RELIABLE, { topicName, guid: writerGuid(1, i + 1) }),
  );
  const readers = topics.map((topicName, i) => reader(RELIABLE, { topicName, guid: readerGuid(2, i + 1) }));
  const silent = Array.from({ length: 100 }, (_, i) => participant(i + 3, [], { silentForMs: 17_000, leaseLeftMs: 1 }));
  const explanation = explainDomain(view([participant(1, writers), participant(2, readers), ...silent]));
  const text = explainText(explanation, { all: false, notFound: [] });
  assert.match(text, /and 51 more topics: --all shows all/);
  assert.match(text, /\nZ {2}ShapeType/);
  assert.match(text, /and 50 more participants: --all shows all/);
  assert.not.match(explainText(explanation, { all: true, notFound: [] }), / more topics/);
});

test("topics that are all alike are compared with few of them", () => {
  const names = Array.from({ length: 1024 }, (_, i) =>
    Array.from("abcdefghij", (letter, k) => ((i >> k) & 1 ? letter.toUpperCase() : letter)).join(""),
  );
  const writers = names.map((topicName, i) => writer({}, { topicName, guid: writerGuid(1, i + 1) }));
  const { topics } = explainDomain(view([participant(1, writers)]));
  for (const { findings } of topics) assert.ok(findings.length <= 17);
});

test.run();
