/** Names and where they are visible (OMG IDL 4.2 §7.5). */
import type { Constant } from "./constants.js";
import { type EnumType, literalNamed, type TypeDescription } from "./types.js";

export type Definition =
  | { readonly kind: "module"; readonly scope: Scope }
  | { readonly kind: "type"; readonly type: TypeDescription }
  | { readonly kind: "constant"; readonly value: Constant; readonly type: TypeDescription };

export class Scope {
  readonly parent: Scope | undefined;
  private readonly prefix: string;
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

/** A literal of an enum, as `E::A`. */
export function literalOf(type: EnumType, name: string): Definition | undefined {
  const literal = literalNamed(type, name);
  return literal && { kind: "constant", value: { kind: "enum", type, value: literal }, type };
}
