// Floods in short: what is held stays within limits, what was refused is counted, and an honest peer is served.
// runner: timeout 300 s

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FLOODS, runFlood } from "./floods.js";

const test = suite("floods");

const DATAGRAMS = 6000;

for (const flood of FLOODS) {
  test(flood.name, () => {
    const { heldBytes, allowedBytes, dropped, written, delivered } = runFlood(flood, DATAGRAMS);
    assert.ok(heldBytes <= allowedBytes, `${heldBytes} bytes held, ${allowedBytes} are allowed`);
    assert.is(delivered, written, "the honest peer's samples");
    assert.ok((dropped[flood.refusal] ?? 0) > 0, `${flood.refusal} is not among ${JSON.stringify(dropped)}`);
  });
}

test.run();
