// Settings that make no sense are refused before they can make the engine spin.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFAULT_DISCOVERY_TUNING } from "../../../src/discovery/tuning.js";
import {
  checkTuning,
  DEFAULT_LIMITS,
  DEFAULT_READER_TUNING,
  DEFAULT_WRITER_TUNING,
} from "../../../src/rtps/behavior/tuning.js";

const test = suite("tuning");

test("the defaults are in order", () => {
  for (const group of [DEFAULT_WRITER_TUNING, DEFAULT_READER_TUNING, DEFAULT_DISCOVERY_TUNING, DEFAULT_LIMITS]) {
    checkTuning(group);
  }
});

test("periods of zero are refused, delays of zero are not", () => {
  for (const name of [
    "heartbeatPeriodMs",
    "nackRepeatMs",
    "preemptiveAckNackMs",
    "announcePeriodMs",
    "answerPeriodMs",
  ]) {
    assert.throws(() => checkTuning({ [name]: 0 }), `${name} must be 0.1 ms or more, not 0`);
  }
  checkTuning({ nackResponseDelayMs: 0, nackSuppressionDurationMs: 0, staleCountTimeoutMs: 0, answerJitterMs: 0 });
});

test("a fragment has at least one octet, and a size that the wire can say", () => {
  for (const maxFragmentBytes of [0, 65536]) {
    const message = `maxFragmentBytes must be from 1 to 65535, not ${maxFragmentBytes}`;
    assert.throws(() => checkTuning({ maxFragmentBytes }), message);
  }
  checkTuning({ maxFragmentBytes: 1 });
});

test("what must be counted is at least one: nothing would ever leave", () => {
  for (const name of ["ackEverySamples", "ackEveryBytes", "sendWindowSamples", "sendWindowBytes", "maxBurstBytes"]) {
    for (const value of [0, 0.5, Number.NaN]) {
      assert.throws(() => checkTuning({ [name]: value }), `${name} must be 1 or more, not ${value}`);
    }
    checkTuning({ [name]: 1 });
  }
});

test("a datagram is one that IPv4 has, and that an announcement fits into", () => {
  for (const name of ["maxDatagramBytes", "maxDatagramBytesLocal"]) {
    for (const value of [64, 511, 65508, 100_000]) {
      assert.throws(() => checkTuning({ [name]: value }), `${name} must be from 512 to 65507, not ${value}`);
    }
    checkTuning({ [name]: 512 });
    checkTuning({ [name]: 65507 });
  }
});

test("a misspelt setting is refused, not passed over", () => {
  const message = /^there is no setting maxBytesPerSec, only heartbeatPeriodMs, .*maxBytesPerSecond/;
  assert.throws(() => checkTuning({ maxBytesPerSec: 1000 }, DEFAULT_WRITER_TUNING), message);
});

test("what is no number is named", () => {
  for (const value of [-1, Number.NaN, "20", undefined, null]) {
    assert.throws(() => checkTuning({ maxParticipants: value }), `maxParticipants must be 0 or more, not ${value}`);
  }
});

test.run();
