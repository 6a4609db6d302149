import { suite } from "uvu";
import * as assert from "uvu/assert";
import { publishShapes, type ShapeWriter } from "../../../src/cli/shape/publishShapes.js";
import type { Shape } from "../../../src/cli/shape/shapeType.js";
import { DdsError } from "../../../src/index.js";
import { FakeContext } from "./support.js";

const test = suite("publishShapes");

/** Writers and their publisher, which note what is done with them, in order. */
class FakeEntities {
  readonly calls: string[] = [];
  /** Thrown by the next calls. */
  readonly failures: Error[] = [];

  readonly publisher = {
    beginCoherentChanges: () => void this.calls.push("begin"),
    endCoherentChanges: () => void this.calls.push("end"),
  };

  writer(name: string): ShapeWriter {
    const note = async (call: string) => {
      this.calls.push(`${call} ${name}`);
      const failure = this.failures.shift();
      if (failure !== undefined) throw failure;
    };
    return {
      topic: { name },
      writeAsync: ({ color, shapesize }: Shape) => note(`write ${color} ${shapesize}`),
      unregisterAsync: ({ color }: Shape) => note(`unregister ${color}`),
      disposeAsync: ({ color }: Shape) => note(`dispose ${color}`),
      waitForAcknowledgments: ({ timeoutMs }: { timeoutMs: number }) => note(`acknowledged ${timeoutMs}`),
    } as unknown as ShapeWriter;
  }
}

async function publish(args: string, setUp: (entities: FakeEntities, context: FakeContext) => void = () => undefined) {
  const context = new FakeContext(`-P -t Square -c BLUE ${args}`);
  const entities = new FakeEntities();
  const writers = Array.from({ length: context.options.topics }, (_, index) => entities.writer(`T${index}`));
  setUp(entities, context);
  await publishShapes(entities.publisher, writers, context);
  return { calls: entities.calls, lines: context.lines, context };
}

test("it writes, pauses, and ends after its rounds", async () => {
  const { calls, lines, context } = await publish("-z 0 --num-iterations 3 --write-period 50");
  assert.equal(calls, ["write BLUE 1 T0", "write BLUE 2 T0", "write BLUE 3 T0", "acknowledged 1000 T0"]);
  assert.equal(context.sleeps, [50, 50, 50]);
  assert.equal(lines, []);
});

test("every instance of every topic is written in each round", async () => {
  const { calls } = await publish("-z 0 --num-iterations 2 --num-instances 3 --num-topics 2");
  const round = (size: number) =>
    ["T0", "T1"].flatMap((topic) => ["BLUE", "BLUE1", "BLUE2"].map((color) => `write ${color} ${size} ${topic}`));
  assert.equal(calls, [...round(1), ...round(2), "acknowledged 1000 T0", "acknowledged 1000 T1"]);
});

test("-w prints what is written", async () => {
  const { lines } = await publish("-w --num-iterations 1 --num-instances 2 --additional-payload-size 2");
  assert.is(lines.length, 2);
  assert.match(lines[0]!, /^T0 {9}BLUE {7}\d{3} \d{3} \[20\] \{255\}$/);
  assert.match(lines[1]!, /^T0 {9}BLUE1 /);
});

test("the signal ends it in the pause; instances are unregistered, then acknowledgements awaited", async () => {
  const { calls } = await publish("-z 9 --num-instances 2 --final-instance-state u", (_entities, context) => {
    context.onSleep = () => context.stop();
  });
  assert.equal(calls, [
    ...["write BLUE 9 T0", "write BLUE1 9 T0"],
    ...["unregister BLUE T0", "unregister BLUE1 T0"],
    "acknowledged 1000 T0",
  ]);
});

test("instances are disposed when that is asked for", async () => {
  const { calls } = await publish("--num-iterations 1 --num-topics 2 --final-instance-state d");
  assert.equal(calls.slice(2, 4), ["dispose BLUE T0", "dispose BLUE T1"]);
});

test("coherent sets span rounds", async () => {
  const { calls, lines } = await publish("-z 0 --coherent --coherent-sample-count 2 --num-iterations 5");
  const [w1, w2, w3, w4, w5] = [1, 2, 3, 4, 5].map((size) => `write BLUE ${size} T0`);
  // A set that is not complete when the program ends is not made complete: readers must not see it.
  assert.equal(calls, ["begin", w1, w2, "end", "begin", w3, w4, "end", "begin", w5, "acknowledged 1000 T0"]);
  const [started, finished] = ["Started Coherent Set", "Finished Coherent Set"];
  assert.equal(lines, [started, finished, started, finished, started]);
});

test("without coherent or ordered access there are no sets", async () => {
  const { calls } = await publish("--coherent-sample-count 2 --num-iterations 2");
  assert.not(calls.includes("begin"));
});

test("a reader that does not keep up costs a warning and the sample", async () => {
  const { calls, lines } = await publish("-z 0 --num-iterations 2", (entities) => {
    entities.failures.push(new DdsError("TIMEOUT", "no room in time"));
  });
  assert.equal(calls, ["write BLUE 1 T0", "write BLUE 2 T0", "acknowledged 1000 T0"]);
  assert.equal(lines, ["warning: no room in time"]);
});

test("any other failure ends it", async () => {
  const failing = publish("--num-iterations 2", (entities) => {
    entities.failures.push(new DdsError("OUT_OF_RESOURCES", "it can never fit"));
  });
  const error = await failing.then(
    () => undefined,
    (reason: Error) => reason,
  );
  assert.match(error?.message ?? "", /it can never fit/);
});

test("with -v d each round is said", async () => {
  const { context } = await publish("--num-iterations 2");
  assert.equal(context.debugLines, ["publisher: round 1 of 2", "publisher: round 2 of 2"]);
});

test.run();
