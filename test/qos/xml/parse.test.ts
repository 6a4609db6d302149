import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findProfile, parseQosFile, parseQosFiles } from "../../../src/qos/index.js";
import { parseXml } from "../../../src/qos/xml/xmlTree.js";
import { failure } from "../failure.js";
import { textOf } from "./fixtures.js";

const test = suite("XML as input");

const message = (text: string) => failure(() => parseQosFile(text, { file: "f.xml" })).message;

test("not well-formed: file, line and why", () => {
  const table: readonly (readonly [string, RegExp])[] = [
    ["<profiles>\n<topic>\n</profiles>", /^f\.xml:3: not well-formed XML: unexpected close tag$/],
    ["<profiles>\n<data_writer\n profile_name='a'>\n", /^f\.xml:2: <data_writer> is never closed$/],
    ["<profiles>\n<a x='1' x='2'/></profiles>", /^f\.xml:2: not well-formed XML: duplicate attribute: x$/],
    ["<profiles>\n<a x=1/></profiles>", /^f\.xml:2: not well-formed XML: unquoted attribute value$/],
    ["\n<?xml version='1.0'?><profiles/>", /^f\.xml:2: not well-formed XML: an XML declaration must be at the start/],
    ["<profiles/><profiles/>", /^f\.xml:1: not well-formed XML: /],
    ["", /^f\.xml:1: not well-formed XML: document must contain a root element$/],
    ["just text", /^f\.xml:1: /],
    ["<profiles>&nbsp;</profiles>", /^f\.xml:1: not well-formed XML: undefined entity$/],
  ];
  for (const [text, expected] of table) {
    assert.match(message(text), expected, text);
    assert.not.match(message(text), /\n/);
  }
});

test("entities of a DOCTYPE are not defined: nothing grows, nothing is read", () => {
  const bomb = `<!DOCTYPE profiles [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
<profiles><topic profile_name="&c;"/></profiles>`;
  assert.is(message(bomb), "f.xml:2: not well-formed XML: undefined entity");
  const external = `<!DOCTYPE profiles [<!ENTITY x SYSTEM "file:///etc/passwd">]><profiles>\n&x;</profiles>`;
  assert.is(message(external), "f.xml:2: not well-formed XML: undefined entity");
  const harmless = `<!DOCTYPE profiles SYSTEM "http://example.com/profiles.dtd"><profiles><topic profile_name="&lt;a&#38;b&gt;"/></profiles>`;
  assert.is(parseQosFile(harmless, { file: "f.xml" }).profiles[0]!.name, "<a&b>");
});

test("what is too long or too deep is refused", () => {
  assert.match(
    message(`<profiles>${" ".repeat(5 << 20)}</profiles>`),
    /^f\.xml:1: \d+ characters are too many: at most 4194304$/,
  );
  const deep = `<profiles>${"<a>".repeat(100_000)}`;
  assert.is(message(deep), "f.xml:1: more than 64 elements inside each other");
});

test("lines of tags, attributes and text", () => {
  const [root] = parseXml('<?xml version="1.0"?>\n<a\n  x="1"\n  y="2"><b/>\n<c>t</c>\n<![CDATA[<raw>]]></a>', "f.xml");
  assert.is(root!.line, 2);
  assert.equal(
    root!.attributes.map((one) => [one.name, one.line]),
    [
      ["x", 3],
      ["y", 4],
    ],
  );
  assert.equal(
    root!.children.map((one) => [one.name, one.line, one.text]),
    [
      ["b", 4, ""],
      ["c", 5, "t"],
    ],
  );
  assert.is(root!.text.trim(), "<raw>");
  assert.is(parseXml("\ufeff<a/>", "f.xml")[0]!.name, "a");
  assert.is(parseXml("<a/><b/>", "f.xml", true).length, 2);
});

test("the root says whose file it is", () => {
  const vendor = (text: string) => parseQosFile(text, { file: "f.xml" }).vendor;
  assert.is(vendor("<profiles/>"), "fastdds");
  assert.is(vendor("<dds><profiles/></dds>"), "fastdds");
  assert.is(vendor("<dds><log/></dds>"), "fastdds");
  assert.is(vendor("<dds><qos_library name='x'/></dds>"), "connext");
  assert.is(vendor("<CycloneDDS/>"), "cyclone");
  assert.is(vendor("<!-- <profiles> --><Tracing/>"), "cyclone");
  assert.match(
    message("<html/>"),
    /^f\.xml:1: <html> is the root of no vendor's file: expected <profiles> or <dds> \(Fast DDS\)/,
  );
});

test("files of one vendor are read together, those of two are not", () => {
  const sources = ["connext-base.xml", "connext.xml"].map((file) => ({ text: textOf(file), file }));
  assert.ok(parseQosFiles(sources, { SHAPES_PARTITION: "x" }).profiles.length > 5);
  const mixed = [...sources, { text: "<profiles/>", file: "f.xml" }];
  const error = failure(() => parseQosFiles(mixed, {}));
  assert.is(error.message, "f.xml:1: a file of Fast DDS, but those before it are of Connext: give one vendor's");
  const none = parseQosFiles([]);
  assert.equal([none.profiles, none.understood, none.ignored], [[], [], []]);
});

test("text between elements is listed", () => {
  const { ignored } = parseQosFile('<profiles>\n<topic profile_name="a">stray<historyQos/></topic></profiles>', {
    file: "f.xml",
  });
  assert.equal(
    ignored.map((one) => [one.line, one.value, one.reason]),
    [[2, "stray", "text between elements"]],
  );
});

test("the default profile, or none", () => {
  const text =
    '<profiles><data_writer profile_name="a"/><data_writer profile_name="b" is_default_profile="true"/></profiles>';
  const file = parseQosFile(text, { file: "f.xml" });
  assert.is(findProfile(file, undefined, "writer")?.name, "b");
  assert.is(findProfile(file, undefined, "reader"), undefined);
  assert.is(findProfile(file, "a", "writer")?.name, "a");
  assert.is(
    failure(() => findProfile(file, "c", "writer")).message,
    'f.xml: no profile is called "c"; there are: a, b',
  );
});

test.run();
