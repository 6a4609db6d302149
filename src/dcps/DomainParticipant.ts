// DDS 1.4 §2.2.2.2.1 DomainParticipant: opens the sockets, makes topics, writers and readers, and says goodbye.

import type { CodecOptions, StructValue } from "../cdr/index.js";
import type { DiscoveryTuning } from "../discovery/tuning.js";
import type { StructType } from "../idl/index.js";
import type { ParticipantEvent, RemoteEndpointInfo, RemoteParticipantInfo } from "../participant/types.js";
import {
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  type ReaderQosInput,
  resolveReaderQos,
  resolveWriterQos,
  type WriterQosInput,
} from "../qos/index.js";
import type { Limits, ReaderTuning, WriterTuning } from "../rtps/behavior/tuning.js";
import { ENTITYID_PARTICIPANT, type EntityId } from "../rtps/structure/entityId.js";
import { Guid } from "../rtps/structure/guid.js";
import { DEFAULT_VENDOR_ID, type OpenParticipant, openParticipant } from "../runtime/index.js";
import type { CountersSnapshot } from "../trace/Counters.js";
import { DataReader, type DataReaderListener } from "./DataReader.js";
import { DataWriter, type DataWriterListener } from "./DataWriter.js";
import { alreadyDeleted } from "./DdsError.js";
import { Topic } from "./Topic.js";

/** Callbacks about the domain. Called from the socket's handler: keep them short. */
export interface DomainParticipantListener {
  onParticipantDiscovered?(participant: RemoteParticipantInfo): void;
  onParticipantLost?(participant: RemoteParticipantInfo, reason: "disposed" | "leaseExpired" | "ignored"): void;
  onEndpointDiscovered?(endpoint: RemoteEndpointInfo): void;
  onEndpointLost?(endpoint: RemoteEndpointInfo): void;
}

export interface DomainParticipantOptions {
  /** 0 (default) to 232. */
  readonly domainId?: number;
  /** Participants with another tag are not seen; default "". */
  readonly domainTag?: string;
  /** Addresses or names of the network interfaces to use; default all. `["127.0.0.1"]` keeps everything on this host. */
  readonly interfaces?: readonly string[];
  /** Default true. Without it, list `peers`. */
  readonly multicast?: boolean;
  /** Participants to announce to besides multicast: "192.168.1.20" or "192.168.1.20:7410". */
  readonly peers?: readonly string[];
  /** "auto" (default): the first free index from 0; a number: that index; "any": ports that the system chooses. */
  readonly participantIndex?: number | "auto" | "any";
  /** Shown to others as ENTITY_NAME. */
  readonly name?: string;
  /** Two octets as one number; default 0x017f. */
  readonly vendorId?: number;
  /** Minor of the announced protocol version 2.x; default 5. */
  readonly protocolMinor?: number;
  /** SO_RCVBUF to ask for, bytes; default 8 MiB. What was granted is in `receiveBufferBytes`. */
  readonly receiveBufferBytes?: number;
  readonly listener?: DomainParticipantListener;
  /** Closes the participant when it aborts. */
  readonly signal?: AbortSignal;
  /** Protocol timings and limits; see the named settings and their defaults in `tuning`. */
  readonly tuning?: {
    readonly writer?: Partial<WriterTuning>;
    readonly reader?: Partial<ReaderTuning>;
    readonly discovery?: Partial<DiscoveryTuning>;
    readonly limits?: Partial<Limits>;
  };
}

interface EndpointOptions {
  /** Record trace points for every sample, `capacity` (8192) of them until they are drained. Off costs one branch. */
  readonly trace?: boolean | { readonly capacity?: number };
  /** How 64-bit integers decode, and more. */
  readonly codec?: Partial<CodecOptions>;
}

export interface DataWriterOptions<T extends object> extends EndpointOptions {
  readonly qos?: WriterQosInput;
  readonly listener?: DataWriterListener<T>;
  readonly tuning?: Partial<WriterTuning>;
}

export interface DataReaderOptions<T extends object> extends EndpointOptions {
  readonly qos?: ReaderQosInput;
  readonly listener?: DataReaderListener<T>;
  readonly tuning?: Partial<ReaderTuning>;
}

/** Readers take both representations unless told otherwise: the decoder goes by each payload's own header. */
const READER_QOS_BASE = { ...DEFAULT_READER_QOS, dataRepresentation: { ids: ["XCDR1", "XCDR2"] } } as const;

export class DomainParticipant {
  readonly guid: Guid;
  readonly domainId: number;
  private readonly writers = new Map<EntityId, DataWriter<object>>();
  private readonly readers = new Map<EntityId, DataReader<object>>();
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly runtime: OpenParticipant,
    private readonly listener: DomainParticipantListener,
  ) {
    this.guid = this.guidOf(ENTITYID_PARTICIPANT);
    this.domainId = runtime.engine.config.domainId;
  }

  /**
   * Opens the sockets and starts to announce.
   *
   * @throws TransportError (unknown interface, port taken, no multicast …), PortError (domain or index without
   *   ports), TypeError (bad peer): each with a one-line message that says what to do
   */
  static async create(options: DomainParticipantOptions = {}): Promise<DomainParticipant> {
    const { listener = {}, signal, tuning = {} } = options;
    signal?.throwIfAborted();
    let participant: DomainParticipant | undefined;
    // The engine may report before this function has the object: those few events wait.
    const early: ParticipantEvent[] = [];
    const runtime = await openParticipant({
      domainId: options.domainId ?? 0,
      domainTag: options.domainTag ?? "",
      vendorId: options.vendorId ?? DEFAULT_VENDOR_ID,
      protocolMinor: options.protocolMinor ?? 5,
      entityName: options.name ?? "",
      interfaces: options.interfaces ?? [],
      multicast: options.multicast ?? true,
      peers: options.peers ?? [],
      participantIndex: options.participantIndex ?? "auto",
      receiveBufferBytes: options.receiveBufferBytes,
      writerTuning: tuning.writer ?? {},
      readerTuning: tuning.reader ?? {},
      discoveryTuning: tuning.discovery ?? {},
      limits: tuning.limits ?? {},
      onEvent: (event) => {
        if (participant === undefined) early.push(event);
        else participant.handleEvent(event);
      },
      trace: {
        transmitted: (out, nowUs) => {
          for (let i = 0; i < out.completedCount; i++) {
            participant?.writers.get(out.completedWriterIds[i]!)?.stampTransmitted(out.completedSns[i]!, nowUs);
          }
        },
      },
    });
    participant = new DomainParticipant(runtime, listener);
    for (const event of early) participant.handleEvent(event);
    participant.followSignal(signal);
    return participant;
  }

  /** A topic with a type made by `parseIdl` or by the builders of this package. */
  createTopic<T extends object = StructValue>(
    name: string,
    type: StructType,
    options: { readonly typeName?: string } = {},
  ): Topic<T> {
    return new Topic<T>(name, type, options.typeName ?? type.name);
  }

  /** @throws QosError for bad QoS, one line that names the policy */
  createWriter<T extends object>(topic: Topic<T>, options: DataWriterOptions<T> = {}): DataWriter<T> {
    this.checkOpen();
    const { engine, driver, clock } = this.runtime;
    const qos = resolveWriterQos(options.qos, DEFAULT_WRITER_QOS);
    const handle = engine.createWriter(clock.now(), {
      ...engineOptions(topic, options),
      qos,
      ...(options.tuning === undefined ? {} : { tuning: options.tuning }),
    });
    const context = { runtime: this.runtime, guidOf: this.guidOf, onClosed: (id: EntityId) => this.writers.delete(id) };
    const { trace = false, codec = {} } = options;
    const writer = new DataWriter<T>(topic, qos, handle, context, options.listener ?? {}, { trace, codec });
    this.writers.set(handle, writer as unknown as DataWriter<object>);
    driver.flush();
    return writer;
  }

  /** @throws QosError for bad QoS, one line that names the policy */
  createReader<T extends object>(topic: Topic<T>, options: DataReaderOptions<T> = {}): DataReader<T> {
    this.checkOpen();
    const { engine, driver, clock } = this.runtime;
    const qos = resolveReaderQos(options.qos, READER_QOS_BASE);
    const handle = engine.createReader(clock.now(), {
      ...engineOptions(topic, options),
      qos,
      ...(options.tuning === undefined ? {} : { tuning: options.tuning }),
    });
    const context = { runtime: this.runtime, guidOf: this.guidOf, onClosed: (id: EntityId) => this.readers.delete(id) };
    const { trace = false, codec = {} } = options;
    const reader = new DataReader<T>(topic, qos, handle, context, options.listener ?? {}, { trace, codec });
    this.readers.set(handle, reader as unknown as DataReader<object>);
    driver.flush();
    return reader;
  }

  /** The other participants of the domain, as they announced themselves. */
  get participants(): RemoteParticipantInfo[] {
    return this.runtime.engine.participants;
  }

  /** The writers and readers of the other participants. */
  get endpoints(): RemoteEndpointInfo[] {
    return this.runtime.engine.endpoints;
  }

  /** Datagrams, bytes, submessages, retransmissions and drops since the start. */
  get counters(): CountersSnapshot {
    return this.runtime.engine.counters.snapshot();
  }

  /** What the sockets use and were granted. */
  get transport(): {
    readonly participantIndex: number;
    readonly metatrafficUnicastPort: number;
    readonly userUnicastPort: number;
    readonly announcedAddresses: readonly string[];
    readonly multicastGroup: string;
    readonly receiveBufferBytes: number;
    readonly sendBufferBytes: number;
    /** Errors that the operating system reported, by code. */
    readonly errors: Readonly<Record<string, number>>;
  } {
    const { transport } = this.runtime;
    return {
      participantIndex: transport.participantIndex,
      metatrafficUnicastPort: transport.metatrafficUnicastPort,
      userUnicastPort: transport.userUnicastPort,
      announcedAddresses: transport.announcedAddresses,
      multicastGroup: transport.multicastGroup,
      receiveBufferBytes: transport.buffers.receiveGranted,
      sendBufferBytes: transport.buffers.sendGranted,
      errors: Object.fromEntries(transport.counters.errors),
    };
  }

  /** Microseconds on CLOCK_MONOTONIC: the clock of the trace points. */
  nowUs(): number {
    return this.runtime.clock.nowUs();
  }

  /** Forgets a participant and ignores it from now on (DDS 1.4 §2.2.2.2.1.14). */
  ignoreParticipant(guid: Guid): void {
    this.checkOpen();
    this.runtime.engine.ignoreParticipant(this.runtime.clock.now(), guid.prefix);
    this.runtime.driver.flush();
  }

  /**
   * Closes every writer (waiting up to `lingerMs` for acknowledgements) and reader, says goodbye on the wire and closes
   * the sockets. Harmless if called again.
   */
  close(options: { readonly lingerMs?: number } = {}): Promise<void> {
    this.closing ??= this.closeAll(options);
    return this.closing;
  }

  private async closeAll(options: { readonly lingerMs?: number }): Promise<void> {
    await Promise.all([...this.writers.values()].map((writer) => writer.close(options)));
    await Promise.all([...this.readers.values()].map((reader) => reader.close()));
    const { engine, driver, clock } = this.runtime;
    engine.close(clock.now());
    await driver.close();
  }

  private handleEvent(event: ParticipantEvent): void {
    switch (event.type) {
      case "dataAvailable":
      case "subscriptionMatched":
      case "requestedIncompatibleQos":
      case "livelinessChanged":
      case "sampleLost":
      case "sampleRejected":
        this.readers.get(event.reader)?.handleEvent(event);
        break;
      case "writerSpace":
      case "readerReady":
      case "publicationMatched":
      case "offeredIncompatibleQos":
      case "livelinessLost":
        this.writers.get(event.writer)?.handleEvent(event);
        break;
      case "inconsistentTopic":
        (this.writers.get(event.local) ?? this.readers.get(event.local))?.handleEvent(event);
        break;
      case "participantDiscovered":
        this.listener.onParticipantDiscovered?.(event.participant);
        break;
      case "participantLost":
        this.listener.onParticipantLost?.(event.participant, event.reason);
        break;
      case "endpointDiscovered":
        this.listener.onEndpointDiscovered?.(event.endpoint);
        break;
      case "endpointLost":
        this.listener.onEndpointLost?.(event.endpoint);
        break;
    }
  }

  private readonly guidOf = (entityId: EntityId): Guid => new Guid(this.runtime.engine.config.guidPrefix, entityId);

  private followSignal(signal: AbortSignal | undefined): void {
    if (signal === undefined) return;
    const onAbort = () => void this.close({ lingerMs: 0 });
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  }

  private checkOpen(): void {
    if (this.closing !== undefined) throw alreadyDeleted("participant");
  }
}

function engineOptions<T extends object>(topic: Topic<T>, options: EndpointOptions) {
  return {
    topicName: topic.name,
    typeName: topic.typeName,
    keyed: topic.keyed,
    typeMaxSizeSerialized: 0,
    trace: (options.trace ?? false) !== false,
  };
}
