import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NEVER } from "../../src/participant/Engine.js";
import { FakeEngine, SlabEngine, sampleEvent } from "../simulation/FakeEngine.js";
import { FakeTimers } from "./FakeTimers.js";
import { setup } from "./setup.js";

const test = suite("Driver: timer, turns and full sockets");
const timers = new FakeTimers();

test.before.each(() => {
  timers.timeouts = [];
  timers.immediates = [];
  timers.armedCount = 0;
  timers.install();
});
test.after.each(() => timers.restore());

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

test.run();
