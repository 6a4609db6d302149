import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sampleEvent } from "../simulation/FakeEngine.js";
import { FakeTimers } from "./FakeTimers.js";
import { setup } from "./setup.js";

const test = suite("Driver");
const timers = new FakeTimers();

test.before.each(() => {
  timers.timeouts = [];
  timers.immediates = [];
  timers.armedCount = 0;
  timers.install();
});
test.after.each(() => timers.restore());

test("start() sends what is owed and arms the timer for the first deadline", () => {
  const { engine, transport, driver, owe } = setup();
  owe(1);
  engine.deadline = 1050;
  driver.start();
  assert.equal(transport.sent, [[1]]);
  assert.equal(
    timers.timeouts.map((t) => t.delayMs),
    [50],
  );
  assert.is(timers.immediates.length, 0);
});

test("a datagram reaches the listener, and its answer the socket, without a detour", () => {
  const { engine, transport, clock, driver, seen, owe } = setup();
  driver.start();
  engine.onDatagram = (_now, bytes) => {
    engine.events.push(sampleEvent(bytes[0]!));
    owe(50 + bytes[0]!);
  };
  clock.ms = 1234.5;
  transport.deliver(7);
  assert.equal(seen, [7]);
  assert.equal(transport.sent, [[57]]);
  assert.is(driver.lastReceiveMs, 1234.5);
  assert.is(engine.received[0]!.at, 1234.5);
  assert.is(timers.immediates.length, 0);
});

test("events go before datagrams; a write in a listener leaves at once, before the acknowledgement", () => {
  const { engine, transport, driver, owe } = setup({
    onEvent: () => {
      owe(1);
      driver.flush();
      assert.is(transport.sent.length, 2);
    },
  });
  driver.start();
  engine.onDatagram = () => {
    engine.events.push(sampleEvent(1));
    owe(9);
  };
  transport.deliver(0);
  assert.equal(transport.sent, [[9], [1]]);
});

test("a burst delivers every event at once and merges the answers at the end of the round", () => {
  const { engine, transport, clock, driver, seen } = setup();
  driver.start();
  engine.onDatagram = (_now, bytes) => engine.events.push(sampleEvent(bytes[0]!));
  transport.deliver(1);
  const polls = engine.polls;
  for (let i = 2; i <= 5; i++) {
    clock.ms += 0.005;
    transport.deliver(i);
  }
  assert.equal(seen, [1, 2, 3, 4, 5]);
  assert.is(engine.polls, polls);
  assert.is(timers.immediates.length, 1);
  timers.runImmediates();
  assert.is(engine.polls, polls + 1);
  clock.ms += 0.03;
  transport.deliver(6);
  assert.is(engine.polls, polls + 2);
});

test("flush() sends at once; events that a command caused wait for the next round", () => {
  const { engine, transport, driver, seen, owe } = setup();
  driver.start();
  owe(1);
  engine.events.push(sampleEvent(1), sampleEvent(2));
  engine.deadline = 1020;
  driver.flush();
  assert.equal(transport.sent, [[1]]);
  assert.equal(seen, []);
  assert.is(timers.timeouts.length, 1);
  timers.runImmediates();
  assert.equal(seen, [1, 2]);
});

test("an event that sending has caused is delivered in the next round", () => {
  const { engine, transport, driver, seen, owe } = setup();
  driver.start();
  transport.onSend = () => engine.events.push(sampleEvent(3));
  engine.onDatagram = () => owe(1);
  transport.deliver(0);
  assert.equal(seen, []);
  assert.is(timers.runImmediates(), 1);
  assert.equal(seen, [3]);
  assert.is(timers.runImmediates(), 0);
});

test("samples written in a row leave together, a datagram that comes in takes them along", () => {
  const { engine, transport, clock, driver, owe } = setup();
  driver.start();
  for (let i = 1; i <= 3; i++, clock.ms += 0.001) {
    const isHeld = driver.holdsWrite(clock.ms, 20);
    owe(i);
    driver.flushWrite(clock.ms, 20, isHeld);
  }
  assert.equal(transport.sent, [[1]]);
  engine.onDatagram = () => undefined;
  transport.deliver(0);
  assert.equal(transport.sent, [[1], [2], [3]]);
});

test("busyPoll keeps an immediate pending until it is closed", async () => {
  const { driver } = setup({ busyPoll: true });
  driver.start();
  for (let i = 0; i < 3; i++) assert.is(timers.runImmediates(), 1);
  await driver.close();
  timers.runImmediates();
  assert.is(timers.runImmediates(), 0);
});

test("code that never ends its turn is told to, once in 2 ms", async () => {
  const { clock, driver } = setup();
  driver.start();
  const first = driver.turnIfDue(clock.ms);
  timers.runImmediates();
  await first;
  assert.is(driver.turnIfDue(clock.ms + 1.9), undefined);
  const second = driver.turnIfDue(clock.ms + 2);
  assert.ok(second instanceof Promise);
  timers.runImmediates();
  await second;
});

test("schedule() lets several commands share a round", () => {
  const { transport, driver, owe } = setup();
  driver.start();
  owe(1);
  driver.schedule();
  owe(2);
  driver.schedule();
  assert.is(transport.sent.length, 0);
  assert.is(timers.immediates.length, 1);
  timers.runImmediates();
  assert.equal(transport.sent, [[1], [2]]);
});

test("a listener that causes an event in each event neither recurses nor blocks the loop", () => {
  let depth = 0;
  let deepest = 0;
  let count = 0;
  const { engine, driver } = setup({
    maxEventsPerTurn: 100,
    onEvent: () => {
      depth++;
      deepest = Math.max(deepest, depth);
      count++;
      engine.events.push(sampleEvent(count));
      driver.flush();
      driver.turn();
      depth--;
    },
  });
  engine.events.push(sampleEvent(0));
  driver.start();
  assert.is(deepest, 1);
  assert.is(count, 100);
  timers.runImmediates();
  assert.is(count, 200);
});

test("a listener that throws: its error goes up, the rest of the work is done in the next round", () => {
  let isFirst = true;
  const { engine, transport, driver, owe } = setup({
    onEvent: () => {
      if (!isFirst) return;
      isFirst = false;
      throw new Error("from the listener");
    },
  });
  driver.start();
  engine.onDatagram = () => {
    engine.events.push(sampleEvent(1), sampleEvent(2));
    owe(5);
  };
  assert.throws(() => transport.deliver(0), /from the listener/);
  assert.is(transport.sent.length, 0);
  timers.runImmediates();
  assert.equal(transport.sent, [[5]]);
  assert.is(engine.events.length, 0);
});

test("trace point t2 comes before the socket call, for datagrams that complete samples only", () => {
  const order: string[] = [];
  const { engine, transport, clock, driver } = setup({
    trace: { transmitted: (out, nowUs) => order.push(`t2 ${out.completedSns.slice(0, out.completedCount)} ${nowUs}`) },
  });
  transport.onSend = () => {
    order.push("send");
    clock.ms += 1;
  };
  const common = { bytes: Uint8Array.of(1), address: "127.0.0.1", port: 7411 };
  engine.outbox.push({ ...common, completes: [4, 5] }, common, { ...common, completes: [6] });
  driver.start();
  assert.equal(order, ["t2 4,5 1000000", "send", "send", "t2 6 1002000", "send"]);
  driver.setTrace(undefined);
  engine.outbox.push({ ...common, completes: [7] });
  driver.flush();
  assert.is(order.length, 6);
});

test("close() sends what is owed however much it is, then leaves nothing armed", async () => {
  const { engine, transport, driver, seen, owe } = setup({ maxTransmitsPerTurn: 2 });
  engine.deadline = 1050;
  driver.start();
  owe(1, 2, 3, 4, 5);
  driver.schedule();
  const closing = driver.close();
  assert.is(driver.close(), closing);
  await closing;
  assert.equal(transport.sent.flat(), [1, 2, 3, 4, 5]);
  assert.is(transport.closed, 1);
  assert.is(timers.timeouts.length + timers.immediates.length, 0);
  engine.events.push(sampleEvent(1));
  owe(6);
  transport.deliver(1);
  driver.flush();
  driver.schedule();
  driver.turn();
  assert.equal(seen, []);
  assert.is(transport.sent.length, 5);
  assert.is(timers.immediates.length, 0);
});

test("closing inside a listener ends delivery there", async () => {
  let closing: Promise<void> | undefined;
  let count = 0;
  const { engine, transport, driver, owe } = setup({
    onEvent: () => {
      count++;
      owe(7);
      closing = driver.close();
    },
  });
  engine.events.push(sampleEvent(1), sampleEvent(2));
  driver.start();
  await closing;
  assert.is(count, 1);
  assert.equal(transport.sent, [[7]]);
  assert.is(transport.closed, 1);
});

test.run();
