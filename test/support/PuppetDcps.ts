// The public interface on the engine that a puppet talks to: what an application sees of hand-made datagrams.

import { type DataReader, DomainParticipant, parseIdl, type ReaderQosInput } from "../../src/index.js";
import type { WriterQos } from "../../src/qos/index.js";
import type { EntityId } from "../../src/rtps/structure/entityId.js";
import { TransportCounters } from "../../src/transport/types.js";
import { Puppet, WRITER_ID } from "./Puppet.js";

export interface PuppetReading<T extends object> {
  readonly puppet: Puppet;
  readonly participant: DomainParticipant;
  readonly reader: DataReader<T>;
}

export interface PuppetReadingOptions {
  readonly reader?: ReaderQosInput & object;
  /** What the puppet's writer announces. */
  readonly writer?: Partial<WriterQos>;
  readonly writerId?: EntityId;
}

/**
 * A RELIABLE KEEP_ALL reader of struct ShapeType in `idl`, the engine's first endpoint, matched with the puppet's writer:
 * 000001.02 unless told otherwise.
 */
export function readingFromPuppet<T extends object>(
  idl: string,
  { reader: qos = {}, writer = {}, writerId = WRITER_ID }: PuppetReadingOptions = {},
): PuppetReading<T> {
  const puppet = new Puppet();
  const participant = attach(puppet);
  const topic = participant.createTopic<T>("Square", parseIdl(idl).struct("ShapeType"));
  const reader = participant.createReader(topic, { qos: { reliability: "reliable", history: "keepAll", ...qos } });
  puppet.announce().announceWriter(writer, writerId);
  puppet.datagrams();
  return { puppet, participant, reader };
}

function attach(puppet: Puppet): DomainParticipant {
  const { participant, handleEvent } = DomainParticipant.attach(
    {
      engine: puppet.engine,
      driver: {
        flush: () => undefined,
        holdsWrite: () => false,
        flushWrite: () => undefined,
        turnIfDue: () => undefined,
        hasLeft: () => false,
        schedule: () => undefined,
        close: async () => undefined,
      },
      transport: {
        participantIndex: 0,
        metatrafficUnicastPort: 7410,
        userUnicastPort: 7411,
        announcedAddresses: ["192.0.2.1"],
        multicastGroup: "239.255.0.1",
        buffers: { receiveAsked: 0, receiveGranted: 0, sendAsked: 0, sendGranted: 0 },
        counters: new TransportCounters(),
      },
      clock: { now: () => puppet.now, nowUs: () => puppet.now * 1000 },
      scheduler: () => () => undefined,
      epochOffsetMs: 0,
    },
    {},
    {},
    "never",
  );
  puppet.onEvent = handleEvent;
  return participant;
}
