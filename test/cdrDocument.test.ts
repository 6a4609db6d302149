// docs/cdr.md: its examples are what the codecs write and read, and every rule has its section.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileCodec, DIALECTS, type DialectName, fromJson, parseIdl, toJson } from "../src/index.js";
import { PROJECT } from "./support/sourceFacts.js";

const test = suite("docs/cdr.md");

const TEXT = readFileSync(join(PROJECT, "docs", "cdr.md"), "utf8");

interface Example {
  readonly kind: "cdr" | "keyhash";
  readonly idl: string;
  readonly json: unknown;
  readonly representation: "xcdr1" | "xcdr2";
  /** Hexadecimal digits, and the dialects that they are for. */
  readonly lines: readonly (readonly [hex: string, dialects: readonly string[]])[];
}

const EXAMPLES: readonly Example[] = [...TEXT.matchAll(/^```(cdr|keyhash)\n(.*?)^```/gms)].map(([, kind, body]) => {
  const [idl = "", value = "", ...lines] = body!.trimEnd().split("\n");
  return {
    kind: kind as Example["kind"],
    idl,
    json: JSON.parse(value.slice(0, value.lastIndexOf(" "))) as unknown,
    representation: value.endsWith("XCDR1") ? "xcdr1" : "xcdr2",
    lines: lines.map((line) => {
      const [hex = "", names = ""] = line.split("  ");
      return [hex.replaceAll(" ", ""), withVersions(names.split(" "), body!)] as const;
    }),
  };
});

/** A dialect of an older version does as the vendor's other one where it is not named. */
function withVersions(names: readonly string[], example: string): string[] {
  const older = Object.keys(DIALECTS).filter((name) => name.includes("-") && !example.includes(name));
  return [...names, ...older.filter((name) => names.includes(name.split("-")[0]!))];
}

test("the bytes are what is written, and read back", () => {
  for (const { kind, idl, json, representation, lines } of EXAMPLES) {
    const type = parseIdl(idl).struct("T");
    const value = fromJson(type, json) as Record<string, unknown>;
    for (const [hex, names] of lines) {
      for (const name of names) {
        const dialect = name === "default" ? {} : { dialect: name as DialectName };
        const codec = compileCodec(type, { representation, ...dialect });
        const bytes =
          kind === "keyhash" ? codec.keyHash(value) : codec.serialize(value).subarray(0, codec.serializedSize(value));
        const isUncounted = kind === "cdr" && name === "fastdds-2";
        const expected = isUncounted ? `${hex.slice(0, 4)}0000${hex.slice(8)}` : hex;
        assert.is(Buffer.from(bytes).toString("hex"), expected, `${idl} ${name}`);
        if (kind === "cdr") assert.equal(toJson(type, codec.deserialize(bytes)), json, `${idl} ${name} read`);
      }
    }
  }
  assert.ok(EXAMPLES.length > 20);
});

test("every example says what each dialect does", () => {
  const all = [...Object.keys(DIALECTS), "default"].sort();
  for (const { idl, lines } of EXAMPLES) assert.equal(lines.flatMap(([, names]) => names).sort(), all, idl);
});

test("every rule is named", () => {
  const rules = Object.keys(DIALECTS.spec).filter((rule) => rule !== "name");
  assert.equal(
    rules.filter((rule) => !TEXT.includes(`\`${rule}\``)),
    [],
  );
});

test.run();
