// The fuzzer for a moment: everything that it ever found again, then a few thousand new inputs for each target.
// runner: timeout 300 s

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Random } from "../../src/simulation/index.js";
import { CAPTURES } from "../inspect/fixtures.js";
import { type Finding, Fuzzer } from "./Fuzzer.js";
import { FuzzProblem, type FuzzTarget } from "./FuzzTarget.js";
import { minimize, problemOf } from "./minimize.js";
import { mutateBytes } from "./mutate.js";
import { TARGET_NAMES } from "./targetNames.js";
import { TARGETS } from "./targets.js";

const CORPUS = join(CAPTURES, "..", "fuzz");
const test = suite("fuzz");

/** Ended by whichever comes first. */
const [SECONDS, INPUTS] = [4, 3000];
const COSTS = { ms: 1000, baseBytes: 1e9, bytesPerOctet: 0 };

const known = readdirSync(CORPUS).map((file) => ({
  file,
  finding: JSON.parse(readFileSync(join(CORPUS, file), "utf8")) as Pick<Finding, "target" | "problem" | "inputs">,
}));

test("every target has a name that can be asked for", () => {
  assert.equal(Object.keys(TARGETS), TARGET_NAMES);
});

for (const name of TARGET_NAMES) {
  test(`${name}: past findings, and new inputs`, () => {
    const target = TARGETS[name]!();
    for (const { file, finding } of known.filter((one) => one.finding.target === name)) {
      const inputs = finding.inputs.map((hex) => Uint8Array.from(Buffer.from(hex, "hex")));
      assert.is(problemOf(target, inputs), undefined, `${file}: ${finding.problem}`);
    }
    const { finding, inputs } = new Fuzzer(target, {
      seed: 1,
      seconds: SECONDS,
      inputs: INPUTS,
      limitsTime: false,
    }).run();
    assert.is(finding, undefined, `${finding?.problem} ${finding?.inputs}`);
    assert.ok(inputs > 0);
  });
}

test("what goes wrong is found, made small and told with its seed", () => {
  const target: FuzzTarget = {
    name: "sample",
    limits: COSTS,
    next: (random) => mutateBytes(random, new Uint8Array(40), Uint8Array.of(0xfe)),
    run: (input) => {
      if (input.includes(0xfe)) throw new FuzzProblem("there it is");
      return "taken";
    },
  };
  const { finding } = new Fuzzer(target, { seed: 7, seconds: 60, inputs: 100_000, limitsTime: false }).run();
  assert.equal(finding?.inputs, ["fe"]);
  assert.is(finding!.seed, 7);
  assert.match(finding!.problem, "there it is");
});

test("of a target that remembers, the inputs that are needed are kept, and no others", () => {
  let sum = 0;
  const target: FuzzTarget = {
    name: "sum",
    limits: COSTS,
    begin: () => {
      sum = 0;
    },
    next: (random) => Uint8Array.of(random.below(4)),
    run: ([octet = 0]) => {
      sum += octet;
      if (sum > 7) throw new FuzzProblem("too much");
      return "taken";
    },
  };
  const { finding } = new Fuzzer(target, { seed: 1, seconds: 60, inputs: 1000, limitsTime: false }).run();
  const octets = finding!.inputs.map((hex) => Number.parseInt(hex, 16));
  assert.ok(octets.reduce((a, b) => a + b, 0) > 7 && octets.length <= 8);
  assert.equal(minimize(target, [Uint8Array.of(1)], 1000), [Uint8Array.of(1)], "what does no harm is left as it is");
});

test("what an input costs is limited", () => {
  const kept: Uint8Array[] = [];
  const target: FuzzTarget = {
    name: "greedy",
    limits: { ms: 1000, baseBytes: 10_000_000, bytesPerOctet: 0 },
    next: () => new Uint8Array(1),
    run: () => {
      kept.push(new Uint8Array(30_000_000));
      return "taken";
    },
  };
  const { finding } = new Fuzzer(target, { seed: 1, seconds: 60, inputs: 5, limitsTime: false }).run();
  assert.match(finding!.problem, /allocated \d+ bytes, 10000000 are allowed/);
});

test("the same seed gives the same inputs", () => {
  const inputs = () => {
    const random = new Random(5);
    return Array.from({ length: 50 }, () => mutateBytes(random, new Uint8Array(30), Uint8Array.of(1, 2, 3)));
  };
  assert.equal(inputs(), inputs());
});

test.run();
