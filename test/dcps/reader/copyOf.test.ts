// What a reader keeps of a value is a copy, whatever kind of type the value is of.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { copyOf } from "../../../src/dcps/reader/copyOf.js";

const test = suite("copies of values");

test("a copy is equal, and nothing of it is the original's", () => {
  const value = {
    text: "a",
    big: 1n,
    octets: Uint8Array.of(1, 2),
    names: ["x", "y"],
    inner: { list: [{ n: 1 }] },
    counts: new Map([["a", { n: 1 }]]),
    absent: undefined,
  };
  const copy = copyOf(value);
  assert.equal(copy, value);
  copy.octets[0] = 9;
  copy.names.push("z");
  copy.inner.list[0]!.n = 9;
  copy.counts.get("a")!.n = 9;
  copy.counts.set("b", { n: 2 });
  assert.equal(value.octets, Uint8Array.of(1, 2));
  assert.equal(value.names, ["x", "y"]);
  assert.is(value.inner.list[0]!.n, 1);
  assert.equal([...value.counts], [["a", { n: 1 }]]);
});

test("octets that are a view take their own part along", () => {
  const view = new Uint8Array(Uint8Array.of(1, 2, 3, 4).buffer, 1, 2);
  const copy = copyOf(view);
  assert.equal(copy, Uint8Array.of(2, 3));
  assert.is(copy.buffer.byteLength, 2);
});

test.run();
