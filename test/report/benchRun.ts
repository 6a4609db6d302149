// Made-up documents of benchmarks for the tests of the page: deterministic, with a long tail.

import {
  type BenchCellKey,
  type BenchDocument,
  type BenchMeasurement,
  buildBenchDocument,
} from "../../src/trace/index.js";
import { uniform } from "./sampleRun.js";

const PEERS: Readonly<Record<string, number>> = { raw: 20, self: 30, cyclone: 26, fastdds: 60 };
const COST = {
  writer: { cpuSeconds: 0.5, gcTimeMs: 3, kernelDrops: 0 },
  reader: { cpuSeconds: 0.4 },
  wireDatagrams: 2000,
  wireBytes: 400_000,
};

/** Study A in small: three payloads, two rhythms, three repeats. */
export function rttRun(command = `rtps bench rtt --note "<b>&'x'</b>"`): BenchDocument {
  const random = uniform(11);
  const measurements: BenchMeasurement[] = [];
  for (const repeat of [1, 2, 3]) {
    for (const payloadBytes of [64, 1024, 16384]) {
      for (const rhythm of ["paced_10ms", "back_to_back"]) {
        for (const [peer, base] of Object.entries(PEERS)) {
          const latenciesUs = Array.from(
            { length: 60 },
            () => (base + payloadBytes / 300) * (0.8 + 0.2 * random() ** -0.5),
          );
          measurements.push({ key: keyOf(peer, { payloadBytes, rhythm }), repeat, latenciesUs, lost: 0, cost: COST });
        }
      }
    }
  }
  return build("rtt", command, measurements, [
    { ...keyOf("fastdds", { payloadBytes: 64 }), repeat: 3, reason: "ended <early>" },
  ]);
}

export function rateRun(): BenchDocument {
  const measurements = [1, 2].flatMap((repeat) =>
    Object.keys(PEERS).map((peer, index): BenchMeasurement => {
      const samplesPerSecond = 1e5 * (index + 1) + repeat * 1000;
      return {
        key: keyOf(peer, { payloadBytes: 16 }),
        repeat,
        samplesPerSecond,
        bitsPerSecond: samplesPerSecond * 128,
        lost: index,
      };
    }),
  );
  return build("rate", "rtps bench rate", measurements);
}

/** Figures against the number of participants; `exponent`: how discovery grows. */
export function crowdRun(benchmark: "ring" | "discovery", exponent = 2): BenchDocument {
  const measurements = [1, 10, 50, 200].flatMap((participants) =>
    ["self", "cyclone"].map((peer): BenchMeasurement => {
      const figures = { up: 1, pssMb: 2 * participants, discoveryMs: 2 * participants ** exponent };
      const latenciesUs = [100, 110, 120 + participants];
      return { key: keyOf(peer, { payloadBytes: 256, participants }), repeat: 1, latenciesUs, figures };
    }),
  );
  const pair: BenchMeasurement[] = ["self", "cyclone"].map((peer) => {
    return { key: keyOf(peer, { payloadBytes: 256, variant: "two processes" }), repeat: 1, latenciesUs: [1, 2, 3] };
  });
  const growth = {
    key: keyOf("self", { payloadBytes: 256, variant: "growth" }),
    repeat: 1,
    figures: { msExponent: 2 },
  };
  return build(
    benchmark,
    `rtps bench ${benchmark}`,
    benchmark === "ring" ? measurements : [...pair, ...measurements, growth],
  );
}

function keyOf(peer: string, more: Partial<BenchCellKey> & { readonly payloadBytes: number }): BenchCellKey {
  const qos = peer === "raw" ? {} : ({ reliability: "RELIABLE", history: "KEEP_LAST 10" } as const);
  return { peer, transport: "UDP 127.0.0.1", ...qos, ...more };
}

function build(
  benchmark: string,
  command: string,
  measurements: BenchMeasurement[],
  failures: BenchDocument["failures"] = [],
) {
  const environment = { cpu: "Example CPU <8 cores>", cores: 8, date: "2026-11-30T12:00:00.000Z" };
  const peers = [...new Set(measurements.map(({ key }) => key.peer))].map((peer) => ({
    peer,
    title: `The ${peer}`,
    version: "1.2",
  }));
  return buildBenchDocument({ benchmark, command, environment, peers, measurements, failures });
}
