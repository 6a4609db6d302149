// What the events of one cell must be, value by value. Pure: events in, complaints out.
import type { InstanceEvent, PeerEvent, SampleEvent } from "../contract/events.js";
import type { PeerOptions } from "../contract/options.js";
import { sampleEventOf, shapeOf } from "../contract/pattern.js";
import type { Scenario } from "./scenarios.js";

/** The samples that the reader must report, in the order of writing. */
export function expectedSamples(scenario: Scenario, writer: PeerOptions): SampleEvent[] {
  if (scenario.kind === "mismatch") return [];
  const all = Array.from({ length: writer.count }, (_, index) => sampleEventOf(shapeOf(writer, index)));
  if (scenario.kind === "exchange" || writer.historyDepth === 0) return all;
  // A late joiner gets the last `historyDepth` samples of each instance, and a keyless topic is one instance.
  return all.filter((sample, index) => {
    const later = all.slice(index).filter((other) => writer.type === "plain" || other.color === sample.color);
    return later.length <= writer.historyDepth;
  });
}

/** The instance states that the reader must report besides samples. */
export function expectedEndings(writer: PeerOptions): InstanceEvent[] {
  const endings: InstanceEvent[] = [];
  if (writer.dispose !== undefined)
    endings.push({ event: "disposed", color: writer.dispose, instanceState: "NOT_ALIVE_DISPOSED" });
  if (writer.unregister !== undefined)
    endings.push({ event: "no_writers", color: writer.unregister, instanceState: "NOT_ALIVE_NO_WRITERS" });
  return endings;
}

export function isSample(event: PeerEvent): event is SampleEvent {
  return event.event === "sample";
}

export function isEnding(event: PeerEvent): event is InstanceEvent {
  return event.event === "disposed" || event.event === "no_writers";
}

/** Complaints about the samples: missing, extra, twice, wrong values, out of order within an instance. */
export function checkSamples(expected: readonly SampleEvent[], got: readonly SampleEvent[]): string[] {
  const complaints: string[] = [];
  if (got.length !== expected.length) complaints.push(`expected ${expected.length} samples, got ${got.length}`);
  for (const color of new Set([...expected, ...got].map((sample) => sample.color))) {
    const want = expected.filter((sample) => sample.color === color);
    const have = got.filter((sample) => sample.color === color);
    const wrong = want.findIndex((sample, i) => !isSameEvent(sample, have[i]));
    if (wrong >= 0)
      complaints.push(`${color} sample ${wrong}: expected ${text(want[wrong])}, got ${text(have[wrong])}`);
    else if (have.length > want.length) complaints.push(`${color}: unexpected ${text(have[want.length])}`);
  }
  return complaints;
}

/** Complaints about dispose and unregister: each must be reported once, and after the samples of its instance. */
export function checkEndings(expected: readonly InstanceEvent[], events: readonly PeerEvent[]): string[] {
  const complaints: string[] = [];
  const endings = events.filter(isEnding);
  for (const want of expected) {
    const found = endings.filter((ending) => isSameEvent(want, ending)).length;
    if (found !== 1) complaints.push(`expected one ${text(want)}, got ${found}`);
    const endingAt = events.findIndex((event) => isSameEvent(want, event));
    const lastSampleAt = events.findLastIndex((event) => isSample(event) && event.color === want.color);
    if (found === 1 && lastSampleAt > endingAt) complaints.push(`${text(want)} came before a sample of its instance`);
  }
  const extra = endings.find((ending) => !expected.some((want) => isSameEvent(want, ending)));
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

function isSameEvent(a: PeerEvent, b: PeerEvent | undefined): boolean {
  if (b === undefined) return false;
  const keys = Object.keys(a) as (keyof PeerEvent)[];
  return keys.every((key) => a[key] === b[key]);
}

function text(event: PeerEvent | undefined): string {
  return event === undefined ? "nothing" : JSON.stringify(event);
}
