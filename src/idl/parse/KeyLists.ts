/**
 * `#pragma keylist Type field inner.field`: the keys of a struct as OpenSplice, Cyclone DDS and (as DCPS_DATA_KEY)
 * OpenDDS could have them before XTypes. In the type model they are what `@key` makes.
 */
import type { KeyList } from "../text/Preprocessor.js";
import { errorAt } from "../text/Source.js";
import type { Token } from "../text/tokens.js";
import { type StructMember, type StructType, unaliased } from "../types.js";
import type { KeyMembers } from "./ParseContext.js";
import type { Scope } from "./Scope.js";

interface Marks {
  readonly directive: Token;
  readonly members: Set<string>;
}

/** Collects the key lists with the scope that each stands in, while a text is parsed. */
export class KeyLists {
  private readonly lists: readonly KeyList[];
  private readonly scopes: Scope[] = [];

  constructor(lists: readonly KeyList[]) {
    this.lists = lists;
  }

  get isEmpty(): boolean {
    return this.lists.length === 0;
  }

  /** Those before this token stand in this scope. */
  reach(position: number, scope: Scope): void {
    for (let next = this.lists[this.scopes.length]; next !== undefined; next = this.lists[this.scopes.length]) {
      if (next.position > position) return;
      this.scopes.push(scope);
    }
  }

  /** The members of each struct that become keys. Throws IdlError for names that do not exist. */
  members(): KeyMembers {
    const marked = new Map<StructType, Marks>();
    const wholes = new Map<StructType, Token>();
    this.lists.forEach((list, index) => {
      const own = marksOf(list, this.scopes[index]!, wholes);
      for (const [type, marks] of own) {
        const other = marked.get(type);
        if (other !== undefined && !isSame(other.members, marks.members)) {
          const names = [...other.members].join(", ") || "none";
          throw disagreement(list.directive, type, `${names} by another key list`);
        }
        marked.set(type, marks);
      }
    });
    for (const [type, directive] of wholes) {
      if (marked.has(type)) throw disagreement(directive, type, "all members by this one");
    }
    return new Map([...marked].map(([type, { members }]) => [type.name, members]));
  }
}

function marksOf(list: KeyList, scope: Scope, wholes: Map<StructType, Token>): Map<StructType, Marks> {
  const { directive } = list;
  const root = structNamed(list, scope);
  const found = new Map<StructType, Marks>([[root, { directive, members: new Set() }]]);
  for (const field of list.fields) {
    let type: StructType | undefined = root;
    let end: StructType | undefined;
    for (const part of field.split(".")) {
      if (type === undefined) throw errorAt(directive, "bad-value", `${field}: what is before .${part} is no struct`);
      const { owner, member } = memberNamed(type, part, directive);
      const marks = found.get(owner) ?? { directive, members: new Set() };
      marks.members.add(member.name);
      found.set(owner, marks);
      const inner = unaliased(member.type);
      type = inner.kind === "struct" ? inner : undefined;
      end = type;
    }
    if (end !== undefined) wholes.set(end, directive);
  }
  return found;
}

function structNamed({ directive, typeName }: KeyList, scope: Scope): StructType {
  const definition = scope.find(typeName);
  const type = definition?.kind === "type" ? unaliased(definition.type) : undefined;
  if (type?.kind === "struct") return type;
  throw errorAt(directive, "unknown-name", `the key list is for ${typeName}, which is no struct here`);
}

/** A member, and the struct in the line of bases that declares it. */
function memberNamed(
  type: StructType,
  name: string,
  directive: Token,
): { readonly owner: StructType; readonly member: StructMember } {
  const index = indexOf(type).get(name) ?? -1;
  const member = type.members[index];
  if (member === undefined) throw errorAt(directive, "unknown-name", `${type.name} has no member ${name}`);
  let owner = type;
  while (owner.base !== undefined && index < owner.inheritedCount) owner = owner.base;
  return { owner, member };
}

/** Lists and structs can both be long. */
function indexOf(type: StructType): ReadonlyMap<string, number> {
  let index = indexes.get(type);
  if (index === undefined) {
    index = new Map(type.members.map((member, place) => [member.name, place]));
    indexes.set(type, index);
  }
  return index;
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}

function disagreement(directive: Token, type: StructType, other: string): Error {
  const problem = `the key of ${type.name} would be ${other}: mark its members with @key instead`;
  return errorAt(directive, "bad-value", problem);
}

const indexes = new WeakMap<StructType, ReadonlyMap<string, number>>();
