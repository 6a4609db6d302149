// One writer and one reader in a simulated network, and what the writer's side of a policy is judged by.

import type {
  DataReader,
  DataWriter,
  DataWriterListener,
  DomainParticipantQosInput,
  ReaderPolicies,
  Sample,
  WriterPolicies,
} from "../../../src/index.js";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runFor, runUntil, type SimDcps, simDcps, topicAt, untilMatched } from "../../support/simDcps.js";
import { SHAPE, type Shape } from "../support.js";

export interface PairOptions {
  readonly writer?: WriterPolicies;
  readonly reader?: ReaderPolicies;
  readonly listener?: DataWriterListener<Shape>;
  readonly participant?: DomainParticipantQosInput;
}

export interface Pair {
  readonly network: SimNetwork;
  readonly a: SimDcps;
  readonly b: SimDcps;
  readonly writer: DataWriter<Shape>;
  readonly reader: DataReader<Shape>;
}

/** Nothing is lost, dropped or kept back that the writer does not lose, drop or keep back. */
export const KEEP_ALL = { reliability: "reliable", history: "keepAll" } as const;

/** A writer at participant a, and a RELIABLE KEEP_ALL reader at participant b, matched and ready. */
export async function openPair(options: PairOptions = {}): Promise<Pair> {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0, ...(options.participant === undefined ? {} : { qos: options.participant }) });
  const b = simDcps(network, { index: 1 });
  const writer = writerAt(a, options.writer, options.listener);
  const reader = readerAt(b, options.reader);
  writer.enable();
  await untilMatched(network, [writer], [reader]);
  await runFor(network, 50);
  await writer.ready(1);
  return { network, a, b, writer, reader };
}

export function writerAt(at: SimDcps, qos: WriterPolicies = {}, listener: DataWriterListener<Shape> = {}) {
  return at.participant.createWriter(topicAt<Shape>(at, "Square", SHAPE), { qos, listener });
}

export function readerAt(at: SimDcps, qos: ReaderPolicies = {}): DataReader<Shape> {
  return at.participant.createReader(topicAt<Shape>(at, "Square", SHAPE), { qos: { ...KEEP_ALL, ...qos } });
}

/** Lets virtual time pass until the promise is settled. */
export async function finish<V>(network: SimNetwork, promise: Promise<V>): Promise<V> {
  let isSettled = false;
  const settled = () => {
    isSettled = true;
  };
  promise.then(settled, settled);
  await runUntil(network, () => isSettled);
  return promise;
}

/** "RED 1" for a value, "RED NOT_ALIVE_DISPOSED" for the end of an instance. */
export function told({ data, info }: Sample<Shape>): string {
  return `${data?.color} ${info.validData ? data?.x : info.receivedInstanceState}`;
}

export function takeAll(reader: DataReader<Shape>): string[] {
  return reader.take().map(told);
}
