// Feeds one target with damaged inputs for a time or a number, counts what comes of them and keeps what must not be.

import { Random } from "../../src/simulation/index.js";
import type { FuzzTarget } from "./FuzzTarget.js";
import { Meter, processorMs } from "./Meter.js";
import { minimize, nameOf } from "./minimize.js";

export interface FuzzOptions {
  readonly seed: number;
  /** Ends after so long, or after so many inputs. */
  readonly seconds: number;
  readonly inputs: number;
  /** False where a slow input is the machine's fault: in tests. */
  readonly limitsTime: boolean;
  /** Told of each input before it is taken, for a watchdog. */
  readonly onInput?: (input: Uint8Array, count: number) => void;
}

export interface Finding {
  readonly target: string;
  readonly problem: string;
  readonly seed: number;
  /** The input that did it, counted from 1. */
  readonly number: number;
  /** The smallest row of inputs that does it from nothing, hex. */
  readonly inputs: readonly string[];
}

export interface FuzzResult {
  readonly target: string;
  readonly inputs: number;
  readonly seconds: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  readonly largestBytes: number;
  readonly finding: Finding | undefined;
}

export class Fuzzer {
  private readonly reasons = new Map<string, number>();
  private readonly meter = new Meter();
  private session: Uint8Array[] = [];
  private count = 0;

  constructor(
    private readonly target: FuzzTarget,
    private readonly options: FuzzOptions,
  ) {}

  run(): FuzzResult {
    const { target, options } = this;
    const startedAt = performance.now();
    const random = new Random(options.seed);
    const end = startedAt + options.seconds * 1000;
    target.begin?.();
    let finding: Finding | undefined;
    while (finding === undefined && this.count < options.inputs && performance.now() < end) {
      const input = target.next(random);
      this.count++;
      options.onInput?.(input, this.count);
      finding = this.take(input);
    }
    finding ??= this.guarded(() => this.endSession());
    return {
      target: target.name,
      inputs: this.count,
      seconds: (performance.now() - startedAt) / 1000,
      reasons: Object.fromEntries([...this.reasons].sort((a, b) => b[1] - a[1])),
      slowestMs: this.meter.slowestMs,
      largestBytes: this.meter.largest,
      finding,
    };
  }

  private take(input: Uint8Array): Finding | undefined {
    const { target } = this;
    const isStateful = target.begin !== undefined;
    if (isStateful) this.session.push(input.slice());
    else this.session = [input];
    return this.guarded(() => {
      this.meter.begin();
      const outcome = target.run(input);
      const cost = this.meter.end();
      this.note(outcome);
      this.checkCost(input, cost);
      if (isStateful && this.session.length >= (target.sessionLength ?? Infinity)) this.endSession();
    });
  }

  private endSession(): void {
    const { target } = this;
    target.check?.();
    for (const [reason, times] of Object.entries(target.takeReasons?.() ?? {})) this.note(reason, times);
    if (target.begin === undefined) return;
    this.session = [];
    target.begin();
  }

  private note(reason: string, times = 1): void {
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + times);
  }

  private checkCost(input: Uint8Array, { ms, bytes }: { ms: number; bytes: number }): void {
    const { limits } = this.target;
    const allowed = limits.baseBytes + limits.bytesPerOctet * input.length;
    if (bytes > allowed) throw new CostProblem(`allocated ${bytes} bytes, ${allowed} are allowed`);
    if (!this.options.limitsTime || ms <= limits.ms) return;
    if (this.target.begin === undefined && this.bestOf(input, 2) <= limits.ms) return;
    throw new CostProblem(`took ${ms.toFixed(0)} ms, ${limits.ms} are allowed`);
  }

  private bestOf(input: Uint8Array, times: number): number {
    let best = Infinity;
    for (let i = 0; i < times; i++) {
      const before = processorMs();
      this.target.run(input.slice());
      best = Math.min(best, processorMs() - before);
    }
    return best;
  }

  private guarded(action: () => void): Finding | undefined {
    try {
      action();
      return undefined;
    } catch (error) {
      const { target, options } = this;
      // What an input costs depends on what came before: it is kept as it is.
      const inputs = error instanceof CostProblem ? this.session : minimize(target, this.session, MINIMIZE_MS);
      const problem = error instanceof CostProblem ? error.message : `${nameOf(error)}\n${(error as Error).stack}`;
      const hex = inputs.map((input) => Buffer.from(input).toString("hex"));
      return { target: target.name, problem, seed: options.seed, number: this.count, inputs: hex };
    }
  }
}

class CostProblem extends Error {}

const MINIMIZE_MS = 60_000;
