// DDS 1.4 §2.2.3.7 for single instances, in virtual time.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DeadlineWatch } from "../../../src/dcps/reader/DeadlineWatch.js";
import { RequestedDeadline } from "../../../src/dcps/reader/RequestedDeadline.js";
import { VirtualTimers } from "../../support/VirtualTimers.js";

const test = suite("requested deadline");

function start(periodMs: number) {
  const timers = new VirtualTimers();
  const missed: string[] = [];
  const deadline: RequestedDeadline<string> = new RequestedDeadline(periodMs, timers, (instance, count, now) => {
    missed.push(`${now} ${instance} ${count}`);
  });
  const watch = (name: string) => new DeadlineWatch(name, deadline);
  return { timers, missed, deadline, watch };
}

test("values in time: nothing is missed, and the timer is left alone in between", () => {
  const { timers, missed, deadline, watch } = start(100);
  const red = watch("red");
  for (let at = 0; at <= 500; at += 50) {
    timers.runTo(at);
    const { dueAt } = red;
    deadline.updated(red, at);
    assert.ok(at === 0 || red.dueAt === dueAt);
  }
  timers.runTo(599);
  assert.equal(missed, []);
  timers.runTo(600);
  assert.equal(missed, ["600 red 1"]);
});

test("told once per period as long as nothing comes", () => {
  const { timers, missed, deadline, watch } = start(100);
  const red = watch("red");
  deadline.updated(red, 20);
  timers.runTo(350);
  deadline.updated(red, 350);
  timers.runTo(500);
  assert.equal(missed, ["120 red 1", "220 red 1", "320 red 1", "450 red 1"]);
});

test("a late timer counts every period that has passed", () => {
  const { missed, deadline, watch, timers } = start(100);
  const red = watch("red");
  deadline.updated(red, 0);
  timers.arm(red, Number.POSITIVE_INFINITY);
  deadline.check(red, 350);
  assert.equal(missed, ["350 red 3"]);
  timers.runTo(400);
  assert.equal(missed, ["350 red 3", "400 red 1"]);
});

test("each instance by itself; one that is not alive is not expected", () => {
  const { timers, missed, deadline, watch } = start(100);
  const [red, blue] = [watch("red"), watch("blue")];
  deadline.updated(red, 0);
  deadline.updated(blue, 30);
  timers.runTo(50);
  deadline.stop(red);
  timers.runTo(130);
  deadline.updated(red, 140);
  timers.runTo(240);
  assert.equal(missed, ["130 blue 1", "230 blue 1", "240 red 1"]);
  deadline.stop(red);
  deadline.stop(blue);
  deadline.stop(blue);
  assert.ok(timers.isIdle);
});

test("another period begins with its setting", () => {
  const { timers, missed, deadline, watch } = start(1000);
  const red = watch("red");
  deadline.updated(red, 0);
  timers.runTo(500);
  deadline.setPeriod(100, 500);
  timers.runTo(650);
  deadline.setPeriod(100, 650);
  timers.runTo(700);
  deadline.setPeriod(Number.POSITIVE_INFINITY, 700);
  assert.ok(timers.isIdle);
  assert.is(deadline.isOn, false);
  timers.runTo(5000);
  deadline.setPeriod(50, 5000);
  timers.runTo(5050);
  assert.equal(missed, ["600 red 1", "700 red 1", "5050 red 1"]);
});

test("QB-10: a period of a nanosecond does not make it spin, and misses none", () => {
  const { timers, missed, deadline, watch } = start(1e-6);
  deadline.updated(watch("red"), 0);
  timers.runTo(10);
  assert.is(missed.length, 10);
  const total = missed.reduce((sum, line) => sum + Number(line.split(" ")[2]), 0);
  assert.ok(Math.abs(total - 1e7) <= 10, `${total}`);
});

test("whoever hears of it may stop it", () => {
  const timers = new VirtualTimers();
  let count = 0;
  const deadline: RequestedDeadline<string> = new RequestedDeadline(100, timers, () => {
    count++;
    deadline.stop(red);
  });
  const red = new DeadlineWatch("red", deadline);
  deadline.updated(red, 0);
  timers.runTo(1000);
  assert.is(count, 1);
  assert.ok(timers.isIdle);
});

test.run();
