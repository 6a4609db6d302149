// The command line that the runner writes must be the one that a peer reads, option by option.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  DEFAULT_OPTIONS,
  type PeerOptions,
  PeerUsageError,
  parsePeerOptions,
  peerArguments,
} from "../../interop/contract/options.js";
import { SCENARIOS } from "../../interop/matrix/scenarios.js";

const test = suite("interop options");

const OTHER: PeerOptions = {
  role: "pub",
  domain: 3,
  topic: "Circle",
  type: "plain",
  reliability: "best_effort",
  durability: "transient_local",
  historyDepth: 4,
  representation: "xcdr2",
  partitions: ["a", "b*"],
  deadlineMs: 1,
  liveliness: "manual_topic",
  leaseMs: 2,
  lifespanMs: 3,
  ownership: "exclusive",
  strength: 4,
  timeFilterMs: 5,
  filter: "color = %0 AND x > 3",
  filterParams: ["'RED'"],
  accessScope: "group",
  ordered: true,
  coherent: 6,
  topics: 2,
  count: 7,
  periodMs: 8,
  payload: 9,
  size: 10,
  colors: ["RED", "GREEN"],
  waitReaders: 2,
  gate: true,
  batch: 11,
  dispose: "RED",
  unregister: "GREEN",
  lingerMs: 12,
  timeoutMs: 13,
};

test("every option comes back from the command line as it was", () => {
  for (const key of Object.keys(DEFAULT_OPTIONS) as (keyof PeerOptions)[])
    assert.not.equal(OTHER[key], DEFAULT_OPTIONS[key], `${key} is the default and proves nothing`);
  assert.equal(parsePeerOptions(peerArguments(OTHER)), OTHER);
  assert.equal(peerArguments(DEFAULT_OPTIONS), ["sub"]);
  assert.equal(parsePeerOptions(["sub"]), DEFAULT_OPTIONS);
});

test("wrong values are one line that names the option", () => {
  const wrong: [string[], RegExp][] = [
    [[], /first argument/],
    [["pub", "--count", "many"], /--count/],
    [["pub", "--history", "keep_last:0"], /--history/],
    [["sub", "--liveliness", "sometimes"], /--liveliness/],
    [["sub", "--unheard"], /unheard/],
  ];
  for (const [args, message] of wrong) {
    assert.throws(
      () => parsePeerOptions(args),
      (error: Error) => error instanceof PeerUsageError && message.test(error.message) && !error.message.includes("\n"),
    );
  }
});

test("scenarios have names of their own, and scripts use only actors that they start", () => {
  assert.is(new Set(SCENARIOS.map((scenario) => scenario.name)).size, SCENARIOS.length);
  for (const { name, script } of SCENARIOS) {
    const started = new Set<string>();
    for (const step of script?.steps ?? []) {
      const who = "who" in step ? step.who : "reader";
      if (step.step === "start") started.add(who);
      else if (step.step !== "pause" && step.step !== "mark")
        assert.ok(started.has(who), `${name}: ${step.step} before ${who} starts`);
    }
  }
});

test.run();
