import type { StructMember, StructType, TypeDescription, UnionCase, UnionType } from "../../idl/index.js";
import { unaliased } from "../../idl/index.js";
import { defaultOf, defaultUnits } from "../defaults.js";
import { minBytes } from "../extent.js";
import { hasEntriesForLength, isBare, type ScalarType, structHasDheader } from "../layout.js";
import { labelForms, memberIndexes, unionCases } from "../lookups.js";
import { LARGEST_NUMBER } from "../numbers.js";
import { identifier, literal } from "./identifiers.js";
import { memberFunction, parameterFunction } from "./memberHeaders.js";
import { ReadCollections } from "./ReadCollections.js";

/** Members behind headers, in any order (XTypes 1.3 §7.4.1.2, §7.4.3.4.2), and unions. */
export abstract class ReadLists extends ReadCollections {
  /** The variable with the end of the innermost member list. */
  private listEnd = "";

  /** Emits the default of every member that has not been read. */
  protected abstract defaults(type: StructType, names: readonly string[]): void;

  protected objectOf(type: StructType, names: readonly string[]): string {
    const fields = type.members.map((member, index) => {
      const name = names[index]!;
      const value = this.absentMark(member) === "" ? name : `${name} === null ? undefined : ${name}`;
      return `${identifier(member.name)}: ${value}`;
    });
    return `{ ${fields.join(", ")} }`;
  }

  /** What tells an optional member that is absent from one that is missing, where the two read differently. */
  protected absentMark(member: StructMember): "" | "null" {
    return member.optional && member.defaultValue !== undefined ? "null" : "";
  }

  /** An optional member of an XCDR1 type that is not mutable. The length 0 says that it is absent. */
  protected optionalParameter(member: StructMember, name: string): void {
    const { code } = this;
    this.barrier();
    const outer = this.openHeader();
    code.line("if (ID === -1) throw F;");
    this.behindHeader(() => {
      code.line(`if (p !== ${this.end}) {`);
      code.line(`${name} = ${this.read(member.type)};`);
      this.barrier();
      code.line(this.absentMark(member) === "" ? "}" : `} else ${name} = null;`);
    });
    this.leaveParameter(outer);
    code.know(1);
  }

  protected memberList(type: StructType): string {
    const { code, encoding } = this;
    const outerEnd = encoding.version === 2 ? this.openDelimiter() : undefined;
    const names = type.members.map(() => code.fresh("m"));
    if (names.length > 0) code.line(`let ${names.join(", ")};`);
    this.eachHeader(() => {
      for (const [id, index] of memberIndexes(type, encoding.rules)) {
        const member = type.members[index]!;
        this.listed(id, member.type, () => this.listedMember(member, names[index]!));
      }
    });
    this.defaults(type, names);
    if (outerEnd !== undefined) this.closeDelimiter(outerEnd);
    return this.objectOf(type, names);
  }

  private listedMember(member: StructMember, name: string): void {
    const { code } = this;
    if (!member.optional || minBytes(member.type, this.encoding) === 0) {
      code.line(`${name} = ${this.read(member.type)};`);
      return;
    }
    code.line(`if (p === ${this.end}) ${name} = ${this.absentMark(member) || "undefined"}; else {`);
    code.line(`${name} = ${this.read(member.type)};`);
    this.barrier();
    code.line("}");
  }

  protected union(type: UnionType): string {
    const isDelimited = structHasDheader(type, this.encoding.version);
    const outerEnd = isDelimited ? this.openDelimiter() : undefined;
    const value = type.extensibility === "mutable" ? this.unionList(type) : this.plainUnion(type, isDelimited);
    if (outerEnd !== undefined) this.closeDelimiter(outerEnd);
    return value;
  }

  private plainUnion(type: UnionType, isDelimited: boolean): string {
    const { code } = this;
    const label = code.fresh("d");
    const value = code.fresh("m");
    code.line(`const ${label} = ${this.readLabel(unaliased(type.discriminator) as ScalarType)};`);
    this.barrier();
    code.line(`let ${value};`);
    const name = this.selectCase(type, label, (selected) => {
      // A delimiter may end behind the discriminator, as behind any member.
      if (isDelimited) code.line(`if (p === ${this.end}) { ${this.defaultCase(selected, value)} } else {`);
      code.line(`${value} = ${this.read(selected.type)};`);
      this.barrier();
      if (isDelimited) code.line("}");
    });
    return this.unionOf(type, label, name, value);
  }

  /** The discriminator has the id 0. Members that it does not select are read as well, so that bad ones are refused. */
  private unionList(type: UnionType): string {
    const { code } = this;
    const label = code.fresh("d");
    const value = code.fresh("m");
    const names = new Map(type.cases.map((each) => [each, code.fresh("m")]));
    code.line(`let ${[label, value, ...names.values()].join(", ")};`);
    this.eachHeader(() => {
      this.listed(0, type.discriminator, () =>
        code.line(`${label} = ${this.readLabel(unaliased(type.discriminator) as ScalarType)};`),
      );
      for (const [id, each] of unionCases(type).byId) {
        if (id === 0) continue;
        this.listed(id, each.type, () => code.line(`${names.get(each)} = ${this.read(each.type)};`));
      }
    });
    code.line(`if (${label} === undefined) throw F;`);
    const name = this.selectCase(type, label, (selected) => {
      code.line(`${value} = ${names.get(selected)};`);
      code.line(`if (${value} === undefined) { ${this.defaultCase(selected, value)} }`);
    });
    return this.unionOf(type, label, name, value);
  }

  private defaultCase(selected: UnionCase, value: string): string {
    const { int64 } = this.encoding;
    const make = this.context.constant(() => defaultOf(selected.type, int64));
    return `if ((units -= ${defaultUnits(selected.type)}) < 0) throw F; ${value} = ${make}();`;
  }

  /** Emits a switch over the labels; the variable that then holds the member's name, or null. */
  private selectCase(type: UnionType, label: string, emitCase: (selected: UnionCase) => void): string {
    const { code } = this;
    const name = code.fresh("n");
    const before = code.mark();
    code.line(`let ${name} = null;`);
    if (isBare(type)) return name;
    code.line(`switch (${label}) {`);
    for (const each of type.cases) {
      for (const form of this.labelsOf(type, each)) code.line(`case ${literal(form)}:`);
      if (each.isDefault) code.line("default:");
      code.line(`{ ${name} = ${JSON.stringify(each.name)};`);
      code.restore(before);
      emitCase(each);
      code.line("break; }");
    }
    code.line("}");
    code.know(1);
    return name;
  }

  /** As `readLabel` gives them: enums by name. */
  private labelsOf(type: UnionType, { labels }: UnionCase): readonly unknown[] {
    return labels.flatMap((label) => (typeof label === "string" ? [label] : labelForms(type, label)));
  }

  private unionOf(type: UnionType, label: string, name: string, value: string): string {
    const { kind } = unaliased(type.discriminator);
    const isWide = kind === "int64" || kind === "uint64";
    const shown =
      isWide && this.encoding.int64 === "number" ? `Math.min(Number(${label}), ${LARGEST_NUMBER[kind]})` : label;
    return `{ $discriminator: ${shown}, member: ${name}, value: ${value} }`;
  }

  /** Emits the loop over a member list; `emitCases` emits what `listed` does. Unknown members are skipped. */
  private eachHeader(emitCases: () => void): void {
    const { code, encoding } = this;
    this.barrier();
    code.line("for (;;) {");
    const outerEnd = this.end;
    let outerOrigin = "";
    if (encoding.version === 1) {
      outerOrigin = this.openHeader();
      code.line("if (ID === -1) break;");
    } else {
      code.line(`p += (4 - p) & 3; if (p >= ${outerEnd}) break;`);
      this.openHeader();
    }
    const outerList = this.listEnd;
    this.listEnd = outerEnd;
    this.behindHeader(() => {
      code.line("switch (ID) {");
      emitCases();
      code.line("default: if (MU) throw F;\n}");
    });
    this.listEnd = outerList;
    this.leaveParameter(outerOrigin);
    code.line("}");
    code.know(1);
  }

  private listed(id: number, type: TypeDescription, emit: () => void): void {
    const { code } = this;
    code.line(`case ${id}: {`);
    code.know(this.encoding.version === 1 ? 8 : 4);
    // Where the header does not say where the value ends, it ends where reading it does.
    const isOpen = hasEntriesForLength(type, this.encoding);
    if (isOpen) code.line(`${this.end} = ${this.listEnd};`);
    emit();
    this.barrier();
    code.line(isOpen ? `${this.end} = p; break; }` : "break; }");
  }

  /** Reads a header into ID, MU and END. Returns the variable with the origin until now, in XCDR1. */
  private openHeader(): string {
    const { code, encoding } = this;
    if (encoding.version === 2) {
      code.line(`p = ${this.context.helper("member", (name) => memberFunction(name, encoding))}(dv, p, ${this.end});`);
      return "";
    }
    const outer = code.fresh("o");
    const read = this.context.helper("parameter", (name) => parameterFunction(name, encoding));
    code.line(`const ${outer} = B; p = ${read}(dv, p, ${this.end});`);
    return outer;
  }

  /** The value ends where its header says, whatever is read of it. */
  private behindHeader(emit: () => void): void {
    const { code } = this;
    const outerEnd = this.end;
    this.end = code.fresh("e");
    code.line(`let ${this.end} = END;`);
    code.know(this.encoding.version === 1 ? 8 : 4);
    emit();
    this.barrier();
    code.line(`p = ${this.end};`);
    this.end = outerEnd;
  }

  private leaveParameter(outerOrigin: string): void {
    const { version, rules } = this.encoding;
    if (version === 1 && rules.parameterOrigin === "restored") this.code.line(`B = ${outerOrigin};`);
  }
}
