/** Names and where they are visible (OMG IDL 4.2 §7.5). */
import type { Constant } from "../constants.js";
import { type ConstantValue, literalNamed, type TypeDescription, unaliased } from "../types.js";

export type Definition =
  | { readonly kind: "module"; readonly scope: Scope }
  | { readonly kind: "type"; readonly type: TypeDescription }
  | { readonly kind: "constant"; readonly value: Constant; readonly type: TypeDescription }
  /** An interface, exception, valuetype or other definition that describes no data. */
  | { readonly kind: "other"; readonly what: string };

/** `@annotation Name { ... };` */
export interface AnnotationDeclaration {
  readonly parameters: ReadonlyMap<string, AnnotationParameter>;
}

export interface AnnotationParameter {
  /** Undefined for `any`. */
  readonly type: TypeDescription | undefined;
  readonly defaultValue: ConstantValue | undefined;
}

export class Scope {
  readonly parent: Scope | undefined;
  private readonly prefix: string;
  /** Annotations have names of their own: `@color` does not collide with a type `color`. */
  readonly annotations = new Map<string, AnnotationDeclaration>();
  private readonly definitions = new Map<string, { readonly name: string; definition: Definition }>();

  constructor(parent?: Scope, prefix = "") {
    this.parent = parent;
    this.prefix = prefix;
  }

  /** `Mod::name` for a name defined here. */
  qualify(name: string): string {
    return this.prefix + name;
  }

  /** The name as it was first written when something here has it in whatever case: they collide (§7.2.3). */
  spelling(name: string): string | undefined {
    return this.definitions.get(name.toLowerCase())?.name;
  }

  get(name: string): Definition | undefined {
    const found = this.definitions.get(name.toLowerCase());
    return found?.name === name ? found.definition : undefined;
  }

  set(name: string, definition: Definition): void {
    this.definitions.set(name.toLowerCase(), { name, definition });
  }

  /** What `A::B` or `::A::B` names from here; undefined when nothing does. */
  find(scopedName: string): Definition | undefined {
    const path = scopedName.replace(/^::/, "").split("::");
    const [first = ""] = path;
    const start = scopedName.startsWith("::") ? this.root().get(first) : this.lookUp(first);
    let found = start?.kind === "other-case" ? undefined : start;
    for (const name of path.slice(1)) found = found && childOf(found, name);
    return found;
  }

  private root(): Scope {
    let scope: Scope = this;
    while (scope.parent !== undefined) scope = scope.parent;
    return scope;
  }

  /** The module that a path of names leads to from here. */
  descend(path: readonly string[]): Scope | undefined {
    let scope: Scope | undefined = this;
    for (const name of path) {
      const child: Definition | undefined = scope?.get(name);
      scope = child?.kind === "module" ? child.scope : undefined;
    }
    return scope;
  }

  /** The innermost definition visible from here, or the spelling of one that differs only in case. */
  lookUp(name: string): Definition | { readonly kind: "other-case"; readonly name: string } | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      const spelling = scope.spelling(name);
      if (spelling === undefined) continue;
      return scope.get(name) ?? { kind: "other-case", name: spelling };
    }
    return undefined;
  }
}

/** What `parent::name` is: something in a module, a literal of an enum, a flag of a bitmask. */
export function childOf(parent: Definition, name: string): Definition | undefined {
  if (parent.kind === "module") return parent.scope.get(name);
  return parent.kind === "type" ? literalOf(parent.type, name) : undefined;
}

/** A literal of an enum or a flag of a bitmask, as a constant. */
export function literalOf(type: TypeDescription, name: string): Extract<Definition, { kind: "constant" }> | undefined {
  const actual = unaliased(type);
  if (actual.kind === "enum") {
    const literal = literalNamed(actual, name);
    return literal && { kind: "constant", value: { kind: "enum", type: actual, value: literal }, type: actual };
  }
  if (actual.kind !== "bitmask") return undefined;
  const flag = actual.flags.find((each) => each.name === name);
  return flag && { kind: "constant", value: { kind: "integer", value: 1n << BigInt(flag.position) }, type: actual };
}
