// What must hold in every participant after every step of a simulation.

import type { StatefulReader } from "../../src/rtps/behavior/StatefulReader.js";
import type { StatefulWriter } from "../../src/rtps/behavior/StatefulWriter.js";
import type { Invariant } from "../../src/simulation/index.js";
import type { SimParticipant } from "./simParticipant.js";

/** Returns what is wrong with these endpoints, or undefined. */
export function engineInvariants(
  writers: readonly (readonly [SimParticipant, number])[],
  readers: readonly (readonly [SimParticipant, number])[],
): Invariant {
  return () => {
    for (const [from, handle] of writers) {
      const complaint = writerComplaint(from.engine.writer(handle).writer);
      if (complaint !== undefined) return `writer of ${from.node.name}: ${complaint}`;
    }
    for (const [to, handle] of readers) {
      const complaint = readerComplaint(to.engine.reader(handle).reader);
      if (complaint !== undefined) return `reader of ${to.node.name}: ${complaint}`;
    }
    return undefined;
  };
}

function writerComplaint({ history, readerProxies, tuning, keepAll }: StatefulWriter): string | undefined {
  if (history.size < 0 || history.bytes < 0) return "negative history";
  if (history.firstSn > history.lastSn + 1) return `history ${history.firstSn}..${history.lastSn}`;
  for (const proxy of readerProxies) {
    const { ackedBelow, nextUnsentSn } = proxy;
    if (ackedBelow > nextUnsentSn) return `acknowledged up to ${ackedBelow}, sent up to ${nextUnsentSn}`;
    if (nextUnsentSn > history.lastSn + 1) return `sent up to ${nextUnsentSn}, written up to ${history.lastSn}`;
    if (keepAll && proxy.reliable && nextUnsentSn - ackedBelow > tuning.sendWindowSamples) return "beyond the window";
    if (keepAll && proxy.reliable && ackedBelow <= history.lastSn && history.get(ackedBelow) === undefined) {
      return `${ackedBelow} is forgotten, but not acknowledged`;
    }
  }
  return undefined;
}

function readerComplaint({ pendingBytes, limits, untakenCount }: StatefulReader): string | undefined {
  if (pendingBytes < 0) return `${pendingBytes} bytes held`;
  if (pendingBytes > limits.maxPendingBytes) return "more bytes held than allowed";
  if (untakenCount > limits.maxUntakenChanges) return "more samples held than allowed";
  return undefined;
}
