// DDS 1.4 §2.2.2.5.5: SampleInfo of samples that are read or taken, with the ranks of §2.2.2.5.1.6, and what is kept of
// a change until then.

import type { ReceivedChange } from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import { SN_NONE } from "../../rtps/structure/sequenceNumber.js";
import { isValidTimestamp, timestampToEpochMs } from "../../rtps/structure/time.js";
import type { Sample, SampleInfo } from "../samples.js";
import type { Arrival, CachedSample } from "./CachedSample.js";
import { INSTANCE_STATES } from "./stateMasks.js";

/** @param epochOffsetMs from monotonic time to time since 1970 */
export function arrivalOfChange(change: ReceivedChange, epochOffsetMs: number): Arrival {
  const { writerGuid, sn, sourceTimestamp, placement } = change;
  const sourceTimestampMs = isValidTimestamp(sourceTimestamp) ? timestampToEpochMs(sourceTimestamp) : undefined;
  return { writerGuid, sn, sourceTimestampMs, receptionTimestampMs: change.receivedAt + epochOffsetMs, placement };
}

/** No datagram says that a writer is gone: it has no source time and no sequence number. */
export function arrivalOfWriterGone(writerGuid: Guid, receptionTimestampMs: number): Arrival {
  return { writerGuid, sn: SN_NONE, sourceTimestampMs: undefined, receptionTimestampMs, placement: undefined };
}

/** The collection that a call returns. States and ranks are those of this moment: present first, then mark or remove. */
export function presentSamples<T extends object>(samples: readonly CachedSample<T>[]): Sample<T>[] {
  const presented: Sample<T>[] = new Array(samples.length);
  for (const sample of samples) noteGeneration(sample, presented);
  // From the end, so that each sample knows how many follow.
  for (let i = samples.length - 1; i >= 0; i--) {
    const sample = samples[i]!;
    const { instance } = sample;
    const generationRank = instance.collectedGeneration - sample.generation;
    presented[i] = { data: sample.data, info: infoOf(sample, instance.collected++, generationRank) };
  }
  for (const { instance } of samples) instance.collection = undefined;
  return presented;
}

/** A sample that is the whole collection. */
export function presentOne<T extends object>(sample: CachedSample<T>): Sample<T> {
  return { data: sample.data, info: infoOf(sample, 0, 0) };
}

/** The most recent sample of an instance in a collection is of the last generation, wherever it stands there. */
function noteGeneration<T extends object>({ instance, generation }: CachedSample<T>, collection: object): void {
  if (instance.collection !== collection) {
    instance.collection = collection;
    instance.collected = 0;
    instance.collectedGeneration = generation;
  } else if (generation > instance.collectedGeneration) instance.collectedGeneration = generation;
}

function infoOf<T extends object>(sample: CachedSample<T>, sampleRank: number, generationRank: number): SampleInfo {
  const { instance, arrival } = sample;
  return {
    validData: sample.validData,
    sampleState: sample.isRead ? "READ" : "NOT_READ",
    viewState: instance.isNew ? "NEW" : "NOT_NEW",
    instanceState: INSTANCE_STATES[instance.state]!,
    receivedInstanceState: INSTANCE_STATES[sample.receivedState]!,
    disposedGenerationCount: sample.disposedGenerationCount,
    noWritersGenerationCount: sample.noWritersGenerationCount,
    sampleRank,
    generationRank,
    absoluteGenerationRank: instance.generation - sample.generation,
    instanceHandle: instance.handle,
    sourceTimestampMs: arrival.sourceTimestampMs,
    receptionTimestampMs: arrival.receptionTimestampMs,
    writerGuid: arrival.writerGuid,
    sequenceNumber: arrival.sn,
  };
}
