// The tail: who owned the excess, and what coincided with it.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { attributeTail, type Mark } from "../../src/trace/index.js";

const test = suite("tail attribution");

/** 1000 samples a millisecond apart, each part 10 µs; `slow` adds to a part of a sample. */
function columns(slow: Record<number, [part: number, extraUs: number]>) {
  const times: number[][] = [[], [], [], [], [], []];
  for (let i = 0; i < 1000; i++) {
    let at = i * 1000;
    times[0]!.push(at);
    for (let part = 0; part < 5; part++) {
      const extra = slow[i]?.[0] === part ? slow[i]![1] : 0;
      at += 10 + extra;
      times[part + 1]!.push(at);
    }
  }
  return { sn: times[0]!.map((_, i) => i + 1), times };
}

const mark = (kind: Mark["kind"], fromUs: number, toUs: number): Mark => ({ side: "writer", kind, fromUs, toUs });

test("the part with the largest excess owns a sample, and marks that overlap it coincide", () => {
  const input = columns({ 100: [1, 500], 200: [2, 300], 300: [2, 200], 400: [4, 900] });
  const marks = [mark("gc", 100_400, 100_450), mark("eventLoopStall", 199_000, 200_001), mark("gc", 300_251, 300_260)];
  const tail = attributeTail({ ...input, marks })!;
  assert.is(tail.samples, 4);
  assert.equal(
    Object.values(tail.owners).map(({ samples }) => samples),
    [0, 1, 2, 0, 1],
  );
  assert.is(tail.owners["t1-t2"].excessUs["t1-t2"], 500);
  assert.equal([tail.causes.gc.samples, tail.causes.eventLoopStall.samples, tail.causes.none.samples], [1, 1, 2]);
  assert.is(tail.causes.none.excessUs["t4-t5"], 900);
  assert.equal([tail.shareOfTail.gc, tail.shareOfAll.gc], [0.25, 0.001]);
  // The stall also touched the sample before, which was not slow.
  assert.equal([tail.shareOfTail.eventLoopStall, tail.shareOfAll.eventLoopStall], [0.25, 0.002]);
  assert.equal(
    tail.slowest.map(({ sn, owner, causes }) => [sn, owner, causes.join()]),
    [
      [401, "t4-t5", ""],
      [101, "t1-t2", "gc"],
      [201, "t2-t3", "eventLoopStall"],
      [301, "t2-t3", ""],
    ],
  );
});

test("of several causes the rarest takes the excess, and each has its share", () => {
  const marks = [mark("gc", 100_000, 100_020), mark("retransmission", 90_000, 110_000)];
  const tail = attributeTail({ ...columns({ 100: [2, 500] }), marks })!;
  assert.equal([tail.causes.retransmission.samples, tail.causes.gc.samples], [1, 0]);
  assert.equal([tail.shareOfTail.retransmission, tail.shareOfTail.gc], [1, 1]);
  assert.equal(tail.slowest[0]!.causes, ["retransmission", "gc"]);
});

test("a sample that shared its datagram with a later one waited for it", () => {
  const { sn, times } = columns({ 500: [1, 1000] });
  // Sample 500 leaves with sample 501.
  times[2]![500] = times[2]![501]!;
  const tail = attributeTail({ sn, times, marks: [] })!;
  assert.equal(tail.slowest[0]!.causes, ["coalescing"]);
  assert.is(tail.shareOfAll.coalescing, 0.001);
});

test("without samples, and where all are alike, there is no tail", () => {
  assert.is(attributeTail({ sn: [], times: [[], [], [], [], [], []], marks: [] }), undefined);
  assert.is(attributeTail({ ...columns({}), marks: [] }), undefined);
});

test.run();
