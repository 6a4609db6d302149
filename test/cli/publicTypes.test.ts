// runner: timeout 300 s (the compiler)
// The published declarations: whoever checks those of libraries too needs no types of Node for them.

import { join } from "node:path";
import ts from "typescript";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PROJECT } from "../support/sourceFacts.js";

const test = suite("public declarations");

test("they compile without @types/node", () => {
  const program = ts.createProgram([join(PROJECT, "dist", "src", "index.d.ts")], {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  });
  const complaints = ts.getPreEmitDiagnostics(program);
  assert.equal(
    complaints.map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    ),
    [],
  );
});

test.run();
