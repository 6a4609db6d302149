import { suite } from "uvu";
import * as assert from "uvu/assert";
import { IdlError, parseIdl } from "../../src/idl/index.js";
import { probes } from "./probes.js";

const test = suite("idl: probes");

for (const [name, idl, code, line, column] of probes) {
  test(code === undefined ? `accepts: ${name}` : `refuses (${code}): ${name}`, () => {
    if (code === undefined) {
      const model = parseIdl(idl);
      assert.ok(model.typesByName.size + model.constants.size + model.skipped.length > 0);
      return;
    }
    try {
      parseIdl(idl, { file: "probe.idl" });
    } catch (error) {
      assert.instance(error, IdlError);
      const found = error as IdlError;
      assert.is(found.code, code);
      assert.is(found.line, line);
      assert.is(found.column, column);
      assert.ok(found.message.startsWith(`probe.idl:${line}:${column}: `));
      assert.not.match(found.message, "\n");
      return;
    }
    assert.unreachable("the text was accepted");
  });
}

test("the probes cover every verdict", () => {
  assert.is(probes.length, 112);
  for (const code of ["syntax", "unknown-name", "redefinition", "unsupported"]) {
    assert.ok(
      probes.some((probe) => probe[2] === code),
      code,
    );
  }
});

test.run();
