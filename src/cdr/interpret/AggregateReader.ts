/** Structs and unions of every extensibility from a payload (XTypes 1.3 §7.4.3.5): the members, whatever frames them. */
import {
  type StructMember,
  type StructType,
  type TypeDescription,
  type UnionCase,
  type UnionType,
  unaliased,
} from "../../idl/index.js";
import { defaultMember, defaultOf, defaultUnits, defaultUnitsOf } from "../defaults.js";
import { minBytes, minMemberBytes } from "../extent.js";
import { hasEntriesForLength, isBare, structHasDheader } from "../layout.js";
import { defaultUnitsAllowed, EMPTY_STRUCT_UNITS } from "../limits.js";
import { memberIndexes, selectedCase, unionCases } from "../lookups.js";
import type { ByteReader } from "./ByteReader.js";
import { type MemberHeader, nextMember, nextParameter } from "./memberHeaders.js";

/** What reads the values of members. */
export interface ValueReader {
  member(member: StructMember | UnionCase, makeDefault: () => unknown): unknown;
  /** The value as users see it, and as labels are looked up by. */
  discriminator(type: TypeDescription): { readonly shown: unknown; readonly label: unknown };
}

export class AggregateReader {
  private readonly reader: ByteReader;
  private readonly values: ValueReader;
  private unitsLeft: number;
  private mayEnd = false;

  constructor(reader: ByteReader, values: ValueReader) {
    this.reader = reader;
    this.values = values;
    this.unitsLeft = defaultUnitsAllowed(reader.bytes.length);
  }

  struct(type: StructType): Record<string, unknown> {
    const mayEnd = this.mayEnd && type.extensibility === "appendable";
    this.mayEnd = false;
    // An object that no byte pays for.
    if (minBytes(type, this.reader.encoding) === 0) this.chargeDefault(EMPTY_STRUCT_UNITS);
    const isDelimited = structHasDheader(type, this.reader.encoding.version);
    if (type.extensibility === "mutable") return this.delimitedIf(isDelimited, () => this.memberList(type));
    return this.delimitedIf(isDelimited, () => this.members(type, isDelimited || mayEnd));
  }

  /**
   * Says that the value read next, if it is an appendable struct without DHEADER, lasts to the end: its last members may
   * be missing. So it is in a parameter of XCDR1, whose header says how long it is.
   */
  expectEnd(type: TypeDescription): void {
    this.mayEnd = unaliased(type).kind === "struct";
  }

  union(type: UnionType): Record<string, unknown> {
    const isDelimited = structHasDheader(type, this.reader.encoding.version);
    if (type.extensibility === "mutable") return this.delimitedIf(isDelimited, () => this.unionList(type));
    return this.delimitedIf(isDelimited, () => this.plainUnion(type, isDelimited));
  }

  /** XTypes §7.4.3.4.1: a DHEADER counts the bytes that follow; what is not understood of them is skipped. */
  delimited<T>(readContent: () => T): T {
    const { reader } = this;
    const length = reader.count("DHEADER");
    if (length > reader.left) {
      throw reader.error("truncated", `DHEADER says ${length} bytes, ${reader.left} are left`);
    }
    return this.upTo(reader.offset + length, readContent);
  }

  /** Charges the default value of something, which the payload did not pay for. */
  chargeDefault(units: number): void {
    this.unitsLeft -= units;
    if (this.unitsLeft < 0) throw this.reader.error("limit-exceeded", "too many values that take no bytes");
  }

  private delimitedIf<T>(condition: boolean, readContent: () => T): T {
    return condition ? this.delimited(readContent) : readContent();
  }

  private upTo<T>(end: number, readContent: () => T): T {
    const { reader } = this;
    const outerEnd = reader.end;
    reader.end = end;
    const value = readContent();
    reader.offset = end;
    reader.end = outerEnd;
    return value;
  }

  private members(type: StructType, mayEnd: boolean): Record<string, unknown> {
    const { reader } = this;
    const value: Record<string, unknown> = {};
    const last = type.members.at(-1);
    let hasEnded = false;
    reader.path.push("");
    for (const member of type.members) {
      reader.path.set(member.name);
      // Behind a member that is missing all are: a later one could fit in the padding.
      hasEnded ||= mayEnd && this.isMissing(member);
      if (hasEnded) value[member.name] = this.missing(member);
      else if (member.optional) value[member.name] = this.optional(member);
      // What ends with the value may end early as well.
      else value[member.name] = mayEnd && member === last ? this.framed(member) : this.present(member);
    }
    reader.path.pop();
    return value;
  }

  /** Behind an undelimited type up to three bytes are padding. What of it a member fits in is read as that member. */
  private isMissing(member: StructMember): boolean {
    const { left, encoding } = this.reader;
    return left === 0 || (encoding.version === 1 && left < 4 && left < minMemberBytes(member, encoding));
  }

  private present(member: StructMember): unknown {
    return this.values.member(member, () => this.missing(member));
  }

  /** Behind a member header. */
  private framed(member: StructMember): unknown {
    this.expectEnd(member.type);
    return this.present(member);
  }

  private missing(member: StructMember): unknown {
    this.chargeDefault(defaultUnitsOf(member));
    return defaultMember(member, this.reader.encoding.int64);
  }

  /** XCDR2 has a flag in front (XTypes §7.4.3.5); XCDR1 a parameter header, with the length 0 for absent. */
  private optional(member: StructMember): unknown {
    const { reader } = this;
    if (reader.encoding.version === 2) {
      return reader.primitive("boolean") === true ? this.present(member) : undefined;
    }
    const origin = reader.origin;
    const header = nextParameter(reader);
    if (header === undefined) throw reader.error("bad-member-header", "a list end in front of an optional member");
    const value = header.end === reader.offset ? undefined : this.upTo(header.end, () => this.framed(member));
    this.leaveParameter(origin);
    return value;
  }

  private leaveParameter(origin: number): void {
    if (this.reader.encoding.rules.parameterOrigin === "restored") this.reader.origin = origin;
  }

  private memberList(type: StructType): Record<string, unknown> {
    const { reader } = this;
    const indexes = memberIndexes(type, reader.encoding.rules);
    const found: unknown[] = new Array(type.members.length);
    const isThere: boolean[] = new Array(type.members.length).fill(false);
    reader.path.push("");
    const typeOf = (id: number): TypeDescription | undefined => type.members[indexes.get(id) ?? -1]?.type;
    this.forEachHeader(typeOf, (header) => {
      const index = header.isReserved ? undefined : indexes.get(header.id);
      if (index === undefined) {
        this.skipUnknown(header);
        return;
      }
      const member = type.members[index]!;
      reader.path.set(member.name);
      found[index] = this.isEmptied(member, header) ? undefined : this.framed(member);
      isThere[index] = true;
    });
    const value: Record<string, unknown> = {};
    for (const [index, member] of type.members.entries()) {
      reader.path.set(member.name);
      value[member.name] = isThere[index] ? found[index] : this.missing(member);
    }
    reader.path.pop();
    return value;
  }

  /** An optional member of no bytes is absent, unless its type needs none. Most writers leave absent ones out. */
  private isEmptied(member: StructMember, header: MemberHeader): boolean {
    const { offset, encoding } = this.reader;
    return member.optional && header.end === offset && minBytes(member.type, encoding) > 0;
  }

  /** Visits every member of a list in turn, wherever it is, and leaves the reader behind the list. */
  private forEachHeader(
    typeOf: (id: number) => TypeDescription | undefined,
    visit: (header: MemberHeader) => void,
  ): void {
    const { reader } = this;
    for (;;) {
      const { origin } = reader;
      reader.path.set("");
      const header = reader.encoding.version === 1 ? nextParameter(reader) : nextMember(reader);
      if (header === undefined) return;
      const known = typeOf(header.id);
      if (known !== undefined && hasEntriesForLength(known, reader.encoding)) visit(header);
      else this.upTo(header.end, () => visit(header));
      this.leaveParameter(origin);
    }
  }

  private skipUnknown(header: MemberHeader): void {
    if (!header.mustUnderstand) return;
    throw this.reader.error("not-understood", `member ${header.id} is unknown here and must be understood`);
  }

  private plainUnion(type: UnionType, isDelimited: boolean): Record<string, unknown> {
    const { reader } = this;
    reader.path.push("$discriminator");
    const { shown, label } = this.values.discriminator(type.discriminator);
    const selected = isBare(type) ? undefined : selectedCase(type, label);
    let value: unknown;
    if (selected !== undefined) {
      reader.path.set(selected.name);
      // A delimiter may end behind the discriminator, as behind any member.
      value = isDelimited && reader.left === 0 ? this.missingCase(selected) : this.presentCase(selected);
    }
    reader.path.pop();
    return { $discriminator: shown, member: selected?.name ?? null, value };
  }

  private presentCase(selected: UnionCase): unknown {
    return this.values.member(selected, () => this.missingCase(selected));
  }

  private missingCase(selected: UnionCase): unknown {
    this.chargeDefault(defaultUnits(selected.type));
    return defaultOf(selected.type, this.reader.encoding.int64);
  }

  /** XTypes §7.4.3.5: the discriminator has the member id 0. Members may come in any order. */
  private unionList(type: UnionType): Record<string, unknown> {
    const { reader } = this;
    const { byId } = unionCases(type);
    let read: { readonly shown: unknown; readonly label: unknown } | undefined;
    const found = new Map<UnionCase, unknown>();
    reader.path.push("");
    this.forEachHeader(
      (id) => byId.get(id)?.type,
      (header) => {
        const selected = byId.get(header.id);
        if (header.id === DISCRIMINATOR_ID && !header.isReserved) {
          reader.path.set("$discriminator");
          read = this.values.discriminator(type.discriminator);
        } else if (selected === undefined || header.isReserved) {
          this.skipUnknown(header);
        } else {
          reader.path.set(selected.name);
          this.expectEnd(selected.type);
          found.set(selected, this.presentCase(selected));
        }
      },
    );
    reader.path.set("$discriminator");
    if (read === undefined) throw reader.error("missing-member", "the union has no discriminator");
    const selected = isBare(type) ? undefined : selectedCase(type, read.label);
    reader.path.pop();
    if (selected === undefined) return { $discriminator: read.shown, member: null, value: undefined };
    const value = found.has(selected) ? found.get(selected) : this.missingCase(selected);
    return { $discriminator: read.shown, member: selected.name, value };
  }
}

/** Of a mutable union; its members count from 1. */
const DISCRIMINATOR_ID = 0;
