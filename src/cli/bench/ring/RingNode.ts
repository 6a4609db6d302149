// One node of a ring: writes to the next and reads from the one before it.

import {
  type DataWriter,
  DomainParticipant,
  float64,
  octet,
  type Sample,
  type StructType,
  sequence,
  struct,
  uint32,
} from "rtps-lab";
import { monotonicUs } from "../peer/clock.js";
import type { RingSettings } from "./ringPlan.js";

interface RingSample {
  measured: number;
  stamp: number;
  payload: Uint8Array;
}

const RING_SAMPLE: StructType = struct(
  "rtps_lab::RingSample",
  { measured: { type: uint32 }, stamp: { type: float64 }, payload: { type: sequence(octet) } },
  { extensibility: "final" },
);

export class RingNode {
  /** Of the measured time. */
  sent = 0;
  received = 0;
  /** When the first sample came, CLOCK_MONOTONIC in microseconds; 0: none yet. */
  upAtUs = 0;
  private readonly writer: DataWriter<RingSample>;
  private readonly value: RingSample;

  private constructor(
    readonly index: number,
    readonly participant: DomainParticipant,
    settings: RingSettings,
    private readonly onLatency: (us: number) => void,
  ) {
    const { nodes, topic, payloadBytes, historyDepth } = settings;
    const qos = { reliability: "reliable", history: { keepLast: historyDepth } } as const;
    const topicOf = (node: number) => participant.createTopic<RingSample>(`${topic}/${node}`, RING_SAMPLE);
    this.value = { measured: 0, stamp: 0, payload: new Uint8Array(payloadBytes) };
    const own = topicOf(index);
    this.writer = participant.createWriter(own, { qos });
    // A ring of one: the node is its own neighbour.
    const before = nodes === 1 ? own : topicOf((index + nodes - 1) % nodes);
    const onSample = ({ data }: Sample<RingSample>) => data !== undefined && this.receive(data);
    participant.createReader(before, { qos, listener: { onSample } });
  }

  static async open(index: number, settings: RingSettings, onLatency: (us: number) => void): Promise<RingNode> {
    const participant = await DomainParticipant.create({
      domainId: settings.domain,
      interfaces: ["127.0.0.1"],
      // The ports of a domain run out at 120 participants on a host.
      participantIndex: "any",
      name: `rtps bench ring ${index}`,
    });
    return new RingNode(index, participant, settings, onLatency);
  }

  write(isMeasured: boolean): void {
    const { value } = this;
    value.measured = isMeasured ? 1 : 0;
    value.stamp = monotonicUs();
    this.writer.write(value);
    if (isMeasured) this.sent++;
  }

  private receive({ measured, stamp }: RingSample): void {
    const nowUs = monotonicUs();
    if (this.upAtUs === 0) this.upAtUs = nowUs;
    if (measured === 0) return;
    this.received++;
    this.onLatency(nowUs - stamp);
  }
}
