// The documents: the first program a newcomer copies must run as it stands, and every link must lead somewhere.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listFiles, PROJECT } from "./support/sourceFacts.js";

const test = suite("documents");

/** Runs the first program of a document. */
function runProgram(document: string) {
  const program = /```ts\n(.*?)```/s.exec(readFileSync(join(PROJECT, document), "utf8"))?.[1];
  assert.ok(program, `no ts block in ${document}`);
  // The package finds itself by name, so this imports the built one, as a user's program does.
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: PROJECT,
    encoding: "utf8",
    timeout: 30_000,
  });
  assert.is(stderr, "");
  assert.is(status, 0);
  return stdout;
}

test("the program in the README prints the sample it wrote", () => {
  const printed = runProgram("README.md");
  assert.match(printed, /^\{ color: 'BLUE', x: 10, y: 20, shapesize: 30 \} [0-9a-f]{32} #1\n$/);
});

test("so does the one for ROS 2", () => {
  assert.is(runProgram("docs/ros2.md"), "rt/chatter std_msgs::msg::dds_::String_ { data: 'hi' }\n");
});

test("so does the one for workers", () => {
  assert.is(runProgram("docs/worker.md"), "{ n: 1 } 1\n");
});

test("every relative link leads to a file", () => {
  const documents = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md", ...listFiles("docs", /\.md$/)];
  const broken: string[] = [];
  let count = 0;
  for (const document of documents) {
    for (const [, target] of readFileSync(join(PROJECT, document), "utf8").matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^[a-z]+:/.test(target!)) continue;
      count++;
      if (!existsSync(join(PROJECT, dirname(document), target!))) broken.push(`${document}: ${target}`);
    }
  }
  assert.equal(broken, []);
  assert.ok(count > 50, `only ${count} links found`);
});

test.run();
