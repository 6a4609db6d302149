import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MovingShape } from "../../../src/cli/shape/MovingShape.js";
import { FakeContext } from "./support.js";

const test = suite("MovingShape");

function make(args: string, ...rolls: number[]): MovingShape {
  const { options, random } = new FakeContext(`-P -t Square ${args}`).rolls(...rolls);
  return new MovingShape(options, random);
}

/** The values of one member over `count` steps. */
function sizes(args: string, count: number): number[] {
  const shape = make(args, 0.5);
  return Array.from({ length: count }, () => {
    shape.move();
    return shape.painted("RED").shapesize;
  });
}

test("a size stays, or grows from 1, or goes round", () => {
  assert.equal(sizes("", 3), [20, 20, 20]);
  assert.equal(sizes("-z 5", 2), [5, 5]);
  assert.equal(sizes("-z 0", 4), [1, 2, 3, 4]);
  assert.equal(sizes("-z 0 --size-modulo 3", 7), [1, 2, 3, 1, 2, 3, 1]);
  assert.equal(sizes("-z 5 --size-modulo 3", 2), [5, 5]);
});

test("it never leaves the field, and turns at its sides", () => {
  for (const rolls of [[0], [0.999], [0.1, 0.9, 0.3, 0.6], [0.99, 0.01]]) {
    const shape = make("", ...rolls);
    const seen = { x: new Set<number>(), y: new Set<number>() };
    for (let i = 0; i < 2000; i++) {
      shape.move();
      const { x, y } = shape.painted("RED");
      assert.ok(x >= 0 && x <= 240 && y >= 0 && y <= 270, `${x} ${y}`);
      seen.x.add(x);
      seen.y.add(y);
    }
    assert.ok(seen.x.has(0) && seen.x.has(240) && seen.y.has(0) && seen.y.has(270));
  }
});

test("what is painted is a value of its own", () => {
  const shape = make("--additional-payload-size 3", 0.5);
  const first = shape.painted("RED");
  shape.move();
  assert.not.equal(first.x, shape.painted("RED").x);
  assert.equal([...first.additional_payload_size], [255, 255, 255]);
  assert.is(make("", 0.5).painted("RED").additional_payload_size.length, 0);
});

test.run();
