// `rtps bench discovery`: two processes with every peer, and many participants of ours with a fitted growth exponent.

import { fileURLToPath } from "node:url";
import { type Command, InvalidArgumentError } from "commander";
import { fitExponent } from "../../trace/fitLine.js";
import { median } from "../../trace/statistics.js";
import { integer } from "../options.js";
import { CellFailure } from "./BenchProcess.js";
import { addBenchOptions, type BenchOptions, choosePeers, withoutTwice } from "./benchOptions.js";
import { cellKey } from "./cellPlan.js";
import { type DiscoveryPlan, measureDiscovery } from "./discovery/measureDiscovery.js";
import type { CellRequest, MeasuredCell } from "./measureCell.js";
import { measureProgram } from "./measureProgram.js";
import type { BenchPeer } from "./peers.js";
import { BASE_PLAN } from "./plans.js";
import { runBenchCommand } from "./runBenchCommand.js";

interface DiscoveryOptions extends BenchOptions {
  readonly participants?: readonly number[];
  readonly attempts?: number;
}

type Request = CellRequest & { readonly plan: DiscoveryPlan };

const PEERS = ["self", "cyclone", "fastdds"];
const PARTICIPANTS = [2, 4, 8, 16, 32];
const QUICK_PARTICIPANTS = [2, 4, 8];

export function defineDiscovery(command: Command): void {
  addBenchOptions(command, REPEATS, PEERS, PEERS)
    .option("--participants <counts>", `in one process (default: ${PARTICIPANTS.join(",")})`, participantCounts)
    .option("--attempts <count>", "of two processes, for each repeat (default: 7, with --quick 2)", integer(1, 1000))
    .addHelpText("after", DISCOVERY_HELP)
    .action((options: DiscoveryOptions) => {
      const peers = choosePeers(options.peers ?? PEERS).map(oneProcessIsOurs);
      const growth = new Growth();
      const measure = (request: Request, signal: AbortSignal) => growth.measure(request, signal);
      return runBenchCommand("discovery", discoveryPlans(options), options, { ...REPEATS, peers, measure });
    });
}

function discoveryPlans(options: DiscoveryOptions): DiscoveryPlan[] {
  const isQuick = options.quick === true;
  const { attempts = isQuick ? 2 : 7, participants = isQuick ? QUICK_PARTICIPANTS : PARTICIPANTS } = options;
  const base = { ...BASE_PLAN, shape: "stream", payloadBytes: 16, discovery: true, attempts } as const;
  const crowds = participants.map((count) => ({ ...base, participants: count, variant: IN_ONE_PROCESS }));
  const fits = new Set(participants).size >= MIN_POINTS;
  return [{ ...base, variant: TWO_PROCESSES }, ...crowds, ...(fits ? [{ ...base, variant: GROWTH }] : [])];
}

/** Keeps what the crowds of a repeat took, for the exponent that comes behind them. */
class Growth {
  private readonly measured: { repeat: number; participants: number; figures: Record<string, number> }[] = [];
  private last: MeasuredCell["ready"] | undefined;

  async measure(request: Request, signal: AbortSignal): Promise<MeasuredCell> {
    const { plan, repeat } = request;
    if (plan.variant === GROWTH) return this.fit(request);
    if (plan.participants === undefined) return measureDiscovery(request, signal);
    const cell = await measureProgram(request, crowdProgram(request, plan.participants), signal);
    const { latenciesUs = [], figures = {} } = cell.measurement;
    const all = { ...figures, matchedMs: median(latenciesUs) / 1000 };
    this.measured.push({ repeat, participants: plan.participants, figures: all });
    this.last = cell.ready;
    return cell;
  }

  private async fit({ plan, peer, repeat }: Request): Promise<MeasuredCell> {
    const cells = this.measured.filter((one) => one.repeat === repeat);
    const figures: Record<string, number> = {};
    for (const name of ["matchedMs", "datagrams", "bytes"]) {
      const line = fitExponent(
        cells.map(({ participants }) => participants),
        cells.map((cell) => cell.figures[name]!),
      );
      if (line === undefined) throw new CellFailure("too few participants were measured for an exponent");
      Object.assign(figures, { [`${name}Exponent`]: line.slope });
      if (Number.isFinite(line.low)) Object.assign(figures, { [`${name}Low`]: line.low, [`${name}High`]: line.high });
    }
    const ready = this.last!;
    return { measurement: { key: cellKey(plan, peer.name, ready.transport), repeat, figures }, ready };
  }
}

function crowdProgram({ domain, topic, samplesFile }: Request, participants: number) {
  const options = { domain, topic, participants, out: samplesFile };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return { command: [process.execPath, CROWD_MAIN], args, hasSamples: true };
}

function oneProcessIsOurs(peer: BenchPeer): BenchPeer {
  if (peer.name === "self") return peer;
  const unsupported: BenchPeer["unsupported"] = (plan) => {
    return plan.variant === TWO_PROCESSES ? peer.unsupported(plan) : "its program has one participant";
  };
  return { ...peer, unsupported };
}

/** For commander: whole numbers with commas between them. */
function participantCounts(text: string): number[] {
  const values = text.split(",").map(Number);
  if (values.every((value) => Number.isInteger(value) && value >= 1 && value <= MAX_PARTICIPANTS))
    return withoutTwice(values);
  throw new InvalidArgumentError(`Give whole numbers from 1 to ${MAX_PARTICIPANTS}, with commas between them.`);
}

const REPEATS = { repeats: 3, quickRepeats: 1 };
const MAX_PARTICIPANTS = 200;
/** Through two points goes every line. */
const MIN_POINTS = 3;
const TWO_PROCESSES = "two processes";
const IN_ONE_PROCESS = "in one process";
const GROWTH = "growth";
const CROWD_MAIN = fileURLToPath(new URL("./discovery/crowdMain.js", import.meta.url));

const DISCOVERY_HELP = `
Two processes: a reader runs, then a writer is created elsewhere; the time is from before its participant is created until
both sides know each other. Without multicast, each looking at the usual ports of 127.0.0.1; fresh processes for each
attempt. writerToMatchedMs begins when the writer exists. Datagrams and octets are those of the network namespace until
0.2 s after the match.
In one process: N participants, each with a writer and a reader of one topic, until all N x N know each other, by
multicast on 127.0.0.1; the time is from before the first is created. growth: the exponents e of N^e for time, datagrams
and octets, fitted to the logarithms, with their 95 % intervals. --quick: 2 attempts, 2, 4 and 8 participants.`;
