// The history of a writer that holds 10, 1000 and 10,000 changes: adding one while the oldest goes, and finding one.

import {
  ChangeKind,
  type CacheChange as FoxgloveChange,
  type Guid as FoxgloveGuid,
  HistoryKind,
  WriterHistoryCache,
} from "@foxglove/rtps";
import { ALIVE, CacheChange, EMPTY_PAYLOAD, PAYLOAD_DATA } from "../src/rtps/structure/cacheChange.js";
import { HistoryCache } from "../src/rtps/structure/HistoryCache.js";
import { TIME_INVALID } from "../src/rtps/structure/time.js";
import { BATCH, runBench } from "./support.js";

const payload = new Uint8Array(68);
const guid = "017f0102030405060708090a00000102" as FoxgloveGuid;
const timestamp = { sec: 1, nsec: 2 };

function add(history: HistoryCache, instance: number): void {
  const sn = history.lastSn + 1;
  history.add(new CacheChange(sn, ALIVE, PAYLOAD_DATA, payload, instance, EMPTY_PAYLOAD, TIME_INVALID));
}

/** Full: `held` changes of that many instances, written in turn. */
function filled(held: number, instances: number): HistoryCache {
  const history = new HistoryCache();
  for (let i = 0; i < held; i++) add(history, i % instances);
  return history;
}

function foxgloveChange(sequenceNumber: bigint, instanceHandle: string | undefined): FoxgloveChange {
  return { timestamp, kind: ChangeKind.Alive, writerGuid: guid, sequenceNumber, data: payload, instanceHandle };
}

/** The same in @foxglove/rtps, and the number of the next change. It drops the oldest of an instance by itself. */
function foxgloveFilled(kind: HistoryKind, depth: number, handles: readonly (string | undefined)[], held: number) {
  const history = new WriterHistoryCache({ history: { kind, depth } });
  for (let i = 0; i < held; i++) history.set(foxgloveChange(BigInt(i + 1), handles[i % handles.length]));
  return { history, next: BigInt(held + 1) };
}

/** KEEP_LAST: every change that is added takes the place of the oldest of its instance. */
function keepLast(held: number, instances: number): Record<string, () => void> {
  const ours = filled(held, instances);
  const handles = instances === 1 ? [undefined] : Array.from({ length: instances }, (_, i) => `handle ${i}`);
  const theirs = foxgloveFilled(HistoryKind.KeepLast, held / instances, handles, held);
  return {
    "add one, its oldest goes": () => {
      for (let i = 0; i < BATCH; i++) {
        const instance = ours.lastSn % instances;
        add(ours, instance);
        ours.removeOldestOfInstance(instance);
      }
    },
    "@foxglove/rtps: add one, its oldest goes": () => {
      for (let i = 0; i < BATCH; i++) {
        theirs.history.set(foxgloveChange(theirs.next, handles[Number(theirs.next - 1n) % instances]));
        theirs.next++;
      }
    },
  };
}

/** Numbers all over the history, in no order that helps. */
let found = 0;
function finding(held: number): Record<string, () => void> {
  const ours = filled(held, 1);
  const theirs = foxgloveFilled(HistoryKind.KeepAll, -1, [undefined], held);
  const numbers = Array.from({ length: BATCH }, (_, i) => 1 + ((i * 7919) % held));
  const bigNumbers = numbers.map(BigInt);
  return {
    "find one by its number": () => {
      for (let i = 0; i < BATCH; i++) found += ours.get(numbers[i]!)!.payload.length;
    },
    "@foxglove/rtps: find one by its number": () => {
      for (let i = 0; i < BATCH; i++) found += theirs.history.get(bigNumbers[i]!)!.data.length;
    },
  };
}

for (const held of [10, 1000, 10_000]) {
  await runBench(`KEEP_LAST ${held}, full`, keepLast(held, 1));
  await runBench(`KEEP_LAST 1, ${held} instances`, keepLast(held, held));
  const history = filled(held, 1);
  // @foxglove/rtps lets nothing go of a KEEP_ALL history, so there is nothing to compare with.
  await runBench(`KEEP_ALL, ${held} changes not acknowledged`, {
    "add one; a hundred at a time are acknowledged and go": () => {
      for (let i = 0; i < BATCH; i++) add(history, 0);
      history.removeBelow(history.firstSn + BATCH);
    },
    ...finding(held),
  });
  if (history.size !== held) throw new Error(`${history.size} changes are left of ${held}`);
}
if (found === 0) throw new Error("no change was found");
