import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ReceivedRanges } from "../../../src/rtps/structure/ReceivedRanges.js";

const test = suite("ReceivedRanges");

type Step = { readonly add: readonly [number, number] } | { readonly take: number };

const origins = fc.constantFrom(1, 2 ** 31 - 20, 2 ** 32 - 20, 2 ** 45);
const numbers = fc.integer({ min: 0, max: 60 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ add: fc.tuple(numbers, fc.integer({ min: -1, max: 8 })) }) },
    { weight: 1, arbitrary: fc.record({ take: numbers }) },
  ),
  { maxLength: 60 },
);

function runsOf(model: ReadonlySet<number>): number {
  let runs = 0;
  for (const n of model) if (!model.has(n - 1)) runs++;
  return runs;
}

function check(ranges: ReceivedRanges, model: ReadonlySet<number>, origin: number): void {
  assert.is(ranges.rangeCount, runsOf(model), "sorted, disjoint and not adjacent");
  assert.is(ranges.highest, model.size === 0 ? -1 : Math.max(...model));
  for (let n = origin - 1; n < origin + 75; n++) {
    assert.is(ranges.has(n), model.has(n));
    let missing = n;
    while (model.has(missing)) missing++;
    assert.is(ranges.nextMissing(n), missing);
  }
}

test("agrees with a plain set", () => {
  fc.assert(
    fc.property(origins, steps, (origin, list) => {
      const ranges = new ReceivedRanges();
      const model = new Set<number>();
      for (const step of list) {
        if ("add" in step) {
          const first = origin + step.add[0];
          const last = first + step.add[1];
          let added = 0;
          for (let n = first; n <= last; n++) {
            if (!model.has(n)) added++;
            model.add(n);
          }
          assert.is(ranges.addRange(first, last), added);
        } else {
          const from = origin + step.take;
          let next = from;
          // What overlaps or touches `from` from below counts, and everything up to the result is dropped.
          while (model.has(next)) next++;
          assert.is(ranges.takeContiguous(from), next);
          for (const n of [...model]) if (n < next) model.delete(n);
          // A run that begins below `next` and has been swallowed is gone as a whole.
        }
        check(ranges, model, origin);
      }
    }),
    { numRuns: 200 },
  );
});

test("add tells whether the number is new", () => {
  const ranges = new ReceivedRanges();
  assert.ok(ranges.add(5));
  assert.not(ranges.add(5));
  ranges.clear();
  assert.is(ranges.rangeCount, 0);
  assert.ok(ranges.add(5));
});

test("a range of 2^50 numbers is one range", () => {
  const ranges = new ReceivedRanges();
  assert.is(ranges.addRange(3, 2 ** 50), 2 ** 50 - 2);
  assert.is(ranges.takeContiguous(3), 2 ** 50 + 1);
  assert.is(ranges.rangeCount, 0);
});

test.run();
