import { suite } from "uvu";
import * as assert from "uvu/assert";
import { participantOptions } from "../../../src/cli/shape/participantOptions.js";
import { FakeContext } from "./support.js";

const test = suite("participant of the shapes program");

const optionsOf = (args: string) => participantOptions(new FakeContext(`-S -t T ${args}`).options);

test("without options it looks everywhere, as any participant does", () => {
  const options = optionsOf("");
  assert.equal([options.domainId, options.multicast, options.interfaces, options.peers], [0, true, [], []]);
  assert.equal([options.tuning, options.domainTag], [undefined, undefined]);
});

test("the network options are those of the participant", () => {
  const options = optionsOf("-d 7 --interface lo --no-multicast --peer 10.0.0.2 --domain-tag lab");
  assert.equal(
    [options.domainId, options.interfaces, options.multicast, options.peers, options.domainTag],
    [7, ["lo"], false, ["10.0.0.2"], "lab"],
  );
});

test("a participant that announces itself seldom is remembered for longer", () => {
  const tuning = (args: string) => optionsOf(args).tuning?.discovery;
  assert.equal(tuning("--periodic-announcement 5000"), { announcePeriodMs: 5000, leaseDurationMs: 20_000 });
  assert.equal(tuning("--periodic-announcement 60000"), { announcePeriodMs: 60_000, leaseDurationMs: 180_000 });
  assert.is(tuning("--periodic-announcement 0"), undefined);
});

test.run();
