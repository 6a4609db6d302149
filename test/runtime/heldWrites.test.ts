import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HeldWrites } from "../../src/runtime/HeldWrites.js";

const test = suite("HeldWrites");

/** Writes `count` samples `gapMs` apart; what comes back is how many writes each flush took along. */
function writer(isOn = true) {
  let waiting = 0;
  const flushes: number[] = [];
  const held = new HeldWrites(isOn, () => {
    flushes.push(waiting);
    waiting = 0;
    held.left();
  });
  let now = 100;
  const write = (count: number, gapMs: number, bytes = 20) => {
    for (let i = 0; i < count; i++, now += gapMs) {
      const isHeld = held.holds(now, bytes);
      waiting++;
      held.written(now, bytes, isHeld);
    }
  };
  return { write, flushes, pause: (ms: number) => (now += ms) };
}

const endOfCode = () => new Promise<void>((resolve) => process.nextTick(resolve));

test("a lone sample leaves at once", () => {
  const { write, flushes } = writer();
  write(3, 0.021);
  assert.equal(flushes, [1, 1, 1]);
});

test("samples in a row leave together when the code that wrote them has ended", async () => {
  const { write, flushes } = writer();
  write(10, 0.001);
  assert.equal(flushes, [1]);
  await endOfCode();
  assert.equal(flushes, [1, 9]);
});

test("the code has not ended while it awaits only what is there already", async () => {
  const { write, flushes } = writer();
  for (let i = 0; i < 10; i++) {
    write(1, 0.001);
    await undefined;
  }
  assert.equal(flushes, [1]);
  await endOfCode();
  assert.equal(flushes, [1, 9]);
});

test("what fills a datagram leaves", () => {
  const { write, flushes } = writer();
  write(1 + 547, 0.0001);
  assert.equal(flushes, [1, 547]);
});

test("the first that waits does so for 0.5 ms at most", () => {
  const { write, flushes } = writer();
  write(60, 0.01);
  assert.equal(flushes, [1, 51]);
});

test("large samples do not wait, and take along what does", () => {
  const { write, flushes } = writer();
  write(3, 0.001);
  write(1, 0.001, 8193);
  assert.equal(flushes, [1, 3]);
});

test("after a pause a sample is alone again", () => {
  const { write, flushes, pause } = writer();
  write(2, 0.001);
  pause(1);
  write(1, 0);
  assert.equal(flushes, [1, 2]);
});

test("switched off, every sample leaves at once", () => {
  const { write, flushes } = writer(false);
  write(3, 0.001);
  assert.equal(flushes, [1, 1, 1]);
});

test.run();
