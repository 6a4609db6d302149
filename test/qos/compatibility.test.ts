import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  checkCompatibility,
  type DataRepresentationId,
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  type DestinationOrderKind,
  type DurabilityKind,
  type LivelinessKind,
  type OwnershipKind,
  type PresentationScope,
  type ReaderQos,
  type ReliabilityKind,
  type WriterQos,
} from "../../src/qos/index.js";

const test = suite("offered against requested QoS");

function offer(change: Partial<WriterQos>): WriterQos {
  return { ...DEFAULT_WRITER_QOS, ...change };
}

function request(change: Partial<ReaderQos>): ReaderQos {
  return { ...DEFAULT_READER_QOS, ...change };
}

/** Names of the policies that do not fit. */
function policies(offered: WriterQos, requested: ReaderQos): string {
  return checkCompatibility(offered, requested)
    .map((mismatch) => mismatch.policy)
    .join(",");
}

/** For each offered kind (row) and requested kind (column): y fits, n does not. */
function checkTable<K>(
  kinds: readonly K[],
  rows: readonly string[],
  run: (offered: K, requested: K) => string,
  policy: string,
) {
  kinds.forEach((offered, row) => {
    kinds.forEach((requested, column) => {
      const expected = rows[row]![column] === "y" ? "" : policy;
      assert.is(run(offered, requested), expected, `${policy}: ${offered} offered, ${requested} requested`);
    });
  });
}

test("defaults fit", () => {
  assert.equal(checkCompatibility(DEFAULT_WRITER_QOS, DEFAULT_READER_QOS), []);
});

test("RELIABILITY: each pair of kinds", () => {
  const kinds: ReliabilityKind[] = ["BEST_EFFORT", "RELIABLE"];
  const run = (a: ReliabilityKind, b: ReliabilityKind) =>
    policies(
      offer({ reliability: { kind: a, maxBlockingTimeMs: 100 } }),
      request({ reliability: { kind: b, maxBlockingTimeMs: 0 } }),
    );
  checkTable(kinds, ["yn", "yy"], run, "RELIABILITY");
});

test("DURABILITY: each pair of kinds", () => {
  const kinds: DurabilityKind[] = ["VOLATILE", "TRANSIENT_LOCAL", "TRANSIENT", "PERSISTENT"];
  const run = (a: DurabilityKind, b: DurabilityKind) =>
    policies(offer({ durability: { kind: a } }), request({ durability: { kind: b } }));
  checkTable(kinds, ["ynnn", "yynn", "yyyn", "yyyy"], run, "DURABILITY");
});

test("OWNERSHIP: each pair of kinds", () => {
  const kinds: OwnershipKind[] = ["SHARED", "EXCLUSIVE"];
  const run = (a: OwnershipKind, b: OwnershipKind) =>
    policies(offer({ ownership: { kind: a } }), request({ ownership: { kind: b } }));
  checkTable(kinds, ["yn", "ny"], run, "OWNERSHIP");
});

test("DESTINATION_ORDER: each pair of kinds", () => {
  const kinds: DestinationOrderKind[] = ["BY_RECEPTION_TIMESTAMP", "BY_SOURCE_TIMESTAMP"];
  const run = (a: DestinationOrderKind, b: DestinationOrderKind) =>
    policies(offer({ destinationOrder: { kind: a } }), request({ destinationOrder: { kind: b } }));
  checkTable(kinds, ["yn", "yy"], run, "DESTINATION_ORDER");
});

test("LIVELINESS: each pair of kinds, with equal, shorter and longer leases", () => {
  const kinds: LivelinessKind[] = ["AUTOMATIC", "MANUAL_BY_PARTICIPANT", "MANUAL_BY_TOPIC"];
  const leases: [number, number, boolean][] = [
    [Infinity, Infinity, true],
    [1000, 1000, true],
    [999, 1000, true],
    [1000, Infinity, true],
    [1001, 1000, false],
    [Infinity, 1000, false],
  ];
  for (const [offered, requested, fits] of leases) {
    const run = (a: LivelinessKind, b: LivelinessKind) =>
      policies(
        offer({ liveliness: { kind: a, leaseDurationMs: offered } }),
        request({ liveliness: { kind: b, leaseDurationMs: requested } }),
      );
    checkTable(kinds, fits ? ["ynn", "yyn", "yyy"] : ["nnn", "nnn", "nnn"], run, "LIVELINESS");
  }
});

test("DEADLINE and LATENCY_BUDGET: each pair of durations", () => {
  const durations = [0, 10, 100, Infinity];
  const rows = ["yyyy", "nyyy", "nnyy", "nnny"];
  const deadline = (a: number, b: number) =>
    policies(offer({ deadline: { periodMs: a } }), request({ deadline: { periodMs: b } }));
  checkTable(durations, rows, deadline, "DEADLINE");
  const budget = (a: number, b: number) =>
    policies(offer({ latencyBudget: { durationMs: a } }), request({ latencyBudget: { durationMs: b } }));
  // A writer with the default budget of 0 fits all readers.
  checkTable(durations, rows, budget, "LATENCY_BUDGET");
});

test("PRESENTATION: each of 12 x 12 pairs", () => {
  const scopes: PresentationScope[] = ["INSTANCE", "TOPIC", "GROUP"];
  // Row: offered scope, column: requested scope.
  const scopeTable = ["ynn", "yyn", "yyy"];
  const flags = [false, true];
  let pairs = 0;
  for (const [row, offeredScope] of scopes.entries()) {
    for (const [column, requestedScope] of scopes.entries()) {
      for (let bits = 0; bits < 16; bits++) {
        const [oc, oo, rc, ro] = [1, 2, 4, 8].map((bit) => flags[(bits & bit) === 0 ? 0 : 1]!);
        const fits = scopeTable[row]![column] === "y" && !(rc && !oc) && !(ro && !oo);
        const found = policies(
          offer({ presentation: { accessScope: offeredScope, coherentAccess: oc!, orderedAccess: oo! } }),
          request({ presentation: { accessScope: requestedScope, coherentAccess: rc!, orderedAccess: ro! } }),
        );
        assert.is(found, fits ? "" : "PRESENTATION", `${offeredScope} ${oc} ${oo} / ${requestedScope} ${rc} ${ro}`);
        pairs++;
      }
    }
  }
  assert.is(pairs, 144);
});

test("PL-28: DATA_REPRESENTATION: the writer's first must be among the reader's", () => {
  const table: [DataRepresentationId[], DataRepresentationId[], boolean][] = [
    [["XCDR1"], ["XCDR1"], true],
    [[], ["XCDR1"], true],
    [["XCDR1"], [], true],
    [[], [], true],
    [["XCDR2"], ["XCDR1"], false],
    [["XCDR2"], [], false],
    [["XCDR1"], ["XCDR2"], false],
    [["XCDR2", "XCDR1"], ["XCDR1"], false],
    [["XCDR1", "XCDR2"], ["XCDR1"], true],
    [["XCDR2"], ["XCDR1", "XCDR2"], true],
    [["XML"], ["XCDR1", "XCDR2"], false],
    [[7], ["XCDR1"], false],
    [[7], [7], true],
  ];
  for (const [offered, requested, fits] of table) {
    const found = policies(
      offer({ dataRepresentation: { ids: offered } }),
      request({ dataRepresentation: { ids: requested } }),
    );
    assert.is(found, fits ? "" : "DATA_REPRESENTATION", `${offered} / ${requested}`);
  }
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
