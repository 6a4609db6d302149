// RTPS 2.5 §8.5.4 and §8.4.13, XTypes 1.3 §7.6.3.3.4: the reliable builtin endpoints (SEDP, participant messages and
// TypeLookup) of this participant, and which of them are matched with a remote participant's.

import { StatefulReader } from "../rtps/behavior/StatefulReader.js";
import { StatefulWriter } from "../rtps/behavior/StatefulWriter.js";
import { BUILTIN_WRITER_TUNING } from "../rtps/behavior/tuning.js";
import {
  type EntityId,
  isBuiltinId,
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
import type { Guid } from "../rtps/structure/guid.js";
import type { Ms } from "../rtps/structure/time.js";
import { BuiltinMatches } from "./BuiltinMatches.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveryContext } from "./DiscoveryContext.js";
import * as bits from "./participantData.js";
import { typeSilence } from "./typeScope.js";

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
  /** The remote reader has answered for the first time. */
  builtinReaderReady(reader: Guid): void;
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
  private readonly introduced = new Set<DiscoveredParticipant>();
  private saysMessages = false;

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

  /**
   * Matches what the remote participant says it has (§8.5.5.1): the endpoints of SEDP at once, those of the other services
   * when one side has something to say there. Most participants never do, and each match costs both sides memory,
   * HEARTBEATs and ACKNACKs.
   */
  match(now: Ms, participant: DiscoveredParticipant): void {
    if (participant.metatrafficDestination() === undefined) return;
    participant.matchedServices = 0;
    this.introduced.add(participant);
    this.matchAnnouncements(now, participant);
    if (this.saysMessages) this.matchMessages(now, participant);
  }

  /** There will be participant messages: everybody is matched with their writer from now on. */
  useMessages(now: Ms): void {
    if (this.saysMessages) return;
    this.saysMessages = true;
    for (const participant of this.introduced) this.matchMessages(now, participant);
  }

  /** There will be a request to this participant. */
  useTypeLookup(now: Ms, participant: DiscoveredParticipant): void {
    if (this.introduced.has(participant)) this.matchTypeLookup(now, participant);
  }

  /** Something came from an endpoint that is not matched, or for one of ours. True if it is a builtin one, and is now. */
  matchAddressed(now: Ms, participant: DiscoveredParticipant, remoteId: EntityId): boolean {
    if (!this.introduced.has(participant)) return false;
    if (remoteId === MESSAGE_WRITER || remoteId === MESSAGE_READER) return this.matchMessages(now, participant);
    return TYPE_LOOKUP_IDS.includes(remoteId) && this.matchTypeLookup(now, participant);
  }

  unmatch(participant: DiscoveredParticipant): void {
    const { remote } = participant;
    this.introduced.delete(participant);
    participant.matchedServices = 0;
    for (const proxy of [...remote.readerProxies.values()].flat()) {
      if (!isBuiltinId(proxy.writer.entityId)) continue;
      proxy.writer.matchedReaderRemove(proxy);
      remote.removeReaderProxy(proxy);
    }
    for (const proxy of [...remote.writerProxies.values()].flat()) {
      if (!isBuiltinId(proxy.reader.entityId)) continue;
      proxy.reader.matchedWriterRemove(proxy);
      remote.removeWriterProxy(proxy);
    }
  }

  private matchAnnouncements(now: Ms, participant: DiscoveredParticipant): void {
    const matches = new BuiltinMatches(now, participant, this.context);
    matches.addWriter(bits.BUILTIN_PUBLICATIONS_WRITER, this.publicationsReader, PUBLICATIONS_WRITER);
    matches.addWriter(bits.BUILTIN_SUBSCRIPTIONS_WRITER, this.subscriptionsReader, SUBSCRIPTIONS_WRITER);
    participant.publicationsReader = matches.addReader(
      bits.BUILTIN_PUBLICATIONS_READER,
      this.publicationsWriter,
      PUBLICATIONS_READER,
    );
    participant.subscriptionsReader = matches.addReader(
      bits.BUILTIN_SUBSCRIPTIONS_READER,
      this.subscriptionsWriter,
      SUBSCRIPTIONS_READER,
    );
    for (const proxy of [participant.publicationsReader, participant.subscriptionsReader]) {
      if (proxy !== undefined) proxy.plainness = typeSilence(participant.data, this.context.config);
    }
  }

  /** False if it was done before. */
  private matchMessages(now: Ms, participant: DiscoveredParticipant): boolean {
    if ((participant.matchedServices & MESSAGES) !== 0) return false;
    participant.matchedServices |= MESSAGES;
    const isReliable = (participant.data.builtinEndpointQos & BEST_EFFORT_PARTICIPANT_MESSAGE_DATA_READER) === 0;
    const matches = new BuiltinMatches(now, participant, this.context);
    matches.addWriter(bits.BUILTIN_PARTICIPANT_MESSAGE_WRITER, this.messageReader, MESSAGE_WRITER);
    matches.addReader(bits.BUILTIN_PARTICIPANT_MESSAGE_READER, this.messageWriter, MESSAGE_READER, isReliable);
    return true;
  }

  /** False if it was done before, or this participant knows no types. */
  private matchTypeLookup(now: Ms, participant: DiscoveredParticipant): boolean {
    if (this.typeLookup === undefined || (participant.matchedServices & TYPE_LOOKUP) !== 0) return false;
    participant.matchedServices |= TYPE_LOOKUP;
    const { requestWriter, requestReader, replyWriter, replyReader } = this.typeLookup;
    const matches = new BuiltinMatches(now, participant, this.context);
    matches.addWriter(bits.BUILTIN_TYPE_LOOKUP_REQUEST_WRITER, requestReader, TYPE_REQUEST_WRITER);
    matches.addWriter(bits.BUILTIN_TYPE_LOOKUP_REPLY_WRITER, replyReader, TYPE_REPLY_WRITER);
    matches.addReader(bits.BUILTIN_TYPE_LOOKUP_REQUEST_READER, requestWriter, TYPE_REQUEST_READER);
    matches.addReader(bits.BUILTIN_TYPE_LOOKUP_REPLY_READER, replyWriter, TYPE_REPLY_READER);
    return true;
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
      // `ready` waits for these; the beats of liveliness need no answer each.
      asksAtOnce: entityId === PUBLICATIONS_WRITER || entityId === SUBSCRIPTIONS_WRITER,
      trace: false,
    };
    const writer = new StatefulWriter(config, BUILTIN_WRITER_TUNING, this.context.deadlines, {
      writerProgress: (progressed) => this.owner.builtinProgress(progressed),
      readerReady: (_writer, remote) => this.owner.builtinReaderReady(remote),
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

/** Bits of `matchedServices`. */
const MESSAGES = 1;
const TYPE_LOOKUP = 2;
const TYPE_LOOKUP_IDS = [TYPE_REQUEST_WRITER, TYPE_REQUEST_READER, TYPE_REPLY_WRITER, TYPE_REPLY_READER];
