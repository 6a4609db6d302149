// docs/qos.md: its figures are what is measured, its commands parse, its programs print what it says, its code runs, and
// the mismatches it quotes are those that are reported.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { documentParts, fillDocument, measureAll } from "../bench/qos/document.js";
import { titleOf } from "../bench/qos/policyFacts.js";
import { SETTINGS, type Section } from "../bench/qos/settings.js";
import { defineExplain } from "../src/cli/explainCommand.js";
import { defineLs } from "../src/cli/lsCommand.js";
import type { DomainOptions } from "../src/cli/options.js";
import { definePub } from "../src/cli/pubCommand.js";
import { endpointSettings, type QosOptions } from "../src/cli/qosOptions.js";
import { parseOptions } from "../src/cli/shape/parseOptions.js";
import { defineSub } from "../src/cli/subCommand.js";
import { readType } from "../src/cli/typeOption.js";
import {
  explainMatch,
  POLICY_IDS,
  parseIdl,
  type ReaderPolicies,
  resolveReaderQos,
  resolveWriterQos,
  type WriterPolicies,
} from "../src/index.js";
import { SimNetwork } from "../src/simulation/SimNetwork.js";
import { runFor, simDcps } from "./support/simDcps.js";
import { PROJECT } from "./support/sourceFacts.js";

const test = suite("docs/qos.md");

const TEXT = readFileSync(join(PROJECT, "docs", "qos.md"), "utf8");
const SECTIONS = new Map(
  TEXT.split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section]),
);

test("the figures are those of the measurement", async () => {
  const lines = fillDocument(TEXT, documentParts(await measureAll())).split("\n");
  const differing = lines.filter((line, i) => line !== TEXT.split("\n")[i]);
  assert.equal(differing, [], "run: node dist/bench/qosCost.js --write");
  assert.is(lines.length, TEXT.split("\n").length);
});

test("every policy has a section, and all have the same parts in the same order", () => {
  for (const policy of [...Object.keys(POLICY_IDS), ...Object.keys(SETTINGS)]) {
    const section = SECTIONS.get(titleOf(policy as Section));
    assert.ok(section, `no section for ${policy}`);
    const parts = [...section.matchAll(/^- \*\*([\w, ]+):\*\*/gm)].map((match) => match[1]);
    const order = ["Values", "Match", "Wire", "Writer", "Reader", "Costs", "Vendors"];
    assert.equal(parts.join(", ").replace("Writer, reader", "Writer, Reader"), order.join(", "), policy);
    assert.match(section, /\b(DDS|XTypes|Security) \d\.\d/, `${policy} names its clause`);
    assert.match(section, /```sh\n/, `${policy} has a command`);
    assert.match(section, /```ts\n/, `${policy} has code`);
  }
});

test("links within it lead to its headings", () => {
  const anchors = new Set([...SECTIONS.keys()].map((title) => title.toLowerCase().replaceAll(" ", "-")));
  const links = [...TEXT.matchAll(/\]\(#([^)]+)\)/g)].map((match) => match[1]!);
  assert.ok(links.length > Object.keys(SETTINGS).length);
  assert.equal(
    links.filter((anchor) => !anchors.has(anchor)),
    [],
  );
});

const MISMATCHES: Readonly<Record<string, readonly [WriterPolicies, ReaderPolicies]>> = {
  DURABILITY: [{}, { durability: "transientLocal" }],
  PRESENTATION: [{}, { presentation: { accessScope: "topic", coherentAccess: true } }],
  DEADLINE: [{}, { deadline: "500ms" }],
  LATENCY_BUDGET: [{ latencyBudget: "10ms" }, {}],
  OWNERSHIP: [{}, { ownership: "exclusive" }],
  LIVELINESS: [{}, { liveliness: { kind: "manualByTopic", leaseDuration: "1s" } }],
  PARTITION: [{ partition: "B" }, { partition: "A*" }],
  RELIABILITY: [{ reliability: "bestEffort" }, { reliability: "reliable" }],
  DESTINATION_ORDER: [{}, { destinationOrder: "bySourceTimestamp" }],
  DATA_REPRESENTATION: [{ dataRepresentation: "xcdr2" }, { dataRepresentation: "xcdr1" }],
  TYPE_CONSISTENCY_ENFORCEMENT: [{}, { typeConsistency: { forceTypeValidation: true } }],
};

test("the mismatches are quoted as they are reported", () => {
  for (const [policy, [offered, requested]] of Object.entries(MISMATCHES)) {
    const endpoint = { topicName: "Square", typeName: "ShapeType", keyed: true };
    const { findings } = explainMatch(
      { ...endpoint, qos: resolveWriterQos(offered) },
      { ...endpoint, qos: resolveReaderQos(requested) },
    );
    assert.is(findings.length, 1, policy);
    assert.ok(
      SECTIONS.get(policy)!.includes(`\`${findings[0]!.text}\``),
      `${policy} should quote: ${findings[0]!.text}`,
    );
  }
});

test("the commands have options and values that exist", () => {
  let count = 0;
  for (const words of blocks("sh").flatMap(commandsOf)) {
    const [program, command, ...args] = words;
    if (program !== "bin/rtps") continue;
    count++;
    check(command!, args, words.join(" "));
  }
  assert.ok(count > 40, `only ${count} commands found`);
});

function check(command: string, args: readonly string[], line: string): void {
  if (command === "shape") {
    const parsed = parseOptions(args);
    assert.is(parsed.kind, "run", `${line}: ${JSON.stringify(parsed)}`);
    if (parsed.kind === "run")
      assert.equal(
        parsed.warnings.filter((text) => !text.includes("no colour given")),
        [],
        line,
      );
    return;
  }
  const define = { pub: definePub, sub: defineSub, ls: defineLs, explain: defineExplain }[command];
  assert.ok(define, line);
  const parser = new Command().exitOverride();
  define(parser);
  const { operands, unknown } = parser.parseOptions([...args]);
  assert.equal([operands.length, unknown], [command === "ls" ? 0 : 1, []], line);
  if (command !== "pub" && command !== "sub") return;
  const options = parser.opts<QosOptions & DomainOptions & { readonly type?: string }>();
  readType(options.type);
  const role = command === "pub" ? "writer" : "reader";
  const { qos } = endpointSettings(options, role, operands[0]!, "test");
  if (role === "writer") resolveWriterQos(qos);
  else resolveReaderQos(qos);
}

test("the programs print what stands under them", () => {
  const programs = [...TEXT.matchAll(/```sh\nnode --input-type=module -e '\n(.*?)'\n```\n\n```text\n(.*?)```/gs)];
  assert.is(programs.length, 3);
  for (const [, program, expected] of programs) {
    // Others on this host may run the same programs: nobody is to meet them.
    const alone = program!.replace('interfaces: ["127.0.0.1"]', `$&, domainTag: "${process.pid}"`);
    assert.not.equal(alone, program);
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", alone], {
      cwd: PROJECT,
      encoding: "utf8",
      timeout: 30_000,
    });
    assert.equal([stdout, stderr], [expected, ""]);
  }
});

test("the code runs", async () => {
  const network = new SimNetwork({ seed: 1 });
  const at = simDcps(network, { index: 0 });
  const { participant } = at;
  const type = parseIdl("struct ShapeType { @key string color; long x, y, shapesize; };").struct("ShapeType");
  const topic = participant.createTopic("Square", type);
  for (const code of blocks("ts")) {
    const writer = participant.createWriter(topic);
    writer.write({ color: "BLUE", x: 1, y: 2, shapesize: 30 });
    const context = {
      ...{ participant, topic, writer, reader: participant.createReader(topic) },
      ...{ publisher: participant.createPublisher(), subscriber: participant.createSubscriber() },
    };
    try {
      new Function(...Object.keys(context), `"use strict";\n${code}`)(...Object.values(context));
    } catch (error) {
      throw new Error(`${(error as Error).message} in\n${code}`);
    }
    await runFor(network, 10);
  }
});

function blocks(language: string): string[] {
  return [...TEXT.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map((match) => match[1]!);
}

/** The words of each command of a block, as a shell takes them; of a pipe, of each of its parts. */
function commandsOf(block: string): string[][] {
  const commands: string[][] = [[]];
  for (const [token, single, double] of block
    .replaceAll("\\\n", " ")
    .matchAll(/'([^']*)'|"([^"]*)"|\||\n|[^\s'"|]+/g)) {
    if (token === "\n" || token === "|") commands.push([]);
    else commands.at(-1)!.push(single ?? double ?? token);
  }
  return commands.filter((words) => words.length > 0);
}

test.run();
