// Codecs: payloads of random types in both representations, byte orders and all dialects. Generated and interpreted code
// must agree on what they make of damage. The first two octets of an input choose the type, the rest is the payload.

import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { CdrError, compileCodec, EncapsulationId, type StructValue, type TypeCodec } from "../../src/cdr/index.js";
import { cases } from "../cdr/arbitraries.js";
import { plain } from "../cdr/support.js";
import { FuzzProblem, type FuzzTarget } from "./FuzzTarget.js";
import { mutateBytes, pick } from "./mutate.js";

interface Subject {
  readonly generated: TypeCodec;
  readonly interpreted: TypeCodec;
  readonly payloads: readonly Uint8Array[];
}

const SUBJECTS = 150;
/** Types are the same in every run: an input of the corpus must mean the same for ever. */
const TYPE_SEED = 20_260;

export function codecTarget(): FuzzTarget {
  const subjects = makeSubjects();
  return {
    name: "codecs",
    // Missing members take their defaults: a million units of them are allowed whatever the payload (cdr/limits.ts).
    limits: { ms: 2000, baseBytes: 160_000_000, bytesPerOctet: 4096 },
    next: (random) => {
      const index = random.below(subjects.length);
      const payload = mutateBytes(
        random,
        pick(random, subjects[index]!.payloads),
        pick(random, pick(random, subjects).payloads),
      );
      // Half of what is damaged in the header is another representation.
      if (random.chance(0.1) && payload.length > 1) payload[1] = pick(random, REPRESENTATIONS);
      const input = new Uint8Array(2 + payload.length);
      new DataView(input.buffer).setUint16(0, index);
      input.set(payload, 2);
      return input;
    },
    run: (input) => {
      if (input.length < 2) return "taken";
      const subject = subjects[(input[0]! * 256 + input[1]!) % subjects.length]!;
      // Exactly its own buffer, and with the octets of another behind it.
      const outcome = decoded(subject, input.slice(2));
      const within = new Uint8Array(input.length + 32).fill(0x01);
      within.set(input.subarray(2), 8);
      const again = decoded(subject, within.subarray(8, 8 + input.length - 2));
      if (outcome !== again) throw new FuzzProblem(`octets outside the payload count: ${outcome}, ${again}`);
      return outcome;
    },
  };
}

function decoded({ generated, interpreted }: Subject, payload: Uint8Array): string {
  const [first, second] = [generated.tryDeserialize(payload), interpreted.tryDeserialize(payload)];
  if (first instanceof CdrError || second instanceof CdrError) {
    if (!(first instanceof CdrError && second instanceof CdrError) || !sameError(first, second)) {
      throw new FuzzProblem(`generated: ${shown(first)}, interpreted: ${shown(second)}`);
    }
  } else {
    if (!isDeepStrictEqual(tagged(first), tagged(second)))
      throw new FuzzProblem("generated and interpreted values differ");
    rewritten(generated, first);
  }
  if (generated.hasKey) decodedKey(generated, payload);
  return first instanceof CdrError ? first.code : "taken";
}

/** What was decoded can be written, and comes back. */
function rewritten(codec: TypeCodec, value: StructValue): void {
  const payload = codec.serialize(value);
  const again = codec.tryDeserialize(payload);
  if (again instanceof CdrError) throw new FuzzProblem(`written again it cannot be read: ${again.message}`);
  if (codec.hasKey) codec.keyHash(value);
}

function decodedKey(codec: TypeCodec, payload: Uint8Array): void {
  const key = codec.tryDeserializeKey(payload);
  if (!(key instanceof CdrError)) codec.keyHash(key);
}

function sameError(a: CdrError, b: CdrError): boolean {
  return a.code === b.code && a.path === b.path && a.offset === b.offset;
}

function shown(value: unknown): string {
  return value instanceof CdrError ? `${value.code} ${value.message}` : "a value";
}

function tagged(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return [value.constructor.name, plain(value)];
  if (Array.isArray(value)) return value.map(tagged);
  if (value instanceof Map) return [...value].map(tagged);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([key, part]) => [key, tagged(part)]);
}

function makeSubjects(): Subject[] {
  return fc.sample(cases(), { seed: TYPE_SEED, numRuns: SUBJECTS }).map(({ type, value, options }) => {
    const generated = compileCodec(type, options);
    const interpreted = compileCodec(type, { ...options, codegen: false });
    const payloads = [generated.serialize(value), generated.serialize(generated.defaultValue())];
    if (generated.hasKey) payloads.push(generated.serializeKey(value));
    return { generated, interpreted, payloads };
  });
}

const REPRESENTATIONS = Object.values(EncapsulationId).filter((id) => typeof id === "number");
