// From TypeObjects back to descriptions: what is said comes back, and what makes no sense is a problem in words.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type StructType, unaliased } from "../../src/idl/index.js";
import { notAssignable } from "../../src/xtypes/assignability/Assignability.js";
import { Equivalence } from "../../src/xtypes/assignability/equivalence.js";
import { type RelationView, representationOf } from "../../src/xtypes/build/representation.js";
import { describeType } from "../../src/xtypes/describe/describeType.js";
import { TypeProblem } from "../../src/xtypes/describe/TypeProblem.js";
import { hashIdentifier, primitiveIdentifier, type TypeKey } from "../../src/xtypes/identifiers.js";
import * as kinds from "../../src/xtypes/kinds.js";
import { closureOf, type ObjectSource } from "../../src/xtypes/references.js";
import { typeObjectCodec } from "../../src/xtypes/wire/codecs.js";
import type { TypeIdentifier } from "../../src/xtypes/wire/identifierTypes.js";
import type { ObjectOfKind, StructMemberObject, TypeObject } from "../../src/xtypes/wire/typeObjectValues.js";
import { cycloneCompiled, hex, typeOf } from "./support.js";

const test = suite("xtypes/describe");

const EVERYTHING = `
  @annotation note { string text; };
  module everything {
    enum Color { RED, @value(5) GREEN, @default_literal BLUE };
    @final @bit_bound(8) enum Small { ONE, TWO };
    @bit_bound(16) bitmask Flags { F0, @position(4) F4 };
    bitset Bits { bitfield<3> low; bitfield<2>; bitfield<10, unsigned long> high; };
    typedef sequence<long, 300> Longs;
    typedef Longs Again[2];
    @nested struct Point { double x; double y; };
    @mutable union ByColor switch (Color) { case Color::RED: long red; case Color::GREEN: string<7> green; default: Point other; };
    union ByChar switch (char) { case 'a': case 'b': @external Point p; case 'c': sequence<Point> list; };
    union ByBool switch (boolean) { case TRUE: octet yes; case FALSE: @try_construct(TRIM) string<3> no; };
    union ByLongLong switch (long long) { case -1: long a; };
    @mutable struct Base { @key @id(77) long id; };
    @note(text = "all of it") @mutable @autoid(HASH) struct All : Base {
      boolean b; octet o; char c; wchar w; int8 i8; uint8 u8; short i16; unsigned short u16;
      long i32; unsigned long u32; long long i64; unsigned long long u64; float f; double d; long double ld;
      string s; string<300> s300; wstring ws; wstring<4> ws4;
      @hashid("other") long hashed; @hashid long own; @unit("m") @min(-5) @max(7) short limited;
      @optional Point maybe; @external Point elsewhere; @must_understand long important;
      @try_construct(USE_DEFAULT) Color color; Small small; Flags flags; Bits bits;
      Longs longs; Again again; sequence<sequence<Point, 2>> nested; Point grid[2][300];
      map<string<5>, sequence<Color>, 10> named; map<long, Point> numbered;
      ByColor byColor; ByChar byChar; ByBool byBool; ByLongLong byLongLong;
      @note(text = "this one") long annotated;
      sequence<@external Point> outside;
    };
  };`;

/** Looks up what a type consists of. */
function sourceOf(...views: readonly RelationView[]): ObjectSource {
  const objects = new Map<TypeKey, TypeObject>();
  for (const { objects: serialized } of views) {
    for (const [key, object] of serialized) {
      const decoded = typeObjectCodec.decode(object.serialized);
      if (decoded instanceof Error) throw decoded;
      objects.set(key, decoded);
    }
  }
  return { objectOf: (key) => objects.get(key) };
}

function described(view: RelationView, name?: string): StructType {
  const type = describeType(view.identifier, sourceOf(view), name);
  if (type instanceof TypeProblem) throw type;
  return type;
}

test("everything that a complete object can say comes back", () => {
  const type = typeOf(EVERYTHING, "everything::All");
  const original = representationOf(type);
  const back = described(original.complete);
  assert.is(hex(representationOf(back).typeInformation), hex(original.typeInformation));
  assert.ok(new Equivalence().isEquivalent(type, back));
  const limited = back.members.find(({ name }) => name === "limited")!;
  assert.equal([limited.unit, limited.min, limited.max], ["m", -5, 7]);
  assert.equal(back.annotations, [{ name: "note", parameters: { text: "all of it" } }]);
  assert.is(back.base!.name, "everything::Base");
  assert.is(back.inheritedCount, 1);
});

for (const { idl, types } of cycloneCompiled()) {
  for (const { type } of types) {
    if (!new RegExp(`struct ${type.split("::").at(-1)}\\b`).test(idl)) continue;
    test(`${type} comes back`, () => {
      const original = representationOf(typeOf(idl, type));
      const back = described(original.complete);
      assert.is(hex(representationOf(back).typeInformation), hex(original.typeInformation));
    });
  }
}

test("recursive types come back", () => {
  const idl = `
    struct Tree; typedef sequence<Tree> Trees;
    struct Tree { Trees below; @optional @external Tree next; long value; };`;
  const original = representationOf(typeOf(idl, "Tree"));
  const back = described(original.complete);
  assert.is(hex(representationOf(back).typeInformation), hex(original.typeInformation));
  const below = unaliased(back.members[0]!.type);
  assert.is(below.kind === "sequence" && below.element, back);
});

test("a minimal object gives made-up names, and is the same type to matching", () => {
  const type = typeOf(EVERYTHING, "everything::All");
  const { minimal } = representationOf(type);
  const back = described(minimal, "everything::All");
  assert.is(back.name, "everything::All");
  assert.match(back.members[1]!.name, /^m_[0-9a-f]{8}$/);
  const options = {
    ignoreSequenceBounds: false,
    ignoreStringBounds: false,
    ignoreMemberNames: false,
    preventTypeWidening: true,
  };
  assert.is(notAssignable(type, back, options), undefined);
  assert.is(notAssignable(back, type, options), undefined);
  const renamed = typeOf(EVERYTHING.replace("long important;", "long unimportant;"), "everything::All");
  assert.is.not(notAssignable(renamed, back, options), undefined);
});

test("what is missing is told, with all that is there", () => {
  const { complete } = representationOf(typeOf(EVERYTHING, "everything::All"));
  const [first, second] = complete.objects.keys();
  const all = sourceOf(complete);
  const source = { objectOf: (key: TypeKey) => (key === second ? undefined : all.objectOf(key)) };
  const closure = closureOf([complete.identifier], source, 1000);
  assert.is([...closure.present.keys()][0], first);
  assert.is(closure.missing.length, 1);
  assert.match((describeType(complete.identifier, source) as TypeProblem).message, /is not known/);
  assert.ok(closureOf([complete.identifier], all, 3).isCut);
});

test("names that no IDL has are made to ones that it could have", () => {
  const members = [member(0, "_private"), member(1, "a b"), member(2, "A B"), member(3, "Ä")];
  const type = describeAlone({ ...structObject(members), typeName: "pkg::_Type<int>" }) as StructType;
  assert.is(type.name, "pkg::T_Type_int_");
  assert.equal(
    type.members.map(({ name }) => name),
    ["m_private", "a_b", "A_B_2", "m_"],
  );
  const same = typeOf("struct S { @id(0) long x; };");
  const options = {
    ignoreSequenceBounds: true,
    ignoreStringBounds: true,
    ignoreMemberNames: false,
    preventTypeWidening: false,
  };
  assert.match(notAssignable(same, type, options)!.reason, /the member with id 0 is x at the reader/);
});

test("Cyclone's older union members are counted from 0: they are counted as everybody's", () => {
  const common = (memberId: number, label: number) => ({
    memberId,
    memberFlags: 1,
    typeId: primitiveIdentifier("int32"),
    labelSeq: [label],
  });
  const union = (extensibility: number): ObjectOfKind => ({
    $discriminator: kinds.TK_UNION,
    member: "unionType",
    value: {
      unionFlags: extensibility,
      header: { detail: { typeName: "U" } },
      discriminator: { common: { memberFlags: 0x11, typeId: primitiveIdentifier("int32") } },
      memberSeq: [
        { common: common(0, 1), detail: { name: "a" } },
        { common: common(1, 2), detail: { name: "b" } },
      ],
    },
  });
  const identifier = hashIdentifier(kinds.EK_COMPLETE, new Uint8Array(14).fill(1));
  const holder = structObject([member(0, "u", identifier)]);
  const type = describeAlone(holder, [identifier, union(kinds.IS_APPENDABLE)]) as StructType;
  const inner = unaliased(type.members[0]!.type);
  assert.equal(inner.kind === "union" && inner.cases.map(({ id }) => id), [1, 2]);
  assert.instance(describeAlone(holder, [identifier, union(kinds.IS_MUTABLE)]), TypeProblem);
});

const SELF = hashIdentifier(kinds.EK_COMPLETE, new Uint8Array(14).fill(9));
const OTHER = hashIdentifier(kinds.EK_COMPLETE, new Uint8Array(14).fill(8));

const nonsense: Readonly<Record<string, () => StructType | TypeProblem>> = {
  "a struct that always holds another of its kind": () => describeAlone(structObject([member(0, "a", SELF)])),
  "a struct that inherits from itself": () => describeAlone(structObject([member(0, "a")], SELF)),
  "a struct that inherits from a number": () =>
    describeAlone(structObject([member(0, "a")], primitiveIdentifier("int32"))),
  "two members with one id": () => describeAlone(structObject([member(1, "a"), member(1, "b")])),
  "an optional key": () =>
    describeAlone(structObject([{ ...member(0, "a"), flags: kinds.IS_KEY | kinds.IS_OPTIONAL }])),
  "an unknown kind of type": () => describeAlone(structObject([member(0, "a", unknownKind())])),
  "a typedef of itself": () => describeAlone(structObject([member(0, "a", OTHER)]), [OTHER, aliasObject(OTHER)]),
  "a typedef of a sequence of itself": () =>
    describeAlone(structObject([member(0, "a", OTHER)]), [OTHER, aliasObject(sequenceOf(OTHER))]),
  "a map by a struct": () => describeAlone(structObject([member(0, "a", mapBy(SELF))])),
  "an array without dimensions": () => describeAlone(structObject([member(0, "a", arrayOf([]))])),
  "an array of nothing": () => describeAlone(structObject([member(0, "a", arrayOf([0]))])),
  "an array without an end": () => describeAlone(structObject([member(0, "a", arrayOf([4e9, 4e9]))])),
  "sequences in sequences without an end": () => describeAlone(structObject([member(0, "a", nestedSequences(500))])),
  "a type that is no struct": () => describeType(primitiveIdentifier("int32"), { objectOf: () => undefined }),
};

for (const [about, describe] of Object.entries(nonsense)) {
  test(`${about} is a problem in words`, () => {
    const problem = describe();
    assert.instance(problem, TypeProblem);
    assert.ok((problem as TypeProblem).message.length > 10);
  });
}

test("a billion members in a few octets are refused", () => {
  const levels = 30;
  const ids = Array.from({ length: levels }, (_, level) =>
    hashIdentifier(kinds.EK_COMPLETE, new Uint8Array(14).fill(100 + level)),
  );
  const objects = ids.map((_, level): readonly [TypeIdentifier, ObjectOfKind] => {
    const below = ids[level + 1] ?? primitiveIdentifier("int32");
    return [ids[level]!, objectOf(structObject([member(0, "a", below), member(1, "b", below)]))];
  });
  const problem = describeAlone(structObject([member(0, "all", ids[0]!)]), ...objects);
  assert.match((problem as TypeProblem).message, /members at all levels/);
});

test("unions that never end are found out in reasonable time", () => {
  // Each has two cases of the next, and the last holds the first.
  const levels = 40;
  const ids = Array.from({ length: levels }, (_, level) =>
    hashIdentifier(kinds.EK_COMPLETE, new Uint8Array(14).fill(100 + level)),
  );
  const objects = ids.map((id, level): readonly [TypeIdentifier, ObjectOfKind] => {
    const next = ids[(level + 1) % levels]!;
    const common = (label: number) => ({ memberId: label, memberFlags: 1, typeId: next, labelSeq: [label] });
    const value = {
      unionFlags: kinds.IS_APPENDABLE,
      header: { detail: { typeName: `U${level}` } },
      discriminator: { common: { memberFlags: 0x11, typeId: primitiveIdentifier("int32") } },
      memberSeq: [1, 2].map((label) => ({ common: common(label), detail: { name: `c${label}` } })),
    };
    return [id, { $discriminator: kinds.TK_UNION, member: "unionType", value }];
  });
  const problem = describeAlone(structObject([member(0, "u", ids[0]!)]), ...objects);
  assert.match((problem as TypeProblem).message, /would hold another one/);
});

interface GivenMember {
  readonly id: number;
  readonly name: string;
  readonly type: TypeIdentifier;
  readonly flags: number;
}
interface GivenStruct {
  readonly members: readonly GivenMember[];
  readonly base: TypeIdentifier;
  readonly typeName: string;
}

function member(id: number, name: string, type: TypeIdentifier = primitiveIdentifier("int32")): GivenMember {
  return { id, name, type, flags: kinds.TRY_CONSTRUCT_DISCARD };
}

function structObject(
  members: readonly GivenMember[],
  base: TypeIdentifier = { $discriminator: kinds.TK_NONE, member: null, value: undefined },
): GivenStruct {
  return { members, base, typeName: "S" };
}

function objectOf({ members, base, typeName }: GivenStruct): ObjectOfKind {
  const memberSeq = members.map(
    ({ id, name, type, flags }): StructMemberObject => ({
      common: { memberId: id, memberFlags: flags, memberTypeId: type },
      detail: { name },
    }),
  );
  const value = { structFlags: kinds.IS_APPENDABLE, header: { baseType: base, detail: { typeName } }, memberSeq };
  return { $discriminator: kinds.TK_STRUCTURE, member: "structType", value };
}

/** The struct has the identifier SELF. */
function describeAlone(
  given: GivenStruct,
  ...others: readonly (readonly [TypeIdentifier, ObjectOfKind])[]
): StructType | TypeProblem {
  const objects = new Map<TypeIdentifier["value"], ObjectOfKind>(others.map(([id, object]) => [id.value, object]));
  objects.set(SELF.value, objectOf(given));
  const byKey = new Map([...objects].map(([hash, object]) => [`f2${hex(hash as Uint8Array)}`, object]));
  return describeType(SELF, {
    objectOf: (key) => {
      const value = byKey.get(key);
      return value && { $discriminator: kinds.EK_COMPLETE, member: "complete", value };
    },
  });
}

function aliasObject(relatedType: TypeIdentifier): ObjectOfKind {
  const body = { common: { relatedFlags: 0, relatedType } };
  const value = { aliasFlags: 0, header: { detail: { typeName: "A" } }, body };
  return { $discriminator: kinds.TK_ALIAS, member: "aliasType", value };
}

const header = { equivKind: kinds.EK_COMPLETE, elementFlags: 1 };

function sequenceOf(elementIdentifier: TypeIdentifier): TypeIdentifier {
  return { $discriminator: 0x80, member: "seqSdefn", value: { header, bound: 0, elementIdentifier } };
}

function nestedSequences(levels: number): TypeIdentifier {
  let type = primitiveIdentifier("int32");
  for (let level = 0; level < levels; level++) type = sequenceOf(type);
  return type;
}

function arrayOf(arrayBoundSeq: readonly number[]): TypeIdentifier {
  const elementIdentifier = primitiveIdentifier("int32");
  return { $discriminator: 0x91, member: "arrayLdefn", value: { header, arrayBoundSeq, elementIdentifier } };
}

function mapBy(keyIdentifier: TypeIdentifier): TypeIdentifier {
  const elementIdentifier = primitiveIdentifier("int32");
  const value = { header, bound: 0, elementIdentifier, keyFlags: 1, keyIdentifier };
  return { $discriminator: 0xa0, member: "mapSdefn", value };
}

function unknownKind(): TypeIdentifier {
  return { $discriminator: 0xc7, member: null, value: undefined };
}

test.run();
