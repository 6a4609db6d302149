// The soak over real sockets for a moment: a relay loses, repeats and delays, and everything arrives once and in order.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RealSoak } from "../soak/RealSoak.js";

const test = suite("soak over sockets");

test("RELIABLE KEEP_ALL through a relay that loses up to 30 %", async () => {
  const result = await new RealSoak(1).run(3000);
  const { complaints, written, delivered, lost, duplicated, delayed } = result;
  assert.equal(complaints, []);
  assert.ok(written > 50 && delivered.every((count) => count === written));
  assert.ok(result.visitors > 0 && result.deliveredToVisitors > 0);
  assert.ok(lost > 0 && duplicated > 0 && delayed > 0);
});

test.run();
