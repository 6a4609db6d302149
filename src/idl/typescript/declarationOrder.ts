/** The order in which types can be declared: each behind those that it is made of. */
import type { AliasType, BitmaskType, BitsetType, EnumType, StructType, TypeDescription, UnionType } from "../types.js";

export type NamedType = AliasType | EnumType | BitmaskType | BitsetType | StructType | UnionType;

/** Types that need each other; most often one alone. */
export interface DeclarationGroup {
  readonly types: readonly NamedType[];
  /** False for one type that does not contain itself. */
  readonly isRecursive: boolean;
}

/** The named types with all that they are made of, in groups (Tarjan's algorithm), else in the order given. */
export function declarationGroups(types: Iterable<TypeDescription>): DeclarationGroup[] {
  const groups: DeclarationGroup[] = [];
  const states = new Map<NamedType, { index: number; low: number; isOpen: boolean }>();
  const open: NamedType[] = [];
  const visit = (type: NamedType) => {
    const state = { index: states.size, low: states.size, isOpen: true };
    states.set(type, state);
    open.push(type);
    let needsItself = false;
    for (const part of namedParts(type)) {
      needsItself ||= part === type;
      const known = states.get(part) ?? visit(part);
      if (known.isOpen) state.low = Math.min(state.low, known.low);
    }
    if (state.low < state.index) return state;
    const group = open.splice(open.indexOf(type));
    for (const each of group) states.get(each)!.isOpen = false;
    groups.push({ types: group, isRecursive: group.length > 1 || needsItself });
    return state;
  };
  for (const type of types) for (const named of namesWithin(type)) if (!states.has(named)) visit(named);
  return groups;
}

/** The named types that a type is made of, itself left out. */
export function namedParts(type: NamedType): NamedType[] {
  switch (type.kind) {
    case "alias":
      return namesWithin(type.target);
    case "struct": {
      const own = type.members.slice(type.inheritedCount).flatMap((member) => namesWithin(member.type));
      return type.base === undefined ? own : [type.base, ...own];
    }
    case "union":
      return [...namesWithin(type.discriminator), ...type.cases.flatMap((each) => namesWithin(each.type))];
    case "bitset":
      return type.base === undefined ? [] : [type.base];
    default:
      return [];
  }
}

/** The first named types on the way into a type. */
function namesWithin(type: TypeDescription): NamedType[] {
  switch (type.kind) {
    case "sequence":
    case "array":
      return namesWithin(type.element);
    case "map":
      return [...namesWithin(type.key), ...namesWithin(type.value)];
    case "alias":
    case "enum":
    case "bitmask":
    case "bitset":
    case "struct":
    case "union":
      return [type];
    default:
      return [];
  }
}
