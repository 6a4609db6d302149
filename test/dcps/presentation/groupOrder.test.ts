// DDS 1.4 §2.2.2.5.2.10: in which order the samples of several readers are to be taken.

import { test } from "uvu";
import * as assert from "uvu/assert";
import { groupOrder } from "../../../src/dcps/presentation/groupOrder.js";
import { Guid } from "../../../src/rtps/structure/guid.js";
import { prefixOf } from "../../support/simParticipant.js";

/** "P3@5": number 3 of publisher P came at 5; "-@5" is of a publisher that gives no numbers. */
function orderOf(readers: Record<string, string>): string {
  const publishers = new Map<Guid, string>();
  const places = Object.entries(readers).map(([reader, texts]) => ({
    reader,
    places: texts.split(" ").map((text) => {
      const [, publisher, number, time] = /^(.)(\d*)@(\d+)$/.exec(text)!;
      const writerGuid = new Guid(prefixOf(1), publishers.size);
      publishers.set(writerGuid, publisher === "-" ? "" : publisher!);
      return { writerGuid, groupSeqNum: Number(number), receivedAt: Number(time) };
    }),
  }));
  return groupOrder(places, ({ writerGuid }) => publishers.get(writerGuid)!).join("");
}

test("one publisher: by its numbers, whatever came first", () => {
  assert.is(orderOf({ a: "P1@9 P3@10", b: "P2@1 P4@2" }), "abab");
});

test("two publishers: each by its numbers, and else by arrival", () => {
  assert.is(orderOf({ a: "P1@1 P2@2", b: "Q1@0 Q2@3" }), "baab");
  // What came first of P waits for what was written before it, and Q does not wait for that.
  assert.is(orderOf({ a: "P2@1", b: "P1@5", c: "Q1@3" }), "cba");
});

test("the order of each reader is kept: it decides what a take returns", () => {
  assert.is(orderOf({ a: "P2@1 Q1@2", b: "P1@5 Q2@6" }), "baab");
});

test("without numbers, or with orders that contradict each other, the first to come is the first", () => {
  assert.is(orderOf({ a: "-@2", b: "-@1 -@3" }), "bab");
  assert.is(orderOf({ a: "P2@1 Q1@2", b: "Q2@3 P1@4" }), "aabb");
  assert.is(orderOf({ a: "P2@1 P1@2" }), "aa");
});

test.run();
