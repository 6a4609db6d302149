// What users give to create a participant, a writer or a reader.

import type { CodecOptions, TypeCodec } from "../cdr/index.js";
import type { DiscoveryTuning } from "../discovery/tuning.js";
import type {
  DomainParticipantQosInput,
  PublisherQosInput,
  ReaderQosInput,
  SubscriberQosInput,
  TopicQosInput,
  WriterQosInput,
} from "../qos/index.js";
import type { Limits, ReaderTuning, WriterTuning } from "../rtps/behavior/tuning.js";
import type {
  DataReaderListener,
  DataWriterListener,
  DomainParticipantListener,
  PublisherListener,
  SubscriberListener,
  TopicListener,
} from "./listeners.js";
import type { TypeAnnouncement } from "./types/ParticipantTypes.js";

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
  /**
   * "auto" (default): the first free index from 0, "any" if all are taken; a number: that index; "any": ports that the
   * system chooses, index -1.
   */
  readonly participantIndex?: number | "auto" | "any";
  /** Shown to others as ENTITY_NAME. */
  readonly name?: string;
  /** Two octets as one number; default 0x017f. */
  readonly vendorId?: number;
  /** Minor of the announced protocol version 2.x; default 5. */
  readonly protocolMinor?: number;
  /** SO_RCVBUF to ask for, bytes; default 8 MiB. What was granted is in `receiveBufferBytes`. */
  readonly receiveBufferBytes?: number;
  /**
   * Samples written within 20 µs of each other share datagrams: a lone sample leaves at once, those in a row when they fill a
   * datagram, after 0.5 ms, or when the code that writes ends. Default true; false sends every sample at once.
   */
  readonly coalescing?: boolean;
  /**
   * How datagrams reach participants of this process, this one included. "direct", the default: handed over in memory,
   * which saves two system calls each. "network": through sockets, where a packet capture sees them.
   */
  readonly sameProcess?: "direct" | "network";
  /** The process asks the sockets all the time instead of sleeping: takes one core, saves the wake-up. Default false. */
  readonly busyPoll?: boolean;
  /**
   * Asks V8 to collect short-lived memory after every 6 MiB of datagrams (0.1 to 0.3 ms), instead of leaving 32 MiB to pile up:
   * round trips of 16 KiB and more take half the processor time. Default true. False where an application with much
   * short-lived memory of its own leaves all of this to V8.
   */
  readonly earlyCollection?: boolean;
  /** USER_DATA and PROPERTY are announced; ENTITY_FACTORY says whether endpoints begin enabled. */
  readonly qos?: DomainParticipantQosInput;
  readonly listener?: DomainParticipantListener;
  /** Which types are announced to others, so that they can compare and learn them; default `auto`. */
  readonly typeInformation?: TypeAnnouncement;
  /** Closes the participant when it aborts; `create` rejects with its reason if it aborts before that. */
  readonly signal?: AbortSignal;
  /** Protocol timings and limits; see the named settings and their defaults in `tuning`. */
  readonly tuning?: {
    readonly writer?: Partial<WriterTuning>;
    readonly reader?: Partial<ReaderTuning>;
    readonly discovery?: Partial<DiscoveryTuning>;
    readonly limits?: Partial<Limits>;
  };
}

export interface TopicOptions {
  /** The type name on the wire; the scoped name of the type by default. */
  readonly typeName?: string;
  readonly qos?: TopicQosInput;
  readonly listener?: TopicListener;
}

export interface PublisherOptions {
  readonly qos?: PublisherQosInput;
  readonly listener?: PublisherListener;
}

export interface SubscriberOptions {
  readonly qos?: SubscriberQosInput;
  readonly listener?: SubscriberListener;
}

/** What writers and readers have in common. */
export interface EndpointOptions {
  /** Record trace points for every sample, `capacity` (8192) of them until they are drained. Off costs one branch. */
  readonly trace?: boolean | { readonly capacity?: number };
  /**
   * How 64-bit integers decode, and more. A reader goes by the dialect of each writer's vendor, unless one is given here;
   * a writer writes what most vendors read.
   */
  readonly codec?: Partial<CodecOptions>;
  /**
   * Begin with the policies of the topic (DDS 1.4 §2.2.2.4.1.5 DATAWRITER_QOS_USE_TOPIC_QOS, §2.2.2.5.2.5); `qos` goes
   * on top. Default false: TOPIC_DATA alone comes from there.
   */
  readonly useTopicQos?: boolean;
}

export interface DataWriterOptions<T extends object> extends EndpointOptions {
  /** Encodes samples and keys, in place of a codec made for the type of the topic and the representation of the QoS. */
  readonly typeCodec?: TypeCodec<T>;
  readonly qos?: WriterQosInput;
  readonly listener?: DataWriterListener<T>;
  readonly tuning?: Partial<WriterTuning>;
}

export interface DataReaderOptions<T extends object> extends EndpointOptions {
  /** Decodes samples, in place of a codec made for the type of the topic. */
  readonly typeCodec?: TypeCodec<T>;
  /**
   * `onSample` borrows the data: typed arrays in it are valid until the listener returns, for their memory is used for
   * later samples. For large samples at a high rate. Default false: data belongs to whoever gets it.
   */
  readonly reusesMemory?: boolean;
  readonly qos?: ReaderQosInput;
  readonly listener?: DataReaderListener<T>;
  readonly tuning?: Partial<ReaderTuning>;
}
