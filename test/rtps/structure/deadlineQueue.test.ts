import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DeadlineQueue, type Timed } from "../../../src/rtps/structure/DeadlineQueue.js";
import { NEVER } from "../../../src/rtps/structure/time.js";

const test = suite("DeadlineQueue");

class Item implements Timed {
  dueAt = NEVER;
  heapIndex = -1;
  handleTimeout(): void {}
}

const times = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constant(NEVER));
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ item: fc.integer({ min: 0, max: 14 }), dueAt: times }) },
    { weight: 1, arbitrary: fc.record({ take: fc.integer({ min: 0, max: 30 }) }) },
  ),
  { maxLength: 80 },
);

test("agrees with a search through all items", () => {
  fc.assert(
    fc.property(steps, (list) => {
      const queue = new DeadlineQueue();
      const items = Array.from({ length: 15 }, () => new Item());
      const model = new Map<Item, number>();
      for (const step of list) {
        if ("item" in step) {
          const item = items[step.item]!;
          queue.arm(item, step.dueAt);
          if (step.dueAt === NEVER) model.delete(item);
          else model.set(item, step.dueAt);
          assert.is(item.dueAt, step.dueAt);
        } else {
          const earliest = Math.min(NEVER, ...model.values());
          const taken = queue.takeDue(step.take) as Item | undefined;
          assert.is(taken !== undefined, earliest <= step.take);
          if (taken !== undefined) {
            assert.is(model.get(taken), earliest);
            assert.is(taken.dueAt, NEVER);
            assert.is(taken.heapIndex, -1);
            model.delete(taken);
          }
        }
        assert.is(queue.earliest(), Math.min(NEVER, ...model.values()));
        for (const item of items) assert.is(item.heapIndex >= 0, model.has(item));
      }
    }),
    { numRuns: 300 },
  );
});

test("taking everything gives times in order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1000 })), (list) => {
      const queue = new DeadlineQueue();
      for (const dueAt of list) queue.arm(new Item(), dueAt);
      const due = new Map<Timed, number>();
      const order: number[] = [];
      for (let now = queue.earliest(); now !== NEVER; now = queue.earliest()) {
        due.set(queue.takeDue(now)!, now);
        order.push(now);
      }
      assert.equal(
        order,
        [...list].sort((a, b) => a - b),
      );
      assert.is(due.size, list.length);
    }),
  );
});

test.run();
