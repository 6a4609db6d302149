// Cells of the kinds `types` and `learn`: programs with the rich type of interop/types on both sides, or the vendor's on
// the writing side and `rtps sub` on the other, which is told no type. Values are compared member by member.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PayloadEntry } from "../../src/index.js";
import type { PeerEvent } from "../contract/events.js";
import { RICH_TOPIC, RICH_TYPE, richSample, valueDifference } from "../types/contract/richSamples.js";
import { CommandProcess } from "./CommandProcess.js";
import type { Isolation } from "./isolation.js";
import { PeerProcess } from "./PeerProcess.js";
import type { Peer } from "./peers.js";
import type { CellRun } from "./results.js";
import { type CellPlan, STEP_TIMEOUT_MS, sleep } from "./Stage.js";
import type { TypesExchange } from "./scenario.js";

/** A process start with a vendor's library on a busy machine. */
const START_TIMEOUT_MS = 20_000;
const SETTLE_MS = 60;

export async function runTypesCell(plan: CellPlan, isolation: Isolation): Promise<CellRun> {
  const [without] = [plan.writer, plan.reader].filter((peer) => peer.typesCommand === undefined);
  if (without !== undefined)
    return {
      complaints: [],
      unsupported: `${without.title}: there is no program with these types here`,
      events: { writer: [], second: [], reader: [] },
      stderr: "",
    };
  const cell = plan.scenario.kind === "learn" ? new LearnCell(plan, isolation) : new TypesCell(plan, isolation);
  try {
    return await cell.run();
  } finally {
    cell.close();
  }
}

abstract class Cell {
  protected readonly exchange: TypesExchange;
  protected readonly processes: PeerProcess[] = [];

  constructor(
    protected readonly plan: CellPlan,
    protected readonly isolation: Isolation,
  ) {
    this.exchange = plan.scenario.types!;
  }

  abstract run(): Promise<CellRun>;

  close(): void {
    for (const process of this.processes) process.kill();
  }

  protected start(peer: Peer, role: "pub" | "sub", more: readonly string[] = []): PeerProcess {
    const { type, count } = this.exchange;
    const [file, ...args] = peer.typesCommand!(type);
    const { representation = "xcdr1" } = this.plan.scenario.both;
    const [command, wrapped] = this.isolation.wrap(file, [
      ...[...args, role, "--domain", String(this.plan.domain), "--representation", representation],
      ...["--count", String(count), ...more],
    ]);
    const process = new PeerProcess(command, wrapped, { cwd: this.plan.root });
    this.processes.push(process);
    return process;
  }

  /** @returns complaints */
  protected async stop(process: PeerProcess, who: string): Promise<string[]> {
    process.send("stop");
    const code = await Promise.race([process.exited, sleep(STEP_TIMEOUT_MS)]);
    return code === 0 ? [] : [`${who} ended with ${code ?? "nothing"}`];
  }

  /** Whoever takes instance by instance may have another order. */
  protected compare(values: readonly unknown[]): string[] {
    const { type, count } = this.exchange;
    const sorted = [...values].sort((a, b) => idOf(a) - idOf(b));
    if (sorted.length !== count) return [`${sorted.length} of ${count} samples came`];
    return sorted.flatMap((value, i) => {
      const difference = valueDifference(richSample(type, i), value);
      return difference === undefined ? [] : [`sample ${i}: ${difference}`];
    });
  }
}

class TypesCell extends Cell {
  async run(): Promise<CellRun> {
    const { plan } = this;
    const reader = this.start(plan.reader, "sub");
    const writer = this.start(plan.writer, "pub", this.dialect());
    const complaints = await this.play(writer, reader);
    complaints.push(...(await this.stop(writer, "writer")), ...(await this.stop(reader, "reader")));
    const refusals = [plan.writer, plan.reader].flatMap((peer, i) =>
      eventsOf([writer, reader][i]!, "unsupported").map(({ message }) => `${peer.title}: ${message}`),
    );
    const errors = [...eventsOf(writer, "error"), ...eventsOf(reader, "error")].map(({ message }) => message);
    const events = { writer: writer.events, second: [], reader: reader.events };
    const stderr = [writer.stderr, reader.stderr].join("\n").trim();
    const [, dialect] = this.dialect();
    const note = dialect === undefined ? {} : { note: `our writer has to speak the dialect ${dialect}` };
    const payloads = this.payloads(writer, reader);
    return { complaints: [...complaints, ...errors], unsupported: refusals[0], ...note, payloads, events, stderr };
  }

  private async play(writer: PeerProcess, reader: PeerProcess): Promise<string[]> {
    const isReady = (events: readonly PeerEvent[]) => events.some((one) => one.event === "ready");
    const ready = await Promise.all([writer, reader].map((one) => one.until(isReady, START_TIMEOUT_MS)));
    if (ready.includes(false)) return [`${ready[0] === true ? "reader" : "writer"} did not start`];
    const isMatched = (events: readonly PeerEvent[]) => events.some((one) => one.event === "matched" && one.count > 0);
    const matched = await Promise.all([writer, reader].map((one) => one.until(isMatched, STEP_TIMEOUT_MS)));
    if (matched.includes(false)) return [`${matched[0] === true ? "reader" : "writer"} did not match`];
    writer.send("go");
    const { count } = this.exchange;
    await reader.until((events) => events.filter((one) => one.event === "value").length >= count, STEP_TIMEOUT_MS);
    await sleep(SETTLE_MS);
    return this.compare(eventsOf(reader, "value").map(({ value }) => value));
  }

  private payloads(writer: PeerProcess, reader: PeerProcess): PayloadEntry[] {
    const [ready] = eventsOf(writer, "ready");
    const { scenario, root } = this.plan;
    const idl = readFileSync(join(root, "interop", "types", "contract", `rich_${this.exchange.type}.idl`), "utf8");
    const hashes = eventsOf(writer, "key").map(({ hash }) => hash);
    return eventsOf(reader, "value").flatMap(({ value, payload }) => {
      if (payload === undefined || ready === undefined) return [];
      const i = idOf(value) - idOf(richSample(this.exchange.type, 0));
      const hash = hashes[i] === undefined ? {} : { keyHashHex: hashes[i] };
      return {
        ...{ name: `${scenario.name}/${i}`, idl, type: RICH_TYPE, value: richSample(this.exchange.type, i) },
        ...{ vendor: `${ready.vendor}-${ready.version}`, payloadHex: payload, ...hash },
        representation: scenario.both.representation === "xcdr2" ? "XCDR2" : "XCDR1",
      };
    });
  }

  /** How our writer has to talk to this vendor's readers where its default is not what they take. */
  private dialect(): string[] {
    const { writer, reader, scenario } = this.plan;
    const dialect = writer.name === "self" ? reader.dialectToRead(scenario) : undefined;
    return dialect === undefined ? [] : ["--dialect", dialect];
  }
}

class LearnCell extends Cell {
  async run(): Promise<CellRun> {
    const { plan } = this;
    const writer = this.start(plan.writer, "pub", ["--announce", "yes"]);
    const sub = this.startCommand();
    const { untoldType, title } = plan.writer;
    try {
      const complaints = await (untoldType === undefined ? this.play(writer, sub) : this.refuse(sub, untoldType));
      complaints.push(...(await this.stop(writer, "writer")));
      const events = { writer: writer.events, second: [], reader: [] };
      const isRefused = untoldType !== undefined && complaints.length === 0;
      const unsupported = isRefused ? `${title}: rtps sub says: ${untoldType}` : undefined;
      return { complaints, unsupported, events, stderr: `${writer.stderr}\n${sub.err}`.trim() };
    } finally {
      sub.kill();
    }
  }

  private startCommand(): CommandProcess {
    const [file, ...before] = this.plan.reader.rosCommand!;
    const timeout = this.plan.writer.untoldType === undefined ? "5" : "2";
    const args = ["sub", RICH_TOPIC, "--count", String(this.exchange.count), "--timeout", timeout, "--verbose"];
    const network = ["--domain", String(this.plan.domain), "--interface", "127.0.0.1"];
    const [command, wrapped] = this.isolation.wrap(file, [...before, ...args, ...network]);
    return new CommandProcess(command, wrapped, { cwd: this.plan.root });
  }

  /** Not every vendor tells its types: then the one who asked has to hear why, and what to do. */
  private async refuse(sub: CommandProcess, words: string): Promise<string[]> {
    const code = await Promise.race([sub.exited, sleep(START_TIMEOUT_MS)]);
    return code !== 0 && sub.err.includes(words) ? [] : [`rtps sub ended with ${code ?? "nothing"}: ${sub.err.trim()}`];
  }

  private async play(writer: PeerProcess, sub: CommandProcess): Promise<string[]> {
    const hasMatched = (events: readonly PeerEvent[]) => events.some((one) => one.event === "matched" && one.count > 0);
    const [theyMatched, weMatched] = await Promise.all([
      writer.until(hasMatched, START_TIMEOUT_MS),
      sub.until(() => /matched writers: [1-9]/.test(sub.err), START_TIMEOUT_MS),
    ]);
    if (!theyMatched) return [`the vendor's writer did not match: ${sub.err.trim()}`];
    if (!weMatched) return [`rtps sub did not match: ${sub.err.trim()}`];
    writer.send("go");
    const code = await Promise.race([sub.exited, sleep(STEP_TIMEOUT_MS)]);
    if (code !== 0) return [`rtps sub ended with ${code ?? "nothing"}: ${sub.err.trim()}`];
    const lines = sub.out.trim().split("\n");
    return this.compare(lines.map((line) => JSON.parse(line) as unknown));
  }
}

function idOf(value: unknown): number {
  return Number((value as { readonly id?: unknown } | null)?.id);
}

function eventsOf<E extends PeerEvent["event"]>(process: PeerProcess, event: E): Extract<PeerEvent, { event: E }>[] {
  return process.events.filter((one): one is Extract<PeerEvent, { event: E }> => one.event === event);
}
