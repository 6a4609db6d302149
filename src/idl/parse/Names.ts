import { errorAt } from "../text/Source.js";
import type { TokenStream } from "../text/TokenStream.js";
import type { Token } from "../text/tokens.js";
import { type StructType, type TypeDescription, type UnionType, unaliased } from "../types.js";
import { type AnnotationDeclaration, childOf, type Definition, Scope } from "./Scope.js";

/** A name as it was used, and what it names. `token` is its last part. */
export interface Resolved {
  readonly definition: Definition;
  readonly token: Token;
  readonly text: string;
}

/** Declares and resolves names (OMG IDL 4.2 §7.5), with the errors a user needs to see. */
export class Names {
  private readonly root = new Scope();
  private current = this.root;
  /** Structs and unions declared forward or being defined, with the place of declaration. */
  private readonly incomplete = new Map<StructType | UnionType, Token>();

  get scope(): Scope {
    return this.current;
  }

  /** The fully scoped form of a name declared here. */
  qualify(name: string): string {
    return this.current.qualify(name);
  }

  enterModule(token: Token): void {
    const existing = this.current.get(token.text);
    if (existing?.kind === "module") {
      this.current = existing.scope;
      return;
    }
    const scope = new Scope(this.current, `${this.qualify(token.text)}::`);
    this.declare(token, { kind: "module", scope });
    this.current = scope;
  }

  leaveModule(): void {
    this.current = this.current.parent!;
  }

  declare(token: Token, definition: Definition): void {
    const other = this.current.spelling(token.text);
    if (other !== undefined) {
      const problem =
        other === token.text ? `${token.text} is already declared` : `${token.text} differs from ${other} only in case`;
      throw errorAt(token, "redefinition", problem);
    }
    this.current.set(token.text, definition);
  }

  /** What was declared with this name in this very scope. */
  declaredHere(name: string): Definition | undefined {
    return this.current.get(name);
  }

  markIncomplete(type: StructType | UnionType, token: Token): void {
    this.incomplete.set(type, token);
  }

  markComplete(type: StructType | UnionType): void {
    this.incomplete.delete(type);
  }

  /** The struct or union that a value of the type holds and that has no members yet; undefined when there is none. */
  incompletePart(type: TypeDescription): StructType | UnionType | undefined {
    let actual = unaliased(type);
    while (actual.kind === "array") actual = unaliased(actual.element);
    if (actual.kind !== "struct" && actual.kind !== "union") return undefined;
    return this.incomplete.has(actual) ? actual : undefined;
  }

  /** Throws when a struct or union was declared forward only. */
  checkAllComplete(): void {
    for (const [type, token] of this.incomplete) {
      throw errorAt(token, "unknown-name", `${type.kind} ${type.name} is declared but never defined`);
    }
  }

  /** Runs with a scope of its own inside this one, which nobody can name afterwards. */
  within(run: () => void): void {
    this.current = new Scope(this.current, this.qualify(""));
    run();
    this.leaveModule();
  }

  declareAnnotation(token: Token, declaration: AnnotationDeclaration): void {
    if (this.current.annotations.has(token.text)) {
      throw errorAt(token, "redefinition", `@${token.text} is already declared`);
    }
    this.current.annotations.set(token.text, declaration);
  }

  /** The declaration of `@a::b`; undefined when there is none, which is allowed. */
  annotation(scopedName: string): AnnotationDeclaration | undefined {
    const path = scopedName.split("::");
    const last = path.pop()!;
    for (let scope: Scope | undefined = this.current; scope !== undefined; scope = scope.parent) {
      const found = scope.descend(path)?.annotations.get(last);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Parses `A::B` or `::A::B` and returns what it names. */
  resolve(stream: TokenStream): Resolved {
    const isAbsolute = stream.accept("::");
    const token = stream.expectName("name");
    let text = isAbsolute ? `::${token.text}` : token.text;
    let definition = found(isAbsolute ? this.root.get(token.text) : this.lookUp(token), token, text);
    while (stream.accept("::")) {
      const part = stream.expectName("name");
      text += `::${part.text}`;
      definition = found(childOf(definition, part.text), part, text);
    }
    return { definition, token, text };
  }

  private lookUp(token: Token): Definition | undefined {
    const definition = this.current.lookUp(token.text);
    if (definition?.kind !== "other-case") return definition;
    const problem = `${token.text} is not declared; names keep their case, and ${definition.name} is`;
    throw errorAt(token, "unknown-name", problem);
  }
}

function found(definition: Definition | undefined, token: Token, text: string): Definition {
  if (definition !== undefined) return definition;
  const hint = HINTS.get(text);
  throw errorAt(token, "unknown-name", `${text} is not declared${hint === undefined ? "" : `; ${hint}`}`);
}

/** Words that other tools take as types. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ["byte", "IDL says octet"],
  ["int", "IDL says long or int32"],
  ["bool", "IDL says boolean"],
  ["uint", "IDL says unsigned long or uint32"],
  ["float32", "IDL says float"],
  ["float64", "IDL says double"],
  ["wstring16", "IDL says wstring"],
  ["true", "IDL says TRUE"],
  ["false", "IDL says FALSE"],
]);
