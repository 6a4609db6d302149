// RTPS 2.5 §8.3.4: the receiver of one participant. Walks a datagram, keeps the receiver state of §8.3.4.2, and
// hands each submessage to the proxies it concerns. Bytes from a peer never throw: they are dropped and counted.

import type { Counters } from "../../trace/Counters.js";
import { DROP } from "../../trace/dropReasons.js";
import { FragmentInput } from "../behavior/FragmentAssembly.js";
import type { Limits } from "../behavior/tuning.js";
import type { WriterProxy } from "../behavior/WriterProxy.js";
import { MESSAGE_BAD_MAGIC, MESSAGE_OK, MESSAGE_TOO_SHORT, type MessageFault } from "../messages/faults.js";
import * as fields from "../messages/fields.js";
import { MessageReader } from "../messages/MessageReader.js";
import { InlineQos, STATUS_FILTERED } from "../messages/parameterInlineQos.js";
import * as kinds from "../messages/submessageKind.js";
import {
  ALIVE,
  EMPTY_PAYLOAD,
  PAYLOAD_DATA,
  PAYLOAD_KEY,
  PAYLOAD_NONE,
  ReceivedChange,
} from "../structure/cacheChange.js";
import {
  ENTITYID_SPDP_BUILTIN_PARTICIPANT_READER,
  ENTITYID_SPDP_BUILTIN_PARTICIPANT_WRITER,
  ENTITYID_UNKNOWN,
  type EntityId,
  isBuiltinId,
  isReaderId,
  isWriterId,
} from "../structure/entityId.js";
import { Guid, type GuidPrefix } from "../structure/guid.js";
import type { Ms } from "../structure/time.js";
import { type MessageSource, ReceiverState } from "./ReceiverState.js";
import type { RemoteParticipant } from "./RemoteParticipant.js";
import type { RemoteParticipantTable } from "./RemoteParticipantTable.js";

/** What the receiver hands up instead of to a proxy. */
export interface ReceiverSink {
  /** A sample of the stateless SPDP writer of anybody, known or not (§8.5.3). */
  participantData(now: Ms, change: ReceivedChange, source: MessageSource): void;
  /** The first message of a known participant that is for this one by name, and each from an address that claims to be its. */
  namedUs(now: Ms, prefix: GuidPrefix, address: string): void;
  /** A builtin endpoint of a known participant is used, and not matched. True: look again. */
  unmatched?(now: Ms, remote: RemoteParticipant, remoteId: EntityId): boolean;
  /** HEARTBEAT with the liveliness flag (§8.3.8.5), or DATA of a participant that `reportsSamples`. */
  livelinessAsserted(now: Ms, writer: WriterProxy): void;
}

export class MessageReceiver {
  private readonly reader = new MessageReader();
  private readonly data = new fields.DataFields();
  private readonly dataFrag = new fields.DataFragFields();
  private readonly heartbeat = new fields.HeartbeatFields();
  private readonly heartbeatFrag = new fields.HeartbeatFragFields();
  private readonly ackNack = new fields.AckNackFields();
  private readonly nackFrag = new fields.NackFragFields();
  private readonly gap = new fields.GapFields();
  private readonly infoReply = new fields.InfoReplyFields();
  private readonly inlineQos = new InlineQos();
  private readonly fragment = new FragmentInput();

  private readonly state: ReceiverState;

  constructor(
    private readonly ownPrefix: GuidPrefix,
    remotes: RemoteParticipantTable,
    private readonly limits: Limits,
    private readonly counters: Counters,
    private readonly sink: ReceiverSink,
    /** True for addresses that this participant may send from. */
    isOwnAddress: (address: string) => boolean,
  ) {
    this.state = new ReceiverState(this.reader, ownPrefix, remotes, isOwnAddress);
  }

  handleDatagram(now: Ms, datagram: Uint8Array, address: string, port: number): void {
    const { reader, counters } = this;
    counters.datagramIn(datagram.length);
    const fault = reader.reset(datagram);
    if (fault !== MESSAGE_OK) {
      counters.drop(dropOf(fault));
      return;
    }
    this.state.reset(now, address, port);
    // Our own multicast comes back. What our writers send to our own readers is welcome, the rest is not.
    if (this.state.fromSelf && this.state.remote === undefined) {
      counters.drop(this.state.isSpoofed ? DROP.spoofedPrefix : DROP.ownTraffic);
      return;
    }
    let budget = this.limits.maxSubmessagesPerDatagram;
    while (reader.next()) {
      if (budget-- === 0) {
        counters.drop(DROP.tooManySubmessages);
        return;
      }
      counters.submessageIn(reader.kind, reader.bodyEnd - reader.bodyOffset + 4);
      if (!this.handleSubmessage(now)) {
        counters.drop(DROP.malformedSubmessage);
        return;
      }
    }
    if (reader.fault !== MESSAGE_OK) counters.drop(DROP.truncatedSubmessage);
  }

  /** False: malformed, so the rest of the datagram is not looked at (§8.3.4.1). */
  private handleSubmessage(now: Ms): boolean {
    switch (this.reader.kind) {
      case kinds.SUBMESSAGE_DATA:
        return this.handleData(now);
      case kinds.SUBMESSAGE_DATA_FRAG:
        return this.handleDataFrag(now);
      case kinds.SUBMESSAGE_HEARTBEAT:
        return this.handleHeartbeat(now);
      case kinds.SUBMESSAGE_ACKNACK:
        return this.handleAckNack(now);
      case kinds.SUBMESSAGE_GAP:
        return this.handleGap(now);
      case kinds.SUBMESSAGE_INFO_TS:
        return this.state.handleInfoTimestamp();
      case kinds.SUBMESSAGE_INFO_DST:
        return this.handleInfoDestination(now);
      case kinds.SUBMESSAGE_INFO_SRC:
        return this.state.handleInfoSource(now);
      case kinds.SUBMESSAGE_HEARTBEAT_FRAG:
        return this.handleHeartbeatFrag(now);
      case kinds.SUBMESSAGE_NACK_FRAG:
        return this.handleNackFrag(now);
      case kinds.SUBMESSAGE_INFO_REPLY:
        // Answers go to the announced locators; the lists are only checked.
        return this.reader.readInfoReply(this.infoReply, false);
      case kinds.SUBMESSAGE_INFO_REPLY_IP4:
        return this.reader.readInfoReply(this.infoReply, true);
      case kinds.SUBMESSAGE_PAD:
      case kinds.SUBMESSAGE_HEADER_EXTENSION:
        return true;
      default:
        this.counters.drop(DROP.unknownSubmessage);
        return true;
    }
  }

  private handleInfoDestination(now: Ms): boolean {
    const { state } = this;
    if (!state.handleInfoDestination(now)) return false;
    const { remote } = state;
    if (state.directed && remote !== undefined && (!remote.hasNamedUs || remote.claimant === state.address)) {
      remote.hasNamedUs = true;
      this.sink.namedUs(now, remote.prefix, state.address);
    }
    return true;
  }

  private handleData(now: Ms): boolean {
    const { data } = this;
    if (!this.reader.readData(data)) return false;
    if (!this.readInlineQos(data.inlineQosOffset, data.inlineQosEnd)) return false;
    if (!this.state.forUs) return this.drop(DROP.notForUs);
    if (!isWriterId(data.writerId)) return this.drop(DROP.unsupportedKind);
    if (data.writerId === ENTITYID_SPDP_BUILTIN_PARTICIPANT_WRITER) return this.handleParticipantData(now);
    const proxies = this.writerProxies(now, data.writerId);
    if (proxies === undefined) return true;
    const irrelevant = this.isIrrelevant(data.nonStandardPayload);
    // §8.7.5: neither data nor key and still alive: a mark behind a coherent set, whatever COHERENT_SET says. Nothing
    // at all to readers without coherent access.
    const isMark = data.payloadKind === PAYLOAD_NONE && this.inlineQos.changeKind() === ALIVE;
    let change: ReceivedChange | undefined;
    let addressed = false;
    for (let i = 0; i < proxies.length; i++) {
      const proxy = proxies[i]!;
      if (!this.isAddressed(proxy, data.readerId)) continue;
      // Before the sample itself, and also if there is no room for it: its writer lives.
      if (this.state.remote!.reportsSamples) this.sink.livelinessAsserted(now, proxy);
      addressed = true;
      if (irrelevant || this.isWithheld(proxy) || (isMark && !proxy.reader.coherentAccess)) {
        proxy.handleIrrelevant(now, data.sn);
      } else if (proxy.wants(now, data.sn)) {
        change ??= this.makeChange(now, proxy.guid);
        if (isMark) change.placement = this.inlineQos.markPlacement();
        proxy.handleData(now, change);
      }
    }
    return addressed || this.drop(DROP.unknownReader);
  }

  private handleParticipantData(now: Ms): boolean {
    const { data } = this;
    if (this.state.fromSelf) return this.drop(DROP.ownTraffic);
    if (data.readerId !== ENTITYID_UNKNOWN && data.readerId !== ENTITYID_SPDP_BUILTIN_PARTICIPANT_READER) {
      return this.drop(DROP.unknownReader);
    }
    const source = this.state.source();
    this.sink.participantData(now, this.makeChange(now, new Guid(source.prefix, data.writerId)), source);
    return true;
  }

  private makeChange(now: Ms, guid: Guid): ReceivedChange {
    const { data, inlineQos } = this;
    const payload =
      data.payloadKind === PAYLOAD_NONE
        ? EMPTY_PAYLOAD
        : this.reader.bytes.subarray(data.payloadOffset, data.payloadEnd);
    const keyHash = data.inlineQosEnd === 0 ? EMPTY_PAYLOAD : inlineQos.keyHashCopy();
    const kind = data.inlineQosEnd === 0 ? ALIVE : inlineQos.changeKind();
    const { timestamp } = this.state;
    const change = new ReceivedChange(guid, data.sn, kind, data.payloadKind, payload, keyHash, timestamp, now);
    if (data.inlineQosEnd !== 0) change.placement = inlineQos.placement();
    return change;
  }

  private handleDataFrag(now: Ms): boolean {
    const { dataFrag, fragment, inlineQos } = this;
    if (!this.reader.readDataFrag(dataFrag)) return false;
    if (!this.readInlineQos(dataFrag.inlineQosOffset, dataFrag.inlineQosEnd)) return false;
    if (!this.state.forUs) return this.drop(DROP.notForUs);
    if (!isWriterId(dataFrag.writerId)) return this.drop(DROP.unsupportedKind);
    const proxies = this.writerProxies(now, dataFrag.writerId);
    if (proxies === undefined) return true;
    if (this.isIrrelevant(dataFrag.nonStandardPayload)) return this.drop(DROP.unexpectedPayload);
    fragment.sn = dataFrag.sn;
    fragment.fragmentStartingNum = dataFrag.fragmentStartingNum;
    fragment.fragmentsInSubmessage = dataFrag.fragmentsInSubmessage;
    fragment.fragmentSize = dataFrag.fragmentSize;
    fragment.sampleSize = dataFrag.sampleSize;
    fragment.kind = dataFrag.inlineQosEnd === 0 ? ALIVE : inlineQos.changeKind();
    fragment.payloadKind = dataFrag.keyFlag ? PAYLOAD_KEY : PAYLOAD_DATA;
    fragment.keyHash = dataFrag.inlineQosEnd === 0 ? EMPTY_PAYLOAD : inlineQos.keyHashCopy();
    fragment.placement = dataFrag.inlineQosEnd === 0 ? undefined : inlineQos.placement();
    fragment.sourceTimestamp = this.state.timestamp;
    fragment.bytes = this.reader.bytes;
    fragment.offset = dataFrag.payloadOffset;
    fragment.end = dataFrag.payloadEnd;
    for (let i = 0; i < proxies.length; i++) {
      const proxy = proxies[i]!;
      if (!this.isAddressed(proxy, dataFrag.readerId)) continue;
      if (this.state.remote!.reportsSamples) this.sink.livelinessAsserted(now, proxy);
      if (this.isWithheld(proxy)) proxy.handleIrrelevant(now, dataFrag.sn);
      else proxy.handleFragment(now, fragment);
    }
    fragment.bytes = EMPTY_PAYLOAD;
    return true;
  }

  private handleHeartbeat(now: Ms): boolean {
    const { heartbeat } = this;
    if (!this.reader.readHeartbeat(heartbeat)) return false;
    if (!this.state.forUs) return this.drop(DROP.notForUs);
    if (!isWriterId(heartbeat.writerId)) return this.drop(DROP.unsupportedKind);
    const proxies = this.writerProxies(now, heartbeat.writerId);
    if (proxies === undefined) return true;
    for (let i = 0; i < proxies.length; i++) {
      const proxy = proxies[i]!;
      if (!this.isAddressed(proxy, heartbeat.readerId)) continue;
      proxy.handleHeartbeat(now, heartbeat.firstSn, heartbeat.lastSn, heartbeat.count, heartbeat.final);
      if (heartbeat.liveliness) this.sink.livelinessAsserted(now, proxy);
    }
    return true;
  }

  private handleHeartbeatFrag(now: Ms): boolean {
    const { heartbeatFrag } = this;
    if (!this.reader.readHeartbeatFrag(heartbeatFrag)) return false;
    if (!this.state.forUs) return this.drop(DROP.notForUs);
    const proxies = this.writerProxies(now, heartbeatFrag.writerId);
    if (proxies === undefined) return true;
    for (let i = 0; i < proxies.length; i++) {
      if (this.isAddressed(proxies[i]!, heartbeatFrag.readerId)) {
        proxies[i]!.handleHeartbeatFrag(heartbeatFrag.sn, heartbeatFrag.lastFragmentNum);
      }
    }
    return true;
  }

  private handleGap(now: Ms): boolean {
    const { gap } = this;
    if (!this.reader.readGap(gap)) return false;
    if (!this.state.forUs) return this.drop(DROP.notForUs);
    const proxies = this.writerProxies(now, gap.writerId);
    if (proxies === undefined) return true;
    for (let i = 0; i < proxies.length; i++) {
      if (this.isAddressed(proxies[i]!, gap.readerId)) proxies[i]!.handleGap(now, gap.gapStart, gap.set);
    }
    return true;
  }

  private handleAckNack(now: Ms): boolean {
    const { ackNack } = this;
    if (!this.reader.readAckNack(ackNack)) return false;
    if (!this.state.forUs) return this.drop(DROP.notForUs);
    const proxies = this.readerProxies(now, ackNack.readerId);
    if (proxies === undefined) return true;
    for (let i = 0; i < proxies.length; i++) {
      const proxy = proxies[i]!;
      if (proxy.writer.entityId !== ackNack.writerId) continue;
      proxy.handleAckNack(now, ackNack.set, ackNack.count, ackNack.final);
      return true;
    }
    return this.drop(DROP.unknownWriter);
  }

  private handleNackFrag(now: Ms): boolean {
    const { nackFrag } = this;
    if (!this.reader.readNackFrag(nackFrag)) return false;
    if (!this.state.forUs) return this.drop(DROP.notForUs);
    const proxies = this.readerProxies(now, nackFrag.readerId);
    if (proxies === undefined) return true;
    for (let i = 0; i < proxies.length; i++) {
      const proxy = proxies[i]!;
      if (proxy.writer.entityId !== nackFrag.writerId) continue;
      proxy.handleNackFrag(now, nackFrag.sn, nackFrag.set, nackFrag.count);
      return true;
    }
    return this.drop(DROP.unknownWriter);
  }

  /** Proxies of a writer of the current source; undefined, and counted, when there is none. */
  private writerProxies(now: Ms, writerId: EntityId): WriterProxy[] | undefined {
    if (this.state.remote === undefined) {
      this.counters.drop(DROP.unknownParticipant);
      return undefined;
    }
    const { remote } = this.state;
    if (this.isForeign(writerId)) return undefined;
    const proxies = remote.writerProxies.get(writerId);
    if (proxies !== undefined) return proxies;
    if (isBuiltinId(writerId) && this.sink.unmatched?.(now, remote, writerId))
      return remote.writerProxies.get(writerId);
    this.counters.drop(DROP.unknownWriter);
    return undefined;
  }

  private readerProxies(now: Ms, readerId: EntityId) {
    if (!isReaderId(readerId)) {
      this.counters.drop(DROP.unsupportedKind);
      return undefined;
    }
    if (this.state.remote === undefined) {
      this.counters.drop(DROP.unknownParticipant);
      return undefined;
    }
    const { remote } = this.state;
    if (this.isForeign(readerId)) return undefined;
    const proxies = remote.readerProxies.get(readerId);
    if (proxies !== undefined) return proxies;
    if (isBuiltinId(readerId) && this.sink.unmatched?.(now, remote, readerId))
      return remote.readerProxies.get(readerId);
    this.counters.drop(DROP.unknownReader);
    return undefined;
  }

  /** Of a builtin endpoint, from elsewhere than its participant: one such datagram could end a match for good. Counted. */
  private isForeign(remoteId: EntityId): boolean {
    if (this.state.isAuthentic || !isBuiltinId(remoteId)) return false;
    this.counters.drop(DROP.foreignAnnouncement);
    return true;
  }

  private isAddressed(proxy: WriterProxy, readerId: EntityId): boolean {
    return readerId === ENTITYID_UNKNOWN || proxy.reader.entityId === readerId;
  }

  /** DIRECTED_WRITE names other readers only: the sample exists, but not for this one. */
  private isWithheld(proxy: WriterProxy): boolean {
    const { inlineQos } = this;
    return inlineQos.directedWriteCount > 0 && !inlineQos.isDirectedTo(this.ownPrefix, proxy.reader.entityId);
  }

  private readInlineQos(offset: number, end: number): boolean {
    const { inlineQos, reader } = this;
    if (end === 0) {
      inlineQos.clear();
      return true;
    }
    return inlineQos.read(reader.bytes, reader.view, offset, end, reader.littleEndian, this.state.vendorId);
  }

  /** Not for the application: filtered by the writer, or not understood though it must be. */
  private isIrrelevant(nonStandardPayload: boolean): boolean {
    const { inlineQos } = this;
    if (inlineQos.hasUnknownMustUnderstand || nonStandardPayload) {
      this.counters.drop(DROP.unexpectedPayload);
      return true;
    }
    return (inlineQos.statusInfo & STATUS_FILTERED) !== 0;
  }

  private drop(reason: number): true {
    this.counters.drop(reason);
    return true;
  }
}

function dropOf(fault: MessageFault): number {
  if (fault === MESSAGE_TOO_SHORT) return DROP.tooShort;
  return fault === MESSAGE_BAD_MAGIC ? DROP.badMagic : DROP.badVersion;
}
