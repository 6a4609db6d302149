import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  DEFAULT_PARTICIPANT_QOS,
  DEFAULT_PUBLISHER_QOS,
  DEFAULT_READER_QOS,
  DEFAULT_SUBSCRIBER_QOS,
  DEFAULT_TOPIC_QOS,
  DEFAULT_WRITER_QOS,
  type DomainParticipantQosInput,
  propagatedProperties,
  readerQosFromTopic,
  resolveParticipantQos,
  resolvePublisherQos,
  resolveReaderQos,
  resolveSubscriberQos,
  resolveTopicQos,
  resolveWriterQos,
  type TopicQosInput,
  type WriterQosInput,
  writerQosFromTopic,
} from "../../src/qos/index.js";
import { failure } from "./failure.js";

const test = suite("QoS of participants, topics, publishers and subscribers");

/** DDS 1.4 §2.2.3, the column "Concerns", and XTypes 1.3 §7.6.3.1 for the representation. */
const TOPIC_POLICIES = [
  ...["topicData", "durability", "durabilityService", "deadline", "latencyBudget", "liveliness", "reliability"],
  ...["destinationOrder", "history", "resourceLimits", "transportPriority", "lifespan", "ownership"],
  "dataRepresentation",
];

test("each entity has the policies that concern it", () => {
  assert.equal(Object.keys(DEFAULT_TOPIC_QOS), TOPIC_POLICIES);
  const group = ["presentation", "partition", "groupData", "entityFactory"];
  assert.equal(Object.keys(DEFAULT_PUBLISHER_QOS), group);
  assert.equal(Object.keys(DEFAULT_SUBSCRIBER_QOS), group);
  assert.equal(Object.keys(DEFAULT_PARTICIPANT_QOS), ["userData", "entityFactory", "property"]);
});

test("nothing given: the defaults, which nobody can change", () => {
  assert.equal(resolveTopicQos(), DEFAULT_TOPIC_QOS);
  assert.equal(resolvePublisherQos({}), DEFAULT_PUBLISHER_QOS);
  assert.equal(resolveSubscriberQos({}), DEFAULT_SUBSCRIBER_QOS);
  assert.equal(resolveParticipantQos(), DEFAULT_PARTICIPANT_QOS);
  assert.equal(DEFAULT_TOPIC_QOS.reliability, { kind: "BEST_EFFORT", maxBlockingTimeMs: 100 });
  assert.is(DEFAULT_PARTICIPANT_QOS.entityFactory.autoenableCreatedEntities, true);
  assert.throws(() => {
    (DEFAULT_PARTICIPANT_QOS.entityFactory as { autoenableCreatedEntities: boolean }).autoenableCreatedEntities = false;
  }, TypeError);
});

test("short and full forms; what was resolved is an input too", () => {
  const publisher = resolvePublisherQos({ partition: "P", presentation: "topic", entityFactory: false });
  assert.equal(publisher.partition.names, ["P"]);
  assert.is(publisher.presentation.accessScope, "TOPIC");
  assert.is(publisher.entityFactory.autoenableCreatedEntities, false);
  assert.equal(resolvePublisherQos(publisher), publisher);
  assert.equal(resolveSubscriberQos({ groupData: "g" }, publisher).partition, publisher.partition);
  const participant = resolveParticipantQos({ userData: "me", entityFactory: { autoenableCreatedEntities: false } });
  assert.equal([...participant.userData.value], [0x6d, 0x65]);
  assert.equal(resolveParticipantQos(participant), participant);
  const topic = resolveTopicQos({ reliability: "reliable", lifespan: "1s", durabilityService: { historyDepth: 4 } });
  assert.equal(resolveTopicQos(topic), topic);
});

test("policies of other entities are refused, with those of this one", () => {
  const topic = failure(() => resolveTopicQos({ partition: "P" } as TopicQosInput));
  assert.match(topic.message, /^partition: not a policy of a topic: use topicData, durability, .*dataRepresentation$/);
  const publisher = failure(() => resolvePublisherQos({ deadline: 1 } as object));
  assert.is(
    publisher.message,
    "deadline: not a policy of a publisher: use presentation, partition, groupData, entityFactory",
  );
  assert.match(failure(() => resolveSubscriberQos({ deadline: 1 } as object)).message, /of a subscriber/);
  const participant = failure(() => resolveParticipantQos({ groupData: "g" } as DomainParticipantQosInput));
  assert.is(participant.message, "groupData: not a policy of a participant: use userData, entityFactory, property");
  assert.match(failure(() => resolveWriterQos({ entityFactory: true } as WriterQosInput)).message, /of a writer/);
});

test("contradictions and announcements that are too long", () => {
  const history = failure(() =>
    resolveTopicQos({ history: { keepLast: 3 }, resourceLimits: { maxSamplesPerInstance: 2 } }),
  );
  assert.equal([history.code, history.policy], ["QOS_INCONSISTENT", "history"]);
  const service = failure(() => resolveTopicQos({ durabilityService: { maxSamples: 1, maxSamplesPerInstance: 2 } }));
  assert.is(service.policy, "durabilityService");
  const long = "x".repeat(500);
  const partition = Array.from({ length: 200 }, () => long);
  assert.is(failure(() => resolvePublisherQos({ partition })).policy, "partition");
  // What is announced counts, what stays here does not.
  const many = Array.from({ length: 200 }, (_, i) => ({ name: `${i}`, value: long, propagate: true }));
  const error = failure(() => resolveParticipantQos({ property: many }));
  assert.is(error.message, "property: 103690 octets are too many for one announcement: at most 60000 in all");
  assert.is(
    resolveParticipantQos({ property: many.map(({ name, value }) => ({ name, value })) }).property.value.length,
    200,
  );
});

test("copy_from_topic_qos: every policy of the topic, then what the user says", () => {
  const topic = resolveTopicQos({
    topicData: "t",
    durability: "transientLocal",
    durabilityService: { historyDepth: 7 },
    deadline: "1s",
    latencyBudget: 3,
    liveliness: { kind: "manualByTopic", leaseDuration: "2s" },
    reliability: { kind: "reliable", maxBlockingTime: 5 },
    destinationOrder: "bySource",
    history: { keepLast: 9 },
    resourceLimits: { maxSamples: 90, maxSamplesPerInstance: 9 },
    transportPriority: 4,
    lifespan: "8s",
    ownership: "exclusive",
    dataRepresentation: "xcdr2",
  });
  for (const policy of Object.keys(topic) as (keyof typeof topic)[]) {
    assert.not.equal(topic[policy], DEFAULT_TOPIC_QOS[policy], `${policy} is not the default, or nothing is tested`);
  }
  const writer = writerQosFromTopic(topic);
  assert.equal(writer, { ...DEFAULT_WRITER_QOS, ...topic });
  const reader = readerQosFromTopic(topic);
  const { durabilityService, transportPriority, lifespan, ...shared } = topic;
  assert.equal(reader, { ...DEFAULT_READER_QOS, ...shared });
  assert.ok(
    [durabilityService, transportPriority, lifespan].every((one) => !Object.values(reader).includes(one as never)),
  );

  const mine = writerQosFromTopic(topic, { history: { keepLast: 2 }, partition: "P" });
  assert.equal([mine.history.depth, mine.deadline.periodMs], [2, 1000]);
  assert.equal(mine.partition.names, ["P"]);
  const base = resolveReaderQos({ userData: "u", deadline: 5 });
  assert.equal(readerQosFromTopic(topic, {}, base).userData, base.userData);
  assert.is(readerQosFromTopic(topic, {}, base).deadline.periodMs, 1000);
  // A topic without QoS of its own is BEST_EFFORT, and so is what copies it.
  assert.is(writerQosFromTopic(DEFAULT_TOPIC_QOS).reliability.kind, "BEST_EFFORT");
});

test("PROPERTY: names and values, a list, or the full form", () => {
  const expected = [
    { name: "a", value: "1", propagate: false },
    { name: "value", value: "2", propagate: false },
  ];
  const list = expected.map(({ name, value }) => ({ name, value }));
  for (const property of [{ a: "1", value: "2" }, list, { value: list }, { value: { a: "1", value: "2" } }]) {
    assert.equal(resolveWriterQos({ property }).property.value, expected, JSON.stringify(property));
  }
  assert.equal(resolveReaderQos({ property: { value: "alone" } }).property.value[0]!.name, "value");
  assert.equal(resolveReaderQos({ property: {} }).property.value, []);
  const mixed = resolveParticipantQos({ property: [{ name: "p", value: "q", propagate: true }, ...list] });
  assert.equal(propagatedProperties(mixed.property), [["p", "q"]]);
});

test("PROPERTY: what is refused", () => {
  const refused = (property: unknown) => failure(() => resolveWriterQos({ property } as WriterQosInput)).message;
  assert.match(
    refused("a=b"),
    /^property: "a=b" is no list of properties: give an array of \{ name, value, propagate \}/,
  );
  assert.match(refused([{ name: "a" }]), /^property: "a" with the value undefined is no property: both are texts/);
  assert.match(refused({ a: 1 }), /"a" with the value 1 is no property/);
  assert.match(refused([{ name: "", value: "x" }]), /"" with the value "x" is no property/);
  assert.match(refused([{ name: "n\0", value: "x" }]), /without NUL or half a surrogate pair/);
  assert.match(refused([null]), /undefined with the value undefined/);
  assert.match(refused([{ name: "a", value: "b", propagate: "yes" }]), /propagate true or false/);
  assert.match(refused([{ name: "a", value: "b", hidden: true }]), /a property has name, value, and propagate/);
  const twice = refused([
    { name: "a", value: "b" },
    { name: "a", value: "c" },
  ]);
  assert.is(twice, 'property: "a" occurs twice: give each name once');
});

test.run();
