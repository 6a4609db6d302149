// What endpoints refuse shows in the participant's counters, by reason, also after the endpoint is gone.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { BEST_EFFORT_WRITER, RELIABLE_READER, RELIABLE_WRITER, simParticipant } from "../support/simParticipant.js";

const test = suite("counters");

test("best-effort samples without room are rejected, told and counted", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 1 });
  const b = simParticipant(network, { index: 2, limits: { maxUntakenChanges: 2 } });
  const writer = a.writer({ ...BEST_EFFORT_WRITER, history: { kind: "KEEP_LAST", depth: 10 } });
  const reader = b.reader();
  network.runUntil(() => a.eventsOf("readerReady").length > 0, { maxTimeMs: 1000 });
  // Five samples share one datagram, so nobody can take in between.
  for (let value = 0; value < 5; value++) a.put(writer, value);
  network.flush(a.node);
  network.runUntil(network.now + 10);
  assert.equal(b.values(reader), [0, 1]);
  assert.is(b.eventsOf("sampleRejected").length, 3);
  assert.is(b.engine.countersSnapshot().dropped.limitSamples, 3);
  b.engine.deleteReader(network.now, reader);
  assert.is(b.engine.countersSnapshot().dropped.limitSamples, 3, "not forgotten with the reader");
});

test("samples and fragments that come twice are counted once each", () => {
  const network = new SimNetwork({ seed: 2 });
  const a = simParticipant(network, { index: 1 });
  const b = simParticipant(network, { index: 2 });
  const writer = a.writer(RELIABLE_WRITER);
  const reader = b.reader(RELIABLE_READER);
  network.runUntil(() => a.eventsOf("readerReady").length > 0, { maxTimeMs: 1000 });
  const before = b.engine.countersSnapshot();
  assert.is(before.dropped.duplicateFragment ?? 0, 0);
  network.setDefaultLink({ duplication: 1 });
  a.write(writer, 1);
  a.write(writer, 2, 10_000);
  network.runUntil(network.now + 50);
  assert.equal(b.values(reader), [1, 2]);
  const after = b.engine.countersSnapshot();
  const fragments = a.engine.counters.submessagesOut[0x16]!;
  assert.ok(fragments > 1);
  // The copy of the last fragment finds the sample complete: a duplicate sample.
  assert.is(after.duplicateFragments, fragments - 1);
  assert.is(after.dropped.duplicateFragment, fragments - 1);
  assert.ok((after.duplicateSamples ?? 0) - (before.duplicateSamples ?? 0) >= 2);
  assert.is(after.dropped.duplicate, after.duplicateSamples);
});

test.run();
