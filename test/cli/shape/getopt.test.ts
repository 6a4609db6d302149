import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getopt, type OptionSpec } from "../../../src/cli/shape/getopt.js";

const test = suite("getopt_long");

const SPECS: readonly OptionSpec<string>[] = [
  { name: "publish", short: "P", takesValue: false },
  { name: "best-effort", short: "b", takesValue: false },
  { name: "topic", short: "t", takesValue: true },
  { name: "help", short: "h", long: "help", takesValue: false },
  { name: "coherent", long: "coherent", takesValue: false },
  { name: "count", long: "coherent-sample-count", takesValue: true },
  { name: "period", long: "periodic-announcement", takesValue: true },
  { name: "peer", long: "peer", takesValue: true, writtenOut: true },
];

/** "topic=Square" for an option, "(x)" for an operand, "!message" for a mistake. */
function found(...args: string[]): string[] {
  return getopt(args, SPECS).map((finding) => {
    if (finding.kind === "operand") return `(${finding.text})`;
    if (finding.kind === "mistake") return `!${finding.message}`;
    return finding.value === "" ? finding.name : `${finding.name}=${finding.value}`;
  });
}

test("short options: apart, attached, bundled", () => {
  assert.equal(found("-P", "-t", "Square", "-b"), ["publish", "topic=Square", "best-effort"]);
  assert.equal(found("-tSquare"), ["topic=Square"]);
  assert.equal(found("-Pbt", "Square"), ["publish", "best-effort", "topic=Square"]);
  assert.equal(found("-PbtSquare"), ["publish", "best-effort", "topic=Square"]);
  // What follows the letter is its value, whatever it looks like.
  assert.equal(found("-tPb"), ["topic=Pb"]);
  assert.equal(found("-t", "-P"), ["topic=-P"]);
  assert.equal(found("-t=x"), ["topic==x"]);
});

test("long options: apart, attached, shortened", () => {
  assert.equal(found("--coherent-sample-count", "3"), ["count=3"]);
  assert.equal(found("--coherent-sample-count=3"), ["count=3"]);
  assert.equal(found("--coherent-s=3"), ["count=3"]);
  assert.equal(found("--he"), ["help"]);
  assert.equal(found("--coherent-sample-count", "--coherent"), ["count=--coherent"]);
  assert.equal(found("--coherent-sample-count=", "-P"), ["count", "publish"]);
  assert.equal(found("--coherent-sample-count=a=b"), ["count=a=b"]);
});

test("an exact name is not ambiguous, a shorter one may be", () => {
  assert.equal(found("--coherent"), ["coherent"]);
  assert.equal(found("--coh"), ["!--coh may mean --coherent, --coherent-sample-count: write more of it"]);
});

test("options that must be written out take no short form, and none away", () => {
  assert.equal(found("--pe=5"), ["period=5"]);
  assert.equal(found("--peer=1.2.3.4"), ["peer=1.2.3.4"]);
});

test("operands may stand anywhere; -- ends the options; - is an operand", () => {
  assert.equal(found("a", "-P", "b", "-", "-b"), ["(a)", "publish", "(b)", "(-)", "best-effort"]);
  assert.equal(found("-P", "--", "-b", "--help"), ["publish", "(-b)", "(--help)"]);
  assert.equal(found(), []);
  // A value that is "--" is a value.
  assert.equal(found("-t", "--", "-P"), ["topic=--", "publish"]);
});

test("mistakes do not hide what comes behind them", () => {
  assert.equal(found("-qP"), ["!there is no option -q", "publish"]);
  assert.equal(found("--cuont", "-P"), ["!there is no option --cuont", "publish"]);
  assert.equal(found("-P", "-t"), ["publish", "!-t needs a value"]);
  assert.equal(found("--coherent-sample-count"), ["!--coherent-sample-count needs a value"]);
  assert.equal(found("--coherent=yes", "-P"), ["!--coherent takes no value", "publish"]);
});

test.run();
