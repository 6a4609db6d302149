// The rules that keep the protocol testable: who may import whom, where clocks and sockets live, how long a file and
// a function may be. ARCHITECTURE.md explains them; this file is what holds. A plain walk over the sources.

import { basename, dirname, join, normalize } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { countLines, factsOf, type ImportFact, listFiles, readFacts, type SourceFacts } from "./support/sourceFacts.js";

/** For each folder of src/, what it may import besides itself: a folder, one file ("trace/Counters"), or only the
 *  types of one ("type trace/statistics"). "index" is src/index.ts. Nothing else may be imported. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  qos: [],
  trace: [],
  idl: [],
  // Texts of others, made fit for a terminal.
  text: [],
  cdr: ["idl"],
  xtypes: ["idl", "cdr"],
  filter: ["idl"],
  // What ROS 2 makes of DDS: names, types, the graph. Reading folders is the runtime's.
  ros: ["idl", "cdr", "rtps/structure", "type participant/types"],
  "rtps/structure": [],
  "rtps/messages": ["rtps/structure"],
  // State machines see values, not bytes: never messages.
  "rtps/behavior": ["rtps/structure"],
  "rtps/exchange": ["rtps/structure", "rtps/messages", "rtps/behavior", "trace/Counters", "trace/dropReasons"],
  discovery: [
    "rtps/structure",
    "rtps/messages",
    "rtps/behavior",
    "rtps/exchange",
    "qos",
    "trace/Counters",
    "trace/dropReasons",
  ],
  participant: ["rtps/structure", "rtps/messages", "rtps/behavior", "rtps/exchange", "discovery", "qos", "trace"],
  transport: ["rtps/structure/locator"],
  // It opens participants: ports, identity and defaults go in.
  runtime: [
    ...["participant", "transport", "trace", "rtps/structure"],
    ...["rtps/behavior/tuning", "discovery/ports", "discovery/tuning", "discovery/AnnouncementCache"],
    // It reads the folders that packages of ROS 2 are in.
    "ros",
  ],
  simulation: ["participant", "rtps/structure", "rtps/messages", "rtps/behavior", "rtps/exchange", "trace"],
  // The values in the public interface (Guid, timestamps) are those of the engine, not copies; never transport.
  dcps: [
    "participant",
    "qos",
    "cdr",
    "idl",
    "xtypes",
    "filter",
    "runtime",
    "trace",
    "rtps/structure",
    "type rtps/behavior/tuning",
    "type discovery/tuning",
    // A participant explains what it sees; the explanation itself needs no participant.
    "inspect/explain",
  ],
  // The public interface in another thread: nothing of the engine.
  worker: ["dcps", "cdr", "idl", "qos", "runtime", "rtps/structure"],
  inspect: ["rtps/structure", "rtps/messages", "discovery", "qos", "idl", "cdr", "filter", "text"],
  report: ["type trace", "text"],
  // The front door: it gathers what users program against, and holds no code. Besides the folders made for users
  // these are defaults and errors from further inside, and the raw sockets that any measurement needs as its floor.
  index: [
    ...["dcps", "worker", "qos", "idl", "cdr", "filter", "trace", "rtps/structure", "type participant/types"],
    ...["runtime/rawEcho", "runtime/RawMessenger", "runtime/rawStream"],
    ...["ros", "runtime/rosFiles", "xtypes"],
    ...["rtps/behavior/tuning", "discovery/tuning", "discovery/matching", "discovery/ports"],
    ...["transport/TransportError", "inspect/explain"],
  ],
  // A program like any user's.
  cli: ["index", "filter", "trace", "inspect", "report", "simulation", "text"],
  studio: ["index", "trace", "inspect", "report", "simulation"],
};

/** Packages and Node modules with an owner. A pattern matches the path of the importing file. */
const OWNERS: Record<string, RegExp> = {
  "node:dgram": /^src\/transport\//,
  // The transport lists interfaces; the command line says on what machine a measurement was made.
  "node:os": /^src\/(transport|cli)\//,
  "buffer-layout": /^src\/rtps\/messages\/layouts\.ts$/,
  "@foxglove/cdr": /^src\/cdr\//,
  // The other RTPS on npm is a peer and an oracle, in tests and interop alone.
  "@foxglove/rtps": /^$/,
  saxes: /^src\/qos\/xml\/xmlTree\.ts$/,
  commander: /^src\/cli\//,
  picocolors: /^src\/cli\//,
  "cli-table3": /^src\/cli\//,
  "cli-progress": /^src\/cli\//,
  // Values on the command line as ROS 2 writes them.
  yaml: /^src\/cli\//,
  // Programs that are measured are programs of a user: they load what a user loads.
  "rtps-lab": /^src\/cli\/bench\//,
};

const PURE = [
  "rtps",
  "discovery",
  "qos",
  "participant",
  "idl",
  "ros",
  "cdr",
  "xtypes",
  "filter",
  "trace",
  "text",
  "simulation",
];
/** These may wait for promises, but the runtime alone has clocks, timers and randomness. */
const CLOCKLESS = ["dcps", "inspect", "report"];
const CLOCK_TOKENS = [
  ...["Date", "performance", "setTimeout", "setImmediate", "setInterval", "Math.random"],
  ...["process", "EventEmitter", "Buffer"],
];
const PURE_TOKENS = [...CLOCK_TOKENS, "async", "await", "Promise", "queueMicrotask"];

const FILE_LINES_MAX = 600;
const FUNCTION_LINES_MAX = 70;

const test = suite("architecture");
const sources = new Map(listFiles("src", /(?<!\.d)\.ts$/).map((file) => [file, readFacts(file)]));

/** "rtps/behavior" for src/rtps/behavior/WriterProxy.ts, "cdr" for src/cdr/generate/Code.ts. */
function folderOf(file: string): string {
  const parts = file.replace(/\.[jt]s$/, "").split("/");
  return parts[1] === "rtps" ? parts.slice(1, 3).join("/") : parts[1]!;
}

const isProjectImport = (one: ImportFact) => one.specifier.startsWith(".");

/** The imported file, as a path from the project folder without suffix. */
function targetOf(file: string, one: ImportFact): string {
  return normalize(join(dirname(file), one.specifier)).replace(/\.js$/, "");
}

function isAllowed(folder: string, target: string, isTypeOnly: boolean): boolean {
  if (folderOf(target) === folder) return true;
  const path = target.replace("src/", "");
  const allows = (entry: string) => path === entry || path.startsWith(`${entry}/`);
  return (MAY_IMPORT[folder] ?? []).some((entry) =>
    entry.startsWith("type ") ? isTypeOnly && allows(entry.slice(5)) : allows(entry),
  );
}

/** Fails with every complaint, one a line. */
function assertNone(complaints: readonly string[]): void {
  if (complaints.length > 0) throw new Error(`${complaints.length} broken\n      ${complaints.join("\n      ")}`);
}

function complaintsOf(check: (file: string, facts: SourceFacts) => Iterable<string>): string[] {
  return [...sources].flatMap(([file, facts]) => [...check(file, facts)].map((complaint) => `${file}: ${complaint}`));
}

test("there is something to check", () => {
  assert.ok(sources.size > 100, `only ${sources.size} files found`);
  for (const folder of Object.keys(MAY_IMPORT).filter((name) => name.startsWith("rtps/")))
    assert.ok(
      [...sources.keys()].some((file) => folderOf(file) === folder),
      folder,
    );
});

test("every folder has a row, and imports only what its row allows", () => {
  assertNone(
    complaintsOf(function* (file, facts) {
      const folder = folderOf(file);
      if (MAY_IMPORT[folder] === undefined) yield `folder ${folder} has no row in the table`;
      for (const one of facts.imports.filter(isProjectImport)) {
        const target = targetOf(file, one);
        if (!target.startsWith("src/")) yield `imports ${one.specifier} from outside src/`;
        else if (!isAllowed(folder, target, one.isTypeOnly))
          yield `${folder} must not import ${one.isTypeOnly ? "types of " : ""}${target}`;
      }
    }),
  );
});

test("the table has no cycle", () => {
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]) => {
    assert.not(path.includes(folder), `${[...path, folder].join(" -> ")} is a cycle`);
    if (done.has(folder)) return;
    for (const entry of MAY_IMPORT[folder]!) {
      const name = entry.replace("type ", "");
      visit(MAY_IMPORT[name] === undefined ? folderOf(`src/${name}`) : name, [...path, folder]);
    }
    done.add(folder);
  };
  for (const folder of Object.keys(MAY_IMPORT)) visit(folder, []);
});

test("no file needs itself through others", () => {
  const needed = (file: string) =>
    sources
      .get(file)!
      .imports.filter((one) => isProjectImport(one) && !one.isTypeOnly)
      .map((one) => `${targetOf(file, one)}.ts`)
      .filter((target) => sources.has(target));
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    assert.not(path.includes(file), `${[...path.slice(path.indexOf(file)), file].join(" -> ")} is a cycle`);
    if (done.has(file)) return;
    for (const target of needed(file)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of sources.keys()) visit(file, []);
});

test("packages and Node modules are imported by their owners alone", () => {
  assertNone(
    complaintsOf(function* (file, facts) {
      for (const { specifier } of facts.imports.filter((one) => !isProjectImport(one))) {
        const owner = OWNERS[specifier];
        if (owner === undefined && !specifier.startsWith("node:")) yield `${specifier} has no owner in the table`;
        else if (owner !== undefined && !owner.test(file)) yield `must not import ${specifier}`;
      }
    }),
  );
});

test("pure folders know no clock, socket, timer, promise or randomness", () => {
  assertNone(
    complaintsOf(function* (file, facts) {
      const top = file.split("/")[1]!;
      if (!PURE.includes(top) && !CLOCKLESS.includes(top)) return;
      for (const { specifier } of facts.imports) if (specifier.startsWith("node:")) yield `imports ${specifier}`;
      for (const token of PURE.includes(top) ? PURE_TOKENS : CLOCK_TOKENS)
        if (facts.tokens.has(token)) yield `uses ${token}`;
      if (top !== "rtps") return;
      for (const token of facts.tokens) if (/bigint|^1n$/i.test(token)) yield `uses ${token}`;
    }),
  );
});

test("files and functions are short", () => {
  const complaints: string[] = [];
  for (const folder of ["src", "test", "bench", "interop", "bin"]) {
    for (const file of listFiles(folder, /\.(ts|mjs|c|h|cpp|hpp)$/)) {
      const lines = countLines(file);
      if (lines > FILE_LINES_MAX) complaints.push(`${file}: ${lines} lines, at most ${FILE_LINES_MAX}`);
      if (!/\.(ts|mjs)$/.test(file)) continue;
      for (const one of readFacts(file).functions)
        if (one.lines > FUNCTION_LINES_MAX)
          complaints.push(`${file}:${one.line}: ${one.name} has ${one.lines} lines, at most ${FUNCTION_LINES_MAX}`);
    }
  }
  assertNone(complaints);
});

test("a PascalCase file is named after the class, interface or type it holds", () => {
  assertNone(
    complaintsOf(function* (file, facts) {
      const name = basename(file, ".ts");
      const classes = facts.exportedClasses;
      if (!/^[A-Z]/.test(name)) {
        if (!/^[a-z][A-Za-z0-9]*$/.test(name)) yield "file names are camelCase or PascalCase";
        const exports = [...facts.exportedValues, ...facts.exportedTypes];
        if (exports.length === 1 && classes[0]?.hasMethods === true)
          yield `holds the class ${classes[0]!.name} alone: name the file after it`;
        return;
      }
      if (![...classes.map((one) => one.name), ...facts.exportedTypes].includes(name)) yield `exports no ${name}`;
      // Plain records may stand beside the class that uses them.
      for (const one of classes) if (one.name !== name && one.hasMethods) yield `also exports the class ${one.name}`;
    }),
  );
});

test("no test is left out by another that asks to run alone", () => {
  const focused = listFiles("test", /\.test\.ts$/).filter((file) =>
    [...readFacts(file).tokens].some((token) => token.endsWith(".only")),
  );
  assertNone(focused);
});

test("the checks see what they must see, and only in code", () => {
  const bad = factsOf(`
    import dgram from "node:dgram";
    export { x } from "./x.js";
    const y = await import("node:os");
    type T = import("./t.js").T;
    async function f() { return Math.random() + Date.now() + Number(5n) + setTimeout(f, 1); }
    export class A { m() { view.getBigInt64(0); } }
  `);
  assert.equal(
    bad.imports.map((one) => [one.specifier, one.isTypeOnly]),
    [
      ["node:dgram", false],
      ["./x.js", false],
      ["node:os", false],
      ["./t.js", true],
    ],
  );
  for (const token of ["await", "async", "Math.random", "Date", "1n", "setTimeout", "view.getBigInt64"])
    assert.ok(bad.tokens.has(token), token);
  assert.equal(bad.exportedClasses, [{ name: "A", hasMethods: true }]);

  const good = factsOf(`
    // Date.now() and import "node:fs" in a comment
    import type { Date as D } from "./d.js";
    const text = "await Promise setTimeout 1n";
    const record = { performance: 1, setTimeout() {} };
    record.performance;
  `);
  assert.equal(good.imports, [{ specifier: "./d.js", isTypeOnly: true }]);
  for (const token of ["await", "Promise", "performance", "setTimeout", "1n"])
    assert.not(good.tokens.has(token), token);
  assert.is(factsOf("function f() {\n\n}\n").functions[0]!.lines, 3);
});

test("the table means what it says", () => {
  assert.ok(isAllowed("rtps/exchange", "src/rtps/messages/fields", false));
  assert.ok(isAllowed("report", "src/trace/statistics", true));
  assert.not(isAllowed("report", "src/trace/statistics", false));
  assert.not(isAllowed("rtps/behavior", "src/rtps/messages/fields", false));
  assert.not(isAllowed("rtps/behavior", "src/rtps/messages/fields", true));
  assert.not(isAllowed("discovery", "src/trace/CountersOfMine", false));
  assert.not(isAllowed("cli", "src/dcps/Topic", false));
});

test.run();
