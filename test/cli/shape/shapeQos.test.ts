import { suite } from "uvu";
import * as assert from "uvu/assert";
import { groupQos, readerQos, writerQos } from "../../../src/cli/shape/shapeQos.js";
import { resolvePublisherQos, resolveReaderQos, resolveSubscriberQos, resolveWriterQos } from "../../../src/index.js";
import { FakeContext } from "./support.js";

const test = suite("QoS of the shapes program");

const optionsOf = (args: string) => new FakeContext(args).options;
const writer = (args: string) => resolveWriterQos(writerQos(optionsOf(`-P -t T ${args}`)));
const reader = (args: string) => resolveReaderQos(readerQos(optionsOf(`-S -t T ${args}`)));

test("without options: reliable, shared, XCDR1 alone, the last sample of each instance", () => {
  for (const qos of [writer(""), reader("")]) {
    assert.is(qos.reliability.kind, "RELIABLE");
    assert.is(qos.durability.kind, "VOLATILE");
    assert.is(qos.ownership.kind, "SHARED");
    assert.equal(qos.dataRepresentation.ids, ["XCDR1"]);
    assert.equal(qos.history, { kind: "KEEP_LAST", depth: 1 });
    assert.is(qos.deadline.periodMs, Infinity);
  }
  assert.is(writer("").lifespan.durationMs, Infinity);
  assert.is(reader("").timeBasedFilter.minimumSeparationMs, 0);
});

test("the options of both sides", () => {
  for (const qosOf of [writer, reader]) {
    const qos = qosOf("-b -D t -x 2 -k 7 -f 1500 -s 3");
    assert.is(qos.reliability.kind, "BEST_EFFORT");
    assert.is(qos.durability.kind, "TRANSIENT");
    assert.equal(qos.dataRepresentation.ids, ["XCDR2"]);
    assert.equal(qos.history, { kind: "KEEP_LAST", depth: 7 });
    assert.is(qos.deadline.periodMs, 1500);
    assert.is(qos.ownership.kind, "EXCLUSIVE");
    assert.is(qosOf("-k 0").history.kind, "KEEP_ALL");
  }
});

test("the options of one side", () => {
  assert.is(writer("-s 3").ownershipStrength.value, 3);
  assert.is(writer("-s 0").ownership.kind, "EXCLUSIVE");
  assert.is(writer("--lifespan 250").lifespan.durationMs, 250);
  assert.is(reader("--time-filter 1000").timeBasedFilter.minimumSeparationMs, 1000);
});

test("only what is disposed by name is disposed: neither unregistering nor the end does it", () => {
  const autodispose = (args: string) => writer(args).writerDataLifecycle.autodisposeUnregisteredInstances;
  for (const args of ["", "--final-instance-state d", "--final-instance-state u"]) assert.not(autodispose(args), args);
});

test("partition and presentation are those of the group", () => {
  const group = (args: string) => groupQos(optionsOf(`-S -t T ${args}`));
  for (const resolve of [resolvePublisherQos, resolveSubscriberQos]) {
    assert.equal(resolve(group("-p a*")).partition.names, ["a*"]);
    assert.equal(resolve(group("")).partition.names, []);
    // The scope alone asks for nothing: shape_main leaves PRESENTATION as it is then.
    for (const args of ["", "--access-scope t"]) {
      const { accessScope, coherentAccess, orderedAccess } = resolve(group(args)).presentation;
      assert.equal([accessScope, coherentAccess, orderedAccess], ["INSTANCE", false, false]);
    }
    const { accessScope, coherentAccess, orderedAccess } = resolve(group("--ordered --access-scope g")).presentation;
    assert.equal([accessScope, coherentAccess, orderedAccess], ["GROUP", false, true]);
    assert.is(resolve(group("--coherent")).presentation.coherentAccess, true);
  }
});

test.run();
