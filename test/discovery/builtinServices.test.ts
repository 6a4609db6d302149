// RTPS 2.5 §8.4.13, XTypes 1.3 §7.6.3.3: the builtin endpoints besides SEDP are matched when one side has something to
// say there, so that a participant that never does costs nothing but its announcements.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NumberSet } from "../../src/rtps/structure/NumberSet.js";
import { Puppet } from "../support/Puppet.js";

const test = suite("builtin services");

const MESSAGE_WRITER = 0x000200c2;
const MESSAGE_READER = 0x000200c7;

/** The submessages that name one of the endpoints of participant messages. */
const messageTraffic = (puppet: Puppet) =>
  puppet
    .messages()
    .flat()
    .filter((line) => line.includes("200c"));

test("a participant that says nothing is sent the endpoints of SEDP alone", () => {
  const puppet = new Puppet().announce();
  const lines = puppet.messages().flat().join(" ");
  assert.match(lines, /3c7>3c2/);
  assert.not.match(lines, /200c[27]/);
});

test("who addresses us while our answer to it is due is matched at once, and needs no answer", () => {
  const puppet = new Puppet();
  puppet.announce({ directed: false });
  assert.equal(puppet.messages(), [], "the answer waits");
  puppet.announce({ directed: true });
  const lines = puppet.messages().flat().join(" ");
  assert.match(lines, /3c7>3c2/);
  assert.not.match(lines, /100c/, "no announcement of ours");
  puppet.send((message) => message.heartbeat(0x000003c7, 0x000003c2, 1, 0, 1, false, false));
  assert.is(puppet.engine.countersSnapshot().dropped.unknownWriter ?? 0, 0);
});

test("a HEARTBEAT of its message writer is answered", () => {
  const puppet = new Puppet().announce();
  puppet.datagrams();
  puppet.send((message) => message.heartbeat(MESSAGE_READER, MESSAGE_WRITER, 1, 0, 1, false, false));
  const lines = messageTraffic(puppet);
  assert.ok(
    lines.some((line) => line.startsWith("ACKNACK")),
    lines.join("\n"),
  );
  assert.is(puppet.engine.countersSnapshot().dropped.unknownWriter ?? 0, 0);
});

test("an ACKNACK of its message reader is answered by a HEARTBEAT", () => {
  const puppet = new Puppet().announce();
  puppet.datagrams();
  puppet.send((message) => message.ackNack(MESSAGE_READER, MESSAGE_WRITER, new NumberSet(), 1, false));
  const lines = messageTraffic(puppet);
  assert.ok(
    lines.some((line) => line.startsWith("HEARTBEAT")),
    lines.join("\n"),
  );
});

test("a writer that has to be asserted tells those who are there, and those who come later", () => {
  const early = new Puppet().announce();
  early.datagrams();
  early.createWriter({ liveliness: { kind: "AUTOMATIC", leaseDurationMs: 1000 } });
  assert.ok(messageTraffic(early).some((line) => line.startsWith("DATA")));
  const late = new Puppet();
  late.createWriter({ liveliness: { kind: "AUTOMATIC", leaseDurationMs: 1000 } });
  late.announce();
  assert.ok(messageTraffic(late).some((line) => line.startsWith("DATA")));
});

test("who is gone is forgotten with all that was matched", () => {
  const puppet = new Puppet().announce({ leaseDurationMs: 1000 });
  puppet.createWriter({ liveliness: { kind: "AUTOMATIC", leaseDurationMs: 1000 } });
  puppet.run(puppet.now + 1100);
  assert.is(puppet.eventsOf("participantLost").length, 1);
  puppet.send((message) => message.heartbeat(MESSAGE_READER, MESSAGE_WRITER, 1, 0, 1, false, false));
  assert.equal(messageTraffic(puppet), []);
});

test.run();
