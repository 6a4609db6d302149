// JSON in pieces: the same text as in one, but for characters that steer a terminal.

import { test } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { toJsonLine } from "../../src/cli/jsonValues.js";
import { jsonPieces } from "../../src/cli/output.js";
import { RosEcho } from "../../src/cli/ros/RosEcho.js";
import { sampleLine } from "../../src/cli/shape/lines.js";
import type { Sample, StructValue } from "../../src/index.js";
import { escapeText } from "../../src/report/markup.js";
import { hasInvisible } from "../../src/text/visible.js";
import { typeOf } from "../dcps/support.js";

const HOSTILE = "\u001b[2J\u009b\u2028\u202e\u200b\ufeff\ud800";
const replacer = (_key: string, value: unknown) => (value === Infinity ? "infinite" : value);

for (const [name, value] of Object.entries({
  empty: { a: [], b: {}, c: [[]] },
  deep: { a: [{ b: [{ c: [{ d: { e: [1, { f: 2 }] } }] }] }], z: [1, "x\ny", null, true] },
  special: { a: undefined, b: [undefined, Infinity], c: Infinity, d: new Date(0), __proto__: { e: 1 } },
  plain: "text",
})) {
  test(`pieces are JSON.stringify with indentation: ${name}`, () => {
    assert.is([...jsonPieces(value, replacer)].join(""), JSON.stringify(value, replacer, 2));
  });
}

test("names and values of peers, in lines and in pieces", () => {
  const value = { [HOSTILE]: [HOSTILE, { a: { b: { c: { [HOSTILE]: HOSTILE } } } }] };
  const line = toJsonLine(value);
  const pieces = [...jsonPieces(value, replacer)].join("");
  assert.equal([JSON.parse(line), JSON.parse(pieces)], [value, value]);
  assert.not.ok(hasInvisible(line + pieces.replaceAll("\n", "")));
});

test("samples as YAML, as lines of shape, and texts of a page", () => {
  const type = typeOf("struct Text { string text; };");
  const echo = new RosEcho(type, { fullLength: true, withInfo: false });
  for (const text of [HOSTILE, `two\nlines ${HOSTILE}`, "plain", "two\nlines", "\u202e", 'it\'s: "so" \u200b']) {
    const shown = echo.format({ data: { text }, info: { validData: true } } as unknown as Sample<StructValue>);
    assert.equal(parse(shown.replace(/---\n$/, "")), { text }, shown);
    assert.not.ok(hasInvisible(shown.replaceAll("\n", "")), shown);
  }
  const shape = { color: HOSTILE, x: 1, y: 2, shapesize: 3, additional_payload_size: new Uint8Array() };
  assert.not.ok(hasInvisible(sampleLine("Square", shape as never)));
  assert.is(escapeText("<\u202e\n>"), "&lt;\\u202e\n&gt;");
});

test.run();
