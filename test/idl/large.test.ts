/** Texts with tens of thousands of names: with a search of all names for each new one these would take minutes. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { IdlError, parseIdl } from "../../src/idl/index.js";

const test = suite("idl: large texts");
const MANY = 60_000;

function repeat(make: (index: number) => string, separator = " "): string {
  return Array.from({ length: MANY }, (_, index) => make(index)).join(separator);
}

test("a struct of many members, declared one by one or in one line", () => {
  for (const body of [repeat((i) => `long m${i};`), `long ${repeat((i) => `m${i}`, ",")};`]) {
    const { members } = parseIdl(`struct S { ${body} };`).struct("S");
    assert.is(members.length, MANY);
    assert.equal([members[0]!.name, members.at(-1)!.name], ["m0", `m${MANY - 1}`]);
  }
});

test("the last of many members may still not be named like the first", () => {
  for (const [name, message] of [
    ["m0", "two members named m0"],
    ["M0", "differ only in case: m0 and M0"],
  ]) {
    try {
      parseIdl(`struct S { ${repeat((i) => `long m${i};`)} long ${name}; };`, { file: "t.idl" });
      assert.unreachable("accepted");
    } catch (error) {
      assert.instance(error, IdlError);
      assert.match((error as IdlError).message, message!);
    }
  }
});

test("an enum of many literals, each member with the last one as default", () => {
  for (const literal of [`L${MANY - 1}`, `E::L${MANY - 1}`]) {
    const text = `enum E { ${repeat((i) => `L${i}`, ",")} }; struct S { ${repeat((i) => `@default(${literal}) E m${i};`)} };`;
    const { members } = parseIdl(text).struct("S");
    assert.is(members.length, MANY);
    assert.ok(members.every((member) => member.defaultValue === `L${MANY - 1}`));
  }
});

test("many structs, modules, typedefs and constants", () => {
  assert.is(parseIdl(repeat((i) => `module M { struct S${i} { long a; }; };`)).structs.length, MANY);
  const { constants } = parseIdl(repeat((i) => `module N${i} { const long C = ${i}; };`));
  assert.is(constants.get(`N${MANY - 1}::C`), MANY - 1);
  const aliases = parseIdl(repeat((i) => `typedef long T${i};`)).aliases;
  assert.is(aliases.length, MANY);
});

test.run();
