// Payloads that Cyclone DDS 0.10.2 and Fast DDS 2.9.1 of Debian 12 sent in the interop matrix (`npm run interop --
// --record FILE`): unions, optional members, nested sequences. Under the dialect of its vendor's version each decodes to
// its value and encodes to its bytes; Fast DDS told its key hashes too.

import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dialectOfVendor, type PayloadCheck, PayloadChecker, type PayloadEntry } from "../../src/cdr/index.js";

/** Compiled tests run from dist/test; the payloads stay in test. */
const file = new URL("../fixtures/cdr/debianPayloads.json", import.meta.url.replace("/dist/test/", "/test/"));
const entries = JSON.parse(readFileSync(file, "utf8")) as readonly PayloadEntry[];

const test = suite("cdr: payloads of Debian's versions");

function isMet(check: PayloadCheck): boolean {
  return check.decodes && check.reencodes && check.keyHash !== false && check.keyPayload !== false;
}

for (const codegen of [true, false]) {
  test(`values, bytes and key hashes${codegen ? "" : ", interpreted"}`, () => {
    const checker = new PayloadChecker({ codegen });
    for (const entry of entries) {
      const check = checker.check(entry);
      assert.ok(isMet(check), `${entry.name} ${entry.vendor}: ${JSON.stringify(check)}`);
    }
  });
}

test("the vendors' newer versions differ in what the dialects say, and are read all the same", () => {
  const failing = (vendor: string, newer: "cyclone" | "fastdds") => {
    const checks = entries
      .filter((entry) => entry.vendor.startsWith(vendor))
      .map((entry) => new PayloadChecker({ dialect: newer }).check(entry));
    assert.ok(checks.every((check) => check.decodes));
    return checks.filter((check) => !check.reencodes).map((check) => check.firstDiff!.field);
  };
  // The must-understand bit on keys, and the count of padding.
  assert.equal(new Set(failing("cyclone-0.10.2", "cyclone")), new Set(["(EMHEADER)"]));
  assert.equal(new Set(failing("fastdds-2.9.1", "fastdds")), new Set(["(options)"]));
});

test("a vendor and its version name a dialect", () => {
  const of = (...vendors: string[]) => vendors.map(dialectOfVendor);
  assert.equal(of("cyclone-0.10.2", "cyclone-0.10", "cyclone-0.11", "cyclone-11.0.1", "Cyclone"), [
    ...["cyclone-0.10", "cyclone-0.10", "cyclone", "cyclone", "cyclone"],
  ]);
  assert.equal(of("fastdds-2.9.1", "fastdds-3.6.2", "fastdds-20.1", "connext-7.7.0", "spec", "opendds-3.34", ""), [
    ...["fastdds-2", "fastdds", "fastdds", "connext", "spec", "spec", "spec"],
  ]);
});

test("the file holds what it should", () => {
  const count = (vendor: string) => entries.filter((entry) => entry.vendor === vendor).length;
  assert.equal([count("cyclone-0.10.2"), count("fastdds-2.9.1"), entries.length], [32, 16, 48]);
  assert.is(entries.filter((entry) => entry.keyHashHex !== undefined).length, 16);
  assert.is(new Set(entries.map((entry) => entry.name.split("/")[0])).size, 5);
});

test.run();
