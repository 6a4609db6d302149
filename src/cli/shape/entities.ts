// The DDS entities of the shapes program, and the lines that say that they are there.

import type { DataReader, DomainParticipant, Topic, WriterTuning } from "../../index.js";
import { describeQos } from "./describe.js";
import type { CoherentChanges, ShapeWriter } from "./publishShapes.js";
import { numbered, type ShapeContext } from "./ShapeContext.js";
import { attempt, EXIT } from "./ShapeFailure.js";
import { DEFAULT_COLOR, type ShapeOptions } from "./ShapeOptions.js";
import { groupQos, readerQos, writerQos } from "./shapeQos.js";
import { type Shape, shapeType } from "./shapeType.js";
import { readerListener, writerListener } from "./statusLines.js";
import type { GroupAccess, ShapeReader } from "./subscribeShapes.js";

export async function createPublisher(
  participant: DomainParticipant,
  context: ShapeContext,
): Promise<{ readonly publisher: CoherentChanges; readonly writers: readonly ShapeWriter[] }> {
  const { options, say, debug } = context;
  const topics = await createTopics(participant, context);
  const qos = { ...groupQos(options), ...writerQos(options) };
  for (const line of describeQos("writer QoS", qos)) debug(line);
  const writers: ShapeWriter[] = [];
  for (const topic of topics) {
    say(`Create writer for topic: ${topic.name} color: ${options.color ?? DEFAULT_COLOR}`);
    writers.push(
      await attempt(`failed to create a writer for topic ${topic.name}`, EXIT.cannotStart, () =>
        participant.createWriter(topic, { qos, tuning: writerTuning(options), listener: writerListener(say) }),
      ),
    );
  }
  return { publisher: { beginCoherentChanges() {}, endCoherentChanges() {} }, writers };
}

export async function createSubscriber(
  participant: DomainParticipant,
  context: ShapeContext,
): Promise<{ readonly subscriber: GroupAccess; readonly readers: readonly ShapeReader[] }> {
  const { options, say, debug } = context;
  const topics = await createTopics(participant, context);
  const qos = { ...groupQos(options), ...readerQos(options) };
  for (const line of describeQos("reader QoS", qos)) debug(line);
  const readers: ShapeReader[] = [];
  for (const topic of topics) {
    say(`Create reader for topic: ${topic.name}${isFiltered(options) ? "_filtered" : ""}`);
    readers.push(
      await attempt(`failed to create a reader for topic ${topic.name}`, EXIT.cannotStart, () =>
        shim(participant.createReader(topic, { qos, listener: readerListener(say) })),
      ),
    );
  }
  return { subscriber: { beginAccess() {}, endAccess() {} }, readers };
}

function shim(reader: DataReader<Shape>): ShapeReader {
  return {
    topic: reader.topic,
    take: () => reader.take(),
    read: () => reader.take(),
    takeNextInstance: (previous) => (previous === 0 ? reader.take() : []),
    readNextInstance: (previous) => (previous === 0 ? reader.take() : []),
    getKeyValue: () => undefined,
  };
}

function writerTuning({ fragmentBytes }: ShapeOptions): Partial<WriterTuning> {
  return fragmentBytes === 0 ? {} : { maxFragmentBytes: fragmentBytes };
}

function isFiltered({ color, filter }: ShapeOptions): boolean {
  return color !== undefined || filter !== undefined;
}

function createTopics(participant: DomainParticipant, { options, say }: ShapeContext): Promise<Topic<Shape>[]> {
  const type = shapeType();
  const names = Array.from({ length: options.topics }, (_, index) => numbered(options.topicName, index));
  return attempt("failed to create a topic", EXIT.cannotStart, () =>
    names.map((name) => {
      say(`Create topic: ${name}`);
      return participant.createTopic<Shape>(name, type);
    }),
  );
}
