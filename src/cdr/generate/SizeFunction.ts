import type { PrimitiveType, TypeDescription } from "../../idl/index.js";
import { isFixedSize, maxEnd } from "../extent.js";
import { alignmentOf, type ScalarType, scalarBytes } from "../layout.js";
import type { GenerateContext } from "./GenerateContext.js";
import { PassFunction } from "./PassFunction.js";

/** `S(v, p)`: looks only at what has a variable size. */
export class SizeFunction extends PassFunction {
  protected readonly prefix = "S";
  protected readonly parameters = "p";

  constructor(context: GenerateContext) {
    super(context, "0");
  }

  protected override member(type: TypeDescription, expression: string): void {
    if (!this.skipFixed(type)) super.member(type, expression);
  }

  /** A part of fixed size from a known start is a constant. */
  private skipFixed(type: TypeDescription): boolean {
    if (!isFixedSize(type)) return false;
    const residue = this.code.knownResidue(this.encoding.version === 1 ? 8 : 4);
    if (residue === undefined) return false;
    this.code.advance(maxEnd(type, this.encoding, residue) - residue);
    return true;
  }

  protected align(alignment: number): void {
    const padding = this.code.knownPadding(alignment);
    if (padding === undefined) this.code.alignAtRunTime(alignment);
    else this.code.advance(padding);
  }

  protected scalar(type: ScalarType): void {
    const bytes = scalarBytes(type, this.encoding);
    this.align(alignmentOf(bytes, this.encoding.version));
    this.code.advance(bytes);
  }

  protected string(_bound: number | undefined, value: string): void {
    this.align(4);
    this.code.advance(4);
    this.code.flush();
    this.code.line(`p += stringBytes(${value});`);
    this.code.know(1);
  }

  protected count(): void {
    this.align(4);
    this.code.advance(4);
  }

  protected numbers(element: PrimitiveType, _value: string, count: string): void {
    this.code.line(`p += ${count} * ${scalarBytes(element, this.encoding)};`);
  }

  protected delimited(emitContent: () => void): void {
    this.align(4);
    this.code.advance(4);
    emitContent();
  }
}
