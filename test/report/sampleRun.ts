// A made-up run for the report tests: deterministic, with a long tail, as several repeats would give it.

import {
  type CellInput,
  joinRecords,
  ReaderTrace,
  T0,
  T1,
  T2,
  T3,
  T4,
  T5,
  WriterTrace,
} from "../../src/trace/index.js";
import type { RepeatInput, StagesInput } from "../../src/trace/stagesDocument.js";

/** Uniform numbers in (0, 1) from one seed (xorshift32). */
export function uniform(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 1) / 4294967298;
  };
}

export function sampleRun(samples = 2000): StagesInput {
  return {
    command: `npm start -- --size 64,16384 --note "<b>&'quoted'</b>"`,
    environment: {
      cpu: "Example CPU <8 cores> @ 3.0 GHz",
      kernel: "Linux 6.1",
      node: "v20.20.2",
      "receive buffer asked": 4194304,
      "receive buffer granted": 425984,
    },
    stampCost: { clockNs: 62.4, stampNs: 71.8, batches: 21, stampsPerBatch: 2000 },
    cells: [sampleCell(64, samples, 1, [3, 6, 18, 5, 2.5], 30), sampleCell(16384, samples, 7, [9, 12, 34, 15, 3], 45)],
  };
}

function sampleCell(
  payloadBytes: number,
  samples: number,
  seed: number,
  scalesUs: readonly number[],
  rawRttUs: number,
): CellInput {
  const repeats = [0, 1].map((repeat) => sampleRepeat(samples / 2, seed + 13 * repeat, scalesUs, rawRttUs));
  return {
    payloadBytes,
    reliability: "RELIABLE",
    written: samples,
    delivered: samples,
    repeats,
    cost: {
      datagramsPerSample: 1.02,
      bytesPerSample: payloadBytes + 94.5,
      samplesRetransmitted: 0,
      kernelReceiveDrops: 0,
    },
  };
}

function sampleRepeat(samples: number, seed: number, scalesUs: readonly number[], rawRttUs: number): RepeatInput {
  const random = uniform(seed);
  const guid = "0102030405060708090a0b0c00000103";
  const writer = new WriterTrace(guid, { capacity: 4096 });
  const reader = new ReaderTrace("0102030405060708090a0b0c00000104", { capacity: 4096 });
  const index = reader.internWriter(guid);
  const rttUs = new Float64Array(samples);
  const rawRtt = new Float64Array(samples);
  const rawOneWay = new Float64Array(samples);
  for (let i = 0; i < samples; i++) {
    const times = [1_000_000 + i * 1000];
    scalesUs.forEach((scale, part) => {
      const stall = part === 2 && random() < 0.012 ? scale * 12 * random() : 0;
      times.push(times[part]! + scale * skewed(random) + stall);
    });
    const sn = i + 1;
    for (const point of [T0, T1, T2] as const) writer.stamp(point, sn, times[point]!);
    for (const point of [T3, T4, T5] as const) reader.stamp(point, index, sn, times[point]!);
    rttUs[i] = (times[5]! - times[0]!) * 1.1 + rawRttUs * 0.3 * skewed(random);
    rawRtt[i] = rawRttUs * skewed(random);
    rawOneWay[i] = rawRttUs * 0.52 * skewed(random);
  }
  return { joined: joinRecords([writer.drain()], reader.drain()), rttUs, rawRttUs: rawRtt, rawOneWayUs: rawOneWay };
}

/** About 1, never below 0.8, with a tail that falls as a power. */
function skewed(random: () => number): number {
  return 0.8 + 0.15 * random() ** -0.35;
}
