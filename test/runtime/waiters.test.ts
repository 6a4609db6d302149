// Waiting for a condition with a time-out: times that Node's timers cannot hold are no short ones (case QB-10).

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sleep } from "../../src/cli/ending.js";
import { systemScheduler, Waiters } from "../../src/runtime/index.js";
import { FakeTimers } from "./FakeTimers.js";

const test = suite("waiters");

const LONGEST_MS = 0x7fffffff;
const DAYS_30_MS = 30 * 24 * 3600_000;

let timers: FakeTimers;
test.before.each(() => {
  timers = new FakeTimers();
  timers.install();
});
test.after.each(() => timers.restore());

/** Lets the one timer that is armed fire. @returns how long it was */
function fire(): number {
  const { delayMs } = timers.timeouts[0]!;
  timers.fireTimeout();
  return delayMs;
}

test("QB-10: an action after 30 days comes after 30 days, in naps that Node can take", () => {
  let calls = 0;
  systemScheduler(DAYS_30_MS, () => calls++);
  assert.is(fire(), LONGEST_MS);
  assert.is(calls, 0);
  assert.is(fire(), DAYS_30_MS - LONGEST_MS);
  assert.is(calls, 1);
  assert.is(timers.timeouts.length, 0);
});

test("QB-10: never is no timer, the longest timer is one, and what is cancelled between two naps stays away", () => {
  let calls = 0;
  systemScheduler(Infinity, () => calls++)();
  assert.is(timers.armedCount, 0);
  systemScheduler(LONGEST_MS, () => calls++);
  assert.is(fire(), LONGEST_MS);
  assert.is(calls, 1);
  const cancel = systemScheduler(DAYS_30_MS, () => calls++);
  fire();
  cancel();
  assert.is(timers.timeouts.length, 0);
  assert.is(calls, 1);
});

test("QB-10: a wait of 30 days ends with a time-out, an infinite one with what it waits for", async () => {
  const waiters = new Waiters();
  const timedOut = waiters.until(
    () => false,
    { timeoutMs: DAYS_30_MS },
    () => new Error("over"),
  );
  let holds = false;
  const served = waiters.until(
    () => holds,
    {},
    () => new Error("never"),
  );
  assert.is(timers.armedCount, 1);
  fire();
  fire();
  holds = true;
  waiters.notify();
  await served;
  await timedOut.then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, "over"),
  );
  assert.ok(waiters.isIdle);
});

test("QB-10: a pause of the commands may be as long as it likes, and ends with them", async () => {
  const controller = new AbortController();
  const days = sleep(DAYS_30_MS, controller.signal);
  assert.is(fire(), LONGEST_MS);
  await Promise.resolve();
  assert.is(fire(), DAYS_30_MS - LONGEST_MS);
  await days;
  const endless = sleep(Infinity, controller.signal);
  for (let i = 0; i < 3; i++) {
    assert.is(fire(), LONGEST_MS);
    await Promise.resolve();
  }
  controller.abort();
  await endless;
  assert.is(timers.timeouts.length, 0);
  const none = sleep(0, new AbortController().signal);
  assert.is(fire(), 0, "a pause of nothing still lets others have their turn");
  await none;
});

test.run();
