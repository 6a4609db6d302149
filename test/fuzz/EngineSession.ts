// A participant in the middle of things: peers that it knows, endpoints of many kinds that are matched, samples under
// way, types announced; the participants of the vendors' captures are known to it as well. Beside them stands a peer that
// no input speaks for: what it does has to work to the end. The same each time.

import { compileCodec } from "../../src/cdr/index.js";
import {
  type DataReader,
  type DataWriter,
  parseIdl,
  type ReaderPolicies,
  type WriterPolicies,
} from "../../src/index.js";
import { udpDatagrams } from "../../src/inspect/udp.js";
import { SimNetwork } from "../../src/simulation/index.js";
import { captureNames, readCapture } from "../inspect/fixtures.js";
import { type SimDcps, simDcps } from "../support/simDcps.js";
import { KEEP_ALL, prefixOf, RELIABLE_READER, type SimParticipant, simParticipant } from "../support/simParticipant.js";
import { FuzzProblem } from "./FuzzTarget.js";
import { submessagesOf } from "./mutateDatagram.js";

const TYPES = parseIdl(`
  @appendable struct ShapeType { @key string<128> color; long x; long y; long shapesize; };
  @mutable struct Blob { @key unsigned long index; sequence<octet> bytes; @optional string note; };
`).structs;
const [SHAPE, BLOB] = [TYPES[0]!, TYPES[1]!];

/** What one participant may be made to hold in these sessions: small, so that limits are met. */
export const SESSION_LIMITS = {
  maxParticipants: 40,
  maxEndpointsPerParticipant: 64,
  maxSampleBytes: 1_000_000,
  maxPendingBytes: 4_000_000,
  maxUntakenChanges: 2000,
  maxUntakenBytes: 4_000_000,
  maxOutOfOrderChanges: 256,
  maxReceivedRanges: 64,
  maxFragmentedSamples: 8,
  maxInstancesPerReader: 500,
} as const;

const READER_KINDS: readonly ReaderPolicies[] = [
  { reliability: "reliable", history: "keepAll", durability: "transientLocal", resourceLimits: { maxSamples: 1000 } },
  { reliability: "reliable", history: { kind: "keepLast", depth: 2 }, ownership: "shared" },
  { reliability: "bestEffort", history: { kind: "keepLast", depth: 3 }, timeBasedFilter: "1ms", deadline: "1s" },
  { reliability: "reliable", history: "keepAll", destinationOrder: "bySourceTimestamp", latencyBudget: "1s" },
];
const WRITER_KINDS: readonly WriterPolicies[] = [
  { reliability: "reliable", history: { kind: "keepLast", depth: 20 }, durability: "transientLocal", lifespan: "10s" },
  { reliability: "reliable", history: { kind: "keepLast", depth: 4 }, liveliness: "automatic" },
  { reliability: "bestEffort", history: { kind: "keepLast", depth: 1 } },
];

interface Honest {
  readonly sim: SimParticipant;
  readonly writer: number;
  readonly reader: number;
}

export class EngineSession {
  readonly network: SimNetwork;
  readonly victim: SimDcps;
  /** Of peers, to the participant or to everybody. */
  readonly captured: Uint8Array[] = [];
  private readonly readers: DataReader[] = [];
  private readonly addresses = new Map<string, string>();
  private readonly honest: Honest;
  private readonly ownReader: DataReader;
  private readonly ownWriter: DataWriter;
  private inputs = 0;

  constructor() {
    let honestAddress = "";
    const network: SimNetwork = new SimNetwork({
      seed: 1,
      link: { loss: 0.1, reordering: 0.1 },
      tap: ({ bytes, source }) => {
        if (source.address === honestAddress || source.address === victimHost.address) return;
        this.captured.push(bytes);
        this.addresses.set(prefixIn(bytes), source.address);
      },
    });
    this.network = network;
    const victimHost = network.addHost("victim");
    this.victim = simDcps(network, { index: 0, host: victimHost, limits: SESSION_LIMITS, typeInformation: "always" });
    const host = network.addHost("honest");
    honestAddress = host.address;
    [this.ownReader, this.ownWriter] = this.addEndpoints();
    this.honest = honestPeer(simParticipant(network, { index: 9, host, config: { guidPrefix: prefixOf(99) } }));
    for (const index of [1, 2]) addPeer(simDcps(network, { index, typeInformation: "always" }));
    network.runUntil(3000);
    network.setDefaultLink({ loss: 0, reordering: 0 });
    this.meetVendors();
    network.runUntil(3500);
  }

  /** Takes one datagram as if it came from whoever its header names. */
  feed(datagram: Uint8Array): void {
    const { network, victim } = this;
    const address = this.addresses.get(prefixIn(datagram)) ?? "192.0.2.66";
    victim.sim.engine.handleDatagram(network.now, datagram, { address, port: 7413 });
    if (++this.inputs % INPUTS_PER_TURN !== 0) return;
    network.flush(victim.sim.node);
    network.runUntil(network.now + 1);
    for (const reader of this.readers) reader.take(1e9);
  }

  /** Limits hold, and the honest peer is served. Throws FuzzProblem. */
  check(): void {
    const { engine } = this.victim.sim;
    this.network.flush(this.victim.sim.node);
    if (engine.participants.length > SESSION_LIMITS.maxParticipants)
      throw new FuzzProblem("too many participants held");
    for (const reader of this.readers) this.checkReader(engine.reader(reader.guid.entityId).reader);
    this.exchange();
  }

  /** Drops by reason, and what was taken. */
  reasons(): Record<string, number> {
    const { dropped } = this.victim.sim.engine.countersSnapshot();
    return Object.fromEntries(Object.entries(dropped).map(([reason, times]) => [`drop ${reason}`, times ?? 0]));
  }

  private checkReader(reader: { pendingBytes: number; assemblyBytes: number; untakenCount: number }): void {
    const { pendingBytes, assemblyBytes, untakenCount } = reader;
    // The next sample in order may pass the limit once: see FragmentAssemblies.
    const most = SESSION_LIMITS.maxPendingBytes + SESSION_LIMITS.maxSampleBytes;
    if (pendingBytes < 0 || assemblyBytes < 0) throw new FuzzProblem(`${pendingBytes} bytes held`);
    if (pendingBytes > most) throw new FuzzProblem(`${pendingBytes} bytes held, ${most} are allowed`);
    if (untakenCount > SESSION_LIMITS.maxUntakenChanges) throw new FuzzProblem(`${untakenCount} changes held`);
  }

  /** Ten samples each way between this participant and the honest one. */
  private exchange(): void {
    const { network, honest, ownReader, ownWriter } = this;
    const codec = compileCodec(SHAPE, { representation: "xcdr1" });
    for (let x = 0; x < EXCHANGED; x++) {
      ownWriter.write({ color: "OUT", x, y: 0, shapesize: 0 });
      const payload = codec.serialize({ color: "IN", x, y: 0, shapesize: 0 });
      const instance = { kind: 0, payloadKind: 1, instance: 0, keyHash: new Uint8Array(0) } as const;
      honest.sim.engine.write(network.now, honest.writer, payload, {
        ...instance,
        sourceTimestamp: { seconds: 1, fraction: x },
      });
    }
    network.flush(honest.sim.node);
    network.flush(this.victim.sim.node);
    network.runUntil(network.now + 3000);
    const got = ownReader.take(1e9).map(({ data }) => data?.["x"]);
    if (got.join() !== NUMBERS) throw new FuzzProblem(`of the honest peer's samples came ${got.join()}`);
    const out = honest.sim.samples.get(honest.reader)!.length;
    if (out !== EXCHANGED) throw new FuzzProblem(`the honest peer got ${out} of ${EXCHANGED} samples`);
  }

  private addEndpoints(): [DataReader, DataWriter] {
    const { participant } = this.victim;
    const square = participant.createTopic("Square", SHAPE);
    const blobs = participant.createTopic("Blobs", BLOB);
    const filtered = participant.createContentFilteredTopic("Big", square, "x > %0", ["3"]);
    for (const qos of READER_KINDS) {
      for (const topic of [square, blobs]) this.readers.push(participant.createReader(topic, { qos }));
    }
    this.readers.push(participant.createReader(filtered));
    for (const qos of WRITER_KINDS) {
      const writer = participant.createWriter(square, { qos });
      for (let x = 0; x < 10; x++) writer.write({ color: `C${x % 3}`, x, y: 0, shapesize: 1 });
      participant.createWriter(blobs, { qos }).write({ index: 1, bytes: new Uint8Array(9000) });
    }
    const qos = { reliability: "reliable", history: "keepAll" } as const;
    return [
      participant.createReader(participant.createTopic("ToTested", SHAPE), { qos }),
      participant.createWriter(participant.createTopic("FromTested", SHAPE), { qos }),
    ];
  }

  /** The vendors' sessions, as if they were said to this participant. */
  private meetVendors(): void {
    vendors ??= vendorDatagrams(this.victim.sim.engine.config.guidPrefix.bytes);
    for (const { payload, sourceHost } of vendors) {
      this.addresses.set(prefixIn(payload), sourceHost);
      this.captured.push(payload);
      this.feed(payload);
    }
  }
}

/** Read once: sessions are made often. */
let vendors: ReturnType<typeof vendorDatagrams> | undefined;

function addPeer({ participant }: SimDcps): void {
  const topics = [participant.createTopic("Square", SHAPE), participant.createTopic("Blobs", BLOB)] as const;
  for (const qos of READER_KINDS) for (const topic of topics) participant.createReader(topic, { qos });
  for (const qos of WRITER_KINDS) {
    const squares = participant.createWriter(topics[0], { qos });
    for (let x = 0; x < 12; x++) squares.write({ color: `C${x % 4}`, x, y: x, shapesize: 2 });
    squares.dispose({ color: "C1" });
    const blobs = participant.createWriter(topics[1], { qos });
    for (const [index, size] of [10, 3000, 30_000].entries())
      blobs.write({ index, bytes: new Uint8Array(size), note: "n" });
  }
}

function honestPeer(sim: SimParticipant): Honest {
  const writer = sim.writer(
    { reliability: { kind: "RELIABLE", maxBlockingTimeMs: 100 }, ...KEEP_ALL },
    "ToTested",
    true,
  );
  return { sim, writer, reader: sim.reader({ ...RELIABLE_READER, ...KEEP_ALL }, "FromTested", true) };
}

/** Datagrams of every capture, those for somebody by name for the owner of this prefix. */
export function vendorDatagrams(prefix: Uint8Array): { payload: Uint8Array; sourceHost: string }[] {
  return captureNames().flatMap((name) =>
    [...udpDatagrams(readCapture(name))].map(({ payload, sourceHost }) => {
      const bytes = payload.slice();
      let at = 20;
      for (const part of submessagesOf(bytes)) {
        if (part[0] === INFO_DST && part.length >= 16) bytes.set(prefix, at + 4);
        at += part.length;
      }
      return { payload: bytes, sourceHost };
    }),
  );
}

function prefixIn(datagram: Uint8Array): string {
  return datagram.length < 20 ? "" : Buffer.from(datagram.subarray(8, 20)).toString("hex");
}

const INFO_DST = 0x0e;
const INPUTS_PER_TURN = 10;
const EXCHANGED = 10;
const NUMBERS = Array.from({ length: EXCHANGED }, (_, x) => x).join();
