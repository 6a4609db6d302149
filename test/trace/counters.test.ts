// Counters and drop reasons.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Counters, countersSince, DROP, DROP_MEANINGS, DROP_REASONS } from "../../src/trace/index.js";

const counters = suite("Counters");

counters("a fresh snapshot holds no counter", () => {
  assert.equal(new Counters().snapshot(), {
    submessagesIn: {},
    submessagesOut: {},
    submessageBytesIn: {},
    submessageBytesOut: {},
    dropped: {},
  });
});

counters("counts datagrams, submessages by kind and drops by reason", () => {
  const all = new Counters();
  all.datagramIn(100);
  all.datagramIn(60);
  all.datagramOut(72);
  all.submessageIn(0x15, 80);
  all.submessageIn(0x15, 40);
  all.submessageOut(0x06, 28);
  all.submessageIn(0x80, 56);
  all.samplesRetransmitted += 2;
  all.drop(DROP.badMagic);
  all.drop(DROP.duplicate);
  all.drop(DROP.duplicate);
  assert.equal(all.snapshot(), {
    datagramsIn: 2,
    datagramsOut: 1,
    bytesIn: 160,
    bytesOut: 72,
    samplesRetransmitted: 2,
    submessagesIn: { Data: 2, "0x80": 1 },
    submessagesOut: { AckNack: 1 },
    submessageBytesIn: { Data: 120, "0x80": 56 },
    submessageBytesOut: { AckNack: 28 },
    dropped: { badMagic: 1, duplicate: 2 },
  });
  assert.is(all.droppedFor("duplicate"), 2);
  assert.is(all.droppedTotal, 3);
});

counters("the difference of two snapshots is what happened between", () => {
  const all = new Counters();
  all.datagramIn(10);
  all.drop(DROP.notForUs);
  const before = all.snapshot();
  all.datagramIn(5);
  all.submessageOut(0x07, 32);
  const since = countersSince(before, all.snapshot());
  assert.equal(since, {
    datagramsIn: 1,
    bytesIn: 5,
    submessagesIn: {},
    submessagesOut: { Heartbeat: 1 },
    submessageBytesIn: {},
    submessageBytesOut: { Heartbeat: 32 },
    dropped: {},
  });
});

counters("every reason has its own index and one line of meaning", () => {
  DROP_REASONS.forEach((reason, index) => {
    assert.is(DROP[reason], index);
    assert.match(DROP_MEANINGS[reason], /^[^\n]{10,}$/);
  });
  assert.is(new Set(Object.values(DROP_MEANINGS)).size, DROP_REASONS.length);
});

counters.run();
