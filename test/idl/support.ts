import * as assert from "uvu/assert";
import {
  IdlError,
  type ParseIdlOptions,
  parseIdl,
  type StructType,
  type TypeDescription,
} from "../../src/idl/index.js";

/** What a text is refused with. */
export function errorOf(text: string, options: ParseIdlOptions = {}): IdlError {
  try {
    parseIdl(text, { file: "t.idl", ...options });
  } catch (error) {
    assert.instance(error, IdlError, String(error));
    return error as IdlError;
  }
  throw new Error(`accepted: ${text.slice(0, 500)}`);
}

/** A text with the place of the error marked by `~` in front of it; `~~` is one `~` behind the mark. */
export function checkError(marked: string, code: string, message: string | RegExp, options?: ParseIdlOptions): void {
  const before = marked.slice(0, marked.indexOf("~"));
  const error = errorOf(marked.replace("~", ""), options);
  assert.is(error.code, code, `${marked}: ${error.message}`);
  assert.match(error.message, message);
  const lines = before.split(/\r\n|\n|\r/);
  assert.is(error.line, lines.length, `${marked}: line: ${error.message}`);
  assert.is(error.column, lines.at(-1)!.length + 1, `${marked}: column: ${error.message}`);
}

/** The members of the last struct of a text. */
export function membersOf(text: string, options?: ParseIdlOptions): StructType["members"] {
  return parseIdl(text, options).structs.at(-1)!.members;
}

/** The types of the members of a struct with this body. */
export function typesOf(members: string, before = ""): TypeDescription[] {
  return membersOf(`${before} struct T { ${members} };`).map((member) => member.type);
}

/** Constants by name. */
export function constantsOf(text: string, options?: ParseIdlOptions): Record<string, unknown> {
  return Object.fromEntries(parseIdl(text, options).constants);
}
