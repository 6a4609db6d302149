import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  CHANGEABLE_POLICIES,
  checkMutable,
  DEFAULT_PARTICIPANT_QOS,
  DEFAULT_PUBLISHER_QOS,
  DEFAULT_READER_QOS,
  DEFAULT_TOPIC_QOS,
  DEFAULT_WRITER_QOS,
  type DomainParticipantQosInput,
  describeQos,
  type PublisherQosInput,
  type ReaderQosInput,
  resolveParticipantQos,
  resolvePublisherQos,
  resolveReaderQos,
  resolveTopicQos,
  resolveWriterQos,
  type TopicQosInput,
  type WriterQosInput,
} from "../../src/qos/index.js";
import { failure } from "./failure.js";

const test = suite("QoS that changes, and QoS in words");

interface Entity<Input> {
  readonly name: string;
  readonly defaults: object;
  readonly resolve: (input: Input) => object;
}

const WRITER: Entity<WriterQosInput> = { name: "writer", defaults: DEFAULT_WRITER_QOS, resolve: resolveWriterQos };
const READER: Entity<ReaderQosInput> = { name: "reader", defaults: DEFAULT_READER_QOS, resolve: resolveReaderQos };
const TOPIC: Entity<TopicQosInput> = { name: "topic", defaults: DEFAULT_TOPIC_QOS, resolve: resolveTopicQos };
const GROUP: Entity<PublisherQosInput> = {
  name: "publisher",
  defaults: DEFAULT_PUBLISHER_QOS,
  resolve: resolvePublisherQos,
};
const PARTICIPANT: Entity<DomainParticipantQosInput> = {
  name: "participant",
  defaults: DEFAULT_PARTICIPANT_QOS,
  resolve: resolveParticipantQos,
};
const ENTITIES = [WRITER, READER, TOPIC, GROUP, PARTICIPANT] as readonly Entity<object>[];

/** DDS 1.4 §2.2.3 "Changeable", each policy with another value, and the words of the default and of that value. */
const TABLE: readonly (readonly [
  policy: string,
  changeable: boolean,
  value: unknown,
  before: string,
  after: string,
])[] = [
  ["userData", true, "hi", "empty", "2 octets, 6869"],
  ["topicData", true, [7], "empty", "1 octet, 07"],
  ["groupData", true, new Uint8Array(20), "empty", "20 octets, 00000000000000000000000000000000..."],
  ["durability", false, "transientLocal", "VOLATILE", "TRANSIENT_LOCAL"],
  [
    "durabilityService",
    false,
    { historyKind: "keepAll", serviceCleanupDelay: "1s" },
    "serviceCleanupDelay 0 ms, historyKind KEEP_LAST, historyDepth 1, maxSamples unlimited, maxInstances unlimited, " +
      "maxSamplesPerInstance unlimited",
    "serviceCleanupDelay 1000 ms, historyKind KEEP_ALL, historyDepth 1, maxSamples unlimited, maxInstances unlimited, " +
      "maxSamplesPerInstance unlimited",
  ],
  ["presentation", false, { accessScope: "topic", orderedAccess: true }, "INSTANCE", "TOPIC, ordered"],
  ["deadline", true, "1s", "infinite", "1000 ms"],
  ["latencyBudget", true, 5, "0 ms", "5 ms"],
  ["ownership", false, "exclusive", "SHARED", "EXCLUSIVE"],
  ["ownershipStrength", true, 4, "0", "4"],
  [
    "liveliness",
    false,
    { leaseDuration: "3s" },
    "AUTOMATIC, leaseDuration infinite",
    "AUTOMATIC, leaseDuration 3000 ms",
  ],
  ["timeBasedFilter", true, 8, "0 ms", "8 ms"],
  ["partition", true, ["A", "B*"], "the default partition", '"A", "B*"'],
  // The default differs by entity: words are tested below.
  ["reliability", false, { maxBlockingTime: "1s" }, "", ""],
  ["transportPriority", true, -2, "0", "-2"],
  ["lifespan", true, "1min", "infinite", "60000 ms"],
  ["destinationOrder", false, "bySource", "BY_RECEPTION_TIMESTAMP", "BY_SOURCE_TIMESTAMP"],
  ["history", false, { keepLast: 2 }, "KEEP_LAST, depth 1", "KEEP_LAST, depth 2"],
  [
    "resourceLimits",
    false,
    { maxSamples: 10 },
    "maxSamples unlimited, maxInstances unlimited, maxSamplesPerInstance unlimited",
    "maxSamples 10, maxInstances unlimited, maxSamplesPerInstance unlimited",
  ],
  ["entityFactory", true, false, "true", "false"],
  ["writerDataLifecycle", true, { autodisposeUnregisteredInstances: false }, "true", "false"],
  [
    "readerDataLifecycle",
    true,
    { autopurgeNowriterSamplesDelay: 9 },
    "autopurgeNowriterSamplesDelay infinite, autopurgeDisposedSamplesDelay infinite",
    "autopurgeNowriterSamplesDelay 9 ms, autopurgeDisposedSamplesDelay infinite",
  ],
  ["dataRepresentation", false, ["xcdr2", 9], "XCDR1", "XCDR2, representation 9"],
  [
    "typeConsistency",
    false,
    "disallow",
    "ALLOW_TYPE_COERCION, ignoreSequenceBounds true, ignoreStringBounds true, ignoreMemberNames false, " +
      "preventTypeWidening false, forceTypeValidation false",
    "DISALLOW_TYPE_COERCION, ignoreSequenceBounds true, ignoreStringBounds true, ignoreMemberNames false, " +
      "preventTypeWidening false, forceTypeValidation false",
  ],
  ["property", true, [{ name: "a", value: "b c", propagate: true }], "none", 'a="b c" (propagated)'],
];

test("the table has a row for every policy", () => {
  assert.equal(
    TABLE.map(([policy]) => policy),
    Object.keys(CHANGEABLE_POLICIES),
  );
  const known = new Set(ENTITIES.flatMap((entity) => Object.keys(entity.defaults)));
  assert.equal([...known].sort(), Object.keys(CHANGEABLE_POLICIES).sort());
});

for (const [policy, changeable, value, before, after] of TABLE) {
  test(`${policy} may ${changeable ? "" : "not "}change`, () => {
    const concerned = ENTITIES.filter((entity) => policy in entity.defaults);
    assert.ok(concerned.length > 0);
    for (const { name, defaults, resolve } of concerned) {
      const changed = resolve({ [policy]: value });
      checkMutable(changed, resolve({ [policy]: value }));
      if (changeable) checkMutable(defaults, changed);
      else {
        const error = failure(() => checkMutable(defaults, changed));
        assert.equal([error.code, error.policy], ["QOS_IMMUTABLE", policy], name);
        if (before === "") continue;
        const change = `${before} cannot become ${after}`;
        assert.is(error.message, `${policy}: ${change} while the entity is enabled: create a new one`, name);
        assert.match(failure(() => checkMutable(changed, defaults)).message, `${after} cannot become ${before}`);
      }
      if (before !== "") assert.equal(describeQos(changed, defaults), [`${policy}: ${after}`], name);
    }
  });
}

test("the first policy that may not change is named, also beside ones that may", () => {
  const after = resolveWriterQos({ deadline: 5, reliability: "bestEffort", history: "keepAll", partition: "P" });
  const error = failure(() => checkMutable(DEFAULT_WRITER_QOS, after));
  assert.is(
    error.message,
    "reliability: RELIABLE, maxBlockingTime 100 ms cannot become BEST_EFFORT, maxBlockingTime 100 ms " +
      "while the entity is enabled: create a new one",
  );
  checkMutable(DEFAULT_WRITER_QOS, resolveWriterQos({ deadline: 5, partition: "P", ownershipStrength: 3 }));
});

test("what means the same is no change", () => {
  const all = resolveWriterQos({ history: { kind: "keepAll", depth: 7 } });
  checkMutable(resolveWriterQos({ history: "keepAll" }), all);
  checkMutable({ ...DEFAULT_READER_QOS, dataRepresentation: { ids: [] } }, DEFAULT_READER_QOS);
  assert.equal(describeQos({ ...DEFAULT_WRITER_QOS, partition: { names: [""] } }, DEFAULT_WRITER_QOS), []);
  assert.equal(describeQos(DEFAULT_WRITER_QOS, resolveWriterQos()), []);
  // Octets that look alike in words.
  const long = (last: number) => resolveWriterQos({ userData: [...new Uint8Array(30), last] });
  assert.equal(describeQos(long(1), long(1)), []);
  assert.is(describeQos(long(1), long(2)).length, 1);
});

test("a whole QoS, one line for each policy that is not the default", () => {
  const qos = resolveReaderQos({
    reliability: "reliable",
    history: { keepLast: 5 },
    partition: "P",
    timeBasedFilter: 2,
  });
  assert.equal(describeQos(qos, DEFAULT_READER_QOS), [
    "reliability: RELIABLE, maxBlockingTime 100 ms",
    "history: KEEP_LAST, depth 5",
    'partition: "P"',
    "timeBasedFilter: 2 ms",
  ]);
});

test.run();
