// Makes the writers and readers of one participant and knows them by their ids. Who may make them, and with what group
// policies, is the business of DomainParticipant, Publisher and Subscriber.

import { BareKeys, compileCodec } from "../cdr/index.js";
import {
  DEFAULT_READER_QOS,
  DEFAULT_TOPIC_QOS,
  DEFAULT_WRITER_QOS,
  type PublisherQos,
  type ReaderQos,
  type ReaderQosInput,
  readerQosFromTopic,
  resolveReaderQos,
  resolveWriterQos,
  type WriterQos,
  type WriterQosInput,
  writerQosFromTopic,
} from "../qos/index.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import { Guid } from "../rtps/structure/guid.js";
import type { OpenParticipant } from "../runtime/index.js";
import { announcedFilter, ContentFilteredTopic } from "./ContentFilteredTopic.js";
import { checkGroupPolicies, checkRepresentations, type GROUP_POLICIES, writtenRepresentation } from "./checks.js";
import { DataReader } from "./DataReader.js";
import { DataWriter } from "./DataWriter.js";
import { beginsEnabled, type EntityFactory } from "./Enabling.js";
import type { DomainParticipantListener } from "./listeners.js";
import { MemoryPool } from "./MemoryPool.js";
import type { DataReaderOptions, DataWriterOptions, EndpointOptions } from "./options.js";
import type { Publisher } from "./Publisher.js";
import type { ReaderMaker } from "./reader/ReaderMaker.js";
import type { Subscriber } from "./Subscriber.js";
import type { Topic } from "./Topic.js";
import type { TopicRegistry } from "./TopicRegistry.js";
import type { ParticipantTypes } from "./types/ParticipantTypes.js";
import { PayloadPool } from "./writer/PayloadPool.js";
import type { WriterMaker } from "./writer/WriterMaker.js";

/** Readers take both representations unless told otherwise: the decoder goes by each payload's own header. */
const READER_QOS_BASE = { ...DEFAULT_READER_QOS, dataRepresentation: { ids: ["XCDR1", "XCDR2"] } } as const;

export class EndpointFactory {
  readonly writers = new Map<EntityId, DataWriter<object>>();
  readonly readers = new Map<EntityId, DataReader<object>>();

  constructor(
    private readonly runtime: OpenParticipant,
    private readonly participant: EntityFactory,
    private readonly types: ParticipantTypes,
    private readonly topics: TopicRegistry,
    private readonly participantListener: DomainParticipantListener,
  ) {}

  readonly guidOf = (entityId: EntityId): Guid => new Guid(this.runtime.engine.config.guidPrefix, entityId);

  makeWriter<T extends object>(topic: Topic<T>, options: DataWriterOptions<T>, publisher?: Publisher): DataWriter<T> {
    this.topics.checkTopic(topic, "writer");
    const { runtime } = this;
    const { engine, driver, clock } = runtime;
    const { trace = false, listener = {} } = options;
    const owner = publisher ?? this.participant;
    const handle = engine.newWriterHandle(topic.keyed);
    const payloads = new PayloadPool(() => driver.hasLeft());
    const maker: WriterMaker<T> = {
      handle,
      owner,
      listeners: publisher?.listeners ?? [this.participantListener],
      qosOf: (input, base) => resolveWriterQos(groupPolicies(input, publisher), resolveWriterQos(input, base)),
      makeCodec: (qos) =>
        options.typeCodec ??
        compileCodec<T>(topic.type, { representation: writtenRepresentation(qos), ...options.codec }),
      payloads,
      start: (qos) => {
        const groupEntityId = publisher?.groupEntityId ?? 0;
        const keys = new BareKeys(topic.type, options.codec?.dialect);
        const bareKey = (payload: Uint8Array) => keys.strip(payload);
        const own = { qos, handle, groupEntityId, payloadReleased: payloads.release, bareKey };
        engine.createWriter(clock.now(), { ...this.engineOptions(topic, options), ...own });
        driver.flush();
      },
    };
    const onClosed = (id: EntityId) => {
      topic.unfollow(writer);
      this.writers.delete(id);
      publisher?.forget(id);
    };
    const context = { runtime, guidOf: this.guidOf, onClosed, publisher, subscriber: undefined };
    const qos = maker.qosOf(options.qos ?? {}, writerBase(topic, options));
    const writer = new DataWriter<T>(topic, qos, maker, context, listener, trace);
    if (beginsEnabled(owner)) writer.enable();
    topic.follow(writer);
    this.writers.set(handle, writer as unknown as DataWriter<object>);
    return writer;
  }

  makeReader<T extends object>(
    from: Topic<T> | ContentFilteredTopic<T>,
    options: DataReaderOptions<T>,
    subscriber?: Subscriber,
  ): DataReader<T> {
    this.topics.checkReadable(from);
    const { runtime } = this;
    const { engine, driver, clock } = runtime;
    const { trace = false, listener = {} } = options;
    const filter = from instanceof ContentFilteredTopic ? from : undefined;
    const topic = from instanceof ContentFilteredTopic ? from.relatedTopic : from;
    const owner = subscriber ?? this.participant;
    const handle = engine.newReaderHandle(topic.keyed);
    const memory = options.reusesMemory === true ? new MemoryPool() : undefined;
    const maker: ReaderMaker<T> = {
      handle,
      memory,
      owner,
      listeners: subscriber?.listeners ?? [this.participantListener],
      filter,
      dialect: options.codec?.dialect,
      codec: options.typeCodec ?? compileCodec<T>(topic.type, { representation: "xcdr1", ...options.codec }),
      qosOf: (input, base) => {
        const qos = resolveReaderQos(groupPolicies(input, subscriber), resolveReaderQos(input, base));
        checkRepresentations(qos);
        return qos;
      },
      start: (qos) => {
        const groupEntityId = subscriber?.groupEntityId ?? 0;
        const property = announcedFilter(filter, qos);
        const contentFilter = property === undefined ? {} : { contentFilter: property };
        engine.createReader(clock.now(), {
          ...this.engineOptions(topic, options),
          qos,
          handle,
          groupEntityId,
          ...contentFilter,
          ...(memory === undefined ? {} : { allocate: (bytes: number) => memory.acquire(bytes) }),
        });
        driver.flush();
      },
    };
    const onClosed = (id: EntityId) => {
      topic.unfollow(reader);
      filter?.noteReader(-1);
      this.readers.delete(id);
      subscriber?.forget(id);
    };
    const context = { runtime, guidOf: this.guidOf, onClosed, publisher: undefined, subscriber };
    const qos = maker.qosOf(options.qos ?? {}, readerBase(topic, options));
    const reader = new DataReader<T>(topic, qos, maker, context, listener, trace);
    if (beginsEnabled(owner)) reader.enable();
    topic.follow(reader);
    filter?.noteReader(1);
    this.readers.set(handle, reader as unknown as DataReader<object>);
    return reader;
  }

  private engineOptions<T extends object, Tuning>(topic: Topic<T>, options: EndpointOptions & { tuning?: Tuning }) {
    return {
      topicName: topic.name,
      typeName: topic.typeName,
      keyed: topic.keyed,
      typeMaxSizeSerialized: 0,
      ...this.types.announced(topic.type),
      trace: (options.trace ?? false) !== false,
      ...(options.tuning === undefined ? {} : { tuning: options.tuning }),
    };
  }
}

/** What `qos` of the options is put on. */
function writerBase<T extends object>(topic: Topic<T>, { useTopicQos = false }: EndpointOptions): WriterQos {
  const { topicData } = topic.qos;
  return useTopicQos ? writerQosFromTopic(topic.qos) : { ...DEFAULT_WRITER_QOS, topicData };
}

function readerBase<T extends object>(topic: Topic<T>, { useTopicQos = false }: EndpointOptions): ReaderQos {
  const { topicData, dataRepresentation } = topic.qos;
  if (!useTopicQos) return { ...READER_QOS_BASE, topicData };
  const qos = readerQosFromTopic(topic.qos, {}, READER_QOS_BASE);
  // A topic that was not given any leaves the reader its own.
  const isGiven = dataRepresentation !== DEFAULT_TOPIC_QOS.dataRepresentation;
  return isGiven ? qos : { ...qos, dataRepresentation: READER_QOS_BASE.dataRepresentation };
}

/** DDS 1.4 §2.2.3: PRESENTATION, PARTITION and GROUP_DATA are the group's; nothing changes for an endpoint that is alone. */
function groupPolicies(
  input: WriterQosInput | ReaderQosInput | undefined,
  group: { readonly qos: PublisherQos } | undefined,
): Partial<Pick<PublisherQos, (typeof GROUP_POLICIES)[number]>> {
  if (group === undefined) return {};
  checkGroupPolicies(input);
  const { presentation, partition, groupData } = group.qos;
  return { presentation, partition, groupData };
}
