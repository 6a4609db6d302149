// What the endpoints of a peer tell as event lines. Several endpoints of a group count together.
import type { DataReaderListener, DataWriterListener } from "../../src/index.js";
import { emit } from "../contract/events.js";
import type { ShapeValue } from "../contract/pattern.js";

/** Adds up what each endpoint says last. */
class Sum {
  private readonly latest = new Map<object, number>();

  /** @returns the sum of all endpoints, now that this one says `value` */
  set(endpoint: object, value: number): number {
    this.latest.set(endpoint, value);
    return [...this.latest.values()].reduce((total, one) => total + one, 0);
  }
}

export function writerListener(): DataWriterListener<ShapeValue> {
  const [matched, deadlines, losses] = [new Sum(), new Sum(), new Sum()];
  return {
    onPublicationMatched: (status, writer) =>
      emit({ event: "matched", count: matched.set(writer, status.currentCount) }),
    onOfferedIncompatibleQos: (status) => emit({ event: "incompatible_qos", policyId: status.lastPolicyId }),
    onOfferedDeadlineMissed: (status, writer) =>
      emit({ event: "deadline_missed", total: deadlines.set(writer, status.totalCount) }),
    onLivelinessLost: (status, writer) =>
      emit({ event: "liveliness_lost", total: losses.set(writer, status.totalCount) }),
  };
}

export function readerListener(): DataReaderListener<ShapeValue> {
  const [matched, deadlines, lost, alive, notAlive] = [new Sum(), new Sum(), new Sum(), new Sum(), new Sum()];
  return {
    onSubscriptionMatched: (status, reader) =>
      emit({ event: "matched", count: matched.set(reader, status.currentCount) }),
    onRequestedIncompatibleQos: (status) => emit({ event: "incompatible_qos", policyId: status.lastPolicyId }),
    onRequestedDeadlineMissed: (status, reader) =>
      emit({ event: "deadline_missed", total: deadlines.set(reader, status.totalCount) }),
    onSampleLost: (status, reader) => emit({ event: "sample_lost", total: lost.set(reader, status.totalCount) }),
    onLivelinessChanged: (status, reader) =>
      emit({
        event: "liveliness_changed",
        alive: alive.set(reader, status.aliveCount),
        notAlive: notAlive.set(reader, status.notAliveCount),
      }),
  };
}
