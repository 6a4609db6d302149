/**
 * The types behind keys. A key-only payload and a key hash are ordinary payloads of a smaller struct, so the same
 * codecs serve them (XTypes 1.3 §7.6.8, RTPS 2.5 §9.6.4.8).
 */
import { type StructMember, type StructType, type TypeDescription, type UnionType, unaliased } from "../idl/index.js";
import { DEFAULT_RULES, type DialectRules } from "./dialects.js";
import { type AggregateType, memberIdsOf, noteBare, noteSource } from "./layout.js";

/**
 * What a key-only payload (K flag) holds: the key members in definition order, with the framing of the type itself.
 * A struct used as key without @key inside is key as a whole, and so is a union whose discriminator is not marked.
 */
export function keyPayloadType(type: StructType): StructType {
  return projected(type, { order: "definition", framing: "kept", rules: DEFAULT_RULES });
}

/** The KeyHolder of the key hash: final everywhere, members by ascending id or in definition order. */
export function keyHolderType(type: StructType, how: KeyHolderRules): StructType {
  return projected(type, how);
}

export interface KeyHolderRules {
  readonly order: "id" | "definition";
  /** Whether types keep their extensibility, or are final (XTypes §7.6.8). */
  readonly framing: "final" | "kept";
  /** Which ids the order goes by. */
  readonly rules: DialectRules;
}

type Open<T> = { -readonly [Key in keyof T]: T[Key] };

function projected(type: StructType, how: KeyHolderRules): StructType {
  return new KeyProjection(how).struct(type, true);
}

class KeyProjection {
  private readonly how: KeyHolderRules;
  private readonly done = new Map<AggregateType, AggregateType>();

  constructor(how: KeyHolderRules) {
    this.how = how;
  }

  struct(type: StructType, isTopic: boolean): StructType {
    const known = this.done.get(type);
    if (known !== undefined) return known as StructType;
    const open: Open<StructType> = { ...type };
    // Registered before its members: a recursive key struct refers back to it.
    this.done.set(type, open);
    const hasKeys = isTopic || type.members.some((member) => member.key);
    open.extensibility = this.how.framing === "final" ? "final" : type.extensibility;
    const keys = hasKeys ? type.members.filter((member) => member.key) : type.members;
    const ordered = this.how.order === "id" ? this.byId(type, keys) : keys;
    open.members = Object.freeze(ordered.map((member): StructMember => ({ ...member, type: this.part(member.type) })));
    open.inheritedCount = 0;
    noteSource(open, type);
    return Object.freeze(open);
  }

  private byId(type: StructType, keys: readonly StructMember[]): readonly StructMember[] {
    const ids = memberIdsOf(type, this.how.rules);
    const idOf = (member: StructMember): number => ids[type.members.indexOf(member)]!;
    return [...keys].sort((a, b) => idOf(a) - idOf(b));
  }

  /** With a key on the discriminator nothing else is key. */
  private union(type: UnionType): UnionType {
    const known = this.done.get(type);
    if (known !== undefined) return known as UnionType;
    const open: Open<UnionType> = { ...type };
    this.done.set(type, open);
    open.extensibility = this.how.framing === "final" ? "final" : type.extensibility;
    if (type.discriminatorIsKey) noteBare(open);
    else open.cases = Object.freeze(type.cases.map((each) => ({ ...each, type: this.part(each.type) })));
    return Object.freeze(open);
  }

  private part(type: TypeDescription): TypeDescription {
    const actual = unaliased(type);
    switch (actual.kind) {
      case "struct":
        return this.struct(actual, false);
      case "union":
        return this.union(actual);
      case "sequence":
      case "array":
        return { ...actual, element: this.part(actual.element) };
      case "map":
        return { ...actual, value: this.part(actual.value) };
      default:
        return actual;
    }
  }
}
