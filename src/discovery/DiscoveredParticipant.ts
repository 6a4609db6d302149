// RTPS 2.5 §8.5.3: one remote participant: what it announced, its lease, where its traffic goes, its endpoints.

import type { ReaderProxy } from "../rtps/behavior/ReaderProxy.js";
import { Destination } from "../rtps/exchange/Destination.js";
import { RemoteParticipant } from "../rtps/exchange/RemoteParticipant.js";
import type { Timed } from "../rtps/structure/DeadlineQueue.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { Locator } from "../rtps/structure/locator.js";
import { type Ms, NEVER } from "../rtps/structure/time.js";
import type { AddressClaim } from "./AddressClaim.js";
import { chooseUnicast, isLocalAddress, maxDatagramBytesTo } from "./addressing.js";
import type { DiscoveryContext } from "./DiscoveryContext.js";
import { ParticipantLiveliness } from "./ParticipantLiveliness.js";
import type { ParticipantProxyData } from "./participantData.js";
import type { RemoteEndpoint } from "./RemoteEndpoint.js";

/** A lease of zero (seen in the wild) or nearly so would only make us spin. */
const MIN_LEASE_MS = 100;

/** A timer is not that late unless the process was stopped or the clock has jumped. */
const ASLEEP_MS = 500;
/** Longer than it takes to read what waits in the sockets. */
const WAKING_MS = 500;

/** Longer than participants of one network take to speak to a newcomer. */
const TIME_TO_SPEAK_MS = 200;

/** Longer than a datagram is under way. */
const OVERTAKEN_MS = 1000;

export class DiscoveredParticipant implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  readonly remote: RemoteParticipant;
  readonly endpoints = new Map<EntityId, RemoteEndpoint>();
  /** Octets of their announcements. Written by EndpointMatcher. */
  endpointOctets = 0;
  readonly liveliness: ParticipantLiveliness;
  /** Our publications writer's view of its publications reader: shows when it has heard of our writers. */
  publicationsReader: ReaderProxy | undefined;
  subscriptionsReader: ReaderProxy | undefined;
  /** Which builtin services besides SEDP are matched with it. Written by BuiltinEndpoints. */
  matchedServices = 0;
  /** Sequence number and payload of the announcement in force. */
  announcedSn = 0;
  announcement: Uint8Array = new Uint8Array(0);
  /** Directed announcements still to be sent, unless it shows before that it knows us. */
  answersLeft = 0;
  answerAt: Ms = NEVER;
  /** Bytes of those that were sent. */
  answeredBytes = 0;
  introduced = false;
  /** An announcement of it was directed to us: it has heard us. */
  addressedUs = false;
  /** Announcements of endpoints that could not be used, and what was wrong with the latest. For reports. */
  refusedAnnouncements = 0;
  lastRefusal = "";

  /** When the announcement in force came last, and how many older ones since. */
  private announcedAt: Ms = -Infinity;
  private olderCount = 0;
  /** It said goodbye, and is gone then unless something comes from it. */
  private leavesAt: Ms = NEVER;
  private goodbyeAt: Ms = NEVER;
  /** Somebody announces it from elsewhere. */
  private openClaim: AddressClaim | undefined;
  private metatraffic: Destination | undefined;
  private user: Destination | undefined;

  constructor(
    private readonly context: DiscoveryContext,
    private readonly onTimeout: (participant: DiscoveredParticipant, now: Ms) => void,
    public data: ParticipantProxyData,
    /** Where its latest announcement came from. */
    private sourceAddress: string,
    private readonly knownSince: Ms,
    /** This participant as its own peer. */
    readonly isSelf = false,
  ) {
    this.remote = new RemoteParticipant(data.guidPrefix, data.vendorId, knownSince);
    // What we say to ourselves is taken from anywhere.
    if (!isSelf) this.remote.whereabouts = this;
    this.liveliness = new ParticipantLiveliness(this.remote);
  }

  get leaseMs(): number {
    return Math.max(this.data.leaseDurationMs, MIN_LEASE_MS);
  }

  /**
   * True once its lease has run out without a word from it. A lease that is found to have ended long ago ended while this
   * process was asleep: what came meanwhile waits in the sockets, so the participant has a moment to be heard.
   */
  isExpired(now: Ms): boolean {
    const { remote, leaseMs } = this;
    // The same sum as in rearm(): by rounding, a difference could fall short at the very instant it is due.
    const endsAt = remote.lastHeardAt + leaseMs;
    if (now < endsAt) return false;
    if (now - endsAt < ASLEEP_MS) return true;
    remote.lastHeardAt = now - leaseMs + Math.min(leaseMs, WAKING_MS);
    return false;
  }

  /** It has had the time to say something to us, or of its endpoints, and has not. */
  mayBeForged(now: Ms): boolean {
    if (this.isSelf || this.addressedUs || this.remote.hasNamedUs || this.endpoints.size > 0) return false;
    return now - this.knownSince >= TIME_TO_SPEAK_MS;
  }

  /** Where discovery traffic goes; undefined if it has no address that can be used. */
  metatrafficDestination(): Destination | undefined {
    this.metatraffic ??= this.destinationFor(this.data.metatrafficUnicast);
    return this.metatraffic;
  }

  /** Where samples go unless the endpoint has locators of its own (§8.5.5). */
  userDestination(): Destination | undefined {
    this.user ??= this.destinationFor(this.data.defaultUnicast);
    return this.user;
  }

  metatrafficLocator(): Locator | undefined {
    return this.locatorFor(this.data.metatrafficUnicast);
  }

  /** Which of these locators datagrams go to; undefined if none can be used. */
  locatorFor(locators: readonly Locator[], sourceAddress = this.sourceAddress): Locator | undefined {
    return chooseUnicast(locators, sourceAddress, this.context.config.localAddresses);
  }

  /** Where its latest announcement came from. */
  get announcedFrom(): string {
    return this.sourceAddress;
  }

  noteRefusal(problem: string): void {
    this.refusedAnnouncements++;
    this.lastRefusal = problem;
  }

  destinationFor(locators: readonly Locator[]): Destination | undefined {
    const { config, packer } = this.context;
    const locator = this.locatorFor(locators);
    if (locator === undefined) return undefined;
    const { destinations } = this.remote;
    const known = destinations.find((other) => other.address === locator.host && other.port === locator.port);
    if (known !== undefined) return known;
    const bytes = maxDatagramBytesTo(locator.host, config.localAddresses, config.limits);
    const destination = new Destination(this.data.guidPrefix, locator.host, locator.port, bytes, packer);
    destinations.push(destination);
    return destination;
  }

  /** A newer announcement: traffic that goes to the defaults follows it to the new addresses. */
  update(data: ParticipantProxyData, sourceAddress: string): void {
    this.data = data;
    this.sourceAddress = sourceAddress;
    this.remote.forgetAddress();
    this.move(this.metatraffic, data.metatrafficUnicast);
    if (this.user !== this.metatraffic) this.move(this.user, data.defaultUnicast);
  }

  /** Forgets an address that no proxy uses any more. */
  releaseDestination(destination: Destination): void {
    if (destination.users > 0 || destination === this.metatraffic || destination === this.user) return;
    const { destinations } = this.remote;
    const index = destinations.indexOf(destination);
    if (index >= 0) destinations.splice(index, 1);
  }

  /** The announcement in force came, for the first time or again. */
  noteAnnounced(now: Ms): void {
    this.announcedAt = now;
    this.olderCount = 0;
  }

  /** An announcement with a lower number came. True if it cannot have been overtaken: its sender began anew. */
  isRenumbered(now: Ms): boolean {
    return ++this.olderCount > 1 && now - this.announcedAt >= OVERTAKEN_MS;
  }

  /**
   * The address that discovery goes to is its own: an announcement came from there, or it has answered what went there.
   * Until then it may be anybody's.
   */
  get isVerified(): boolean {
    if (this.addressedUs || this.remote.hasNamedUs) return true;
    const host = this.metatrafficLocator()?.host;
    if (host === undefined || host === this.sourceAddress) return host !== undefined;
    const { localAddresses } = this.context.config;
    return isLocalAddress(host, localAddresses) && isLocalAddress(this.sourceAddress, localAddresses);
  }

  /** The announcement in force came again, perhaps through another of its interfaces. */
  noteSource(address: string): void {
    if (this.isSettled) return;
    this.sourceAddress = address;
    this.remote.forgetAddress();
  }

  /** Its addresses are known to be its own: who announces it from elsewhere has to show more. */
  get isSettled(): boolean {
    return this.introduced || this.isVerified;
  }

  get claim(): AddressClaim | undefined {
    return this.openClaim;
  }

  set claim(claim: AddressClaim | undefined) {
    this.openClaim = claim;
    this.remote.claimant = claim?.locator.host ?? "";
  }

  /** It announced itself from there, lists that address, or is on this host, whose interfaces it shares. */
  isAt(address: string): boolean {
    if (address === this.sourceAddress) return true;
    const { metatrafficUnicast, defaultUnicast } = this.data;
    if ([...metatrafficUnicast, ...defaultUnicast].some((locator) => locator.host === address)) return true;
    const { localAddresses } = this.context.config;
    return isLocalAddress(address, localAddresses) && isLocalAddress(this.sourceAddress, localAddresses);
  }

  /** It said goodbye: it is believed after so long, if nothing more comes from it. */
  leaveAfter(now: Ms, delayMs: Ms): void {
    this.goodbyeAt = now;
    this.leavesAt = now + delayMs;
    this.rearm(now);
  }

  /** True once its goodbye counts. */
  hasLeft(now: Ms): boolean {
    if (this.remote.lastHeardAt > this.goodbyeAt) this.leavesAt = NEVER;
    return now >= this.leavesAt;
  }

  /** Arms the earliest of the lease, the next answer and what is to be done about a claim. */
  rearm(now: Ms): void {
    const leaseAt = this.remote.lastHeardAt + this.leaseMs;
    const claimAt = this.openClaim?.dueAt(now) ?? NEVER;
    this.context.deadlines.arm(this, Math.min(leaseAt, this.answerAt, this.leavesAt, claimAt));
  }

  handleTimeout(now: Ms): void {
    this.onTimeout(this, now);
  }

  private move(destination: Destination | undefined, locators: readonly Locator[]): void {
    if (destination === undefined) return;
    const { config } = this.context;
    const locator = this.locatorFor(locators);
    if (locator === undefined || (locator.host === destination.address && locator.port === destination.port)) return;
    const bytes = maxDatagramBytesTo(locator.host, config.localAddresses, config.limits);
    destination.moveTo(locator.host, locator.port, bytes);
  }
}
