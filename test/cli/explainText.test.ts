// What `rtps explain` prints: line breaks, half-discovered and silent participants, names that misbehave.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { explainPieces, wrap } from "../../src/cli/explainText.js";
import type { DiscoveryProgress } from "../../src/discovery/progress.js";
import { explainDomain } from "../../src/inspect/index.js";
import { CYCLONE, participant, participantData, prefix, reader, view, writer } from "../inspect/explainSupport.js";

const test = suite("text of rtps explain");

/** Colours alone are taken away: anything else that steers a terminal has to be seen. */
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
const text = (progress: DiscoveryProgress, all = false) =>
  [...explainPieces(explainDomain(progress), { all, notFound: [] })].join("").replace(COLOUR, "");

test("lines break between words, never inside", () => {
  assert.equal(wrap("aa bb cc", "- ", "  ", 7), ["- aa bb", "  cc"]);
  assert.equal(wrap("aaaaaaaaaa b", "- ", "  ", 7), ["- aaaaaaaaaa", "  b"]);
  assert.equal(wrap("a", "- ", "  ", 7), ["- a"]);
});

test("participants with something to them are listed, the others counted", () => {
  const half = { state: "halfDiscovered", knowsUs: false } as const;
  const secured = { data: participantData(2, { vendorId: CYCLONE, entityName: "safe", secured: true }) };
  const silent = { silentForMs: 17_000, leaseLeftMs: 3000 };
  const out = text(
    view([
      participant(1, [], half),
      participant(2, [], secured),
      participant(3, [], silent),
      participant(4),
      participant(5),
    ]),
  );
  const row = (cells: string) => new RegExp(cells.replaceAll(" | ", " +│ "));
  assert.match(out, row(`│ rtps-lab | ${prefix(1)} | 0 w, 0 r | 0.1 s ago | half-discovered │`));
  assert.match(out, row(`│ Cyclone DDS "safe" | ${prefix(2)} | 0 w, 0 r | 0.1 s ago | complete,`));
  assert.match(out, row(`│ rtps-lab | ${prefix(3)} | 0 w, 0 r | 17.0 s ago | complete`));
  assert.match(out, /\n {2}2 more participants: discovery complete\n/);
  assert.not.match(out, new RegExp(`${prefix(4)}`));
  assert.match(out.replace(/\n +/g, " "), /has answered nothing: it seems not to hear us/);
  for (const line of out.split("\n")) assert.ok(line.length <= 100, line);
});

test("matched pairs with notes are counted, and shown with --all", () => {
  const noted = (n: number) => ({ typeInformation: Uint8Array.of(n) });
  const seen = view([participant(1, [writer({}, noted(1))]), participant(2, [reader({}, noted(2))])]);
  assert.match(text(seen), /\n {2}1 pair matches, 1 with a note \(--all shows it\)\n/);
  assert.not.match(text(seen), /type information: who compares/);
  assert.match(text(seen, true).replace(/\n +/g, " "), /- the two sent different type information: who compares it/);
});

test("names from the wire do not steer the terminal", () => {
  const name = "a\u001b[2Jb\nc";
  const data = { data: participantData(1, { entityName: name }), silentForMs: 17_000, leaseLeftMs: 1 };
  const out = text(view([participant(1, [writer({}, { topicName: name, typeName: name })], data)]));
  assert.not.match(out.replaceAll("\n", ""), /\p{Cc}/u);
  assert.match(out, /\na\\u001b\[2Jb\\nc {2}a\\u001b\[2Jb\\nc {2}1 writer, 0 readers\n/);
});

test.run();
