// A strict check that markup is well formed: every tag closed in order, every attribute quoted, no stray bracket.

import * as assert from "uvu/assert";

/** Void in HTML, or closed in place in SVG. */
const SELF_CLOSED = /\/$/;
const TAG = /^(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)$/;

/** Throws unless the markup is well formed; returns the names of all elements. */
export function assertWellFormed(markup: string): string[] {
  const open: string[] = [];
  const names: string[] = [];
  const body = markup.replace(/^<!DOCTYPE html>/, "").replace(/(<style>)[^<]*(<\/style>)/g, "$1$2");
  for (const piece of body.split("<").slice(1)) {
    const end = piece.indexOf(">");
    assert.ok(end >= 0, `"<${piece}" is not closed`);
    const inside = piece.slice(0, end);
    assert.not.match(piece.slice(end + 1), ">");
    const tag = TAG.exec(inside);
    assert.ok(tag !== null, `bad tag <${inside}>`);
    const [, closing, name] = tag!;
    if (closing === "/") assert.is(open.pop(), name, `</${name}> closes the wrong element`);
    else {
      names.push(name!);
      if (!SELF_CLOSED.test(inside)) open.push(name!);
    }
  }
  assert.equal(open, [], "elements left open");
  assert.not.match(body, /&(?!(amp|lt|gt|quot|#39);)/);
  return names;
}
