// Listeners that print every change of a status, under the names that DDS 1.4 gives the callbacks.

import type {
  DataReader,
  DataReaderListener,
  DataWriter,
  DataWriterListener,
  IncompatibleQosStatus,
  LivelinessChangedStatus,
  LivelinessLostStatus,
  MatchedStatus,
} from "../../index.js";
import { statusLine } from "./lines.js";
import type { Shape } from "./shapeType.js";

type Say = (line: string) => void;

export function writerListener(say: Say): DataWriterListener<Shape> {
  const tell = (callback: string, writer: DataWriter<Shape>, detail?: string) =>
    say(statusLine(callback, writer.topic.name, writer.topic.typeName, detail));
  return {
    onPublicationMatched: (status, writer) => tell("on_publication_matched", writer, matched("readers", status)),
    onOfferedIncompatibleQos: (status, writer) => tell("on_offered_incompatible_qos", writer, incompatible(status)),
    onOfferedDeadlineMissed: (status, writer) => tell("on_offered_deadline_missed", writer, totals(status)),
    onLivelinessLost: (status, writer) => tell("on_liveliness_lost", writer, totals(status)),
    onInconsistentTopic: (_status, writer) => tell("on_inconsistent_topic", writer),
  };
}

/** @param name of the topic, or of the filtered view of it */
export function readerListener(say: Say, name: string): DataReaderListener<Shape> {
  const tell = (callback: string, reader: DataReader<Shape>, detail?: string) =>
    say(statusLine(callback, name, reader.topic.typeName, detail));
  return {
    onSubscriptionMatched: (status, reader) => tell("on_subscription_matched", reader, matched("writers", status)),
    onRequestedIncompatibleQos: (status, reader) => tell("on_requested_incompatible_qos", reader, incompatible(status)),
    onRequestedDeadlineMissed: (status, reader) => tell("on_requested_deadline_missed", reader, totals(status)),
    onLivelinessChanged: (status, reader) => tell("on_liveliness_changed", reader, liveliness(status)),
    onInconsistentTopic: (_status, reader) => tell("on_inconsistent_topic", reader),
  };
}

function matched(what: string, status: MatchedStatus): string {
  return `matched ${what} ${status.currentCount} (change = ${status.currentCountChange})`;
}

function incompatible(status: IncompatibleQosStatus): string {
  return `${status.lastPolicyId} (${status.lastMismatches[0]?.policy ?? "?"})`;
}

function totals({
  totalCount,
  totalCountChange,
}: Pick<LivelinessLostStatus, "totalCount" | "totalCountChange">): string {
  return `(total = ${totalCount}, change = ${totalCountChange})`;
}

function liveliness(status: LivelinessChangedStatus): string {
  return `(alive = ${status.aliveCount}, not_alive = ${status.notAliveCount})`;
}
