import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NumberSet, SET_BITS_MAX } from "../../../src/rtps/structure/NumberSet.js";

const test = suite("NumberSet");

const bases = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(2 ** 31 - 5, 2 ** 32 - 5, 2 ** 40));
const bits = fc.uniqueArray(fc.integer({ min: 0, max: 255 }), { maxLength: 60 });

function setOf(base: number, offsets: readonly number[]): NumberSet {
  const set = new NumberSet();
  set.reset(base);
  for (const offset of offsets) set.add(base + offset);
  return set;
}

const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);

test("the first number of a word is its most significant bit (§9.4.2.6)", () => {
  const set = setOf(1, [0, 31, 32]);
  assert.equal([...set.words.subarray(0, 2)], [0x80000001, 0x80000000]);
  assert.is(set.numBits, 33);
  assert.is(set.wordCount(), 2);
});

test("members, membership and order agree with a plain set", () => {
  fc.assert(
    fc.property(bases, bits, (base, offsets) => {
      const set = setOf(base, offsets);
      const model = new Set(offsets.map((offset) => base + offset));
      assert.equal(set.toArray(), sorted(model));
      for (let n = base - 2; n < base + SET_BITS_MAX + 2; n++) assert.is(set.has(n), model.has(n));
      assert.is(set.isEmpty(), model.size === 0);
    }),
  );
});

test("numbers below the base or 256 beyond it are refused", () => {
  const set = setOf(10, []);
  assert.not(set.add(9));
  assert.not(set.add(266));
  assert.ok(set.add(265));
  assert.is(set.numBits, SET_BITS_MAX);
  assert.is(set.wordCount(), 8);
});

test("remove, then nextFrom", () => {
  fc.assert(
    fc.property(bases, bits, bits, fc.integer({ min: -5, max: 260 }), (base, offsets, removed, from) => {
      const set = setOf(base, offsets);
      const model = new Set(offsets);
      for (const offset of removed) {
        set.remove(base + offset);
        model.delete(offset);
      }
      const next = sorted(model).find((offset) => offset >= from);
      assert.is(set.nextFrom(base + from), next === undefined ? -1 : base + next);
    }),
  );
});

test("dropBelow keeps the rest", () => {
  fc.assert(
    fc.property(bases, bits, fc.integer({ min: -5, max: 300 }), (base, offsets, shift) => {
      const set = setOf(base, offsets);
      set.dropBelow(base + shift);
      assert.equal(
        set.toArray(),
        sorted(offsets.filter((offset) => offset >= shift)).map((offset) => base + offset),
      );
      assert.is(set.base, base + Math.max(0, shift));
      set.add(set.base + 255);
      assert.is(set.toArray().at(-1), set.base + 255, "no stale bits, and room again up to 256");
    }),
  );
});

test("union keeps what fits into 256 from the lower base", () => {
  fc.assert(
    fc.property(bases, bits, bits, fc.integer({ min: -300, max: 300 }), (base, mine, others, shift) => {
      const otherBase = Math.max(1, base + shift);
      const set = setOf(base, mine);
      set.union(setOf(otherBase, others));
      const low = Math.min(base, otherBase);
      const all = new Set([...mine.map((o) => base + o), ...others.map((o) => otherBase + o)]);
      assert.equal(set.toArray(), sorted([...all].filter((n) => n < low + SET_BITS_MAX)));
    }),
  );
});

test("copyFrom copies", () => {
  const set = setOf(5, [1, 200]);
  const copy = setOf(9, [3]);
  copy.copyFrom(set);
  set.reset(1);
  assert.equal(copy.toArray(), [6, 205]);
});

test.run();
