import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NEVER } from "../../src/participant/Engine.js";
import type { ParticipantEvent } from "../../src/participant/types.js";
import { Driver, type DriverOptions } from "../../src/runtime/index.js";
import { FakeEngine, SlabEngine, sampleEvent } from "../simulation/FakeEngine.js";
import { FakeTimers } from "./FakeTimers.js";
import { FakeTransport } from "./FakeTransport.js";

const test = suite("Driver");
const timers = new FakeTimers();

interface Setup {
  readonly engine: FakeEngine;
  readonly transport: FakeTransport;
  readonly clock: { ms: number; now(): number };
  readonly driver: Driver;
  readonly seen: number[];
  /** Puts a one-octet datagram into the outbox. */
  owe(...octets: number[]): void;
}

function setup(options: Partial<DriverOptions> = {}, engine = new FakeEngine()): Setup {
  const transport = new FakeTransport();
  const clock = { ms: 1000, now: () => clock.ms };
  const seen: number[] = [];
  const onEvent = (event: ParticipantEvent) => seen.push(event.type === "dataAvailable" ? event.reader : -1);
  const driver = new Driver({ engine, transport, clock, onEvent, ...options });
  const owe = (...octets: number[]) => {
    for (const octet of octets) engine.outbox.push({ bytes: Uint8Array.of(octet), address: "127.0.0.1", port: 7411 });
  };
  return { engine, transport, clock, driver, seen, owe };
}

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

test("a turn is bounded by datagrams; the rest follows in later rounds", () => {
  const { transport, driver, owe } = setup({ maxTransmitsPerTurn: 4 });
  owe(1, 2, 3, 4, 5, 6, 7, 8, 9);
  driver.start();
  assert.is(transport.sent.length, 4);
  assert.is(timers.runImmediates(), 1);
  assert.is(transport.sent.length, 8);
  assert.is(timers.runImmediates(), 1);
  assert.equal(transport.sent.flat(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.is(timers.runImmediates(), 0);
});

test("a turn is bounded by events; the rest follows in later rounds", () => {
  const { engine, driver, seen } = setup({ maxEventsPerTurn: 3 });
  for (let i = 0; i < 8; i++) engine.events.push(sampleEvent(i));
  driver.start();
  assert.equal(seen, [0, 1, 2]);
  timers.runImmediates();
  timers.runImmediates();
  assert.equal(seen, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.is(timers.runImmediates(), 0);
});

test("the timer is armed again only for an earlier deadline", () => {
  const { engine, transport, clock, driver } = setup();
  engine.deadline = 1100;
  driver.start();
  engine.deadline = 1200;
  clock.ms = 1010;
  transport.deliver(0);
  engine.deadline = NEVER;
  clock.ms = 1020;
  transport.deliver(0);
  assert.is(timers.armedCount, 1);
  engine.deadline = 1060;
  clock.ms = 1030;
  transport.deliver(0);
  assert.is(timers.armedCount, 2);
  assert.equal(
    timers.timeouts.map((t) => t.delayMs),
    [30],
  );
});

test("an early wake handles nothing and arms again; a wake at the deadline handles it once", () => {
  const { engine, clock, driver } = setup();
  engine.deadline = 1040;
  driver.start();
  clock.ms = 1030;
  timers.fireTimeout();
  assert.equal(engine.timeouts, []);
  assert.equal(
    timers.timeouts.map((t) => t.delayMs),
    [10],
  );
  clock.ms = 1041;
  timers.fireTimeout();
  assert.equal(engine.timeouts, [1041]);
  assert.is(timers.timeouts.length, 0);
});

test("a deadline within the millisecond is waited for in rounds of the event loop", () => {
  const { engine, clock, driver } = setup();
  engine.deadline = 1000.4;
  driver.start();
  assert.is(timers.timeouts.length, 0);
  clock.ms = 1000.2;
  assert.is(timers.runImmediates(), 1);
  assert.equal(engine.timeouts, []);
  clock.ms = 1000.4;
  assert.is(timers.runImmediates(), 1);
  assert.equal(engine.timeouts, [1000.4]);
  assert.is(timers.runImmediates(), 0);
});

test("deadlines are rounded up and never longer than Node can wait", () => {
  const first = setup();
  first.engine.deadline = 1020.3;
  first.driver.start();
  const second = setup();
  second.engine.deadline = 1e12;
  second.driver.start();
  assert.equal(
    timers.timeouts.map((t) => t.delayMs),
    [21, 0x7fffffff],
  );
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

test("a full socket: nothing more is taken from the engine until there is room", () => {
  const { engine, transport, clock, driver, owe } = setup();
  transport.room = 2;
  owe(1, 2, 3, 4);
  driver.start();
  assert.equal(transport.sent, [[1], [2]]);
  assert.is(engine.outbox.length, 2);
  // Rounds at first, then a timer: no processor is taken by waiting.
  let rounds = 0;
  while (timers.runImmediates() > 0) rounds++;
  assert.ok(rounds >= 50 && rounds <= 200, `${rounds}`);
  assert.is(timers.timeouts.length, 1);
  transport.room = 100;
  clock.ms += 1;
  timers.fireTimeout();
  assert.equal(transport.sent, [[1], [2], [3], [4]]);
});

test("bytes that a socket still reads are not written again, with an engine that knows and one that does not", () => {
  for (const engine of [new SlabEngine(), new FakeEngine()]) {
    const { transport, driver, owe } = setup({}, engine);
    driver.start();
    transport.room = 2;
    owe(1, 2);
    driver.flush();
    transport.room = 100;
    owe(3);
    driver.flush();
    const [first, second, third] = transport.memory;
    assert.is(first, second);
    assert.is.not(second, third);
    assert.equal(transport.sent, [[1], [2], [3]]);
    if (engine instanceof SlabEngine) assert.is(engine.retired, 1);
  }
});

test("with keepAlive false an armed timer does not keep the process running", () => {
  const relaxed = setup({ keepAlive: false });
  relaxed.engine.deadline = 1050;
  relaxed.driver.start();
  const strict = setup();
  strict.engine.deadline = 1050;
  strict.driver.start();
  assert.equal(
    timers.timeouts.map((t) => t.isRefed),
    [false, true],
  );
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
