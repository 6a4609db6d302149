import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EventQueue } from "../../src/simulation/EventQueue.js";
import { Random } from "../../src/simulation/index.js";

const test = suite("EventQueue");

test("empty", () => {
  const queue = new EventQueue<string>();
  assert.is(queue.peek(), undefined);
  assert.is(queue.pop(), undefined);
  assert.is(queue.size, 0);
});

test("equal times keep the order of insertion", () => {
  const queue = new EventQueue<number>();
  for (let i = 0; i < 100; i++) queue.push(5, i);
  for (let i = 0; i < 100; i++) assert.is(queue.pop()!.value, i);
});

test("agrees with a stable sort for random pushes and pops", () => {
  const random = new Random(11);
  const queue = new EventQueue<number>();
  let model: { at: number; value: number }[] = [];
  for (let i = 0; i < 5000; i++) {
    if (random.chance(0.6)) {
      const at = random.below(50);
      queue.push(at, i);
      model.push({ at, value: i });
      model = model.sort((a, b) => a.at - b.at);
    } else {
      const expected = model.shift();
      assert.is(queue.peek()?.value, expected?.value);
      const got = queue.pop();
      assert.is(got?.value, expected?.value);
      assert.is(got?.at, expected?.at);
    }
    assert.is(queue.size, model.length);
  }
});

test.run();
