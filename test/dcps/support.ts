// Participants on 127.0.0.1 that only meet those they are told of, and ways to wait for what happens.

import type { ReaderPipeline } from "../../src/dcps/reader/ReaderPipeline.js";
import {
  type DataReader,
  type DataWriter,
  DomainParticipant,
  type DomainParticipantOptions,
  parseIdl,
  type Sample,
  type StructType,
} from "../../src/index.js";
import type { SampleMeta } from "../../src/participant/types.js";
import type { OpenParticipant } from "../../src/runtime/index.js";

export interface Shape {
  color: string;
  x: number;
  y: number;
  shapesize: number;
}

export const SHAPE_IDL = "struct ShapeType { @key string color; long x; long y; long shapesize; };";
export const SHAPE = typeOf(SHAPE_IDL);
export const BLOB = typeOf("struct Blob { unsigned long index; sequence<octet> bytes; };");

export interface Blob {
  index: number;
  bytes: Uint8Array;
}

export function typeOf(idl: string): StructType {
  return parseIdl(idl, { file: "test.idl" }).structs.at(-1)!;
}

export function shape(x: number, color = "RED"): Shape {
  return { color, x, y: 2 * x, shapesize: 30 };
}

const opened: DomainParticipant[] = [];

/** Closed by `closeAll`. */
export async function openOne(options: DomainParticipantOptions = {}): Promise<DomainParticipant> {
  const participant = await DomainParticipant.create({
    interfaces: ["127.0.0.1"],
    multicast: false,
    participantIndex: "any",
    ...options,
  });
  opened.push(participant);
  return participant;
}

export function addressOf(participant: DomainParticipant): string {
  return `127.0.0.1:${participant.transport.metatrafficUnicastPort}`;
}

/** Two participants, the second of which is told where the first is. */
export async function openPair(
  first: DomainParticipantOptions = {},
  second: DomainParticipantOptions = {},
): Promise<[DomainParticipant, DomainParticipant]> {
  const a = await openOne(first);
  return [a, await openOne({ peers: [addressOf(a)], ...second })];
}

export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((participant) => participant.close({ lingerMs: 0 })));
}

/** For every wait of the tests: long enough for a busy machine, short enough to fail in time. */
export const IN_TIME = { timeoutMs: 10_000 } as const;

/** The first `count` samples that can be taken. */
export async function takeSome<T extends object>(reader: DataReader<T>, count: number): Promise<Sample<T>[]> {
  const samples: Sample<T>[] = [];
  while (samples.length < count) {
    await reader.waitForData(IN_TIME);
    samples.push(...reader.take(count - samples.length));
  }
  return samples;
}

/** A promise for something that a listener will say. */
export class Heard<T = void> {
  readonly promise: Promise<T>;
  resolve!: (value: T) => void;

  constructor(what: string) {
    this.promise = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not heard in time: ${what}`)), IN_TIME.timeoutMs);
      this.resolve = (value) => {
        clearTimeout(timer);
        resolve(value);
      };
    });
  }
}

/** The rejection of a promise that must not be fulfilled. */
export async function rejection(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  return promise.then(
    () => {
      throw new Error("fulfilled, though it must be rejected");
    },
    (error) => error,
  );
}

/** The error that a call must throw. */
export function thrown(call: () => unknown): Error & { code?: string } {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

/** The inside of a reader. */
export function pipelineOf<T extends object>(reader: DataReader<T>): ReaderPipeline<T> {
  return (reader as unknown as { readonly pipeline: ReaderPipeline<T> }).pipeline;
}

interface Insides {
  readonly handle: number;
  readonly context: { readonly runtime: OpenParticipant };
}

/** Writes what the public interface never would: other vendors' forms, and garbage. */
export function writeRaw<T extends object>(
  writer: DataWriter<T>,
  payload: Uint8Array,
  meta: Partial<SampleMeta>,
): number {
  const { handle, context } = writer as unknown as Insides;
  const { engine, driver, clock } = context.runtime;
  const sourceTimestamp = { seconds: 0xffffffff, fraction: 0xffffffff };
  const whole = { kind: 0, payloadKind: 1, instance: 1, keyHash: new Uint8Array(0), sourceTimestamp, ...meta } as const;
  const sn = engine.write(clock.now(), handle, payload, whole);
  driver.flush();
  return sn;
}
