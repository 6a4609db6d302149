// DDS 1.4 §2.2.3.12 for single instances, in virtual time.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Separation } from "../../../src/dcps/reader/Separation.js";
import { TimeBasedFilter } from "../../../src/dcps/reader/TimeBasedFilter.js";
import { VirtualTimers } from "../../support/VirtualTimers.js";

const test = suite("time-based filter");

class Field {
  readonly timers = new VirtualTimers();
  readonly seen: string[] = [];
  hasRoom = true;
  readonly filter: TimeBasedFilter<string>;
  private readonly instances = new Map<string, Separation<string>>();

  constructor(separationMs: number, keepsLast = true) {
    this.filter = new TimeBasedFilter(separationMs, keepsLast, this.timers, (held, now) => {
      if (!this.hasRoom) return false;
      this.seen.push(`${now} ${held}`);
      return true;
    });
  }

  instance(name: string): Separation<string> {
    const instance = this.instances.get(name) ?? new Separation(this.filter);
    this.instances.set(name, instance);
    return instance;
  }

  /** A value of an instance, named like "red1", comes in. */
  come(at: number, value: string): void {
    this.timers.runTo(at);
    const instance = this.instance(value.replace(/\d/, ""));
    if (this.filter.passes(instance, at)) {
      this.filter.notePassed(instance, at);
      this.seen.push(`${at} ${value}`);
    } else this.filter.hold(instance, value);
  }
}

test("RELIABLE: at most one per separation, the newest, and the last one for certain", () => {
  const field = new Field(100);
  for (let i = 1; i <= 9; i++) field.come(30 * i, `red${i}`);
  field.timers.runTo(1000);
  assert.equal(field.seen, ["30 red1", "130 red4", "230 red7", "330 red9"]);
  assert.ok(field.timers.isIdle);
});

test("best effort: what comes too early is dropped", () => {
  const field = new Field(100, false);
  for (let i = 1; i <= 9; i++) field.come(30 * i, `red${i}`);
  field.timers.runTo(1000);
  assert.equal(field.seen, ["30 red1", "150 red5", "270 red9"]);
});

test("each instance has a separation of its own", () => {
  const field = new Field(100);
  for (const [at, value] of [
    [0, "red1"],
    [10, "blue1"],
    [20, "red2"],
    [30, "blue2"],
  ] as const)
    field.come(at, value);
  field.timers.runTo(1000);
  assert.equal(field.seen, ["0 red1", "10 blue1", "100 red2", "110 blue2"]);
});

test("a value that is exactly one separation later passes", () => {
  const field = new Field(100, false);
  field.come(0, "red1");
  field.come(99, "red2");
  field.come(100, "red3");
  assert.equal(field.seen, ["0 red1", "100 red3"]);
});

test("a late timer: what comes before it replaces what it would have released", () => {
  const field = new Field(100);
  field.come(0, "red1");
  field.come(50, "red2");
  const red = field.instance("red");
  // The clock is at 130 and the timer has not been called yet.
  assert.is(field.filter.passes(red, 130), true);
  field.filter.notePassed(red, 130);
  field.timers.runTo(1000);
  assert.equal(field.seen, ["0 red1"]);
});

test("what is dropped, because it is disposed, does not come", () => {
  const field = new Field(100);
  field.come(0, "red1");
  field.come(50, "red2");
  field.filter.drop(field.instance("red"));
  field.timers.runTo(1000);
  assert.equal(field.seen, ["0 red1"]);
  assert.ok(field.timers.isIdle);
});

test("a new separation holds at once, for what waits too", () => {
  const field = new Field(1000);
  field.come(0, "red1");
  field.come(10, "red2");
  field.timers.runTo(50);
  field.filter.setSeparation(100, 50);
  field.timers.runTo(120);
  assert.equal(field.seen, ["0 red1", "100 red2"]);
  field.come(130, "red3");
  field.filter.setSeparation(0, 140);
  assert.is(field.seen.at(-1), "140 red3");
  assert.is(field.filter.isOn, false);
  field.filter.setSeparation(500, 150);
  field.come(200, "red4");
  field.timers.runTo(2000);
  assert.is(field.seen.at(-1), "640 red4");
});

test("without room it waits on, and comes when there is some", () => {
  const field = new Field(100);
  field.come(0, "red1");
  field.come(50, "red2");
  field.hasRoom = false;
  field.timers.runTo(200);
  field.filter.retry(210);
  assert.equal(field.seen, ["0 red1"]);
  field.hasRoom = true;
  field.filter.retry(220);
  field.come(300, "red3");
  field.timers.runTo(1000);
  assert.equal(field.seen, ["0 red1", "220 red2", "320 red3"]);
});

test("what a release brings in itself is too early again", () => {
  const timers = new VirtualTimers();
  const seen: string[] = [];
  const filter: TimeBasedFilter<string> = new TimeBasedFilter(100, true, timers, (held, now) => {
    seen.push(`${now} ${held}`);
    if (held === "red2") filter.hold(red, "red3");
    return true;
  });
  const red = new Separation(filter);
  filter.notePassed(red, 0);
  filter.hold(red, "red2");
  timers.runTo(1000);
  assert.equal(seen, ["100 red2", "200 red3"]);
});

test.run();
