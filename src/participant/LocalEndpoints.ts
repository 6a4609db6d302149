// The user's writers and readers of one participant: made, changed, announced and ended. Samples do not pass here.

import type { DiscoveredParticipant } from "../discovery/DiscoveredParticipant.js";
import type { EndpointMatcher } from "../discovery/EndpointMatcher.js";
import type { ContentFilterProperty } from "../discovery/endpointData.js";
import type { LocalReader, LocalWriter } from "../discovery/localEndpoints.js";
import type { Sedp } from "../discovery/Sedp.js";
import type { WriterLiveliness } from "../discovery/WriterLiveliness.js";
import type { ReaderQos, WriterQos } from "../qos/index.js";
import { StatefulReader } from "../rtps/behavior/StatefulReader.js";
import { StatefulWriter } from "../rtps/behavior/StatefulWriter.js";
import { checkTuning, DEFAULT_READER_TUNING, DEFAULT_WRITER_TUNING } from "../rtps/behavior/tuning.js";
import type { DeadlineQueue } from "../rtps/structure/DeadlineQueue.js";
import {
  ENTITYID_UNKNOWN,
  type EntityId,
  KIND_READER_GROUP,
  KIND_READER_NO_KEY,
  KIND_READER_WITH_KEY,
  KIND_WRITER_GROUP,
  KIND_WRITER_NO_KEY,
  KIND_WRITER_WITH_KEY,
} from "../rtps/structure/entityId.js";
import { Guid } from "../rtps/structure/guid.js";
import type { Ms } from "../rtps/structure/time.js";
import type { Counters } from "../trace/Counters.js";
import type { Alarms } from "./Alarms.js";
import { type EventQueue, OnceEvent } from "./EventQueue.js";
import {
  applyWriterQos,
  readerConfig,
  selfReaderData,
  selfWriterData,
  typeFactsOf,
  writerConfig,
} from "./endpointConfig.js";
import { addReaderCounters, addWriterCounters } from "./endpointCounters.js";
import type { ParticipantConfig, ReaderHandle, ReaderOptions, WriterHandle, WriterOptions } from "./types.js";

/** What of the participant its endpoints are made of, and who has to hear of them. */
export interface EndpointParts {
  readonly config: ParticipantConfig;
  readonly counters: Counters;
  readonly deadlines: DeadlineQueue;
  readonly events: EventQueue;
  readonly alarms: Alarms;
  readonly matcher: EndpointMatcher;
  readonly sedp: Sedp;
  readonly liveliness: WriterLiveliness;
  /** The participant as its own peer. */
  readonly self: DiscoveredParticipant;
  noteRestart(writer: Guid): void;
}

export class LocalEndpoints {
  private nextEntityKey = 1;

  constructor(private readonly parts: EndpointParts) {}

  newWriterHandle(keyed: boolean): WriterHandle {
    return this.newEntityId(keyed ? KIND_WRITER_WITH_KEY : KIND_WRITER_NO_KEY);
  }

  newReaderHandle(keyed: boolean): ReaderHandle {
    return this.newEntityId(keyed ? KIND_READER_WITH_KEY : KIND_READER_NO_KEY);
  }

  newGroup(isPublisher: boolean): EntityId {
    return this.newEntityId(isPublisher ? KIND_WRITER_GROUP : KIND_READER_GROUP);
  }

  createWriter(now: Ms, options: WriterOptions): WriterHandle {
    const entityId = options.handle ?? this.newWriterHandle(options.keyed);
    const tuning = { ...this.parts.config.writerTuning, ...options.tuning };
    checkTuning(tuning, DEFAULT_WRITER_TUNING);
    const writerSpace = new OnceEvent("writerSpace", entityId);
    const writer = new StatefulWriter(writerConfig(entityId, options), tuning, this.parts.deadlines, {
      writerProgress: () => this.parts.events.pushOnce(writerSpace),
      readerReady: (_writer, remote) => this.parts.events.push({ type: "readerReady", writer: entityId, remote }),
      ...(options.payloadReleased === undefined ? {} : { payloadReleased: options.payloadReleased }),
    });
    const { topicName, qos } = options;
    applyWriterQos(writer, qos);
    const guid = new Guid(this.parts.config.guidPrefix, entityId);
    const groupEntityId = options.groupEntityId ?? ENTITYID_UNKNOWN;
    const common = { guid, topicName, ...typeFactsOf(options), groupEntityId, announcedSn: 0 };
    const local: LocalWriter = { ...common, qos, writer };
    this.parts.sedp.announceWriter(now, local);
    this.parts.matcher.addWriter(now, local);
    this.parts.matcher.remoteAnnounced(now, this.parts.self, selfWriterData(local, this.parts.config));
    this.parts.liveliness.writersChanged(now);
    return entityId;
  }

  createReader(now: Ms, options: ReaderOptions): ReaderHandle {
    const { counters } = this.parts;
    const entityId = options.handle ?? this.newReaderHandle(options.keyed);
    const tuning = { ...this.parts.config.readerTuning, ...options.tuning };
    checkTuning(tuning, DEFAULT_READER_TUNING);
    const dataAvailable = new OnceEvent("dataAvailable", entityId);
    const { allocate = this.parts.config.allocate } = options;
    const reader = new StatefulReader(
      readerConfig(entityId, options),
      tuning,
      this.parts.config.limits,
      this.parts.deadlines,
      {
        dataAvailable: () => this.parts.events.pushOnce(dataAvailable),
        sampleLost: (_reader, count) => {
          counters.samplesLost = Math.min(counters.samplesLost + count, Number.MAX_SAFE_INTEGER);
          this.parts.events.push({ type: "sampleLost", reader: entityId, count });
        },
        sampleRejected: () => this.parts.events.push({ type: "sampleRejected", reader: entityId }),
        // Whoever waits for a history looks again when data may have come.
        historyComplete: () => this.parts.events.pushOnce(dataAvailable),
        writerRestarted: this.parts.noteRestart,
        ...(allocate === undefined ? {} : { allocate }),
      },
    );
    const { topicName, qos } = options;
    const guid = new Guid(this.parts.config.guidPrefix, entityId);
    const groupEntityId = options.groupEntityId ?? ENTITYID_UNKNOWN;
    const common = { guid, topicName, ...typeFactsOf(options), groupEntityId, announcedSn: 0 };
    const local: LocalReader = { ...common, qos, reader, contentFilter: options.contentFilter };
    this.parts.sedp.announceReader(now, local);
    this.parts.matcher.addReader(now, local);
    this.parts.matcher.remoteAnnounced(now, this.parts.self, selfReaderData(local, this.parts.config));
    return entityId;
  }

  /** Ends a writer and tells everybody. What is still owed to readers is not sent. */
  deleteWriter(now: Ms, handle: WriterHandle): void {
    const local = this.parts.matcher.writers.get(handle);
    if (local === undefined) return;
    addWriterCounters(this.parts.counters, local.writer.counters);
    local.writer.stop();
    this.parts.alarms.remove(handle);
    this.parts.matcher.removeWriter(local);
    this.parts.matcher.remoteRemoved(this.parts.self, handle);
    this.parts.sedp.disposeWriter(now, local.guid);
    this.parts.liveliness.writersChanged(now);
  }

  deleteReader(now: Ms, handle: ReaderHandle): void {
    const local = this.parts.matcher.readers.get(handle);
    if (local === undefined) return;
    addReaderCounters(this.parts.counters, local.reader.counters);
    this.parts.alarms.remove(handle);
    this.parts.matcher.removeReader(local);
    this.parts.matcher.remoteRemoved(this.parts.self, handle);
    this.parts.sedp.disposeReader(now, local.guid);
  }

  /** Changes the mutable policies of a writer and announces them again. */
  setWriterQos(now: Ms, local: LocalWriter, qos: WriterQos): void {
    local.qos = qos;
    applyWriterQos(local.writer, qos);
    this.parts.sedp.announceWriter(now, local);
    this.parts.matcher.compareAgain(now, local.guid.entityId);
    this.parts.matcher.remoteAnnounced(now, this.parts.self, selfWriterData(local, this.parts.config));
    this.parts.liveliness.writersChanged(now);
  }

  setReaderQos(now: Ms, local: LocalReader, qos: ReaderQos): void {
    local.qos = qos;
    this.parts.sedp.announceReader(now, local);
    this.parts.matcher.compareAgain(now, local.guid.entityId);
    this.parts.matcher.remoteAnnounced(now, this.parts.self, selfReaderData(local, this.parts.config));
  }

  /** The content filter of a reader changed: announced again, so that writers follow. */
  setContentFilter(now: Ms, local: LocalReader, contentFilter: ContentFilterProperty | undefined): void {
    local.contentFilter = contentFilter;
    local.reader.filtered = contentFilter !== undefined;
    this.parts.sedp.announceReader(now, local);
    this.parts.matcher.remoteAnnounced(now, this.parts.self, selfReaderData(local, this.parts.config));
  }

  private newEntityId(kind: number): EntityId {
    return ((this.nextEntityKey++ << 8) | kind) >>> 0;
  }
}
