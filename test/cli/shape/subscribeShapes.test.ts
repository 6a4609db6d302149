import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Shape } from "../../../src/cli/shape/shapeType.js";
import { type ShapeReader, subscribeShapes } from "../../../src/cli/shape/subscribeShapes.js";
import type { InstanceState, Sample } from "../../../src/index.js";
import { FakeContext, shapeOf } from "./support.js";

const test = suite("subscribeShapes");

interface Held {
  readonly handle: number;
  readonly data: Shape | undefined;
  readonly validData?: boolean;
  readonly state?: InstanceState;
}

/** A reader that holds samples, and notes how it is asked for them. */
class FakeReader implements ShapeReader {
  readonly calls: string[] = [];
  /** As the rounds get it. */
  readonly reader = this;

  constructor(
    readonly name: string,
    public held: Held[],
  ) {}

  take() {
    this.calls.push("take");
    return this.held.splice(0).map(sampleOf);
  }

  read() {
    this.calls.push("read");
    return this.held.map(sampleOf);
  }

  takeNextInstance(previous: number) {
    this.calls.push(`take after ${previous}`);
    const samples = this.next(previous);
    this.held = this.held.filter((one) => !samples.includes(one));
    return samples.map(sampleOf);
  }

  readNextInstance(previous: number) {
    this.calls.push(`read after ${previous}`);
    return this.next(previous).map(sampleOf);
  }

  getKeyValue(handle: number) {
    return { color: `KEY${handle}` };
  }

  private next(previous: number): Held[] {
    const handle = Math.min(...this.held.map((one) => one.handle).filter((one) => one > previous));
    return this.held.filter((one) => one.handle === handle);
  }
}

function sampleOf({ handle, data, validData = true, state = "ALIVE" }: Held): Sample<Shape> {
  return { data, info: { validData, instanceState: state, instanceHandle: handle } } as Sample<Shape>;
}

const held = (handle: number, color: string, size: number): Held => ({ handle, data: shapeOf(color, size) });

async function subscribe(
  args: string,
  readers: readonly FakeReader[],
  setUp: (context: FakeContext, calls: string[]) => void = () => undefined,
) {
  const context = new FakeContext(`-S -t Square ${args}`);
  const calls: string[] = [];
  setUp(context, calls);
  const subscriber = { beginAccess: () => void calls.push("begin"), endAccess: () => void calls.push("end") };
  await subscribeShapes(subscriber, readers, context);
  return { lines: context.lines, calls, context };
}

test("samples are taken instance by instance", async () => {
  const reader = new FakeReader("Square", [held(2, "RED", 1), held(1, "BLUE", 2), held(2, "RED", 3)]);
  const { lines } = await subscribe("--num-iterations 1", [reader]);
  assert.equal(reader.calls, ["take after 0", "take after 1", "take after 2"]);
  assert.equal(lines, [
    "Square     BLUE       001 002 [2]",
    "Square     RED        001 002 [1]",
    "Square     RED        001 002 [3]",
  ]);
});

test("--take-read takes all in one call, until nothing is left", async () => {
  const reader = new FakeReader("Square", [held(2, "RED", 1), held(1, "BLUE", 2)]);
  const { lines } = await subscribe("--take-read --num-iterations 1", [reader]);
  assert.equal(reader.calls, ["take", "take"]);
  assert.equal(
    lines.map((line) => line.slice(11, 15)),
    ["RED ", "BLUE"],
  );
});

test("-R reads the samples again in every round, each once a round", async () => {
  const reader = new FakeReader("Square", [held(1, "BLUE", 1), held(2, "RED", 2)]);
  const { lines } = await subscribe("-R --num-iterations 2", [reader]);
  assert.is(lines.length, 4);
  assert.equal(reader.calls.slice(0, 3), ["read after 0", "read after 1", "read after 2"]);
  const again = new FakeReader("Square", [held(1, "BLUE", 1)]);
  assert.is((await subscribe("-R --take-read --num-iterations 2", [again])).lines.length, 2);
  assert.equal(again.calls, ["read", "read"]);
});

test("instances that end have a line, with or without a value", async () => {
  const reader = new FakeReader("Square", [
    { handle: 1, data: shapeOf("BLUE", 1), state: "NOT_ALIVE_DISPOSED" },
    { handle: 1, data: shapeOf("BLUE", 0), validData: false, state: "NOT_ALIVE_DISPOSED" },
    { handle: 2, data: undefined, validData: false, state: "NOT_ALIVE_NO_WRITERS" },
    { handle: 3, data: shapeOf("RED", 0), validData: false, state: "ALIVE" },
  ]);
  const { lines } = await subscribe("--num-iterations 1", [reader]);
  assert.equal(lines, [
    "Square     BLUE       001 002 [1]",
    "Square     BLUE       NOT_ALIVE_DISPOSED_INSTANCE_STATE",
    "Square     BLUE       NOT_ALIVE_DISPOSED_INSTANCE_STATE",
    "Square     KEY2       NOT_ALIVE_NO_WRITERS_INSTANCE_STATE",
  ]);
});

test("rounds follow a schedule that does not drift, and are not made up for", async () => {
  const { context } = await subscribe("--read-period 200 --num-iterations 4", [], (context) => {
    // The timers are late: a little, then more than a whole round.
    const late = [0, 30, 250, 0];
    context.onSleep = (count) => context.spend(late[count - 1]!);
  });
  assert.equal(context.sleeps, [200, 200, 170, 0]);
});

test("coherent and ordered access surround every round, and are said", async () => {
  const reader = new FakeReader("Square", [held(1, "BLUE", 1)]);
  const { lines, calls } = await subscribe("--coherent --num-iterations 2", [reader], (context, calls) => {
    context.onSleep = () => void calls.push("sleep");
  });
  assert.equal(calls, ["begin", "end", "sleep", "begin", "end", "sleep"]);
  assert.equal(lines, [
    "Reading coherent sets, iteration 0",
    "Square     BLUE       001 002 [1]",
    "Reading coherent sets, iteration 1",
  ]);
  const ordered = await subscribe("--ordered --access-scope t --num-iterations 1", []);
  assert.equal(ordered.lines, ["Reading with ordered access, iteration 0"]);
  const neither = await subscribe("--num-iterations 1", []);
  assert.equal(neither.calls, []);
});

test("all topics are read in one round", async () => {
  const readers = ["Square", "Square1"].map((name) => new FakeReader(name, [held(1, "BLUE", 1)]));
  const { lines } = await subscribe("--num-topics 2 --num-iterations 1", readers);
  assert.equal(
    lines.map((line) => line.slice(0, 8)),
    ["Square  ", "Square1 "],
  );
});

test("the signal ends it", async () => {
  const reader = new FakeReader("Square", []);
  await subscribe("", [reader], (context) => {
    context.onSleep = (count) => count === 3 && context.stop();
  });
  assert.is(reader.calls.length, 3);
});

test.run();
