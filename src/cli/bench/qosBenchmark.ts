// `rtps bench qos`: each policy against the default: what it adds on the wire, in the simulation, and to round trips and
// rates between two processes.

import type { Command } from "commander";
import type { BenchMeasurement } from "../../trace/benchDocument.js";
import { median } from "../../trace/statistics.js";
import { integer, seconds } from "../options.js";
import { addRunOptions, type BenchOptions, choosePeers, listOption, someOf } from "./benchOptions.js";
import type { CellPlan } from "./cellPlan.js";
import { type CellRequest, type MeasuredCell, measureCell } from "./measureCell.js";
import { measureProgram } from "./measureProgram.js";
import type { PeerPolicies } from "./peer/selfSides.js";
import { BASE_PLAN } from "./plans.js";
import { optionList, programPath, repositoryPeer } from "./repositoryProgram.js";
import { runBenchCommand } from "./runBenchCommand.js";

interface QosOptions extends BenchOptions {
  readonly settings: readonly string[];
  readonly samples?: number;
  readonly duration?: number;
}

type Kind = "wire" | "rtt" | "rate";

interface QosPlan extends CellPlan {
  readonly kind: Kind;
  readonly setting: string;
}

type Request = CellRequest & { readonly plan: QosPlan };

/** In the order measured. The first is what the others are compared with. */
const SETTINGS: Readonly<Record<string, PeerPolicies>> = {
  default: {},
  bestEffort: { both: { reliability: "bestEffort" } },
  keepLast1: { both: { history: { keepLast: 1 } } },
  keepAll: { both: { history: "keepAll" } },
  transientLocal: { both: { durability: "transientLocal" } },
  deadline: { both: { deadline: "100ms" } },
  liveliness: { both: { liveliness: { kind: "automatic", leaseDuration: "1s" } } },
  exclusive: { both: { ownership: "exclusive" } },
  partition: { both: { partition: "A" } },
  lifespan: { writer: { lifespan: "1s" } },
  sourceOrder: { both: { destinationOrder: "bySourceTimestamp" } },
  xcdr2: { writer: { dataRepresentation: "xcdr2" } },
};

export function defineQosCost(command: Command): void {
  const names = Object.keys(SETTINGS);
  addRunOptions(command, REPEATS)
    .addOption(listOption("--settings <names>", `of ${names.join(", ")}`, someOf(names), names))
    .option("-n, --samples <count>", "round trips (default: 1000, with --quick 100)", integer(1, 1_000_000))
    .option("--duration <seconds>", "of a rate (default: 3, with --quick 0.5)", seconds)
    .addHelpText("after", QOS_HELP)
    .action((options: QosOptions) => {
      const comparison = new Comparison();
      const measure = (request: Request, signal: AbortSignal) => comparison.measure(request, signal);
      const peers = choosePeers(["self"]);
      return runBenchCommand("qos", qosPlans(options), options, { ...REPEATS, peers, measure });
    });
}

function qosPlans(options: QosOptions): QosPlan[] {
  const isQuick = options.quick === true;
  const { samples = isQuick ? 100 : 1000, duration = isQuick ? 0.5 : 3 } = options;
  const canSimulate = repositoryPeer("self", "rtps-lab", WIRE_MAIN).prepare() === undefined;
  // Ratios need what they are ratios to.
  const settings = [...new Set(["default", ...options.settings])];
  const plansOf = (kind: Kind, plan: Partial<CellPlan>) => settings.map((setting) => qosPlan(kind, setting, plan));
  return [
    ...(canSimulate ? plansOf("wire", { shape: "stream", payloadBytes: WIRE_PAYLOAD, samples: 1000 }) : []),
    ...plansOf("rtt", {
      mode: "closed",
      rhythm: "back_to_back",
      samples,
      warmUpSamples: 100,
      spinUpMs: isQuick ? 200 : 1000,
    }),
    ...plansOf("rate", {
      shape: "stream",
      payloadBytes: 16,
      warmUpMs: isQuick ? 200 : 1000,
      durationMs: duration * 1000,
    }),
  ];
}

function qosPlan(kind: Kind, setting: string, plan: Partial<CellPlan>): QosPlan {
  const policies = SETTINGS[setting]!;
  const reliability = setting === "bestEffort" ? "BEST_EFFORT" : "RELIABLE";
  const historyDepth = setting === "keepAll" ? 0 : setting === "keepLast1" ? 1 : BASE_PLAN.historyDepth;
  const named = { kind, setting, variant: `${kind}, ${setting}`, reliability, historyDepth } as const;
  return { ...BASE_PLAN, ...plan, ...named, policies: JSON.stringify(policies) };
}

/** Knows the default's figures of each repeat, for the ratios. */
class Comparison {
  private readonly defaults = new Map<string, number>();

  async measure(request: Request, signal: AbortSignal): Promise<MeasuredCell> {
    const { plan, repeat } = request;
    if (plan.kind === "wire") {
      const { both, ...others }: PeerPolicies = SETTINGS[plan.setting]!;
      // The simulation has DDS's depth of 1 by default.
      const policies = {
        ...others,
        both: { history: { keepLast: plan.historyDepth }, reliability: "reliable", ...both },
      };
      const args = optionList({ policies: JSON.stringify(policies) });
      return measureProgram(request, { command: [process.execPath, programPath(WIRE_MAIN)], args }, signal);
    }
    const cell = await measureCell(request, signal);
    const figure = figureOf(cell.measurement);
    if (plan.setting === "default") this.defaults.set(`${plan.kind} ${repeat}`, figure);
    const base = this.defaults.get(`${plan.kind} ${repeat}`);
    if (base === undefined || !(base > 0)) return cell;
    return { ...cell, measurement: { ...cell.measurement, figures: { ratioToDefault: figure / base } } };
  }
}

function figureOf({ latenciesUs, samplesPerSecond = 0 }: BenchMeasurement): number {
  return latenciesUs === undefined ? samplesPerSecond : median(latenciesUs);
}

const REPEATS = { repeats: 3, quickRepeats: 1 };
const WIRE_MAIN = "bench/qos/wireMain.js";
/** About that of the shapes that the simulation sends. */
const WIRE_PAYLOAD = 24;

const QOS_HELP = `
Every setting beside the default: both RELIABLE, KEEP_LAST 10. wire: 1000 samples, a minute of silence, a late joiner and
the end of the writer in the simulated network, exact (needs the repository).
rtt: round trips of 64 B between two processes; above 1 the setting is slower. rate: 16 B samples a second, KEEP_LAST 10,
so a writer never waits; below 1 the setting is slower. --quick: 100 round trips, 0.5 s, one repeat.`;
