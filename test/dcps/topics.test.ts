// Topics of one participant: which names and types go together, whose they are, and their end (DDS 1.4 §2.2.2.2.1.5 to 8).

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { simDcps } from "../support/simDcps.js";
import { SHAPE, SHAPE_IDL, type Shape, thrown, typeOf } from "./support.js";

const test = suite("topics of a participant");

function open() {
  const network = new SimNetwork({ seed: 1 });
  return [simDcps(network, { index: 0 }).participant, simDcps(network, { index: 1 }).participant] as const;
}

function refused(call: () => unknown, code: string, message: RegExp): void {
  const error = thrown(call);
  assert.equal([error.name, error.code], ["DdsError", code]);
  assert.match(error.message, message);
  assert.not.match(error.message, "\n");
}

test("a name is one type in a participant; several topics may have both", () => {
  const [participant, other] = open();
  const topic = participant.createTopic<Shape>("Square", SHAPE);
  participant.createTopic<Shape>("Square", typeOf(SHAPE_IDL), { qos: { deadline: "1s" } });
  const another = typeOf("struct ShapeType { @key string color; long x; long y; short shapesize; };");
  for (const call of [
    () => participant.createTopic("Square", another),
    () => participant.createTopic("Square", SHAPE, { typeName: "Shape" }),
  ]) {
    refused(call, "PRECONDITION_NOT_MET", /"Square" is the name of a topic of another type, ShapeType/);
  }
  participant.createTopic("Circle", another);
  other.createTopic("Square", another);
  participant.createWriter(topic);
});

test("topics and content-filtered topics share their names", () => {
  const [participant] = open();
  const square = participant.createTopic<Shape>("Square", SHAPE);
  participant.createContentFilteredTopic("Some", square, "x > 0");
  const view = (name: string) => () => participant.createContentFilteredTopic(name, square, "x > 1");
  refused(view("Some"), "PRECONDITION_NOT_MET", /"Some" is the name of another content-filtered topic/);
  refused(view("Square"), "PRECONDITION_NOT_MET", /"Square" is the name of a topic: give another/);
  refused(() => participant.createTopic("Some", SHAPE), "PRECONDITION_NOT_MET", /of a content-filtered topic/);
  assert.is(thrown(() => participant.createContentFilteredTopic("More", square, "colour = 1")).name, "FilterError");
  view("More")();
});

test("topics of another participant are refused everywhere", () => {
  const [own, other] = open();
  const foreign = other.createTopic<Shape>("Square", SHAPE);
  const foreignView = other.createContentFilteredTopic("Some", foreign, "x > 0");
  own.createTopic<Shape>("Square", SHAPE);
  for (const call of [
    () => own.createWriter(foreign),
    () => own.createReader(foreign),
    () => own.createReader(foreignView),
    () => own.createPublisher().createWriter(foreign),
    () => own.createSubscriber().createReader(foreignView),
    () => own.createContentFilteredTopic("Mine", foreign, "x > 0"),
  ]) {
    refused(call, "PRECONDITION_NOT_MET", /^the topic "(Square|Some)" belongs to another participant: make one here$/);
  }
});

test("what is no topic, or no type", () => {
  const [participant] = open();
  const view = participant.createContentFilteredTopic("Some", participant.createTopic<Shape>("Square", SHAPE), "x > 0");
  for (const [call, message] of [
    [() => participant.createWriter(view as never), /^a writer takes a topic, not a filtered view of one/],
    [() => participant.createContentFilteredTopic("View", view as never, "x > 0"), /not a filtered view of one/],
    [() => participant.createWriter(null as never), /^a writer takes a topic: make one with createTopic$/],
    [() => participant.createReader("Square" as never), /^a reader takes a topic/],
    [() => participant.createTopic("T", null as never), /^the type of a topic must be a struct/],
    [() => participant.createTopic("T", "ShapeType" as never), /^the type of a topic must be a struct/],
    [() => participant.createTopic(5 as never, SHAPE), /^the name of the topic must be a string$/],
  ] as const) {
    refused(call, "BAD_PARAMETER", message);
  }
});

test("a topic that is not in use can be closed, and then its name means nothing", async () => {
  const [participant] = open();
  const square = participant.createTopic<Shape>("Square", SHAPE);
  const view = participant.createContentFilteredTopic("Some", square, "x > 0");
  const reader = participant.createReader(view);
  const disabled = participant.createPublisher({ qos: { entityFactory: false } }).createWriter(square);
  refused(() => view.close(), "PRECONDITION_NOT_MET", /"Some" is in use: close its 1 readers first/);
  refused(
    () => square.close(),
    "PRECONDITION_NOT_MET",
    /"Square" is in use: close its 2 writers and readers, 1 content/,
  );
  await reader.close();
  await disabled.close();
  refused(
    () => square.close(),
    "PRECONDITION_NOT_MET",
    /close its 0 writers and readers, 1 content-filtered topics first/,
  );
  view.close();
  view.close();
  square.close();
  square.close();
  assert.ok(square.isClosed && view.isClosed);
  for (const call of [
    () => participant.createWriter(square),
    () => participant.createReader(view),
    () => square.setQos({ topicData: "late" }),
    () => participant.createContentFilteredTopic("Late", square, "x > 0"),
  ]) {
    refused(call, "ALREADY_DELETED", /^this topic is closed$/);
  }
  participant.createTopic("Some", typeOf("struct Square { long x; };"));
  participant.createTopic("Square", typeOf("struct Square { long x; };"));
  assert.equal(view.expressionParameters, []);
});

test("topics end with their participant", async () => {
  const [participant] = open();
  const square = participant.createTopic<Shape>("Square", SHAPE);
  await participant.close();
  assert.ok(square.isClosed);
  square.close();
});

test.run();
