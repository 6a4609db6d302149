/**
 * 785 payloads that Cyclone DDS 11.0.1, Fast DDS 3.6.2 and Connext 7.7.0 produced (test/golden/payloads.json, one type
 * a block, one payload a line: vendor, representation, payload, key hash, key payload). Under the dialect of its vendor
 * each decodes to its value and encodes to its bytes, key hash and key payload; what padding holds does not matter.
 */
import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  CdrError,
  compileCodec,
  dialectOfVendor,
  fromJson,
  jsonText,
  type PayloadCheck,
  PayloadChecker,
  type PayloadEntry,
  toJson,
} from "../../src/cdr/index.js";
import { parseIdl } from "../../src/idl/index.js";
import { bytesOf } from "./support.js";

interface GoldenType {
  readonly idl: string;
  readonly type: string;
  readonly cases: readonly {
    readonly name: string;
    readonly value: unknown;
    readonly payloads: readonly (readonly [string, "XCDR1" | "XCDR2", string, (string | null)?, string?])[];
  }[];
}

/** Compiled tests run from dist/test; the payloads stay in test. */
const file = new URL("../golden/payloads.json", import.meta.url.replace("/dist/test/", "/test/"));
const types = JSON.parse(readFileSync(file, "utf8")) as readonly GoldenType[];

const entries: readonly PayloadEntry[] = types.flatMap(({ idl, type, cases }) =>
  cases.flatMap(({ name, value, payloads }) =>
    payloads.map(([vendor, representation, payloadHex, keyHashHex, keyPayloadHex]) => ({
      ...{ name, idl, type, value, vendor, representation, payloadHex },
      ...(keyHashHex == null ? {} : { keyHashHex }),
      ...(keyPayloadHex === undefined ? {} : { keyPayloadHex }),
    })),
  ),
);

/** Payloads that are not met, as "name vendor representation", each with its reason. There are none. */
const EXCEPTIONS: Readonly<Record<string, string>> = {};

const test = suite("cdr: golden payloads");

function isMet(check: PayloadCheck): boolean {
  return check.decodes && check.reencodes && check.keyHash !== false && check.keyPayload !== false;
}

for (const codegen of [true, false]) {
  for (const vendor of ["cyclone-11.0.1", "fastdds-3.6.2", "connext-7.7.0"]) {
    for (const representation of ["XCDR1", "XCDR2"]) {
      test(`${vendor} ${representation}${codegen ? "" : " interpreted"}`, () => {
        const checker = new PayloadChecker({ codegen });
        for (const entry of entries) {
          if (entry.vendor !== vendor || entry.representation !== representation) continue;
          const check = checker.check(entry);
          const name = `${entry.name} ${vendor} ${representation}`;
          assert.is(isMet(check), !(name in EXCEPTIONS), `${name}: ${JSON.stringify(check)}`);
        }
      });
    }
  }
}

test("payloads are read by a codec of another dialect that is told whose they are", () => {
  for (const codegen of [true, false]) {
    let read = 0;
    for (const { idl, type, cases } of types) {
      const codec = compileCodec(parseIdl(idl).struct(type), { representation: "xcdr2", codegen });
      for (const { name, value, payloads } of cases) {
        const wanted = jsonText(toJson(codec.type, fromJson(codec.type, value)));
        for (const [vendor, , hex] of payloads) {
          const decoded = codec.deserialize(bytesOf(hex), dialectOfVendor(vendor));
          assert.is(jsonText(toJson(codec.type, decoded)), wanted, `${name} ${vendor}`);
          read++;
        }
      }
    }
    assert.is(read, 785);
  }
});

test("every truncation of a payload decodes or gives CdrError", () => {
  for (const { idl, type, cases } of types) {
    const codec = compileCodec(parseIdl(idl).struct(type), { representation: "xcdr2", codegen: false });
    for (const [vendor, , hex] of cases.flatMap((each) => each.payloads)) {
      const payload = bytesOf(hex);
      const step = Math.max(1, payload.length >> 6);
      for (let length = 0; length < payload.length; length += step) {
        const result = codec.tryDeserialize(payload.subarray(0, length), dialectOfVendor(vendor));
        assert.ok(result instanceof CdrError || typeof result === "object");
      }
    }
  }
});

test("a difference is found and its field named", () => {
  const entry = entries.find((each) => each.name === "opt_prims_mutable/mixed" && each.representation === "XCDR2")!;
  const checker = new PayloadChecker({ codegen: false });
  const spoilt = { ...entry, payloadHex: entry.payloadHex.replace("0000d0bf", "0000d03f") };
  const check = checker.check(spoilt);
  assert.is(check.decodes, false);
  assert.is(check.reencodes, false);
  const { around, ...difference } = check.firstDiff!;
  assert.equal(difference, { part: "payload", offset: 39, field: "f", expected: "3f", actual: "bf" });
  assert.ok(around.expected.includes("d03f05") && around.actual.includes("d0bf05"));
  const short = checker.check({ ...entry, payloadHex: entry.payloadHex.slice(0, -8) });
  assert.match(short.error!, /DHEADER says 40 bytes, 36 are left/);
  const header = checker.check({
    ...entry,
    payloadHex: `${entry.payloadHex.slice(0, 8)}29${entry.payloadHex.slice(10)}`,
  });
  assert.is(header.firstDiff?.field, "(DHEADER)");
});

test("the file holds what it should", () => {
  assert.is(types.length, 110);
  assert.is(entries.length, 785);
  assert.is(entries.filter((entry) => entry.keyHashHex !== undefined).length, 174);
  assert.is(entries.filter((entry) => entry.keyPayloadHex !== undefined).length, 116);
});

test.run();
