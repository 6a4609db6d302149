// runner: alone: it measures latency.
import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lines, pathOf, rtps, start, stopAll } from "./support.js";

const test = suite("rtps stages");
test.after.each(stopAll);

const STAGES = ["t0-t1", "t1-t2", "t2-t3", "t3-t4", "t4-t5", "t0-t5"];
const QUANTILES = ["p50Us", "p90Us", "p99Us", "p999Us", "maxUs"];

test("--quick measures, prints tables, and writes the figures and the page", async () => {
  const [json, html] = [pathOf("new/stages.json"), pathOf("new/stages.html")];
  const run = await rtps(["stages", "--quick", "--size", "64,2000", "--json", json, "--html", html]);
  assert.is(run.code, 0, run.err);
  assert.match(run.out, /t0-t1[\s\S]*t4-t5[\s\S]*t0-t5/);
  assert.is(lines(run.out).at(-1), `written: ${json}, ${html}`);
  assert.match(run.err, /\[#{10}\] 1000\/1000 samples/);
  const document = JSON.parse(readFileSync(json, "utf8"));
  assert.equal(
    document.cells.map((cell: { payloadBytes: number }) => cell.payloadBytes),
    [64, 2000],
  );
  for (const cell of document.cells) {
    assert.is(cell.samples, 500);
    assert.is(cell.lost, 0);
    for (const stage of STAGES) {
      const figures = QUANTILES.map((quantile) => cell.stages[stage][quantile]);
      for (const figure of figures) assert.ok(Number.isFinite(figure) && figure >= 0, `${stage}: ${figures}`);
      assert.equal(
        figures,
        [...figures].sort((a, b) => a - b),
      );
    }
    assert.ok(cell.rttP50Us > cell.stages["t0-t5"].p50Us);
    assert.ok(cell.rawRttP50Us > 0);
    assert.ok(Math.abs(cell.ratioToRaw - cell.rttP50Us / cell.rawRttP50Us) < 0.01);
  }
  assert.is(document.environment.node, process.version);
  assert.ok(document.environment.cores > 0);
  const page = readFileSync(html, "utf8");
  assert.match(page, /^<!doctype html>/i);
  assert.match(page, /<svg/);
  assert.not.match(page, /(src|href)="?https?:/);
  assert.not.match(page, /<(script|link)[^>]+(src|href)=/);
});

test("best-effort and reliable in one run", async () => {
  const args = ["--quick", "--samples", "20", "--warm-up", "20", "--size", "64", "-r", "both"];
  const files = ["--json", pathOf("both.json"), "--html", pathOf("both.html")];
  const { code, err } = await rtps(["stages", ...args, ...files]);
  assert.is(code, 0, err);
  const { cells } = JSON.parse(readFileSync(pathOf("both.json"), "utf8"));
  assert.equal(
    cells.map((cell: { reliability: string }) => cell.reliability),
    ["RELIABLE", "BEST_EFFORT"],
  );
});

test("Ctrl-C ends it in one line, and its two processes with it", async () => {
  const run = start(["stages", "--samples", "100000", "--json", pathOf("x.json"), "--html", pathOf("x.html")]);
  await run.until("err", /\[#-/);
  run.child.kill("SIGINT");
  const { code, signal, out, err } = await run.ended;
  assert.equal([code, signal, out], [130, null, ""]);
  assert.is(lines(err).at(-1), "interrupted");
  assert.not.match(err, /Error|^\s+at /m);
});

test.run();
