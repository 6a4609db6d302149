// RTPS 2.5 §8.5.5 and DDS 1.4 §2.2.3: compares every local endpoint with every remote one of its topic, makes and
// ends matches, and tells both sides why there is none. Each refusal is told once.

import type { ReaderProxy } from "../rtps/behavior/ReaderProxy.js";
import type { WriterProxy } from "../rtps/behavior/WriterProxy.js";
import type { Destination } from "../rtps/exchange/Destination.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { Ms } from "../rtps/structure/time.js";
import { DROP } from "../trace/dropReasons.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveryContext } from "./DiscoveryContext.js";
import type { DiscoveredReaderData, DiscoveredWriterData } from "./endpointData.js";
import { inlineWriterQosOf } from "./inlineWriterQos.js";
import { LivelinessWatch } from "./LivelinessWatch.js";
import type { LocalReader, LocalWriter } from "./localEndpoints.js";
import { explainEndpointMatch, type MatchResult, type TypeJudge } from "./matching.js";
import { RemoteEndpoint } from "./RemoteEndpoint.js";
import { hasBareKeys, preemptiveAckNackBase } from "./vendorQuirks.js";

interface UnconfirmedMatch {
  readonly writer: LocalWriter;
  readonly remote: RemoteEndpoint;
}

export class EndpointMatcher {
  readonly writers = new Map<EntityId, LocalWriter>();
  readonly readers = new Map<EntityId, LocalReader>();
  private readonly remoteByTopic = new Map<string, Set<RemoteEndpoint>>();
  /** Matches with best-effort readers that are not known to be ready yet. */
  private readonly unconfirmed = new Map<ReaderProxy, UnconfirmedMatch>();
  /** Of the announcements of all remote endpoints. */
  private octets = 0;

  /**
   * @param judge compares types; without it they go by their names
   * @param askForType called for a remote endpoint whose type has to be known to say whether it matches
   */
  constructor(
    private readonly context: DiscoveryContext,
    private readonly judge?: TypeJudge,
    private readonly askForType: (now: Ms, remote: RemoteEndpoint) => void = () => undefined,
  ) {}

  // ---- local side ----

  addWriter(now: Ms, writer: LocalWriter): void {
    this.writers.set(writer.guid.entityId, writer);
    this.compareAgain(now, writer.guid.entityId);
  }

  addReader(now: Ms, reader: LocalReader): void {
    this.readers.set(reader.guid.entityId, reader);
    this.compareAgain(now, reader.guid.entityId);
  }

  removeWriter(writer: LocalWriter): void {
    this.writers.delete(writer.guid.entityId);
    for (const remote of this.remotesOf(writer.topicName)) {
      this.unmatchWriter(writer, remote);
      remote.forgetTold(writer.guid.entityId);
    }
  }

  removeReader(reader: LocalReader): void {
    this.readers.delete(reader.guid.entityId);
    for (const remote of this.remotesOf(reader.topicName)) {
      this.unmatchReader(reader, remote);
      remote.forgetTold(reader.guid.entityId);
    }
  }

  /** A local endpoint is new or its QoS changed: some matches may end and others begin. */
  compareAgain(now: Ms, id: EntityId): void {
    const writer = this.writers.get(id);
    if (writer !== undefined) {
      for (const remote of this.remotesOf(writer.topicName)) this.compareWriter(now, writer, remote);
    }
    const reader = this.readers.get(id);
    if (reader !== undefined) {
      for (const remote of this.remotesOf(reader.topicName)) this.compareReader(now, reader, remote);
    }
  }

  // ---- remote side ----

  /** A new or changed announcement of a remote endpoint, of so many octets. */
  remoteAnnounced(
    now: Ms,
    participant: DiscoveredParticipant,
    data: DiscoveredWriterData | DiscoveredReaderData,
    octets = 0,
  ): void {
    const { limits } = this.context.config;
    const id = data.guid.entityId;
    let remote = participant.endpoints.get(id);
    if (remote !== undefined && remote.data.topicName !== data.topicName) {
      this.removeRemote(remote);
      remote = undefined;
    }
    if (!this.hasRoom(participant, octets - (remote?.octets ?? 0))) return;
    if (remote === undefined) {
      if (participant.endpoints.size >= limits.maxEndpointsPerParticipant) {
        this.context.counters.drop(DROP.limitEndpoints);
        participant.noteRefusal(`more endpoints than the limit of ${limits.maxEndpointsPerParticipant}`);
        return;
      }
      remote = new RemoteEndpoint(participant, data);
      participant.endpoints.set(id, remote);
      this.index(remote);
      if (!participant.isSelf) this.context.listener.endpointDiscovered(data);
    } else {
      remote.data = data;
      this.redirect(remote);
    }
    this.account(remote, octets);
    const matched = [...remote.writerProxies.keys(), ...remote.readerProxies.keys()];
    this.compareRemote(now, remote);
    for (const id of matched) {
      if (remote.writerProxies.has(id) || remote.readerProxies.has(id)) {
        this.context.listener.remoteChanged(id, data.guid);
      }
    }
  }

  /** An announced type of a participant is known now, or will not be: its endpoints are compared again. */
  typeSettled(now: Ms, participant: DiscoveredParticipant, isOfType: (typeInformation: Uint8Array) => boolean): void {
    for (const remote of participant.endpoints.values()) {
      const { typeInformation } = remote.data;
      if (typeInformation.length > 0 && isOfType(typeInformation)) this.compareRemote(now, remote);
    }
  }

  /** The addresses of a participant changed: endpoints with locators of their own may be reached elsewhere now. */
  participantMoved(participant: DiscoveredParticipant): void {
    for (const remote of participant.endpoints.values()) this.redirect(remote);
  }

  remoteRemoved(participant: DiscoveredParticipant, id: EntityId): void {
    const remote = participant.endpoints.get(id);
    if (remote !== undefined) this.removeRemote(remote);
  }

  participantRemoved(participant: DiscoveredParticipant): void {
    for (const remote of [...participant.endpoints.values()]) this.removeRemote(remote);
  }

  /** Our announcements moved on at a peer: its best-effort readers are ready once it knows of the writer. */
  confirmReaders(): void {
    for (const [proxy, entry] of this.unconfirmed) this.confirmReader(proxy, entry);
  }

  hasUnconfirmed(): boolean {
    return this.unconfirmed.size > 0;
  }

  // ---- octets held ----

  /** Room for so many octets more; counted if not. */
  private hasRoom(participant: DiscoveredParticipant, more: number): boolean {
    const { maxEndpointBytesPerParticipant: ofOne, maxEndpointBytes: ofAll } = this.context.config.limits;
    if (more <= 0 || (participant.endpointOctets + more <= ofOne && this.octets + more <= ofAll)) return true;
    this.context.counters.drop(DROP.limitBytes);
    participant.noteRefusal(`more than ${ofOne} octets of endpoints, or ${ofAll} of all participants`);
    return false;
  }

  private account(remote: RemoteEndpoint, octets: number): void {
    const more = octets - remote.octets;
    remote.octets = octets;
    remote.participant.endpointOctets += more;
    this.octets += more;
  }

  // ---- comparing ----

  private compareRemote(now: Ms, remote: RemoteEndpoint): void {
    if (remote.data.role === "writer") {
      for (const reader of this.readers.values()) this.compareReader(now, reader, remote);
    } else {
      for (const writer of this.writers.values()) this.compareWriter(now, writer, remote);
    }
  }

  private compareWriter(now: Ms, writer: LocalWriter, remote: RemoteEndpoint): void {
    const { data } = remote;
    if (data.role !== "reader" || data.topicName !== writer.topicName) return;
    const result = explainEndpointMatch(writer, data, this.judge);
    if (!result.matched) {
      this.unmatchWriter(writer, remote);
      this.refuse(now, writer.guid.entityId, remote, result, true);
      return;
    }
    remote.forgetTold(writer.guid.entityId);
    if (!remote.readerProxies.has(writer.guid.entityId)) this.matchWriter(now, writer, remote, data);
  }

  private compareReader(now: Ms, reader: LocalReader, remote: RemoteEndpoint): void {
    const { data } = remote;
    if (data.role !== "writer" || data.topicName !== reader.topicName) return;
    const result = explainEndpointMatch(data, reader, this.judge);
    if (!result.matched) {
      this.unmatchReader(reader, remote);
      this.refuse(now, reader.guid.entityId, remote, result, false);
      return;
    }
    remote.forgetTold(reader.guid.entityId);
    if (!remote.writerProxies.has(reader.guid.entityId)) this.matchReader(now, reader, remote, data);
  }

  private refuse(now: Ms, local: EntityId, remote: RemoteEndpoint, result: MatchResult, isWriter: boolean): void {
    if (result.matched) return;
    if (result.reason === "typePending") {
      this.askForType(now, remote);
      return;
    }
    if (!remote.tells(local, result.detail)) return;
    const { listener } = this.context;
    const { guid } = remote.data;
    if (result.reason === "incompatibleQos") {
      if (isWriter) listener.offeredIncompatibleQos(local, guid, result.mismatches);
      else listener.requestedIncompatibleQos(local, guid, result.mismatches);
    } else if (result.reason === "typeName" || result.reason === "type" || result.reason === "keyedness") {
      listener.inconsistentTopic(local, remote.data, result.detail);
    }
  }

  private matchWriter(now: Ms, writer: LocalWriter, remote: RemoteEndpoint, data: DiscoveredReaderData): void {
    const destination = this.destinationOf(remote);
    if (destination === undefined) return;
    const reliable = data.qos.reliability.kind === "RELIABLE";
    const wantsHistory = data.qos.durability.kind !== "VOLATILE";
    const proxy = writer.writer.matchedReaderAdd(
      now,
      data.guid,
      reliable,
      wantsHistory,
      destination,
      data.qos.presentation.coherentAccess,
    );
    const { vendorId, protocolMinor } = remote.participant.data;
    proxy.bareKey = hasBareKeys(vendorId, protocolMinor) ? writer.writer.config.bareKey : undefined;
    if (data.expectsInlineQos) proxy.wantedQos = inlineWriterQosOf(writer);
    destination.users++;
    remote.addReaderProxy(writer.guid.entityId, proxy);
    remote.participant.remote.addReaderProxy(proxy);
    this.context.listener.publicationMatched(writer.guid.entityId, data.guid, 1);
    if (proxy.reliable) return;
    const entry = { writer, remote };
    this.unconfirmed.set(proxy, entry);
    this.confirmReader(proxy, entry);
  }

  private matchReader(now: Ms, reader: LocalReader, remote: RemoteEndpoint, data: DiscoveredWriterData): void {
    const destination = this.destinationOf(remote);
    if (destination === undefined) return;
    const reliable = data.qos.reliability.kind === "RELIABLE";
    const proxy = reader.reader.matchedWriterAdd(
      now,
      data.guid,
      reliable,
      destination,
      preemptiveAckNackBase(remote.participant.data.vendorId),
    );
    destination.users++;
    remote.addWriterProxy(reader.guid.entityId, proxy);
    remote.participant.remote.addWriterProxy(proxy);
    this.context.listener.subscriptionMatched(reader.guid.entityId, data.guid, 1);
    if (canDie(remote, data)) {
      const { deadlines, listener } = this.context;
      remote.watch ??= new LivelinessWatch(remote, deadlines, listener, now);
    }
    this.context.listener.livelinessChanged(reader.guid.entityId, data.guid, remote.watch?.alive ?? true);
  }

  private confirmReader(proxy: ReaderProxy, { writer, remote }: UnconfirmedMatch): void {
    const acked = remote.participant.publicationsReader?.ackedBelow ?? Infinity;
    if (acked <= writer.announcedSn) return;
    this.unconfirmed.delete(proxy);
    proxy.ready = true;
    this.context.listener.readerReady(writer.guid.entityId, remote.data.guid);
  }

  private unmatchWriter(writer: LocalWriter, remote: RemoteEndpoint): void {
    const proxy = remote.readerProxies.get(writer.guid.entityId);
    if (proxy === undefined) return;
    remote.removeReaderProxy(writer.guid.entityId);
    this.unconfirmed.delete(proxy);
    this.leave(remote, proxy);
    remote.participant.remote.removeReaderProxy(proxy);
    writer.writer.matchedReaderRemove(proxy);
    this.context.listener.publicationMatched(writer.guid.entityId, remote.data.guid, -1);
  }

  private unmatchReader(reader: LocalReader, remote: RemoteEndpoint): void {
    const proxy = remote.writerProxies.get(reader.guid.entityId);
    if (proxy === undefined) return;
    remote.removeWriterProxy(reader.guid.entityId);
    this.leave(remote, proxy);
    remote.participant.remote.removeWriterProxy(proxy);
    reader.reader.matchedWriterRemove(proxy);
    this.context.listener.subscriptionMatched(reader.guid.entityId, remote.data.guid, -1);
    if (remote.writerProxies.size > 0) return;
    remote.watch?.stop();
    remote.watch = undefined;
  }

  private removeRemote(remote: RemoteEndpoint): void {
    for (const id of [...remote.readerProxies.keys()]) this.unmatchWriter(this.writers.get(id)!, remote);
    for (const id of [...remote.writerProxies.keys()]) this.unmatchReader(this.readers.get(id)!, remote);
    remote.participant.endpoints.delete(remote.data.guid.entityId);
    this.account(remote, 0);
    const sameTopic = this.remoteByTopic.get(remote.data.topicName);
    sameTopic?.delete(remote);
    if (sameTopic?.size === 0) this.remoteByTopic.delete(remote.data.topicName);
    if (!remote.participant.isSelf) this.context.listener.endpointLost(remote.data);
  }

  /** Existing matches follow the locators in force. */
  private redirect(remote: RemoteEndpoint): void {
    if (remote.readerProxies.size + remote.writerProxies.size === 0) return;
    const destination = this.destinationOf(remote);
    if (destination === undefined) return;
    for (const proxy of [...remote.readerProxies.values(), ...remote.writerProxies.values()]) {
      if (proxy.outlet === destination) continue;
      this.leave(remote, proxy);
      destination.users++;
      proxy.redirect(destination);
    }
  }

  private leave(remote: RemoteEndpoint, proxy: ReaderProxy | WriterProxy): void {
    // Only this class makes the proxies of user endpoints, and always with a Destination.
    const destination = proxy.outlet as Destination;
    destination.users--;
    remote.participant.releaseDestination(destination);
  }

  /** §8.5.5: locators of the endpoint replace the participant's defaults. */
  private destinationOf(remote: RemoteEndpoint): Destination | undefined {
    const { participant, data } = remote;
    const own = data.unicast.length > 0 ? participant.destinationFor(data.unicast) : undefined;
    const destination = own ?? participant.userDestination();
    if (destination === undefined) this.context.counters.drop(DROP.limitAddresses);
    return destination;
  }

  private remotesOf(topicName: string): Iterable<RemoteEndpoint> {
    return this.remoteByTopic.get(topicName) ?? [];
  }

  private index(remote: RemoteEndpoint): void {
    const sameTopic = this.remoteByTopic.get(remote.data.topicName);
    if (sameTopic === undefined) this.remoteByTopic.set(remote.data.topicName, new Set([remote]));
    else sameTopic.add(remote);
  }
}

/** An AUTOMATIC writer of our own lives as long as we do. */
function canDie({ participant }: RemoteEndpoint, { qos: { liveliness } }: DiscoveredWriterData): boolean {
  if (liveliness.leaseDurationMs === Infinity) return false;
  return liveliness.kind !== "AUTOMATIC" || !participant.isSelf;
}
