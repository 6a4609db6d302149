import { suite } from "uvu";
import * as assert from "uvu/assert";
import { qosNotes, resolveReaderQos, resolveWriterQos } from "../../src/qos/index.js";

const test = suite("notes on QoS");

test("defaults and what acts as DDS says need no note", () => {
  assert.equal(qosNotes(resolveWriterQos()), []);
  assert.equal(qosNotes(resolveReaderQos()), []);
  assert.equal(
    qosNotes(resolveWriterQos({ durability: "transientLocal", ownership: "exclusive", ownershipStrength: 2 })),
    [],
  );
});

test("TRANSIENT and PERSISTENT live as long as the writer", () => {
  for (const kind of ["TRANSIENT", "PERSISTENT"]) {
    assert.equal(qosNotes(resolveWriterQos({ durability: kind })), [
      `durability ${kind}: kept in this process only, as long as the writer lives`,
    ]);
    assert.equal(qosNotes(resolveReaderQos({ durability: kind })), [
      `durability ${kind}: matches writers that offer it; nothing is stored on this side`,
    ]);
  }
});

test("hints", () => {
  assert.equal(qosNotes(resolveWriterQos({ latencyBudget: "20ms", transportPriority: 7 })), [
    "latencyBudget 20 ms: a hint only; samples are not held back",
    "transportPriority 7: a hint only; it orders writers to one address, and sets no DSCP",
  ]);
  assert.equal(qosNotes(resolveReaderQos({ latencyBudget: "infinite" })), [
    "latencyBudget infinite: a hint only; samples are not held back",
  ]);
});

test("policies that need another one", () => {
  assert.equal(qosNotes(resolveWriterQos({ ownershipStrength: 3, durabilityService: { historyDepth: 9 } })), [
    "ownershipStrength 3: counts with ownership EXCLUSIVE only",
    "durabilityService: counts with durability TRANSIENT and PERSISTENT only, not with VOLATILE",
  ]);
  assert.is(qosNotes(resolveWriterQos({ durability: "transient", durabilityService: { historyDepth: 9 } })).length, 1);
});

test.run();
