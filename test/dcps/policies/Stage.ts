// Writers and readers on hosts of their own in a simulated network, with a clock that starts when they are matched.
// A value of instance "red" is "red1", "red2" and so on.

import {
  type DataReader,
  type DataReaderListener,
  type DataWriter,
  type ReaderPolicies,
  resolveWriterQos,
  type Sample,
  type WriterPolicies,
} from "../../../src/index.js";
import type { LinkSettings } from "../../../src/simulation/index.js";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import type { DropReason } from "../../../src/trace/dropReasons.js";
import {
  runFor,
  type SimDcps,
  type SimDcpsOptions,
  settle,
  simDcps,
  topicAt,
  untilMatched,
} from "../../support/simDcps.js";
import { SHAPE, type Shape, typeOf } from "../support.js";

export const RELIABLE = { reliability: "reliable", history: "keepAll" } as const;
const KEYLESS = typeOf("struct ShapeType { string color; long x; long y; long shapesize; };");

export interface StageOptions {
  readonly link?: Partial<LinkSettings>;
  readonly seed?: number;
  /** One instance without key members. */
  readonly keyless?: boolean;
}

export class Stage {
  readonly network: SimNetwork;
  readonly writers: StageWriter[] = [];
  readonly readers: StageReader[] = [];
  private readonly type;
  private hosts = 0;
  private zero = 0;

  constructor({ link = {}, seed = 1, keyless = false }: StageOptions = {}) {
    this.network = new SimNetwork({ seed, link: { latencyMs: 0, ...link } });
    this.type = keyless ? KEYLESS : SHAPE;
  }

  /** A participant on a host of its own. GUIDs ascend in the order in which they are made. */
  host(options: Omit<SimDcpsOptions, "index"> = {}): SimDcps {
    return simDcps(this.network, { index: this.hosts++, ...options });
  }

  /** RELIABLE and KEEP_ALL unless told otherwise. */
  writer(qos: WriterPolicies = {}, at = this.host()): StageWriter {
    const options = { qos: { ...RELIABLE, ...qos } };
    const writer = at.participant.createWriter(topicAt<Shape>(at, "Square", this.type), options);
    this.writers.push(new StageWriter(this, at, writer));
    return this.writers.at(-1)!;
  }

  /** RELIABLE and KEEP_ALL unless told otherwise. */
  reader(qos: ReaderPolicies = {}, at = this.host(), listener: DataReaderListener<Shape> = {}): StageReader {
    const options = { qos: { ...RELIABLE, ...qos }, listener };
    const reader = at.participant.createReader(topicAt<Shape>(at, "Square", this.type), options);
    this.readers.push(new StageReader(this, at, reader));
    return this.readers.at(-1)!;
  }

  /** A reader that notes what its listener gets, with the time. */
  listener(qos: ReaderPolicies = {}, at = this.host()): StageReader & { readonly heard: string[] } {
    const heard: string[] = [];
    const onSample = (sample: Sample<Shape>) => heard.push(`${this.now} ${told(sample)}`);
    return Object.assign(this.reader(qos, at, { onSample }), { heard });
  }

  /** Until everybody is matched and ready; the clock begins. */
  async start(): Promise<void> {
    await untilMatched(
      this.network,
      this.writers.map((one) => one.writer),
      this.readers.map((one) => one.reader),
    );
    await runFor(this.network, 50);
    this.zero = this.network.now;
  }

  /** Milliseconds since the start. */
  get now(): number {
    return Math.round((this.network.now - this.zero) * 1000) / 1000;
  }

  /** Runs to a time since the start. */
  async at(ms: number): Promise<void> {
    await runFor(this.network, ms - (this.network.now - this.zero));
  }

  /** Lets what was done just now happen. */
  async soon(): Promise<void> {
    await runFor(this.network, 0);
    await settle();
  }
}

export class StageWriter {
  constructor(
    private readonly stage: Stage,
    readonly at: SimDcps,
    readonly writer: DataWriter<Shape>,
  ) {}

  /** Writes "red1", at a source time of milliseconds since the start by the clock of this writer's host if given. */
  write(value: string, sourceMs?: number): void {
    const [, color, x] = /^(\D+)(\d+)$/.exec(value)!;
    this.writer.write({ color: color!, x: Number(x), y: 0, shapesize: 30 }, this.sourceTime(sourceMs));
  }

  dispose(color: string, sourceMs?: number): void {
    this.writer.dispose({ color }, this.sourceTime(sourceMs));
  }

  unregister(color: string, sourceMs?: number): void {
    this.writer.unregister({ color }, this.sourceTime(sourceMs));
  }

  /** Writes at a time. */
  async writeAt(ms: number, value: string, sourceMs?: number): Promise<void> {
    await this.stage.at(ms);
    this.write(value, sourceMs);
  }

  /** Changes policies and announces them. */
  setQos(qos: WriterPolicies): void {
    const { engine } = this.at.sim;
    const { entityId } = this.writer.guid;
    engine.setWriterQos(this.stage.network.now, entityId, resolveWriterQos(qos, engine.writer(entityId).qos));
    this.stage.network.flush(this.at.sim.node);
  }

  async close(): Promise<void> {
    await this.writer.close({ lingerMs: 0 });
    await this.stage.soon();
  }

  /** Its process is killed: no goodbye. */
  kill(): void {
    this.stage.network.removeNode(this.at.sim.node);
  }

  private sourceTime(sourceMs: number | undefined): { sourceTimestampMs?: number } {
    if (sourceMs === undefined) return {};
    const start = this.stage.network.now - this.stage.now;
    return { sourceTimestampMs: this.at.sim.engine.config.epochOffsetMs + start + sourceMs };
  }
}

export class StageReader {
  constructor(
    private readonly stage: Stage,
    readonly at: SimDcps,
    readonly reader: DataReader<Shape>,
  ) {}

  /** Takes what there is, as words: "red1", or "red NOT_ALIVE_DISPOSED" for a sample without data. */
  take(): string[] {
    return this.reader.take().map(told);
  }

  read(): string[] {
    return this.reader.read().map(told);
  }

  /** What there is at a time. */
  async takeAt(ms: number): Promise<string[]> {
    await this.stage.at(ms);
    return this.take();
  }

  drops(reason: DropReason): number {
    return this.at.participant.counters.dropped[reason] ?? 0;
  }
}

export function told({ data, info }: Sample<Shape>): string {
  return info.validData ? `${data!.color}${data!.x}` : `${data?.color ?? "?"} ${info.instanceState}`;
}

/** A rule of a specification, in its words, and what shows that it is kept. */
export interface Rule {
  readonly clause: string;
  readonly says: string;
  readonly shows: () => Promise<void>;
}

/** Each rule is a test. */
export function testRules(test: (name: string, body: () => Promise<void>) => void, rules: readonly Rule[]): void {
  for (const { clause, says, shows } of rules) test(`${clause}: ${says}`, shows);
}
