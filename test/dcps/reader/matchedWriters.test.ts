import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MatchedWriters } from "../../../src/dcps/reader/MatchedWriters.js";
import { DEFAULT_WRITER_QOS } from "../../../src/qos/index.js";
import { Guid } from "../../../src/rtps/structure/guid.js";
import { prefixOf } from "../../support/simParticipant.js";

const test = suite("matched writers");
const A = new Guid(prefixOf(1), 0x102);

function writersWith(offer: { strength: number; lifespanMs: number }) {
  return new MatchedWriters(() => ({
    ...DEFAULT_WRITER_QOS,
    ownershipStrength: { value: offer.strength },
    lifespan: { durationMs: offer.lifespanMs },
  }));
}

test("what a writer announces anew holds at once, and only a change of strength concerns owners", () => {
  const offer = { strength: 1, lifespanMs: Number.POSITIVE_INFINITY };
  const writers = writersWith(offer);
  writers.announced(A);
  const life = writers.of(A);
  const { changes } = writers;
  offer.lifespanMs = 50;
  writers.announced(A);
  assert.is(writers.of(A), life);
  assert.is(life.lifespanMs, 50);
  assert.is(writers.changes, changes);
  offer.strength = 2;
  writers.announced(A);
  assert.is(life.strength, 2);
  assert.is(writers.changes, changes + 1);
});

test("it is known whether any writer's samples expire", () => {
  const offer = { strength: 0, lifespanMs: 50 };
  const writers = writersWith(offer);
  assert.is(writers.haveLifespans, false);
  writers.announced(A);
  assert.is(writers.haveLifespans, true);
  offer.lifespanMs = Number.POSITIVE_INFINITY;
  writers.announced(A);
  assert.is(writers.haveLifespans, false);
  offer.lifespanMs = 10;
  writers.announced(A);
  writers.gone(A.toString(), false);
  writers.alive(A);
  assert.is(writers.haveLifespans, true);
  writers.gone(A.toString(), true);
  assert.is(writers.of(A).isOver, true);
  assert.is(writers.haveLifespans, false);
});

test("a writer that is not alive has a life that is over, and a new one when it returns", () => {
  const writers = writersWith({ strength: 0, lifespanMs: 50 });
  writers.announced(A);
  const first = writers.of(A);
  writers.alive(A);
  assert.is(writers.of(A), first, "it was alive anyway");
  writers.gone(A.toString(), false);
  assert.is(first.isOver, true);
  assert.is(writers.of(A), first);
  writers.alive(A);
  assert.is.not(writers.of(A), first);
  assert.is(writers.of(A).isOver, false);
});

test("a writer that nobody knows has a life that is over, and none is kept for it", () => {
  const writers = new MatchedWriters(() => undefined);
  assert.is(writers.of(A).isOver, true);
  assert.is.not(writers.of(A), writers.of(A));
  writers.gone(A.toString(), true);
  assert.is(writers.changes, 0);
});

test.run();
