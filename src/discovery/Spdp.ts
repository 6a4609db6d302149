// RTPS 2.5 §8.5.3, the Simple Participant Discovery Protocol: announces this participant, keeps the list of the
// others and their leases. What follows from a discovered participant is its owner's business.

import { StatelessWriter } from "../rtps/behavior/StatelessWriter.js";
import type { MessageSource } from "../rtps/exchange/ReceiverState.js";
import {
  inlineQosFor,
  keyHashOfGuid,
  STATUS_DISPOSED,
  STATUS_UNREGISTERED,
} from "../rtps/messages/parameterInlineQos.js";
import {
  ALIVE,
  CacheChange,
  EMPTY_PAYLOAD,
  NOT_ALIVE_DISPOSED_UNREGISTERED,
  PAYLOAD_DATA,
  PAYLOAD_KEY,
  type ReceivedChange,
} from "../rtps/structure/cacheChange.js";
import type { Timed } from "../rtps/structure/DeadlineQueue.js";
import {
  ENTITYID_PARTICIPANT,
  ENTITYID_SPDP_BUILTIN_PARTICIPANT_READER,
  ENTITYID_SPDP_BUILTIN_PARTICIPANT_WRITER,
} from "../rtps/structure/entityId.js";
import { Guid, type GuidPrefix } from "../rtps/structure/guid.js";
import { locatorToString, udpv4Locator } from "../rtps/structure/locator.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import { type Ms, NEVER, timestampFromEpochMs } from "../rtps/structure/time.js";
import { DROP } from "../trace/dropReasons.js";
import { AddressClaim } from "./AddressClaim.js";
import { type Announcement, readAnnouncement, sameBytes } from "./AnnouncementCache.js";
import { DepartedParticipants } from "./DepartedParticipants.js";
import { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveryContext, OwnPolicies, ParticipantLostReason } from "./DiscoveryContext.js";
import { jitterSource } from "./jitter.js";
import {
  decodeParticipantData,
  decodeParticipantKey,
  encodeParticipantData,
  encodeParticipantKey,
  type ParticipantProxyData,
  servedEndpoints,
} from "./participantData.js";
import { dropOfRefusal, type RefusalReason, RefusedParticipants } from "./RefusedParticipants.js";

/** What the owner does when the list of participants changes. */
export interface SpdpOwner {
  /** The participant can be spoken to: match the builtin endpoints. */
  introduce(now: Ms, participant: DiscoveredParticipant): void;
  /** The participant announced itself anew: its addresses may be others. */
  moved(participant: DiscoveredParticipant): void;
  forget(now: Ms, participant: DiscoveredParticipant, reason: ParticipantLostReason): void;
}

export class Spdp implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  readonly writer = new StatelessWriter(
    ENTITYID_SPDP_BUILTIN_PARTICIPANT_WRITER,
    ENTITYID_SPDP_BUILTIN_PARTICIPANT_READER,
  );
  readonly participants = new Map<string, DiscoveredParticipant>();
  /** Prefixes of participants that the user ignores. */
  readonly ignored = new Set<string>();
  readonly refused = new RefusedParticipants();
  private readonly departed = new DepartedParticipants();
  private readonly random: () => number;
  private readonly guid: Guid;
  private own: OwnPolicies;
  private sn = 0;
  /** Of the payload that is announced. */
  private announcedBytes = 0;
  private initialLeft: number;
  private closed = false;

  constructor(
    private readonly context: DiscoveryContext,
    private readonly owner: SpdpOwner,
  ) {
    const { config } = context;
    this.random = jitterSource(config.seed);
    this.guid = new Guid(config.guidPrefix, ENTITYID_PARTICIPANT);
    this.initialLeft = config.discoveryTuning.initialAnnouncements;
    this.own = { userData: config.userData ?? EMPTY_PAYLOAD, properties: config.properties ?? [] };
    context.packer.addStatelessWriter(this.writer);
  }

  /** Announces what is in force now. */
  start(now: Ms): void {
    this.setChange(now, encodeParticipantData(this.ownData()), ALIVE);
    this.handleTimeout(now);
  }

  /** The next announcement is due (§8.5.3.3.1 resendPeriod). */
  handleTimeout(now: Ms): void {
    if (this.closed) return;
    const { announceTo, discoveryTuning: tuning } = this.context.config;
    for (const locator of announceTo) this.writer.resend({ locator, destination: undefined });
    const initial = this.initialLeft > 1;
    this.initialLeft--;
    const period = initial ? tuning.initialAnnouncementPeriodMs : tuning.announcePeriodMs;
    // A little early and never late: participants that started together drift apart.
    this.context.deadlines.arm(this, now + period * (1 - this.random() * 0.1));
  }

  /** USER_DATA or PROPERTY changed (DDS 1.4 §2.2.3.1): announced at once, to everybody. */
  announceAnew(now: Ms, own: OwnPolicies): void {
    if (this.closed) return;
    this.own = own;
    this.start(now);
  }

  /** §8.5.3.4: says goodbye to everybody; nothing is announced afterwards. */
  close(now: Ms): void {
    if (this.closed) return;
    this.closed = true;
    this.context.deadlines.arm(this, NEVER);
    this.setChange(now, encodeParticipantKey(this.guid), NOT_ALIVE_DISPOSED_UNREGISTERED);
    for (const locator of this.context.config.announceTo) this.writer.resend({ locator, destination: undefined });
    for (const participant of this.participants.values()) {
      const locator = participant.metatrafficLocator();
      if (locator !== undefined) this.writer.resend({ locator, destination: participant.data.guidPrefix });
    }
  }

  /** Forgets a participant and everything it says from now on. */
  ignore(now: Ms, prefix: GuidPrefix): void {
    this.ignored.add(prefix.toString());
    const known = this.participants.get(prefix.toString());
    if (known !== undefined) this.remove(now, known, "ignored");
  }

  /** A sample of somebody's SPDP writer. */
  handleData(now: Ms, change: ReceivedChange, source: MessageSource): void {
    if (this.closed) return;
    const reason = this.accept(now, change, source);
    if (reason !== ACCEPTED) this.context.counters.drop(reason);
  }

  /** ACCEPTED, or the drop reason. */
  private accept(now: Ms, change: ReceivedChange, source: MessageSource): number {
    if (this.ignored.has(source.prefix.toString())) return DROP.ignoredPeer;
    if (change.kind !== ALIVE) return this.handleGoodbye(now, change, source);
    const known = this.participants.get(source.prefix.toString());
    if (known?.isSettled && !known.isAt(source.address)) return this.handleForeign(now, known, change, source);
    if (known !== undefined && sameBytes(known.announcement, change.payload)) {
      known.noteAnnounced(now);
      known.noteSource(source.address);
      this.noteDirected(now, known, source);
      this.introduceIfVerified(now, known);
      return ACCEPTED;
    }
    if (this.departed.isOutdated(now, source.prefix, change.sn)) return DROP.staleSample;
    const announcement = this.read(now, change, source);
    if (typeof announcement === "number") return announcement;
    if (known === undefined) return this.add(now, announcement, change.sn, source);
    return this.update(now, known, announcement, change.sn, source);
  }

  /** What it says, or the drop reason. */
  private read(now: Ms, change: ReceivedChange, source: MessageSource): Announcement<ParticipantProxyData> | number {
    const { config } = this.context;
    const read = readAnnouncement(config.announcements, decodeParticipantData, change.payload, config.limits);
    if (typeof read === "string") return this.refuse(now, source, "unreadable", read);
    const decoded = read.data;
    if (!decoded.guidPrefix.equals(source.prefix)) return DROP.spoofedPrefix;
    const { domainId = config.domainId, domainTag } = decoded;
    if (domainId !== config.domainId) return this.refuse(now, source, "domain", String(domainId));
    if (domainTag !== config.domainTag) return this.refuse(now, source, "domainTag", domainTag);
    return { payload: read.payload, data: completed(decoded, source) };
  }

  /** A message of it was for us by name, so it has heard us, and the addresses it announced are its own. */
  noteNamedUs(now: Ms, prefix: GuidPrefix, address: string): void {
    const participant = this.participants.get(prefix.toString());
    if (participant === undefined) return;
    this.introduceIfVerified(now, participant);
    if (participant.claim === undefined) return;
    participant.claim.noteNamed(address);
    participant.rearm(now);
  }

  /** One of its writers began anew: so did the participant, and what its endpoints and ours knew of each other is void. */
  restart(now: Ms, prefix: GuidPrefix): void {
    const known = this.participants.get(prefix.toString());
    if (known === undefined) return;
    this.remove(now, known, "restarted");
    const participant = new DiscoveredParticipant(this.context, this.onTimeout, known.data, known.announcedFrom, now);
    this.admit(now, participant, known.announcedSn, known.announcement);
    this.introduce(now, participant);
    participant.rearm(now);
  }

  /** True once `participant` has shown that it knows us. */
  noteKnowsUs(now: Ms, participant: DiscoveredParticipant): void {
    participant.answersLeft = 0;
    participant.answerAt = NEVER;
    participant.rearm(now);
  }

  private add(
    now: Ms,
    announcement: Announcement<ParticipantProxyData>,
    sn: SequenceNumber,
    source: MessageSource,
  ): number {
    const { data } = announcement;
    const { limits, discoveryTuning: tuning } = this.context.config;
    if (this.participants.size >= limits.maxParticipants && !this.makeRoom(now)) {
      return this.refuse(now, source, "limit", `${limits.maxParticipants} participants are known`);
    }
    const participant = new DiscoveredParticipant(this.context, this.onTimeout, data, source.address, now);
    if (participant.metatrafficLocator() === undefined) {
      return this.refuse(now, source, "notReachable", addressesInWords(data));
    }
    this.refused.forget(data.guidPrefix);
    this.admit(now, participant, sn, announcement.payload);
    if (source.directed) {
      participant.addressedUs = true;
      // It addressed us, so it knows us: no answer, or two stacks would answer each other for ever.
      this.introduce(now, participant);
    } else {
      participant.answersLeft = tuning.answerCount;
      participant.answerAt = now + this.random() * tuning.answerJitterMs;
    }
    participant.rearm(now);
    return ACCEPTED;
  }

  /** A flood of forged announcements must not keep others out for as long as the leases it claims. */
  private makeRoom(now: Ms): boolean {
    for (const participant of this.participants.values()) {
      // In the order in which they came.
      if (!participant.mayBeForged(now)) continue;
      this.context.counters.drop(DROP.limitParticipants);
      this.remove(now, participant, "displaced");
      return true;
    }
    return false;
  }

  private admit(now: Ms, participant: DiscoveredParticipant, sn: SequenceNumber, announcement: Uint8Array): void {
    const { data } = participant;
    participant.announcedSn = sn;
    participant.announcement = announcement;
    participant.noteAnnounced(now);
    this.participants.set(data.guidPrefix.toString(), participant);
    this.context.remotes.add(participant.remote);
    this.context.listener.participantDiscovered(data);
  }

  private update(
    now: Ms,
    known: DiscoveredParticipant,
    announcement: Announcement<ParticipantProxyData>,
    sn: SequenceNumber,
    source: MessageSource,
  ): number {
    // An old announcement must not bring back old addresses. But one that keeps coming is of a new beginning.
    if (sn < known.announcedSn) {
      if (!known.isRenumbered(now)) return DROP.staleSample;
      this.remove(now, known, "restarted");
      return this.add(now, announcement, sn, source);
    }
    known.announcedSn = sn;
    known.noteAnnounced(now);
    known.announcement = announcement.payload;
    known.update(announcement.data, source.address);
    this.owner.moved(known);
    this.noteDirected(now, known, source);
    this.introduceIfVerified(now, known);
    known.rearm(now);
    return ACCEPTED;
  }

  /** Announced from an address that is none of its own: it has moved, or somebody forges. Counted until that is clear. */
  private handleForeign(now: Ms, known: DiscoveredParticipant, change: ReceivedChange, source: MessageSource): number {
    if (known.claim?.isOver(now) === false) return DROP.foreignAnnouncement;
    known.claim = undefined;
    const announcement = this.read(now, change, source);
    if (typeof announcement === "number") return announcement;
    const locator = known.locatorFor(announcement.data.metatrafficUnicast, source.address);
    if (locator !== undefined) {
      // Its own locators from elsewhere: what is not known is the source, and what it says itself must not prove that.
      const place = known.isAt(locator.host) ? udpv4Locator(source.address, locator.port) : locator;
      known.claim = new AddressClaim(announcement, change.sn, source, place, now, known.leaseMs);
      this.handleClaim(now, known, known.claim);
      known.rearm(now);
    }
    return DROP.foreignAnnouncement;
  }

  /** True if the participant has moved there. */
  private handleClaim(now: Ms, known: DiscoveredParticipant, claim: AddressClaim): boolean {
    const step = claim.step(now, known.remote.lastHeardAt);
    if (step === "ask") this.askBoth(known, claim);
    if (step !== "take") return false;
    known.claim = undefined;
    const { announcement, sn, source } = claim;
    if (sn < known.announcedSn) {
      this.remove(now, known, "restarted");
      this.add(now, announcement, sn, source);
    } else {
      known.remote.lastHeardAt = now;
      this.update(now, known, announcement, sn, source);
    }
    return true;
  }

  /** Whoever is there and knows us acknowledges a HEARTBEAT. */
  private askBoth(known: DiscoveredParticipant, claim: AddressClaim): void {
    const asksNew = claim.noteAsked();
    const proxy = known.publicationsReader ?? known.subscriptionsReader;
    if (proxy === undefined) return;
    const { packer } = this.context;
    const old = known.metatrafficLocator();
    if (old !== undefined) packer.ask({ proxy, host: old.host, port: old.port });
    if (asksNew) packer.ask({ proxy, host: claim.locator.host, port: claim.locator.port });
  }

  private handleGoodbye(now: Ms, change: ReceivedChange, source: MessageSource): number {
    let guid: Guid | undefined;
    if (change.payload.length > 0) {
      const key = decodeParticipantKey(change.payload, this.context.config.limits);
      if (typeof key !== "string") guid = key;
    }
    if (guid === undefined && change.keyHash.length === 16) guid = Guid.fromBytes(change.keyHash);
    if (guid === undefined) return DROP.badParameterList;
    if (!guid.prefix.equals(source.prefix)) return DROP.spoofedPrefix;
    const known = this.participants.get(guid.prefix.toString());
    // From an address that it never had: its lease decides.
    if (known !== undefined && !known.isAt(source.address)) return DROP.foreignGoodbye;
    const { goodbyeConfirmDelayMs } = this.context.config.discoveryTuning;
    if (known !== undefined && goodbyeConfirmDelayMs > 0) {
      known.leaveAfter(now, goodbyeConfirmDelayMs);
      return ACCEPTED;
    }
    this.departed.note(now, guid.prefix, change.sn);
    this.refused.forget(guid.prefix);
    if (known !== undefined) this.remove(now, known, "disposed");
    return ACCEPTED;
  }

  private noteDirected(now: Ms, known: DiscoveredParticipant, source: MessageSource): void {
    if (!source.directed) return;
    known.addressedUs = true;
    // It knows us, so our answer is not needed, and what it sends next is for endpoints that should be matched by then.
    this.noteKnowsUs(now, known);
    if (!known.introduced) this.introduce(now, known);
  }

  /** Remembers why an announcement is not used. @returns the drop reason */
  private refuse(now: Ms, source: MessageSource, reason: RefusalReason, detail: string): number {
    const isKnown = this.participants.has(source.prefix.toString());
    if (!isKnown) this.refused.note(now, source, reason, detail);
    return dropOfRefusal(reason);
  }

  /** The lease of a participant, or the next answer to it, is due. */
  private readonly onTimeout = (participant: DiscoveredParticipant, now: Ms): void => {
    const { claim } = participant;
    if (participant.isExpired(now)) {
      this.remove(now, participant, "leaseExpired");
      // It may be elsewhere: whoever said so is met like a stranger.
      if (claim?.isOpen && !claim.isOver(now)) this.add(now, claim.announcement, claim.sn, claim.source);
      return;
    }
    if (participant.hasLeft(now)) {
      this.remove(now, participant, "disposed");
      return;
    }
    if (claim !== undefined && this.handleClaim(now, participant, claim)) return;
    if (participant.answerAt <= now) this.answer(now, participant);
    participant.rearm(now);
  };

  /** A directed announcement, so that the newcomer need not wait for our next period. */
  private answer(now: Ms, participant: DiscoveredParticipant): void {
    const locator = participant.metatrafficLocator();
    if (locator !== undefined && this.mayAnswer(participant)) {
      this.writer.resend({ locator, destination: participant.data.guidPrefix });
      participant.answeredBytes += this.announcedBytes + DIRECTED_OVERHEAD;
    }
    participant.answersLeft--;
    const { answerPeriodMs } = this.context.config.discoveryTuning;
    participant.answerAt = participant.answersLeft > 0 ? now + answerPeriodMs : NEVER;
    if (!participant.introduced && participant.isVerified) this.introduce(now, participant);
  }

  /** To an address that may be anybody's go at most twice the bytes that named it. */
  private mayAnswer({ isVerified, answeredBytes, announcement }: DiscoveredParticipant): boolean {
    const allowed = MAX_AMPLIFICATION * (announcement.length + LEAST_OVERHEAD);
    return isVerified || answeredBytes + this.announcedBytes + DIRECTED_OVERHEAD <= allowed;
  }

  /** Unless its first answer is still to come: that goes before. */
  private introduceIfVerified(now: Ms, participant: DiscoveredParticipant): void {
    const { introduced, answersLeft, isVerified } = participant;
    const isAnswered = participant.answerAt === NEVER || answersLeft < this.context.config.discoveryTuning.answerCount;
    if (!introduced && isAnswered && isVerified) this.introduce(now, participant);
  }

  private introduce(now: Ms, participant: DiscoveredParticipant): void {
    participant.introduced = true;
    participant.remote.learnsUntil = now + LEARNING_MS;
    this.owner.introduce(now, participant);
  }

  private remove(now: Ms, participant: DiscoveredParticipant, reason: ParticipantLostReason): void {
    this.participants.delete(participant.data.guidPrefix.toString());
    this.context.remotes.remove(participant.remote);
    this.context.deadlines.arm(participant, NEVER);
    this.owner.forget(now, participant, reason);
    this.context.listener.participantLost(participant.data, reason);
  }

  private ownData(): Parameters<typeof encodeParticipantData>[0] {
    const { config } = this.context;
    return {
      guidPrefix: config.guidPrefix,
      protocolMinor: config.protocolMinor,
      vendorId: config.vendorId,
      domainId: config.domainId,
      domainTag: config.domainTag,
      metatrafficUnicast: config.metatrafficUnicast,
      metatrafficMulticast: config.metatrafficMulticast,
      defaultUnicast: config.defaultUnicast,
      defaultMulticast: config.defaultMulticast,
      leaseDurationMs: config.discoveryTuning.leaseDurationMs,
      builtinEndpoints: servedEndpoints(config),
      entityName: config.entityName,
      ...this.own,
    };
  }

  private setChange(now: Ms, payload: Uint8Array, kind: 0 | 3): void {
    this.sn++;
    this.announcedBytes = payload.length;
    const timestamp = timestampFromEpochMs(now + this.context.config.epochOffsetMs);
    const inlineQos =
      kind === ALIVE ? EMPTY_PAYLOAD : inlineQosFor(keyHashOfGuid(this.guid), STATUS_DISPOSED | STATUS_UNREGISTERED);
    const payloadKind = kind === ALIVE ? PAYLOAD_DATA : PAYLOAD_KEY;
    this.writer.newChange(new CacheChange(this.sn, kind, payloadKind, payload, 0, inlineQos, timestamp));
  }
}

/** Bytes to an address that nothing has come from, for each byte that came. */
const MAX_AMPLIFICATION = 2;
/** RTPS header and DATA around an announcement; ours has INFO_DST and INFO_TS as well. */
const LEAST_OVERHEAD = 44;
const DIRECTED_OVERHEAD = 72;

/** Both sides have used all their interfaces by then. */
const LEARNING_MS = 2000;

/** No drop reason. */
const ACCEPTED = -1;

function addressesInWords({ metatrafficUnicast }: ParticipantProxyData): string {
  return metatrafficUnicast.length === 0 ? "no unicast address" : metatrafficUnicast.map(locatorToString).join(", ");
}

/** Fills in from the message what the announcement leaves out. */
function completed(data: ParticipantProxyData, source: MessageSource): ParticipantProxyData {
  if (data.vendorId !== 0 && data.protocolMajor !== 0) return data;
  const vendorId = data.vendorId === 0 ? source.vendorId : data.vendorId;
  if (data.protocolMajor !== 0) return { ...data, vendorId };
  return { ...data, vendorId, protocolMajor: 2, protocolMinor: source.protocolMinor };
}
