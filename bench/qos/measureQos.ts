// What a QoS setting costs on the wire: one writer and one reader on hosts of their own in a simulated network, in
// virtual time, through the public interface. The same setting gives the same numbers on every machine.

import {
  type DataReader,
  type DataWriter,
  type DomainParticipantQosInput,
  type EndpointQosInput,
  type Publisher,
  type PublisherQosInput,
  parseIdl,
  propagatedProperties,
  type ReaderPolicies,
  resolveParticipantQos,
  type StructType,
  type WriterPolicies,
} from "../../src/index.js";
import type { TappedDatagram } from "../../src/simulation/options.js";
import { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { runFor, runUntil, type SimDcps, simDcps, untilMatched } from "../../test/support/simDcps.js";
import { type AnnouncedOctets, Traffic, type TrafficCounts } from "./Traffic.js";

export interface QosSetting {
  /** Of both sides. */
  readonly both?: EndpointQosInput;
  readonly writer?: WriterPolicies;
  readonly reader?: ReaderPolicies;
  /** Of both participants. */
  readonly participant?: DomainParticipantQosInput;
  /** Writer and reader belong to a publisher and a subscriber with this QoS. */
  readonly group?: PublisherQosInput;
  /** So many samples form a coherent set. */
  readonly coherentSet?: number;
  /** The reader reads a content-filtered topic. */
  readonly filter?: string;
  /** A second writer beside the first, which writes the same samples. */
  readonly secondWriter?: WriterPolicies;
  /** Share of datagrams that are lost while samples are written. */
  readonly loss?: number;
  /** While idle, the application asserts the writer so often. */
  readonly assertEveryMs?: number;
  /** The type is @appendable instead of @final. */
  readonly appendable?: boolean;
}

export interface QosCost {
  readonly announced: AnnouncedOctets;
  /** Between the two endpoints, both ways, while `SAMPLES` are written, one a millisecond, and until all is quiet. */
  readonly samples: TrafficCounts;
  /** Samples that the reader gave to the application. */
  readonly delivered: number;
  /** Everything that the two participants send in a minute in which nothing is written. */
  readonly idle: TrafficCounts;
  /** To and from a second reader that comes when `SAMPLES_BEFORE_JOINING` more are written. */
  readonly joining: TrafficCounts;
  /** Between the two endpoints when the writer is closed. */
  readonly ending: TrafficCounts;
}

export const SAMPLES = 1000;
export const SAMPLES_BEFORE_JOINING = 100;
export const IDLE_MS = 60_000;

/** Both sides RELIABLE, everything else as DDS has it: what the other settings are compared with. */
export const BASE: QosSetting = { both: { reliability: "reliable" } };

/** Runs one setting on top of `BASE`. */
export async function measureQos(setting: QosSetting): Promise<QosCost> {
  const run = new QosRun(setting);
  await run.match();
  const samples = await run.writeSamples();
  const { delivered } = run;
  const idle = await run.idle();
  const announced = { ...run.traffic.announced };
  const joining = await run.join();
  const ending = await run.end();
  return { announced, samples, delivered, idle, joining, ending };
}

interface Shape {
  color: string;
  x: number;
  y: number;
  shapesize: number;
}

const IDL = "struct ShapeType { @key string<128> color; long x, y, shapesize; };";
const FINAL = parseIdl(`@final ${IDL}`).struct("ShapeType");
const APPENDABLE = parseIdl(`@appendable ${IDL}`).struct("ShapeType");

class QosRun {
  readonly traffic = new Traffic();
  delivered = 0;
  private readonly network = new SimNetwork({ seed: 1, tap: this.traffic.tap });
  private readonly type: StructType;
  private readonly writers: DataWriter<Shape>[];
  private readonly reader: DataReader<Shape>;
  private publisher: Publisher | undefined;
  private joiner: DataReader<Shape> | undefined;
  private written = 0;

  constructor(private readonly setting: QosSetting) {
    this.type = setting.appendable === true ? APPENDABLE : FINAL;
    const here = this.participant(0);
    this.writers = [this.makeWriter(here, setting.writer)];
    if (setting.secondWriter !== undefined) this.writers.push(this.makeWriter(here, setting.secondWriter));
    const listener = (sampleCount: number) => {
      this.delivered += sampleCount;
    };
    this.reader = this.makeReader(this.participant(1), listener);
  }

  async match(): Promise<void> {
    await untilMatched(this.network, this.writers, [this.reader]);
    await runFor(this.network, SETTLED_MS);
  }

  async writeSamples(): Promise<TrafficCounts> {
    const { network, setting, traffic } = this;
    traffic.restart(isUserTraffic);
    network.setDefaultLink({ loss: setting.loss ?? 0 });
    this.write(SAMPLES);
    await runFor(network, SETTLED_MS);
    network.setDefaultLink({ loss: 0 });
    await runFor(network, SETTLED_MS);
    return traffic.read();
  }

  async idle(): Promise<TrafficCounts> {
    const { network, setting, traffic } = this;
    traffic.restart(() => true);
    const endsAt = network.now + IDLE_MS;
    for (const step = setting.assertEveryMs ?? IDLE_MS; network.now < endsAt; ) {
      if (setting.assertEveryMs !== undefined) this.writers[0]!.assertLiveliness();
      network.runUntil(Math.min(network.now + step, endsAt));
    }
    await runFor(network, 0);
    return traffic.read();
  }

  async join(): Promise<TrafficCounts> {
    const { network, traffic } = this;
    const late = this.participant(2);
    await runFor(network, SETTLED_MS);
    this.write(SAMPLES_BEFORE_JOINING);
    const address = late.sim.node.host.address;
    traffic.restart(
      (datagram) =>
        isUserTraffic(datagram) && [datagram.source.address, datagram.destination.address].includes(address),
    );
    this.joiner = this.makeReader(late, () => undefined);
    await untilMatched(network, [], [this.joiner]);
    await runFor(network, SETTLED_MS);
    return traffic.read();
  }

  async end(): Promise<TrafficCounts> {
    const { network, traffic } = this;
    await this.joiner!.close();
    await runFor(network, SETTLED_MS);
    traffic.restart(isUserTraffic);
    let isOver = false;
    void this.writers[0]!.close().finally(() => {
      isOver = true;
    });
    await runUntil(network, () => isOver);
    await runFor(network, SETTLED_MS);
    return traffic.read();
  }

  private participant(index: number): SimDcps {
    const { userData, property } = resolveParticipantQos(this.setting.participant);
    const config = { userData: userData.value, properties: propagatedProperties(property) };
    return simDcps(this.network, { index, config });
  }

  private makeWriter(at: SimDcps, policies: WriterPolicies | undefined): DataWriter<Shape> {
    const { both, group } = this.setting;
    const topic = at.participant.createTopic<Shape>("Square", this.type);
    const qos = { ...BASE.both, ...both, ...policies };
    if (group === undefined) return at.participant.createWriter(topic, { qos });
    this.publisher ??= at.participant.createPublisher({ qos: group });
    return this.publisher.createWriter(topic, { qos });
  }

  private makeReader(at: SimDcps, onTaken: (sampleCount: number) => void): DataReader<Shape> {
    const { both, reader, group, filter } = this.setting;
    const { participant } = at;
    const related = participant.createTopic<Shape>("Square", this.type);
    const topic = filter === undefined ? related : participant.createContentFilteredTopic("Some", related, filter);
    const qos = { ...BASE.both, ...both, ...reader };
    const subscriber = group === undefined ? undefined : participant.createSubscriber({ qos: group });
    const onDataAvailable = (from: DataReader<Shape>) => {
      subscriber?.beginAccess();
      onTaken(from.take().filter(({ info }) => info.validData).length);
      subscriber?.endAccess();
    };
    return (subscriber ?? participant).createReader(topic, { qos, listener: { onDataAvailable } });
  }

  /** x goes from 0 to 999 and begins again. */
  private write(count: number): void {
    const { coherentSet = 0 } = this.setting;
    for (let i = 0; i < count; i++) {
      if (coherentSet > 0 && i % coherentSet === 0) this.publisher!.beginCoherentChanges();
      const value = { color: "BLUE", x: this.written++ % 1000, y: 20, shapesize: 30 };
      for (const writer of this.writers) {
        writer.write(value);
        this.flush();
      }
      if (coherentSet > 0 && i % coherentSet === coherentSet - 1) this.publisher!.endCoherentChanges();
      this.network.runUntil(this.network.now + WRITE_EVERY_MS);
    }
  }

  /** The real driver sends before `write` returns; the simulated one when the network runs. */
  private flush(): void {
    this.network.runUntil(this.network.now);
  }
}

/** Samples and what they cause go to ports of their own, discovery and liveliness messages to others (RTPS 2.5 §9.6.1). */
function isUserTraffic({ destination }: TappedDatagram): boolean {
  return destination.port % 2 === 1;
}

const WRITE_EVERY_MS = 1;
/** Longer than the longest period of anything that is not periodic for ever. */
const SETTLED_MS = 2300;
