// A publisher and a subscriber with a writer and a reader of each topic, in a simulated network.

import type { DataReader, DataWriter, PublisherQosInput, WriterPolicies } from "../../../src/index.js";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runUntil, type SimDcps, simDcps, topicAt } from "../../support/simDcps.js";
import { SHAPE, type Shape } from "../support.js";

export const RELIABLE = { reliability: "reliable", history: "keepAll" } as const;

export type Presentation = NonNullable<PublisherQosInput["presentation"]>;

export interface Setup {
  readonly topics?: readonly string[];
  readonly qos?: WriterPolicies;
  readonly readerPresentation?: Presentation;
}

export async function groups(
  presentation: Presentation,
  { topics = ["Square"], qos = {}, readerPresentation }: Setup = {},
) {
  const network = new SimNetwork({ seed: 11 });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1 });
  const publisher = a.participant.createPublisher({ qos: { presentation } });
  const writers = topics.map((name) =>
    publisher.createWriter(topicAt<Shape>(a, name, SHAPE), { qos: { ...RELIABLE, ...qos } }),
  );
  const subscriber = b.participant.createSubscriber({ qos: { presentation: readerPresentation ?? presentation } });
  const { reliability, durability } = { durability: "volatile" as const, ...RELIABLE, ...qos };
  const { history } = RELIABLE;
  const makeReaders = () =>
    topics.map((name) =>
      subscriber.createReader(topicAt<Shape>(b, name, SHAPE), { qos: { reliability, history, durability } }),
    );
  const readers = makeReaders();
  await runUntil(network, () => readers.every((reader) => reader.matchedPublications.length === 1));
  await untilReady(network, writers, 1);
  return { network, a, b, publisher, subscriber, writers, readers };
}

export async function untilReady(
  network: SimNetwork,
  writers: readonly DataWriter<Shape>[],
  count: number,
): Promise<void> {
  let left = writers.length;
  for (const writer of writers) void writer.ready(count).then(() => left--);
  await runUntil(network, () => left === 0);
}

export function xs(reader: DataReader<Shape>): number[] {
  return reader.take().map((sample) => sample.data!.x);
}

export function silence(from: SimDcps, to: SimDcps, network: SimNetwork): () => void {
  network.partition(from.sim.node, to.sim.node);
  return () => network.heal(from.sim.node, to.sim.node);
}
