// Floods: more of everything than anybody means, against a participant that serves an honest peer all the while.

import { DEFAULT_LIMITS } from "../../src/rtps/behavior/tuning.js";
import { SimNetwork } from "../../src/simulation/index.js";
import type { DROP_REASONS } from "../../src/trace/dropReasons.js";
import { numberSet, putData } from "../support/Puppet.js";
import {
  KEEP_ALL,
  RELIABLE_READER,
  RELIABLE_WRITER,
  type SimParticipant,
  simParticipant,
  TRANSIENT_LOCAL,
} from "../support/simParticipant.js";
import { FORGER_HOST, Forger, forgedPrefix } from "./Forger.js";
import { heldBytes } from "./memory.js";

/** Those of the tested participant that the floods go for; the others are the defaults. */
export const FLOOD_LIMITS = { ...DEFAULT_LIMITS, maxSampleBytes: 8_000_000, maxPendingBytes: 64_000_000 };

export interface Flood {
  readonly name: string;
  /** What the participant may hold afterwards beyond what it held before, bytes. */
  readonly allowedBytes: number;
  /** The drop reason that tells of it. */
  readonly refusal: (typeof DROP_REASONS)[number];
  /** Datagrams that go before. */
  prepare?(forger: Forger): Uint8Array[];
  datagram(forger: Forger, index: number): Uint8Array;
}

export interface FloodResult {
  readonly name: string;
  readonly datagrams: number;
  readonly heldBytes: number;
  readonly allowedBytes: number;
  readonly dropped: Readonly<Record<string, number>>;
  /** Samples of the honest peer during the flood, and how many of them came, in order. */
  readonly written: number;
  readonly delivered: number;
}

const WRITER = 0x00000903;
const READER = 0x00000904;
const MISSING = Array.from({ length: 256 }, (_, i) => i);
const BODY = new Uint8Array(16);
const LONG_NAME = "x".repeat(50_000);

const known = (forger: Forger) => [
  forger.announcement(),
  forger.writer(WRITER, "Square"),
  forger.reader(READER, "Square"),
];

export const FLOODS: readonly Flood[] = [
  {
    name: "SPDP from prefixes without end",
    // Some ten kilobytes for each of 1024 participants.
    allowedBytes: 24_000_000,
    refusal: "limitParticipants",
    datagram: (forger, index) => forger.announcement({ prefix: forgedPrefix(index + 1000), directed: index % 2 === 0 }),
  },
  {
    name: "SPDP with property lists of 60 kB",
    // Each is held as it came and decoded.
    allowedBytes: 2 * 65_536 * FLOOD_LIMITS.maxParticipants + 24_000_000,
    refusal: "limitParticipants",
    datagram: (forger, index) => forger.announcement({ prefix: forgedPrefix(index + 1000), propertyBytes: 60_000 }),
  },
  {
    name: "endpoints without end",
    allowedBytes: 32_000_000,
    refusal: "limitEndpoints",
    prepare: (forger) => [forger.announcement()],
    datagram: (forger, index) => forger.writer((index + 1) * 256 + 2, `Topic${index}`),
  },
  {
    name: "endpoints with names of 50 kB",
    // As it came, and decoded.
    allowedBytes: 2 * FLOOD_LIMITS.maxEndpointBytesPerParticipant + 16_000_000,
    refusal: "limitBytes",
    prepare: (forger) => [forger.announcement()],
    datagram: (forger, index) => forger.writer((index + 1) * 256 + 2, `Topic${index}`, LONG_NAME),
  },
  {
    name: "fragments that never complete",
    allowedBytes: FLOOD_LIMITS.maxPendingBytes + 8_000_000,
    refusal: "limitBytes",
    prepare: known,
    datagram: (forger, index) =>
      forger.message((message) => {
        message.dataFrag(0, WRITER, index + 1, 1, 1, 16, 1_000_000, false, 16, new Uint8Array(0));
        message.appendPayload(BODY, 0, BODY.length);
      }),
  },
  {
    name: "jumps of sequence numbers",
    allowedBytes: 16_000_000,
    refusal: "limitOutOfOrder",
    prepare: known,
    datagram: (forger, index) =>
      forger.message((message) => putData(message, 0, WRITER, 2 + ((index * 2_147_483_629) % 2 ** 52), BODY)),
  },
  {
    name: "GAPs at the limits",
    allowedBytes: 8_000_000,
    refusal: "limitOutOfOrder",
    prepare: known,
    datagram: (forger, index) => {
      // Holes everywhere, and now and then a range that nobody has ever counted to.
      const start = 2 + index * 600;
      const base = start + (index % 997 === 996 ? 2 ** 45 : 1);
      const members = MISSING.filter((n) => n % 2 === 0).map((n) => base + n);
      return forger.message((message) => message.gap(0, WRITER, start, numberSet(base, members)));
    },
  },
  {
    name: "ACKNACKs at the limits",
    allowedBytes: 8_000_000,
    refusal: "staleCount",
    prepare: known,
    datagram: (forger, index) => {
      const base = index % 2 === 0 ? 1 : 1 + ((index * 7_919) % 2 ** 50);
      const set = numberSet(
        base,
        MISSING.map((n) => base + n),
      );
      // Each count twice.
      const count = index >> 1;
      return forger.message((message) => message.ackNack(READER, USER_WRITER, set, count, false));
    },
  },
  {
    name: "HEARTBEATs with every count",
    allowedBytes: 8_000_000,
    refusal: "staleCount",
    prepare: known,
    datagram: (forger, index) =>
      forger.message((message) => {
        const last = index % 7 === 0 ? 2 ** 52 : index;
        message.heartbeat(
          0,
          WRITER,
          1 + (index % 1000),
          last + 1000,
          Math.imul(index, 0x9e3779b1),
          index % 2 === 0,
          false,
        );
      }),
  },
  {
    name: "samples without a reader",
    allowedBytes: 4_000_000,
    refusal: "unknownWriter",
    prepare: known,
    datagram: (forger, index) => forger.message((message) => putData(message, 0, 0xa0000002 + index * 256, 1, BODY)),
  },
];

/** The first endpoint that the tested participant makes. */
const USER_WRITER = 0x00000103;
const PER_TURN = 100;

/** Runs one flood of so many datagrams. */
export function runFlood(flood: Flood, datagrams: number): FloodResult {
  const network = new SimNetwork({ seed: 1 });
  const victim = simParticipant(network, { index: 0, limits: FLOOD_LIMITS });
  const own = victim.writer({ ...RELIABLE_WRITER, ...KEEP_ALL, ...TRANSIENT_LOCAL });
  for (let value = 0; value < 30; value++) victim.write(own, value, 1000);
  victim.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  const reader = victim.reader({ ...RELIABLE_READER, ...KEEP_ALL }, "Honest");
  const honest = simParticipant(network, { index: 1 });
  const writer = honest.writer({ ...RELIABLE_WRITER, ...KEEP_ALL }, "Honest");
  network.runUntil(() => honest.eventsOf("readerReady").length > 0, { maxTimeMs: 5000 });
  const forger = new Forger(victim.engine.config.guidPrefix);
  for (const bytes of flood.prepare?.(forger) ?? []) feed(network, victim, bytes);
  network.flush(victim.node);
  network.runUntil(network.now + 10);
  const before = heldBytes();
  let written = 0;
  for (let index = 0; index < datagrams; index++) {
    feed(network, victim, flood.datagram(forger, index));
    if (index % PER_TURN !== 0) continue;
    honest.write(writer, written++);
    network.flush(victim.node);
    network.runUntil(network.now + 1);
    // What the tests' participants note is not what the engine holds.
    victim.events.length = 0;
  }
  network.flush(victim.node);
  const held = heldBytes() - before;
  network.runUntil(network.now + 2000);
  const values = victim.values(reader);
  const delivered = values.filter((value, index) => value === index).length;
  const { dropped } = victim.engine.countersSnapshot();
  const { name, allowedBytes } = flood;
  return {
    name,
    datagrams,
    heldBytes: held,
    allowedBytes,
    dropped: dropped as Record<string, number>,
    written,
    delivered,
  };
}

function feed(network: SimNetwork, victim: SimParticipant, bytes: Uint8Array): void {
  victim.engine.handleDatagram(network.now, bytes, { address: FORGER_HOST, port: 7411 });
}
