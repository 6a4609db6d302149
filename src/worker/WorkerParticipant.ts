// A DomainParticipant in a worker thread: the protocol goes on while the main thread is busy.

import { type CodecOptions, compileCodec, type StructValue } from "../cdr/index.js";
import { checkName, checkType, writtenRepresentation } from "../dcps/checks.js";
import { followSignal } from "../dcps/followSignal.js";
import type { HasValue, StructType } from "../idl/index.js";
import { type ReaderQosInput, resolveReaderQos, resolveWriterQos, type WriterQosInput } from "../qos/index.js";
import { Guid } from "../rtps/structure/guid.js";
import type { WorkerParticipantOptions } from "./messages.js";
import { SampleRing } from "./SampleRing.js";
import { WorkerLink } from "./WorkerLink.js";
import { WorkerReader, type WorkerReaderListener } from "./WorkerReader.js";
import { WorkerWriter, type WorkerWriterListener } from "./WorkerWriter.js";

/** A topic of a WorkerParticipant. `T` is the TypeScript type of its values. */
export interface WorkerTopic<T extends object = StructValue> {
  readonly name: string;
  readonly type: StructType;
  readonly typeName: string;
  /** Only for the type checker: what a value of this topic looks like. */
  readonly valueType?: T;
}

interface WorkerEndpointOptions {
  /** Octets between the threads, a power of two; default 4 MiB. A sample must fit, and what fits waits there. */
  readonly ringBytes?: number;
  /** As for writers and readers of a DomainParticipant. */
  readonly codec?: Partial<CodecOptions>;
}

export interface WorkerWriterOptions extends WorkerEndpointOptions {
  readonly qos?: WriterQosInput;
  readonly listener?: WorkerWriterListener;
}

export interface WorkerReaderOptions<T extends object> extends WorkerEndpointOptions {
  readonly qos?: ReaderQosInput;
  readonly listener?: WorkerReaderListener<T>;
}

/** What the main thread wants to hear of the worker itself. */
export interface WorkerParticipantListener {
  /**
   * A sample could not be written or handed over, or the worker has crashed (DdsError ALREADY_DELETED). Without it the
   * error is thrown where nobody catches it, as one in an event handler is.
   */
  onError?(error: Error): void;
}

/**
 * A participant that runs in a worker thread. Values are encoded and decoded in the thread that made it; payloads go
 * through shared memory. Acknowledgements, heartbeats, repairs and leases do not wait for this thread.
 */
export class WorkerParticipant {
  private lastId = 0;
  private closing: Promise<void> | undefined;
  private unfollowSignal: () => void = () => undefined;

  private constructor(
    private readonly link: WorkerLink,
    readonly guid: Guid,
  ) {}

  /**
   * Starts the worker, which opens the sockets. An open participant keeps the process alive; see `unref`.
   *
   * @param options those of `DomainParticipant.create` with another `listener`; they are copied to the worker
   * @throws DdsError BAD_PARAMETER for an option that cannot be copied; else as `DomainParticipant.create` does, as Error with the same message and code
   */
  static async create(
    options: WorkerParticipantOptions & {
      readonly listener?: WorkerParticipantListener;
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<WorkerParticipant> {
    const { listener, signal, ...copied } = options;
    signal?.throwIfAborted();
    const onError = listener?.onError?.bind(listener);
    const { link, guid } = await WorkerLink.open(copied, onError);
    const participant = new WorkerParticipant(link, Guid.fromBytes(guid));
    if (signal?.aborted === true) {
      await participant.close({ lingerMs: 0 });
      throw signal.reason;
    }
    participant.unfollowSignal = followSignal(signal, () => void participant.close({ lingerMs: 0 }));
    return participant;
  }

  /**
   * A topic, as `DomainParticipant.createTopic` makes it; the worker gets a copy of the type.
   *
   * @throws DdsError BAD_PARAMETER for a name or a type that is none
   */
  createTopic<T extends object = StructValue>(
    name: string,
    type: StructType & HasValue<T>,
    options: { readonly typeName?: string } = {},
  ): WorkerTopic<T> {
    checkName("topic", name);
    checkType(type);
    const { typeName = type.name } = options;
    checkName("type", typeName);
    return { name, type, typeName };
  }

  /**
   * A writer in the worker, alone in its group.
   *
   * @throws RangeError for a bad `ringBytes`, else as `DomainParticipant.createWriter` does
   */
  async createWriter<T extends object>(
    topic: WorkerTopic<T>,
    options: WorkerWriterOptions = {},
  ): Promise<WorkerWriter<T>> {
    const { qos = {}, codec: codecOptions = {}, listener = {} } = options;
    const resolved = resolveWriterQos(qos);
    const representation = writtenRepresentation(resolved);
    const codec = compileCodec<T>(topic.type, { representation, ...codecOptions });
    const endpoint = this.endpointOf(topic, options);
    const { maxBlockingTimeMs } = resolved.reliability;
    const ring = new SampleRing(endpoint.ring);
    const writer = new WorkerWriter<T>(endpoint.id, topic.name, codec, ring, this.link, maxBlockingTimeMs, listener);
    this.link.endpoints.set(endpoint.id, writer);
    await this.make("createWriter", endpoint);
    return writer;
  }

  /**
   * A reader in the worker, alone in its group. With `onSample` samples come by themselves; otherwise they wait for
   * `take` or `for await`, in the ring and then in the worker as HISTORY says.
   *
   * @throws RangeError for a bad `ringBytes`, else as `DomainParticipant.createReader` does
   */
  async createReader<T extends object>(
    topic: WorkerTopic<T>,
    options: WorkerReaderOptions<T> = {},
  ): Promise<WorkerReader<T>> {
    const { qos = {}, codec: codecOptions = {}, listener = {} } = options;
    resolveReaderQos(qos);
    const codec = compileCodec<T>(topic.type, { representation: "xcdr1", ...codecOptions });
    const endpoint = this.endpointOf(topic, options);
    const reader = new WorkerReader<T>(endpoint.id, codec, new SampleRing(endpoint.ring), this.link, listener);
    this.link.endpoints.set(endpoint.id, reader);
    await this.make("createReader", endpoint);
    return reader;
  }

  /** Lets the process end although the participant is open; nobody says goodbye then. */
  unref(): void {
    this.link.unref();
  }

  /**
   * Writes what is still in the rings, waits up to `lingerMs` for acknowledgements, says goodbye on the wire, and ends
   * the worker. Harmless if called again.
   */
  close(options: { readonly lingerMs?: number } = {}): Promise<void> {
    if (this.closing === undefined) {
      this.unfollowSignal();
      this.closing = this.link.close(options.lingerMs);
    }
    return this.closing;
  }

  private endpointOf(topic: WorkerTopic<object>, options: WorkerWriterOptions & WorkerReaderOptions<never>) {
    const { qos = {}, codec = {}, ringBytes = RING_BYTES } = options;
    const { name: topicName, typeName, type } = topic;
    return { id: ++this.lastId, topicName, typeName, type, qos, codec, ring: SampleRing.allocate(ringBytes) };
  }

  private async make(
    kind: "createWriter" | "createReader",
    endpoint: ReturnType<WorkerParticipant["endpointOf"]>,
  ): Promise<void> {
    try {
      await this.link.request({ kind, endpoint });
    } catch (error) {
      this.link.endpoints.delete(endpoint.id);
      throw error;
    }
  }
}

const RING_BYTES = 4 << 20;
