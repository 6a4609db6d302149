import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NETWORK_OPTIONS, SUITE_OPTIONS } from "../../../src/cli/shape/optionTable.js";
import { parseOptions, usage } from "../../../src/cli/shape/parseOptions.js";
import type { ShapeOptions } from "../../../src/cli/shape/ShapeOptions.js";

const test = suite("options of the shapes program");

/** As a shell splits it; words in double quotes stay together. */
function split(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2]!);
}

function run(text: string): { options: ShapeOptions; warnings: readonly string[] } {
  const parsed = parseOptions(split(text));
  if (parsed.kind !== "run") throw new Error(`${text}: ${JSON.stringify(parsed)}`);
  return parsed;
}

function mistakes(text: string): readonly string[] {
  const parsed = parseOptions(split(text));
  return parsed.kind === "mistakes" ? parsed.mistakes : [];
}

/** What differs from `-P -t Square -c BLUE` or `-S -t Square`. */
function changed(text: string): Partial<ShapeOptions> {
  const { options } = run(`${text} -t Square`);
  const base = run(options.publish ? "-P -t Square" : "-S -t Square").options;
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(base[name as keyof ShapeOptions]);
  return Object.fromEntries(Object.entries(options).filter(differs));
}

test("the defaults are those of shape_main", () => {
  const { options } = run("-S -t Square");
  assert.equal(
    [options.domainId, options.reliability, options.durability, options.representation],
    [0, "RELIABLE", "VOLATILE", "XCDR1"],
  );
  assert.equal([options.writePeriodMs, options.readPeriodMs, options.shapeSize], [33, 100, 20]);
  assert.equal([options.historyDepth, options.ownershipStrength], [undefined, -1]);
  assert.equal([options.instances, options.topics, options.iterations], [1, 1, 0]);
  assert.equal([options.byInstance, options.readOnly, options.coherent, options.ordered], [true, false, false, false]);
});

test("each option of the suite is read", () => {
  const publisher =
    "-P -b -k 5 -f 3000 -s 4 -c RED -p p1 -D l -x 2 -w -z 0 -d 7 --write-period 50 --lifespan 250 --num-iterations 200 " +
    "--num-instances 4 --num-topics 3 --final-instance-state u --access-scope t --coherent --ordered " +
    "--coherent-sample-count 3 --additional-payload-size 100000 --periodic-announcement 5000 --datafrag-size 1024 " +
    "--size-modulo 50 -v d";
  assert.equal(changed(publisher), {
    verbose: true,
    domainId: 7,
    color: "RED",
    partition: "p1",
    reliability: "BEST_EFFORT",
    durability: "TRANSIENT_LOCAL",
    representation: "XCDR2",
    historyDepth: 5,
    ownershipStrength: 4,
    deadlineMs: 3000,
    lifespanMs: 250,
    shapeSize: 0,
    sizeModulo: 50,
    printWritten: true,
    writePeriodMs: 50,
    iterations: 200,
    instances: 4,
    topics: 3,
    finalState: "unregister",
    accessScope: "TOPIC",
    coherent: true,
    ordered: true,
    coherentSamples: 3,
    extraBytes: 100000,
    announcePeriodMs: 5000,
    fragmentBytes: 1024,
  });
  assert.equal(changed('-S -R --take-read --read-period 200 --time-filter 1000 --cft "shapesize <= 20" -v e -r'), {
    readOnly: true,
    byInstance: false,
    readPeriodMs: 200,
    timeFilterMs: 1000,
    filter: "shapesize <= 20",
  });
});

test("what the driver writes is read without a mistake", () => {
  for (const text of [
    "-P -t Square -s -1 -r -k 0 -c BLUE -z 20 -x 2",
    '-P -t Square -p "p1" -x 2',
    "-S -t Square -r -k 0 -D l --coherent --access-scope i --num-topics 3 --take-read --read-period 100 -x 2",
    "-P -t Square --num-iterations 200 --num-instances 4 --final-instance-state d -x 2",
  ])
    run(text);
});

test("the last of several wins; the first letter of a choice decides", () => {
  assert.equal(changed("-S -b -r -x 2 -x 1 -D transient"), { durability: "TRANSIENT" });
  assert.equal(changed("-S -k 3 -k0"), { historyDepth: 0 });
  assert.equal(changed("-P --final-instance-state dispose"), { finalState: "dispose" });
});

test("the network options", () => {
  const given =
    "-S --interface lo --interface 10.0.0.1 --no-multicast --peer 10.0.0.2 --peer 10.0.0.3:7410 --domain-tag x";
  assert.equal(changed(given), {
    interfaces: ["lo", "10.0.0.1"],
    multicast: false,
    peers: ["10.0.0.2", "10.0.0.3:7410"],
    domainTag: "x",
  });
  assert.equal(run("-S -t T").options.interfaces, [], "lists are not shared between calls");
});

for (const [text, expected] of [
  ["-P", /^name a topic with -t$/],
  ["-t Square", /^choose one of -P \(publish\) and -S \(subscribe\)$/],
  ["-PS -t Square", /^choose one of -P/],
  ["-S -t Square -c RED --cft x", /^-c and --cft both filter a subscriber/],
  ["-S -t Square --no-multicast", /name at least one host with --peer/],
  ["-P -t Square --peer nohost", /^--peer takes an IPv4 address with an optional port, .*; "nohost" is not$/],
  ["-P -t Square --peer 1.2.3.4:0", /^--peer takes an IPv4 address/],
  ["-P -t Square -k many", /^-k takes a whole number from 0 to 2147483647; "many" is not$/],
  ["-P -t Square -k 5x", /"5x" is not/],
  ["-P -t Square -k 1.5", /"1\.5" is not/],
  ["-P -t Square -k=", /"=" is not/],
  ["-P -t Square --lifespan=", /--lifespan takes a whole number from 0 to 2147483647; "" is not/],
  ["-P -t Square -s -2", /^-s takes a whole number from -1 to /],
  ["-P -t Square -d -1", /^-d takes a whole number from 0 to /],
  ["-P -t Square -f 2147483648", /"2147483648" is not/],
  ["-P -t Square -x 3", /^-x takes one of 1, 2; "3" is not$/],
  ["-P -t Square -D q", /^-D takes one of v, l, t, p; "q" is not$/],
  ["-P -t Square -v x", /^-v takes one of e, d; "x" is not$/],
  ["-P -t Square --num-instances 0", /^--num-instances takes a whole number from 1 to /],
  ["-P -t Square --coherent-sample-count 1", /from 2 to /],
  ["-P -t Square --datafrag-size 65536", /from 0 to 65535/],
  [
    "-P -t Square --final-instance-state u --final-instance-state d",
    /^--final-instance-state takes one of u, d; "d" is/,
  ],
  ["-P -t Square --access-scope x", /^--access-scope takes one of i, t, g; "x" is not$/],
  ["-P -t Square -q", /^there is no option -q$/],
] as const) {
  test(`a mistake: ${text}`, () => {
    assert.is(mistakes(text).length, 1);
    assert.match(mistakes(text)[0]!, expected);
  });
}

test("every mistake is named at once", () => {
  assert.is(mistakes("-k x -x 3 --nope").length, 3);
});

test("help wins, wherever it stands", () => {
  assert.equal(parseOptions(["-P", "-h"]), { kind: "help" });
  assert.equal(parseOptions(["--help"]), { kind: "help" });
  assert.equal(parseOptions(["-k", "x", "-h"]), { kind: "help" });
});

for (const [text, expected] of [
  ["-P", [/no colour given: -c BLUE is assumed/]],
  ["-P -c RED", []],
  ["-S", []],
  ["-S extra", [/"extra" is no option/]],
  ["-P -c RED --time-filter 5", [/--time-filter means nothing to a publisher/]],
  ["-P -c RED -R --take-read", [/-R means/, /--take-read means/]],
  ["-P -c RED --cft x", [/--cft means nothing to a publisher/]],
  ["-S -z 5 --lifespan 5", [/-z means nothing to a subscriber/, /--lifespan means/]],
  ["-S --num-instances 2 --final-instance-state u", [/--num-instances/, /--final-instance-state/]],
  ["-S --ordered --coherent-sample-count 3", [/--coherent-sample-count means nothing to a subscriber/]],
  ["-S --additional-payload-size 3", [/--additional-payload-size/]],
  ["-P -c RED --access-scope t", [/--access-scope needs --coherent or --ordered/]],
  ["-P -c RED --coherent-sample-count 3", [/--coherent-sample-count needs/]],
  ["-P -c RED --size-modulo 3", [/--size-modulo needs a size that grows: -z 0/]],
  ["-P -c RED --size-modulo 3 -z 0 --coherent --access-scope g --coherent-sample-count 2", []],
] as const) {
  test(`warnings: ${text}`, () => {
    const { warnings } = run(`${text} -t Square`);
    assert.is(warnings.length, expected.length, warnings.join("\n"));
    warnings.forEach((warning, index) => {
      assert.match(warning, /^warning: /);
      assert.match(warning, expected[index]!);
    });
  });
}

test("the help has a line for every option, and no line that is too long", () => {
  const help = usage("shape_main").split("\n");
  for (const { name } of [...SUITE_OPTIONS, ...NETWORK_OPTIONS])
    assert.is(help.filter((line) => line.startsWith(`  ${name} `)).length, 1, name);
  for (const line of help) assert.ok(line.length <= 120, line);
  // The driver takes these words, wherever they come, for a feature that is missing.
  assert.not.match(usage("shape_main"), /not supported/i);
});

test.run();
