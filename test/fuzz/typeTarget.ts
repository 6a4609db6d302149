// TypeObjects and TypeLookup: what peers announce, ask and answer, and what becomes of types that were learnt.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CdrError, compileCodec } from "../../src/cdr/index.js";
import { parseIdl, type StructType } from "../../src/idl/index.js";
import { DEFAULT_LIMITS } from "../../src/rtps/behavior/tuning.js";
import type { Random } from "../../src/simulation/index.js";
import { representationOf } from "../../src/xtypes/build/representation.js";
import { describeType } from "../../src/xtypes/describe/describeType.js";
import { TypeProblem } from "../../src/xtypes/describe/TypeProblem.js";
import { keyOf, type TypeKey } from "../../src/xtypes/identifiers.js";
import { equivalenceHashOf } from "../../src/xtypes/nameHash.js";
import { announcedIn } from "../../src/xtypes/registry/announced.js";
import { littleEndianObject, StoredObject } from "../../src/xtypes/registry/StoredObject.js";
import { TypeRegistry } from "../../src/xtypes/registry/TypeRegistry.js";
import { typeObjectCodec } from "../../src/xtypes/wire/codecs.js";
import type { TypeIdentifier } from "../../src/xtypes/wire/identifierTypes.js";
import { CAPTURES } from "../inspect/fixtures.js";
import { capturedPayloads } from "../xtypes/support.js";
import { FuzzProblem, type FuzzTarget, isRefusal } from "./FuzzTarget.js";
import { mutateBytes, pick } from "./mutate.js";
import { IDL } from "./seeds.js";

const CAPTURE = "connext-to-cyclone-reliable";
const REQUEST_WRITER = 0x000300c3;
const REPLY_WRITER = 0x000301c3;
/** First octet of an input: what the rest is. */
const [OBJECT, INFORMATION, REQUEST, REPLY] = [0, 1, 2, 3];
const SERVER = Uint8Array.from({ length: 12 }, (_, i) => i);
const ADDRESS = { writerGuid: new Uint8Array(16), sn: 1, server: SERVER };

export function typeTarget(): FuzzTarget {
  const own = parseIdl(IDL).structs;
  const pool = makePool(own);
  return {
    name: "types",
    limits: { ms: 2000, baseBytes: 64_000_000, bytesPerOctet: 16_384 },
    next: (random: Random) => {
      const [kind, octets] = pick(random, pool);
      const [, other] = pick(random, pool);
      const body = mutateBytes(random, octets, other);
      return Uint8Array.of(kind, ...body);
    },
    run: (input) => {
      const body = input.slice(1);
      switch ((input[0] ?? 0) % 4) {
        case OBJECT:
          return takeObject(body);
        case INFORMATION:
          return takeInformation(own, body);
        case REQUEST:
          return newRegistry(own).answer(body, SERVER).kind;
        default:
          return takeReply(own, body);
      }
    },
  };
}

/** A TypeObject, without its DHEADER, as if it had been asked for: described, and if that is a type, a codec is made and used. */
function takeObject(octets: Uint8Array): string {
  const object = littleEndianObject(octets, true);
  if (object === undefined) return "no object";
  const decoded = typeObjectCodec.decode(object);
  if (decoded instanceof CdrError) return decoded.code;
  const hash = equivalenceHashOf(object);
  const discriminator = decoded.$discriminator;
  const identifier = {
    $discriminator: discriminator,
    member: "equivalenceHash",
    value: hash,
  } as unknown as TypeIdentifier;
  const key = keyOf(identifier);
  if (key === undefined) return "no identifier";
  const stored = new StoredObject(identifier, object);
  if (!stored.isOfItsKind) return "another kind";
  const type = describeType(identifier, { objectOf: (asked: TypeKey) => (asked === key ? stored.decoded : undefined) });
  if (type instanceof TypeProblem) return "not described";
  return useType(type);
}

function useType(type: StructType): string {
  try {
    const codec = compileCodec(type, { representation: "xcdr2" });
    codec.tryDeserialize(new Uint8Array(64));
    codec.serialize(codec.defaultValue());
    representationOf(type);
    return "taken";
  } catch (error) {
    isRefusal(error, CdrError);
    return (error as CdrError).code;
  }
}

function takeInformation(own: readonly StructType[], octets: Uint8Array): string {
  const announced = announcedIn(octets);
  if (announced instanceof CdrError) return announced.code;
  const registry = newRegistry(own);
  const ours = registry.register(own.at(-1)!);
  for (const relation of ["complete", "minimal"] as const) {
    registry.isKnown(octets, relation);
    registry.request("peer", octets, relation, ADDRESS);
    registry.dependenciesRequest("peer", octets, relation, ADDRESS);
  }
  registry.describe(octets, "Name");
  registry.compare(ours, octets, CONSISTENCY);
  registry.compare(octets, ours, CONSISTENCY);
  return "taken";
}

function takeReply(own: readonly StructType[], octets: Uint8Array): string {
  const registry = new TypeRegistry(DEFAULT_LIMITS);
  const wanted = newRegistry(own).register(own.at(-1)!);
  registry.request("peer", wanted, "complete", ADDRESS);
  const reply = registry.takeReply("peer", octets, ADDRESS);
  if (reply === undefined) return "unreadable";
  if (reply.added > DEFAULT_LIMITS.maxTypesPerParticipant) throw new FuzzProblem(`${reply.added} types added`);
  registry.describe(wanted);
  return reply.added > 0 ? "taken" : "nothing added";
}

function newRegistry(own: readonly StructType[]): TypeRegistry {
  const registry = new TypeRegistry(DEFAULT_LIMITS);
  for (const type of own) registry.register(type);
  return registry;
}

function makePool(own: readonly StructType[]): (readonly [number, Uint8Array])[] {
  const pool: (readonly [number, Uint8Array])[] = [];
  for (const type of own) {
    const { complete, minimal, typeInformation } = representationOf(type);
    pool.push([INFORMATION, typeInformation]);
    for (const view of [complete, minimal]) {
      for (const { serialized } of view?.objects.values() ?? []) pool.push([OBJECT, serialized.subarray(4)]);
    }
  }
  for (const payload of capturedPayloads(CAPTURE, REQUEST_WRITER)) pool.push([REQUEST, payload.slice()]);
  for (const payload of capturedPayloads(CAPTURE, REPLY_WRITER)) pool.push([REPLY, payload.slice()]);
  const registry = newRegistry(own);
  const asking = new TypeRegistry(DEFAULT_LIMITS);
  for (const type of own) {
    const request = asking.request("peer", registry.register(type), "complete", ADDRESS);
    if (request === undefined) continue;
    pool.push([REQUEST, request]);
    const answer = registry.answer(request, SERVER);
    if (answer.kind === "reply") pool.push([REPLY, answer.payload]);
  }
  const compiled = readFileSync(join(CAPTURES, "..", "xtypes", "cyclone-idlc-0.10.2.json"), "utf8");
  for (const { types } of JSON.parse(compiled) as { types: { typeInformation: string }[] }[]) {
    for (const { typeInformation } of types)
      pool.push([INFORMATION, Uint8Array.from(Buffer.from(typeInformation, "hex"))]);
  }
  return pool;
}

const CONSISTENCY = {
  ignoreSequenceBounds: true,
  ignoreStringBounds: true,
  ignoreMemberNames: false,
  preventTypeWidening: false,
} as never;
