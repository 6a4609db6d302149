// The reading side of our peer: one reader for each topic of a subscriber, taken from whenever something comes.
import type { DataReader, DomainParticipant, Sample, Subscriber } from "../../src/index.js";
import type { PeerCommands } from "../contract/commands.js";
import { emit } from "../contract/events.js";
import type { PeerOptions } from "../contract/options.js";
import { type ShapeValue, sampleValuesOf } from "../contract/pattern.js";
import { groupQosOf, readerQosOf } from "./qos.js";
import { readerListener } from "./statuses.js";
import { createTopics } from "./topics.js";

export class PeerReader {
  private readonly subscriber: Subscriber;
  private readonly readers: DataReader<ShapeValue>[];
  private readonly ended = new AbortController();
  private isReleased: boolean;
  private isTakeDue = false;
  private takes = 0;
  private received = 0;

  constructor(
    participant: DomainParticipant,
    private readonly options: PeerOptions,
  ) {
    this.isReleased = !options.gate;
    this.subscriber = participant.createSubscriber({ qos: groupQosOf(options) });
    const listener = { ...readerListener(), onDataAvailable: () => this.takeSoon() };
    this.readers = createTopics(participant, options).map((topic, i) => {
      const { filter, filterParams } = options;
      const source =
        filter === undefined
          ? topic
          : participant.createContentFilteredTopic(`Filtered${i}`, topic, filter, filterParams);
      return this.subscriber.createReader(source, { qos: readerQosOf(options), listener });
    });
  }

  /** Reports until stopped, or until the count is reached and the linger time is over. @returns how many samples came */
  async run(commands: PeerCommands): Promise<number> {
    commands.stop.addEventListener("abort", () => this.ended.abort());
    void commands.go(1).then(() => {
      this.isReleased = true;
      this.takeSoon();
    });
    await new Promise<void>((resolve) => this.ended.signal.addEventListener("abort", () => resolve()));
    return this.received;
  }

  /** After the datagram is done with, so that what came together is taken together. */
  private takeSoon(): void {
    if (!this.isReleased || this.isTakeDue) return;
    this.isTakeDue = true;
    setImmediate(() => {
      this.isTakeDue = false;
      if (!this.ended.signal.aborted) this.take();
    });
  }

  private take(): void {
    this.takes++;
    const before = this.received;
    if (this.options.accessScope === "group") this.takeGroup();
    else for (const sample of this.readers.flatMap((reader) => reader.take())) this.report(sample);
    const { count, lingerMs } = this.options;
    if (count > 0 && before < count && this.received >= count) setTimeout(() => this.ended.abort(), lingerMs);
  }

  /** DDS 1.4 §2.2.2.5.2.10: the readers in the order of their samples, one sample from each entry. */
  private takeGroup(): void {
    this.subscriber.beginAccess();
    for (let entries = this.subscriber.getDataReaders(); entries.length > 0; entries = this.subscriber.getDataReaders())
      for (const reader of entries as DataReader<ShapeValue>[])
        for (const sample of reader.take({ max: 1 })) this.report(sample);
    this.subscriber.endAccess();
  }

  private report({ data, info }: Sample<ShapeValue>): void {
    const color = data?.color ?? "";
    if (info.validData && data !== undefined) {
      this.received++;
      emit({ ...sampleValuesOf(data), take: this.takes, sourceMs: info.sourceTimestampMs ?? 0 });
      return;
    }
    // Not the state at the time of the call: by then the instance may have come back.
    const state = info.receivedInstanceState;
    if (state === "NOT_ALIVE_DISPOSED") emit({ event: "disposed", color, instanceState: state });
    if (state === "NOT_ALIVE_NO_WRITERS") emit({ event: "no_writers", color, instanceState: state });
  }
}
