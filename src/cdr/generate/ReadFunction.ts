import { type StructMember, type StructType, unaliased } from "../../idl/index.js";
import { defaultMember, defaultUnitsOf } from "../defaults.js";
import { minBytes, minMemberBytes } from "../extent.js";
import {
  type AggregateType,
  alignmentOf,
  collectionHasDheader,
  isScalar,
  scalarBytes,
  structHasDheader,
} from "../layout.js";
import { EMPTY_STRUCT_UNITS, MAX_RECURSION } from "../limits.js";
import { identifier } from "./identifiers.js";
import { ReadLists } from "./ReadLists.js";

/** `R(dv, u8, p, e)`: positions count from the payload start, `e` is where reading must stop. */
export class ReadFunction extends ReadLists {
  /** `startsBody`: it is called for the whole payload only, so the position is known. */
  aggregateFunction(type: AggregateType, startsBody: boolean): string {
    const { code, context } = this;
    const isRecursive = context.recursive.has(type);
    code.line(`function R${context.functionIndex(type)}(dv, u8, p, e) {`);
    if (!startsBody) code.know(1);
    if (isRecursive) code.line(`if (++depth > ${MAX_RECURSION}) throw F;`);
    const value = type.kind === "union" ? this.union(type) : this.struct(type);
    return this.finish(isRecursive, value);
  }

  /** For a topic type whose last members may miss though nothing but the payload delimits it. */
  topicFunction(type: StructType): string {
    const isRecursive = this.context.recursive.has(type);
    this.code.line("function R(dv, u8, p, e) {");
    if (isRecursive) this.code.line("depth++;");
    this.chargeEmpty(type);
    return this.finish(isRecursive, this.membersUpTo(type));
  }

  private finish(isRecursive: boolean, value: string): string {
    this.barrier();
    if (isRecursive) this.code.line("depth--;");
    this.code.line(`P = p; return ${value};\n}`);
    return this.code.toString();
  }

  protected readAggregate(type: AggregateType): string {
    const { code, context } = this;
    if (context.isInlined(type)) return this.struct(type);
    this.barrier();
    const value = code.fresh("s");
    code.line(`const ${value} = R${context.functionIndex(type)}(dv, u8, p, ${this.end}); p = P;`);
    code.know(1);
    return value;
  }

  private struct(type: StructType): string {
    this.chargeEmpty(type);
    if (type.extensibility === "mutable") return this.memberList(type);
    if (!structHasDheader(type, this.encoding.version)) return this.plainMembers(type);
    // XTypes §7.4.3.4.1: the DHEADER ends the members; missing ones take defaults, unknown ones are skipped.
    const outerEnd = this.openDelimiter();
    const value = this.membersUpTo(type);
    this.closeDelimiter(outerEnd);
    return value;
  }

  /** An object that no byte pays for. */
  private chargeEmpty(type: StructType): void {
    if (minBytes(type, this.encoding) === 0) this.code.line(`if ((units -= ${EMPTY_STRUCT_UNITS}) < 0) throw F;`);
  }

  private plainMembers(type: StructType): string {
    const fields = type.members.map((member) => {
      const name = this.code.fresh("m");
      if (member.optional) this.optional(member, name, true);
      else this.code.line(`const ${name} = ${this.read(member.type)};`);
      return `${identifier(member.name)}: ${name}`;
    });
    return `{ ${fields.join(", ")} }`;
  }

  /** Members up to the end, if it comes before all are read. */
  private membersUpTo(type: StructType): string {
    const { code } = this;
    const names = type.members.map(() => code.fresh("m"));
    if (names.length > 0) code.line(`let ${names.join(", ")};`);
    const label = code.fresh("L");
    code.line(`${label}: {`);
    for (const [index, member] of type.members.entries()) {
      this.closeCheck();
      this.leaveWhenMissing(member, label);
      if (member.optional) this.optional(member, names[index]!, false);
      else code.line(`${names[index]} = ${this.read(member.type)};`);
      this.onMissing = "";
    }
    this.barrier();
    code.line("}");
    this.defaults(type, names);
    return this.objectOf(type, names);
  }

  private leaveWhenMissing(member: StructMember, label: string): void {
    const { code, end } = this;
    const at = code.at();
    const leave =
      this.encoding.version === 2
        ? `if (${at} === ${end}) break ${label};`
        : // Behind an undelimited type up to three bytes are padding. What of it a member fits in is read as that member.
          `if (${end} - (${at}) < ${Math.max(1, Math.min(4, minMemberBytes(member, this.encoding)))}) break ${label};`;
    // The position test can ride on the bounds check when the member starts with one at this very place.
    const alignment = this.leadingAlignment(member);
    if (alignment !== undefined && code.knownPadding(alignment) !== undefined) this.onMissing = leave;
    else code.line(leave);
  }

  /** XCDR2 has a flag in front (XTypes §7.4.3.5); XCDR1 a parameter header, with the length 0 for absent. */
  private optional(member: StructMember, name: string, declares: boolean): void {
    const { code } = this;
    if (this.encoding.version === 1) {
      if (declares) code.line(`let ${name};`);
      this.optionalParameter(member, name);
      return;
    }
    const flag = code.fresh("f");
    code.line(`const ${flag} = ${this.readNumber("uint8", 1)};`);
    if (declares) code.line(`let ${name};`);
    this.barrier();
    code.line(`if (${flag} > 1) throw F;`);
    code.line(`if (${flag} === 1) {`);
    code.line(`${name} = ${this.read(member.type)};`);
    this.barrier();
    code.line(this.absentMark(member) === "" ? "}" : `} else ${name} = null;`);
    code.know(1);
  }

  protected defaults(type: StructType, names: readonly string[]): void {
    const { code } = this;
    // One test on the way out: when the last member is there, all are.
    const last = names.at(-1);
    const isOrdered = type.extensibility !== "mutable" && !type.members.at(-1)?.optional;
    if (last !== undefined && isOrdered) code.line(`if (${last} === undefined) {`);
    for (const [index, member] of type.members.entries()) this.defaultWhenMissing(member, names[index]!);
    if (last !== undefined && isOrdered) code.line("}");
    // Properties that hold nothing count as well. Where the others would not count them, the interpreter decides.
    const empty = type.members.filter(isEmptyWhenMissing).length;
    if (empty > 0) code.line(`if ((units -= ${empty}) < 0) throw F;`);
  }

  private defaultWhenMissing(member: StructMember, name: string): void {
    if (isEmptyWhenMissing(member)) return;
    const { int64 } = this.encoding;
    const make = this.context.constant(() => defaultMember(member, int64));
    const units = defaultUnitsOf(member);
    this.code.line(`if (${name} === undefined) { if ((units -= ${units}) < 0) throw F; ${name} = ${make}(); }`);
  }

  /** The alignment of the number that a member starts with; undefined when it starts otherwise. */
  private leadingAlignment(member: StructMember): number | undefined {
    if (member.optional) return this.encoding.version === 2 ? 1 : undefined;
    const type = unaliased(member.type);
    if (isScalar(type)) return alignmentOf(scalarBytes(type, this.encoding), this.encoding.version);
    switch (type.kind) {
      case "string":
      case "wstring":
      case "sequence":
      case "map":
        return 4;
      case "array":
        return collectionHasDheader(type.element, this.encoding) ? 4 : undefined;
      case "struct": {
        if (!this.context.isInlined(type)) return undefined;
        if (structHasDheader(type, this.encoding.version)) return 4;
        const first = type.members[0];
        return first === undefined ? undefined : this.leadingAlignment(first);
      }
      default:
        return undefined;
    }
  }
}

function isEmptyWhenMissing(member: StructMember): boolean {
  return member.optional && member.defaultValue === undefined;
}
