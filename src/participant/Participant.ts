// The sans-IO root: wires messages, behavior and discovery of one participant. Has no rules of its own.
// Reads no clock, opens no socket, sets no timer, calls no user code.

import { isOwnAddress } from "../discovery/addressing.js";
import { BuiltinEndpoints } from "../discovery/BuiltinEndpoints.js";
import { DiscoveredParticipant } from "../discovery/DiscoveredParticipant.js";
import type { DiscoveryContext, OwnPolicies } from "../discovery/DiscoveryContext.js";
import { EndpointMatcher } from "../discovery/EndpointMatcher.js";
import type { ContentFilterProperty } from "../discovery/endpointData.js";
import type { LocalReader, LocalWriter } from "../discovery/localEndpoints.js";
import type { TypeJudge } from "../discovery/matching.js";
import { type DiscoveryProgress, discoveryProgress } from "../discovery/progress.js";
import { Sedp } from "../discovery/Sedp.js";
import { Spdp } from "../discovery/Spdp.js";
import { TypeLookup } from "../discovery/TypeLookup.js";
import { TypeMatching } from "../discovery/TypeMatching.js";
import { DEFAULT_DISCOVERY_TUNING } from "../discovery/tuning.js";
import { hasBareKeys } from "../discovery/vendorQuirks.js";
import { WriterLiveliness } from "../discovery/WriterLiveliness.js";
import type { ReaderQos, WriterQos } from "../qos/index.js";
import { NO_ROOM } from "../rtps/behavior/StatefulWriter.js";
import { checkTuning, DEFAULT_LIMITS, DEFAULT_READER_TUNING, DEFAULT_WRITER_TUNING } from "../rtps/behavior/tuning.js";
import type { WriterProxy } from "../rtps/behavior/WriterProxy.js";
import { DatagramPacker } from "../rtps/exchange/DatagramPacker.js";
import { MessageReceiver } from "../rtps/exchange/MessageReceiver.js";
import type { MessageSource } from "../rtps/exchange/ReceiverState.js";
import { RemoteParticipantTable } from "../rtps/exchange/RemoteParticipantTable.js";
import type { Transmit } from "../rtps/exchange/Transmit.js";
import { placedInlineQosFor } from "../rtps/messages/parameterInlineQos.js";
import {
  ALIVE,
  EMPTY_PAYLOAD,
  END_MARK_INSTANCE,
  PAYLOAD_NONE,
  type ReceivedChange,
} from "../rtps/structure/cacheChange.js";
import { DeadlineQueue } from "../rtps/structure/DeadlineQueue.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { Guid, GuidPrefix } from "../rtps/structure/guid.js";
import { type SequenceNumber, SN_NONE } from "../rtps/structure/sequenceNumber.js";
import { type Ms, TIME_INVALID, type Timestamp } from "../rtps/structure/time.js";
import { Counters, type CountersSnapshot } from "../trace/Counters.js";
import { DROP } from "../trace/dropReasons.js";
import { Alarms } from "./Alarms.js";
import { BuiltinNews } from "./BuiltinNews.js";
import type { Engine } from "./Engine.js";
import { discoveryEvents, EventQueue } from "./EventQueue.js";
import { selfParticipantData } from "./endpointConfig.js";
import { addReaderCounters, addWriterCounters } from "./endpointCounters.js";
import { LocalEndpoints } from "./LocalEndpoints.js";
import { Settling } from "./Settling.js";
import { inlineQosOf } from "./sampleInlineQos.js";
import { noteEnd, noteExpiry } from "./sampleLifetime.js";
import type {
  ParticipantConfig,
  ParticipantEvent,
  ReaderHandle,
  ReaderOptions,
  RemoteEndpointInfo,
  RemoteParticipantInfo,
  SampleMeta,
  Source,
  TypeInquiryInfo,
  WriteOutcome,
  WriterHandle,
  WriterOptions,
} from "./types.js";
import { WRITE_OUT_OF_RESOURCES, WRITE_TOO_LARGE, WRITE_WOULD_BLOCK } from "./types.js";

/** Time is monotonic milliseconds supplied by the caller; it must not go backwards. */
export class Participant implements Engine {
  readonly counters = new Counters();
  private readonly events = new EventQueue();
  private readonly deadlines = new DeadlineQueue();
  private readonly alarms = new Alarms(this.deadlines, this.events);
  private readonly remotes = new RemoteParticipantTable();
  private readonly packer: DatagramPacker;
  private readonly receiver: MessageReceiver;
  private readonly context: DiscoveryContext;
  private readonly spdp: Spdp;
  private readonly builtin: BuiltinEndpoints;
  private readonly matcher: EndpointMatcher;
  private readonly sedp: Sedp;
  private readonly liveliness: WriterLiveliness;
  /** Undefined for a participant that knows no types. */
  private readonly typeLookup: TypeLookup | undefined;
  private readonly judge: TypeJudge | undefined;
  /** This participant as its own peer: its writers and readers of one topic match too. */
  private readonly self: DiscoveredParticipant;
  private readonly local: LocalEndpoints;
  private readonly news = new BuiltinNews();
  private readonly settling: Settling;
  private closed = false;

  constructor(
    readonly config: ParticipantConfig,
    now: Ms,
  ) {
    const { counters, deadlines, remotes } = this;
    checkTuning(config.writerTuning, DEFAULT_WRITER_TUNING);
    checkTuning(config.readerTuning, DEFAULT_READER_TUNING);
    checkTuning(config.discoveryTuning, DEFAULT_DISCOVERY_TUNING);
    checkTuning(config.limits, DEFAULT_LIMITS);
    this.packer = new DatagramPacker(config, counters);
    const listener = discoveryEvents(this.events);
    this.context = { config, deadlines, packer: this.packer, remotes, counters, listener };
    const judge: TypeJudge = (writer, reader) => this.judge!(writer, reader);
    this.matcher = new EndpointMatcher(this.context, config.types && judge, (at, remote) =>
      this.typeLookup?.inquire(at, remote.participant, remote.data.typeInformation),
    );
    this.builtin = new BuiltinEndpoints(this.context, this.news);
    this.builtin.publicationsWriter.notifyProgress = true;
    this.spdp = new Spdp(this.context, {
      introduce: (at, participant) => this.builtin.match(at, participant),
      moved: (participant) => this.matcher.participantMoved(participant),
      forget: (_at, participant, reason) => {
        this.matcher.participantRemoved(participant);
        if (reason === "restarted") this.forgetNumbersOf(participant.data.guidPrefix);
        this.builtin.unmatch(participant);
        this.typeLookup?.participantRemoved(participant);
      },
    });
    this.typeLookup = this.makeTypeLookup();
    this.judge = this.typeLookup && new TypeMatching(this.typeLookup, this.participantOf, config).judge;
    this.sedp = new Sedp(this.context, this.builtin, this.matcher, this.spdp.participants);
    this.liveliness = new WriterLiveliness(this.context, this.builtin, this.matcher.writers, this.participantOf);
    this.receiver = this.makeReceiver();
    this.self = this.makeSelf(now);
    const { spdp, matcher, sedp, liveliness, typeLookup, news } = this;
    this.settling = new Settling(news, { spdp, matcher, sedp, liveliness, typeLookup });
    this.local = new LocalEndpoints({
      ...{ config, counters, deadlines, events: this.events, alarms: this.alarms },
      ...{ matcher, sedp, liveliness, self: this.self, noteRestart: news.writerRestarted },
    });
    this.spdp.start(now);
  }

  // ---- A. inputs from the world ----

  handleDatagram(now: Ms, datagram: Uint8Array, from: Source): void {
    this.receiver.handleDatagram(now, datagram, from.address, from.port);
    this.settling.settle(now);
  }

  /** Harmless if called early. */
  handleTimeout(now: Ms): void {
    for (let due = this.deadlines.takeDue(now); due !== undefined; due = this.deadlines.takeDue(now)) {
      due.handleTimeout(now);
    }
    this.settling.settle(now);
  }

  // ---- B. commands from the application ----

  /** The id of a writer that is created later: a disabled one has a name too. */
  newWriterHandle(keyed: boolean): WriterHandle {
    return this.local.newWriterHandle(keyed);
  }

  createWriter(now: Ms, options: WriterOptions): WriterHandle {
    return this.local.createWriter(now, options);
  }

  /** The id of a reader that is created later, as `newWriterHandle`. */
  newReaderHandle(keyed: boolean): ReaderHandle {
    return this.local.newReaderHandle(keyed);
  }

  createReader(now: Ms, options: ReaderOptions): ReaderHandle {
    return this.local.createReader(now, options);
  }

  /** Ends a writer and tells everybody. What is still owed to readers is not sent. */
  deleteWriter(now: Ms, handle: WriterHandle): void {
    this.local.deleteWriter(now, handle);
  }

  deleteReader(now: Ms, handle: ReaderHandle): void {
    this.local.deleteReader(now, handle);
  }

  /** Changes the mutable policies of a writer and announces them again. */
  setWriterQos(now: Ms, handle: WriterHandle, qos: WriterQos): void {
    this.local.setWriterQos(now, this.writer(handle), qos);
  }

  setReaderQos(now: Ms, handle: ReaderHandle, qos: ReaderQos): void {
    this.local.setReaderQos(now, this.reader(handle), qos);
  }

  /** The content filter of a reader changed: announced again, so that writers follow. */
  setContentFilter(now: Ms, handle: ReaderHandle, contentFilter: ContentFilterProperty | undefined): void {
    this.local.setContentFilter(now, this.reader(handle), contentFilter);
  }

  /** USER_DATA or PROPERTY of the participant changed. */
  setOwnPolicies(now: Ms, own: OwnPolicies): void {
    this.spdp.announceAnew(now, own);
  }

  /** The id of a new Publisher or Subscriber. */
  newGroup(isPublisher: boolean): EntityId {
    return this.local.newGroup(isPublisher);
  }

  /** Adds a sample. @returns its sequence number, or WRITE_WOULD_BLOCK, WRITE_TOO_LARGE, WRITE_OUT_OF_RESOURCES */
  write(now: Ms, handle: WriterHandle, payload: Uint8Array, meta: SampleMeta): WriteOutcome {
    if (payload.length > this.config.limits.maxSampleBytes) return WRITE_TOO_LARGE;
    const { kind, payloadKind, instance, sourceTimestamp } = meta;
    const { writer } = this.writer(handle);
    if (writer.lifespan !== undefined) writer.lifespan.expire(now);
    const inlineQos = inlineQosOf(writer, meta);
    const { excludedReaders: excluded, leavesSoon } = meta;
    const sn = writer.newChange(kind, payloadKind, payload, instance, inlineQos, sourceTimestamp, excluded, leavesSoon);
    if (sn < 0) return sn === NO_ROOM ? WRITE_OUT_OF_RESOURCES : WRITE_WOULD_BLOCK;
    this.counters.samplesWritten++;
    if (this.liveliness.offered.isManual) this.liveliness.offered.noteWrite(now, handle);
    if (kind !== ALIVE) noteEnd(now, writer, kind);
    else if (writer.lifespan !== undefined) noteExpiry(now, writer, sn, sourceTimestamp, this.config.epochOffsetMs);
    return sn;
  }

  /**
   * Tells the readers with coherent access that the set is complete (RTPS 2.5 §8.7.5). The mark names itself as a set
   * that nothing is in; Connext never shows a set that ends with the other form, SEQUENCENUMBER_UNKNOWN.
   */
  writeEndMark(handle: WriterHandle, groupCoherentSetSn: SequenceNumber, sourceTimestamp: Timestamp): void {
    const { writer } = this.writer(handle);
    const placement = { coherentSetSn: writer.history.lastSn + 1, groupCoherentSetSn, groupSeqNum: SN_NONE };
    const inlineQos = placedInlineQosFor(EMPTY_PAYLOAD, 0, placement);
    writer.newChange(ALIVE, PAYLOAD_NONE, EMPTY_PAYLOAD, END_MARK_INSTANCE, inlineQos, sourceTimestamp);
    writer.sweepMarks(groupCoherentSetSn !== SN_NONE);
  }

  /** Uses up a sequence number: readers see that something is missing there. */
  skipNumber(handle: WriterHandle): void {
    const { writer } = this.writer(handle);
    writer.newChange(ALIVE, PAYLOAD_NONE, EMPTY_PAYLOAD, END_MARK_INSTANCE, EMPTY_PAYLOAD, TIME_INVALID);
    writer.removeChange(writer.history.get(writer.history.lastSn)!);
  }

  /** Moves up to `max` samples, oldest first, to the end of `into`. */
  take(handle: ReaderHandle, into: ReceivedChange[], max: number): number {
    const count = this.reader(handle).reader.take(into, max);
    this.counters.samplesDelivered += count;
    return count;
  }

  /**
   * So many samples of a reader wait in the application layer: a KEEP_ALL reader's limit counts them too.
   * True if that made room for writers that had to wait: they are owed an answer.
   */
  noteHeld(handle: ReaderHandle, count: number): boolean {
    const { reader } = this.reader(handle);
    if (reader.heldOutside === count) return false;
    reader.heldOutside = count;
    return reader.resumeBlocked();
  }

  /**
   * The reader takes nothing more of this writer, which keeps it and sends it again, or goes on. True if that made room
   * for what had to wait: the writer is owed an answer.
   */
  holdWriter(handle: ReaderHandle, writer: Guid, isHeld: boolean): boolean {
    return this.reader(handle).reader.writerProxyOf(writer)?.hold(isHeld) ?? false;
  }

  /** Every matched reliable reader has everything written so far. If not, `writerSpace` events tell of progress. */
  isAckedByAll(handle: WriterHandle): boolean {
    const { writer } = this.writer(handle);
    if (writer.isAckedByAll(writer.history.lastSn)) return true;
    writer.notifyProgress = true;
    return false;
  }

  /** Some reader lacks a change of the instance. If so, `writerSpace` events tell of progress. */
  holdsInstance(handle: WriterHandle, instance: number): boolean {
    return this.writer(handle).writer.holdsInstance(instance);
  }

  /** Asks every reader that has not acknowledged everything to do so now. */
  requestAcknowledgements(handle: WriterHandle): void {
    for (const proxy of this.writer(handle).writer.readerProxies) proxy.askNow();
  }

  /** Asserts one writer and the participant, or without a handle the MANUAL_BY_PARTICIPANT writers. */
  assertLiveliness(now: Ms, handle?: WriterHandle): void {
    if (handle === undefined) this.liveliness.offered.assertParticipant(now);
    else this.liveliness.assertWriter(now, this.writer(handle));
  }

  /** An `alarm` event for this endpoint at that time, instead of the one asked for before; NEVER for none. */
  setAlarm(endpoint: EntityId, at: Ms): void {
    this.alarms.set(endpoint, at);
  }

  /**
   * Asks for the type that a remote endpoint announces. A `typeSettled` event tells of the end unless it is there already.
   *
   * @param again asks once more if it could not be had
   * @returns how the inquiry stands; undefined if the endpoint is not known or announces no type that can be read
   */
  inquireType(now: Ms, endpoint: Guid, again: boolean): TypeInquiryInfo | undefined {
    const remote = this.participantOf(endpoint.prefix)?.endpoints.get(endpoint.entityId);
    if (remote === undefined || this.typeLookup === undefined) return undefined;
    const { participant, data } = remote;
    if (data.typeInformation.length === 0) return undefined;
    const inquiry = this.typeLookup.inquire(now, participant, data.typeInformation, again);
    return inquiry && { state: inquiry.state, reason: inquiry.reason };
  }

  ignoreParticipant(now: Ms, prefix: GuidPrefix): void {
    this.spdp.ignore(now, prefix);
  }

  /** Says goodbye: poll for transmits once more and stop. */
  close(now: Ms): void {
    if (this.closed) return;
    this.closed = true;
    this.packer.announceLast = true;
    for (const handle of [...this.matcher.writers.keys()]) this.deleteWriter(now, handle);
    for (const handle of [...this.matcher.readers.keys()]) this.deleteReader(now, handle);
    this.spdp.close(now);
  }

  // ---- C. outputs, polled by the driver ----

  pollTransmit(now: Ms, out: Transmit): boolean {
    return this.packer.poll(now, out);
  }

  pollEvent(): ParticipantEvent | undefined {
    return this.events.poll();
  }

  nextDeadline(): Ms {
    return this.deadlines.earliest();
  }

  retireSlab(): void {
    this.packer.retireSlab();
  }

  // ---- D. getters ----

  /** Key payloads of this participant are those of final types (Cyclone DDS 0.10). */
  writesBareKeys(prefix: GuidPrefix): boolean {
    const data = this.spdp.participants.get(prefix.toString())?.data;
    return data !== undefined && hasBareKeys(data.vendorId, data.protocolMinor);
  }

  /** As a participant announced it; undefined for one that is not known, and for this one. */
  vendorIdOf(prefix: GuidPrefix): number | undefined {
    return this.spdp.participants.get(prefix.toString())?.data.vendorId;
  }

  /** Everything that the matched writers had when they were matched has come to this reader, or never will. */
  hasHistory(handle: ReaderHandle): boolean {
    return this.reader(handle).reader.writerProxies.every((proxy) => proxy.hasHistory);
  }

  /** The first number of this writer that the reader is to get; SN_NONE if that is not known. */
  owedFrom(handle: ReaderHandle, writer: Guid): SequenceNumber {
    const { reader, qos } = this.reader(handle);
    return reader.writerProxyOf(writer)?.owedFrom(qos.durability.kind !== "VOLATILE") ?? SN_NONE;
  }

  /** Everything counted so far, that of all endpoints included. */
  countersSnapshot(): CountersSnapshot {
    const total = new Counters();
    total.add(this.counters);
    for (const { writer } of this.matcher.writers.values()) addWriterCounters(total, writer.counters);
    for (const { reader } of this.matcher.readers.values()) addReaderCounters(total, reader.counters);
    total.drop(DROP.limitAnnouncements, this.spdp.writer.refused);
    this.builtin.addCounters(
      (writer) => addWriterCounters(total, writer.counters),
      (reader) => addReaderCounters(total, reader.counters),
    );
    return total.snapshot();
  }

  get participants(): RemoteParticipantInfo[] {
    return [...this.spdp.participants.values()].map((participant) => participant.data);
  }

  get endpoints(): RemoteEndpointInfo[] {
    return [...this.spdp.participants.values()].flatMap((participant) =>
      [...participant.endpoints.values()].map((endpoint) => endpoint.data),
    );
  }

  /** What a remote endpoint, or one of our own, announced last; undefined if it is not known. */
  remoteEndpoint(guid: Guid): RemoteEndpointInfo | undefined {
    return this.participantOf(guid.prefix)?.endpoints.get(guid.entityId)?.data;
  }

  /** How far discovery has come, for reports. */
  discoveryProgress(now: Ms): DiscoveryProgress {
    const { config, spdp, builtin, matcher, judge, self } = this;
    return discoveryProgress(now, { config, spdp, builtin, matcher, judge, self });
  }

  /** The state machines of one endpoint, for tests and reports. */
  writer(handle: WriterHandle): LocalWriter {
    const local = this.matcher.writers.get(handle);
    if (local === undefined) throw new RangeError("no such writer");
    return local;
  }

  reader(handle: ReaderHandle): LocalReader {
    const local = this.matcher.readers.get(handle);
    if (local === undefined) throw new RangeError("no such reader");
    return local;
  }

  // ---- details ----

  private handleParticipantData(now: Ms, change: ReceivedChange, source: MessageSource): void {
    this.spdp.handleData(now, change, source);
  }

  private readonly participantOf = (prefix: GuidPrefix): DiscoveredParticipant | undefined =>
    prefix.equals(this.config.guidPrefix) ? this.self : this.spdp.participants.get(prefix.toString());

  /** The other side has begun to use a builtin endpoint that is matched only then. */
  private matchAddressed(now: Ms, prefix: GuidPrefix, remoteId: EntityId): boolean {
    const participant = this.spdp.participants.get(prefix.toString());
    return participant !== undefined && this.builtin.matchAddressed(now, participant, remoteId);
  }

  private forgetNumbersOf(prefix: GuidPrefix): void {
    for (const { reader } of this.matcher.readers.values()) reader.forgetDeparted(prefix);
  }

  private makeReceiver(): MessageReceiver {
    const { config, remotes, counters } = this;
    const sink = {
      participantData: (at: Ms, change: ReceivedChange, source: MessageSource) =>
        this.handleParticipantData(at, change, source),
      namedUs: (at: Ms, prefix: GuidPrefix, address: string) => this.spdp.noteNamedUs(at, prefix, address),
      unmatched: (at: Ms, { prefix }: { prefix: GuidPrefix }, id: EntityId) => this.matchAddressed(at, prefix, id),
      livelinessAsserted: (at: Ms, proxy: WriterProxy) => this.liveliness.handleAsserted(at, proxy.guid),
    };
    const isOwn = (address: string) => isOwnAddress(address, config);
    return new MessageReceiver(config.guidPrefix, remotes, config.limits, counters, sink, isOwn);
  }

  private makeTypeLookup(): TypeLookup | undefined {
    const { context, matcher, builtin, spdp } = this;
    const { types } = this.config;
    if (types === undefined || builtin.typeLookup === undefined) return undefined;
    const match = (now: Ms, participant: DiscoveredParticipant) => builtin.useTypeLookup(now, participant);
    return new TypeLookup(context, types, builtin.typeLookup, spdp.participants, match, (now, inquiry) => {
      context.listener.typeSettled(inquiry);
      matcher.typeSettled(now, inquiry.participant, (announced) => types.keyOf(announced) === inquiry.key);
    });
  }

  private makeSelf(now: Ms): DiscoveredParticipant {
    const { config } = this;
    const address = config.defaultUnicast[0]?.host ?? "";
    const data = selfParticipantData(config);
    const self = new DiscoveredParticipant(this.context, () => undefined, data, address, now, true);
    this.remotes.add(self.remote);
    return self;
  }
}
