// A reader and its writers in a simulated network, and its samples in one line each.

import type { StructType } from "../../../src/idl/index.js";
import type {
  DataReader,
  DataReaderListener,
  DataWriter,
  Limits,
  ReaderQosInput,
  Sample,
  WriterQosInput,
} from "../../../src/index.js";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runFor, runUntil, type SimDcps, simDcps, topicAt } from "../../support/simDcps.js";
import { SHAPE, type Shape, shape } from "../support.js";

export const RELIABLE = { reliability: "reliable", history: "keepAll" } as const;
/** `unregister` and the end of a writer leave instances without writers instead of disposing them. */
export const NO_AUTODISPOSE = { writerDataLifecycle: { autodisposeUnregisteredInstances: false } } as const;

export interface ReadingOptions<T extends object> {
  readonly reader?: ReaderQosInput & object;
  readonly writer?: WriterQosInput & object;
  readonly listener?: DataReaderListener<T>;
  readonly limits?: Partial<Limits>;
}

export interface Reading<T extends object> {
  readonly network: SimNetwork;
  readonly a: SimDcps;
  readonly b: SimDcps;
  readonly reader: DataReader<T>;
  readonly writer: DataWriter<T>;
  /** Lets everything arrive. */
  arrive(ms?: number): Promise<void>;
  /** Another matched writer of the same topic, in the same participant or in one of its own. */
  anotherWriter(at?: SimDcps): Promise<DataWriter<T>>;
}

/** RELIABLE, KEEP_ALL and no autodispose unless told otherwise. */
export async function openReading<T extends object = Shape>(
  options: ReadingOptions<T> = {},
  type: StructType = SHAPE,
): Promise<Reading<T>> {
  const network = new SimNetwork({ seed: 3 });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1, ...(options.limits === undefined ? {} : { limits: options.limits }) });
  const { listener } = options;
  const reader = b.participant.createReader(topicAt<T>(b, "Square", type), {
    qos: { ...RELIABLE, ...options.reader },
    ...(listener === undefined ? {} : { listener }),
  });
  const makeWriter = async (at: SimDcps) => {
    const qos = { ...RELIABLE, ...NO_AUTODISPOSE, ...options.writer };
    const writer = at.participant.createWriter(topicAt<T>(at, "Square", type), { qos });
    let isReady = false;
    void writer.ready(1).then(() => {
      isReady = true;
    });
    const isMatched = () => reader.matchedPublications.some((guid) => guid.equals(writer.guid));
    await runUntil(network, () => isReady && isMatched());
    return writer;
  };
  const writer = await makeWriter(a);
  const arrive = (ms = 20) => runFor(network, ms);
  return { network, a, b, reader, writer, arrive, anotherWriter: (at = a) => makeWriter(at) };
}

/** "RED 1" for values, "RED -" for samples without valid data. */
export function name({ data, info }: Sample<Shape>): string {
  return `${data?.color ?? "?"} ${info.validData ? data!.x : "-"}`;
}

export function names(samples: readonly Sample<Shape>[]): string[] {
  return samples.map(name);
}

/** With sample, view and instance state. */
export function states(samples: readonly Sample<Shape>[]): string[] {
  return samples.map((one) => `${name(one)} ${one.info.sampleState} ${one.info.viewState} ${one.info.instanceState}`);
}

/** With generation counts (disposed, no writers) and ranks (sample, generation, absolute generation). */
export function ranks(samples: readonly Sample<Shape>[]): string[] {
  return samples.map((one) => {
    const { info } = one;
    const generations = `${info.disposedGenerationCount},${info.noWritersGenerationCount}`;
    return `${name(one)} (${generations}) ${info.sampleRank} ${info.generationRank} ${info.absoluteGenerationRank}`;
  });
}

export function writeAll(writer: DataWriter<Shape>, samples: readonly (readonly [string, number])[]): void {
  for (const [color, x] of samples) writer.write(shape(x, color));
}
