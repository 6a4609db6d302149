import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Condition, FilterError, GuardCondition, HANDLE_NIL, WaitSet } from "../../../src/index.js";
import { runFor, settle, virtualScheduler } from "../../support/simDcps.js";
import { rejection, type Shape, shape, thrown } from "../support.js";
import { names, openReading, writeAll } from "./support.js";

const test = suite("conditions and WaitSets");

/** A WaitSet in virtual time, and what its waits came to. */
async function openWaiting(options: Parameters<typeof openReading<Shape>>[0] = {}) {
  const reading = await openReading<Shape>(options);
  const waitSet = new WaitSet({ scheduler: virtualScheduler(reading.network) });
  const outcomes: (readonly Condition[] | string)[] = [];
  const wait = (timeoutMs = Infinity) => {
    void waitSet.wait({ timeoutMs }).then(
      (conditions) => outcomes.push(conditions),
      (error: Error & { code?: string }) => outcomes.push(error.code ?? error.message),
    );
    return settle();
  };
  return { ...reading, waitSet, outcomes, wait };
}

test("a ReadCondition is true while samples have its states", async () => {
  const { reader, writer, arrive } = await openReading();
  const any = reader.createReadCondition();
  const fresh = reader.createReadCondition({ sampleStates: "NOT_READ" });
  const seen = reader.createReadCondition({ sampleStates: "READ" });
  const ended = reader.createReadCondition({ instanceStates: ["NOT_ALIVE_DISPOSED", "NOT_ALIVE_NO_WRITERS"] });
  const triggers = () => [any, fresh, seen, ended].map((one) => one.triggerValue);
  assert.equal(triggers(), [false, false, false, false]);
  writer.write(shape(1));
  await arrive();
  assert.equal(triggers(), [true, true, false, false]);
  reader.read();
  assert.equal(triggers(), [true, false, true, false]);
  writer.dispose({ color: "RED" });
  await arrive();
  assert.equal(triggers(), [true, true, true, true]);
  reader.take({ sampleStates: "NOT_READ" });
  assert.equal(triggers(), [true, false, true, true]);
  reader.take();
  assert.equal(triggers(), [false, false, false, false]);
});

test("read and take with a condition return what it is true for", async () => {
  const { reader, writer, arrive } = await openReading();
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
  ]);
  await arrive();
  reader.readInstance(reader.lookupInstance({ color: "RED" }));
  writer.write(shape(2));
  await arrive();
  const condition = reader.createReadCondition({ sampleStates: "NOT_READ" });
  assert.equal(names(reader.read({ condition, max: 1 })), ["BLUE 1"]);
  assert.equal(names(reader.take({ condition })), ["RED 2"]);
  assert.equal(reader.take({ condition }), []);
  const error = thrown(() => reader.read({ condition, viewStates: "NEW" }));
  assert.is(error.code, "BAD_PARAMETER");
});

test("a condition of another reader, and one that was deleted", async () => {
  const { reader, b } = await openReading();
  const other = b.participant.createReader(reader.topic);
  const condition = reader.createReadCondition();
  assert.is(thrown(() => other.read({ condition })).code, "PRECONDITION_NOT_MET");
  assert.is(thrown(() => other.deleteReadCondition(condition)).code, "PRECONDITION_NOT_MET");
  reader.deleteReadCondition(condition);
  assert.is(condition.triggerValue, false);
  assert.is(thrown(() => reader.read({ condition })).code, "PRECONDITION_NOT_MET");
  assert.is(thrown(() => reader.deleteReadCondition(condition)).code, "PRECONDITION_NOT_MET");
});

test("a QueryCondition is true while content fits too", async () => {
  const { reader, writer, arrive } = await openReading();
  const big = reader.createQueryCondition("x > %0", ["10"], { sampleStates: "NOT_READ" });
  assert.is(big.queryExpression, "x > %0");
  assert.equal(big.queryParameters, ["10"]);
  assert.is(big.triggerValue, false);
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 10],
  ]);
  await arrive();
  assert.is(big.triggerValue, false);
  writeAll(writer, [
    ["RED", 11],
    ["BLUE", 12],
    ["BLUE", 2],
  ]);
  await arrive();
  assert.is(big.triggerValue, true);
  assert.equal(names(reader.read({ condition: big, max: 1 })), ["RED 11"]);
  assert.is(big.triggerValue, true);
  assert.equal(names(reader.read({ condition: big })), ["BLUE 12"]);
  assert.is(big.triggerValue, false);
  assert.equal(names(reader.read({ sampleStates: "NOT_READ" })), ["RED 1", "BLUE 10", "BLUE 2"]);
});

test("parameters that change let other samples fit, old ones too", async () => {
  const { reader, writer, arrive } = await openReading();
  const query = reader.createQueryCondition("color = %0", ["'GREEN'"]);
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
  ]);
  await arrive();
  assert.is(query.triggerValue, false);
  query.setQueryParameters(["'BLUE'"]);
  assert.is(query.triggerValue, true);
  assert.equal(names(reader.take({ condition: query })), ["BLUE 1"]);
  assert.throws(
    () => query.setQueryParameters([]),
    (error: Error) => error instanceof FilterError,
  );
  assert.equal(query.queryParameters, ["'BLUE'"]);
});

test("a query sees states change under samples that it had looked at before", async () => {
  const { reader, writer, arrive } = await openReading();
  const query = reader.createQueryCondition("x = 1", [], {
    instanceStates: "NOT_ALIVE_DISPOSED",
    sampleStates: "READ",
  });
  writer.write(shape(1));
  await arrive();
  assert.is(query.triggerValue, false);
  writer.dispose({ color: "RED" });
  await arrive();
  assert.is(query.triggerValue, false);
  reader.read();
  assert.is(query.triggerValue, true);
  writer.write(shape(2));
  await arrive();
  assert.is(query.triggerValue, false);
});

test("without valid data there is the key, and nothing else fits", async () => {
  const { reader, writer, arrive } = await openReading();
  const byKey = reader.createQueryCondition("color = 'RED'");
  const byValue = reader.createQueryCondition("x < 100");
  writer.write(shape(1));
  writer.dispose({ color: "RED" });
  await arrive();
  assert.equal(names(reader.read({ condition: byKey })), ["RED 1", "RED -"]);
  assert.equal(names(reader.read({ condition: byValue })), ["RED 1"]);
});

test("ORDER BY is the order of the collection, and max takes the first of it", async () => {
  const { reader, writer, arrive } = await openReading();
  const query = reader.createQueryCondition("x > 1 ORDER BY x");
  writeAll(writer, [
    ["RED", 5],
    ["BLUE", 2],
    ["RED", 1],
    ["BLUE", 4],
    ["RED", 3],
  ]);
  await arrive();
  const samples = reader.read({ condition: query });
  assert.equal(names(samples), ["BLUE 2", "RED 3", "BLUE 4", "RED 5"]);
  assert.equal(
    samples.map(({ info }) => info.sampleRank),
    [1, 1, 0, 0],
  );
  assert.equal(names(reader.take({ condition: query, max: 2 })), ["BLUE 2", "RED 3"]);
  const red = reader.lookupInstance({ color: "RED" });
  assert.equal(names(reader.take({ condition: query, instance: red })), ["RED 5"]);
});

test("walking instances with a condition", async () => {
  const { reader, writer, arrive } = await openReading();
  const query = reader.createQueryCondition("x >= 2");
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 2],
    ["GREEN", 1],
    ["PINK", 3],
  ]);
  await arrive();
  const seen: string[] = [];
  let previous = HANDLE_NIL;
  for (;;) {
    const samples = reader.takeNextInstance(previous, { condition: query });
    if (samples.length === 0) break;
    seen.push(...names(samples));
    previous = samples[0]!.info.instanceHandle;
  }
  assert.equal(seen, ["BLUE 2", "PINK 3"]);
});

test("an expression that does not fit the type", async () => {
  const { reader } = await openReading();
  assert.throws(
    () => reader.createQueryCondition("nothing = 1"),
    (error: Error) => error instanceof FilterError,
  );
  assert.is(
    thrown(() => reader.createQueryCondition("x = 1", [], { viewStates: "OLD" as never })).code,
    "BAD_PARAMETER",
  );
});

test("wait resolves at once with every condition that is true", async () => {
  const { reader, writer, arrive, waitSet, outcomes, wait } = await openWaiting();
  const fresh = reader.createReadCondition({ sampleStates: "NOT_READ" });
  const old = reader.createReadCondition({ sampleStates: "READ" });
  const guard = new GuardCondition();
  for (const one of [fresh, old, guard]) waitSet.attach(one);
  assert.equal(waitSet.conditions, [fresh, old, guard]);
  writer.write(shape(1));
  await arrive();
  guard.triggerValue = true;
  await wait();
  assert.is(outcomes.length, 1);
  assert.equal([...(outcomes[0] as Condition[])], [fresh, guard]);
});

test("wait resolves when data comes, and when states change by reading", async () => {
  const { reader, writer, arrive, waitSet, outcomes, wait } = await openWaiting();
  const fresh = reader.createReadCondition({ sampleStates: "NOT_READ" });
  waitSet.attach(fresh);
  await wait();
  await arrive(1000);
  assert.equal(outcomes, []);
  writer.write(shape(1));
  await arrive();
  assert.equal(outcomes.splice(0), [[fresh]]);
  waitSet.detach(fresh);
  const old = reader.createReadCondition({ sampleStates: "READ" });
  waitSet.attach(old);
  await wait();
  assert.equal(outcomes, []);
  reader.read();
  await settle();
  assert.equal(outcomes, [[old]]);
});

test("wait resolves when content that fits comes, not before", async () => {
  const { reader, writer, arrive, waitSet, outcomes, wait } = await openWaiting();
  const query = reader.createQueryCondition("x = 7");
  waitSet.attach(query);
  await wait();
  for (let x = 0; x < 7; x++) writer.write(shape(x));
  await arrive();
  assert.equal(outcomes, []);
  writer.write(shape(7));
  await arrive();
  assert.equal(outcomes, [[query]]);
});

test("wait ends with TIMEOUT after so much virtual time", async () => {
  const { reader, network, waitSet, outcomes, wait } = await openWaiting();
  waitSet.attach(reader.createReadCondition());
  await wait(250);
  await runFor(network, 249);
  assert.equal(outcomes, []);
  await runFor(network, 2);
  assert.equal(outcomes, ["TIMEOUT"]);
  await wait(0);
  await runFor(network, 1);
  assert.equal(outcomes, ["TIMEOUT", "TIMEOUT"]);
});

test("one wait at a time, and a signal ends it", async () => {
  const waitSet = new WaitSet();
  const guard = new GuardCondition();
  waitSet.attach(guard);
  const abort = new AbortController();
  const first = rejection(waitSet.wait({ signal: abort.signal }));
  assert.is((await rejection(waitSet.wait())).code, "PRECONDITION_NOT_MET");
  const reason = new Error("enough");
  abort.abort(reason);
  assert.is(await first, reason);
  const second = waitSet.wait();
  guard.triggerValue = true;
  assert.equal(await second, [guard]);
  // It stays true until it is set to false.
  assert.equal(await waitSet.wait(), [guard]);
  guard.triggerValue = false;
  assert.is((await rejection(waitSet.wait({ timeoutMs: 0 }))).code, "TIMEOUT");
});

test("conditions come and go while somebody waits; a WaitSet may be shared by entities, a condition by WaitSets", async () => {
  const [one, two] = [new WaitSet(), new WaitSet()];
  const guard = new GuardCondition();
  const waits = [one.wait(), two.wait()];
  const other = new GuardCondition();
  one.attach(other);
  one.detach(other);
  assert.is(thrown(() => one.detach(other)).code, "PRECONDITION_NOT_MET");
  one.attach(guard);
  one.attach(guard);
  guard.triggerValue = true;
  two.attach(guard);
  for (const active of await Promise.all(waits)) assert.equal(active, [guard]);
  assert.is(one.conditions.length, 1);
});

test("conditions of a reader that is closed leave their WaitSets", async () => {
  const { reader, waitSet, outcomes, wait, network } = await openWaiting();
  const guard = new GuardCondition();
  const condition = reader.createReadCondition();
  for (const one of [condition, reader.statusCondition, guard]) waitSet.attach(one);
  reader.statusCondition.enabledStatuses = ["SAMPLE_LOST"];
  await wait(100);
  await reader.close();
  assert.equal(waitSet.conditions, [guard]);
  assert.is(condition.triggerValue, false);
  await runFor(network, 101);
  assert.equal(outcomes, ["TIMEOUT"]);
  assert.is(thrown(() => reader.createReadCondition()).code, "ALREADY_DELETED");
  assert.is(thrown(() => reader.createQueryCondition("x = 1")).code, "ALREADY_DELETED");
});

test("a wait ends when the last condition is closed; a set that never had one waits for some", async () => {
  const { reader, waitSet, outcomes, wait } = await openWaiting();
  const [first, second] = [reader.createReadCondition(), reader.createReadCondition({ instanceStates: "ALIVE" })];
  waitSet.attach(first);
  waitSet.attach(second);
  await wait();
  reader.deleteReadCondition(first);
  await settle();
  assert.equal(outcomes, [], "one is left");
  await reader.close();
  await settle();
  assert.equal(outcomes, ["ALREADY_DELETED"]);
  for (const closed of [first, second, reader.statusCondition]) {
    assert.is(thrown(() => waitSet.attach(closed)).code, "ALREADY_DELETED");
  }
  await wait();
  assert.equal(outcomes, ["ALREADY_DELETED", "ALREADY_DELETED"], "nor does anybody wait later");
  const guard = new GuardCondition();
  waitSet.attach(guard);
  await wait();
  guard.triggerValue = true;
  await settle();
  assert.equal(outcomes[2], [guard]);
  waitSet.detach(guard);
  await wait();
  waitSet.attach(guard);
  await settle();
  assert.equal(outcomes[3], [guard], "empty because the user wants it so");
});

test("a StatusCondition wakes for the statuses that are enabled", async () => {
  const { reader, writer, arrive, waitSet, outcomes, wait, anotherWriter } = await openWaiting();
  const condition = reader.statusCondition;
  assert.is(condition, reader.statusCondition);
  assert.equal(reader.statusChanges, ["LIVELINESS_CHANGED", "SUBSCRIPTION_MATCHED"]);
  assert.is(condition.triggerValue, true);
  condition.enabledStatuses = ["DATA_AVAILABLE"];
  assert.equal(condition.enabledStatuses, ["DATA_AVAILABLE"]);
  assert.is(condition.triggerValue, false);
  waitSet.attach(condition);
  await wait();
  await anotherWriter();
  assert.equal(outcomes, []);
  writer.write(shape(1));
  await arrive();
  assert.equal(outcomes.splice(0), [[condition]]);
  reader.read({ sampleStates: "READ" });
  assert.is(condition.triggerValue, false);
  condition.enabledStatuses = ["SUBSCRIPTION_MATCHED", "SAMPLE_LOST"];
  await wait();
  assert.equal(outcomes.splice(0), [[condition]]);
  assert.is(reader.subscriptionMatchedStatus.totalCount, 2);
  assert.is(condition.triggerValue, false);
  assert.is(thrown(() => (condition.enabledStatuses = ["NONE" as never])).code, "BAD_PARAMETER");
});

test("writers and participants have a StatusCondition too", async () => {
  const { writer, a, waitSet, outcomes, wait, reader, arrive } = await openWaiting();
  assert.equal(writer.statusChanges, ["PUBLICATION_MATCHED"]);
  assert.is(writer.publicationMatchedStatus.totalCount, 1);
  assert.equal(writer.statusChanges, []);
  assert.equal(a.participant.statusChanges, []);
  waitSet.attach(a.participant.statusCondition);
  waitSet.attach(writer.statusCondition);
  await wait();
  await arrive();
  assert.equal(outcomes, []);
  await reader.close();
  await arrive();
  assert.equal(outcomes, [[writer.statusCondition]]);
});

test.run();
