/** Calls of the builders that make a description again. */
import { memberIdHash } from "../build/index.js";
import type {
  AliasType,
  BitmaskFlag,
  BitmaskType,
  BitsetType,
  CustomAnnotation,
  ElementFlags,
  EnumLiteral,
  EnumType,
  Extensibility,
  MemberBase,
  StructMember,
  StructType,
  TypeDescription,
  UnionCase,
  UnionType,
} from "../types.js";
import { type Code, call, list, object } from "./code.js";
import type { NamedType } from "./declarationOrder.js";
import { annotationsCode, constantText, defaultCode, quoted } from "./literals.js";
import type { TypeNames } from "./TypeNames.js";

type Entry = readonly [key: string, value: Code];

export class BuilderText {
  /** The builders that have been called. */
  readonly used = new Set<string>();

  constructor(private readonly names: TypeNames) {}

  /**
   * The call that makes a named type.
   *
   * @param self true for a struct or union that refers to itself
   */
  definition(type: NamedType, self = false): Code {
    switch (type.kind) {
      case "alias":
        return this.alias(type);
      case "enum":
        return this.enumeration(type);
      case "bitmask":
        return this.bitmask(type);
      case "bitset":
        return this.bitset(type);
      case "struct": {
        const members = this.members(type, self ? type : undefined);
        return this.build("struct", [quoted(type.name), ownParts(members, self), this.structOptions(type)]);
      }
      case "union": {
        const cases = this.cases(type, self ? type : undefined);
        const discriminator = this.use(type.discriminator);
        return this.build("union", [quoted(type.name), discriminator, ownParts(cases, self), this.unionOptions(type)]);
      }
    }
  }

  /** The call that names a struct or union of which others need the name first. */
  forward(type: StructType | UnionType): Code {
    return this.build(type.kind === "struct" ? "forwardStruct" : "forwardUnion", [quoted(type.name)]);
  }

  /** The call that defines what `forward` has named. */
  deferred(type: StructType | UnionType): Code {
    const name = this.names.of(type.name);
    if (type.kind === "struct") {
      return this.build("defineStruct", [name, this.members(type), this.structOptions(type)]);
    }
    return this.build("defineUnion", [name, this.use(type.discriminator), this.cases(type), this.unionOptions(type)]);
  }

  /** A type where others are made of it. */
  private use(type: TypeDescription, self?: NamedType): Code {
    switch (type.kind) {
      case "string":
      case "wstring":
        return this.build(type.kind, type.bound === undefined ? [] : [String(type.bound)]);
      case "sequence":
        return this.build("sequence", [this.use(type.element, self), ...bounded(type.bound, type.elementFlags)]);
      case "array": {
        const element = this.use(type.element, self);
        const sizes = type.dimensions.map(String);
        if (type.elementFlags === undefined) return this.build("array", [element, ...sizes]);
        return this.build("arrayOf", [element, list(sizes, true), flagsCode(type.elementFlags)]);
      }
      case "map": {
        const parts = [this.use(type.key, self), this.use(type.value, self)];
        return this.build("map", [...parts, ...bounded(type.bound, type.elementFlags)]);
      }
      case "alias":
      case "enum":
      case "bitmask":
      case "bitset":
      case "struct":
      case "union":
        return type === self ? "self" : this.names.of(type.name);
      default:
        this.used.add(type.kind);
        return type.kind;
    }
  }

  private alias(type: AliasType): Code {
    const options = optionsCode(annotationsEntry(type.annotations));
    return this.build("alias", [quoted(type.name), this.use(type.target), options]);
  }

  private enumeration(type: EnumType): Code {
    const options = optionsCode([
      ...(type.bitBound === 32 ? [] : [["bitBound", String(type.bitBound)] as const]),
      ...(type.hasDefaultLiteral ? [["defaultLiteral", quoted(type.defaultLiteral.name)] as const] : []),
      ...extensibilityEntry(type.extensibility),
      ...annotationsEntry(type.annotations),
    ]);
    const literals = numberedCode(type.literals, (literal) => literal.value);
    return this.build("enumeration", [quoted(type.name), literals, options]);
  }

  private bitmask(type: BitmaskType): Code {
    const options = optionsCode([
      ...(type.bitBound === 32 ? [] : [["bitBound", String(type.bitBound)] as const]),
      ...extensibilityEntry(type.extensibility),
      ...annotationsEntry(type.annotations),
    ]);
    return this.build("bitmask", [quoted(type.name), numberedCode(type.flags, (flag) => flag.position), options]);
  }

  private bitset(type: BitsetType): Code {
    const own = type.fields.slice(type.base?.fields.length ?? 0);
    const fields = own.map(({ name, bits, holder }) =>
      object([
        ...(name === undefined ? [] : [["name", quoted(name)] as const]),
        ["bits", String(bits)],
        ["holder", quoted(holder)],
      ]),
    );
    const options = optionsCode([
      ...(type.base === undefined ? [] : [["base", this.names.of(type.base.name)] as const]),
      ...annotationsEntry(type.annotations),
    ]);
    return this.build("bitset", [quoted(type.name), list(fields), options]);
  }

  private members(type: StructType, self?: NamedType): Code {
    let next = type.inheritedCount === 0 ? 0 : type.members[type.inheritedCount - 1]!.id + 1;
    const entries = type.members.slice(type.inheritedCount).map((member): Entry => {
      const entry = this.member(member, type, next, self);
      next = member.id + 1;
      return entry;
    });
    return object(entries, true);
  }

  private member(member: StructMember, owner: StructType, next: number, self?: NamedType): Entry {
    const type = this.use(member.type, self);
    const options: Entry[] = [
      ...flagEntries(member, ["key", "optional", "mustUnderstand"]),
      ...commonEntries(member, owner, next),
      ...(member.defaultValue === undefined ? [] : [["defaultValue", defaultCode(member.defaultValue)] as const]),
    ];
    return [member.name, options.length === 0 ? type : object([["type", type], ...options])];
  }

  private cases(type: UnionType, self?: NamedType): Code {
    let next = 1;
    const entries = type.cases.map((each): Entry => {
      const options = [["type", this.use(each.type, self)] as const, ...labelEntries(each)];
      options.push(...commonEntries(each, type, next));
      next = each.id + 1;
      return [each.name, object(options)];
    });
    return object(entries, true);
  }

  private structOptions(type: StructType): Code | undefined {
    const standard = type.base?.extensibility ?? "appendable";
    return optionsCode([
      ...(type.base === undefined ? [] : [["base", this.names.of(type.base.name)] as const]),
      ...aggregateEntries(type, standard),
    ]);
  }

  private unionOptions(type: UnionType): Code | undefined {
    const entries = aggregateEntries(type, "appendable");
    return optionsCode(type.discriminatorIsKey ? [["discriminatorIsKey", "true"], ...entries] : entries);
  }

  private build(builder: string, args: readonly (Code | undefined)[]): Code {
    this.used.add(builder);
    return call(
      builder,
      args.filter((arg) => arg !== undefined),
    );
  }
}

/** Members or cases, or the function that makes them of the type itself. */
function ownParts(parts: Code, self: boolean): Code {
  return self ? call("(self) => ", [parts]) : parts;
}

function bounded(bound: number | undefined, flags: ElementFlags | undefined): Code[] {
  if (flags !== undefined) return [bound === undefined ? "undefined" : String(bound), flagsCode(flags)];
  return bound === undefined ? [] : [String(bound)];
}

function flagsCode(flags: ElementFlags): Code {
  return object([...flagEntries(flags, ["external"]), ...tryConstructEntry(flags)]);
}

/** A list of names where they count from 0, else an object of names and numbers. */
function numberedCode<Named extends EnumLiteral | BitmaskFlag>(
  items: readonly Named[],
  numberOf: (item: Named) => number,
): Code {
  if (items.every((item, index) => numberOf(item) === index)) return list(items.map((item) => quoted(item.name)));
  return object(items.map((item) => [item.name, String(numberOf(item))]));
}

/** What structs and unions can say of themselves. */
function aggregateEntries(type: StructType | UnionType, standard: Extensibility): Entry[] {
  const { topicName, dataRepresentations } = type;
  return [
    ...extensibilityEntry(type.extensibility, standard),
    ...flagEntries(type, ["nested"]),
    ...(topicName === undefined ? [] : [["topicName", quoted(topicName)] as const]),
    ...(type.autoIdHash ? [["autoId", quoted("hash")] as const] : []),
    ...(dataRepresentations ? [["dataRepresentations", list(dataRepresentations.map(quoted))] as const] : []),
    ...annotationsEntry(type.annotations),
  ];
}

/** What members of structs and unions share. `next` is the id that comes by counting. */
function commonEntries(member: MemberBase, owner: StructType | UnionType, next: number): Entry[] {
  const { name, id, hashId, unit, min, max } = member;
  const ownId = owner.autoIdHash ? memberIdHash(name) : next;
  return [
    ...(hashId === undefined ? [] : [["hashId", hashId === "" ? "true" : quoted(hashId)] as const]),
    ...(hashId === undefined && id !== ownId ? [["id", String(id)] as const] : []),
    ...flagEntries(member, ["external"]),
    ...tryConstructEntry(member),
    ...(unit === undefined ? [] : [["unit", quoted(unit)] as const]),
    ...(min === undefined ? [] : [["min", constantText(min)] as const]),
    ...(max === undefined ? [] : [["max", constantText(max)] as const]),
    ...annotationsEntry(member.annotations),
  ];
}

function labelEntries({ labels, isDefault }: UnionCase): Entry[] {
  const isFilled = labels.every((label) => typeof label === "number");
  return [
    ...(labels.length === 0 ? [] : [["labels", list(labels.map(constantText), isFilled)] as const]),
    ...(isDefault ? [["isDefault", "true"] as const] : []),
  ];
}

function flagEntries<Key extends string>(flags: Readonly<Record<Key, boolean>>, keys: readonly Key[]): Entry[] {
  return keys.filter((key) => flags[key]).map((key) => [key, "true"]);
}

function tryConstructEntry({ tryConstruct }: Pick<ElementFlags, "tryConstruct">): Entry[] {
  return tryConstruct === "discard" ? [] : [["tryConstruct", quoted(tryConstruct)]];
}

function extensibilityEntry(extensibility: Extensibility, standard: Extensibility = "appendable"): Entry[] {
  return extensibility === standard ? [] : [["extensibility", quoted(extensibility)]];
}

function annotationsEntry(annotations: readonly CustomAnnotation[]): Entry[] {
  return annotations.length === 0 ? [] : [["annotations", annotationsCode(annotations)]];
}

function optionsCode(entries: readonly Entry[]): Code | undefined {
  return entries.length === 0 ? undefined : object(entries);
}
