// XTypes 1.3 §7.3.4.9: the named types that a type is made of, and which of them depend on each other.

import type {
  AliasType,
  BitmaskType,
  BitsetType,
  EnumType,
  StructType,
  TypeDescription,
  UnionType,
} from "../../idl/index.js";

/** Types that are identified by a hash: all that have a name. */
export type NamedType = AliasType | EnumType | BitmaskType | BitsetType | StructType | UnionType;

/**
 * One type, or types that all refer to each other.
 * The others that it refers to are in components before it.
 */
export interface Component {
  readonly types: readonly NamedType[];
  /** True when a type refers to itself, directly or through others. */
  readonly isCyclic: boolean;
}

/** The named types that a type refers to directly, in the order of its definition, each once. */
export function referencesOf(type: NamedType): readonly NamedType[] {
  const found = new Set<NamedType>();
  for (const part of partsOf(type)) addNamed(part, found);
  return [...found];
}

/** A named type is itself; a collection is what its elements are. */
export function namedTypesIn(type: TypeDescription): readonly NamedType[] {
  const found = new Set<NamedType>();
  addNamed(type, found);
  return [...found];
}

function partsOf(type: NamedType): readonly TypeDescription[] {
  switch (type.kind) {
    case "alias":
      return [type.target];
    case "struct": {
      const own = type.members.slice(type.inheritedCount).map((member) => member.type);
      return type.base === undefined ? own : [type.base, ...own];
    }
    case "union":
      return [type.discriminator, ...type.cases.map((each) => each.type)];
    default:
      // A bitset has no base in a TypeObject: it lists the inherited fields as its own.
      return [];
  }
}

function addNamed(type: TypeDescription, found: Set<NamedType>): void {
  switch (type.kind) {
    case "sequence":
    case "array":
      addNamed(type.element, found);
      break;
    case "map":
      addNamed(type.key, found);
      addNamed(type.value, found);
      break;
    case "alias":
    case "enum":
    case "bitmask":
    case "bitset":
    case "struct":
    case "union":
      found.add(type);
      break;
  }
}

interface Node {
  readonly type: NamedType;
  readonly references: readonly NamedType[];
  readonly index: number;
  next: number;
  lowest: number;
  isOpen: boolean;
}

/** Tarjan's algorithm, without recursion: types from the wire may refer to each other in long chains. */
export function componentsOf(roots: readonly NamedType[]): Component[] {
  const nodes = new Map<NamedType, Node>();
  const open: Node[] = [];
  const found: Component[] = [];
  for (const root of roots) {
    if (nodes.has(root)) continue;
    const path = [enter(root, nodes, open)];
    while (path.length > 0) {
      const node = path.at(-1)!;
      const reference = node.references[node.next++];
      if (reference === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent !== undefined) parent.lowest = Math.min(parent.lowest, node.lowest);
        if (node.lowest === node.index) found.push(close(node, open));
        continue;
      }
      const known = nodes.get(reference);
      if (known === undefined) path.push(enter(reference, nodes, open));
      else if (known.isOpen) node.lowest = Math.min(node.lowest, known.index);
    }
  }
  return found;
}

function enter(type: NamedType, nodes: Map<NamedType, Node>, open: Node[]): Node {
  const index = nodes.size;
  const node: Node = { type, references: referencesOf(type), index, next: 0, lowest: index, isOpen: true };
  nodes.set(type, node);
  open.push(node);
  return node;
}

function close(root: Node, open: Node[]): Component {
  const types: NamedType[] = [];
  let node: Node;
  do {
    node = open.pop()!;
    node.isOpen = false;
    types.push(node.type);
  } while (node !== root);
  const isCyclic = types.length > 1 || root.references.includes(root.type);
  return { types: types.sort(byName), isCyclic };
}

/** §7.3.4.9.2: the place in the component is that of the name in lexicographic order. */
function byName(a: NamedType, b: NamedType): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
