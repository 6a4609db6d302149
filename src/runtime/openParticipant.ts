// Puts a participant on real sockets: transport, clock, driver and engine made for each other.

import { AnnouncementCache } from "../discovery/AnnouncementCache.js";
import { domainPorts, maxParticipantIndex, participantPorts } from "../discovery/ports.js";
import { DEFAULT_DISCOVERY_TUNING, type DiscoveryTuning } from "../discovery/tuning.js";
import { Participant } from "../participant/Participant.js";
import type { ParticipantEvent, TypeSupport } from "../participant/types.js";
import {
  DEFAULT_LIMITS,
  DEFAULT_READER_TUNING,
  DEFAULT_WRITER_TUNING,
  type Limits,
  type ReaderTuning,
  type WriterTuning,
} from "../rtps/behavior/tuning.js";
import { GuidPrefix } from "../rtps/structure/guid.js";
import { type Locator, udpv4Locator } from "../rtps/structure/locator.js";
import type { PortPlan } from "../transport/types.js";
import { UdpTransport } from "../transport/UdpTransport.js";
import { allocateUncleared } from "./allocate.js";
import { Driver, type TransmitTrace } from "./Driver.js";
import { MonotonicClock, wallClockOffset } from "./MonotonicClock.js";
import { randomGuidPrefix, randomSeed } from "./randomness.js";
import { type Scheduler, systemScheduler } from "./Waiters.js";

/** Used by nobody else on OMG's list of vendor ids. */
export const DEFAULT_VENDOR_ID = 0x017f;
export const MULTICAST_GROUP = "239.255.0.1";

export interface OpenParticipantOptions {
  readonly domainId: number;
  readonly domainTag: string;
  readonly vendorId: number;
  readonly protocolMinor: number;
  readonly entityName: string;
  /** USER_DATA, and the properties to announce; none if absent. */
  readonly userData?: Uint8Array;
  readonly properties?: readonly (readonly [string, string])[];
  /** Addresses or names of the interfaces to use; empty means all. */
  readonly interfaces: readonly string[];
  readonly multicast: boolean;
  /** "host" or "host:port": participants to announce to besides, or instead of, multicast. */
  readonly peers: readonly string[];
  readonly participantIndex: number | "auto" | "any";
  readonly receiveBufferBytes: number | undefined;
  /** How datagrams reach participants of this process; see UdpTransport. */
  readonly sameProcess: "direct" | "network";
  readonly coalescing: boolean;
  readonly busyPoll: boolean;
  readonly earlyCollection: boolean;
  readonly writerTuning: Partial<WriterTuning>;
  readonly readerTuning: Partial<ReaderTuning>;
  readonly discoveryTuning: Partial<DiscoveryTuning>;
  readonly limits: Partial<Limits>;
  /** Who understands types, made for the limits in force; without it types go by their names. */
  readonly makeTypes?: (limits: Limits) => TypeSupport;
  readonly announcesTypesToAll?: boolean;
  readonly onEvent: (event: ParticipantEvent) => void;
  readonly trace: TransmitTrace;
}

/** What the application layer needs of a participant that runs, on sockets or in a simulation. */
export interface OpenParticipant {
  readonly engine: Participant;
  readonly driver: Pick<Driver, "flush" | "holdsWrite" | "flushWrite" | "turnIfDue" | "hasLeft" | "schedule" | "close">;
  readonly transport: TransportFacts;
  readonly clock: Pick<MonotonicClock, "now" | "nowUs">;
  readonly scheduler: Scheduler;
  /** Milliseconds from monotonic time to time since 1970. */
  readonly epochOffsetMs: number;
}

/** What the sockets use and were granted. */
export type TransportFacts = Pick<
  UdpTransport,
  | "participantIndex"
  | "metatrafficUnicastPort"
  | "userUnicastPort"
  | "announcedAddresses"
  | "multicastGroup"
  | "buffers"
  | "counters"
> &
  Partial<Pick<UdpTransport, "receiveBufferOverruns">>;

/**
 * Opens the sockets and starts. Rejects with a TransportError, PortError or RangeError (a tuning that makes no sense)
 * whose message is one line.
 */
export async function openParticipant(options: OpenParticipantOptions): Promise<OpenParticipant> {
  const transport = await UdpTransport.open({
    ports: portPlan(options.domainId),
    participantIndex: options.participantIndex,
    maxParticipantIndex: maxParticipantIndex(options.domainId),
    interfaces: options.interfaces,
    multicastGroup: options.multicast ? MULTICAST_GROUP : "",
    sameProcess: options.sameProcess,
    earlyCollection: options.earlyCollection,
    ...(options.receiveBufferBytes === undefined ? {} : { receiveBufferBytes: options.receiveBufferBytes }),
  });
  try {
    return start(transport, options);
  } catch (error) {
    await transport.close();
    throw error;
  }
}

function start(transport: UdpTransport, options: OpenParticipantOptions): OpenParticipant {
  const clock = new MonotonicClock();
  const epochOffsetMs = wallClockOffset(clock);
  const discoveryTuning = { ...DEFAULT_DISCOVERY_TUNING, ...options.discoveryTuning };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const types = options.makeTypes?.(limits);
  const announced = transport.announcedAddresses;
  const group = options.multicast
    ? [udpv4Locator(MULTICAST_GROUP, domainPorts(options.domainId).metatrafficMulticast)]
    : [];
  const engine = new Participant(
    {
      guidPrefix: new GuidPrefix(randomGuidPrefix(options.vendorId)),
      domainId: options.domainId,
      domainTag: options.domainTag,
      vendorId: options.vendorId,
      protocolMinor: options.protocolMinor,
      entityName: options.entityName,
      ...(options.userData === undefined ? {} : { userData: options.userData }),
      ...(options.properties === undefined ? {} : { properties: options.properties }),
      metatrafficUnicast: announced.map((host) => udpv4Locator(host, transport.metatrafficUnicastPort)),
      metatrafficMulticast: group,
      defaultUnicast: announced.map((host) => udpv4Locator(host, transport.userUnicastPort)),
      defaultMulticast: [],
      announceTo: [...group, ...peerLocators(options.peers, options.domainId, discoveryTuning.peerIndexCount)],
      localAddresses: transport.localAddresses,
      epochOffsetMs,
      seed: randomSeed(),
      writerTuning: { ...DEFAULT_WRITER_TUNING, ...sendWindow(transport), ...options.writerTuning },
      readerTuning: { ...DEFAULT_READER_TUNING, ...options.readerTuning },
      discoveryTuning,
      limits,
      allocate: allocateUncleared,
      announcements: sharedAnnouncements(),
      ...(types === undefined ? {} : { types }),
      ...(options.announcesTypesToAll === undefined ? {} : { announcesTypesToAll: options.announcesTypesToAll }),
    },
    clock.now(),
  );
  const { coalescing, busyPoll, onEvent, trace } = options;
  const driver = new Driver({ engine, transport, clock, onEvent, trace, coalescing, busyPoll });
  driver.start();
  return { engine, driver, transport, clock, scheduler: systemScheduler, epochOffsetMs };
}

/**
 * What may be on its way to one reader: what its socket's buffer takes if it is like ours. The system counts twice what it
 * grants, and about a kilobyte for each small datagram.
 */
function sendWindow({ buffers: { receiveGranted } }: UdpTransport): Partial<WriterTuning> {
  if (!(receiveGranted > 0)) return {};
  const { sendWindowBytes, sendWindowSamples } = DEFAULT_WRITER_TUNING;
  return {
    sendWindowBytes: Math.max(LEAST_WINDOW_BYTES, Math.min(sendWindowBytes, receiveGranted)),
    sendWindowSamples: Math.max(LEAST_WINDOW_SAMPLES, Math.min(sendWindowSamples, Math.floor(receiveGranted / 512))),
  };
}

/** One for all participants of this process, as long as there are any. */
function sharedAnnouncements(): AnnouncementCache {
  const cache = shared?.deref() ?? new AnnouncementCache();
  shared = new WeakRef(cache);
  return cache;
}

let shared: WeakRef<AnnouncementCache> | undefined;

function portPlan(domainId: number): PortPlan {
  const { metatrafficMulticast, userMulticast } = domainPorts(domainId);
  return {
    metatrafficMulticast,
    userMulticast,
    metatrafficUnicast: (index) => participantPorts(domainId, index).metatrafficUnicast,
    userUnicast: (index) => participantPorts(domainId, index).userUnicast,
  };
}

/** A peer without a port is looked for at the metatraffic ports of the first participant indexes. */
function peerLocators(peers: readonly string[], domainId: number, indexCount: number): Locator[] {
  return peers.flatMap((peer) => {
    const [host, port, ...rest] = peer.split(":");
    if (host === undefined || rest.length > 0 || (port !== undefined && !isPort(port))) throw badPeer(peer);
    try {
      if (port !== undefined) return [udpv4Locator(host, Number(port))];
      return Array.from({ length: indexCount }, (_, index) =>
        udpv4Locator(host, participantPorts(domainId, index).metatrafficUnicast),
      );
    } catch {
      throw badPeer(peer);
    }
  });
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535;
}

function badPeer(peer: string): TypeError {
  return new TypeError(
    `peer "${peer}" is not an IPv4 address with an optional port, like 192.168.1.20 or 192.168.1.20:7410`,
  );
}

/** Two datagrams of a local peer. */
const LEAST_WINDOW_BYTES = 65536;
const LEAST_WINDOW_SAMPLES = 128;
