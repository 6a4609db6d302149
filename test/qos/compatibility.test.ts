import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  checkCompatibility,
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  type ReaderQos,
  type WriterQos,
} from "../../src/qos/index.js";

// Which values fit is in rxoTable.test.ts; here is what is said about them.
const test = suite("offered against requested QoS");

function offer(change: Partial<WriterQos>): WriterQos {
  return { ...DEFAULT_WRITER_QOS, ...change };
}

function request(change: Partial<ReaderQos>): ReaderQos {
  return { ...DEFAULT_READER_QOS, ...change };
}

test("defaults fit", () => {
  assert.equal(checkCompatibility(DEFAULT_WRITER_QOS, DEFAULT_READER_QOS), []);
});

test("mismatches are told in words, with the ids of the statuses", () => {
  const found = checkCompatibility(
    offer({
      reliability: { kind: "BEST_EFFORT", maxBlockingTimeMs: 100 },
      durability: { kind: "VOLATILE" },
      deadline: { periodMs: 200 },
      latencyBudget: { durationMs: 5 },
      liveliness: { kind: "AUTOMATIC", leaseDurationMs: Infinity },
      dataRepresentation: { ids: ["XCDR2"] },
    }),
    request({
      reliability: { kind: "RELIABLE", maxBlockingTimeMs: 100 },
      durability: { kind: "TRANSIENT_LOCAL" },
      deadline: { periodMs: 100 },
      ownership: { kind: "EXCLUSIVE" },
      destinationOrder: { kind: "BY_SOURCE_TIMESTAMP" },
      presentation: { accessScope: "TOPIC", coherentAccess: true, orderedAccess: true },
      liveliness: { kind: "MANUAL_BY_TOPIC", leaseDurationMs: 1000 },
    }),
  );
  assert.equal(found, [
    { policyId: 11, policy: "RELIABILITY", offered: "BEST_EFFORT", requested: "RELIABLE" },
    { policyId: 2, policy: "DURABILITY", offered: "VOLATILE", requested: "TRANSIENT_LOCAL" },
    { policyId: 6, policy: "OWNERSHIP", offered: "SHARED", requested: "EXCLUSIVE" },
    { policyId: 4, policy: "DEADLINE", offered: "200 ms", requested: "at most 100 ms" },
    { policyId: 5, policy: "LATENCY_BUDGET", offered: "5 ms", requested: "at most 0 ms" },
    {
      policyId: 8,
      policy: "LIVELINESS",
      offered: "AUTOMATIC, lease infinite",
      requested: "MANUAL_BY_TOPIC, lease at most 1000 ms",
    },
    {
      policyId: 12,
      policy: "DESTINATION_ORDER",
      offered: "BY_RECEPTION_TIMESTAMP",
      requested: "BY_SOURCE_TIMESTAMP",
    },
    { policyId: 3, policy: "PRESENTATION", offered: "INSTANCE", requested: "TOPIC, coherent, ordered" },
    { policyId: 23, policy: "DATA_REPRESENTATION", offered: "XCDR2", requested: "XCDR1" },
  ]);
});

test("the defaults are those of DDS 1.4 and cannot be changed", () => {
  assert.equal(DEFAULT_WRITER_QOS.reliability, { kind: "RELIABLE", maxBlockingTimeMs: 100 });
  assert.equal(DEFAULT_READER_QOS.reliability, { kind: "BEST_EFFORT", maxBlockingTimeMs: 100 });
  assert.equal(DEFAULT_WRITER_QOS.history, { kind: "KEEP_LAST", depth: 1 });
  assert.is(DEFAULT_WRITER_QOS.durability.kind, "VOLATILE");
  assert.is(DEFAULT_WRITER_QOS.writerDataLifecycle.autodisposeUnregisteredInstances, true);
  assert.throws(() => {
    (DEFAULT_WRITER_QOS.history as { depth: number }).depth = 5;
  }, TypeError);
});

test.run();
