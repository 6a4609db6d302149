import { type TypeDescription, unaliased } from "../../idl/index.js";
import { isFixedSize, maxEnd } from "../extent.js";
import {
  alignmentOf,
  isExtendedParameter,
  MAX_SHORT_PARAMETER_LENGTH,
  type ScalarType,
  scalarBytes,
} from "../layout.js";
import type { GenerateContext } from "./GenerateContext.js";
import { fixedLengthCode, fixedValueBytes } from "./headers.js";
import { type MemberHeader, PassFunction } from "./PassFunction.js";

/** `S(v, p)`: looks only at what has a variable size. Exact when `X`, else the most that strings of such lengths take. */
export class SizeFunction extends PassFunction {
  protected readonly prefix = "S";
  protected readonly parameters = "p";

  constructor(context: GenerateContext) {
    super(context, "0");
  }

  protected override part(type: TypeDescription, expression: string): void {
    if (!this.skipFixed(type)) super.part(type, expression);
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
    this.count();
    this.code.flush();
    this.code.line(`if (typeof ${value} !== "string") throw F;`);
    this.code.line(`p += X ? stringBytes(${value}) : ${value}.length * 3 + 1;`);
    this.code.know(1);
  }

  protected wstring(_bound: number | undefined, value: string): void {
    const { unitBytes, hasNul } = this.encoding.rules.wstring[this.encoding.version];
    this.count();
    this.code.flush();
    this.code.line(`p += (wstringUnits(${value}) + ${hasNul ? 1 : 0}) * ${unitBytes};`);
    this.code.know(unitBytes);
  }

  protected count(): void {
    this.align(4);
    this.code.advance(4);
  }

  protected scalars(element: ScalarType, _value: string, count: string): void {
    this.code.line(`p += ${count} * ${scalarBytes(element, this.encoding)};`);
  }

  /** Elements of a fixed size that keep the alignment are counted, not visited. */
  protected override elements(element: TypeDescription, value: string, count: string): void {
    const stride = this.fixedStride(element);
    if (stride === undefined) {
      super.elements(element, value, count);
      return;
    }
    const { code } = this;
    code.flush();
    code.line(`p += ${count} * ${stride};`);
  }

  private fixedStride(element: TypeDescription): number | undefined {
    const actual = unaliased(element);
    if (actual.kind !== "struct" || !isFixedSize(actual)) return undefined;
    const modulus = this.encoding.version === 1 ? 8 : 4;
    const residue = this.code.knownResidue(modulus);
    if (residue === undefined) return undefined;
    const stride = maxEnd(actual, this.encoding, residue) - residue;
    return stride % modulus === 0 ? stride : undefined;
  }

  protected delimited(emitContent: () => void): void {
    this.count();
    emitContent();
  }

  protected flag(): void {
    this.code.advance(1);
  }

  protected headed(header: MemberHeader, expression: string): void {
    if (this.encoding.version === 1) this.parameter(header, expression);
    else this.emHeaded(header, expression);
  }

  private emHeaded(header: MemberHeader, expression: string): void {
    const { code } = this;
    const lengthCode = fixedLengthCode(header, this.encoding);
    this.align(4);
    code.advance(lengthCode === 4 ? 8 : 4);
    if (lengthCode !== "bySize") {
      this.part(header.type, expression);
      return;
    }
    code.flush();
    const start = code.fresh("h");
    code.line(`const ${start} = p;`);
    this.part(header.type, expression);
    code.flush();
    // Without NEXTINT for 1, 2, 4 and 8 bytes. All after is aligned to 4 at most, so the shift moves no padding.
    code.line(`if (!(X && hasShortCode(p - ${start}))) p += 4;`);
    code.know(1);
  }

  private parameter(header: MemberHeader, expression: string): void {
    const { code } = this;
    const known = fixedValueBytes(header, this.encoding);
    const isExtended = isExtendedParameter(header.id, known ?? 0, this.encoding.rules);
    this.align(4);
    code.advance(isExtended ? 12 : 4);
    const { outer, start } = code.openOrigin();
    this.part(header.type, expression);
    if (header.isRounded) this.align(4);
    if (known === undefined && !isExtended) {
      code.flush();
      code.line(`if (p - ${start} > ${MAX_SHORT_PARAMETER_LENGTH}) p += 8;`);
    }
    this.closeOrigin(outer);
  }

  protected absent(header: MemberHeader): void {
    this.align(4);
    this.code.advance(isExtendedParameter(header.id, 0, this.encoding.rules) ? 12 : 4);
    this.keepOrigin();
  }

  protected listEnd(): void {
    this.align(4);
    this.code.advance(4);
  }
}
