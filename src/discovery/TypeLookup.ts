// XTypes 1.3 §7.6.3.3: the TypeLookup service of this participant: answers what others ask about its types, and asks
// others about theirs. Requests and replies go to the one participant they are for; the reliable endpoints repeat what
// the network loses, the inquiries what a peer leaves unanswered.

import type { StatefulReader } from "../rtps/behavior/StatefulReader.js";
import type { StatefulWriter } from "../rtps/behavior/StatefulWriter.js";
import { ALIVE, EMPTY_PAYLOAD, PAYLOAD_DATA, type ReceivedChange } from "../rtps/structure/cacheChange.js";
import { ENTITYID_TL_SVC_REQ_WRITER, entityIdOctets } from "../rtps/structure/entityId.js";
import { type Ms, NEVER, timestampFromEpochMs } from "../rtps/structure/time.js";
import { DROP } from "../trace/dropReasons.js";
import type { TypeLookupEndpoints } from "./BuiltinEndpoints.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveryContext } from "./DiscoveryContext.js";
import { TYPE_LOOKUP_ENDPOINTS } from "./participantData.js";
import { TypeInquiry } from "./TypeInquiry.js";
import type { TypeReply, TypeSupport } from "./TypeSupport.js";

export class TypeLookup {
  /** By participant, then by type. */
  private readonly inquiries = new Map<DiscoveredParticipant, Map<string, TypeInquiry>>();
  private readonly taken: ReceivedChange[] = [];
  private readonly requestGuid: Uint8Array;

  constructor(
    private readonly context: DiscoveryContext,
    readonly types: TypeSupport,
    private readonly endpoints: TypeLookupEndpoints,
    private readonly participants: ReadonlyMap<string, DiscoveredParticipant>,
    private readonly match: (now: Ms, participant: DiscoveredParticipant) => void,
    private readonly onSettled: (now: Ms, inquiry: TypeInquiry) => void,
  ) {
    const { bytes } = context.config.guidPrefix;
    this.requestGuid = Uint8Array.from([...bytes, ...entityIdOctets(ENTITYID_TL_SVC_REQ_WRITER)]);
  }

  /**
   * Sees to it that a type becomes known. Undefined for TypeInformation that cannot be read.
   *
   * @param again asks once more about a type that could not be had
   */
  inquire(
    now: Ms,
    participant: DiscoveredParticipant,
    typeInformation: Uint8Array,
    again = false,
  ): TypeInquiry | undefined {
    const key = this.types.keyOf(typeInformation);
    if (key === undefined) return undefined;
    const known = this.inquiries.get(participant)?.get(key);
    if (known !== undefined && !this.isStale(known, again)) return known;
    const inquiry = new TypeInquiry(participant, key, typeInformation, this.handleSilence);
    this.remember(inquiry);
    this.begin(now, inquiry);
    return inquiry;
  }

  /** How an inquiry stands; undefined if nobody asked. */
  inquiryOf(participant: DiscoveredParticipant, typeInformation: Uint8Array): TypeInquiry | undefined {
    const key = this.types.keyOf(typeInformation);
    return key === undefined ? undefined : this.inquiries.get(participant)?.get(key);
  }

  participantRemoved(participant: DiscoveredParticipant): void {
    for (const inquiry of this.inquiries.get(participant)?.values() ?? []) this.context.deadlines.arm(inquiry, NEVER);
    this.inquiries.delete(participant);
    this.types.forget(nameOf(participant));
  }

  /** Reads what has come in. */
  handleData(now: Ms): void {
    this.drain(this.endpoints.requestReader, (change, from) => this.handleRequest(now, change, from));
    this.drain(this.endpoints.replyReader, (change, from) => this.handleReply(now, change, from));
  }

  // ---- serving ----

  /** A drop reason, or ACCEPTED. */
  private handleRequest(now: Ms, change: ReceivedChange, from: DiscoveredParticipant): number {
    const answer = this.types.answer(change.payload, this.context.config.guidPrefix.bytes);
    if (answer.kind === "unreadable") return DROP.badPayload;
    if (answer.kind === "notForUs") return ACCEPTED;
    this.send(now, this.endpoints.replyWriter, answer.payload, from);
    return ACCEPTED;
  }

  // ---- asking ----

  private begin(now: Ms, inquiry: TypeInquiry): void {
    const { participant } = inquiry;
    if (this.isKnown(inquiry)) {
      this.settle(now, inquiry, "known");
    } else if ((participant.data.builtinEndpoints & TYPE_LOOKUP_ENDPOINTS) !== TYPE_LOOKUP_ENDPOINTS) {
      this.settle(now, inquiry, "unavailable", "its participant offers no TypeLookup service");
    } else if (this.askingOf(participant) < this.context.config.limits.maxTypeInquiries) {
      inquiry.state = "asking";
      this.ask(now, inquiry);
    }
  }

  private ask(now: Ms, inquiry: TypeInquiry): void {
    const { participant, typeInformation } = inquiry;
    const { requestWriter } = this.endpoints;
    this.match(now, participant);
    const peer = nameOf(participant);
    const address = () => ({
      writerGuid: this.requestGuid,
      sn: requestWriter.history.lastSn + 1,
      server: participant.data.guidPrefix.bytes,
    });
    let request = this.types.request(peer, typeInformation, inquiry.relation, address());
    if (request === undefined && inquiry.relation === "complete") {
      inquiry.relation = "minimal";
      request = this.types.request(peer, typeInformation, "minimal", address());
    }
    if (request === undefined) {
      this.settle(now, inquiry, "unavailable", "it depends on too many types");
      return;
    }
    inquiry.unanswered.clear();
    inquiry.unanswered.add(this.send(now, requestWriter, request, participant));
    const dependencies = this.types.dependenciesRequest(peer, typeInformation, inquiry.relation, address());
    if (dependencies !== undefined) inquiry.unanswered.add(this.send(now, requestWriter, dependencies, participant));
    this.context.deadlines.arm(inquiry, now + this.context.config.discoveryTuning.typeLookupTimeoutMs);
  }

  private handleReply(now: Ms, change: ReceivedChange, from: DiscoveredParticipant): number {
    const address = { writerGuid: this.requestGuid, server: from.data.guidPrefix.bytes };
    const reply = this.types.takeReply(nameOf(from), change.payload, address);
    if (reply === undefined) return DROP.badPayload;
    this.countRefusals(reply);
    if (reply.sn === 0) return ACCEPTED;
    for (const inquiry of [...(this.inquiries.get(from)?.values() ?? [])]) this.handleAnswer(now, inquiry, reply);
    return ACCEPTED;
  }

  /** One answer may hold what several inquiries lack; one that is empty counts for the one that asked. */
  private handleAnswer(now: Ms, inquiry: TypeInquiry, reply: TypeReply): void {
    if (inquiry.state !== "asking") return;
    const isAnswered = inquiry.unanswered.delete(reply.sn);
    if (reply.added > 0 && this.isKnown(inquiry)) this.settle(now, inquiry, "known");
    else if (isAnswered && reply.added > 0) this.goOn(now, inquiry);
    else if (isAnswered && inquiry.unanswered.size === 0 && inquiry.relation === "complete") {
      // It does not have the complete type. If it has none, the timer asks again: it may have it later.
      inquiry.relation = "minimal";
      this.ask(now, inquiry);
    }
  }

  /** Something new has come, and shows what else is needed. */
  private goOn(now: Ms, inquiry: TypeInquiry): void {
    inquiry.rounds++;
    inquiry.attempts = 0;
    if (inquiry.rounds <= this.context.config.limits.maxTypeRounds) this.ask(now, inquiry);
    else this.settle(now, inquiry, "unavailable", "what it depends on goes too deep");
  }

  /** No answer, or none that helped. */
  private readonly handleSilence = (now: Ms, inquiry: TypeInquiry): void => {
    inquiry.attempts++;
    if (inquiry.attempts < this.context.config.discoveryTuning.typeLookupAttempts) {
      inquiry.relation = "complete";
      this.ask(now, inquiry);
      return;
    }
    const isSilent = inquiry.unanswered.size > 0;
    const what = isSilent ? "does not answer TypeLookup requests" : "does not have the type, or not all of it";
    this.settle(now, inquiry, "unavailable", `its participant ${what}`);
  };

  private settle(now: Ms, inquiry: TypeInquiry, state: "known" | "unavailable", reason = ""): void {
    inquiry.state = state;
    inquiry.reason = reason;
    inquiry.unanswered.clear();
    this.context.deadlines.arm(inquiry, NEVER);
    this.onSettled(now, inquiry);
    for (const other of [...(this.inquiries.get(inquiry.participant)?.values() ?? [])]) {
      if (other.state === "waiting") this.begin(now, other);
    }
  }

  // ---- details ----

  /** It is worth asking again; or what was known came from somebody who is gone. */
  private isStale(inquiry: TypeInquiry, again: boolean): boolean {
    if (inquiry.state === "known") return !this.isKnown(inquiry);
    return again && inquiry.state === "unavailable";
  }

  private isKnown({ typeInformation }: TypeInquiry): boolean {
    return this.types.isKnown(typeInformation, "complete") || this.types.isKnown(typeInformation, "minimal");
  }

  private askingOf(participant: DiscoveredParticipant): number {
    let count = 0;
    for (const { state } of this.inquiries.get(participant)?.values() ?? []) if (state === "asking") count++;
    return count;
  }

  /** A participant that announces ever new types makes us forget what came of its first ones. */
  private remember(inquiry: TypeInquiry): void {
    const { participant, key } = inquiry;
    const ofParticipant = this.inquiries.get(participant) ?? new Map<string, TypeInquiry>();
    this.inquiries.set(participant, ofParticipant);
    ofParticipant.delete(key);
    ofParticipant.set(key, inquiry);
    if (ofParticipant.size <= this.context.config.limits.maxEndpointsPerParticipant) return;
    for (const [oldKey, old] of ofParticipant) {
      this.context.deadlines.arm(old, NEVER);
      ofParticipant.delete(oldKey);
      return;
    }
  }

  private countRefusals({ refused, beyondLimits }: TypeReply): void {
    if (refused > 0) this.context.counters.drop(DROP.badTypeObject, refused);
    if (beyondLimits > 0) this.context.counters.drop(DROP.limitTypes, beyondLimits);
  }

  private send(now: Ms, writer: StatefulWriter, payload: Uint8Array, to: DiscoveredParticipant): number {
    const { guidPrefix } = to.data;
    const others = writer.readerProxies.map(({ guid }) => guid).filter(({ prefix }) => !prefix.equals(guidPrefix));
    const timestamp = timestampFromEpochMs(now + this.context.config.epochOffsetMs);
    return writer.newChange(ALIVE, PAYLOAD_DATA, payload, ONLY_INSTANCE, EMPTY_PAYLOAD, timestamp, others);
  }

  private drain(reader: StatefulReader, handle: (change: ReceivedChange, from: DiscoveredParticipant) => number): void {
    const { taken } = this;
    while (reader.take(taken, 64) > 0) {
      for (const change of taken.splice(0)) {
        const from = this.participants.get(change.writerGuid.prefix.toString());
        const isValue = change.kind === ALIVE && change.payload.length > 0;
        const reason = from === undefined ? DROP.unknownParticipant : isValue ? handle(change, from) : DROP.badPayload;
        if (reason !== ACCEPTED) this.context.counters.drop(reason);
      }
    }
  }
}

function nameOf(participant: DiscoveredParticipant): string {
  return participant.data.guidPrefix.toString();
}

/** No drop reason. */
const ACCEPTED = -1;
const ONLY_INSTANCE = 0;
