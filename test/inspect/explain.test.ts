// Every reason why two endpoints do not match, alone and together, with the words and the advice.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { explainMatch, findingsInWords } from "../../src/inspect/index.js";
import type { ReaderQosInput, WriterQosInput } from "../../src/qos/index.js";
import { CONNEXT, CYCLONE, codes, FASTDDS, onlyFinding, reader, writer } from "./explainSupport.js";

const test = suite("explainMatch");

test("defaults match, and there is nothing to say", () => {
  assert.equal(explainMatch(writer(), reader()), { verdict: "matched", findings: [] });
});

/** QoS of a writer and a reader that do not fit, what is said about it, and what to do. */
const POLICIES: readonly (readonly [string, number, WriterQosInput, ReaderQosInput, string, string])[] = [
  [
    "RELIABILITY",
    11,
    { reliability: "bestEffort" },
    { reliability: "reliable" },
    "the writer offers BEST_EFFORT, the reader requests RELIABLE",
    "make the writer RELIABLE or the reader BEST_EFFORT",
  ],
  [
    "DURABILITY",
    2,
    {},
    { durability: "transientLocal" },
    "the writer offers VOLATILE (the default), the reader requests TRANSIENT_LOCAL",
    "make the writer TRANSIENT_LOCAL or the reader VOLATILE",
  ],
  [
    "OWNERSHIP",
    6,
    { ownership: "exclusive" },
    {},
    "the writer offers EXCLUSIVE, the reader requests SHARED (the default): they must be the same",
    "make the writer SHARED or the reader EXCLUSIVE",
  ],
  [
    "DEADLINE",
    4,
    {},
    { deadline: 100 },
    "the writer promises no period (the default), the reader requests a sample at least every 100 ms",
    "give the writer a deadline of 100 ms or less, or take the reader's away",
  ],
  [
    "DEADLINE",
    4,
    { deadline: 2500 },
    { deadline: 1000 },
    "the writer promises a sample every 2.5 s, the reader requests one at least every 1 s",
    "lower the writer's deadline to 1 s or raise the reader's to 2.5 s",
  ],
  [
    "LATENCY_BUDGET",
    5,
    { latencyBudget: 50 },
    {},
    "the writer allows itself a delay of 50 ms, the reader requests none (the default)",
    "lower the writer's latency budget to 0 ms or raise the reader's",
  ],
  [
    "LATENCY_BUDGET",
    5,
    { latencyBudget: "infinite" },
    { latencyBudget: 20 },
    "the writer allows itself any delay, the reader requests at most 20 ms",
    "lower the writer's latency budget to 20 ms or raise the reader's",
  ],
  [
    "LIVELINESS",
    8,
    { liveliness: { kind: "automatic", leaseDuration: 5000 } },
    { liveliness: { kind: "automatic", leaseDuration: 1000 } },
    "the writer offers AUTOMATIC with a lease of 5 s, the reader requests AUTOMATIC with a lease of at most 1 s",
    "lower the writer's lease to 1 s or raise the reader's",
  ],
  [
    "LIVELINESS",
    8,
    {},
    { liveliness: { kind: "manualByTopic", leaseDuration: 1000 } },
    "the writer offers AUTOMATIC without a lease, the reader requests MANUAL_BY_TOPIC with a lease of at most 1 s",
    "make the writer MANUAL_BY_TOPIC or the reader AUTOMATIC; lower the writer's lease to 1 s or take the reader's away",
  ],
  [
    "DESTINATION_ORDER",
    12,
    {},
    { destinationOrder: "bySourceTimestamp" },
    "the writer offers BY_RECEPTION_TIMESTAMP (the default), the reader requests BY_SOURCE_TIMESTAMP",
    "make the writer BY_SOURCE_TIMESTAMP or the reader BY_RECEPTION_TIMESTAMP",
  ],
  [
    "PRESENTATION",
    3,
    { presentation: { accessScope: "instance", orderedAccess: true } },
    { presentation: { accessScope: "topic", coherentAccess: true, orderedAccess: true } },
    "the writer offers scope INSTANCE, not coherent, ordered; the reader requests scope TOPIC, coherent, ordered",
    "give the writer access scope TOPIC and coherent access, or do not request it",
  ],
  [
    "DATA_REPRESENTATION",
    23,
    { dataRepresentation: ["xcdr2", "xcdr1"] },
    { dataRepresentation: ["xcdr1"] },
    "the writer sends XCDR2 (the first of its list XCDR2, XCDR1), the reader takes XCDR1",
    "add XCDR2 to the reader's list, or put XCDR1 first in the writer's",
  ],
  [
    "TYPE_CONSISTENCY_ENFORCEMENT",
    24,
    {},
    { typeConsistency: { forceTypeValidation: true } },
    "the reader forces type validation, which needs type information of both, and neither side sent any",
    "switch forceTypeValidation off at the reader, or have both sides send type information",
  ],
];

const CODES: Record<string, string> = {
  DATA_REPRESENTATION: "representation",
  TYPE_CONSISTENCY_ENFORCEMENT: "typeInformation",
};

for (const [name, id, offered, requested, text, hint] of POLICIES) {
  test(`${name}: ${text}`, () => {
    const { verdict, findings } = explainMatch(writer(offered), reader(requested));
    assert.is(verdict, "mismatch");
    assert.is(findings.length, 1);
    const [found] = findings;
    assert.equal([found!.code, found!.severity], [CODES[name] ?? "policy", "mismatch"]);
    assert.equal([found!.policy, found!.policyId], [name, id]);
    assert.is(found!.text, `${name}: ${text}`);
    assert.is(found!.hint, hint);
    assert.ok(found!.offered !== undefined && found!.requested !== undefined);
  });
}

test("values offered and requested are there for programs too", () => {
  const { offered, requested } = onlyFinding(explainMatch(writer({ deadline: 300 }), reader({ deadline: 100 })));
  assert.equal([offered, requested], ["300 ms", "at most 100 ms"]);
});

test("an empty list of representations is XCDR1, and the words say so", () => {
  const empty = { dataRepresentation: { ids: [] } };
  const xcdr2 = onlyFinding(
    explainMatch(writer({ dataRepresentation: "xcdr2" }), reader({}, { qos: { ...reader().qos, ...empty } })),
  );
  assert.is(
    xcdr2.text,
    "DATA_REPRESENTATION: the writer sends XCDR2, the reader takes XCDR1 (its list is empty, which means that)",
  );
  const wanted = reader({ dataRepresentation: "xcdr2" });
  const none = onlyFinding(explainMatch(writer({}, { qos: { ...writer().qos, ...empty } }), wanted));
  assert.is(
    none.text,
    "DATA_REPRESENTATION: the writer sends XCDR1 (its list is empty, which means that), the reader takes XCDR2",
  );
  assert.is(explainMatch(writer({}, { qos: { ...writer().qos, ...empty } }), reader()).verdict, "matched");
});

test("every reason is told, not only the first", () => {
  const offered = writer(
    { partition: "A", reliability: "bestEffort", deadline: "infinite", dataRepresentation: "xcdr2" },
    { topicName: "Circle", typeName: "CircleType", keyed: false },
  );
  const requested = reader({ partition: "B", reliability: "reliable", durability: "transientLocal", deadline: 100 });
  const explanation = explainMatch(offered, requested);
  assert.is(explanation.verdict, "mismatch");
  assert.equal(
    explanation.findings.map(({ policy, code }) => policy ?? code),
    ["topicName", "typeName", "keyedness", "partition", "RELIABILITY", "DURABILITY", "DEADLINE", "DATA_REPRESENTATION"],
  );
  const line = findingsInWords(explanation.findings);
  assert.not.match(line, /\n/);
  assert.match(line, /^the writer's topic is "Circle", the reader's "Square"; .*; RELIABILITY: the writer offers/);
});

// ---- names ----

const TOPIC_NAMES: readonly (readonly [string, string, string | undefined, string])[] = [
  ["Square", "Circle", undefined, "one topic name"],
  ["Square", "square", "case", "letter by letter"],
  ["rt/chatter", "chatter", "the prefix that ROS 2 gives to its topics", "ROS 2 calls its topic /name rt/name"],
  ["/chatter", "chatter", "a leading slash", "without the leading slash"],
  [
    "rt/chatter",
    "/chatter",
    "a leading slash and in the prefix that ROS 2 gives to its topics",
    "ROS 2 calls its topic",
  ],
  ["rt/Chatter", "chatter", "the prefix that ROS 2 gives to its topics and in case", "letter by letter"],
  ["Square ", "Square", "spaces around them", "take the spaces away"],
  ["rq/addRequest", "rr/addReply", undefined, "one topic name"],
];

for (const [a, b, words, advice] of TOPIC_NAMES) {
  test(`topics ${a} and ${b}`, () => {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const found = onlyFinding(explainMatch(writer({}, { topicName: one }), reader({}, { topicName: other })));
      const near = words === undefined ? "" : `: the names differ only in ${words}`;
      assert.is(found.code, "topicName");
      assert.is(found.text, `the writer's topic is "${one}", the reader's "${other}"${near}`);
      assert.ok(found.hint.includes(advice), found.hint);
    }
  });
}

const TYPE_NAMES: readonly (readonly [string, string, string | undefined, string])[] = [
  ["ShapeType", "CircleType", undefined, "another type"],
  ["a::b::T", "a/b/T", "how modules are separated", "module::Type"],
  ["a::b::T", "a.b.T", "how modules are separated", "module::Type"],
  [
    "std_msgs::msg::dds_::String_",
    "std_msgs/msg/String",
    "how modules are separated and in the form that ROS 2 gives to type names",
    "pkg::msg::dds_::Type_",
  ],
  [
    "std_msgs::msg::dds_::String_",
    "std_msgs::msg::String",
    "the form that ROS 2 gives to type names",
    "pkg::msg::dds_::Type_",
  ],
  ["ShapeType", "Shapetype", "case", "letter by letter"],
  ["shapes::ShapeType", "ShapeType", "the modules before them", "modules belong to the name"],
];

for (const [a, b, words, advice] of TYPE_NAMES) {
  test(`types ${a} and ${b}`, () => {
    const found = onlyFinding(explainMatch(writer({}, { typeName: a }), reader({}, { typeName: b })));
    const near = words === undefined ? "" : `: the names differ only in ${words}`;
    assert.is(found.code, "typeName");
    assert.is(found.text, `the writer's type is "${a}", the reader's "${b}"${near}`);
    assert.ok(found.hint.includes(advice), found.hint);
  });
}

test("a type with a key and one without", () => {
  const found = onlyFinding(explainMatch(writer({}, { keyed: false }), reader()));
  assert.equal([found.code, found.text], ["keyedness", "the reader's type has a key, the writer's has none"]);
  assert.match(found.hint, /@key/);
});

test("names from the wire stay in their line", () => {
  const name = `a\nb\u001b[31m\u009b${"x".repeat(300)}`;
  const { text } = onlyFinding(explainMatch(writer({}, { topicName: name }), reader()));
  assert.not.match(text, /\p{Cc}/u);
  assert.match(text, /^the writer's topic is "a\\nb\\u001b\[31m\\u009bx+…", the reader's "Square"$/);
  assert.ok(text.length < 250);
});

// ---- partitions ----

const PARTITIONS: readonly (readonly [readonly string[], readonly string[], string])[] = [
  [["A", "B"], ["C"], 'the writer is in "A", "B", the reader in "C": they have no name in common'],
  [["A"], [], 'the writer is in "A", the reader in the default partition: they have no name in common'],
  [["A", "B"], ["C/*"], 'the writer is in "A", "B", the reader in "C/*": the pattern "C/*" does not fit "A", "B"'],
  [
    ["A*"],
    ["A?"],
    'the writer is in "A*", the reader in "A?": the pattern "A*" met patterns only, and those never match each ' +
      'other; the pattern "A?" met patterns only, and those never match each other',
  ],
  [
    ["x1", "x2", "x3", "x4", "x5", "x6"],
    ["y*"],
    'the writer is in "x1", "x2", "x3", "x4" and 2 more, the reader in "y*": the pattern "y*" does not fit "x1", ' +
      '"x2", "x3", "x4" and 2 more',
  ],
];

for (const [offered, requested, text] of PARTITIONS) {
  test(`partitions ${JSON.stringify(offered)} and ${JSON.stringify(requested)}`, () => {
    const found = onlyFinding(explainMatch(writer({ partition: offered }), reader({ partition: requested })));
    assert.is(found.code, "partition");
    assert.is(found.text, text);
    assert.ok(found.hint.includes(requested.length === 0 ? 'default partition ""' : "in common"), found.hint);
  });
}

// ---- vendors ----

test("Fast DDS ignores three policies: with one such side it is a half match, with two it is none of a problem", () => {
  const offered = { presentation: {}, latencyBudget: 50 } as const;
  const requested = { presentation: { orderedAccess: true }, destinationOrder: "bySourceTimestamp" } as const;
  const explain = (a: number, b: number) =>
    explainMatch(writer(offered, { vendorId: a }), reader(requested, { vendorId: b }));
  assert.is(explain(CYCLONE, CYCLONE).verdict, "mismatch");

  const both = explain(FASTDDS, FASTDDS);
  assert.is(both.verdict, "matched");
  assert.equal(codes(both), ["note policy", "note policy", "note policy"]);
  assert.ok(
    both.findings.every(({ text }) => text.endsWith("; Fast DDS ignores this policy and matches them all the same")),
  );

  const one = explain(FASTDDS, CYCLONE);
  assert.is(one.verdict, "mismatch");
  assert.ok(
    one.findings.every(({ text }) =>
      text.endsWith("; Fast DDS ignores this policy, so the writer reports a match that the other side refuses"),
    ),
  );
  assert.ok(explain(CYCLONE, FASTDDS).findings.every(({ text }) => text.includes("so the reader reports a match")));

  const checked = explainMatch(
    writer({ reliability: "bestEffort" }, { vendorId: FASTDDS }),
    reader({ reliability: "reliable" }, { vendorId: FASTDDS }),
  );
  assert.is(checked.verdict, "mismatch", "RELIABILITY it does compare");
});

test("Fast DDS 2.9 ignores DATA_REPRESENTATION; the version is not announced, so it stays a mismatch", () => {
  const offered = { dataRepresentation: "xcdr2" } as const;
  const explain = (a: number, b: number) =>
    onlyFinding(explainMatch(writer(offered, { vendorId: a }), reader({}, { vendorId: b })));
  assert.match(explain(CYCLONE, FASTDDS).text, /; Fast DDS 2\.9 ignores this policy, so the reader reports a match/);
  assert.match(explain(FASTDDS, FASTDDS).text, /; Fast DDS 2\.9 ignores this policy and matches them all the same$/);
  assert.is(explain(FASTDDS, FASTDDS).severity, "mismatch");
});

test("type information that differs is a note, in the words of the vendors concerned", () => {
  const explain = (a: number, b: number, offered = 1, requested = 2) =>
    explainMatch(
      writer({}, { vendorId: a, typeInformation: Uint8Array.of(offered) }),
      reader({}, { vendorId: b, typeInformation: Uint8Array.of(requested) }),
    );
  assert.equal(explain(CYCLONE, CYCLONE, 1, 1), { verdict: "matched", findings: [] });
  for (const [a, b, text] of [
    [CYCLONE, CYCLONE, /who compares it may refuse/],
    [FASTDDS, FASTDDS, /Fast DDS matches only what is the same/],
    [CONNEXT, CYCLONE, /compute other type ids/],
    [CYCLONE, CONNEXT, /compute other type ids/],
  ] as const) {
    const explanation = explain(a, b);
    assert.is(explanation.verdict, "matched");
    assert.equal(codes(explanation), ["note typeInformation"]);
    assert.match(explanation.findings[0]!.text, text);
  }
});

test("forced type validation: which side lacks type information", () => {
  const information = { typeInformation: Uint8Array.of(1) };
  const strict = { typeConsistency: { forceTypeValidation: true } };
  const text = (a: object, b: object) => explainMatch(writer({}, a), reader(strict, b)).findings[0]?.text ?? "";
  assert.match(text(information, {}), /and the reader sent none$/);
  assert.match(text({}, information), /and the writer sent none$/);
  assert.is(text(information, information), "");
});

test.run();
