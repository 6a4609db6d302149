// "What is understood is applied, what is not is listed": every value of every sample file, and of files made of
// noise, is accounted for exactly once.

import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseQosFiles, type QosFile } from "../../../src/qos/index.js";
import { parseXml, type XmlElement } from "../../../src/qos/xml/xmlTree.js";
import { ENV, readFixtures, textOf } from "./fixtures.js";

const test = suite("account of XML files");

/** "line name" of every attribute that is no namespace, every leaf without attributes, and every text. */
function valuesIn(element: XmlElement): string[] {
  const attributes = element.attributes.filter(({ name }) => !/^(xmlns|xsi:)/.test(name));
  const said = attributes.map(({ name, line }) => `${line} @${name}`);
  const isLeaf = element.children.length === 0 && attributes.length === 0;
  if (isLeaf || element.text.trim() !== "") said.push(`${element.line} ${element.name}`);
  return [...said, ...element.children.flatMap(valuesIn)];
}

function accounted(file: QosFile): string[] {
  return [...file.understood, ...file.ignored].map(({ line, path }) => {
    const name = path.split("/").at(-1)!;
    return `${line} ${name.startsWith("@") ? name : name.replace(/\[.*\]$/, "")}`;
  });
}

for (const names of [
  ["fastdds-2x.xml"],
  ["fastdds-3x.xml"],
  ["cyclone.xml"],
  ["connext-base.xml"],
  ["connext-base.xml", "connext.xml"],
]) {
  test(`${names.join(" and ")}: every value once`, () => {
    const expected = names.flatMap((name) => parseXml(textOf(name), name).flatMap(valuesIn));
    const file = readFixtures(names);
    assert.ok(expected.length > 25 && file.ignored.length > 3 && file.understood.length > 10);
    assert.equal(accounted(file).sort(), expected.sort());
    for (const fact of [...file.understood, ...file.ignored]) assert.ok(names.includes(fact.file));
    for (const fact of file.ignored) assert.ok(fact.reason.length > 5);
  });
}

/** XML of names that mean something in some file, in places where they may mean nothing. */
const element: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    fc.tuple(name(), attributes()).map(([tag, given]) => `<${tag}${given}/>`),
    fc
      .tuple(name(), attributes(), fc.array(tie("node"), { maxLength: 4 }))
      .map(([tag, given, inside]) => `<${tag}${given}>\n${inside.join("\n")}</${tag}>`),
  ),
})).node;

function name(): fc.Arbitrary<string> {
  return fc.constantFrom(
    ...["qos", "topic", "rtps", "builtin", "port", "reliability", "partition", "names", "userData", "locator", "udpv4"],
    ...["Domain", "General", "Discovery", "Interfaces", "Peers", "Internal", "Ports", "Tracing", "Unheard"],
    ...["datawriter_qos", "property", "discovery", "initial_peers", "presentation", "deadline", "base_name"],
  );
}

function attributes(): fc.Arbitrary<string> {
  return fc.constantFrom("", "", ' odd="1"', ' priority="default"', ' AddLocalhost="false" xmlns:x="y"');
}

test("files of noise: every value once", () => {
  const roots = [
    (inside: string) => `<profiles>\n<data_writer profile_name="a">\n${inside}</data_writer>\n</profiles>`,
    (inside: string) =>
      `<dds><profiles>\n<participant profile_name="a">\n<rtps>${inside}</rtps></participant></profiles></dds>`,
    (inside: string) => `<CycloneDDS>\n<Domain>\n${inside}</Domain>\n</CycloneDDS>`,
    (inside: string) =>
      `<dds><qos_library name="L"><qos_profile name="P">\n${inside}</qos_profile></qos_library></dds>`,
  ];
  let read = 0;
  fc.assert(
    fc.property(fc.constantFrom(...roots), element, (root, inside) => {
      const text = root(inside);
      // An empty element where a value is wanted is an error, and no account of a file.
      const file = attempt(() => parseQosFiles([{ text, file: "noise.xml" }], ENV));
      if (file === undefined) return;
      read++;
      assert.equal(accounted(file).sort(), parseXml(text, "noise.xml").flatMap(valuesIn).sort(), text);
    }),
    { numRuns: 1500 },
  );
  assert.ok(read > 1000, `only ${read} could be read`);
});

function attempt(run: () => QosFile): QosFile | undefined {
  try {
    return run();
  } catch (error) {
    assert.match((error as Error).message, /^noise\.xml:\d+: /);
    return undefined;
  }
}

test.run();
