// DDS 1.4 §2.2.3.9.2: who owns an instance, sentence by sentence.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { InstanceOwnership } from "../../../src/dcps/reader/InstanceOwnership.js";
import { MatchedWriters } from "../../../src/dcps/reader/MatchedWriters.js";
import { DEFAULT_WRITER_QOS } from "../../../src/qos/index.js";
import { Guid } from "../../../src/rtps/structure/guid.js";
import { prefixOf } from "../../support/simParticipant.js";

const test = suite("ownership of an instance");

/** Writers by letter; the letters are in the order of their GUIDs. */
class Field {
  now = 0;
  deadlineMs = Number.POSITIVE_INFINITY;
  readonly strengths = new Map<string, number>();
  readonly writers = new MatchedWriters((guid) => ({
    ...DEFAULT_WRITER_QOS,
    ownershipStrength: { value: this.strengths.get(guid.toString())! },
  }));
  readonly instance = new InstanceOwnership();

  guid(name: string): Guid {
    return new Guid(prefixOf(name.charCodeAt(0)), 0x102);
  }

  match(strengths: Record<string, number>): this {
    for (const [name, strength] of Object.entries(strengths)) {
      this.strengths.set(this.guid(name).toString(), strength);
      this.writers.announced(this.guid(name));
    }
    return this;
  }

  /** "A" writes at `now`; the answer is whether anybody sees it. */
  write(name: string, now = this.now + 1): boolean {
    this.now = now;
    return this.instance.admits(this.writers.of(this.guid(name)), now, this.terms);
  }

  /** Each letter writes in turn; those that were seen. */
  seen(names: string): string {
    return [...names].filter((name) => this.write(name)).join("");
  }

  leave(name: string): void {
    this.writers.gone(this.guid(name).toString(), true);
  }

  unregister(name: string): void {
    this.instance.unregistered(this.writers.of(this.guid(name)), this.now, this.terms);
  }

  get terms() {
    return { changes: this.writers.changes, deadlineMs: this.deadlineMs };
  }

  get owner(): string | undefined {
    const guid = this.instance.ownerGuid;
    return guid === undefined ? undefined : String.fromCharCode(guid.prefix.bytes[11]!);
  }
}

test("the strongest writer owns the instance, whoever wrote first", () => {
  const field = new Field().match({ A: 1, B: 3, C: 2 });
  assert.is(field.seen("ABCABC"), "ABB");
  assert.is(field.owner, "B");
});

test("a stronger writer that has not written it does not own it", () => {
  const field = new Field().match({ A: 1, B: 3 });
  assert.is(field.seen("AAA"), "AAA");
});

test("negative strengths compare as numbers", () => {
  assert.is(new Field().match({ A: -2, B: -1, C: 0 }).seen("ABCAB"), "ABC");
});

test("of equals the lowest GUID owns, in whatever order they write", () => {
  assert.is(new Field().match({ A: 5, B: 5 }).seen("ABAB"), "AA");
  assert.is(new Field().match({ A: 5, B: 5 }).seen("BABA"), "BAA");
});

test("(b) the owner's strength falls: the strongest of those that write it owns it from then on", () => {
  const field = new Field().match({ A: 10, B: 5, C: 3 });
  assert.is(field.seen("ABC"), "A");
  field.match({ A: 4 });
  assert.is(field.seen("ACB"), "B");
  field.match({ A: 6 });
  assert.is(field.seen("BAB"), "A");
});

test("(b) a change of strength that leaves the owner the strongest changes nothing", () => {
  const field = new Field().match({ A: 10, B: 5 });
  assert.is(field.seen("AB"), "A");
  field.match({ A: 6 });
  assert.is(field.seen("BAB"), "A");
});

test("another writer becomes stronger: it owns the instance though it has written it before that only", () => {
  const field = new Field().match({ A: 10, B: 5 });
  field.seen("AB");
  field.match({ B: 11 });
  assert.is(field.seen("AB"), "B");
});

test("(c) the owner is not alive: the strongest of the others takes over, not the next to write", () => {
  const field = new Field().match({ A: 10, B: 5, C: 3 });
  field.seen("ABC");
  field.writers.gone(field.guid("A").toString(), false);
  assert.is(field.seen("CBC"), "B");
});

test("(c) an owner that is alive again owns the instance when it writes it", () => {
  const field = new Field().match({ A: 10, B: 5 });
  field.seen("AB");
  field.writers.gone(field.guid("A").toString(), false);
  field.writers.alive(field.guid("A"));
  assert.is(field.seen("BAB"), "BA");
});

test("an owner that is not matched any more, and one that unregisters the instance, lose it", () => {
  for (const end of ["unmatched", "unregistered"]) {
    const field = new Field().match({ A: 10, B: 5, C: 7 });
    field.seen("ABC");
    if (end === "unmatched") field.leave("A");
    else field.unregister("A");
    assert.is(field.seen("BCB"), "C", end);
  }
});

test("nobody owns it after the last writer: the next one that writes does", () => {
  const field = new Field().match({ A: 10, B: 5 });
  field.seen("A");
  field.unregister("A");
  assert.is(field.owner, undefined);
  assert.is(field.seen("BAB"), "BA");
});

test("another writer unregisters: nothing changes, but it is no candidate any more", () => {
  const field = new Field().match({ A: 10, B: 5, C: 3 });
  field.seen("ABC");
  field.unregister("B");
  assert.is(field.owner, "A");
  field.unregister("A");
  assert.is(field.owner, "C");
});

test("(d) the owner misses the deadline: the strongest that keeps it takes over, until the owner writes again", () => {
  const field = new Field().match({ A: 10, B: 7, C: 5 });
  field.deadlineMs = 100;
  field.write("A", 0);
  field.write("B", 10);
  field.write("C", 60);
  field.now = 100;
  field.instance.missedDeadline(100, field.terms);
  assert.is(field.owner, "B");
  assert.is(field.write("C", 105), false);
  assert.is(field.write("A", 110), true);
  assert.is(field.owner, "A");
});

test("(d) one that has let a period pass itself does not take over", () => {
  const field = new Field().match({ A: 10, B: 7, C: 5 });
  field.deadlineMs = 100;
  field.write("B", 0);
  field.write("A", 20);
  field.write("C", 60);
  field.instance.missedDeadline(120, field.terms);
  assert.is(field.owner, "C");
  field.instance.missedDeadline(220, field.terms);
  assert.is(field.owner, undefined);
});

test("what a lost writer has left behind counts only where there is no owner", () => {
  const field = new Field().match({ A: 10, B: 5 });
  field.leave("A");
  assert.is(field.write("A"), true);
  assert.is(field.owner, undefined);
  assert.is(field.write("B"), true);
  assert.is(field.write("A"), false);
});

test("property: the owner is always the strongest candidate, as a plain search finds it", () => {
  const names = ["A", "B", "C", "D"];
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48271) % 0x7fffffff;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    const field = new Field().match({ A: random(3), B: random(3), C: random(3), D: random(3) });
    const wrote = new Set<string>();
    const best = () =>
      [...wrote].sort((a, b) => {
        const strength = (name: string) => field.strengths.get(field.guid(name).toString())!;
        return strength(b) - strength(a) || (a < b ? -1 : 1);
      })[0];
    for (let step = 0; step < 40; step++) {
      const name = names[random(4)]!;
      const action = random(8);
      if (action === 0) field.match({ [name]: random(3) });
      else if (action === 1) {
        wrote.delete(name);
        field.unregister(name);
      } else if (action === 2) {
        wrote.delete(name);
        field.writers.gone(field.guid(name).toString(), false);
        field.writers.alive(field.guid(name));
      } else {
        wrote.add(name);
        assert.is(field.write(name), best() === name, `round ${round}, step ${step}`);
      }
    }
  }
});

test.run();
