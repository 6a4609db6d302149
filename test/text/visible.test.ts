import { test } from "uvu";
import * as assert from "uvu/assert";
import { hasInvisible, visible, visibleJson, visibleLines, visibleStart } from "../../src/text/visible.js";

/** Everything that may not reach a terminal from a peer. */
const UNSAFE: number[] = [];
const add = (first: number, last = first) => {
  for (let code = first; code <= last; code++) UNSAFE.push(code);
};
add(0, 0x1f);
add(0x7f, 0x9f);
for (const code of [0xad, 0x61c, 0xfeff, 0xe0001, 0xe0041]) add(code);
add(0x200b, 0x200f);
add(0x2028, 0x202e);
add(0x2060, 0x2069);
add(0xd800, 0xdfff);

test("what steers, breaks, turns or hides becomes an escape of the same code units", () => {
  for (const code of UNSAFE) {
    const unit = code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
    const shown = visible(`a${unit}b`);
    assert.match(shown, /^a(\\u[0-9a-f]{4}|\\u[0-9a-f]{4}\\u[0-9a-f]{4}|\\[nrt])b$/, code.toString(16));
    assert.is(JSON.parse(`"${shown}"`), `a${unit}b`);
    assert.ok(hasInvisible(unit));
    const json = visibleJson(JSON.stringify({ [unit]: unit }, null, 1));
    assert.equal(JSON.parse(json), { [unit]: unit });
    assert.not.ok(hasInvisible(json.replaceAll("\n", "")), json);
  }
});

test("letters of any script, marks and pairs stay", () => {
  for (const text of ["Square", "Größe", "日本語", "שלום", "العربية", "é", "😀", "a\\u001b", " \u00a0"]) {
    assert.is(visible(text), text);
    assert.is(visibleLines(text), text);
    assert.not.ok(hasInvisible(text));
  }
});

test("texts of several lines keep line feeds and tabs, and no carriage returns", () => {
  assert.is(visibleLines("a\n\tb\rc\u001b[2J"), "a\n\tb\\rc\\u001b[2J");
});

test("what is cut is cut before it grows", () => {
  assert.is(visibleStart("abcdef", 6), "abcdef");
  assert.is(visibleStart("abcdefg", 6), "abcde…");
  assert.is(visibleStart("\u001b".repeat(9), 3), "\\u001b\\u001b…");
  assert.is(visibleStart("a😀b", 3), "a\\ud83d…");
});

test.run();
