/** Types that contain themselves, and processes that forbid code generation. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CdrError, compileCodec } from "../../src/cdr/index.js";
import { array, int32, parseIdl, type StructType, sequence, struct } from "../../src/idl/index.js";
import { hexOf } from "./support.js";

const test = suite("cdr: recursion and fallback");

interface Node {
  v: number;
  kids: Node[];
}

const TREE = parseIdl("struct Node; @final struct Node { long v; sequence<Node> kids; };").struct("Node");
const variants = [true, false].flatMap((codegen) =>
  (["xcdr1", "xcdr2"] as const).map((representation) => ({ codegen, representation })),
);

function chain(levels: number): Node {
  let node: Node = { v: 0, kids: [] };
  for (let i = 1; i < levels; i++) node = { v: i, kids: [node] };
  return node;
}

for (const options of variants) {
  const codec = compileCodec<Node>(TREE, options);
  const name = `${options.representation} ${options.codegen ? "generated" : "interpreted"}`;

  test(`${name}: trees go both ways`, () => {
    const tree = {
      v: 1,
      kids: [
        { v: 2, kids: [] },
        { v: 3, kids: [{ v: 4, kids: [] }] },
      ],
    };
    assert.equal(codec.deserialize(codec.serialize(tree)), tree);
    assert.equal(codec.deserialize(codec.serialize(chain(60))), chain(60));
  });

  test(`${name}: depth is limited both ways`, () => {
    assert.throws(() => codec.serialize(chain(65)), /nested more than 64 levels deep/);
    const endless: Node = { v: 1, kids: [] };
    endless.kids.push(endless);
    assert.throws(() => codec.serialize(endless), /nested more than 64 levels deep/);
    // A hostile payload: one kid a level, for ever.
    const payload = new Uint8Array(100_000);
    payload[1] = codec.encapsulationId;
    const view = new DataView(payload.buffer);
    for (let at = 4; at + 12 <= payload.length; ) {
      if (options.representation === "xcdr2") {
        view.setUint32(at + 4, payload.length - at - 8, true);
        view.setUint32(at + 8, 1, true);
        at += 12;
      } else {
        view.setUint32(at + 4, 1, true);
        at += 8;
      }
    }
    assert.is((codec.tryDeserialize(payload) as unknown as CdrError).code, "limit-exceeded");
    assert.equal(codec.deserialize(codec.serialize(chain(3))), chain(3), "and the codec still works");
  });
}

test("recursive keys have no largest size", () => {
  const type = parseIdl("struct N; @final struct N { long v; sequence<N, 2> kids; }; @final struct T { @key N n; };");
  for (const codegen of [true, false]) {
    const codec = compileCodec(type.struct("T"), { representation: "xcdr2", codegen });
    assert.is(codec.keyHash({ n: { v: 1, kids: [] } }).length, 16);
    assert.not.match(hexOf(codec.keyHash({ n: { v: 1, kids: [] } })), /^00000001/);
  }
});

/** A type that holds the inner one 2^40 times. */
function multiplied(inner: StructType): StructType {
  let type = inner;
  for (let i = 0; i < 40; i++) type = struct(`Level${i}`, { a: type, b: type }, { extensibility: "final" });
  return type;
}

test("a type that holds a part 2^40 times costs no more to look at than its parts", () => {
  const empty = multiplied(struct("Empty", {}, { extensibility: "final" }));
  for (const codec of variants.map((options) => compileCodec(empty, options))) {
    const read = codec.tryDeserialize(Uint8Array.of(0, codec.encapsulationId, 0, 0));
    assert.is((read as unknown as CdrError).code, "limit-exceeded");
  }
  const full = multiplied(struct("Full", { s: sequence(int32) }, { extensibility: "final" }));
  assert.throws(() => compileCodec(full, { representation: "xcdr1" }), /takes 4398046511104 bytes/);
});

test("empty structs in collections within collections are refused before they pile up", () => {
  const empty = struct("Empty", {}, { extensibility: "final" });
  const rows = struct("Rows", { rows: sequence(sequence(empty)) }, { extensibility: "final" });
  const wide = struct("Wide", { list: sequence(struct("W", { n: int32, many: array(empty, 60_000) })) });
  for (const codegen of [true, false]) {
    const codec = compileCodec(rows, { representation: "xcdr1", codegen });
    const counts = new Uint32Array(1001).fill(4096);
    counts[0] = 1000;
    const payload = Uint8Array.of(0, 1, 0, 0, ...new Uint8Array(counts.buffer));
    assert.is((codec.tryDeserialize(payload) as unknown as CdrError).code, "limit-exceeded");
    const other = compileCodec(wide, { representation: "xcdr1", codegen });
    const hundred = Uint8Array.of(0, 1, 0, 0, 100, 0, 0, 0, ...new Uint8Array(400));
    assert.is((other.tryDeserialize(hundred) as unknown as CdrError).code, "limit-exceeded");
  }
});

test("where code generation is forbidden the interpreter takes over", () => {
  const original = globalThis.Function;
  try {
    // What V8 does under --disallow-code-generation-from-strings or a content security policy.
    globalThis.Function = function forbidden() {
      throw new EvalError("Code generation from strings disallowed for this context");
    } as unknown as FunctionConstructor;
    const codec = compileCodec<Node>(TREE, { representation: "xcdr2" });
    assert.is(codec.isGenerated, false);
    assert.equal(codec.deserialize(codec.serialize(chain(5))), chain(5));
  } finally {
    globalThis.Function = original;
  }
  assert.is(compileCodec(TREE, { representation: "xcdr2" }).isGenerated, true);
});

test("a type without a finite value is refused when the codec is made", () => {
  const endless = { ...TREE, name: "E", members: [...TREE.members] };
  endless.members.push({ ...TREE.members[0]!, name: "self", type: endless });
  try {
    compileCodec(endless, { representation: "xcdr2" });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, CdrError);
    assert.is((error as CdrError).code, "unsupported-type");
    assert.match((error as CdrError).message, /^E contains itself without/);
  }
});

test.run();
