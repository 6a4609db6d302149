// One writer and one reader in a simulated network that loses datagrams: which samples were lost at first, when they were
// repaired, and what that took. Virtual time and a seed, so the same figures on every machine.

import { type DataReader, type DataWriter, parseIdl } from "../../src/index.js";
import { DataFields } from "../../src/rtps/messages/fields.js";
import { MessageReader } from "../../src/rtps/messages/MessageReader.js";
import { SUBMESSAGE_DATA } from "../../src/rtps/messages/submessageKind.js";
import { Random } from "../../src/simulation/Random.js";
import { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { runFor, simDcps, untilMatched } from "../../test/support/simDcps.js";

export interface LossSetting {
  /** Share of the datagrams that are lost, both ways, 0 to 1. */
  readonly loss: number;
  /** KEEP_LAST of so many; 0 is KEEP_ALL. */
  readonly historyDepth: number;
  readonly payloadBytes: number;
  readonly samples: number;
  readonly periodMs: number;
  readonly seed: number;
}

export interface LossFigures {
  readonly written: number;
  readonly delivered: number;
  /** Samples whose first DATA was lost. */
  readonly lostAtFirst: number;
  /** DATA beyond the first of each sample. */
  readonly retransmitted: number;
  /** Of both sides, while samples were written and until all was quiet. */
  readonly datagrams: number;
  readonly bytes: number;
  /** From the first write to the last delivery. */
  readonly elapsedMs: number;
  /** From the write of a sample that was lost at first to its delivery, milliseconds, in the order delivered. */
  readonly repairMs: readonly number[];
}

interface LossSample {
  number: number;
  payload: Uint8Array;
}

const TYPE = parseIdl("@final struct LossSample { unsigned long number; sequence<octet> payload; };").struct(
  "LossSample",
);

export class LossyRun {
  private readonly chance: Random;
  private readonly network: SimNetwork;
  private readonly writtenAtMs: number[] = [];
  private readonly sentTimes: number[] = [];
  private readonly lostAtFirst = new Set<number>();
  private readonly repairMs: number[] = [];
  private readonly reader = new MessageReader();
  private readonly fields = new DataFields();
  private isLossy = false;
  private delivered = 0;
  private lastDeliveryMs = 0;
  private datagrams = 0;
  private bytes = 0;

  constructor(private readonly setting: LossSetting) {
    this.chance = new Random(setting.seed);
    this.network = new SimNetwork({
      seed: setting.seed,
      filter: (datagram) => this.decide(datagram),
      tap: ({ bytes }) => {
        if (!this.isLossy) return;
        this.datagrams++;
        this.bytes += bytes.length;
      },
    });
  }

  async run(): Promise<LossFigures> {
    const { network, setting } = this;
    const { historyDepth, samples, periodMs, payloadBytes } = setting;
    const qos = {
      reliability: "reliable",
      history: historyDepth === 0 ? "keepAll" : { keepLast: historyDepth },
    } as const;
    const [here, there] = [simDcps(network, { index: 0 }), simDcps(network, { index: 1 })];
    const onDataAvailable = (from: DataReader<LossSample>) => {
      for (const { data } of from.take()) if (data !== undefined) this.noteDelivery(data.number);
    };
    const writer: DataWriter<LossSample> = here.participant.createWriter(here.participant.createTopic("loss", TYPE), {
      qos,
    });
    const topic = there.participant.createTopic<LossSample>("loss", TYPE);
    const reader = there.participant.createReader(topic, { qos, listener: { onDataAvailable } });
    await untilMatched(network, [writer], [reader]);
    await runFor(network, SETTLED_MS);
    this.isLossy = true;
    const startMs = network.now;
    for (let number = 1; number <= samples; number++) {
      this.writtenAtMs[number] = network.now;
      writer.write({ number, payload: new Uint8Array(payloadBytes) });
      await runFor(network, periodMs);
    }
    await runFor(network, SETTLED_MS);
    return this.figures(startMs);
  }

  /** Every datagram has its chance; what is lost of a sample's first DATA is remembered. */
  private decide(datagram: Uint8Array): "deliver" | "drop" {
    if (!this.isLossy) return "deliver";
    const isLost = this.chance.next() < this.setting.loss * 2 ** 32;
    const { reader, fields } = this;
    reader.reset(datagram);
    while (reader.next()) {
      if (reader.kind !== SUBMESSAGE_DATA || !reader.readData(fields) || !isUserWriter(fields.writerId)) continue;
      this.sentTimes[fields.sn] = (this.sentTimes[fields.sn] ?? 0) + 1;
      if (isLost && this.sentTimes[fields.sn] === 1) this.lostAtFirst.add(fields.sn);
    }
    return isLost ? "drop" : "deliver";
  }

  private noteDelivery(number: number): void {
    const { now } = this.network;
    this.delivered++;
    this.lastDeliveryMs = now;
    // Sequence numbers begin with 1, as the samples do.
    if (this.lostAtFirst.has(number)) this.repairMs.push(now - this.writtenAtMs[number]!);
  }

  private figures(startMs: number): LossFigures {
    const sent = this.sentTimes.filter((times) => times !== undefined);
    return {
      written: this.setting.samples,
      delivered: this.delivered,
      lostAtFirst: this.lostAtFirst.size,
      retransmitted: sent.reduce((sum, times) => sum + times - 1, 0),
      datagrams: this.datagrams,
      bytes: this.bytes,
      elapsedMs: this.lastDeliveryMs - startMs,
      repairMs: this.repairMs,
    };
  }
}

/** Application-defined (RTPS 2.5 §9.3.1.2): the two high bits of the kind are zero. */
function isUserWriter(writerId: number): boolean {
  return (writerId & 0xc0) === 0;
}

/** All repairs are made, or given up. */
const SETTLED_MS = 5000;
