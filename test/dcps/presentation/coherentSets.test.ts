// DDS 1.4 §2.2.3.6, RTPS 2.5 §8.7.5 and §8.7.6: what of coherent sets becomes visible, and when.

import { test } from "uvu";
import * as assert from "uvu/assert";
import { CoherentSets, type CoherentSetsOptions } from "../../../src/dcps/presentation/CoherentSets.js";
import { GroupSets } from "../../../src/dcps/presentation/GroupSets.js";
import {
  ALIVE,
  EMPTY_PAYLOAD,
  PAYLOAD_DATA,
  PAYLOAD_NONE,
  ReceivedChange,
} from "../../../src/rtps/structure/cacheChange.js";
import { Guid } from "../../../src/rtps/structure/guid.js";
import { TIME_INVALID } from "../../../src/rtps/structure/time.js";
import { prefixOf } from "../../support/simParticipant.js";

const W1 = new Guid(prefixOf(1), 0x102);
const W2 = new Guid(prefixOf(1), 0x202);

interface Place {
  readonly set?: number;
  readonly group?: number;
  readonly end?: boolean;
}

function change(sn: number, { set = 0, group = 0, end = false }: Place = {}, writer = W1): ReceivedChange {
  const kind = end ? PAYLOAD_NONE : PAYLOAD_DATA;
  const made = new ReceivedChange(writer, sn, ALIVE, kind, EMPTY_PAYLOAD, EMPTY_PAYLOAD, TIME_INVALID, 0);
  if (set > 0 || group > 0 || end) {
    made.placement = { coherentSetSn: set, endsCoherentSet: end, groupCoherentSetSn: group, groupSeqNum: 0 };
  }
  return made;
}

class Reader {
  readonly shown: number[] = [];
  lost = 0;
  readonly sets: CoherentSets;

  constructor(options: Partial<CoherentSetsOptions> = {}) {
    this.sets = new CoherentSets({
      release: (changes) => this.shown.push(...changes.map(({ sn }) => sn)),
      onIncomplete: (count) => {
        this.lost += count;
      },
      mayShow: () => true,
      owedFrom: () => 0,
      maxHeld: 100,
      ...options,
    });
  }

  add(...changes: ReceivedChange[]): this {
    for (const one of changes) this.sets.add(one);
    return this;
  }
}

test("a set is shown when its mark has come, and what is outside of sets at once", () => {
  const reader = new Reader().add(change(1), change(2, { set: 2 }), change(3, { set: 2 }));
  assert.equal(reader.shown, [1]);
  assert.is(reader.sets.heldCount, 2);
  reader.add(change(4, { end: true }));
  assert.equal(reader.shown, [1, 2, 3]);
  assert.is(reader.sets.heldCount, 0);
  reader.add(change(5));
  assert.equal(reader.shown, [1, 2, 3, 5]);
  assert.is(reader.lost, 0);
});

test("the next set, or the next sample outside of sets, ends a set too", () => {
  const reader = new Reader().add(change(1, { set: 1 }), change(2, { set: 2 }));
  assert.equal(reader.shown, [1]);
  reader.add(change(3));
  assert.equal(reader.shown, [1, 2, 3]);
});

test("a set with a hole, at its start, inside or because the reader came late, is never shown", () => {
  const inside = new Reader().add(change(1, { set: 1 }), change(3, { set: 1 }), change(4, { end: true }));
  assert.equal(inside.shown, []);
  assert.is(inside.lost, 2);
  const late = new Reader().add(change(7, { set: 5 }), change(8, { end: true }), change(9, { set: 9 }), change(10));
  assert.equal(late.shown, [9, 10]);
  assert.is(late.lost, 1);
});

test("a set whose last sample is missing is not shown, whatever ends it", () => {
  for (const end of [change(4, { end: true }), change(4, { set: 4 }), change(4)]) {
    const reader = new Reader().add(change(1, { set: 1 }), change(2, { set: 1 }), end, change(5));
    assert.equal(reader.shown, end.placement?.endsCoherentSet === true ? [5] : [4, 5]);
    assert.is(reader.lost, 2);
  }
});

test("writers have sets of their own, and what a writer that is gone had begun is dropped", () => {
  const reader = new Reader().add(change(1, { set: 1 }), change(1, { set: 1 }, W2), change(2, { end: true }, W2));
  assert.equal(reader.shown, [1]);
  reader.sets.writerGone(W1);
  assert.is(reader.sets.heldCount, 0);
  assert.is(reader.lost, 1);
});

test("a set larger than what may be held is given up, and the next one is shown", () => {
  const reader = new Reader({ maxHeld: 3 });
  for (let sn = 1; sn <= 5; sn++) reader.add(change(sn, { set: 1 }));
  assert.is(reader.sets.heldCount, 0);
  reader.add(change(6, { end: true }), change(7, { set: 7 }), change(8, { end: true }));
  assert.equal(reader.shown, [7]);
  assert.is(reader.lost, 5);
});

function group(options: Partial<CoherentSetsOptions> = {}) {
  const gate = new GroupSets(() => "publisher");
  const first = new Reader({ gate, maxHeld: 5, ...options });
  const second = new Reader({ gate, maxHeld: 5, ...options });
  gate.join(first.sets, W1);
  gate.join(second.sets, W2);
  return { gate, first, second };
}

test("with GROUP scope the readers show a set together, in the order of each writer", () => {
  const { first, second } = group();
  first.add(change(1, { set: 1, group: 1 }), change(2, { end: true, group: 1 }), change(3));
  assert.equal(first.shown, []);
  second.add(change(1, { set: 1, group: 1 }, W2));
  assert.equal(first.shown, []);
  second.add(change(2, { end: true, group: 1 }, W2));
  assert.equal([first.shown, second.shown], [[1, 3], [1]]);
});

test("a writer without samples in the set says so with its mark", () => {
  const { first, second } = group();
  first.add(change(1, { set: 1, group: 1 }), change(2, { end: true, group: 1 }));
  second.add(change(1, { end: true, group: 1 }, W2));
  assert.equal(first.shown, [1]);
});

test("GROUP: a part that is missing as a whole, with its mark or without, keeps the set away from all", () => {
  const mark = group();
  mark.first.add(change(1, { set: 1, group: 1 }), change(2, { end: true, group: 1 }));
  mark.second.add(change(1, {}, W2), change(3, { end: true, group: 1 }, W2), change(4, {}, W2));
  assert.equal([mark.first.shown, mark.second.shown], [[], [1, 4]]);
  assert.is(mark.first.lost, 1);

  const none = group();
  none.first.add(change(1, { set: 1, group: 1 }), change(2, { end: true, group: 1 }));
  none.first.add(change(3, { set: 3, group: 3 }), change(4, { end: true, group: 3 }));
  none.second.add(change(1, {}, W2), change(5, { set: 5, group: 3 }, W2), change(6, { end: true, group: 3 }, W2));
  assert.equal([none.first.shown, none.second.shown], [[3], [1, 5]]);
  assert.is(none.first.lost, 1);
});

test("GROUP: a reader lacks what is owed to it before the first number that comes", () => {
  for (const [owed, shown] of [
    [0, [1, 3]],
    [5, [1, 3]],
    [4, [3]],
  ] as const) {
    const { first, second } = group({ owedFrom: (writer) => (writer === W2 ? owed : 1) });
    first.add(change(1, { set: 1, group: 1 }), change(2, { end: true, group: 1 }));
    first.add(change(3, { set: 3, group: 3 }), change(4, { end: true, group: 3 }));
    second.add(change(5, { set: 5, group: 3 }, W2), change(6, { end: true, group: 3 }, W2));
    assert.equal([first.shown, second.shown], [[...shown], [5]]);
  }
});

test("GROUP: a writer that is gone with a part, begun or not shown yet, takes the set along", () => {
  const begun = group();
  begun.second.add(change(1, { set: 1, group: 1 }, W2));
  begun.second.sets.writerGone(W2);
  begun.gate.leave(begun.second.sets, W2);
  begun.first.add(change(1, { set: 1, group: 1 }), change(2, { end: true, group: 1 }), change(3, { set: 3, group: 3 }));
  begun.first.add(change(4, { end: true, group: 3 }));
  assert.equal(begun.first.shown, [3]);
  assert.equal([begun.first.lost, begun.second.lost], [1, 1]);

  const ended = group();
  ended.second.add(change(1, { set: 1, group: 1 }, W2), change(2, { end: true, group: 1 }, W2));
  ended.second.sets.writerGone(W2);
  ended.gate.leave(ended.second.sets, W2);
  ended.first.add(change(1, { set: 1, group: 1 }), change(2, { end: true, group: 1 }));
  assert.equal(ended.first.shown, []);
});

test("GROUP: marks of empty parts are limited too", () => {
  const { first, second } = group();
  for (let sn = 1; sn <= 20; sn++) first.add(change(sn, { end: true, group: sn }));
  const { waiting } = [
    ...(first.sets as unknown as { byWriter: Map<string, { waiting: unknown[] }> }).byWriter.values(),
  ][0]!;
  assert.ok(waiting.length <= 6, `${waiting.length} wait`);
  second.add(change(1, { end: true, group: 30 }, W2));
});

test("a hole at one reader keeps the whole group set away from all", () => {
  const { first, second } = group();
  first.add(change(1, { set: 1, group: 1 }), change(2, { end: true, group: 1 }));
  second.add(change(2, { set: 1, group: 1 }, W2), change(3, { end: true, group: 1 }, W2));
  assert.equal([first.shown, second.shown], [[], []]);
  assert.equal([first.lost, second.lost], [1, 1]);
  first.add(change(3, { set: 3, group: 3 }), change(4, { end: true, group: 3 }));
  second.add(change(4, { set: 4, group: 3 }, W2), change(5, { end: true, group: 3 }, W2));
  assert.equal([first.shown, second.shown], [[3], [4]]);
});

test("a writer that is gone is not waited for", () => {
  const { gate, first, second } = group();
  first.add(change(1, { set: 1, group: 1 }), change(2, { end: true, group: 1 }));
  gate.leave(second.sets, W2);
  assert.equal(first.shown, [1]);
});

test("a silent writer cannot make the others hold without end", () => {
  const { first, second } = group();
  first.add(change(1, { set: 1, group: 1 }), change(2, { end: true, group: 1 }));
  for (let sn = 3; sn < 9; sn++) first.add(change(sn));
  assert.equal(first.shown, [3, 4, 5, 6, 7, 8]);
  assert.is(first.lost, 1);
  second.add(change(1, { set: 1, group: 1 }, W2), change(2, { end: true, group: 1 }, W2));
  assert.equal(second.shown, []);
  assert.is(second.lost, 1);
});

test("without a publisher's id a writer is a group of its own", () => {
  const gate = new GroupSets(() => "");
  const first = new Reader({ gate });
  const second = new Reader({ gate });
  gate.join(first.sets, W1);
  gate.join(second.sets, W2);
  first.add(change(1, { set: 1, group: 1 }), change(2, { end: true, group: 1 }));
  assert.equal(first.shown, [1]);
});

test.run();
