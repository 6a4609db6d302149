// DDS 1.4 §2.2.3.17 BY_SOURCE_TIMESTAMP: "the final value of an instance is the same at all readers".

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compareStamps, SourceOrder, type SourceStamp } from "../../../src/dcps/reader/SourceOrder.js";
import { Guid } from "../../../src/rtps/structure/guid.js";
import { prefixOf } from "../../support/simParticipant.js";

const test = suite("source order");
const A = new Guid(prefixOf(1), 0x102);
const B = new Guid(prefixOf(2), 0x102);
const at = (sourceOrderMs: number, writerGuid = A): SourceStamp => ({ sourceOrderMs, writerGuid });

test("earlier comes first; at one instant the lower GUID comes last; one writer's are equal", () => {
  assert.ok(compareStamps(at(1), at(2)) < 0);
  assert.ok(compareStamps(at(2, B), at(1, A)) > 0);
  assert.ok(compareStamps(at(1, B), at(1, A)) < 0);
  assert.is(compareStamps(at(1), at(1)), 0);
});

test("GUIDs compare by their octets as numbers without sign", () => {
  const high = new Guid(prefixOf(0), 0xff000102);
  const low = new Guid(prefixOf(0), 0x00000102);
  assert.ok(high.compareTo(low) > 0);
  assert.ok(low.compareTo(A) < 0);
  assert.is(A.compareTo(new Guid(prefixOf(1), 0x102)), 0);
});

test("a change older than the newest says nothing about the state", () => {
  const order = new SourceOrder();
  assert.is(order.isNewest(at(10)), true);
  order.noteChange(at(10));
  assert.is(order.isNewest(at(9)), false);
  order.noteChange(at(9));
  assert.is(order.isNewest(at(10)), true, "the next of the same writer at the same instant");
  assert.is(order.isNewest(at(10, B)), false);
});

test("what is older than anything that has left the cache is too late", () => {
  const order = new SourceOrder();
  assert.is(order.isTooLate(at(1)), false);
  order.noteLeft(at(5));
  order.noteLeft(at(3));
  assert.is(order.isTooLate(at(4)), true);
  assert.is(order.isTooLate(at(5)), false);
  assert.is(order.isTooLate(at(5, B)), true);
  assert.is(order.isTooLate(at(6, B)), false);
});

test.run();
