import type { StructMember, StructType, TypeDescription, UnionType } from "../../idl/index.js";
import {
  type AggregateType,
  isBare,
  isMustUnderstand,
  type LengthCode,
  lengthCodeOf,
  memberIdsOf,
  structHasDheader,
  unionLengthCodeOf,
} from "../layout.js";
import { MAX_RECURSION } from "../limits.js";
import { identifier } from "./identifiers.js";
import { PassCollections } from "./PassCollections.js";
import { unionChoice } from "./unionChoice.js";

/** What stands before a member of a mutable type, and before optional members in XCDR1. */
export interface MemberHeader {
  readonly id: number;
  readonly mustUnderstand: boolean;
  readonly type: TypeDescription;
  /** XCDR2 only. */
  readonly lengthCode: LengthCode;
  /** XCDR1 only: the length counts the padding to a multiple of 4, which is then there. */
  readonly isRounded: boolean;
}

/** The walk over structs and unions that the two passes of an encoder share. */
export abstract class PassFunction extends PassCollections {
  protected abstract readonly prefix: string;
  /** Parameters besides the value, as passed on. */
  protected abstract readonly parameters: string;
  /** Emits the flag in front of an optional member in XCDR2. */
  protected abstract flag(isPresent: boolean): void;
  /** Emits a value behind its header. */
  protected abstract headed(header: MemberHeader, expression: string): void;
  /** Emits the header of an optional member that is not there: XCDR1, not mutable. */
  protected abstract absent(header: MemberHeader): void;
  /** Emits PID_LIST_END. */
  protected abstract listEnd(): void;

  aggregateFunction(type: AggregateType): string {
    const { code, context } = this;
    const isRecursive = context.recursive.has(type);
    code.line(`function ${this.prefix}${context.functionIndex(type)}(v, ${this.parameters}) {`);
    // Only the first function starts at a known position.
    if (context.functionIndex(type) !== 0 || isRecursive) code.know(1);
    if (isRecursive) code.line(`if (++depth > ${MAX_RECURSION}) throw F;`);
    if (type.kind === "union") this.union(type, "v");
    else this.struct(type, "v");
    code.flush();
    if (isRecursive) code.line("depth--;");
    code.line("return p;\n}");
    return code.toString();
  }

  protected aggregate(type: AggregateType, value: string): void {
    const { code, context } = this;
    if (context.isInlined(type)) {
      this.struct(type, value);
      return;
    }
    code.flush();
    code.line(`p = ${this.prefix}${context.functionIndex(type)}(${value}, ${this.parameters});`);
    code.know(1);
  }

  private struct(type: StructType, value: string): void {
    this.code.line(`if (typeof ${value} !== "object" || ${value} === null) throw F;`);
    this.framed(type, () => {
      const ids = memberIdsOf(type, this.encoding.rules);
      for (const [index, member] of type.members.entries()) {
        this.member(type, member, ids[index]!, `${value}.${identifier(member.name)}`);
      }
    });
  }

  private framed(type: AggregateType, emitMembers: () => void): void {
    if (structHasDheader(type, this.encoding.version)) this.delimited(emitMembers);
    else emitMembers();
    if (type.extensibility === "mutable" && this.encoding.version === 1) this.listEnd();
  }

  private member(type: StructType, member: StructMember, id: number, expression: string): void {
    const isMutable = type.extensibility === "mutable";
    const header = this.headerOf(member, id, isMutable);
    if (!member.optional) {
      if (isMutable) this.headed(header, expression);
      else this.part(member.type, expression);
      return;
    }
    const { code } = this;
    const name = code.fresh("v");
    code.flush();
    code.line(`const ${name} = ${expression};`);
    code.line(`if (${name} !== undefined && ${name} !== null) {`);
    const before = code.mark();
    if (isMutable || this.encoding.version === 1) this.headed(header, name);
    else {
      this.flag(true);
      this.part(member.type, name);
    }
    code.flush();
    if (!isMutable) {
      code.line("} else {");
      code.restore(before);
      if (this.encoding.version === 1) this.absent(header);
      else this.flag(false);
      code.flush();
    }
    code.line("}");
    code.know(1);
  }

  /** XTypes §7.4.3.3 counts from the outer origin again behind a parameter; some writers do not. */
  protected closeOrigin(outer: string): void {
    if (this.encoding.rules.parameterOrigin === "restored") this.code.closeOrigin(outer);
  }

  /** The same behind the header of a member that is not there. */
  protected keepOrigin(): void {
    if (this.encoding.rules.parameterOrigin === "kept") this.code.openOrigin();
  }

  private headerOf(member: StructMember, id: number, isMutable: boolean): MemberHeader {
    const { rules } = this.encoding;
    return {
      id,
      type: member.type,
      mustUnderstand: isMustUnderstand(member, rules),
      lengthCode: lengthCodeOf(member.type, this.encoding),
      isRounded: rules.parameterLength === "rounded" || (isMutable && rules.parameterLength !== "exact"),
    };
  }

  private union(type: UnionType, value: string): void {
    const { code, context } = this;
    const choice = code.fresh("c");
    const discriminator = code.fresh("d");
    code.line(`const ${choice} = ${unionChoice(type, context)}(${value}), ${discriminator} = D;`);
    this.framed(type, () => {
      this.unionPart(type, type.discriminator, 0, discriminator);
      code.flush();
      const before = code.mark();
      code.line(`switch (${choice}) {`);
      for (const [index, each] of isBare(type) ? [] : type.cases.entries()) {
        code.line(`case ${index}: {`);
        code.restore(before);
        this.unionPart(type, each.type, each.id, `${value}.value`);
        code.flush();
        code.line("break; }");
      }
      code.line("}");
      code.know(1);
    });
  }

  private unionPart(union: UnionType, type: TypeDescription, id: number, expression: string): void {
    if (union.extensibility !== "mutable") {
      this.part(type, expression);
      return;
    }
    const { rules } = this.encoding;
    const mustUnderstand = id === 0 && rules.discriminatorMustUnderstand;
    const lengthCode = unionLengthCodeOf(type, this.encoding);
    this.headed({ id, type, mustUnderstand, lengthCode, isRounded: rules.parameterLength === "rounded" }, expression);
  }
}
