// DDS 1.4 §2.2.2.2.1 DomainParticipant: opens the sockets, makes topics, writers and readers, and says goodbye.

import type { StructValue } from "../cdr/index.js";
import type { HasValue, StructType } from "../idl/index.js";
import {
  type DomainExplanation,
  explainDomain,
  explainMatch,
  type MatchExplanation,
} from "../inspect/explain/index.js";
import type {
  DiscoveryProgress,
  ParticipantEvent,
  RemoteEndpointInfo,
  RemoteParticipantInfo,
} from "../participant/types.js";
import {
  type DomainParticipantQos,
  type DomainParticipantQosInput,
  propagatedProperties,
  resolveParticipantQos,
  resolvePublisherQos,
  resolveSubscriberQos,
  resolveTopicQos,
  samePolicy,
} from "../qos/index.js";
import { ENTITYID_PARTICIPANT } from "../rtps/structure/entityId.js";
import type { Guid } from "../rtps/structure/guid.js";
import { type OpenParticipant, openParticipant, type TransmitTrace } from "../runtime/index.js";
import type { CountersSnapshot } from "../trace/Counters.js";
import { ContentFilteredTopic } from "./ContentFilteredTopic.js";
import { checkName, checkType } from "./checks.js";
import type { StatusCondition } from "./conditions/StatusCondition.js";
import type { DataReader } from "./DataReader.js";
import type { DataWriter } from "./DataWriter.js";
import { alreadyDeleted } from "./DdsError.js";
import { EndpointFactory } from "./EndpointFactory.js";
import { type EndpointReference, guidOfReference } from "./endpointReference.js";
import { followSignal } from "./followSignal.js";
import { type DomainParticipantListener, throwLater } from "./listeners.js";
import type {
  DataReaderOptions,
  DataWriterOptions,
  DomainParticipantOptions,
  PublisherOptions,
  SubscriberOptions,
  TopicOptions,
} from "./options.js";
import { Publisher, type PublisherHost } from "./Publisher.js";
import { checkOptions, withDefaults } from "./participantOptions.js";
import { StatusFlags } from "./StatusFlags.js";
import { Subscriber, type SubscriberHost } from "./Subscriber.js";
import type { StatusKind } from "./statusKinds.js";
import { Topic } from "./Topic.js";
import { TopicRegistry } from "./TopicRegistry.js";
import { ParticipantTypes, type TypeAnnouncement } from "./types/ParticipantTypes.js";
import type { LearnTypeOptions, TypeSource } from "./types/TypeSearch.js";

export type { DomainParticipantListener } from "./listeners.js";
export type { DataReaderOptions, DataWriterOptions, DomainParticipantOptions } from "./options.js";

/**
 * A participant of one DDS domain (DDS 1.4 §2.2.2.2.1): the sockets, what it announces, and what it has found.
 * Made by `DomainParticipant.create`; ended by `close`, which says goodbye on the wire.
 */
export class DomainParticipant {
  readonly guid: Guid;
  readonly domainId: number;
  private readonly endpointFactory: EndpointFactory;
  private readonly types: ParticipantTypes;
  private readonly groups = new Set<Publisher | Subscriber>();
  private readonly groupHost: PublisherHost & SubscriberHost;
  private readonly topics = new TopicRegistry();
  private readonly statusFlags = new StatusFlags();
  private closing: Promise<void> | undefined;
  private unfollowSignal: () => void = () => undefined;

  private constructor(
    private readonly runtime: OpenParticipant,
    private readonly listener: DomainParticipantListener,
    private current: DomainParticipantQos,
    typeInformation: TypeAnnouncement = "auto",
  ) {
    this.types = new ParticipantTypes(runtime, typeInformation);
    this.endpointFactory = new EndpointFactory(runtime, this, this.types, this.topics, listener);
    this.guid = this.endpointFactory.guidOf(ENTITYID_PARTICIPANT);
    this.groupHost = {
      runtime,
      participant: this,
      listener,
      makeWriter: (topic, options, publisher) => this.endpointFactory.makeWriter(topic, options, publisher),
      makeReader: (topic, options, subscriber) => this.endpointFactory.makeReader(topic, options, subscriber),
      publisherClosed: (publisher) => this.groups.delete(publisher),
      subscriberClosed: (subscriber) => this.groups.delete(subscriber),
    };
    this.domainId = runtime.engine.config.domainId;
  }

  /**
   * Opens the sockets and starts to announce.
   *
   * @throws TransportError (unknown interface, port taken, no multicast …), PortError (domain or index without
   *   ports), TypeError (bad peer): each with a one-line message that says what to do
   */
  static async create(options: DomainParticipantOptions = {}): Promise<DomainParticipant> {
    checkOptions(options);
    const { listener = {}, signal } = options;
    const qos = resolveParticipantQos(options.qos);
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
        participant?.endpointFactory.writers
          .get(out.completedWriterIds[i]!)
          ?.stampTransmitted(out.completedSns[i]!, nowUs);
      }
    };
    const runtime = await openParticipant({ ...withDefaults(options, qos), onEvent, trace: { transmitted } });
    participant = new DomainParticipant(runtime, listener, qos, options.typeInformation);
    if (signal?.aborted === true) {
      await participant.close({ lingerMs: 0 });
      throw signal.reason;
    }
    for (const event of early) participant.handleEvent(event);
    const opened = participant;
    opened.unfollowSignal = followSignal(signal, () => void opened.close({ lingerMs: 0 }));
    return participant;
  }

  /**
   * @internal On an engine that somebody else drives, such as a simulated network: `handleEvent` gets its events.
   */
  static attach(
    runtime: OpenParticipant,
    listener: DomainParticipantListener = {},
    qos: DomainParticipantQosInput = {},
    typeInformation: TypeAnnouncement = "auto",
  ): { readonly participant: DomainParticipant; readonly handleEvent: (event: ParticipantEvent) => void } {
    const participant = new DomainParticipant(runtime, listener, resolveParticipantQos(qos), typeInformation);
    return { participant, handleEvent: (event) => participant.handleEvent(event) };
  }

  /**
   * A topic with a type made by `parseIdl` or by the builders of this package. With a type that was built in place, or
   * written by `rtps idl gen`, TypeScript knows the values; otherwise name them: `createTopic<Shape>(…)`. There may be
   * several of one name if they are of one type.
   *
   * @throws DdsError BAD_PARAMETER for a name that is empty, longer than 255 bytes, or holds a NUL or half a surrogate
   *   pair, PRECONDITION_NOT_MET for the name of a topic of another type or of a content-filtered topic; QosError for bad
   *   QoS
   */
  createTopic<T extends object = StructValue>(
    name: string,
    type: StructType & HasValue<T>,
    options: TopicOptions = {},
  ): Topic<T> {
    this.checkOpen();
    checkName("topic", name);
    checkType(type);
    const typeName = options.typeName ?? type.name;
    checkName("type", typeName);
    const { topics } = this;
    topics.checkTopicName(name, typeName, type);
    const listeners = [options.listener ?? {}, this.listener];
    const host = { listeners, topicClosed: (closed: Topic<object>) => topics.removeTopic(closed) };
    const topic = new Topic<T>(name, type, typeName, resolveTopicQos(options.qos), host);
    topics.addTopic(topic as unknown as Topic<object>);
    return topic;
  }

  /**
   * A filtered view of a topic (DDS 1.4 §2.2.2.2.1.7): give it to `createReader`. The expression is the SQL subset of
   * DDS 1.4 Annex B; `parameters` are the values of %0 and on.
   *
   * @throws FilterError for an expression or parameters that do not fit the type; DdsError BAD_PARAMETER as `createTopic`
   *   does, PRECONDITION_NOT_MET for a name that is taken or a topic of another participant
   */
  createContentFilteredTopic<T extends object>(
    name: string,
    relatedTopic: Topic<T>,
    expression: string,
    parameters: readonly string[] = [],
  ): ContentFilteredTopic<T> {
    this.checkOpen();
    checkName("content-filtered topic", name);
    const { topics } = this;
    topics.checkTopic(relatedTopic, "content-filtered topic");
    topics.checkFilteredName(name);
    const host = { filteredTopicClosed: (closed: ContentFilteredTopic<object>) => topics.removeFiltered(closed) };
    const topic = new ContentFilteredTopic<T>(name, relatedTopic, expression, parameters, host);
    topics.addFiltered(topic as unknown as ContentFilteredTopic<object>);
    return topic;
  }

  /**
   * A group of writers (DDS 1.4 §2.2.2.2.1.2) with PRESENTATION, PARTITION and GROUP_DATA in common.
   *
   * @throws QosError for bad QoS; DdsError ALREADY_DELETED when the participant is closed
   */
  createPublisher(options: PublisherOptions = {}): Publisher {
    this.checkOpen();
    const qos = resolvePublisherQos(options.qos);
    const publisher = new Publisher(this.groupHost, qos, this.runtime.engine.newGroup(true), options.listener ?? {});
    this.groups.add(publisher);
    return publisher;
  }

  /** A group of readers (DDS 1.4 §2.2.2.2.1.4), as `createPublisher`. */
  createSubscriber(options: SubscriberOptions = {}): Subscriber {
    this.checkOpen();
    const qos = resolveSubscriberQos(options.qos);
    const subscriber = new Subscriber(this.groupHost, qos, this.runtime.engine.newGroup(false), options.listener ?? {});
    this.groups.add(subscriber);
    return subscriber;
  }

  /**
   * A writer that is alone in its group.
   *
   * @throws QosError for bad QoS, one line that names the policy; CdrError for a type that has no codec; DdsError
   *   ALREADY_DELETED when the participant or the topic is closed, PRECONDITION_NOT_MET for a topic of another participant
   */
  createWriter<T extends object>(topic: Topic<T>, options: DataWriterOptions<T> = {}): DataWriter<T> {
    this.checkOpen();
    return this.endpointFactory.makeWriter(topic, options);
  }

  /** A reader that is alone in its group. @throws as `createWriter` does */
  createReader<T extends object>(
    topic: Topic<T> | ContentFilteredTopic<T>,
    options: DataReaderOptions<T> = {},
  ): DataReader<T> {
    this.checkOpen();
    return this.endpointFactory.makeReader(topic, options);
  }

  /**
   * A participant has no communication status of its own (DDS 1.4 §2.2.4.1): this is never true, and there for whoever
   * treats all entities alike.
   */
  get statusCondition(): StatusCondition {
    return this.statusFlags.condition;
  }

  /** Always empty, as `statusCondition` says. */
  get statusChanges(): StatusKind[] {
    return this.statusFlags.list();
  }

  /** The other participants of the domain, as they announced themselves. */
  get participants(): RemoteParticipantInfo[] {
    return this.runtime.engine.participants;
  }

  /** The writers and readers of the other participants. */
  get endpoints(): RemoteEndpointInfo[] {
    return this.runtime.engine.endpoints;
  }

  /** How far discovery has come with every participant, as of now. */
  get discoveryProgress(): DiscoveryProgress {
    const { engine, clock } = this.runtime;
    return engine.discoveryProgress(clock.now());
  }

  /**
   * Why a writer and a reader match, or do not, or not yet: every reason, with what to do about it. Own endpoints and
   * those of others, in any combination.
   *
   * @throws DdsError BAD_PARAMETER for what names no writer, or no reader
   */
  explainMatch(writer: EndpointReference, reader: EndpointReference): MatchExplanation {
    const guids = [guidOfReference(writer, "writer"), guidOfReference(reader, "reader")] as const;
    return explainMatch(...guids, this.discoveryProgress);
  }

  /** Explains every pair of writer and reader of the domain, or of one topic and those with nearly its name. */
  explain(topicName?: string): DomainExplanation {
    return explainDomain(this.discoveryProgress, topicName === undefined ? {} : { topicName });
  }

  /**
   * The type of a topic, or of one endpoint of another participant, as its participant describes it (XTypes 1.3 §7.6.3.3).
   * Types that come without names, as minimal ones do, have made-up ones. Announced again, the type is the same type to
   * the one who told it.
   *
   * @throws DdsError TIMEOUT when nobody was found or answered in time, PRECONDITION_NOT_MET when nobody who is there
   *   has a type to tell: one line with the reason of each; the signal's reason
   */
  async learnType(from: TypeSource, options: LearnTypeOptions = {}): Promise<StructType> {
    this.checkOpen();
    return (await this.types.learn(from, options)).type;
  }

  /** A topic whose type, and type name, are learnt from who writes or reads it. @throws as `learnType` does */
  async learnTopic<T extends object = StructValue>(name: string, options: LearnTypeOptions = {}): Promise<Topic<T>> {
    this.checkOpen();
    const { type, endpoint } = await this.types.learn(name, options);
    return this.createTopic<T>(name, type, { typeName: endpoint.typeName }) as Topic<T>;
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
    /**
     * Datagrams that the kernel dropped because a receive buffer was full: not lost on the way, and helped by a larger
     * `receiveBufferBytes` (on Linux up to net.core.rmem_max). Undefined where the system does not tell.
     */
    readonly receiveBufferOverruns: number | undefined;
    /** Errors that the operating system reported, by code: of sending, a sample of one in a hundred. */
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
      // Read from the system, so only when asked for.
      get receiveBufferOverruns() {
        return transport.receiveBufferOverruns?.();
      },
      errors: Object.fromEntries(transport.counters.errors),
    };
  }

  /** Microseconds on CLOCK_MONOTONIC: the clock of the trace points. */
  nowUs(): number {
    return this.runtime.clock.nowUs();
  }

  /** Every policy, with what was changed since the participant was made. */
  get qos(): DomainParticipantQos {
    return this.current;
  }

  /**
   * Changes USER_DATA, PROPERTY or ENTITY_FACTORY at run time. The first two are announced at once; ENTITY_FACTORY
   * concerns what is made from now on.
   *
   * @throws QosError for a bad value; nothing has changed then
   */
  setQos(input: DomainParticipantQosInput): void {
    this.checkOpen();
    const qos = resolveParticipantQos(input, this.current);
    const { engine, driver, clock } = this.runtime;
    const { userData, property } = this.current;
    this.current = qos;
    if (samePolicy("userData", userData, qos.userData) && samePolicy("property", property, qos.property)) return;
    const own = { userData: qos.userData.value, properties: propagatedProperties(qos.property) };
    engine.setOwnPolicies(clock.now(), own);
    driver.flush();
  }

  /** What a participant makes can take part from the beginning: it is enabled itself (DDS 1.4 §2.2.2.1.1.7). */
  get isEnabled(): boolean {
    return true;
  }

  /**
   * DDS 1.4 §2.2.2.2.1.20: the writers with LIVELINESS MANUAL_BY_PARTICIPANT are alive. Writing with any writer of the
   * participant says so, too.
   */
  assertLiveliness(): void {
    this.checkOpen();
    this.runtime.engine.assertLiveliness(this.runtime.clock.now());
    this.runtime.driver.flush();
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
    await Promise.all([...this.endpointFactory.readers.values()].map((reader) => reader.close()));
    await Promise.all([...this.endpointFactory.writers.values()].map((writer) => writer.close(options)));
    await Promise.all([...this.groups].map((group) => group.close(options)));
    const { engine, driver, clock } = this.runtime;
    this.types.close();
    engine.close(clock.now());
    this.topics.close();
    this.statusFlags.close();
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
    this.types.handleEvent(event);
    switch (event.type) {
      case "dataAvailable":
      case "subscriptionMatched":
      case "requestedIncompatibleQos":
      case "livelinessChanged":
      case "sampleLost":
      case "sampleRejected":
        this.endpointFactory.readers.get(event.reader)?.handleEvent(event);
        break;
      case "writerSpace":
      case "readerReady":
      case "publicationMatched":
      case "offeredIncompatibleQos":
      case "livelinessLost":
        this.endpointFactory.writers.get(event.writer)?.handleEvent(event);
        break;
      case "alarm":
      case "remoteChanged":
        (
          this.endpointFactory.writers.get(event.endpoint) ?? this.endpointFactory.readers.get(event.endpoint)
        )?.handleEvent(event);
        break;
      case "inconsistentTopic":
        this.handleInconsistentTopic(event);
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

  /** A status of the topic; its endpoints count it too. */
  private handleInconsistentTopic(event: ParticipantEvent & { readonly type: "inconsistentTopic" }): void {
    const { writers, readers } = this.endpointFactory;
    const endpoint = writers.get(event.local) ?? readers.get(event.local);
    try {
      endpoint?.handleEvent(event);
    } finally {
      endpoint?.topic.noteInconsistent(event.reason);
    }
  }

  private checkOpen(): void {
    if (this.closing !== undefined) throw alreadyDeleted("participant");
  }
}
