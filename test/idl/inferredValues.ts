// What TypeScript must know of values: every line that does not compile is a mistake. Checked with the project, and by
// valueTypes.test.ts on its own.

import {
  alias,
  array,
  arrayOf,
  bitmask,
  bitset,
  boolean,
  type ContentFilteredTopic,
  char,
  compileCodec,
  type DomainParticipant,
  enumeration,
  float32,
  float64,
  float128,
  int8,
  int16,
  int32,
  int64,
  map,
  octet,
  parseIdl,
  type StructType,
  type StructTypeOf,
  type StructValue,
  sequence,
  string,
  struct,
  type TypeDescription,
  uint8,
  uint16,
  uint32,
  uint64,
  union,
  type ValueOf,
  wchar,
  wstring,
} from "../../src/index.js";

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? (<T>() => T extends B ? 1 : 2) extends <T>() => T extends A ? 1 : 2
      ? true
      : false
    : false;

/** Fails to compile unless the values of the description are exactly these. */
function expectValues<Expected>() {
  return <Type extends TypeDescription>(
    _type: Type,
    ..._same: Equal<ValueOf<Type>, Expected> extends true ? [] : [never]
  ) => {};
}

declare const participant: DomainParticipant;

export function simpleTypes(): void {
  expectValues<boolean>()(boolean);
  expectValues<number>()(octet);
  expectValues<string>()(char);
  expectValues<string>()(wchar);
  for (const type of [int8, uint8, int16, uint16, int32, uint32, float32, float64, float128]) {
    expectValues<number>()(type);
  }
  expectValues<bigint>()(int64);
  expectValues<bigint>()(uint64);
  expectValues<string>()(string());
  expectValues<string>()(wstring(5));
  // @ts-expect-error the expectations would notice
  expectValues<string>()(int32);
  // @ts-expect-error in both directions
  expectValues<number | string>()(int32);
}

export function collections(): void {
  expectValues<Uint8Array>()(sequence(octet));
  expectValues<Int8Array>()(sequence(int8, 3));
  expectValues<Uint8Array>()(sequence(uint8));
  expectValues<Int16Array>()(sequence(int16));
  expectValues<Uint16Array>()(sequence(uint16));
  expectValues<Int32Array>()(sequence(int32));
  expectValues<Uint32Array>()(sequence(uint32));
  expectValues<BigInt64Array>()(sequence(int64));
  expectValues<BigUint64Array>()(sequence(uint64));
  expectValues<Float32Array>()(sequence(float32));
  expectValues<Float64Array>()(sequence(float64));
  expectValues<number[]>()(sequence(float128));
  expectValues<boolean[]>()(sequence(boolean));
  expectValues<string[]>()(sequence(char));
  expectValues<Uint8Array[]>()(sequence(sequence(octet)));
  expectValues<Int32Array>()(array(int32, 4));
  expectValues<Int32Array[][]>()(array(int32, 2, 3, 4));
  expectValues<string[][]>()(arrayOf(string(), [2, 3], { external: true }));
  expectValues<Map<string, Float64Array>>()(map(string(), sequence(float64)));
  expectValues<Map<bigint, boolean>>()(map(int64, boolean, 5));
  expectValues<number>()(alias("Metres", float64));
  expectValues<Float64Array>()(sequence(alias("Length", alias("Metres", float64))));
  expectValues<Float64Array[]>()(sequence(alias("Position", array(float64, 3))));
}

export function enumerations(): void {
  const color = enumeration("Color", ["RED", "GREEN"]);
  expectValues<"RED" | "GREEN">()(color);
  expectValues<"ONE" | "TEN">()(enumeration("E", { ONE: 1, TEN: 10 }, { bitBound: 8 }));
  expectValues<("RED" | "GREEN")[]>()(sequence(color));
  expectValues<Map<"RED" | "GREEN", number>>()(map(color, int32));
  expectValues<string>()(enumeration("Unknown", ["A"] as string[]));
  expectValues<number>()(bitmask("Flags", ["READY", "BUSY"]));
  expectValues<number>()(bitmask("Flags", { READY: 0 }, { bitBound: 32 }));
  expectValues<bigint>()(bitmask("Flags", { READY: 40 }, { bitBound: 41 }));
  const bits = bitset("Bits", { flag: 1, low: 7, high: 30 });
  expectValues<{ flag: boolean; low: number; high: number }>()(bits);
  expectValues<{ flag: boolean; low: number; high: number; wide: number }>()(
    bitset("More", [{ bits: 2 }, { name: "wide", bits: 20, holder: "int32" }], { base: bits }),
  );
  expectValues<{ a: bigint; one: number }>()(
    bitset("Wide", [
      { name: "a", bits: 33 },
      { name: "one", bits: 1, holder: "uint8" },
    ]),
  );
}

export function structs(): void {
  const shape = struct("ShapeType", { color: { type: string(128), key: true }, x: int32 });
  expectValues<{ color: string; x: number }>()(shape);
  const more = struct(
    "More",
    {
      shapes: sequence(shape),
      note: { type: string(), optional: true },
      sure: { type: boolean, optional: false, defaultValue: true, annotations: [{ name: "a", parameters: { b: 1 } }] },
    },
    { base: shape, extensibility: "appendable", dataRepresentations: ["xcdr2"] },
  );
  interface More {
    color: string;
    x: number;
    shapes: { color: string; x: number }[];
    sure: boolean;
    note?: string | undefined;
  }
  expectValues<{ [Key in keyof More]: More[Key] }>()(more);
  const typed: StructTypeOf<More> = more;
  expectValues<More>()(typed);
  // @ts-expect-error its values are others
  const wrong: StructTypeOf<{ color: number }> = shape;
  expectValues<Record<never, never>>()(struct("Empty", {}));
  return void wrong;
}

export function unions(): void {
  const color = enumeration("Color", ["RED", "GREEN", "BLUE"]);
  const byColor = union("ByColor", color, {
    a: { type: int32, labels: ["RED"] },
    b: { type: string(), labels: ["GREEN"] },
  });
  type ByColor =
    | { $discriminator: "RED"; member: "a"; value: number }
    | { $discriminator: "GREEN"; member: "b"; value: string }
    | { $discriminator: "BLUE"; member: null; value?: undefined };
  expectValues<ByColor>()(byColor);
  type WithDefault =
    | { $discriminator: 1 | 2; member: "some"; value: Uint8Array }
    | { $discriminator: number; member: "other"; value: ByColor };
  expectValues<WithDefault>()(
    union("WithDefault", uint8, {
      some: { type: sequence(octet), labels: [1, 2] },
      other: { type: byColor, isDefault: true },
    }),
  );
  expectValues<
    { $discriminator: true; member: "yes"; value: number } | { $discriminator: false; member: "no"; value: string }
  >()(union("Both", boolean, { yes: { type: int32, labels: [true] }, no: { type: string(), labels: [false] } }));
  // A label can be written as a number, but it is read as a bigint.
  expectValues<
    { $discriminator: bigint; member: "a"; value: number } | { $discriminator: bigint; member: null; value?: undefined }
  >()(union("Long", int64, { a: { type: int32, labels: [1] } }));
  const value = null as unknown as ValueOf<typeof byColor>;
  if (value.member === "b") value.value satisfies string;
  if (value.$discriminator === "RED") value.value satisfies number;
}

interface Tree {
  value: number;
  children: Tree[];
  byName: Map<string, Tree>;
  parent?: Tree | undefined;
}

type Expression =
  | { $discriminator: 1; member: "number"; value: number }
  | { $discriminator: 2; member: "sum"; value: Expression[] }
  | { $discriminator: number; member: null; value?: undefined };

interface Outer {
  inners: Inner[];
}
interface Inner {
  outers: Outer[];
  inners: Inner[];
}

export function recursion(): void {
  const tree = struct("Tree", (self) => ({
    value: int32,
    children: sequence(self),
    byName: map(string(), self),
    parent: { type: self, optional: true },
  }));
  // To and fro: the same structure under other names.
  const trees: StructTypeOf<Tree> = tree;
  const same: typeof tree = trees;
  const deep = (null as unknown as ValueOf<typeof tree>).children[0]?.byName.get("a")?.parent?.value;
  deep satisfies number | undefined;
  // @ts-expect-error a number it is
  deep satisfies string | undefined;

  const expression = union("Expression", int32, (self) => ({
    number: { type: float64, labels: [1] },
    sum: { type: sequence(self), labels: [2] },
  }));
  const asRead: Expression = null as unknown as ValueOf<typeof expression>;
  const back: ValueOf<typeof expression> = asRead;

  const outer = struct("Outer", (a) => ({
    inners: sequence(struct("Inner", (b) => ({ outers: sequence(a), inners: sequence(b) }))),
  }));
  const outers: StructTypeOf<Outer> = outer;
  const outerAgain: typeof outer = outers;
  // @ts-expect-error children are trees
  const wrong: StructTypeOf<{ children: string[] }> = tree;
  return void [same, back, outerAgain, wrong];
}

/** Types that are known at run time alone stay what they were. */
export function withoutInference(): void {
  const parsed = parseIdl("").struct("A");
  const members: Record<string, StructType> = {};
  const plain: StructType = struct("ShapeType", { x: int32 });
  const types = [parsed, struct("D", members), struct("E", { x: int32 }, { base: parsed }), plain];
  for (const type of types) {
    const value: StructValue = participant.createTopic("T", type).valueType;
    const named = participant.createTopic<{ anything: boolean }>("T", type).valueType;
    void [value, named.anything];
  }
  expectValues<{ inner: StructValue; any: unknown }>()(
    struct("Outer", { inner: parsed, any: null as unknown as TypeDescription }),
  );
  // One of several kinds of number: the collection is one of several arrays.
  expectValues<Int32Array | number[]>()(sequence(null as unknown as typeof int32 | typeof float128));
  expectValues<Int8Array | BigInt64Array>()(sequence(null as unknown as { readonly kind: "int8" | "int64" }));
  // A recursive type without a name for its own values.
  union("U", int32, () => ({ a: { type: int32, labels: [1] } }));
}

export function mistakes(): void {
  // @ts-expect-error members have types
  struct("Bad", { x: 5 });
  // @ts-expect-error no such option
  struct("Bad", { x: { type: int32, kee: true } });
  // @ts-expect-error no such option
  struct("Bad", { x: int32 }, { nested: true, extensible: true });
  // @ts-expect-error no such option
  struct("Bad", (self) => ({ x: sequence(self) }), { nested: true, extensible: true });
  // @ts-expect-error no such option
  union("Bad", int32, { a: { type: int32, label: [1], isDefault: true } });
  // @ts-expect-error no such option
  bitmask("Bad", ["A"], { bitBound: 8, nested: true });
  // @ts-expect-error no such option
  bitset("Bad", { a: 1 }, { bitBound: 8, annotations: [] });
}

export function topics(): void {
  const shape = struct("ShapeType", { color: { type: string(128), key: true }, x: int32 });
  const topic = participant.createTopic("Square", shape);
  const writer = participant.createWriter(topic);
  writer.write({ color: "RED", x: 1 });
  writer.dispose({ color: "RED" });
  // @ts-expect-error no number
  writer.write({ color: "RED", x: "1" });
  // @ts-expect-error not complete
  writer.write({ color: "RED" });
  const filtered: ContentFilteredTopic<{ color: string; x: number }> = participant.createContentFilteredTopic(
    "Right",
    topic,
    "x > 5",
  );
  const [sample] = participant.createReader(filtered).take();
  sample?.data?.color satisfies string | undefined;
  // Whoever names the values says what they like to see of them.
  participant.createTopic<{ x: number }>("Square", shape);
  // @ts-expect-error but nothing that is not there
  participant.createTopic<{ y: number }>("Square", shape);
}

/** Writers take more forms of a value than readers give. */
export function writing(): void {
  const either = union("Either", boolean, {
    flags: { type: sequence(int64), labels: [true] },
    text: { type: string(), labels: [false] },
  });
  const type = struct("Everything", {
    ranges: sequence(float32),
    grid: array(int32, 2, 2),
    stamp: uint64,
    note: { type: string(), optional: true },
    eithers: sequence(either),
    byName: map(string(), sequence(octet)),
  });
  const writer = participant.createWriter(participant.createTopic("Everything", type));
  const complete: ValueOf<typeof type> = {
    ranges: Float32Array.of(1),
    grid: [Int32Array.of(1, 2), Int32Array.of(3, 4)],
    stamp: 1n,
    eithers: [{ $discriminator: true, member: "flags", value: BigInt64Array.of(1n) }],
    byName: new Map([["a", Uint8Array.of(1)]]),
  };
  writer.write(complete);
  writer.write({
    ranges: [1],
    grid: [
      [1, 2],
      [3, 4],
    ],
    stamp: 1,
    note: null,
    eithers: [
      { member: "flags", value: [1, 2n] },
      { member: "text", value: "a" },
    ],
    byName: new Map([["a", [1]]]),
  });
  // @ts-expect-error flags are numbers
  writer.write({ ...complete, eithers: [{ member: "flags", value: "a" }] });
  // @ts-expect-error a value may not be null where it is not optional
  writer.write({ ...complete, stamp: null });
  // @ts-expect-error nor missing
  writer.write({ ranges: [], grid: [], stamp: 1, eithers: [] });
  // @ts-expect-error no such member
  writer.write({ ...complete, nonsense: 1 });
}

export function generic<T extends object>(
  topicOf: (name: string) => ReturnType<typeof participant.createTopic<T>>,
  value: T,
): void {
  participant.createWriter(topicOf("T")).write(value);
}

/** Codecs know as much as topics do. */
export function codecs(): void {
  const shape = struct("ShapeType", { color: { type: string(128), key: true }, big: int64, list: sequence(float32) });
  const codec = compileCodec(shape, { representation: "xcdr2" });
  codec.serialize({ color: "RED", big: 5, list: [1] });
  codec.deserialize(new Uint8Array()).big satisfies bigint;
  // @ts-expect-error no number
  codec.serialize({ color: "RED", big: "5", list: [] });
  // With numbers in the place of bigints the types would not be right, so there are none.
  const value: StructValue = compileCodec(shape, { representation: "xcdr2", int64: "number" }).defaultValue();
  const named = compileCodec<{ big: number }>(parseIdl("").struct("A"), { representation: "xcdr1", int64: "number" });
  named.defaultValue().big satisfies number;
  return void value;
}
