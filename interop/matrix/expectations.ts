// What a reader has to report in a scenario. Pure: options in, events out.
import type { InstanceEvent, SampleEvent, SampleValues } from "../contract/events.js";
import type { PeerOptions } from "../contract/options.js";
import { sampleValuesOf, shapeOf } from "../contract/pattern.js";
import type { Actor, Block, Scenario, Script } from "./scenario.js";

/** The samples that the reader must report, in the order of writing. */
export function expectedSamples(scenario: Scenario, writer: PeerOptions): SampleValues[] {
  if (scenario.kind === "mismatch") return [];
  const all = Array.from({ length: writer.count }, (_, index) => sampleValuesOf(shapeOf(writer, index)));
  if (scenario.kind === "exchange" || writer.historyDepth === 0) return all;
  // A late joiner gets the last `historyDepth` samples of each instance, and a keyless topic is one instance.
  return all.filter((sample, index) => {
    const later = all.slice(index).filter((other) => writer.type === "plain" || other.color === sample.color);
    return later.length <= writer.historyDepth;
  });
}

/**
 * The samples of a script's blocks. Of a block with an open end, what was `got` decides how many there are.
 * @returns `rest`: complaints about open ends, which must go on with that writer and must not be empty
 */
export function blockSamples(
  blocks: readonly Block[],
  got: readonly SampleEvent[],
  optionsOf: (who: Actor) => PeerOptions,
): { expected: SampleValues[]; rest: string[] } {
  const expected: SampleValues[] = [];
  const rest: string[] = [];
  for (const block of blocks) {
    const options = optionsOf(block.of);
    const valuesOf = (index: number) => sampleValuesOf(shapeOf(options, index));
    if ("indices" in block) {
      expected.push(...block.indices.map(valuesOf));
      continue;
    }
    const open = got.slice(expected.length);
    if (open.length === 0) rest.push(`no sample of ${block.of}`);
    let next = block.someFrom;
    for (const sample of open) {
      if (sample.x < next) rest.push(`${block.of}: sample ${sample.x} came late or twice`);
      next = sample.x + 1;
      expected.push(valuesOf(sample.x));
    }
  }
  return { expected, rest };
}

/** The instance states that the reader must report besides samples. */
export function expectedEndings(writer: PeerOptions): InstanceEvent[] {
  const endings: InstanceEvent[] = [];
  if (writer.dispose !== undefined) endings.push(endingOf("disposed", writer.dispose));
  if (writer.unregister !== undefined) endings.push(endingOf("no_writers", writer.unregister));
  return endings;
}

export function scriptEndings(script: Script): InstanceEvent[] {
  return (script.endings ?? []).map(({ event, color }) => endingOf(event, color));
}

function endingOf(event: InstanceEvent["event"], color: string): InstanceEvent {
  const instanceState = event === "disposed" ? "NOT_ALIVE_DISPOSED" : "NOT_ALIVE_NO_WRITERS";
  return { event, color, instanceState };
}
