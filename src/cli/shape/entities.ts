// The DDS entities of the shapes program, and the lines that say that they are there.

import type { DomainParticipant, Subscriber, Topic, WriterTuning } from "../../index.js";
import { describeQos } from "./describe.js";
import { numbered, type ShapeContext } from "./ShapeContext.js";
import { attempt, EXIT } from "./ShapeFailure.js";
import { DEFAULT_COLOR, type ShapeOptions } from "./ShapeOptions.js";
import { groupQos, readerQos, writerQos } from "./shapeQos.js";
import { type Shape, shapeType } from "./shapeType.js";
import { readerListener, writerListener } from "./statusLines.js";
import type { NamedReader } from "./subscribeShapes.js";

/** A publisher with a writer for each topic. */
export async function createPublisher(participant: DomainParticipant, context: ShapeContext) {
  const { options, say, debug } = context;
  const topics = await createTopics(participant, context);
  const group = groupQos(options);
  const qos = writerQos(options);
  for (const line of describeQos("publisher and writer QoS", { ...group, ...qos })) debug(line);
  const publisher = await attempt("failed to create publisher", EXIT.cannotStart, () =>
    participant.createPublisher({ qos: group }),
  );
  const endpoint = { qos, tuning: writerTuning(options), listener: writerListener(say) };
  const writers = await attempt("failed to create a writer", EXIT.cannotStart, () =>
    topics.map((topic) => {
      say(`Create writer for topic: ${topic.name} color: ${options.color ?? DEFAULT_COLOR}`);
      return publisher.createWriter(topic, endpoint);
    }),
  );
  return { publisher, writers };
}

/** A subscriber with a reader for each topic, or for a filtered view of it. */
export async function createSubscriber(
  participant: DomainParticipant,
  context: ShapeContext,
): Promise<{ readonly subscriber: Subscriber; readonly readers: readonly NamedReader[] }> {
  const { options, say, debug } = context;
  const topics = await createTopics(participant, context);
  const group = groupQos(options);
  const qos = readerQos(options);
  for (const line of describeQos("subscriber and reader QoS", { ...group, ...qos })) debug(line);
  const subscriber = await attempt("failed to create subscriber", EXIT.cannotStart, () =>
    participant.createSubscriber({ qos: group }),
  );
  const views = await attempt("failed to create content filtered topic", EXIT.cannotStart, () =>
    topics.map((topic) => filteredView(participant, topic, context) ?? topic),
  );
  const readers = await attempt("failed to create a reader", EXIT.cannotStart, () =>
    views.map((view) => {
      say(`Create reader for topic: ${view.name}`);
      const listener = readerListener(say, view.name);
      return { name: view.name, reader: subscriber.createReader(view, { qos, listener }) };
    }),
  );
  return { subscriber, readers };
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

/** Undefined when the subscriber takes every shape. */
function filteredView(participant: DomainParticipant, topic: Topic<Shape>, { options, debug }: ShapeContext) {
  const { color, filter } = options;
  if (color === undefined && filter === undefined) return undefined;
  const parameters = filter === undefined ? [`'${color}'`] : [];
  const expression = filter ?? "color = %0";
  debug(`content filter: ${expression} with ${parameters.join(", ") || "no parameters"}`);
  return participant.createContentFilteredTopic(`${topic.name}_filtered`, topic, expression, parameters);
}

function writerTuning({ fragmentBytes }: ShapeOptions): Partial<WriterTuning> {
  return fragmentBytes === 0 ? {} : { maxFragmentBytes: fragmentBytes };
}
