// RTPS 2.5 §8.4.12 and §8.4.10.4: in order, once, without holes it could have filled. GAP, lost samples, limits.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ReaderTable } from "../../support/ReaderTable.js";

const test = suite("reader: delivery");

test("samples that came out of order are delivered in order", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.data(2, 3);
  assert.equal(table.delivered(), []);
  writer.data(1);
  assert.equal(table.delivered(), [1, 2, 3]);
  writer.data(6, 4);
  assert.equal(table.delivered(), [4]);
  writer.data(5);
  assert.equal(table.delivered(), [5, 6]);
  assert.is(table.reader.pendingBytes, 0);
});

test("duplicates are dropped and counted, delivered or not", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.data(1, 1, 3, 3, 2, 2, 3, 1);
  assert.equal(table.delivered(), [1, 2, 3]);
  assert.is(table.reader.counters.duplicates, 5);
});

test("RL-11: samples that come before the first HEARTBEAT are kept, and it says where they start", () => {
  const table = new ReaderTable();
  const writer = table.match();
  writer.data(6, 7);
  assert.equal(table.delivered(), []);
  writer.heartbeat(6, 8);
  assert.equal(table.delivered(), [6, 7]);
  assert.equal(writer.sent(), ["ACKNACK 8 {8} #1 F"]);
  assert.equal(table.reports, ["data", "data"], "what was before the match is not lost");
});

test("samples that start at 1 need no HEARTBEAT", () => {
  const table = new ReaderTable();
  table.match().data(1, 2);
  assert.equal(table.delivered(), [1, 2]);
});

test("two writers do not wait for each other", () => {
  const table = new ReaderTable();
  const one = table.match().heartbeat(1, 5);
  const two = table.match().heartbeat(1, 5);
  one.data(2);
  two.data(1, 2);
  assert.equal(table.delivered(), [1, 2]);
});

test("a GAP lets later samples through", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 8);
  writer.data(3, 6, 8).gap(1, 3);
  assert.equal(table.delivered(), [3]);
  writer.gap(4, 5, [5, 7]);
  assert.equal(table.delivered(), [6, 8]);
  assert.is(table.reader.counters.lost, 0, "irrelevant is not lost");
});

test("RL-04: [gapStart, base) and the members, no more and no less", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 28);
  writer.sent();
  writer.gap(8, 11, [15, 16, 19, 20, 23, 27, 28]);
  writer.data(1, 2, 3, 4, 5, 6, 7);
  const wanted = [11, 12, 13, 14, 17, 18, 21, 22, 24, 25, 26];
  assert.is(writer.proxy.missingCount(), wanted.length);
  writer.data(...wanted);
  assert.equal(table.delivered(), [1, 2, 3, 4, 5, 6, 7, ...wanted]);
  writer.heartbeat(1, 28);
  assert.equal(writer.sent(), ["ACKNACK 29 #2 F"]);
});

test("a GAP for what has arrived changes nothing", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 3);
  writer.data(1, 3).gap(1, 2, [3]);
  assert.equal(table.delivered(), [1]);
  writer.data(2);
  assert.equal(table.delivered(), [2, 3]);
});

test("a huge GAP costs no more than a small one", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 5);
  writer
    .data(2 ** 40 + 1, 3)
    .gap(1, 3)
    .gap(4, 2 ** 40 + 1);
  assert.equal(table.delivered(), [3, 2 ** 40 + 1]);
});

test("an irrelevant sample takes its number and is not delivered", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 3);
  writer.data(1).irrelevant(2).data(3).irrelevant(2);
  assert.equal(table.delivered(), [1, 3]);
  const bestEffort = new ReaderTable({ reliable: false });
  bestEffort.match().data(1).irrelevant(2).data(3);
  assert.equal(bestEffort.delivered(), [1, 3]);
  assert.equal(bestEffort.reports, ["data", "data"]);
});

test("a HEARTBEAT that starts later says that samples are lost; what waited is delivered", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 4);
  writer.data(1, 3, 6).heartbeat(5, 6);
  assert.equal(table.delivered(), [1, 3]);
  assert.equal(table.reports, ["data", "lost 2", "data"]);
  writer.data(5);
  assert.equal(table.delivered(), [5, 6]);
  assert.is(table.reader.counters.lost, 2);
});

test("a late sample that was given up is not delivered out of order", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 4).heartbeat(4, 4);
  writer.data(4, 2);
  assert.equal(table.delivered(), [4]);
});

test("RL-07: a HEARTBEAT up to 2^53 neither loops nor stops real samples", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.sent();
  writer.heartbeat(1, Number.MAX_SAFE_INTEGER - 65536, { count: 100 });
  assert.match(writer.sent().join(), /^ACKNACK 1 \{1,2,.*,256\} #2 F$/);
  writer.data(1, 2, 3, 4);
  table.run(600);
  writer.heartbeat(1, 5, { count: 2 });
  assert.match(table.run(1300).join(), /ACKNACK 5 \{5\} #\d+ F$/, "asked for by nackRepeat at the latest");
  writer.data(5);
  assert.equal(table.delivered(), [1, 2, 3, 4, 5]);
  assert.equal(table.run(60_000), []);
});

test("RL-07: a forged first number is taken back by a later true HEARTBEAT, and counted", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.data(1, 2);
  writer.heartbeat(2 ** 40, 2 ** 40, { count: 100 });
  table.delivered();
  table.run(600);
  writer.heartbeat(1, 4, { count: 2 });
  assert.is(table.reader.counters.heartbeatsRevoked, 1);
  writer.data(3, 4);
  assert.equal(table.delivered(), [3, 4]);
});

const FAR = 2 ** 50;

for (const kind of ["DATA", "DATA_FRAG", "no sample before it"]) {
  test(`RL-07: a forged GAP and sample far ahead are taken back by true HEARTBEATs: ${kind}`, () => {
    const table = new ReaderTable();
    const writer = table.match().heartbeat(1, 0);
    if (kind !== "no sample before it") writer.data(1, 2);
    writer.sent();
    table.delivered();
    const first = kind === "no sample before it" ? 1 : 3;
    writer.gap(1, FAR - 1);
    if (kind === "DATA_FRAG") writer.fragment(FAR - 1, 1);
    else writer.gap(FAR - 1, FAR).data(FAR);
    table.delivered();
    for (let sn = first; sn <= first + 5; sn++) {
      table.now += 99;
      writer.data(sn).heartbeat(1, sn, { final: true });
      assert.equal(writer.sent(), [], "nothing is acknowledged that may not be here");
    }
    table.now += 5;
    writer.heartbeat(1, first + 5);
    assert.is(table.reader.counters.heartbeatsRevoked, 1);
    assert.is(table.reader.pendingBytes, 0);
    const missing = [first, first + 1, first + 2, first + 3, first + 4, first + 5];
    assert.equal(writer.sent(), [`ACKNACK ${first} {${missing}} #2 F`]);
    writer.data(...missing, first + 6).heartbeat(1, first + 6);
    assert.equal(table.delivered(), [...missing, first + 6], "each once");
    assert.equal(writer.sent(), [`ACKNACK ${first + 7} #3 F`]);
    assert.not(table.reports.includes("restarted"));
  });
}

test("RL-07: HEARTBEATs overtaken by samples take nothing back", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.sent();
  // Each HEARTBEAT is 400 ms behind the samples it names, one sample in ten is lost and repaired.
  for (let sn = 1; sn <= 100; sn++) {
    table.now += 100;
    writer.data(sn % 10 === 5 ? sn - 1 : sn);
    if (sn % 10 === 6) writer.data(sn - 1);
    writer.heartbeat(1, Math.max(0, sn - 4));
  }
  assert.is(table.reader.counters.heartbeatsRevoked, 0);
  assert.not(table.reports.includes("restarted"));
  assert.is(table.delivered().length, 100);
  table.now += 1000;
  writer.heartbeat(1, 90, { count: 5 });
  assert.is(table.reader.counters.heartbeatsRevoked, 1, "an old count is a suspicion of another kind");
  assert.is(writer.proxy.expectedSn, 101);
});

test("PL-23: a writer that began anew and counts on from a higher count is told by HEARTBEATs that end too low", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.data(1, 2, 3, 4, 5).heartbeat(1, 5);
  table.now += 100;
  writer.data(1).heartbeat(1, 1);
  table.now += 499;
  writer.heartbeat(1, 1);
  assert.not(table.reports.includes("restarted"));
  table.now += 1;
  writer.heartbeat(1, 1);
  assert.ok(table.reports.includes("restarted"));
});

test("RL-07: what waits for room when a forged number is taken back keeps its order", () => {
  const table = new ReaderTable({ limits: { maxUntakenChanges: 1 } });
  const writer = table.match().heartbeat(1, 0);
  writer.data(2, 3, 1);
  writer.gap(1, 1000).heartbeat(1, 3).data(4);
  assert.is(table.reader.counters.heartbeatsRevoked, 1);
  const got = [...table.delivered(1), ...table.delivered(1)];
  writer.data(4);
  assert.equal([...got, ...table.delivered(), ...table.delivered()], [1, 2, 3]);
  writer.data(4);
  assert.equal(table.delivered(), [4]);
});

test("RL-07: a writer that came back goes on where it stopped after a forged HEARTBEAT too", () => {
  const table = new ReaderTable();
  const before = table.match();
  before.heartbeat(1, 0).data(1, 2, 3);
  table.delivered();
  before.remove();
  const after = table.matchAgain(before);
  after.heartbeat(FAR, FAR).heartbeat(1, 4).data(1, 2, 3, 4);
  assert.equal(table.delivered(), [4]);
});

test("after a forged HEARTBEAT, a number that is really missing later is asked for at once", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.sent();
  writer.heartbeat(1, 1000, { count: 2 }).sent();
  writer.data(1).heartbeat(1, 1, { count: 3 }).sent();
  writer.data(2).heartbeat(1, 3, { count: 4, final: true });
  assert.equal(writer.sent(), ["ACKNACK 3 {3} #4 F"]);
});

test("best effort: old and doubled samples are dropped, a jump is a loss, the first one is not", () => {
  const table = new ReaderTable({ reliable: false });
  table.match({ reliable: false }).data(5, 6, 6, 4, 9, 8, 10);
  assert.equal(table.delivered(), [5, 6, 9, 10]);
  assert.equal(
    table.reports.filter((line) => line !== "data"),
    ["lost 2"],
  );
  assert.is(table.reader.counters.duplicates, 3);
});

test("RL-18: a best-effort jump of 2^40 is counted", () => {
  const table = new ReaderTable({ reliable: false });
  table.match({ reliable: false }).data(1, 2 ** 40);
  assert.is(table.reader.counters.lost, 2 ** 40 - 2);
});

test("RL-18: forged HEARTBEATs add up to no more than a Number holds", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  for (let i = 0; i < 12; i++) writer.heartbeat(FAR * 7, FAR * 7).heartbeat(1, 0);
  assert.is(table.reader.counters.lost, Number.MAX_SAFE_INTEGER);
  assert.equal(table.reports, [`lost ${FAR * 7 - 1}`, `lost ${FAR}`], "nothing is told that is not counted");
});

test("RL-18: best effort: a forged number far ahead is taken back by the next true sample", () => {
  const table = new ReaderTable({ reliable: false });
  const writer = table.match({ reliable: false }).data(1, 2, FAR, 3, 4, 2, 3);
  assert.equal(table.delivered(), [1, 2, FAR, 3, 4]);
  writer.gap(5, FAR).data(5, FAR - 1, 6, 7, 5);
  assert.equal(table.delivered(), [5, FAR - 1, 6, 7]);
  assert.is(table.reader.counters.heartbeatsRevoked, 3);
  writer.data(1000, 999, 1001);
  assert.equal(table.delivered(), [1000, 1001], "a leap that may be a loss is believed");
});

test("best effort: a GAP moves on without a loss", () => {
  const table = new ReaderTable({ reliable: false });
  table.match().data(1).gap(2, 5).data(5);
  assert.equal(table.delivered(), [1, 5]);
  assert.is(table.reader.counters.lost, 0);
});

test("a full reader stops best-effort samples and counts them", () => {
  const table = new ReaderTable({ reliable: false, limits: { maxUntakenChanges: 2 } });
  const writer = table.match({ reliable: false }).data(1, 2, 3);
  assert.is(table.reader.counters.rejected, 1);
  assert.equal(table.delivered(), [1, 2]);
  writer.data(4);
  assert.equal(table.delivered(), [4]);
});

test("a full reader acknowledges only what it has, and asks for the rest when there is room", () => {
  const table = new ReaderTable({ limits: { maxUntakenChanges: 2 } });
  const writer = table.match().heartbeat(1, 0);
  writer.sent();
  writer.data(1, 2, 3, 4).heartbeat(1, 4);
  assert.is(table.reader.untakenCount, 2);
  assert.is(table.reader.counters.postponed, 2);
  assert.equal(writer.sent(), ["ACKNACK 3 #2 F"], "nothing is asked for that there is no room for");
  assert.equal(table.delivered(1), [1]);
  assert.equal(writer.sent(), ["ACKNACK 3 {3,4} #3 F"]);
  writer.data(3, 4);
  assert.equal(table.delivered(), [2, 3]);
  assert.equal(writer.sent(), ["ACKNACK 4 {4} #4 F"]);
  writer.data(4, 5);
  assert.equal(table.delivered(), [4, 5]);
  assert.is(table.reader.pendingBytes, 0);
});

test("samples that wait for an earlier one are delivered as far as there is room, in order", () => {
  const table = new ReaderTable({ limits: { maxUntakenChanges: 2 } });
  const writer = table.match().heartbeat(1, 0);
  writer.data(2, 3, 4, 1);
  assert.equal(table.delivered(1), [1]);
  assert.equal(table.delivered(1), [2]);
  assert.equal(table.delivered(), [3, 4]);
  assert.is(table.reader.pendingBytes, 0);
});

test("maxUntakenBytes: samples that nobody takes are bounded by size", () => {
  const table = new ReaderTable({ limits: { maxUntakenBytes: 1000 } });
  const writer = table.match().heartbeat(1, 0);
  writer.sample(1, 600).sample(2, 600).sample(3, 10);
  assert.is(table.reader.untakenCount, 2, "the one that reaches the limit is the last");
  assert.equal(table.delivered(), [1, 2]);
  writer.sample(3, 10);
  assert.equal(table.delivered(), [3]);
});

test("maxSamples of a KEEP_ALL reader counts what the application layer holds", () => {
  const table = new ReaderTable({ maxSamples: 3 });
  const writer = table.match().heartbeat(1, 0);
  writer.data(1, 2, 3, 4);
  assert.equal(table.delivered(), [1, 2, 3]);
  table.reader.heldOutside = 3;
  writer.data(4);
  assert.is(table.reader.untakenCount, 0);
  table.reader.heldOutside = 2;
  assert.ok(table.reader.resumeBlocked());
  writer.data(4);
  assert.equal(table.delivered(), [4]);
});

test("a writer that comes back goes on where it stopped", () => {
  const table = new ReaderTable();
  const before = table.match();
  before.heartbeat(1, 0).data(1, 2, 3);
  assert.equal(table.delivered(), [1, 2, 3]);
  before.remove();
  const after = table.matchAgain(before);
  after.data(3, 4).heartbeat(2, 4);
  assert.equal(table.delivered(), [4], "number 3 is not delivered twice");
  // Restarted under the same name: its numbers begin again.
  after.remove();
  table.matchAgain(after).heartbeat(1, 2).data(1, 2);
  assert.equal(table.delivered(), [1, 2]);
});

test("maxOutOfOrderChanges: refused samples are counted and come again by NACK", () => {
  const table = new ReaderTable({ limits: { maxOutOfOrderChanges: 2 } });
  const writer = table.match().heartbeat(1, 0);
  writer.sent();
  writer.data(2, 3, 4).heartbeat(1, 4);
  assert.is(table.reader.counters.outOfOrderRefused, 1);
  assert.equal(writer.sent(), ["ACKNACK 1 {1,4} #2 F"]);
  writer.data(1, 4);
  assert.equal(table.delivered(), [1, 2, 3, 4]);
});

test("maxReceivedRanges: holes are bounded", () => {
  const table = new ReaderTable({ limits: { maxReceivedRanges: 3 } });
  const writer = table.match().heartbeat(1, 0);
  writer.data(3, 5, 7, 9, 11);
  assert.is(table.reader.counters.outOfOrderRefused, 2);
  writer.gap(20, 21, [22, 24, 26]);
  writer.data(1, 2, 4, 6, 8, 9, 10, 11);
  assert.equal(table.delivered(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test("maxPendingBytes: out-of-order samples are bounded by size", () => {
  const table = new ReaderTable({ limits: { maxPendingBytes: 1000 } });
  const writer = table.match().heartbeat(1, 0);
  writer.sample(2, 600).sample(3, 600).sample(4, 10);
  assert.is(table.reader.counters.bytesRefused, 1);
  writer.data(1);
  assert.equal(table.delivered(), [1, 2, 3]);
  assert.is(table.reader.pendingBytes, 0);
});

test("an ended match releases what it held", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.data(2, 3).fragment(5, 1);
  assert.ok(table.reader.pendingBytes > 0);
  writer.remove();
  assert.is(table.reader.pendingBytes, 0);
});

test.run();
