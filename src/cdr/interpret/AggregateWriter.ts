/** Structs and unions of every extensibility into a payload (XTypes 1.3 §7.4.3.5): the members and what frames them. */
import type { StructMember, StructType, TypeDescription, UnionCase, UnionType } from "../../idl/index.js";
import { unusedLabel } from "../defaults.js";
import { isBare, isMustUnderstand, lengthCodeOf, memberIdsOf, structHasDheader, unionLengthCodeOf } from "../layout.js";
import { labelOf, selectedCase, unionCases } from "../lookups.js";
import type { ByteWriter } from "./ByteWriter.js";
import { type MemberToWrite, writeAbsentParameter, writeListEnd, writeMember } from "./memberWriting.js";
import type { ValuePath } from "./ValuePath.js";

/** What writes the values of members. */
export interface ValueWriter {
  write(type: TypeDescription, value: unknown): void;
  badValue(problem: string): Error;
}

export class AggregateWriter {
  private readonly writer: ByteWriter;
  private readonly values: ValueWriter;
  private readonly path: ValuePath;

  constructor(writer: ByteWriter, values: ValueWriter, path: ValuePath) {
    this.writer = writer;
    this.values = values;
    this.path = path;
  }

  struct(type: StructType, value: Readonly<Record<string, unknown>>): void {
    const content = type.extensibility === "mutable" ? this.memberList : this.members;
    this.delimitedIf(structHasDheader(type, this.writer.encoding.version), () => content.call(this, type, value));
  }

  union(type: UnionType, value: Readonly<Record<string, unknown>>): void {
    const choice = this.selection(type, value);
    const { label } = choice;
    const selected = isBare(type) ? undefined : choice.selected;
    const content = type.extensibility === "mutable" ? this.unionList : this.plainUnion;
    this.delimitedIf(structHasDheader(type, this.writer.encoding.version), () =>
      content.call(this, type, label, selected, value["value"]),
    );
  }

  /** A DHEADER around the content. Its size is filled in afterwards. */
  delimited(writeContent: () => void): void {
    const size = this.writer.openSize();
    writeContent();
    this.writer.closeSize(size);
  }

  private delimitedIf(condition: boolean, writeContent: () => void): void {
    if (condition) this.delimited(writeContent);
    else writeContent();
  }

  private members(type: StructType, value: Readonly<Record<string, unknown>>): void {
    const ids = memberIdsOf(type, this.writer.encoding.rules);
    this.path.push("");
    for (const [index, member] of type.members.entries()) {
      this.path.set(member.name);
      const given = value[member.name];
      if (member.optional) this.optional(member, ids[index]!, given);
      else this.values.write(member.type, given);
    }
    this.path.pop();
  }

  /** XCDR2 has a flag in front (XTypes §7.4.3.5); XCDR1 a parameter header, with the length 0 for absent. */
  private optional(member: StructMember, id: number, value: unknown): void {
    const { writer } = this;
    const isThere = value !== undefined && value !== null;
    if (writer.encoding.version === 2) {
      writer.uint8(isThere ? 1 : 0);
      if (isThere) this.values.write(member.type, value);
      return;
    }
    const header = this.headerOf(member, id, writer.encoding.rules.parameterLength === "rounded");
    if (isThere) writeMember(writer, header, () => this.values.write(member.type, value));
    else writeAbsentParameter(writer, header);
  }

  private headerOf(member: StructMember, id: number, isRounded: boolean): MemberToWrite {
    const { encoding } = this.writer;
    const mustUnderstand = isMustUnderstand(member, encoding.rules);
    return { id, mustUnderstand, lengthCode: lengthCodeOf(member.type, encoding), isRounded };
  }

  private memberList(type: StructType, value: Readonly<Record<string, unknown>>): void {
    const { rules, version } = this.writer.encoding;
    const ids = memberIdsOf(type, rules);
    this.path.push("");
    for (const [index, member] of type.members.entries()) {
      this.path.set(member.name);
      const given = value[member.name];
      if (member.optional && (given === undefined || given === null)) continue;
      const header = this.headerOf(member, ids[index]!, rules.parameterLength !== "exact");
      writeMember(this.writer, header, () => this.values.write(member.type, given));
    }
    this.path.pop();
    if (version === 1) writeListEnd(this.writer);
  }

  /** Which case a value means, and the discriminator that says so. */
  private selection(
    type: UnionType,
    value: Readonly<Record<string, unknown>>,
  ): { readonly label: unknown; readonly selected: UnionCase | undefined } {
    const { $discriminator: given, member } = value;
    const named = typeof member === "string" ? unionCases(type).byName.get(member) : undefined;
    if (typeof member === "string" && named === undefined) {
      throw this.values.badValue(`${type.name} has no member ${member}`);
    }
    if (given === undefined) {
      if (named === undefined) throw this.values.badValue("a union needs a $discriminator or a member");
      return { label: labelOf(type, named), selected: named };
    }
    const selected = selectedCase(type, given);
    const isUnsaid = member === undefined || (member === null && isBare(type));
    if (!isUnsaid && (selected?.name ?? null) !== member) {
      // A 64-bit discriminator that was rounded when it was read: the member knows better.
      const isRounded = Number.isInteger(given) && !Number.isSafeInteger(given);
      if (isRounded)
        return { label: named === undefined ? unusedLabel(type, "bigint") : labelOf(type, named), selected: named };
      throw this.values.badValue(
        `$discriminator ${String(given)} selects ${selected?.name ?? "nothing"}, not ${member}`,
      );
    }
    return { label: given, selected };
  }

  private plainUnion(type: UnionType, label: unknown, selected: UnionCase | undefined, value: unknown): void {
    this.path.push("$discriminator");
    this.values.write(type.discriminator, label);
    if (selected !== undefined) {
      this.path.set(selected.name);
      this.values.write(selected.type, value);
    }
    this.path.pop();
  }

  /** XTypes §7.4.3.5: the discriminator has the member id 0. */
  private unionList(type: UnionType, label: unknown, selected: UnionCase | undefined, value: unknown): void {
    const { writer } = this;
    const { rules, version } = writer.encoding;
    const part = (id: number, mustUnderstand: boolean, partType: TypeDescription, content: unknown): void => {
      const lengthCode = unionLengthCodeOf(partType, writer.encoding);
      const header = { id, mustUnderstand, lengthCode, isRounded: rules.parameterLength === "rounded" };
      writeMember(writer, header, () => this.values.write(partType, content));
    };
    this.path.push("$discriminator");
    part(0, rules.discriminatorMustUnderstand, type.discriminator, label);
    if (selected !== undefined) {
      this.path.set(selected.name);
      part(selected.id, false, selected.type, value);
    }
    this.path.pop();
    if (version === 1) writeListEnd(writer);
  }
}
