// Participants that know types, in a simulated network.

import type { StructType } from "../../src/idl/index.js";
import type { ParticipantConfig } from "../../src/participant/types.js";
import { DEFAULT_READER_QOS, DEFAULT_WRITER_QOS, type ReaderQos, type WriterQos } from "../../src/qos/index.js";
import { DEFAULT_LIMITS, type Limits } from "../../src/rtps/behavior/tuning.js";
import { SimNetwork } from "../../src/simulation/index.js";
import { TypeRegistry } from "../../src/xtypes/registry/TypeRegistry.js";
import { type SimParticipant, simParticipant } from "../support/simParticipant.js";

export interface TypedParticipant {
  readonly sim: SimParticipant;
  readonly registry: TypeRegistry;
}

export interface TypedOptions {
  readonly config?: Partial<ParticipantConfig>;
  readonly limits?: Partial<Limits>;
  /** Wraps what answers the engine's questions. */
  readonly types?: (registry: TypeRegistry) => ParticipantConfig["types"];
}

export function typedParticipant(network: SimNetwork, index: number, options: TypedOptions = {}): TypedParticipant {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const registry = new TypeRegistry(limits);
  const types = options.types === undefined ? registry : options.types(registry);
  const config = { ...options.config, ...(types === undefined ? {} : { types }) };
  const sim = simParticipant(network, { index, limits, config });
  return { sim, registry };
}

export interface EndpointGiven<Qos> {
  readonly typeName?: string;
  readonly qos?: Partial<Qos>;
  /** What is announced instead of the type's own; empty for nothing. */
  readonly typeInformation?: Uint8Array;
}

export function typedWriter(
  { sim, registry }: TypedParticipant,
  type: StructType,
  given: EndpointGiven<WriterQos> = {},
): number {
  const handle = sim.engine.createWriter(sim.network.now, {
    ...common(registry, type, given),
    qos: { ...DEFAULT_WRITER_QOS, ...given.qos },
  });
  sim.network.flush(sim.node);
  return handle;
}

export function typedReader(
  { sim, registry }: TypedParticipant,
  type: StructType,
  given: EndpointGiven<ReaderQos> = {},
): number {
  const handle = sim.engine.createReader(sim.network.now, {
    ...common(registry, type, given),
    qos: { ...DEFAULT_READER_QOS, ...given.qos },
  });
  sim.samples.set(handle, []);
  sim.network.flush(sim.node);
  return handle;
}

function common(registry: TypeRegistry, type: StructType, { typeName, typeInformation }: EndpointGiven<unknown>) {
  return {
    topicName: "Topic",
    typeName: typeName ?? type.name,
    keyed: type.hasKey,
    typeMaxSizeSerialized: 0,
    trace: false,
    typeInformation: typeInformation ?? registry.register(type),
  };
}

/** A writer's participant and a reader's. */
export function typedPair(
  options: { readonly writer?: TypedOptions; readonly reader?: TypedOptions } = {},
  network = new SimNetwork({ seed: 1 }),
): { network: SimNetwork; writer: TypedParticipant; reader: TypedParticipant } {
  const writer = typedParticipant(network, 0, options.writer);
  const reader = typedParticipant(network, 1, options.reader);
  return { network, writer, reader };
}

/** How many matches are in force, by what was told. */
export function matches({ sim }: TypedParticipant): number {
  const events = [...sim.eventsOf("publicationMatched"), ...sim.eventsOf("subscriptionMatched")];
  return events.reduce((sum, { change }) => sum + change, 0);
}

/** Reasons of INCONSISTENT_TOPIC. */
export function inconsistencies({ sim }: TypedParticipant): string[] {
  return sim.eventsOf("inconsistentTopic").map(({ reason }) => reason);
}

export const FORCED: ReaderQos["typeConsistency"] = {
  ...DEFAULT_READER_QOS.typeConsistency,
  forceTypeValidation: true,
};
