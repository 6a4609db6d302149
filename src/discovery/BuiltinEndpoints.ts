// RTPS 2.5 §8.5.4 and §8.4.13, XTypes 1.3 §7.6.3.3.4: the reliable builtin endpoints (SEDP, participant messages and
// TypeLookup) of this participant, and which of them are matched with a remote participant's.

import { StatefulReader } from "../rtps/behavior/StatefulReader.js";
import { StatefulWriter } from "../rtps/behavior/StatefulWriter.js";
import { BUILTIN_WRITER_TUNING } from "../rtps/behavior/tuning.js";
import {
  type EntityId,
  ENTITYID_P2P_BUILTIN_PARTICIPANT_MESSAGE_READER as MESSAGE_READER,
  ENTITYID_P2P_BUILTIN_PARTICIPANT_MESSAGE_WRITER as MESSAGE_WRITER,
  ENTITYID_SEDP_BUILTIN_PUBLICATIONS_READER as PUBLICATIONS_READER,
  ENTITYID_SEDP_BUILTIN_PUBLICATIONS_WRITER as PUBLICATIONS_WRITER,
  ENTITYID_SEDP_BUILTIN_SUBSCRIPTIONS_READER as SUBSCRIPTIONS_READER,
  ENTITYID_SEDP_BUILTIN_SUBSCRIPTIONS_WRITER as SUBSCRIPTIONS_WRITER,
  ENTITYID_TL_SVC_REPLY_READER as TYPE_REPLY_READER,
  ENTITYID_TL_SVC_REPLY_WRITER as TYPE_REPLY_WRITER,
  ENTITYID_TL_SVC_REQ_READER as TYPE_REQUEST_READER,
  ENTITYID_TL_SVC_REQ_WRITER as TYPE_REQUEST_WRITER,
} from "../rtps/structure/entityId.js";
import { Guid } from "../rtps/structure/guid.js";
import type { Ms } from "../rtps/structure/time.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveryContext } from "./DiscoveryContext.js";
import * as bits from "./participantData.js";
import { typeSilence } from "./typeScope.js";
import { preemptiveAckNackBase } from "./vendorQuirks.js";

/** Bit 0 of BUILTIN_ENDPOINT_QOS: the participant-message reader is best-effort. */
const BEST_EFFORT_PARTICIPANT_MESSAGE_DATA_READER = 1;

/**
 * A peer that we lost for a while, and that never lost us, still believes in the endpoints we had. So the latest
 * disposals stay in the history, for when we meet again.
 */
const DISPOSALS_KEPT = 64;

/** Requests and replies that wait for acknowledgement: the oldest gives way to a new one, and is asked again. */
const TYPE_MESSAGES_KEPT = 64;

/** What the builtin endpoints tell their owner. Called in the middle of a mutation: only note it. */
export interface BuiltinOwner {
  builtinDataAvailable(): void;
  builtinProgress(writer: StatefulWriter): void;
  writerRestarted(writer: Guid): void;
}

/** Requests to others and from others, replies likewise. */
export interface TypeLookupEndpoints {
  readonly requestWriter: StatefulWriter;
  readonly requestReader: StatefulReader;
  readonly replyWriter: StatefulWriter;
  readonly replyReader: StatefulReader;
}

export class BuiltinEndpoints {
  readonly publicationsWriter: StatefulWriter;
  readonly publicationsReader: StatefulReader;
  readonly subscriptionsWriter: StatefulWriter;
  readonly subscriptionsReader: StatefulReader;
  readonly messageWriter: StatefulWriter;
  readonly messageReader: StatefulReader;
  /** Undefined for a participant that knows no types. */
  readonly typeLookup: TypeLookupEndpoints | undefined;

  constructor(
    private readonly context: DiscoveryContext,
    private readonly owner: BuiltinOwner,
  ) {
    this.publicationsWriter = this.makeWriter(PUBLICATIONS_WRITER);
    this.publicationsReader = this.makeReader(PUBLICATIONS_READER);
    this.subscriptionsWriter = this.makeWriter(SUBSCRIPTIONS_WRITER);
    this.subscriptionsReader = this.makeReader(SUBSCRIPTIONS_READER);
    this.messageWriter = this.makeWriter(MESSAGE_WRITER);
    this.messageReader = this.makeReader(MESSAGE_READER);
    this.typeLookup = context.config.types === undefined ? undefined : this.makeTypeLookup();
  }

  /** Matches what the remote participant says it has (§8.5.5.1). */
  match(now: Ms, participant: DiscoveredParticipant): void {
    const destination = participant.metatrafficDestination();
    if (destination === undefined) return;
    const { builtinEndpoints, builtinEndpointQos } = participant.data;
    const has = builtinEndpoints | this.context.config.discoveryTuning.assumedBuiltinEndpoints;
    const { remote } = participant;
    const prefix = participant.data.guidPrefix;
    const preemptiveBase = preemptiveAckNackBase(participant.data.vendorId);
    const addReader = (bit: number, writer: StatefulWriter, id: EntityId, reliable: boolean) => {
      if ((has & bit) === 0) return undefined;
      const proxy = writer.matchedReaderAdd(now, new Guid(prefix, id), reliable, true, destination);
      remote.addReaderProxy(proxy);
      return proxy;
    };
    const addWriter = (bit: number, reader: StatefulReader, id: EntityId) => {
      if ((has & bit) !== 0)
        remote.addWriterProxy(reader.matchedWriterAdd(now, new Guid(prefix, id), true, destination, preemptiveBase));
    };
    const messagesReliable = (builtinEndpointQos & BEST_EFFORT_PARTICIPANT_MESSAGE_DATA_READER) === 0;
    addWriter(bits.BUILTIN_PUBLICATIONS_WRITER, this.publicationsReader, PUBLICATIONS_WRITER);
    addWriter(bits.BUILTIN_SUBSCRIPTIONS_WRITER, this.subscriptionsReader, SUBSCRIPTIONS_WRITER);
    addWriter(bits.BUILTIN_PARTICIPANT_MESSAGE_WRITER, this.messageReader, MESSAGE_WRITER);
    participant.publicationsReader = addReader(
      bits.BUILTIN_PUBLICATIONS_READER,
      this.publicationsWriter,
      PUBLICATIONS_READER,
      true,
    );
    participant.subscriptionsReader = addReader(
      bits.BUILTIN_SUBSCRIPTIONS_READER,
      this.subscriptionsWriter,
      SUBSCRIPTIONS_READER,
      true,
    );
    addReader(bits.BUILTIN_PARTICIPANT_MESSAGE_READER, this.messageWriter, MESSAGE_READER, messagesReliable);
    if (this.typeLookup !== undefined) {
      const { requestWriter, requestReader, replyWriter, replyReader } = this.typeLookup;
      addWriter(bits.BUILTIN_TYPE_LOOKUP_REQUEST_WRITER, requestReader, TYPE_REQUEST_WRITER);
      addWriter(bits.BUILTIN_TYPE_LOOKUP_REPLY_WRITER, replyReader, TYPE_REPLY_WRITER);
      addReader(bits.BUILTIN_TYPE_LOOKUP_REQUEST_READER, requestWriter, TYPE_REQUEST_READER, true);
      addReader(bits.BUILTIN_TYPE_LOOKUP_REPLY_READER, replyWriter, TYPE_REPLY_READER, true);
    }
    for (const proxy of [participant.publicationsReader, participant.subscriptionsReader]) {
      if (proxy !== undefined) proxy.plainness = typeSilence(participant.data, this.context.config);
    }
  }

  unmatch(participant: DiscoveredParticipant): void {
    const { remote } = participant;
    for (const writer of this.writers) {
      for (const proxy of [...writer.readerProxies]) {
        if (!proxy.guid.prefix.equals(remote.prefix)) continue;
        writer.matchedReaderRemove(proxy);
        remote.removeReaderProxy(proxy);
      }
    }
    for (const reader of this.readers) {
      for (const proxy of [...reader.writerProxies]) {
        if (!proxy.guid.prefix.equals(remote.prefix)) continue;
        reader.matchedWriterRemove(proxy);
        remote.removeWriterProxy(proxy);
      }
    }
  }

  /** For whoever adds up what endpoints counted. */
  addCounters(addWriter: (writer: StatefulWriter) => void, addReader: (reader: StatefulReader) => void): void {
    for (const writer of this.writers) addWriter(writer);
    for (const reader of this.readers) addReader(reader);
  }

  private get writers(): StatefulWriter[] {
    const { typeLookup } = this;
    const others = typeLookup === undefined ? [] : [typeLookup.requestWriter, typeLookup.replyWriter];
    return [this.publicationsWriter, this.subscriptionsWriter, this.messageWriter, ...others];
  }

  private get readers(): StatefulReader[] {
    const { typeLookup } = this;
    const others = typeLookup === undefined ? [] : [typeLookup.requestReader, typeLookup.replyReader];
    return [this.publicationsReader, this.subscriptionsReader, this.messageReader, ...others];
  }

  private makeTypeLookup(): TypeLookupEndpoints {
    const { limits } = this.context.config;
    const maxSampleBytes = Math.min(limits.maxSampleBytes, limits.maxTypeMessageBytes);
    return {
      requestWriter: this.makeWriter(TYPE_REQUEST_WRITER, false, TYPE_MESSAGES_KEPT),
      requestReader: this.makeReader(TYPE_REQUEST_READER, maxSampleBytes),
      replyWriter: this.makeWriter(TYPE_REPLY_WRITER, false, TYPE_MESSAGES_KEPT),
      replyReader: this.makeReader(TYPE_REPLY_READER, maxSampleBytes),
    };
  }

  private makeWriter(entityId: EntityId, transientLocal = true, depth = 1): StatefulWriter {
    const config = {
      entityId,
      reliable: true,
      transientLocal,
      keepAll: false,
      depth,
      maxSamples: -1,
      maxSamplesPerInstance: -1,
      unregisteredKept: DISPOSALS_KEPT,
      trace: false,
    };
    const writer = new StatefulWriter(config, BUILTIN_WRITER_TUNING, this.context.deadlines, {
      writerProgress: (progressed) => this.owner.builtinProgress(progressed),
      readerReady: (progressed) => this.owner.builtinProgress(progressed),
    });
    // Samples of whatever priority do not hold discovery up.
    writer.priority = Infinity;
    return writer;
  }

  private makeReader(entityId: EntityId, maxSampleBytes = this.context.config.limits.maxSampleBytes): StatefulReader {
    const readsAgain = entityId === PUBLICATIONS_READER || entityId === SUBSCRIPTIONS_READER;
    const { config, deadlines } = this.context;
    return new StatefulReader(
      { entityId, reliable: true, maxSamples: -1, remembersWriters: false, readsAgain },
      config.readerTuning,
      { ...config.limits, maxSampleBytes },
      deadlines,
      {
        dataAvailable: () => this.owner.builtinDataAvailable(),
        sampleLost: () => undefined,
        sampleRejected: () => undefined,
        writerRestarted: (writer) => this.owner.writerRestarted(writer),
      },
    );
  }
}
