// A context for the loops of the shapes program in which nothing waits: the clock moves when they sleep.

import { parseOptions } from "../../../src/cli/shape/parseOptions.js";
import type { ShapeContext } from "../../../src/cli/shape/ShapeContext.js";
import type { Shape } from "../../../src/cli/shape/shapeType.js";

export class FakeContext implements ShapeContext {
  readonly options;
  readonly lines: string[] = [];
  readonly debugLines: string[] = [];
  readonly sleeps: number[] = [];
  private readonly controller = new AbortController();
  private time = 0;
  private randoms = [0.5];

  constructor(args: string) {
    const parsed = parseOptions(args.split(" "));
    if (parsed.kind !== "run") throw new Error(JSON.stringify(parsed));
    this.options = parsed.options;
  }

  readonly signal: AbortSignal = this.controller.signal;
  readonly say = (line: string) => void this.lines.push(line);
  readonly debug = (line: string) => void this.debugLines.push(line);
  readonly room = () => Promise.resolve();
  readonly now = () => this.time;
  readonly random = () => {
    this.randoms.push(this.randoms.shift()!);
    return this.randoms.at(-1)!;
  };
  readonly sleep = (ms: number) => {
    this.sleeps.push(ms);
    this.time += ms;
    this.onSleep(this.sleeps.length);
    return Promise.resolve();
  };

  /** Called with the number of sleeps so far. */
  onSleep: (count: number) => void = () => undefined;

  /** Numbers that random() gives, over and over. */
  rolls(...randoms: number[]): this {
    this.randoms = randoms;
    return this;
  }

  /** Time that work takes. */
  spend(ms: number): void {
    this.time += ms;
  }

  stop(): void {
    this.controller.abort();
  }
}

export function shapeOf(color: string, shapesize: number): Shape {
  return { color, x: 1, y: 2, shapesize, additional_payload_size: new Uint8Array() };
}
