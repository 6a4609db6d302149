// Nobody who is not known draws more than twice the bytes that he sends, and what is said in a peer's name brings
// traffic to that peer alone.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { measureReflections, reflectionLines } from "./amplification.js";

const test = suite("amplification");

/** To an address that nothing has come from, for each byte. */
const MAX_FACTOR = 2;

test("what comes out for every kind of message", () => {
  const rows = measureReflections();
  console.log(reflectionLines(rows));
  assert.ok(rows.length > 20);
  for (const { kind, sender, bytesIn, bytesOut, elsewhere } of rows) {
    const what = `${kind}, ${sender}`;
    if (sender === "stranger") assert.ok(bytesOut <= MAX_FACTOR * bytesIn, `${what}: ${bytesOut} for ${bytesIn}`);
    const allowed = kind === "SPDP" ? MAX_FACTOR * bytesIn : 0;
    if (sender === "in a peer's name") assert.ok(elsewhere <= allowed, `${what}: ${elsewhere} for ${bytesIn}`);
    if (sender === "stranger" && !kind.startsWith("SPDP")) assert.is(bytesOut, 0, what);
  }
  const repair = rows.find(({ kind, sender }) => kind === "ACKNACK" && sender !== "stranger");
  assert.ok(repair!.bytesOut > repair!.bytesIn, "a peer's repair is sent, to the peer");
});

test.run();
