// DDS 1.4 §2.2.2.2.1 DomainParticipant: opens the sockets, makes topics, writers and readers, and says goodbye.

import { compileCodec, type StructValue } from "../cdr/index.js";
import type { StructType } from "../idl/index.js";
import type { ParticipantEvent, RemoteEndpointInfo, RemoteParticipantInfo } from "../participant/types.js";
import { DEFAULT_READER_QOS, DEFAULT_WRITER_QOS, resolveReaderQos, resolveWriterQos } from "../qos/index.js";
import { ENTITYID_PARTICIPANT, type EntityId } from "../rtps/structure/entityId.js";
import { Guid } from "../rtps/structure/guid.js";
import { DEFAULT_VENDOR_ID, type OpenParticipant, openParticipant, type TransmitTrace } from "../runtime/index.js";
import type { CountersSnapshot } from "../trace/Counters.js";
import { checkName, checkRepresentations, writtenRepresentation } from "./checks.js";
import { DataReader } from "./DataReader.js";
import { DataWriter } from "./DataWriter.js";
import { alreadyDeleted } from "./DdsError.js";
import { type DomainParticipantListener, throwLater } from "./listeners.js";
import type { DataReaderOptions, DataWriterOptions, DomainParticipantOptions, EndpointOptions } from "./options.js";
import { Topic } from "./Topic.js";

export type { DomainParticipantListener } from "./listeners.js";
export type { DataReaderOptions, DataWriterOptions, DomainParticipantOptions } from "./options.js";

/** Readers take both representations unless told otherwise: the decoder goes by each payload's own header. */
const READER_QOS_BASE = { ...DEFAULT_READER_QOS, dataRepresentation: { ids: ["XCDR1", "XCDR2"] } } as const;

/**
 * A participant of one DDS domain (DDS 1.4 §2.2.2.2.1): the sockets, what it announces, and what it has found.
 * Made by `DomainParticipant.create`; ended by `close`, which says goodbye on the wire.
 */
export class DomainParticipant {
  readonly guid: Guid;
  readonly domainId: number;
  private readonly writers = new Map<EntityId, DataWriter<object>>();
  private readonly readers = new Map<EntityId, DataReader<object>>();
  private closing: Promise<void> | undefined;
  private unfollowSignal: () => void = () => undefined;

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
    const { listener = {}, signal } = options;
    signal?.throwIfAborted();
    let participant: DomainParticipant | undefined;
    // The engine may report before this function has the object: those few events wait.
    const early: ParticipantEvent[] = [];
    const onEvent = (event: ParticipantEvent) => {
      if (participant === undefined) early.push(event);
      else participant.handleEvent(event);
    };
    const transmitted: TransmitTrace["transmitted"] = (out, nowUs) => {
      for (let i = 0; i < out.completedCount; i++) {
        participant?.writers.get(out.completedWriterIds[i]!)?.stampTransmitted(out.completedSns[i]!, nowUs);
      }
    };
    const runtime = await openParticipant({ ...withDefaults(options), onEvent, trace: { transmitted } });
    participant = new DomainParticipant(runtime, listener);
    if (signal?.aborted === true) {
      await participant.close({ lingerMs: 0 });
      throw signal.reason;
    }
    for (const event of early) participant.handleEvent(event);
    participant.followSignal(signal);
    return participant;
  }

  /**
   * @internal On an engine that somebody else drives, such as a simulated network: `handleEvent` gets its events.
   */
  static attach(
    runtime: OpenParticipant,
    listener: DomainParticipantListener = {},
  ): { readonly participant: DomainParticipant; readonly handleEvent: (event: ParticipantEvent) => void } {
    const participant = new DomainParticipant(runtime, listener);
    return { participant, handleEvent: (event) => participant.handleEvent(event) };
  }

  /**
   * A topic with a type made by `parseIdl` or by the builders of this package.
   *
   * @throws DdsError BAD_PARAMETER for a name that is empty, longer than 255 bytes, or holds a NUL or half a surrogate pair
   */
  createTopic<T extends object = StructValue>(
    name: string,
    type: StructType,
    options: { readonly typeName?: string } = {},
  ): Topic<T> {
    this.checkOpen();
    const typeName = options.typeName ?? type.name;
    checkName("topic", name);
    checkName("type", typeName);
    return new Topic<T>(name, type, typeName);
  }

  /**
   * @throws QosError for bad QoS, one line that names the policy; CdrError for a type that has no codec; DdsError
   *   ALREADY_DELETED when the participant is closed
   */
  createWriter<T extends object>(topic: Topic<T>, options: DataWriterOptions<T> = {}): DataWriter<T> {
    this.checkOpen();
    const { engine, driver, clock } = this.runtime;
    const { trace = false, listener = {} } = options;
    const qos = resolveWriterQos(options.qos, DEFAULT_WRITER_QOS);
    const codec = compileCodec<T>(topic.type, { representation: writtenRepresentation(qos), ...options.codec });
    const handle = engine.createWriter(clock.now(), { ...engineOptions(topic, options), qos });
    const context = { runtime: this.runtime, guidOf: this.guidOf, onClosed: (id: EntityId) => this.writers.delete(id) };
    const writer = new DataWriter<T>(topic, qos, handle, context, listener, codec, trace);
    this.writers.set(handle, writer as unknown as DataWriter<object>);
    driver.flush();
    return writer;
  }

  /** @throws as `createWriter` does */
  createReader<T extends object>(topic: Topic<T>, options: DataReaderOptions<T> = {}): DataReader<T> {
    this.checkOpen();
    const { engine, driver, clock } = this.runtime;
    const { trace = false, listener = {} } = options;
    const qos = resolveReaderQos(options.qos, READER_QOS_BASE);
    checkRepresentations(qos);
    const codec = compileCodec<T>(topic.type, { representation: "xcdr1", ...options.codec });
    const handle = engine.createReader(clock.now(), { ...engineOptions(topic, options), qos });
    const context = { runtime: this.runtime, guidOf: this.guidOf, onClosed: (id: EntityId) => this.readers.delete(id) };
    const reader = new DataReader<T>(topic, qos, handle, context, listener, codec, trace);
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
    return this.runtime.engine.countersSnapshot();
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
   * Closes every reader and every writer (waiting up to `lingerMs` for acknowledgements), says goodbye on the wire and
   * closes the sockets. Harmless if called again.
   */
  close(options: { readonly lingerMs?: number } = {}): Promise<void> {
    this.closing ??= this.closeAll(options);
    return this.closing;
  }

  private async closeAll(options: { readonly lingerMs?: number }): Promise<void> {
    this.unfollowSignal();
    // Readers first: a listener that writes what it reads must not meet a closed writer.
    await Promise.all([...this.readers.values()].map((reader) => reader.close()));
    await Promise.all([...this.writers.values()].map((writer) => writer.close(options)));
    const { engine, driver, clock } = this.runtime;
    engine.close(clock.now());
    await driver.close();
  }

  private handleEvent(event: ParticipantEvent): void {
    try {
      this.dispatch(event);
    } catch (error) {
      throwLater(error);
    }
  }

  private dispatch(event: ParticipantEvent): void {
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
        this.writers.get(event.writer)?.handleEvent(event);
        break;
      case "alarm":
      case "remoteChanged":
        (this.writers.get(event.endpoint) ?? this.readers.get(event.endpoint))?.handleEvent(event);
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
    this.unfollowSignal = () => signal.removeEventListener("abort", onAbort);
  }

  private checkOpen(): void {
    if (this.closing !== undefined) throw alreadyDeleted("participant");
  }
}

function withDefaults(options: DomainParticipantOptions) {
  const { tuning = {} } = options;
  return {
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
  };
}

function engineOptions<T extends object, Tuning>(topic: Topic<T>, options: EndpointOptions & { tuning?: Tuning }) {
  return {
    topicName: topic.name,
    typeName: topic.typeName,
    keyed: topic.keyed,
    typeMaxSizeSerialized: 0,
    trace: (options.trace ?? false) !== false,
    ...(options.tuning === undefined ? {} : { tuning: options.tuning }),
  };
}
