// RTPS 2.5 §8.5.4, the Simple Endpoint Discovery Protocol: announces local endpoints and reads the announcements of
// the others, over the reliable builtin endpoints.

import type { StatefulReader } from "../rtps/behavior/StatefulReader.js";
import type { StatefulWriter } from "../rtps/behavior/StatefulWriter.js";
import {
  inlineQosFor,
  keyHashOfGuid,
  STATUS_DISPOSED,
  STATUS_UNREGISTERED,
} from "../rtps/messages/parameterInlineQos.js";
import {
  ALIVE,
  EMPTY_PAYLOAD,
  NOT_ALIVE_DISPOSED_UNREGISTERED,
  PAYLOAD_DATA,
  PAYLOAD_KEY,
  type ReceivedChange,
} from "../rtps/structure/cacheChange.js";
import { Guid } from "../rtps/structure/guid.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import { type Ms, timestampFromEpochMs } from "../rtps/structure/time.js";
import { DROP } from "../trace/dropReasons.js";
import { type AnnouncementDecoder, readAnnouncement } from "./AnnouncementCache.js";
import type { BuiltinEndpoints } from "./BuiltinEndpoints.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveryContext } from "./DiscoveryContext.js";
import type { EndpointMatcher } from "./EndpointMatcher.js";
import {
  type DiscoveredReaderData,
  type DiscoveredWriterData,
  decodeEndpointKey,
  decodeReaderData,
  decodeWriterData,
  encodeEndpointKey,
  encodeReaderData,
  encodeWriterData,
} from "./endpointData.js";
import type { LocalReader, LocalWriter } from "./localEndpoints.js";
import { silenceOf } from "./typeScope.js";

export class Sedp {
  private readonly taken: ReceivedChange[] = [];

  constructor(
    private readonly context: DiscoveryContext,
    private readonly builtin: BuiltinEndpoints,
    private readonly matcher: EndpointMatcher,
    private readonly participants: ReadonlyMap<string, DiscoveredParticipant>,
  ) {}

  announceWriter(now: Ms, local: LocalWriter): void {
    const { vendorId, protocolMinor } = this.context.config;
    this.announce(now, this.builtin.publicationsWriter, local, (typeInformation) =>
      encodeWriterData({ ...local, vendorId, protocolMinor, typeInformation }),
    );
  }

  announceReader(now: Ms, local: LocalReader): void {
    const { vendorId, protocolMinor } = this.context.config;
    this.announce(now, this.builtin.subscriptionsWriter, local, (typeInformation) =>
      encodeReaderData({ ...local, vendorId, protocolMinor, typeInformation }),
    );
  }

  /** §8.5.4.2: the endpoint is gone. */
  disposeWriter(now: Ms, guid: Guid): void {
    this.dispose(now, this.builtin.publicationsWriter, guid);
  }

  disposeReader(now: Ms, guid: Guid): void {
    this.dispose(now, this.builtin.subscriptionsWriter, guid);
  }

  /** Reads what has come in. */
  handleData(now: Ms): void {
    this.drain(now, this.builtin.publicationsReader, true);
    this.drain(now, this.builtin.subscriptionsReader, false);
  }

  /** With the type, and without it for participants that it would mislead. */
  private announce(
    now: Ms,
    writer: StatefulWriter,
    local: LocalWriter | LocalReader,
    encode: (typeInformation: Uint8Array) => Uint8Array,
  ): void {
    local.announcedSn = this.write(now, writer, local.guid, encode(local.typeInformation));
    if (local.typeInformation.length === 0 || this.context.config.announcesTypesToAll === true) return;
    writer.setPlainForm(local.announcedSn, encode(EMPTY_PAYLOAD), silenceOf(local.typeScope));
  }

  private write(now: Ms, writer: StatefulWriter, guid: Guid, payload: Uint8Array): SequenceNumber {
    const timestamp = timestampFromEpochMs(now + this.context.config.epochOffsetMs);
    // No key hash: the payload has the GUID, and @foxglove/rtps takes inline QoS for payload.
    return writer.newChange(ALIVE, PAYLOAD_DATA, payload, guid.entityId, EMPTY_PAYLOAD, timestamp);
  }

  private dispose(now: Ms, writer: StatefulWriter, guid: Guid): void {
    const timestamp = timestampFromEpochMs(now + this.context.config.epochOffsetMs);
    // Both forms at once, status with key hash and a key as payload: each vendor reads one of them.
    const inlineQos = inlineQosFor(keyHashOfGuid(guid), STATUS_DISPOSED | STATUS_UNREGISTERED);
    const payload = encodeEndpointKey(guid);
    writer.newChange(NOT_ALIVE_DISPOSED_UNREGISTERED, PAYLOAD_KEY, payload, guid.entityId, inlineQos, timestamp);
  }

  private drain(now: Ms, reader: StatefulReader, isWriters: boolean): void {
    const { taken } = this;
    while (reader.take(taken, 64) > 0) {
      for (let i = 0; i < taken.length; i++) {
        const reason = this.accept(now, taken[i]!, isWriters);
        if (reason !== ACCEPTED) this.context.counters.drop(reason);
      }
      taken.length = 0;
    }
  }

  /** ACCEPTED, or the drop reason. */
  private accept(now: Ms, change: ReceivedChange, isWriters: boolean): number {
    const participant = this.participants.get(change.writerGuid.prefix.toString());
    if (participant === undefined) return DROP.unknownParticipant;
    if (change.kind !== ALIVE) return this.handleGoodbye(participant, change);
    const data = this.read(change, isWriters);
    if (typeof data === "string") {
      participant.noteRefusal(data);
      return DROP.badParameterList;
    }
    // A participant speaks for its own endpoints only.
    if (!data.guid.prefix.equals(participant.data.guidPrefix)) return DROP.spoofedPrefix;
    this.matcher.remoteAnnounced(now, participant, data, change.payload.length);
    return ACCEPTED;
  }

  private read(
    { payload, keyHash }: ReceivedChange,
    isWriters: boolean,
  ): DiscoveredWriterData | DiscoveredReaderData | string {
    const { limits, announcements } = this.context.config;
    // The key hash may be the GUID of a payload that has none: the payload alone does not say everything then.
    if (keyHash.length > 0) return (isWriters ? decodeWriterData : decodeReaderData)(payload, limits, keyHash);
    const decode: AnnouncementDecoder<DiscoveredWriterData | DiscoveredReaderData> = isWriters
      ? decodeWriterData
      : decodeReaderData;
    const read = readAnnouncement(announcements, decode, payload, limits);
    return typeof read === "string" ? read : read.data;
  }

  private handleGoodbye(participant: DiscoveredParticipant, change: ReceivedChange): number {
    let guid: Guid | undefined;
    if (change.payload.length > 0) {
      const key = decodeEndpointKey(change.payload, this.context.config.limits);
      if (typeof key !== "string") guid = key;
    }
    if (guid === undefined && change.keyHash.length === 16) guid = Guid.fromBytes(change.keyHash);
    if (guid === undefined) return DROP.badParameterList;
    if (!guid.prefix.equals(participant.data.guidPrefix)) return DROP.spoofedPrefix;
    this.matcher.remoteRemoved(participant, guid.entityId);
    return ACCEPTED;
  }
}

/** No drop reason. */
const ACCEPTED = -1;
