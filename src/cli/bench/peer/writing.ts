// What writing sides do: round trips, samples on a schedule, and as many samples as go through.

import { PingPong } from "../../stages/PingPong.js";
import type { SideCounts } from "./runSide.js";
import type { PeerSettings } from "./settings.js";

/** Sends one sample. Numbers begin with 1. */
export type Send = (sequence: number, stampUs: number) => void;

/** A side that pings: give its `onEcho` every reply. */
export function roundTrips(settings: PeerSettings, nowUs: () => number, send: Send) {
  const { timeoutUs, pauseUs, samples, warmUpSamples, spinUpMs } = settings;
  const pingPong = new PingPong(nowUs, send, { timeoutUs, pauseUs });
  let latencies: Float64Array = new Float64Array(0);
  const run = async (): Promise<SideCounts> => {
    const spinUntilUs = nowUs() + spinUpMs * 1000;
    while (nowUs() < spinUntilUs) await pingPong.measure(SPIN_SAMPLES, 0);
    await pingPong.measure(warmUpSamples);
    pingPong.timedOut = 0;
    pingPong.invalid = 0;
    const startedUs = nowUs();
    latencies = await pingPong.measure(samples);
    const { timedOut, invalid } = pingPong;
    return { written: samples, received: latencies.length, timedOut, invalid, elapsedUs: nowUs() - startedUs };
  };
  return { pingPong, run, latenciesUs: () => latencies };
}

/**
 * Writes on a schedule; the stamp is the time at which a sample was due, so that whoever is late shows it. Waits in turns
 * of the event loop, because a timer is a millisecond late: it takes a processor.
 */
export function writeOnSchedule(settings: PeerSettings, nowUs: () => number, send: Send): Promise<SideCounts> {
  const { periodUs, samples, warmUpSamples } = settings;
  const total = samples + warmUpSamples;
  const startUs = nowUs() + periodUs;
  let sequence = 0;
  return new Promise((resolve, reject) => {
    const turn = () => {
      try {
        for (;;) {
          const dueUs = startUs + sequence * periodUs;
          if (nowUs() < dueUs) break;
          send(++sequence, dueUs);
          if (sequence === total) {
            setTimeout(() => resolve({ written: samples, elapsedUs: nowUs() - startUs }), SETTLE_MS);
            return;
          }
        }
        setImmediate(turn);
      } catch (error) {
        reject(error);
      }
    };
    turn();
  });
}

/** Calls `writeTurn` turn by turn until the time is over; a promise means that it waits for room. */
export async function writeForDuration(
  settings: PeerSettings,
  nowUs: () => number,
  writeTurn: () => Promise<unknown> | undefined,
  written: () => number,
): Promise<SideCounts> {
  const startUs = nowUs();
  // The reader's window begins with the first sample, so it ends a little later than this side thinks.
  const endUs = startUs + (settings.warmUpMs + settings.durationMs + MARGIN_MS) * 1000;
  while (nowUs() < endUs) {
    await writeTurn();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { written: written(), elapsedUs: nowUs() - startUs };
}

/** Spins instead of sleeping in epoll: the event loop looks at its sockets again and again. */
export function spin(): void {
  setImmediate(spin);
}

const SPIN_SAMPLES = 10;
const SETTLE_MS = 100;
const MARGIN_MS = 200;
