import { suite } from "uvu";
import * as assert from "uvu/assert";
import { decodeXml } from "../../../src/qos/index.js";
import { failure } from "../failure.js";

const test = suite("encodings of XML");

const swapped = (text: string) => Buffer.from(text, "utf16le").swap16();
const message = (octets: Uint8Array) => failure(() => decodeXml(octets, "f.xml")).message;
const declaring = (encoding: string, rest = "<a/>") => `<?xml version="1.0" encoding='${encoding}' ?>${rest}`;

test("UTF-8, with or without a mark or a declaration", () => {
  const text = "<a>ü€😀</a>";
  for (const written of [text, declaring("utf-8", text), declaring("UTF8", text)]) {
    assert.is(decodeXml(Buffer.from(written), "f"), written);
    assert.is(decodeXml(Buffer.from(`\ufeff${written}`), "f"), written);
  }
  assert.is(decodeXml(new Uint8Array(0), "f"), "");
});

test("UTF-16 of both orders, by its mark or by how it begins", () => {
  const text = declaring("UTF-16", "<a>ü€😀</a>");
  for (const mark of ["\ufeff", ""]) {
    assert.is(decodeXml(Buffer.from(mark + text, "utf16le"), "f"), text);
    assert.is(decodeXml(swapped(mark + text), "f"), text);
  }
  assert.is(
    message(Buffer.from("\ufeff<a>\ud800</a>", "utf16le")),
    "f.xml:1: not UTF-16, as it begins: save it as UTF-8",
  );
});

test("ISO-8859-1 and US-ASCII when they are declared", () => {
  const text = declaring("iso-8859-1", `<a>ü\u0080\u00ff${"x".repeat(10_000)}</a>`);
  assert.is(decodeXml(Buffer.from(text, "latin1"), "f"), text);
  assert.is(decodeXml(Buffer.from(declaring("US-ASCII")), "f"), declaring("US-ASCII"));
  assert.match(message(Buffer.from(declaring("US-ASCII", "\n<a>ü</a>"))), /^f\.xml:2: octets that are not US-ASCII: /);
});

test("what is not in the encoding, by line, and encodings that are not read", () => {
  const broken = Buffer.concat([Buffer.from("<a>\nü\n"), Buffer.from([0xfc, 0x0a]), Buffer.from("</a>\n")]);
  assert.is(message(broken), "f.xml:3: octets that are not UTF-8: save it as UTF-8, or declare its encoding");
  assert.is(
    message(Buffer.from(declaring("Shift_JIS"))),
    "f.xml:1: the encoding Shift_JIS is not read: save it as UTF-8",
  );
  const quoting = "<a b='<?xml encoding=\"KOI8-R\"?>'/>";
  assert.is(decodeXml(Buffer.from(quoting), "f"), quoting, "no declaration");
});

test.run();
