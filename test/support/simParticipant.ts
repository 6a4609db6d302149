// Participants in a simulated network, for tests: one call makes the engine, its locators and its node.

import { DEFAULT_DISCOVERY_TUNING, type DiscoveryTuning } from "../../src/discovery/tuning.js";
import { Participant } from "../../src/participant/Participant.js";
import type {
  ParticipantConfig,
  ParticipantEvent,
  ReaderHandle,
  WriteOutcome,
  WriterHandle,
} from "../../src/participant/types.js";
import { DEFAULT_READER_QOS, DEFAULT_WRITER_QOS, type ReaderQos, type WriterQos } from "../../src/qos/index.js";
import {
  DEFAULT_LIMITS,
  DEFAULT_READER_TUNING,
  DEFAULT_WRITER_TUNING,
  type Limits,
} from "../../src/rtps/behavior/tuning.js";
import { ALIVE, EMPTY_PAYLOAD, PAYLOAD_DATA, type ReceivedChange } from "../../src/rtps/structure/cacheChange.js";
import { GuidPrefix } from "../../src/rtps/structure/guid.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import { timestampFromEpochMs } from "../../src/rtps/structure/time.js";
import type { SimHost } from "../../src/simulation/SimHost.js";
import type { SimNetwork } from "../../src/simulation/SimNetwork.js";
import type { SimNode } from "../../src/simulation/SimNode.js";

export const GROUP = "239.255.0.1";
export const DISCOVERY_PORT = 7400;

export interface SimParticipantOptions {
  readonly index: number;
  readonly host?: SimHost;
  readonly config?: Partial<ParticipantConfig>;
  readonly discovery?: Partial<DiscoveryTuning>;
  readonly limits?: Partial<Limits>;
}

export class SimParticipant {
  readonly events: ParticipantEvent[] = [];
  /** Samples taken, by reader. */
  readonly samples = new Map<ReaderHandle, ReceivedChange[]>();
  readonly node: SimNode;

  constructor(
    readonly network: SimNetwork,
    readonly engine: Participant,
    host: SimHost,
    name: string,
    ports: readonly [number, number],
    private readonly listener?: (event: ParticipantEvent) => void,
  ) {
    this.node = network.addNode(name, {
      engine,
      host,
      unicastPorts: ports,
      groups: [{ address: GROUP, port: DISCOVERY_PORT }],
      onEvent: (event) => this.onEvent(event),
    });
  }

  private onEvent(event: ParticipantEvent): void {
    this.events.push(event);
    if (this.listener !== undefined) {
      this.listener(event);
      return;
    }
    if (event.type !== "dataAvailable") return;
    const list = this.samples.get(event.reader) ?? [];
    this.samples.set(event.reader, list);
    this.engine.take(event.reader, list, 1e9);
  }

  eventsOf<T extends ParticipantEvent["type"]>(type: T): Extract<ParticipantEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<ParticipantEvent, { type: T }> => event.type === type);
  }

  writer(qos: Partial<WriterQos> = {}, topic = "Square", keyed = false): WriterHandle {
    const handle = this.engine.createWriter(this.network.now, {
      topicName: topic,
      typeName: "ShapeType",
      keyed,
      typeMaxSizeSerialized: 0,
      trace: false,
      qos: { ...DEFAULT_WRITER_QOS, ...qos },
    });
    this.network.flush(this.node);
    return handle;
  }

  reader(qos: Partial<ReaderQos> = {}, topic = "Square", keyed = false): ReaderHandle {
    const handle = this.engine.createReader(this.network.now, {
      topicName: topic,
      typeName: "ShapeType",
      keyed,
      typeMaxSizeSerialized: 0,
      trace: false,
      qos: { ...DEFAULT_READER_QOS, ...qos },
    });
    this.samples.set(handle, []);
    this.network.flush(this.node);
    return handle;
  }

  /** Writes a sample that holds `value` and is `size` bytes long. Does not flush. */
  put(writer: WriterHandle, value: number, size = 12, instance = 0): WriteOutcome {
    const payload = new Uint8Array(size);
    payload[1] = 1;
    new DataView(payload.buffer).setUint32(4, value, true);
    return this.engine.write(this.network.now, writer, payload, {
      kind: ALIVE,
      payloadKind: PAYLOAD_DATA,
      instance,
      keyHash: EMPTY_PAYLOAD,
      sourceTimestamp: timestampFromEpochMs(this.network.now),
    });
  }

  write(writer: WriterHandle, value: number, size = 12, instance = 0): WriteOutcome {
    const outcome = this.put(writer, value, size, instance);
    this.network.flush(this.node);
    return outcome;
  }

  /** Values of the samples taken from a reader, in order. */
  values(reader: ReaderHandle): number[] {
    return this.samples.get(reader)!.map((change) => numberIn(change));
  }

  close(): void {
    this.engine.close(this.network.now);
    this.network.flush(this.node);
  }
}

export function numberIn(change: ReceivedChange): number {
  const { payload } = change;
  return new DataView(payload.buffer, payload.byteOffset, payload.length).getUint32(4, true);
}

export function prefixOf(index: number): GuidPrefix {
  const bytes = new Uint8Array(12);
  bytes[0] = 1;
  bytes[1] = 0x7f;
  bytes[11] = index;
  bytes[10] = index >>> 8;
  return new GuidPrefix(bytes);
}

/**
 * A participant with the ports of its index on a host of its own unless one is given. With a listener, it gets the
 * events and takes the samples itself.
 */
export function simParticipant(
  network: SimNetwork,
  options: SimParticipantOptions,
  listener?: (event: ParticipantEvent) => void,
): SimParticipant {
  const { index } = options;
  const host = options.host ?? network.addHost(`host${index}`);
  const ports: [number, number] = [7410 + 2 * index, 7411 + 2 * index];
  const config: ParticipantConfig = {
    guidPrefix: prefixOf(index),
    domainId: 0,
    domainTag: "",
    vendorId: 0x017f,
    protocolMinor: 5,
    entityName: `p${index}`,
    metatrafficUnicast: [udpv4Locator(host.address, ports[0])],
    metatrafficMulticast: [udpv4Locator(GROUP, DISCOVERY_PORT)],
    defaultUnicast: [udpv4Locator(host.address, ports[1])],
    defaultMulticast: [],
    announceTo: [udpv4Locator(GROUP, DISCOVERY_PORT)],
    localAddresses: [host.address],
    epochOffsetMs: 1_700_000_000_000,
    seed: network.seed * 1000 + index + 1,
    writerTuning: DEFAULT_WRITER_TUNING,
    readerTuning: DEFAULT_READER_TUNING,
    discoveryTuning: { ...DEFAULT_DISCOVERY_TUNING, ...options.discovery },
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    ...options.config,
  };
  return new SimParticipant(network, new Participant(config, network.now), host, `p${index}`, ports, listener);
}

export const RELIABLE_WRITER: Partial<WriterQos> = { reliability: { kind: "RELIABLE", maxBlockingTimeMs: 100 } };
export const BEST_EFFORT_WRITER: Partial<WriterQos> = { reliability: { kind: "BEST_EFFORT", maxBlockingTimeMs: 100 } };
export const RELIABLE_READER: Partial<ReaderQos> = { reliability: { kind: "RELIABLE", maxBlockingTimeMs: 100 } };
export const KEEP_ALL = { history: { kind: "KEEP_ALL", depth: 1 } } as const;
export const TRANSIENT_LOCAL = { durability: { kind: "TRANSIENT_LOCAL" } } as const;
