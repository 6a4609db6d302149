// Statuses of subscribers and topics, and which listener hears of what (DDS 1.4 §2.2.4.2.2, §2.2.4.3.2).

import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  type DataReaderListener,
  type DomainParticipantListener,
  type StatusKind,
  type SubscriberListener,
  WaitSet,
} from "../../src/index.js";
import { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { runFor, simDcps, topicAt, untilMatched, virtualScheduler } from "../support/simDcps.js";
import { SHAPE, type Shape, shape, typeOf } from "./support.js";

const test = suite("listeners and statuses of groups and topics");

const RELIABLE = { reliability: "reliable", history: "keepAll" } as const;

/** A writer or reader of any type. */
interface Named {
  readonly topic: { readonly name: string };
}

interface Setup {
  readonly participant?: DomainParticipantListener;
  readonly subscriber?: SubscriberListener;
  readonly reader?: DataReaderListener<Shape>;
}

/** A writer each of Square and Circle, and a subscriber with a reader each; `alone` reads Square without a subscriber. */
async function open({ participant = {}, subscriber: listener = {}, reader = {} }: Setup = {}) {
  const network = new SimNetwork({ seed: 3 });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1, listener: participant });
  const [square, circle] = ["Square", "Circle"].map((name) =>
    a.participant.createWriter(topicAt<Shape>(a, name, SHAPE), { qos: RELIABLE }),
  );
  const subscriber = b.participant.createSubscriber({ listener });
  const options = { qos: RELIABLE, listener: reader };
  const [squares, circles] = ["Square", "Circle"].map((name) =>
    subscriber.createReader(topicAt<Shape>(b, name, SHAPE), options),
  );
  const alone = b.participant.createReader(topicAt<Shape>(b, "Square", SHAPE), { qos: RELIABLE });
  await untilMatched(network, [square!], [squares!, alone]);
  await untilMatched(network, [circle!], [circles!]);
  await runFor(network, 100);
  const arrive = () => runFor(network, 50);
  return {
    network,
    a,
    b,
    subscriber,
    square: square!,
    circle: circle!,
    squares: squares!,
    circles: circles!,
    alone,
    arrive,
  };
}

const hasData = (one: { readonly statusChanges: StatusKind[] }) =>
  one.statusChanges.filter((kind) => /^DATA/.test(kind));

test("DATA_ON_READERS says that some reader has data, until any is read or taken", async () => {
  const { network, subscriber, square, circle, squares, circles, alone, arrive } = await open();
  const waitSet = new WaitSet({ scheduler: virtualScheduler(network) });
  subscriber.statusCondition.enabledStatuses = ["DATA_ON_READERS"];
  waitSet.attach(subscriber.statusCondition);
  let woken = 0;
  void waitSet.wait().then(() => woken++);
  await arrive();
  assert.equal([subscriber.statusChanges, woken], [[], 0]);
  square.write(shape(1));
  circle.write(shape(2));
  await arrive();
  assert.equal(
    [subscriber.statusChanges, subscriber.statusCondition.triggerValue, woken],
    [["DATA_ON_READERS"], true, 1],
  );
  alone.take();
  assert.equal(subscriber.statusChanges, ["DATA_ON_READERS"], "a reader of its own");
  squares.read();
  assert.equal(subscriber.statusChanges, []);
  assert.equal([hasData(squares), hasData(circles)], [[], ["DATA_AVAILABLE"]]);
  circle.write(shape(3));
  await arrive();
  assert.equal(subscriber.statusChanges, ["DATA_ON_READERS"]);
  circles.take();
  assert.equal(subscriber.statusChanges, []);
});

test("onDataOnReaders goes before onDataAvailable, which notifyDataReaders asks for", async () => {
  const heard: string[] = [];
  const note = (reader: Named) => heard.push(reader.topic.name);
  let isNotifying = false;
  const { subscriber, square, circle, squares, circles, arrive } = await open({
    subscriber: {
      onDataOnReaders: (group) => {
        heard.push(`group: ${group.getDataReaders({ sampleStates: "NOT_READ" }).map(({ topic }) => topic.name)}`);
        if (isNotifying) group.notifyDataReaders();
      },
    },
    reader: { onDataAvailable: note },
  });
  square.write(shape(1));
  await arrive();
  assert.equal(heard.splice(0), ["group: Square"]);
  assert.equal([hasData(squares), subscriber.statusChanges], [["DATA_AVAILABLE"], []]);
  subscriber.notifyDataReaders();
  assert.equal(heard.splice(0), ["Square"]);
  assert.equal(hasData(squares), []);
  isNotifying = true;
  circle.write(shape(2));
  await arrive();
  assert.equal(heard.splice(0), ["group: Square,Circle", "Square", "Circle"]);
  assert.equal([hasData(circles), subscriber.statusChanges], [[], []]);
});

test("a listener of a reader that is told of its data settles DATA_ON_READERS", async () => {
  const heard: string[] = [];
  const onDataAvailable = () => heard.push("reader");
  const { subscriber, square, arrive } = await open({ reader: { onDataAvailable } });
  square.write(shape(1));
  await arrive();
  assert.equal([heard, subscriber.statusChanges], [["reader"], []]);
});

test("what onSample takes is no data on readers", async () => {
  const heard: string[] = [];
  const { subscriber, square, arrive } = await open({
    subscriber: { onDataOnReaders: () => heard.push("group") },
    reader: { onSample: ({ data }) => heard.push(`sample ${data!.x}`) },
  });
  square.write(shape(1));
  await arrive();
  assert.equal([heard, subscriber.statusChanges], [["sample 1"], []]);
});

test("data is told to the nearest listener: reader, subscriber, participant", async () => {
  const tell = async (setup: Setup) => {
    const { square, arrive, squares } = await open(setup);
    heard.length = 0;
    square.write(shape(1));
    await arrive();
    return [heard.splice(0).sort(), hasData(squares)];
  };
  const heard: string[] = [];
  const at = (name: string) => ({
    onDataAvailable: (one: Named) => heard.push(`${name} ${one.topic.name}`),
  });
  const [reader, subscriber, participant] = [at("reader"), at("subscriber"), at("participant")];
  assert.equal(await tell({ reader, subscriber, participant }), [["participant Square", "reader Square"], []]);
  assert.equal(await tell({ subscriber, participant }), [["participant Square", "subscriber Square"], []]);
  assert.equal(await tell({ participant }), [["participant Square", "participant Square"], []]);
  assert.equal(await tell({}), [[], ["DATA_AVAILABLE"]]);
  const groups = { onDataOnReaders: () => heard.push("participant: group") };
  // Readers without a subscriber are told of one by one.
  assert.equal(await tell({ reader, participant: groups }), [["participant: group"], ["DATA_AVAILABLE"]]);
});

test("other statuses go to the nearest listener that has a callback for them, and are flagged where there is none", async () => {
  const network = new SimNetwork({ seed: 4 });
  const heard: string[] = [];
  const matched = (name: string) => ({
    onSubscriptionMatched: ({ currentCount }: { currentCount: number }, { topic }: Named) =>
      heard.push(`${name}: reader of ${topic.name} ${currentCount}`),
    onPublicationMatched: ({ currentCount }: { currentCount: number }, { topic }: Named) =>
      heard.push(`${name}: writer of ${topic.name} ${currentCount}`),
  });
  const unfit = {
    onRequestedIncompatibleQos: (_status: unknown, { topic }: Named) => heard.push(`unfit ${topic.name}`),
    onOfferedIncompatibleQos: (_status: unknown, { topic }: Named) => heard.push(`unfit ${topic.name}`),
  };
  const a = simDcps(network, { index: 0, listener: { ...matched("a"), ...unfit } });
  const b = simDcps(network, { index: 1, listener: matched("b") });
  const publisher = a.participant.createPublisher({ listener: matched("publisher") });
  const subscriber = b.participant.createSubscriber({ listener: matched("subscriber") });
  const own = publisher.createWriter(topicAt<Shape>(a, "T1", SHAPE), { listener: matched("own") });
  publisher.createWriter(topicAt<Shape>(a, "T2", SHAPE));
  const alone = a.participant.createWriter(topicAt<Shape>(a, "T3", SHAPE));
  const unmatched = a.participant.createWriter(topicAt<Shape>(a, "T4", SHAPE), { qos: { reliability: "bestEffort" } });
  subscriber.createReader(topicAt<Shape>(b, "T1", SHAPE), { listener: matched("own") });
  subscriber.createReader(topicAt<Shape>(b, "T2", SHAPE));
  b.participant.createReader(topicAt<Shape>(b, "T3", SHAPE));
  const asking = subscriber.createReader(topicAt<Shape>(b, "T4", SHAPE), { qos: { reliability: "reliable" } });
  await runFor(network, 200);
  assert.equal(heard.sort(), [
    ...["a: writer of T3 1", "b: reader of T3 1", "own: reader of T1 1", "own: writer of T1 1"],
    ...["publisher: writer of T2 1", "subscriber: reader of T2 1", "unfit T4"],
  ]);
  assert.equal([own.statusChanges, alone.statusChanges, unmatched.statusChanges], [[], [], []]);
  assert.equal(alone.publicationMatchedStatus.totalCountChange, 0, "the listener has read it");
  assert.equal(asking.statusChanges, ["REQUESTED_INCOMPATIBLE_QOS"], "nobody listens for it");
  assert.equal([publisher.statusChanges, publisher.statusCondition.triggerValue], [[], false]);
});

test("INCONSISTENT_TOPIC is a status of the topic; its listener goes before the participant's", async () => {
  const network = new SimNetwork({ seed: 5 });
  const heard: string[] = [];
  const onInconsistentTopic = (name: string) => ({
    onInconsistentTopic: ({ lastReason }: { lastReason: string }, topic: { name: string }) => {
      assert.match(lastReason, /Other/);
      heard.push(`${name} ${topic.name}`);
    },
  });
  const a = simDcps(network, { index: 0, listener: onInconsistentTopic("participant") });
  const b = simDcps(network, { index: 1 });
  const told = a.participant.createTopic<Shape>("T1", SHAPE, { listener: onInconsistentTopic("topic") });
  const untold = a.participant.createTopic<Shape>("T2", SHAPE);
  const writers = [told, untold].map((topic) => a.participant.createWriter(topic));
  const other = typeOf("struct Other { @key string color; };");
  const flagged = b.participant.createTopic("T1", other);
  const reader = b.participant.createReader(flagged, {
    listener: { onInconsistentTopic: (_status, one) => heard.push(`reader of ${one.topic.name}`) },
  });
  b.participant.createReader(b.participant.createTopic("T2", other));
  await runFor(network, 200);
  assert.equal(heard.sort(), ["participant T2", "reader of T1", "topic T1"]);
  assert.equal([told.statusChanges, untold.statusChanges, flagged.statusChanges], [[], [], ["INCONSISTENT_TOPIC"]]);
  assert.is(flagged.statusCondition.triggerValue, true);
  assert.equal(reader.statusChanges, [], "its own listener was told");
  assert.equal(writers[0]!.statusChanges, ["INCONSISTENT_TOPIC"], "what an endpoint has of it is its own");
  const { totalCount, totalCountChange, lastReason } = flagged.inconsistentTopicStatus;
  assert.equal([totalCount, totalCountChange], [1, 1]);
  assert.match(lastReason, /Other/);
  assert.equal([flagged.statusChanges, flagged.statusCondition.triggerValue], [[], false]);
  assert.is(flagged.inconsistentTopicStatus.totalCountChange, 0);
});

test("conditions leave their WaitSets with their entity", async () => {
  const { b, subscriber, arrive } = await open();
  const publisher = b.participant.createPublisher();
  const topic = b.participant.createTopic<Shape>("Triangle", SHAPE);
  const waitSet = new WaitSet();
  const entities = [subscriber, publisher, topic, b.participant];
  for (const { statusCondition } of entities) waitSet.attach(statusCondition);
  topic.close();
  await subscriber.close();
  await publisher.close();
  assert.equal(waitSet.conditions, [b.participant.statusCondition]);
  void b.participant.close();
  await arrive();
  assert.equal(waitSet.conditions, []);
});

test.run();
