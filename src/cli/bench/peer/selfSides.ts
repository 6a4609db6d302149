// The sides of rtps-lab, written as a user would write them: on the public API alone.

import {
  type DataReader,
  DdsError,
  DomainParticipant,
  type EndpointQosInput,
  float64,
  octet,
  type ReaderPolicies,
  type Sample,
  type StructType,
  sequence,
  struct,
  uint64,
  type WriterPolicies,
} from "rtps-lab";
import { PACKAGE_VERSION } from "../../version.js";
import { monotonicUs } from "./clock.js";
import { Latencies } from "./Latencies.js";
import { RateWindow } from "./RateWindow.js";
import type { Side } from "./runSide.js";
import type { PeerSettings } from "./settings.js";
import { roundTrips, writeForDuration, writeOnSchedule } from "./writing.js";

/** What is on top of reliability and history, in the form that QoS has in the public interface. */
export interface PeerPolicies {
  readonly both?: EndpointQosInput;
  readonly writer?: WriterPolicies;
  readonly reader?: ReaderPolicies;
}

interface BenchSample {
  sequence: number;
  stamp: number;
  payload: Uint8Array;
}

/** interop/bench/contract/bench.idl has the same. */
const BENCH_SAMPLE: StructType = struct(
  "rtps_lab::BenchSample",
  { sequence: { type: uint64 }, stamp: { type: float64 }, payload: { type: sequence(octet) } },
  { extensibility: "final" },
);

export async function openSelfSide(settings: PeerSettings): Promise<Side> {
  const createdAtUs = monotonicUs();
  const participant = await DomainParticipant.create({
    domainId: settings.domain,
    interfaces: ["127.0.0.1"],
    multicast: settings.multicast,
    receiveBufferBytes: RECEIVE_BUFFER_ASKED,
    busyPoll: settings.busyPoll,
    participantIndex: settings.multicast || settings.discovery ? "auto" : "any",
    peers: settings.discovery ? ["127.0.0.1"] : settings.peer === undefined ? [] : [settings.peer],
    name: `rtps bench ${settings.role}`,
  });
  const bench = new SelfBench(settings, participant);
  const { receiveBufferBytes, metatrafficUnicastPort } = participant.transport;
  const common = {
    ready: {
      version: PACKAGE_VERSION,
      address: `127.0.0.1:${metatrafficUnicastPort}`,
      transport: "UDP 127.0.0.1",
      receiveBufferAsked: RECEIVE_BUFFER_ASKED,
      receiveBufferGranted: receiveBufferBytes,
      createdAtUs,
    },
    counters: participant,
    close: () => participant.close(),
  };
  return { ...common, ...bench.side() };
}

class SelfBench {
  private readonly nowUs: () => number;
  private readonly policies: PeerPolicies;

  constructor(
    private readonly settings: PeerSettings,
    private readonly participant: DomainParticipant,
  ) {
    this.nowUs = () => participant.nowUs();
    this.policies = JSON.parse(settings.policies ?? "{}");
  }

  side(): Omit<Side, "ready" | "close"> {
    const isStream = this.settings.samples === 0;
    switch (this.settings.role) {
      case "ping":
        return this.ping();
      case "echo":
        return this.echo();
      case "pub":
        return isStream ? this.streamWriter() : this.scheduledWriter();
      case "sub":
        return isStream ? this.streamReader() : this.scheduledReader();
    }
  }

  private ping(): Omit<Side, "ready" | "close"> {
    const { reached, send } = this.writer("ping");
    const trips = roundTrips(this.settings, this.nowUs, send);
    const reader = this.reader("pong", ({ sequence: number, payload }) =>
      trips.pingPong.onEcho(number, payload.length === this.settings.payloadBytes),
    );
    return {
      matched: Promise.all([reached, reader.waitForPublications(1, WAIT)]),
      run: trips.run,
      latenciesUs: trips.latenciesUs,
    };
  }

  private echo(): Omit<Side, "ready" | "close"> {
    const { writer, reached } = this.writer("pong");
    let received = 0;
    const reader = this.reader("ping", (sample) => {
      received++;
      writer.write(sample);
    });
    return { matched: Promise.all([reached, reader.waitForPublications(1, WAIT)]), counts: () => ({ received }) };
  }

  private scheduledWriter(): Omit<Side, "ready" | "close"> {
    const { reached, send } = this.writer("stream");
    return { matched: reached, run: () => writeOnSchedule(this.settings, this.nowUs, send) };
  }

  private scheduledReader(): Omit<Side, "ready" | "close"> {
    const latencies = new Latencies(this.settings.samples, this.settings.warmUpSamples);
    const reader = this.reader("stream", ({ sequence: number, stamp }) => latencies.note(number, this.nowUs() - stamp));
    return {
      matched: reader.waitForPublications(1, WAIT),
      counts: () => ({ received: latencies.received }),
      latenciesUs: () => latencies.valuesUs,
    };
  }

  private streamWriter(): Omit<Side, "ready" | "close"> {
    const { payloadBytes } = this.settings;
    const perTurn = Math.max(1, Math.floor(BYTES_PER_TURN / (payloadBytes + SAMPLE_OVERHEAD)));
    const { writer, value, send, reached } = this.writer("stream");
    let written = 0;
    const writeTurn = (): Promise<unknown> | undefined => {
      try {
        for (let i = 0; i < perTurn; i++) {
          send(written + 1, 0);
          written++;
        }
        return undefined;
      } catch (error) {
        if (!(error instanceof DdsError && error.code === "TIMEOUT")) throw error;
        return writer.writeAsync(value, { timeoutMs: BLOCKING_MS }).then(() => written++);
      }
    };
    const run = () => writeForDuration(this.settings, this.nowUs, writeTurn, () => written);
    return { matched: reached, run };
  }

  private streamReader(): Omit<Side, "ready" | "close"> {
    const { payloadBytes, warmUpMs, durationMs } = this.settings;
    const checkEvery = payloadBytes < LARGE_BYTES ? CHECK_EVERY : 1;
    const window = new RateWindow(this.nowUs, warmUpMs * 1000, durationMs * 1000, checkEvery);
    const reader = this.reader("stream", (sample) => window.note(sample.sequence));
    return { matched: reader.waitForPublications(1, WAIT), counts: () => window.counts };
  }

  private writer(name: string) {
    const value: BenchSample = { sequence: 0, stamp: 0, payload: new Uint8Array(this.settings.payloadBytes) };
    let onPublicationMatched: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => {
      onPublicationMatched = resolve;
    });
    const listener = { onPublicationMatched: () => onPublicationMatched() };
    const writer = this.participant.createWriter<BenchSample>(this.topic(name), {
      qos: { ...this.qos(), ...this.policies.both, ...this.policies.writer },
      listener,
    });
    // @foxglove/rtps answers no HEARTBEAT of a writer without samples: it would never count as ready.
    // In discovery the other side has to be known, not to have answered.
    const { multicast, discovery } = this.settings;
    const reached = multicast || discovery ? seen : writer.ready(1, WAIT);
    const send = (number: number, stampUs: number) => {
      value.sequence = number;
      value.stamp = stampUs;
      writer.write(value);
    };
    return { writer, value, send, reached };
  }

  private reader(name: string, onData: (data: BenchSample) => void): DataReader<BenchSample> {
    const onSample = ({ data }: Sample<BenchSample>) => {
      // Without data it is the writer's goodbye.
      if (data !== undefined) onData(data);
    };
    const codec = { int64: "number" } as const;
    const qos = { ...this.qos(), ...this.policies.both, ...this.policies.reader };
    return this.participant.createReader(this.topic(name), { qos, codec, reusesMemory: true, listener: { onSample } });
  }

  private topic(name: string) {
    return this.participant.createTopic<BenchSample>(`${this.settings.topic}/${name}`, BENCH_SAMPLE);
  }

  private qos() {
    const { reliable, historyDepth, payloadBytes } = this.settings;
    const reliability = reliable ? "RELIABLE" : "BEST_EFFORT";
    if (historyDepth > 0) return { reliability, history: { keepLast: historyDepth } } as const;
    const maxSamples = Math.max(MIN_QUEUED, Math.min(MAX_QUEUED, Math.floor(QUEUED_BYTES / (payloadBytes + 1))));
    return { reliability, history: "KEEP_ALL", resourceLimits: { maxSamples } } as const;
  }
}

/** The default, said here so that it can be told. */
const RECEIVE_BUFFER_ASKED = 8 * 1024 * 1024;
const WAIT = { timeoutMs: 10_000 };
const BLOCKING_MS = 10_000;
/** Written in one turn of the event loop. */
const BYTES_PER_TURN = 128 * 1024;
/** Of a DATA submessage around the payload. */
const SAMPLE_OVERHEAD = 48;
const LARGE_BYTES = 4096;
const CHECK_EVERY = 32;
/** What a KEEP_ALL writer may hold before it waits. */
const QUEUED_BYTES = 64 * 1024 * 1024;
const MIN_QUEUED = 8;
const MAX_QUEUED = 16_384;
