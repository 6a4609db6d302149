import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Random } from "../../src/simulation/index.js";

const test = suite("Random");

test("same seed, same numbers; neighbouring seeds differ", () => {
  const numbers = (seed: number) => {
    const random = new Random(seed);
    return Array.from({ length: 50 }, () => random.next());
  };
  assert.equal(numbers(7), numbers(7));
  const shared = numbers(7).filter((n) => numbers(8).includes(n));
  assert.equal(shared, []);
});

test("seed 0 works and stays within 32 bits", () => {
  const random = new Random(0);
  const seen = new Set<number>();
  for (let i = 0; i < 1000; i++) {
    const n = random.next();
    assert.ok(Number.isInteger(n) && n >= 0 && n <= 0xffffffff);
    seen.add(n);
  }
  assert.is(seen.size, 1000);
});

test("unit() is spread evenly: mean and each tenth are near what they should be", () => {
  const random = new Random(1);
  const tenths = new Array<number>(10).fill(0);
  let sum = 0;
  const count = 100_000;
  for (let i = 0; i < count; i++) {
    const u = random.unit();
    assert.ok(u >= 0 && u < 1);
    sum += u;
    tenths[Math.floor(u * 10)]!++;
  }
  assert.ok(Math.abs(sum / count - 0.5) < 0.005, `mean ${sum / count}`);
  // Five standard deviations of a binomial count.
  for (const n of tenths) assert.ok(Math.abs(n - count / 10) < 5 * Math.sqrt(count * 0.09), `${tenths}`);
});

test("every bit is set half of the time", () => {
  const random = new Random(99);
  const bits = new Array<number>(32).fill(0);
  for (let i = 0; i < 20_000; i++) {
    const n = random.next();
    for (let bit = 0; bit < 32; bit++) bits[bit]! += (n >>> bit) & 1;
  }
  for (const n of bits) assert.ok(Math.abs(n - 10_000) < 5 * Math.sqrt(5000), `${bits}`);
});

test("below() covers its range; chance() obeys 0 and 1 without drawing for 0", () => {
  const random = new Random(3);
  const seen = new Set<number>();
  for (let i = 0; i < 200; i++) seen.add(random.below(5));
  assert.equal([...seen].sort(), [0, 1, 2, 3, 4]);
  const a = new Random(4);
  const b = new Random(4);
  assert.not(a.chance(0));
  assert.is(a.next(), b.next());
  for (let i = 0; i < 100; i++) assert.ok(a.chance(1));
});

test.run();
