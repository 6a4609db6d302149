/** Types of every kind for property tests, as IDL text could declare them. */
import fc from "fast-check";
import type { ConstantValue, CustomAnnotation, MemberOptions, TypeDescription } from "../../src/idl/index.js";
import * as idl from "../../src/idl/index.js";

const PRIMITIVES = [
  ...[idl.boolean, idl.octet, idl.char, idl.wchar, idl.int8, idl.uint8, idl.int16, idl.uint16, idl.int32],
  ...[idl.uint32, idl.int64, idl.uint64, idl.float32, idl.float64, idl.float128],
];
const bound = fc.option(fc.integer({ min: 1, max: 0xffffffff }), { nil: undefined });
const text = fc.string({ unit: "grapheme", maxLength: 6 }).filter((each) => !each.includes("\0"));
const elementOptions = fc.option(
  fc.record({ external: fc.boolean(), tryConstruct: fc.constantFrom("discard", "useDefault", "trim") }),
  { nil: undefined },
);
const parameter: fc.Arbitrary<ConstantValue> = fc.oneof(
  fc.integer(),
  fc.boolean(),
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt({ min: 2n ** 60n, max: 2n ** 64n - 1n }),
);
const annotations: fc.Arbitrary<readonly CustomAnnotation[]> = fc.array(
  fc.record({
    name: fc.constantFrom("mine", "foo::bar", "service"),
    parameters: fc.dictionary(fc.constantFrom("value", "a", "b"), parameter, { noNullPrototype: true, maxKeys: 3 }),
  }),
  { maxLength: 2 },
);
const extensibility = fc.constantFrom("final", "appendable", "mutable");
const aggregate = {
  extensibility,
  nested: fc.boolean(),
  topicName: fc.option(text, { nil: undefined }),
  autoId: fc.constantFrom("sequential", "hash"),
  dataRepresentations: fc.option(fc.subarray(["xcdr1", "xml", "xcdr2"] as const, { minLength: 1 }), { nil: undefined }),
  annotations,
} as const;

/** A value that a type has; undefined for types that have no constants. */
function constant(type: TypeDescription): fc.Arbitrary<ConstantValue | undefined> {
  const actual = idl.unaliased(type);
  const float = { noNaN: true, noDefaultInfinity: true };
  switch (actual.kind) {
    case "boolean":
      return fc.boolean();
    case "char":
      return fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
    case "wchar":
      return fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    case "int8":
    case "int16":
      return fc.integer({ min: -128, max: 127 });
    case "octet":
    case "uint8":
    case "uint16":
      return fc.nat(255);
    case "int32":
      return fc.integer();
    case "uint32":
      return fc.nat();
    case "int64":
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    case "uint64":
      return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    case "float32":
      return fc.float(float);
    case "float64":
    case "float128":
      return fc.double(float);
    case "string":
    case "wstring":
      return actual.bound === undefined || actual.bound > 60 ? text : fc.constant("");
    case "enum":
      return fc.constantFrom(...actual.literals.map((literal) => literal.name));
    case "bitmask":
      return actual.bitBound > 32 ? fc.constant(1n) : fc.constant(1);
    default:
      return fc.constant(undefined);
  }
}

/** Makes the types of one text: names are numbered, so that all are different. */
class Maker {
  private count = 0;
  private readonly types: TypeDescription[] = [];

  name(prefix: string): string {
    const module = ["", "m::", "m::n::", "k::"][this.count % 4];
    return `${module}${prefix}${this.count++}`;
  }

  word(prefix: string): string {
    return `${prefix}${this.count++}`;
  }

  add<Type extends TypeDescription>(type: Type): Type {
    this.types.push(type);
    return type;
  }

  named(): readonly TypeDescription[] {
    return this.types;
  }
}

/** A type for a member or an element; arrays only where a declarator gives them. */
function inPlace(maker: Maker, depth: number): fc.Arbitrary<TypeDescription> {
  const simple: fc.Arbitrary<TypeDescription> = fc.oneof(
    fc.constantFrom(...PRIMITIVES),
    bound.map((each) => idl.string(each)),
    bound.map((each) => idl.wstring(each)),
    ...(maker.named().length > 0 ? [fc.constantFrom(...maker.named())] : []),
  );
  if (depth === 0) return simple;
  const inner = inPlace(maker, depth - 1);
  const key = fc.constantFrom<TypeDescription>(idl.int32, idl.string(), idl.wstring(4), idl.uint64, idl.char);
  return fc.oneof(
    { weight: 3, arbitrary: simple },
    fc.tuple(inner, bound, elementOptions).map((parts) => idl.sequence(...parts)),
    fc.tuple(key, inner, bound, elementOptions).map((parts) => idl.map(...parts)),
  );
}

function member(maker: Maker): fc.Arbitrary<MemberOptions> {
  const dimensions = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 2 });
  return fc.tuple(inPlace(maker, 2), dimensions).chain(([element, sizes]) => {
    const type = sizes.length === 0 ? element : idl.arrayOf(element, sizes);
    const limits = idl.unaliased(type).kind === "array" ? fc.constant(undefined) : constant(type);
    return fc.record({
      type: fc.constant(type),
      id: fc.option(fc.nat(0x0fffffff), { nil: undefined, freq: 4 }),
      hashId: fc.option(fc.oneof(fc.boolean(), text), { nil: undefined, freq: 4 }),
      external: fc.boolean(),
      tryConstruct: fc.constantFrom("discard", "useDefault", "trim"),
      unit: fc.option(text, { nil: undefined }),
      max: limits,
      annotations,
      key: fc.constant(false),
      optional: fc.boolean(),
      mustUnderstand: fc.boolean(),
      defaultValue: limits,
    });
  });
}

function pick<Value>(arbitrary: fc.Arbitrary<Value>, gen: fc.GeneratorValue): Value {
  return gen(() => arbitrary);
}

function makeNamed(maker: Maker, gen: fc.GeneratorValue): void {
  switch (pick(fc.constantFrom("alias", "enum", "bitmask", "bitset", "struct", "union"), gen)) {
    case "alias": {
      const target = pick(inPlace(maker, 1), gen);
      maker.add(idl.alias(maker.name("Alias"), target, { annotations: pick(annotations, gen) }));
      return;
    }
    case "enum": {
      const values = pick(fc.uniqueArray(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 4 }), gen);
      const literals = Object.fromEntries(values.map((value) => [maker.word("LIT"), value]));
      const defaultLiteral = pick(fc.constantFrom(undefined, ...Object.keys(literals)), gen);
      const rest = { bitBound: pick(fc.constantFrom(8, 9, 32), gen), extensibility: pick(extensibility, gen) };
      maker.add(idl.enumeration(maker.name("Enum"), literals, { ...rest, defaultLiteral }));
      return;
    }
    case "bitmask": {
      const bitBound = pick(fc.constantFrom(8, 32, 33, 64), gen);
      const bits = pick(fc.uniqueArray(fc.nat(bitBound - 1), { minLength: 1, maxLength: 4 }), gen);
      const flags = Object.fromEntries(bits.map((position) => [maker.word("flag"), position]));
      maker.add(idl.bitmask(maker.name("Mask"), flags, { bitBound, annotations: pick(annotations, gen) }));
      return;
    }
    case "bitset": {
      const fields = pick(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }), gen);
      const named = fields.map((bits, i) => ({ bits, name: i === 1 ? undefined : maker.word("field") }));
      maker.add(idl.bitset(maker.name("Bits"), named));
      return;
    }
    case "struct":
      makeStruct(maker, gen);
      return;
    default:
      makeUnion(maker, gen);
  }
}

function makeStruct(maker: Maker, gen: fc.GeneratorValue): void {
  const bases = maker.named().filter((each) => each.kind === "struct");
  const base = pick(fc.constantFrom(undefined, ...bases), gen);
  const options = { ...pick(fc.record(aggregate), gen), ...(base && { extensibility: base.extensibility }), base };
  const members = pick(fc.array(member(maker), { maxLength: 4 }), gen);
  const named = Object.fromEntries(members.map((each) => [maker.word("member"), each]));
  const kids = maker.word("kids");
  maker.add(
    idl.struct(
      maker.name("Struct"),
      (self) => (members.length % 2 === 0 ? named : { ...named, [kids]: idl.sequence(self) }),
      options,
    ),
  );
}

function makeUnion(maker: Maker, gen: fc.GeneratorValue): void {
  const enums = maker.named().filter((each) => each.kind === "enum" || each.kind === "bitmask");
  const simple = PRIMITIVES.filter((each) => !each.kind.startsWith("float"));
  const discriminator = pick(fc.constantFrom<TypeDescription>(...simple, ...enums), gen);
  const labels = pick(fc.uniqueArray(constant(discriminator), { minLength: 1, maxLength: 3 }), gen);
  const cases = labels.map((label, i) => {
    const { key, optional, mustUnderstand, defaultValue, ...common } = pick(member(maker), gen);
    return [maker.word("case"), { ...common, labels: [label!], isDefault: i === 2 }] as const;
  });
  const tryConstruct = pick(fc.constantFrom("discard", "trim"), gen);
  const options = { ...pick(fc.record(aggregate), gen), discriminatorTryConstruct: tryConstruct };
  const key = { discriminatorIsKey: pick(fc.boolean(), gen) };
  maker.add(idl.union(maker.name("Union"), discriminator, Object.fromEntries(cases), { ...options, ...key }));
}

/** Some named types that use each other. Ids that collide, which is rare, give fewer types. */
export function makeTypes(gen: fc.GeneratorValue): readonly TypeDescription[] {
  const maker = new Maker();
  const count = pick(fc.integer({ min: 1, max: 8 }), gen);
  for (let i = 0; i < count; i++) {
    try {
      makeNamed(maker, gen);
    } catch (error) {
      if (!(error instanceof idl.IdlError) || !/both have the id|must be the same/.test(error.message)) throw error;
    }
  }
  return maker.named();
}
