// The soak in short.
// runner: timeout 300 s

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Soak } from "./Soak.js";

const test = suite("soak");

/** Held more at the end than after the first tenth: what engines keep for good, and noise of the collector. */
const FLAT_BYTES = 8_000_000;

test("everything is delivered once and in order to readers that stay, while others come and go", () => {
  const result = new Soak({ seed: 3, minutes: 0.5 }).run();
  assert.equal(result.complaints, []);
  assert.ok(result.written > 3000 && result.delivered.every((count) => count === result.written));
  assert.ok(result.visitors >= 3 && result.retransmitted > 100 && result.lostDatagrams > 100, JSON.stringify(result));
  const [first, last] = result.heldBytes;
  assert.ok(last - first < FLAT_BYTES, `${last - first} bytes more`);
});

test.run();
