// Options of a participant: slips are refused, before any socket is opened.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DomainParticipant, type DomainParticipantOptions, WorkerParticipant } from "../../src/index.js";
import { closeAll, openOne, rejection, SHAPE } from "./support.js";

const test = suite("options of a participant");
test.after.each(closeAll);

const REFUSED: readonly (readonly [object, RegExp])[] = [
  [{ coalesce: false }, /^there is no option coalesce, only domainId, .*coalescing/],
  [{ sameProcess: true }, /^the option sameProcess must be "direct" or "network", not true$/],
  [{ sameProcess: "Network" }, /^the option sameProcess must be "direct" or "network", not "Network"$/],
  [{ busyPoll: "x" }, /^the option busyPoll must be true or false, not "x"$/],
  [{ earlyCollection: 3 }, /^the option earlyCollection must be true or false, not 3$/],
  [{ receiveBufferBytes: -1 }, /^the option receiveBufferBytes must be a whole number of 0 or more, not -1$/],
  [{ peers: "127.0.0.1" }, /^the option peers must be a list of strings, not "127.0.0.1"$/],
  [{ tuning: { writers: {} } }, /^tuning has no group writers, only writer, reader, discovery, limits$/],
];

test("an option that there is not, or a value that is none, is named with what is allowed", async () => {
  for (const [options, message] of REFUSED) {
    const error = await rejection(DomainParticipant.create(options as DomainParticipantOptions));
    assert.match(error.message, message);
    assert.is((error as { code?: unknown }).code, "BAD_PARAMETER");
  }
});

test("misspelt settings are refused for a participant and for an endpoint", async () => {
  const interfaces = ["127.0.0.1"];
  const writer = { maxBytesPerSec: 1000 } as object;
  const error = await rejection(DomainParticipant.create({ interfaces, tuning: { writer } }));
  assert.match(error.message, /^there is no setting maxBytesPerSec, only /);
  const participant = await openOne();
  const topic = participant.createTopic("Options", SHAPE);
  assert.throws(
    () => participant.createWriter(topic, { tuning: writer }),
    /^there is no setting maxBytesPerSec, only /,
  );
});

test("a worker gets copies: a function among the options is refused", async () => {
  const options = { qos: { userData: () => 1 } } as never;
  const error = await rejection(WorkerParticipant.create(options));
  assert.match(error.message, /^an option cannot be copied to the worker, leave functions out: /);
});

test.run();
