// What QoS policies cost on the wire, as docs/qos.md has it: exact, because the network and the time are simulated.
// Without arguments the whole table; --write puts the figures into the document.

import { readFileSync, writeFileSync } from "node:fs";
import { costTable, documentParts, fillDocument, measureAll } from "./qos/document.js";

const DOCUMENT = "docs/qos.md";

const [option, ...others] = process.argv.slice(2);
if (others.length > 0 || (option !== undefined && option !== "--write")) {
  process.stderr.write("usage: node dist/bench/qosCost.js [--write]\n");
  process.exit(2);
}
const measurement = await measureAll();
if (option === undefined) process.stdout.write(`${costTable(measurement)}\n`);
else writeFileSync(DOCUMENT, fillDocument(readFileSync(DOCUMENT, "utf8"), documentParts(measurement)));
