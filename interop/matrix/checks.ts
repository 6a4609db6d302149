// The judge of a cell: what was seen against what had to be seen, value by value. Pure: events in, complaints out.
import type { InstanceEvent, PeerEvent, SampleEvent, SampleValues } from "../contract/events.js";
import type { PeerOptions } from "../contract/options.js";
import { sampleValuesOf, shapeOf } from "../contract/pattern.js";

export function isSample(event: PeerEvent): event is SampleEvent {
  return event.event === "sample";
}

export function isEnding(event: PeerEvent): event is InstanceEvent {
  return event.event === "disposed" || event.event === "no_writers";
}

/** Whether `event` has every field of `fields`, with the same value. */
export function hasFields(event: PeerEvent | undefined, fields: Partial<PeerEvent>): boolean {
  if (event === undefined) return false;
  return Object.entries(fields).every(([key, value]) => event[key as keyof PeerEvent] === value);
}

/** Complaints about the samples: missing, extra, twice, wrong values, out of order within an instance. */
export function checkSamples(expected: readonly SampleValues[], got: readonly SampleEvent[]): string[] {
  const complaints: string[] = [];
  if (got.length !== expected.length) complaints.push(`expected ${expected.length} samples, got ${got.length}`);
  for (const color of new Set([...expected, ...got].map((sample) => sample.color))) {
    const want = expected.filter((sample) => sample.color === color);
    const have = got.filter((sample) => sample.color === color);
    const wrong = want.findIndex((sample, i) => !hasFields(have[i], sample));
    if (wrong >= 0)
      complaints.push(`${color} sample ${wrong}: expected ${text(want[wrong])}, got ${text(have[wrong])}`);
    else if (have.length > want.length) complaints.push(`${color}: unexpected ${text(have[want.length])}`);
  }
  return complaints;
}

/**
 * Complaints about dispose and unregister: each must be reported once, and after the samples of its instance.
 * @param mayRevive samples may follow, because the writer comes back
 */
export function checkEndings(
  expected: readonly InstanceEvent[],
  events: readonly PeerEvent[],
  { mayRevive = false } = {},
): string[] {
  const complaints: string[] = [];
  const endings = events.filter(isEnding);
  for (const want of expected) {
    const found = endings.filter((ending) => hasFields(ending, want)).length;
    if (found !== 1) complaints.push(`expected one ${text(want)}, got ${found}`);
    const endingAt = events.findIndex((event) => hasFields(event, want));
    const lastSampleAt = events.findLastIndex((event) => isSample(event) && event.color === want.color);
    if (!mayRevive && found === 1 && lastSampleAt > endingAt)
      complaints.push(`${text(want)} came before a sample of its instance`);
  }
  const extra = endings.find((ending) => !expected.some((want) => hasFields(ending, want)));
  if (extra !== undefined) complaints.push(`unexpected ${text(extra)}`);
  return complaints;
}

/** Complaints of a mismatch cell about one side. */
export function checkMismatch(side: string, policyId: number, events: readonly PeerEvent[]): string[] {
  const complaints: string[] = [];
  const seen = events.flatMap((event) => (event.event === "incompatible_qos" ? [event.policyId] : []));
  if (seen.length === 0) complaints.push(`${side} reported no incompatible QoS`);
  const other = seen.find((id) => id !== policyId);
  if (other !== undefined) complaints.push(`${side} reported policy ${other}, expected ${policyId}`);
  if (events.some((event) => event.event === "matched" && event.count > 0)) complaints.push(`${side} matched`);
  if (events.some(isSample)) complaints.push(`${side} received a sample`);
  return complaints;
}

/** Samples of one writer must come in the order of writing, whatever their instance. */
export function checkWrittenOrder(got: readonly SampleEvent[]): string[] {
  const wrong = got.findIndex((sample, i) => i > 0 && sample.x < got[i - 1]!.x);
  return wrong < 0 ? [] : [`sample ${got[wrong]!.x} came after sample ${got[wrong - 1]!.x}`];
}

/** Sample i belongs to set `floor(i / size)`; a set becomes available in one take, whole. */
export function checkWholeSets(size: number, got: readonly SampleEvent[]): string[] {
  const complaints: string[] = [];
  for (const set of new Set(got.map((sample) => Math.floor(sample.x / size)))) {
    const members = got.filter((sample) => Math.floor(sample.x / size) === set);
    const takes = new Set(members.map((sample) => sample.take));
    if (members.length !== size) complaints.push(`set ${set}: ${members.length} of ${size} samples were shown`);
    if (takes.size !== 1) complaints.push(`set ${set} became available in ${takes.size} pieces`);
  }
  return complaints;
}

/** At least so many samples of each instance have to pass a time filter, or it proves nothing. */
const SEPARATED_MIN = 2;
/** On a busy machine neither the time of writing nor that of showing is exactly the one that the filter looked at. */
const SEPARATION_TOLERANCE = 0.75;

/**
 * Complaints about a time filter: wrong values, samples too close in time, an instance without samples. A filter may
 * look at the times of writing, or keep the latest value back and show it when the time is over (DDS 1.4 §2.2.3.12);
 * then samples are apart by the times at which they were shown.
 */
export function checkSeparation(ms: number, writer: PeerOptions, got: readonly SampleEvent[]): string[] {
  const complaints: string[] = [];
  for (const color of writer.colors) {
    const have = got.filter((sample) => sample.color === color);
    if (have.length < SEPARATED_MIN) complaints.push(`${color}: only ${have.length} samples`);
    have.forEach((sample, i) => {
      if (!hasFields(sample, sampleValuesOf(shapeOf(writer, sample.x))))
        complaints.push(`wrong values: ${text(sample)}`);
      const before = have[i - 1];
      const apart = before === undefined ? Number.POSITIVE_INFINITY : timeBetween(before, sample);
      if (apart < ms * SEPARATION_TOLERANCE)
        complaints.push(`${color} sample ${sample.x} is ${apart.toFixed(1)} ms after sample ${before?.x}`);
    });
  }
  return complaints;
}

/** By the times of writing or of showing, whichever is more. */
function timeBetween(first: SampleEvent, second: SampleEvent): number {
  const shown = (second.arrivedMs ?? 0) - (first.arrivedMs ?? 0);
  return Math.max(second.sourceMs - first.sourceMs, shown);
}

function text(event: PeerEvent | SampleValues | undefined): string {
  return event === undefined ? "nothing" : JSON.stringify(event);
}
