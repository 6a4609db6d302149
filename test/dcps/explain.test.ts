// A participant explains what it sees: by object, by GUID, by text, for one pair and for the domain.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Guid } from "../../src/index.js";
import { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { runFor, runUntil, type SimDcps, simDcps, topicAt } from "../support/simDcps.js";
import { SHAPE, type Shape, thrown } from "./support.js";

const test = suite("a participant explains");

function pair(): { network: SimNetwork; a: SimDcps; b: SimDcps } {
  const network = new SimNetwork({ seed: 1 });
  return { network, a: simDcps(network, { index: 0 }), b: simDcps(network, { index: 1 }) };
}

test("from unknown to matched, seen from both sides", async () => {
  const network = new SimNetwork({ seed: 1 });
  const [here, there] = [network.addHost("here"), network.addHost("there")];
  network.partition(here, there);
  network.partition(there, here);
  const a = simDcps(network, { index: 0, host: here });
  const b = simDcps(network, { index: 1, host: there });
  const writer = a.participant.createWriter(topicAt<Shape>(a, "Square", SHAPE));
  const reader = b.participant.createReader(topicAt<Shape>(b, "Square", SHAPE), { qos: { reliability: "reliable" } });
  await runFor(network, 500);
  const verdict = (at: SimDcps) => at.participant.explainMatch(writer, reader).verdict;
  const first = () => a.participant.explainMatch(writer, reader).findings[0]?.code;
  assert.equal([verdict(a), verdict(b), first()], ["unknown", "unknown", "participantUnknown"]);

  // What the reader's side sends comes through, and nothing else.
  network.heal(there, here);
  await runFor(network, 5000);
  const [unknown, half] = a.participant.explainMatch(writer, reader).findings;
  assert.equal([unknown!.code, half!.code], ["endpointUnknown", "halfDiscovered"]);
  assert.is(a.participant.discoveryProgress.participants[0]!.state, "halfDiscovered");

  network.heal(here, there);
  await runUntil(network, () => verdict(a) === "matched" && verdict(b) === "matched");
  assert.equal(a.participant.explainMatch(writer, reader), { verdict: "matched", findings: [] });
});

test("endpoints by object, by GUID and by text", async () => {
  const { network, a, b } = pair();
  const writer = a.participant.createWriter(topicAt<Shape>(a, "Square", SHAPE), { qos: { reliability: "bestEffort" } });
  const reader = b.participant.createReader(topicAt<Shape>(b, "Square", SHAPE), { qos: { reliability: "reliable" } });
  await runFor(network, 500);
  for (const one of [writer, writer.guid, writer.guid.toString()]) {
    for (const other of [reader, reader.guid, reader.guid.toString().toUpperCase()]) {
      const { verdict, findings } = a.participant.explainMatch(one, other);
      assert.equal([verdict, findings.map(({ policy }) => policy)], ["mismatch", ["RELIABILITY"]]);
    }
  }
});

test("what names no endpoint is a mistake of one line", () => {
  const { a } = pair();
  const writer = a.participant.createWriter(topicAt<Shape>(a, "Square", SHAPE));
  const reader = a.participant.createReader(topicAt<Shape>(a, "Square", SHAPE));
  const error = thrown(() => a.participant.explainMatch("017f", reader));
  assert.equal([error.code, error.message], ["BAD_PARAMETER", 'not a GUID: "017f": give 32 hex digits']);
  const swapped = thrown(() => a.participant.explainMatch(reader, writer));
  assert.is(swapped.message, `${reader.guid} is not a writer: give the writer first and the reader second`);
});

test("a writer that was closed", async () => {
  const { network, a } = pair();
  const writer = a.participant.createWriter(topicAt<Shape>(a, "Square", SHAPE));
  const reader = a.participant.createReader(topicAt<Shape>(a, "Square", SHAPE));
  await runFor(network, 100);
  assert.is(a.participant.explainMatch(writer, reader).verdict, "matched");
  await writer.close({ lingerMs: 0 });
  const [finding] = a.participant.explainMatch(writer, reader).findings;
  assert.match(finding!.text, /^this participant has no writer [0-9a-f]{8}$/);
});

test("the domain, and one topic of it", async () => {
  const { network, a, b } = pair();
  a.participant.createWriter(topicAt<Shape>(a, "Square", SHAPE));
  a.participant.createWriter(topicAt<Shape>(a, "Circle", SHAPE));
  b.participant.createReader(topicAt<Shape>(b, "square", SHAPE));
  b.participant.createReader(topicAt<Shape>(b, "Circle", SHAPE), { qos: { ownership: "exclusive" } });
  await runFor(network, 1000);
  const { topics, counts, participants } = a.participant.explain();
  assert.equal(
    topics.map(({ topicName }) => topicName),
    ["Circle", "Square", "square"],
  );
  assert.equal(counts, { matched: 0, mismatch: 1, unknown: 0, pending: 0 });
  assert.equal(
    participants.map(({ state }) => state),
    ["complete"],
  );
  const square = a.participant.explain("Square");
  assert.equal(
    square.topics.map(({ topicName, findings }) => [topicName, findings.at(-1)!.severity]),
    [
      ["Square", "mismatch"],
      ["square", "mismatch"],
    ],
  );
});

test("Guid.fromHex: what toString gives, and nothing else", () => {
  const text = "017f00005a5a00010000000100000102";
  assert.is(Guid.fromHex(text)!.toString(), text);
  assert.is(Guid.fromHex(text.toUpperCase())!.toString(), text);
  for (const bad of ["", text.slice(1), `${text}0`, `${text.slice(1)}g`]) assert.is(Guid.fromHex(bad), undefined);
});

test.run();
