// Identifiers, TypeObjects and TypeInformation: what vendors make of the same IDL, what they sent, and XTypes 1.3.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  array,
  int32,
  map,
  octet,
  sequence,
  string,
  struct,
  type TypeDescription,
  wstring,
} from "../../src/idl/index.js";
import { identifierOf, representationOf } from "../../src/xtypes/build/representation.js";
import { UnsayableType } from "../../src/xtypes/build/typeObjects.js";
import { keyOf } from "../../src/xtypes/identifiers.js";
import * as kinds from "../../src/xtypes/kinds.js";
import { equivalenceHashOf, nameHashOf } from "../../src/xtypes/nameHash.js";
import { typeIdentifierCodec, typeObjectCodec, typeObjectSeqCodec } from "../../src/xtypes/wire/codecs.js";
import type { AnnotationObject, StructObject, TypeObject } from "../../src/xtypes/wire/typeObjectValues.js";
import { chosen, cycloneCompiled, hex, structIn, typeOf } from "./support.js";

const test = suite("xtypes/typeObjects");

/** Where XTypes 1.3 and this version of Cyclone DDS part, and in what. */
const CYCLONE_DEPARTS: Readonly<Record<string, string>> = {
  Wide: "members of minimal objects stand in the order of the definition, not of their ids",
  Bytes: "int8 is TK_CHAR8 and uint8 is TK_BYTE",
};

for (const { idl, types } of cycloneCompiled()) {
  for (const { type, typeInformation, typeMapping } of types) {
    if (CYCLONE_DEPARTS[type] !== undefined || idl.includes(`union ${type.replace("un::", "")} `)) continue;
    test(`${type} has the TypeObjects and the TypeInformation of Cyclone DDS`, () => {
      const made = representationOf(typeOf(idl, type));
      for (const { serialized } of [...made.complete.objects.values(), ...made.minimal.objects.values()]) {
        assert.ok(typeMapping.includes(hex(serialized)), hex(serialized));
      }
      assert.is(hex(made.typeInformation), typeInformation);
    });
  }
}

test("Cyclone DDS departs in what is listed, and in nothing else", () => {
  const all = cycloneCompiled().flatMap(({ idl, types }) => types.map((type) => ({ idl, ...type })));
  const objectsOf = (name: string) => {
    const { idl, typeMapping } = all.find(({ type }) => type === name)!;
    const { complete, minimal } = representationOf(typeOf(idl, name));
    const serialized = (view: typeof complete) => hex([...view.objects.values()][0]!.serialized);
    return { typeMapping, complete: serialized(complete), minimal: serialized(minimal) };
  };
  const wide = objectsOf("Wide");
  assert.ok(wide.typeMapping.includes(wide.complete));
  assert.not(wide.typeMapping.includes(wide.minimal));
  const bytes = objectsOf("Bytes");
  const asCyclone = (text: string) => text.replace("01000c", "010010").replace("01000d", "010002");
  assert.ok(bytes.typeMapping.includes(asCyclone(bytes.complete)));
  assert.ok(bytes.typeMapping.includes(asCyclone(bytes.minimal)));
});

test("bounds of one octet have the shorter identifiers, and collections of plain types are in both relations", () => {
  const bytes = (type: TypeDescription) => hex(typeIdentifierCodec.encode(identifierOf(type, kinds.EK_MINIMAL)));
  assert.is(bytes(string()), "7000");
  assert.is(bytes(string(255)), "70ff");
  assert.is(bytes(string(256)), "7100000000010000");
  assert.is(bytes(wstring(3)), "7203");
  assert.is(bytes(wstring(70_000)), "7300000070110100");
  assert.is(bytes(sequence(int32, 5)), "80f301000504");
  assert.is(bytes(sequence(int32, 256)), "81f30100000100" + "0004");
  assert.is(bytes(array(octet, 255)), "90f30100" + "01000000ff02");
  assert.is(bytes(array(octet, 2, 256)), "91f30100" + "020000000200000000010000" + "02");
  assert.is(bytes(map(int32, string(), 9)), "a0f301000970000001" + "0004");
});

test("collections of named types belong to the relation of their elements", () => {
  const inner = struct("Inner", { a: int32 });
  for (const kind of [kinds.EK_MINIMAL, kinds.EK_COMPLETE] as const) {
    const identifier = identifierOf(sequence(array(inner, 2)), kind);
    const outside = chosen(identifier, "seqSdefn");
    const inside = chosen(outside.elementIdentifier, "arraySdefn");
    assert.is(outside.header.equivKind, kind);
    assert.is(inside.header.equivKind, kind);
    assert.is(inside.elementIdentifier.$discriminator, kind);
  }
});

test("name hashes are those that captures show", () => {
  assert.is(hex(nameHashOf("color")), "70dda5df");
  assert.is(hex(nameHashOf("x")), "9dd4e461");
});

test("minimal objects have their members by id, complete ones by definition", () => {
  const type = typeOf("@mutable struct S { @id(9) long b; @id(4) long a; };");
  const { complete, minimal } = representationOf(type);
  const ids = (object: StructObject) => object.memberSeq.map(({ common }) => common.memberId);
  assert.equal(ids(structIn(complete)), [9, 4]);
  assert.equal(ids(structIn(minimal)), [4, 9]);
});

test("a key is must-understand, and says so", () => {
  const object = structIn(representationOf(typeOf("struct S { @key long a; @must_understand long b; };")).minimal);
  assert.equal(
    object.memberSeq.map(({ common }) => common.memberFlags),
    [
      kinds.TRY_CONSTRUCT_DISCARD | kinds.IS_KEY | kinds.IS_MUST_UNDERSTAND,
      kinds.TRY_CONSTRUCT_DISCARD | kinds.IS_MUST_UNDERSTAND,
    ],
  );
});

test("custom annotations are applied by type, in order, and their types are dependencies of the complete object", () => {
  const idl = `
    @annotation note { string text; long level; };
    @annotation mark { };
    struct S { @note(text = "hello", level = 3) @mark long a; };`;
  const { complete, minimal } = representationOf(typeOf(idl));
  const applied = structIn(complete).memberSeq[0]!.detail.annCustom!;
  assert.is(applied.length, 2);
  const order = applied.map(({ annotationTypeid }) => keyOf(annotationTypeid)!);
  assert.equal(order, [...order].sort());
  const declared = order.map((key) => decoded(complete.objects.get(key)!.serialized).value.value as AnnotationObject);
  const at = declared.findIndex(({ header }) => header.annotationName === "note");
  assert.equal(
    declared[at]!.memberSeq.map(({ name }) => name),
    ["level", "text"],
  );
  const values = applied[at]!.paramSeq!.map(({ value }) => value.value);
  assert.equal(new Set(values), new Set(["hello", 3]));
  assert.is(complete.objects.size, 3);
  assert.is(minimal.objects.size, 1, "minimal objects have no annotations");
});

test("a type that contains itself is a component of its own", () => {
  const { complete, minimal } = representationOf(typeOf("struct Node { long value; sequence<Node> children; };"));
  for (const view of [complete, minimal]) {
    const { sccLength, sccIndex } = chosen(view.identifier, "scComponentId");
    assert.equal([sccLength, sccIndex], [1, 1]);
    assert.is(hashOfComponent(view), hex(chosen(view.identifier, "scComponentId").scComponentId.value));
  }
});

test("types that refer to each other have one hash, and their places by name, whichever is met first", () => {
  const idl = `
    struct Tree; struct Leaf;
    typedef sequence<Tree> Trees;
    struct Leaf { @optional @external Tree up; long value; };
    struct Tree { Trees below; sequence<Leaf> leaves; };`;
  const fromTree = representationOf(typeOf(idl, "Tree"));
  const fromLeaf = representationOf(typeOf(idl, "Leaf"));
  const places = [...fromTree.minimal.objects.values()].map(({ identifier }) => {
    const { sccLength, sccIndex } = chosen(identifier, "scComponentId");
    return [sccIndex, sccLength];
  });
  // Leaf, Tree, Trees: the root comes first, then what it refers to.
  assert.equal(places, [
    [2, 3],
    [3, 3],
    [1, 3],
  ]);
  assert.is(hashOfComponent(fromTree.minimal), hashOfComponent(fromLeaf.minimal));
  assert.equal(new Set(fromTree.complete.objects.keys()), new Set(fromLeaf.complete.objects.keys()));
  assert.not.equal(keyOf(fromTree.complete.identifier), keyOf(fromLeaf.complete.identifier));
});

test("what refers to a component, and is not in it, has a hash of its own", () => {
  const idl = "struct Node { sequence<Node> children; }; struct Holder { Node root; long extra; };";
  const { complete } = representationOf(typeOf(idl, "Holder"));
  assert.is(complete.identifier.$discriminator, kinds.EK_COMPLETE);
  const [own] = complete.objects.values();
  assert.is(hex(equivalenceHashOf(own!.serialized)), hex(chosen(own!.identifier, "equivalenceHash")));
  assert.is(complete.objects.size, 2);
});

test("two typedefs that differ in name alone are one minimal type", () => {
  const { complete, minimal } = representationOf(typeOf("typedef long A; typedef long B; struct S { A a; B b; };"));
  assert.is(complete.objects.size, 3);
  assert.is(minimal.objects.size, 2);
});

test("a case label beyond 32 bits cannot be said", () => {
  const idl = `
    union U switch (long long) { case 5000000000: long a; };
    struct S { U u; };`;
  assert.throws(
    () => representationOf(typeOf(idl)),
    (error: Error) => error instanceof UnsayableType && error.message.includes("5000000000"),
  );
});

test("labels are numbers in ascending order, whatever the discriminator", () => {
  const idl = `
    enum E { A, @value(-3) B, @value(7) C };
    union U switch (E) { case C: case A: case B: long x; default: octet y; };
    union V switch (char) { case 'b': case 'a': long x; };
    union W switch (unsigned long) { case 4294967295: case 1: long x; };
    struct S { U u; V v; W w; };`;
  const { complete } = representationOf(typeOf(idl));
  const labels = [...complete.objects.values()]
    .map(({ serialized }) => decoded(serialized).value)
    .flatMap((object) =>
      object.member === "unionType" ? [Array.from(object.value.memberSeq[0]!.common.labelSeq)] : [],
    );
  assert.equal(labels, [
    [-3, 0, 7],
    [97, 98],
    [-1, 1],
  ]);
});

function decoded(serialized: Uint8Array): TypeObject {
  const object = typeObjectCodec.decode(serialized);
  if (object instanceof Error) throw object;
  return object;
}

/** §7.3.4.9.2, done another way: decoded, identifiers emptied, encoded. */
function hashOfComponent({ objects }: ReturnType<typeof representationOf>["minimal"]): string {
  const component = [...objects.values()]
    .filter(({ identifier }) => identifier.member === "scComponentId")
    .sort((a, b) => chosen(a.identifier, "scComponentId").sccIndex - chosen(b.identifier, "scComponentId").sccIndex)
    .map(({ serialized }) => emptied(decoded(serialized)));
  return hex(equivalenceHashOf(typeObjectSeqCodec.encode(component)));
}

function emptied<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(emptied) as Value;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    if (key === "scComponentId" && "sccLength" in value) return [key, { ...inner, value: new Uint8Array(14) }];
    return [key, emptied(inner)];
  });
  return Object.fromEntries(entries);
}

test.run();
