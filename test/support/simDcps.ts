// DomainParticipants, writers and readers in a simulated network: the public interface in virtual time.

import type { StructType } from "../../src/idl/index.js";
import {
  type DataReader,
  type DataWriter,
  DomainParticipant,
  type DomainParticipantListener,
  type DomainParticipantOptions,
  type DomainParticipantQosInput,
  type Topic,
} from "../../src/index.js";
import type { ParticipantEvent } from "../../src/participant/types.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import type { Scheduler, TransportFacts } from "../../src/runtime/index.js";
import type { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { TransportCounters } from "../../src/transport/types.js";
import {
  DISCOVERY_PORT,
  GROUP,
  type SimParticipant,
  type SimParticipantOptions,
  simParticipant,
} from "./simParticipant.js";

/** A participant of the simulated network, with what a test needs of its inside. */
export interface SimDcps {
  readonly participant: DomainParticipant;
  readonly sim: SimParticipant;
}

export interface SimDcpsOptions extends SimParticipantOptions {
  readonly listener?: DomainParticipantListener;
  readonly qos?: DomainParticipantQosInput;
  readonly typeInformation?: DomainParticipantOptions["typeInformation"] | undefined;
}

/** Ends like `DomainParticipant.create`, but on a host of the simulated network. */
export function simDcps(network: SimNetwork, options: SimDcpsOptions): SimDcps {
  let handleEvent: (event: ParticipantEvent) => void = () => undefined;
  const sim = simParticipant(network, options, (event) => handleEvent(event));
  const attached = DomainParticipant.attach(
    {
      engine: sim.engine,
      driver: {
        // Events that a command causes come later, as with the real driver.
        flush: () => network.at(network.now, () => network.flush(sim.node)),
        holdsWrite: () => false,
        turnIfDue: () => undefined,
        // What is on its way in the simulation keeps its bytes.
        hasLeft: () => false,
        flushWrite: () => network.at(network.now, () => network.flush(sim.node)),
        schedule: () => network.at(network.now, () => network.flush(sim.node)),
        close: async () => network.removeNode(sim.node),
      },
      transport: facts(sim),
      clock: { now: () => network.now, nowUs: () => network.now * 1000 },
      scheduler: virtualScheduler(network),
      epochOffsetMs: sim.engine.config.epochOffsetMs,
    },
    options.listener,
    options.qos,
    options.typeInformation,
  );
  handleEvent = attached.handleEvent;
  return { participant: attached.participant, sim };
}

/** Timers of the simulated network. */
export function virtualScheduler(network: SimNetwork): Scheduler {
  return (delayMs, action) => {
    let isCancelled = false;
    network.at(network.now + delayMs, () => {
      if (!isCancelled) action();
    });
    return () => {
      isCancelled = true;
    };
  };
}

function facts(sim: SimParticipant): TransportFacts {
  const [metatraffic = 0, user = 0] = sim.node.unicastPorts;
  return {
    participantIndex: 0,
    metatrafficUnicastPort: metatraffic,
    userUnicastPort: user,
    announcedAddresses: [sim.node.host.address],
    multicastGroup: udpv4Locator(GROUP, DISCOVERY_PORT).host,
    buffers: { receiveAsked: 0, receiveGranted: 0, sendAsked: 0, sendGranted: 0 },
    counters: new TransportCounters(),
  };
}

/** Runs virtual time and lets promises settle in between, until `holds`. */
export async function runUntil(network: SimNetwork, holds: () => boolean, maxMs = 60_000): Promise<void> {
  const end = network.now + maxMs;
  while (!holds()) {
    if (network.now >= end) throw new Error(`not so within ${maxMs} ms of virtual time`);
    network.runUntil(Math.min(network.now + 1, end));
    await settle();
  }
}

/** Runs virtual time for so long, and lets promises settle. */
export async function runFor(network: SimNetwork, ms: number): Promise<void> {
  network.runUntil(network.now + ms);
  await settle();
}

/** Promises that are fulfilled run their continuations. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A topic of the same name and type at two participants. */
export function topicAt<T extends object>(at: SimDcps, name: string, type: StructType): Topic<T> {
  return at.participant.createTopic<T>(name, type);
}

/** Until the two endpoints have each other. */
export async function untilMatched(
  network: SimNetwork,
  writers: readonly Pick<DataWriter, "matchedSubscriptions">[],
  readers: readonly Pick<DataReader, "matchedPublications">[],
): Promise<void> {
  await runUntil(
    network,
    () =>
      writers.every((writer) => writer.matchedSubscriptions.length >= readers.length) &&
      readers.every((reader) => reader.matchedPublications.length >= writers.length),
  );
}
