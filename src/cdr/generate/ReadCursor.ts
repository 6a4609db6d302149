import type { Encoding } from "../layout.js";
import { Code } from "./Code.js";
import type { GenerateContext } from "./GenerateContext.js";

/** A bounds check under construction: it grows while fixed-size parts follow each other. */
interface Check {
  readonly line: number;
  extent: number;
  readonly onMissing: string;
}

/** Position and bounds of a decoder under construction: where reading stands and what has been checked. */
export abstract class ReadCursor {
  protected readonly context: GenerateContext;
  protected readonly encoding: Encoding;
  protected readonly code: Code;
  /** What alignment counts from: behind the encapsulation header, or behind an XCDR1 parameter header. */
  protected readonly origin: string;
  /** The variable that holds the end of what may be read. */
  protected end = "e";
  /** What the next check does when the position is exactly the end: leave the block of a delimited struct. */
  protected onMissing = "";
  private check: Check | undefined;

  constructor(context: GenerateContext) {
    this.context = context;
    this.encoding = context.encoding;
    this.origin = context.hasMovingOrigin ? "B" : "4";
    this.code = new Code(this.origin);
  }

  protected align(alignment: number): void {
    const padding = this.code.knownPadding(alignment);
    if (padding !== undefined) {
      this.code.advance(padding);
      return;
    }
    this.closeCheck();
    this.code.alignAtRunTime(alignment);
  }

  /** An empty sequence has no padding: XCDR aligns elements, not the place where they would be. */
  protected alignBeforeElements(alignment: number, count: string): void {
    if (Number(count) > 0) {
      this.align(alignment);
      this.barrier();
      return;
    }
    const padding = this.code.knownPadding(alignment);
    if (padding === 0) return;
    this.code.line(`if (${count} !== 0) p += (${this.origin} - p) & ${alignment - 1};`);
    this.code.know(Math.min(alignment, 4));
  }

  protected need(bytes: number): void {
    const { code } = this;
    const extent = code.pending + bytes;
    if (this.check === undefined) {
      this.check = { line: code.reserveLine(), extent, onMissing: this.onMissing };
      this.onMissing = "";
    }
    if (extent > this.check.extent) this.check.extent = extent;
    const { line, onMissing } = this.check;
    const consequence = onMissing === "" ? "throw F;" : `{ ${onMissing} throw F; }`;
    code.setLine(line, `if (p + ${this.check.extent} > ${this.end}) ${consequence}`);
  }

  protected closeCheck(): void {
    this.check = undefined;
  }

  /** Before any control flow: `p` is up to date and no check reaches across. */
  protected barrier(): void {
    this.closeCheck();
    this.code.flush();
  }
}
