// The writing side of our peer: one writer for each topic of a publisher, and the schedule of the contract.
import { setTimeout as sleep } from "node:timers/promises";
import type { DataWriter, DomainParticipant, Publisher } from "../../src/index.js";
import type { PeerCommands } from "../contract/commands.js";
import { emit } from "../contract/events.js";
import type { PeerOptions } from "../contract/options.js";
import { type ShapeValue, shapeOf } from "../contract/pattern.js";
import { groupQosOf, writerQosOf } from "./qos.js";
import { writerListener } from "./statuses.js";
import { createTopics } from "./topics.js";

export class PeerWriter {
  private readonly publisher: Publisher;
  private readonly writers: DataWriter<ShapeValue>[];
  private written = 0;

  constructor(
    participant: DomainParticipant,
    private readonly options: PeerOptions,
  ) {
    this.publisher = participant.createPublisher({ qos: groupQosOf(options) });
    const endpointOptions = { qos: writerQosOf(options), listener: writerListener() };
    this.writers = createTopics(participant, options).map((topic) =>
      this.publisher.createWriter(topic, endpointOptions),
    );
  }

  /** Writes everything, then lingers, unless stopped. @returns how many samples were written */
  async run(commands: PeerCommands): Promise<number> {
    const signal = commands.stop;
    commands.onAssert = () => this.first.assertLiveliness();
    commands.onStrength = (ownershipStrength) => this.first.setQos({ ownershipStrength });
    try {
      await this.isMatched(commands);
      await this.writeAll(commands);
      this.endInstances();
      emit({ event: "written", count: this.written });
      await sleep(this.options.lingerMs, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return this.written;
  }

  private get first(): DataWriter<ShapeValue> {
    return this.writers[0]!;
  }

  /** With a gate, whoever opens it knows that both sides have matched; without, `ready` does. */
  private async isMatched(commands: PeerCommands): Promise<void> {
    const { gate, waitReaders, topics } = this.options;
    if (gate) return;
    const each = Math.ceil(waitReaders / topics);
    await Promise.all(this.writers.map((writer) => writer.ready(each, { signal: commands.stop })));
  }

  private async writeAll(commands: PeerCommands): Promise<void> {
    const { count, periodMs, gate, batch } = this.options;
    const signal = commands.stop;
    let next = performance.now();
    for (; this.written < count; next += periodMs) {
      const isBatchStart = batch > 0 ? this.written % batch === 0 : this.written === 0;
      if (gate && isBatchStart) {
        const turns = batch > 0 ? this.written / batch + 1 : 1;
        await Promise.race([commands.go(turns), rejectOnAbort(signal)]);
        next = performance.now();
      }
      await sleep(Math.max(0, next - performance.now()), undefined, { signal });
      await this.write(this.written++, signal);
      if (batch > 0 && this.written < count && this.written % batch === 0)
        emit({ event: "written", count: this.written });
    }
  }

  /** A set begins with its first sample and ends with its last; one that is not full never ends. */
  private async write(index: number, signal: AbortSignal): Promise<void> {
    const { coherent } = this.options;
    if (coherent > 0 && index % coherent === 0) this.publisher.beginCoherentChanges();
    await this.writers[index % this.writers.length]!.writeAsync(shapeOf(this.options, index), { signal });
    if (coherent > 0 && (index + 1) % coherent === 0) this.publisher.endCoherentChanges();
  }

  private endInstances(): void {
    const { dispose, unregister } = this.options;
    if (dispose !== undefined) this.first.dispose({ color: dispose });
    if (unregister !== undefined) this.first.unregister({ color: unregister });
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}
