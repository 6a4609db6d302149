// XTypes 1.3 §7.6.3.3 between two participants in virtual time: lost and late answers, limits, and peers that lie.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileCodec } from "../../src/cdr/index.js";
import { parseIdl, type StructType, struct } from "../../src/idl/index.js";
import type { TypeSupport } from "../../src/participant/types.js";
import type { Limits } from "../../src/rtps/behavior/tuning.js";
import { ENTITYID_TL_SVC_REPLY_WRITER, ENTITYID_TL_SVC_REQ_WRITER } from "../../src/rtps/structure/entityId.js";
import { carries, dropAll, dropFirst, SimNetwork } from "../../src/simulation/index.js";
import type { DropReason } from "../../src/trace/dropReasons.js";
import { representationOf } from "../../src/xtypes/build/representation.js";
import { TypeProblem } from "../../src/xtypes/describe/TypeProblem.js";
import { componentIdentifier, hashIdentifier, keyOf } from "../../src/xtypes/identifiers.js";
import * as kinds from "../../src/xtypes/kinds.js";
import { equivalenceHashOf } from "../../src/xtypes/nameHash.js";
import { readReply, readRequest, replyPayload } from "../../src/xtypes/registry/messages.js";
import type { TypeRegistry } from "../../src/xtypes/registry/TypeRegistry.js";
import { typeInformationCodec, typeObjectCodec } from "../../src/xtypes/wire/codecs.js";
import type { TypeIdentifier } from "../../src/xtypes/wire/identifierTypes.js";
import {
  GET_TYPES,
  type TypeIdentifierTypeObjectPair,
  typeLookupReply,
} from "../../src/xtypes/wire/typeLookupTypes.js";
import { typeObject } from "../../src/xtypes/wire/typeObjectTypes.js";
import type { TypeObject } from "../../src/xtypes/wire/typeObjectValues.js";
import { inconsistencies, matches, type TypedOptions, typedPair, typedReader, typedWriter } from "./simSupport.js";
import { chosen, typeOf } from "./support.js";

const test = suite("xtypes/typeLookup");

const DATA = 0x15;
const POINT = typeOf("@appendable struct Point { @key long id; double x; };");
const GROWN = typeOf("@appendable struct Point { @key long id; double x; double y; };");
const OTHER = typeOf("@appendable struct Point { @key long id; float x; };");

type Pair = ReturnType<typeof typedPair>;

/** What was settled about types of the other participant: true for known, else the reason. */
function settled({ sim }: Pair["writer"]): (true | string)[] {
  return sim.eventsOf("typeSettled").map(({ isKnown, reason }) => isKnown || reason);
}

function dropped({ sim }: Pair["writer"], reason: DropReason): number {
  return sim.engine.countersSnapshot().dropped[reason] ?? 0;
}

test("lost requests and replies are repeated", () => {
  for (const writerId of [ENTITYID_TL_SVC_REQ_WRITER, ENTITYID_TL_SVC_REPLY_WRITER]) {
    const { network, writer, reader } = typedPair();
    network.setFilter(dropFirst(3, carries(DATA, writerId)));
    typedWriter(writer, GROWN);
    typedReader(reader, POINT);
    network.runUntil(2000);
    assert.equal([matches(writer), matches(reader)], [1, 1]);
    assert.equal([settled(writer), settled(reader)], [[true], [true]]);
  }
});

test("who does not answer is asked four times; then names decide, and the reason is told", () => {
  const { network, writer, reader } = typedPair();
  network.setFilter(dropAll(carries(DATA, ENTITYID_TL_SVC_REPLY_WRITER)));
  typedWriter(writer, OTHER);
  typedReader(reader, POINT);
  network.runUntil(1500);
  assert.is(matches(reader), 0, "not as long as it may still answer");
  network.runUntil(4000);
  assert.is(matches(reader), 1);
  assert.equal(settled(reader), ["its participant does not answer TypeLookup requests"]);
});

test("a participant without the service is not asked: names decide at once", () => {
  const { network, writer, reader } = typedPair({ writer: { types: () => undefined } });
  typedWriter(writer, OTHER);
  typedReader(reader, POINT);
  network.runUntil(500);
  assert.equal([matches(writer), matches(reader)], [1, 1]);
  assert.equal(settled(reader), ["its participant offers no TypeLookup service"]);
});

test("a type that a peer comes to have late is got all the same", () => {
  let isReady = false;
  const late = answering((registry, payload, server) => {
    if (isReady) return registry.answer(payload, server);
    return emptyAnswer(payload);
  });
  const { network, writer, reader } = typedPair({ writer: { types: late } });
  typedWriter(writer, OTHER);
  typedReader(reader, POINT);
  network.runUntil(1100);
  assert.is(matches(reader), 0);
  isReady = true;
  network.runUntil(2500);
  assert.equal(settled(reader), [true]);
  assert.is(inconsistencies(reader).length, 1);
});

test("who has minimal types alone is asked for those", () => {
  const minimalOnly = answering((registry, payload, server) => {
    const request = readRequest(payload);
    if (request instanceof Error || request.data.member !== "getTypes") return registry.answer(payload, server);
    const isMinimal = request.data.value.typeIds[0]!.$discriminator === kinds.EK_MINIMAL;
    return isMinimal ? registry.answer(payload, server) : emptyAnswer(payload);
  });
  const { network, writer, reader } = typedPair({ writer: { types: minimalOnly } });
  typedWriter(writer, OTHER);
  typedReader(reader, POINT);
  network.runUntil(400);
  assert.equal(settled(reader), [true]);
  // The writer's member has no name here, but its hash is that of x.
  assert.match(inconsistencies(reader)[0]!, /x: the reader has float64, the writer float32/);
});

test("dependencies that are not listed are asked for page by page, or found level by level", () => {
  const type = wideType(200);
  for (const answersDependencies of [true, false]) {
    const quiet = answering((registry, payload, server) => {
      const request = readRequest(payload);
      const isOther = !(request instanceof Error) && request.data.member === "getTypeDependencies";
      return isOther && !answersDependencies ? { kind: "notForUs" } : registry.answer(payload, server);
    });
    const { network, writer, reader } = typedPair({ writer: { types: quiet } });
    writer.registry.register(type);
    const handle = typedWriter(writer, type, { typeInformation: withoutDependencies(type) });
    typedReader(reader, POINT);
    network.runUntil(3000);
    assert.equal(settled(reader), [true], `answers: ${answersDependencies}`);
    const described = reader.registry.describe(withoutDependencies(type)) as StructType;
    assert.is(described.members.length, 200);
    assert.ok(handle > 0);
  }
});

test("a long chain of dependencies that nobody lists is followed to a depth", () => {
  const chain = (levels: number) => {
    let type = typeOf("struct L0 { long a; };");
    for (let level = 1; level <= levels; level++) type = struct(`L${level}`, { below: type });
    return type;
  };
  for (const [levels, expected] of [
    [20, true],
    [80, "what it depends on goes too deep"],
  ] as const) {
    const silent = answering((registry, payload, server) => {
      const request = readRequest(payload);
      const isOther = !(request instanceof Error) && request.data.member === "getTypeDependencies";
      return isOther ? { kind: "notForUs" } : registry.answer(payload, server);
    });
    const { network, writer, reader } = typedPair({ writer: { types: silent } });
    const type = chain(levels);
    writer.registry.register(type);
    typedWriter(writer, type, { typeInformation: withoutDependencies(type) });
    typedReader(reader, POINT);
    network.runUntil(10_000);
    assert.equal(settled(reader), [expected], `${levels} levels`);
  }
});

test("replies have a largest size, and what does not fit is asked for again", () => {
  const sizes: number[] = [];
  const measured = answering((registry, payload, server) => {
    const answer = registry.answer(payload, server);
    if (answer.kind === "reply") sizes.push(answer.payload.length);
    return answer;
  });
  const limits = { maxTypeReplyBytes: 2000 };
  const { network, writer, reader } = typedPair({ writer: { types: measured, limits } });
  const type = wideType(60);
  typedWriter(writer, type);
  typedReader(reader, POINT);
  network.runUntil(3000);
  assert.equal(settled(reader), [true]);
  assert.ok(sizes.length > 3, `${sizes.length} replies`);
  // One type goes even if it is larger: the topic type with its sixty members is.
  assert.equal(sizes.filter((size) => size > 2000).length, 1);
});

test("types of a participant that is gone are forgotten, and asked for again when it comes back", () => {
  const network = new SimNetwork({ seed: 1 });
  const { writer, reader } = typedPair({}, network);
  typedWriter(writer, GROWN);
  typedReader(reader, POINT);
  network.runUntil(1000);
  const information = writer.registry.register(GROWN);
  assert.not.instance(reader.registry.describe(information), TypeProblem);
  assert.is.not(reader.registry.describe(information), undefined);
  writer.sim.close();
  network.runUntil(2000);
  assert.is(reader.registry.describe(information), undefined);
});

// ---- peers that lie ----

const [POINT_OBJECT] = representationOf(POINT).complete.objects.values();

const lies: Readonly<Record<string, (asked: readonly TypeIdentifier[]) => TypeIdentifierTypeObjectPair[]>> = {
  "another type under the hash that was asked for": (asked) =>
    asked.map((typeIdentifier) => ({ typeIdentifier, typeObject: POINT_OBJECT!.serialized.subarray(4) })),
  "octets that are no TypeObject, under their own hash": () => {
    const octets = Uint8Array.of(1, 2, 3, 4);
    const hash = equivalenceHashOf(Uint8Array.of(4, 0, 0, 0, ...octets));
    return [{ typeIdentifier: hashIdentifier(kinds.EK_COMPLETE, hash), typeObject: octets }];
  },
  "a type that nobody asked for": () => [
    { typeIdentifier: POINT_OBJECT!.identifier, typeObject: POINT_OBJECT!.serialized.subarray(4) },
  ],
  "a part of a component with an impossible place": (asked) => {
    const hash = chosen(asked[0]!, "equivalenceHash");
    const typeIdentifier = componentIdentifier(kinds.EK_COMPLETE, hash, 1, 7);
    return [{ typeIdentifier, typeObject: POINT_OBJECT!.serialized.subarray(4) }];
  },
};

for (const [about, lie] of Object.entries(lies)) {
  test(`${about} is refused and counted`, () => {
    const { network, writer, reader } = typedPair({ writer: { types: lying(lie) } });
    typedWriter(writer, OTHER);
    typedReader(reader, POINT);
    network.runUntil(4000);
    assert.equal(settled(reader), ["its participant does not have the type, or not all of it"]);
    assert.ok(dropped(reader, "badTypeObject") > 0);
    assert.is(matches(reader), 1, "names decide");
  });
}

test("garbage for a reply is dropped", () => {
  const garbage = answering(() => ({ kind: "reply", payload: Uint8Array.of(0, 7, 0, 0, 1, 2, 3) }));
  const { network, writer, reader } = typedPair({ writer: { types: garbage } });
  typedWriter(writer, OTHER);
  typedReader(reader, POINT);
  network.runUntil(4000);
  assert.equal(settled(reader), ["its participant does not answer TypeLookup requests"]);
  assert.ok(dropped(reader, "badPayload") > 0);
});

test("a peer that makes up ever new types comes to an end", () => {
  let count = 0;
  const known = new Map<string, Uint8Array>();
  // Each type has a member of a type that is made up when it is asked for: but a hash is of what it names, so the
  // chain is made from its end, long enough to be endless.
  const made = chainOfObjects(300);
  for (const { identifier, serialized } of made) known.set(keyOf(identifier)!, serialized);
  const endless = answering((_registry, payload) => {
    count++;
    return typesAnswer(payload, (asked) =>
      asked.flatMap((typeIdentifier) => {
        const serialized = known.get(keyOf(typeIdentifier)!);
        return serialized === undefined ? [] : [{ typeIdentifier, typeObject: serialized.subarray(4) }];
      }),
    );
  });
  const { network, writer, reader } = typedPair({ writer: { types: endless } });
  const root = made.at(-1)!.identifier;
  typedWriter(writer, OTHER, { typeInformation: announcing(root) });
  typedReader(reader, POINT);
  network.runUntil(20_000);
  assert.equal(settled(reader), ["what it depends on goes too deep"]);
  assert.ok(count < 80, `${count} requests`);
});

test("one participant makes us hold so many types and octets, and no more", () => {
  const type = wideType(60);
  for (const limits of [{ maxTypesPerParticipant: 10 }, { maxTypeBytesPerParticipant: 3000 }] as Partial<Limits>[]) {
    const { network, writer, reader } = typedPair({ reader: { limits } });
    typedWriter(writer, type);
    typedReader(reader, POINT);
    network.runUntil(10_000);
    assert.ok(dropped(reader, "limitTypes") > 0);
    assert.is.not(settled(reader)[0], true);
  }
});

test("eight types of one participant are asked about at a time", () => {
  let requests = 0;
  let isReady = false;
  const slow = answering((registry, payload, server) => {
    requests++;
    return isReady ? registry.answer(payload, server) : { kind: "notForUs" };
  });
  const { network, writer, reader } = typedPair({ writer: { types: slow } });
  for (let index = 0; index < 20; index++) {
    typedWriter(writer, typeOf(`@appendable struct Point { @key long id; double x; long extra${index}; };`));
  }
  typedReader(reader, POINT);
  network.runUntil(450);
  assert.is(requests, 8);
  isReady = true;
  network.runUntil(10_000);
  assert.is(matches(reader), 20);
});

test("a request for somebody else, and one that nobody understands", () => {
  const { reader } = typedPair();
  reader.registry.register(POINT);
  const address = { writerGuid: new Uint8Array(16), sn: 1, server: new Uint8Array(12).fill(5) };
  const information = reader.registry.register(GROWN);
  const asker = typedPair().writer.registry;
  const request = asker.request("peer", information, "complete", address)!;
  assert.is(reader.registry.answer(request, new Uint8Array(12).fill(6)).kind, "notForUs");
  assert.is(reader.registry.answer(request, new Uint8Array(12).fill(5)).kind, "reply");
  assert.is(reader.registry.answer(request.subarray(0, 30), new Uint8Array(12).fill(5)).kind, "unreadable");
  // Another operation: the discriminator of the union behind its DHEADER.
  const other = request.slice();
  const at = other.indexOf(0xd3);
  other.set([1, 0, 0, 0], at);
  const answer = reader.registry.answer(other, new Uint8Array(12).fill(5));
  assert.is(answer.kind, "reply");
  const read = readReply((answer as { payload: Uint8Array }).payload);
  assert.is(!(read instanceof Error) && read.reply.header.remoteEx, 4);
});

test("an answer to somebody else's request is nothing to us", () => {
  const { reader, writer } = typedPair();
  const information = writer.registry.register(GROWN);
  const guid = new Uint8Array(16).fill(1);
  const address = { writerGuid: guid, sn: 1, server: new Uint8Array(12) };
  const request = reader.registry.request("peer", information, "complete", address)!;
  const answer = writer.registry.answer(request, new Uint8Array(12)) as { payload: Uint8Array };
  assert.is(reader.registry.takeReply("peer", answer.payload, new Uint8Array(16).fill(2))!.added, 0);
  assert.is(reader.registry.takeReply("peer", answer.payload, guid)!.added, 1);
  assert.ok(reader.registry.isKnown(information, "complete"));
});

test("a big-endian TypeObject has the hash of its little-endian form", () => {
  const { reader, writer } = typedPair();
  const information = writer.registry.register(POINT);
  const guid = new Uint8Array(16).fill(1);
  const address = { writerGuid: guid, sn: 1, server: new Uint8Array(12) };
  reader.registry.request("peer", information, "complete", address);
  const reply = bigEndianReply(guid);
  assert.equal(reader.registry.takeReply("peer", reply, guid), { sn: 1, added: 1, refused: 0, beyondLimits: 0 });
});

// ---- helpers ----

type Answer = ReturnType<TypeSupport["answer"]>;

/** A participant that answers requests in its own way. */
function answering(
  answer: (registry: TypeRegistry, payload: Uint8Array, server: Uint8Array) => Answer,
): TypedOptions["types"] {
  return (registry) => {
    const types = Object.create(registry) as TypeRegistry;
    types.answer = (payload, server) => answer(registry, payload, server);
    return types;
  };
}

function lying(lie: (asked: readonly TypeIdentifier[]) => TypeIdentifierTypeObjectPair[]): TypedOptions["types"] {
  return answering((_registry, payload) => typesAnswer(payload, lie));
}

function emptyAnswer(payload: Uint8Array): Answer {
  return typesAnswer(payload, () => []);
}

function typesAnswer(
  payload: Uint8Array,
  make: (asked: readonly TypeIdentifier[]) => TypeIdentifierTypeObjectPair[],
): Answer {
  const request = readRequest(payload);
  if (request instanceof Error) throw request;
  const asked = request.data.member === "getTypes" ? request.data.value.typeIds : [];
  const value = { types: make(asked), completeToMinimal: [] };
  const result = { $discriminator: 0, member: "result", value } as const;
  const reply = replyPayload(request.header.requestId, {
    $discriminator: GET_TYPES,
    member: "getTypes",
    value: result,
  });
  return { kind: "reply", payload: reply };
}

/** A struct with so many members of types of their own. */
function wideType(count: number): StructType {
  const structs = Array.from({ length: count }, (_, index) => `struct Part${index} { long field${index}; };`);
  const members = Array.from({ length: count }, (_, index) => `Part${index} part${index};`);
  return parseIdl(`${structs.join(" ")} @appendable struct Wide { ${members.join(" ")} };`).structs.at(-1)!;
}

/** As senders that do not count announce it. */
function withoutDependencies(type: StructType): Uint8Array {
  const { complete, minimal } = representationOf(type);
  const only = (typeId: TypeIdentifier) => ({
    typeidWithSize: { typeId, typeobjectSerializedSize: 0 },
    dependentTypeidCount: -1,
    dependentTypeids: [],
  });
  return typeInformationCodec.encode({ minimal: only(minimal.identifier), complete: only(complete.identifier) });
}

function announcing(complete: TypeIdentifier): Uint8Array {
  const only = (typeId: TypeIdentifier) => ({
    typeidWithSize: { typeId, typeobjectSerializedSize: 0 },
    dependentTypeidCount: 0,
    dependentTypeids: [],
  });
  const none = { $discriminator: kinds.TK_NONE, member: null, value: undefined } as const;
  return typeInformationCodec.encode({ minimal: only(none), complete: only(complete) });
}

/** The builders refuse types that are nested so deeply: each level is made alone. */
function chainOfObjects(levels: number) {
  const objects = [...representationOf(typeOf("struct L0 { long a; };")).complete.objects.values()];
  const object = typeObjectCodec.decode(objects[0]!.serialized);
  if (object instanceof Error) throw object;
  const bottom = chosen(object.value, "structType");
  const [first] = bottom.memberSeq;
  for (let level = 1; level < levels; level++) {
    const memberSeq = [{ ...first!, common: { ...first!.common, memberTypeId: objects.at(-1)!.identifier } }];
    const value = { ...bottom, header: { ...bottom.header, detail: { typeName: `L${level}` } }, memberSeq };
    const changed = { ...object, value: { ...object.value, value } } as TypeObject;
    const serialized = typeObjectCodec.encode(changed);
    objects.push({ identifier: hashIdentifier(kinds.EK_COMPLETE, equivalenceHashOf(serialized)), serialized });
  }
  return objects;
}

function bigEndianReply(guid: Uint8Array): Uint8Array {
  const object = typeObjectCodec.decode(POINT_OBJECT!.serialized);
  const holder = struct("Holder", { value: typeObject }, { extensibility: "final" });
  const big = { representation: "xcdr2", byteOrder: "big" } as const;
  const encoded = compileCodec(holder, big).serialize({ value: object });
  const octets = encoded.slice(8, encoded.length - (encoded[3]! & 3));
  const types = [{ typeIdentifier: POINT_OBJECT!.identifier, typeObject: octets }];
  const result = { $discriminator: 0, member: "result", value: { types, completeToMinimal: [] } };
  return compileCodec(typeLookupReply, big).serialize({
    header: { relatedRequestId: { writerGuid: guid, sequenceNumber: { high: 0, low: 1 } }, remoteEx: 0 },
    return: { $discriminator: GET_TYPES, member: "getTypes", value: result },
  });
}

test.run();
