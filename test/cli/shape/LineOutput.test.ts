import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LineOutput, type LineSink } from "../../../src/cli/shape/LineOutput.js";

const test = suite("LineOutput");

/** A descriptor that takes bytes when the test says so. */
class Descriptor implements LineSink {
  taken = "";
  isEnded = false;
  private held: { bytes: Uint8Array; done: Parameters<LineSink["write"]>[1] } | undefined;

  write(bytes: Uint8Array, done: Parameters<LineSink["write"]>[1]): void {
    assert.is(this.held, undefined, "one write at a time");
    this.held = { bytes, done };
  }

  end(): void {
    this.isEnded = true;
  }

  get waits(): boolean {
    return this.held !== undefined;
  }

  take(count = Infinity): void {
    const { bytes, done } = this.held!;
    this.held = undefined;
    const taken = bytes.subarray(0, Math.min(count, bytes.length));
    this.taken += new TextDecoder().decode(taken);
    done(null, taken.length);
  }

  refuse(code: string): void {
    const { done } = this.held!;
    this.held = undefined;
    done(Object.assign(new Error(code), { code }), 0);
  }
}

function open() {
  const descriptor = new Descriptor();
  const failures: string[] = [];
  const output = new LineOutput(descriptor, (error) => failures.push(error.code!));
  return { descriptor, output, failures };
}

async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  for (let i = 0; i < 3; i++) await Promise.resolve();
  return done;
}

test("a line leaves at once; what comes meanwhile leaves in one piece behind it", () => {
  const { descriptor, output } = open();
  output.line("one");
  output.line("two");
  output.line("drei ß");
  descriptor.take();
  assert.is(descriptor.taken, "one\n");
  descriptor.take();
  assert.is(descriptor.taken, "one\ntwo\ndrei ß\n");
  assert.not(descriptor.waits);
});

test("a descriptor that takes a part gets the rest", () => {
  const { descriptor, output } = open();
  output.line("abc");
  descriptor.take(1);
  descriptor.take(2);
  descriptor.take();
  assert.is(descriptor.taken, "abc\n");
  assert.not(descriptor.waits);
});

test("there is room while little waits", async () => {
  const { descriptor, output } = open();
  output.line("first");
  assert.ok(await isDone(output.room()));
  output.line("x".repeat(5000));
  const room = output.room();
  const flushed = output.flushed();
  assert.not(await isDone(room));
  descriptor.take();
  assert.not(await isDone(room));
  descriptor.take();
  assert.ok(await isDone(room));
  assert.ok(await isDone(flushed));
});

test("a full descriptor is tried again", async () => {
  const { descriptor, output, failures } = open();
  output.line("one");
  descriptor.refuse("EAGAIN");
  const flushed = output.flushed();
  while (!descriptor.waits) await new Promise((resolve) => setImmediate(resolve));
  descriptor.take();
  await flushed;
  assert.equal([descriptor.taken, failures], ["one\n", []]);
});

test("a reader that has gone is told once; nobody waits for it, and nothing more is written", async () => {
  const { descriptor, output, failures } = open();
  output.line("one");
  output.line("two");
  const flushed = output.flushed();
  descriptor.refuse("EPIPE");
  await flushed;
  output.line("three");
  await output.room();
  assert.equal([failures, descriptor.waits], [["EPIPE"], false]);
});

test("without limit there is always room, but flushed means flushed", async () => {
  const { descriptor, output } = open();
  output.line("x".repeat(9000));
  const room = output.room();
  const flushed = output.flushed();
  output.unlimit();
  await room;
  await output.room();
  assert.not(await isDone(flushed));
  descriptor.take();
  await flushed;
});

test("abandoned, it lets go of everybody", async () => {
  const { descriptor, output } = open();
  output.line("x".repeat(9000));
  output.line("y");
  const waiting = Promise.all([output.room(), output.flushed()]);
  output.abandon();
  await waiting;
  descriptor.take();
  assert.equal([descriptor.waits, descriptor.isEnded], [false, true]);
});

test.run();
