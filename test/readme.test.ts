// The first program a newcomer copies must run as it stands.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PROJECT } from "./support/sourceFacts.js";

const test = suite("README");

test("the program in the README prints the sample it wrote", () => {
  const program = /```ts\n(.*?)```/s.exec(readFileSync(join(PROJECT, "README.md"), "utf8"))?.[1];
  assert.ok(program, "no ts block in README.md");
  // The package finds itself by name, so this imports the built one, as a user's program does.
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: PROJECT,
    encoding: "utf8",
    timeout: 30_000,
  });
  assert.is(stderr, "");
  assert.is(status, 0);
  assert.match(stdout, /^\{ color: 'BLUE', x: 10, y: 20, shapesize: 30 \} [0-9a-f]{32} #1\n$/);
});

test.run();
