// A writer that begins anew under its old GUID (case PL-23): told from what is late or forged.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RenumberingWatch } from "../../../src/rtps/behavior/RenumberingWatch.js";
import { RestartWatch } from "../../../src/rtps/behavior/RestartWatch.js";

const test = suite("restarts");

test("one odd HEARTBEAT is a suspicion, a later one is the proof", () => {
  const watch = new RestartWatch();
  assert.not(watch.confirms(1));
  assert.not(watch.confirms(1), "a copy of it proves nothing");
  assert.ok(watch.confirms(2));
  watch.clear();
  assert.not(watch.confirms(3));
  watch.clear();
  assert.not(watch.confirms(4), "what came in between was as expected");
  assert.not(watch.confirms(3), "an older one proves nothing");
  const wrapped = new RestartWatch();
  assert.not(wrapped.confirms(0x7fffffff));
  assert.ok(wrapped.confirms(-0x80000000));
});

test("best effort: three rising numbers", () => {
  const watch = new RenumberingWatch();
  assert.equal(
    [5, 5, 4, 3, 4].map((sn) => watch.confirms(sn)),
    [false, false, false, false, false],
  );
  assert.equal(
    [5, 6].map((sn) => watch.confirms(sn)),
    [true, true],
  );
  watch.clear();
  assert.not(watch.confirms(7));
});

test.run();
