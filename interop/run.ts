// The interop runner: finds the vendors that are installed, runs the scenario matrix in both directions, prints the
// table and writes the JSON. Exit code 0 = nothing failed, 1 = a cell failed or nothing ran, 2 = wrong use.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, release } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, CommanderError } from "commander";
import type { PayloadEntry } from "../src/index.js";
import { availableIsolation, type Isolation } from "./matrix/isolation.js";
import { Matrix } from "./matrix/Matrix.js";
import { createPeers, type Peer, type PeerName } from "./matrix/peers.js";
import { cellLine, renderNotes, renderTable } from "./matrix/report.js";
import { countByStatus, type InteropResults } from "./matrix/results.js";
import type { Scenario } from "./matrix/scenario.js";
import { SCENARIOS } from "./matrix/scenarios.js";

interface RunnerOptions {
  peer: string[];
  scenario: string[];
  json: string;
  capture?: string;
  record?: string;
  self: string;
  require: string[];
  jobs: number;
  isolation: string;
  list: boolean;
  install: boolean;
}

class UsageError extends Error {}

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const isCompiled = !import.meta.url.endsWith(".ts");
const here = dirname(fileURLToPath(import.meta.url));
const root = isCompiled ? resolve(here, "..", "..") : resolve(here, "..");

/** A list option: may be repeated, and may hold commas. */
const collect = (value: string, previous: string[]) => [...previous, ...value.split(",")];

function parseJobs(value: string): number {
  const jobs = Number(value);
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 16) throw new UsageError(`--jobs needs 1 to 16, got ${value}`);
  return jobs;
}

function createCommand(): Command {
  return new Command("interop")
    .description("Runs rtps-lab against real DDS vendors and prints a table of vendor x scenario x direction.")
    .option("--peer <name>", "only this peer (may be repeated)", collect, [])
    .option("--scenario <name>", "only this scenario (may be repeated)", collect, [])
    .option("--json <file>", "where the results go", join("out", "interop.json"))
    .option("--capture <folder>", "capture every cell there and have tshark judge our datagrams")
    .option("--record <file>", "write the payloads of types-* cells there, as rtps cdr check reads them")
    .option("--require <name>", "fail when this peer is not installed (may be repeated)", collect, [])
    .option("--self <name>", "put another peer in the place of rtps-lab, to test the peers themselves", "self")
    .option("--jobs <n>", "cells at the same time", parseJobs, Math.min(2, availableParallelism()))
    .option("--isolation <kind>", "namespace, loopback, or auto: a private network namespace when root allows", "auto")
    .option("--list", "list peers and scenarios, run nothing", false)
    .option("--install", "with --peer connext: install it first, which accepts RTI's licence", false)
    .allowExcessArguments(false)
    .exitOverride();
}

function choosePeers(all: Map<PeerName, Peer>, options: RunnerOptions): { self: Peer; peers: Peer[] } {
  const pick = (name: string) => {
    const peer = all.get(name as PeerName);
    if (peer === undefined) throw new UsageError(`no peer ${name}: use one of ${[...all.keys()].join(", ")}`);
    return peer;
  };
  const self = pick(options.self);
  const others = [...all.values()].filter((peer) => peer !== self && peer.name !== "self");
  const wanted = [...options.peer, ...(options.peer.length === 0 ? [] : options.require)];
  const peers = wanted.length === 0 ? others : [...new Set(wanted.map(pick))];
  for (const name of options.require) pick(name);
  if (peers.some((peer) => peer.name === "self")) throw new UsageError("--peer self makes no sense: name a vendor");
  return { self, peers };
}

function chooseScenarios(names: readonly string[]): readonly Scenario[] {
  if (names.length === 0) return SCENARIOS;
  return names.map((name) => {
    const found = SCENARIOS.find((scenario) => scenario.name === name);
    if (found === undefined) throw new UsageError(`no scenario ${name}: see --list`);
    return found;
  });
}

function isChosen(name: string, options: RunnerOptions): boolean {
  return options.peer.length === 0 || options.peer.includes(name) || options.require.includes(name);
}

/** RTI's licence is accepted by whoever installs the package, so this happens only on an explicit word. */
function installConnext(options: RunnerOptions, connext: Peer | undefined): void {
  const isAcceptedByEnvironment = process.env["RTPS_LAB_ACCEPT_RTI_LICENCE"] === "1";
  if (options.install && !options.peer.includes("connext"))
    throw new UsageError("--install needs --peer connext: it accepts RTI's licence");
  const isWanted = options.install || (isAcceptedByEnvironment && isChosen("connext", options));
  if (!isWanted || connext?.missing() === undefined) return;
  process.stderr.write("installing rticonnextdds-connector: this accepts RTI's licence (non-commercial use)\n");
  const folder = join(root, "interop", "connext");
  const result = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: ["ignore", 2, 2] });
  if (result.status !== 0) throw new UsageError("npm ci in interop/connext failed");
}

function list(all: Map<PeerName, Peer>): void {
  for (const peer of all.values())
    process.stdout.write(`peer      ${peer.name.padEnd(26)}${peer.title}: ${peer.missing() ?? "installed"}\n`);
  for (const scenario of SCENARIOS)
    process.stdout.write(`scenario  ${scenario.name.padEnd(26)}${scenario.title} (${scenario.kind})\n`);
}

function checkTools(self: Peer, captureFolder: string | undefined): void {
  const missing = self.missing();
  if (missing !== undefined) throw new UsageError(`${self.name} cannot run: ${missing}`);
  const complaint = self.build();
  if (complaint !== undefined) throw new UsageError(`${self.name} cannot run: ${complaint}`);
  if (captureFolder === undefined) return;
  for (const tool of ["dumpcap", "tshark"])
    if (spawnSync(tool, ["--version"], { stdio: "ignore" }).status !== 0)
      throw new UsageError(`--capture needs ${tool}: apt-get install tshark`);
  mkdirSync(captureFolder, { recursive: true });
}

async function chooseIsolation(kind: string): Promise<Isolation["kind"]> {
  if (kind === "loopback") return kind;
  if (kind !== "auto" && kind !== "namespace")
    throw new UsageError(`--isolation needs namespace, loopback or auto, got ${kind}`);
  const available = await availableIsolation();
  if (kind === "namespace" && available !== kind)
    throw new UsageError("--isolation namespace needs root, unshare, nsenter and ip (Debian: iproute2)");
  return available;
}

async function runMatrix(options: RunnerOptions, all: Map<PeerName, Peer>): Promise<InteropResults> {
  const { self, peers } = choosePeers(all, options);
  const scenarios = chooseScenarios(options.scenario);
  const captureFolder = options.capture === undefined ? undefined : resolve(options.capture);
  checkTools(self, captureFolder);
  const started = new Date();
  const isolation = await chooseIsolation(options.isolation);
  const onCell = (cell: InteropResults["cells"][number]) => process.stderr.write(`${cellLine(cell)}\n`);
  const recorded: PayloadEntry[] = [];
  const onPayloads = (payloads: readonly PayloadEntry[]) => recorded.push(...payloads);
  const settings = { root, self, peers, scenarios, isolation, captureFolder, jobs: options.jobs };
  const matrix = new Matrix({ ...settings, onCell, onPayloads });
  const cells = await matrix.run();
  if (options.record !== undefined) writePayloads(options.record, recorded);
  return {
    startedAt: started.toISOString(),
    durationMs: Date.now() - started.getTime(),
    environment: {
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      kernel: release(),
      cpus: availableParallelism(),
    },
    isolation,
    self: self.name,
    peers: matrix.peerResults,
    totals: countByStatus(cells),
    cells,
  };
}

/** In an order that does not depend on which cell came first. One payload a line. */
function writePayloads(file: string, payloads: readonly PayloadEntry[]): void {
  const keyOf = ({ vendor, name }: PayloadEntry) => `${vendor} ${name}`;
  const sorted = [...payloads].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const lines = sorted.map((payload) => JSON.stringify(payload));
  writeFileSync(resolve(file), `[\n${lines.join(",\n")}\n]\n`);
}

function report(results: InteropResults, options: RunnerOptions): number {
  const file = resolve(options.json);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(`${renderTable(results)}\n${renderNotes(results)}\nresults: ${file}\n`);
  const absent = results.peers.filter((peer) => !peer.installed && options.require.includes(peer.name));
  for (const peer of absent) process.stdout.write(`required but not installed: ${peer.name} (${peer.reason})\n`);
  const isGood = results.totals.failed === 0 && results.totals.passed > 0 && absent.length === 0;
  return isGood ? 0 : EXIT_FAILED;
}

async function main(): Promise<number> {
  const command = createCommand();
  command.parse();
  const options = command.opts<RunnerOptions>();
  const all = createPeers(root, isCompiled);
  if (options.list) {
    list(all);
    return 0;
  }
  installConnext(options, all.get("connext"));
  return report(await runMatrix(options, all), options);
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : EXIT_USAGE);
    process.stderr.write(error instanceof UsageError ? `interop: ${error.message}\n` : `${error.stack}\n`);
    process.exit(error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED);
  },
);
