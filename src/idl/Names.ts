import { type Definition, literalOf, Scope } from "./Scope.js";
import type { TokenStream } from "./TokenStream.js";
import type { Token } from "./tokens.js";
import type { StructType } from "./types.js";

/** Declares and resolves names (OMG IDL 4.2 §7.5), with the errors a user needs to see. */
export class Names {
  private readonly stream: TokenStream;
  private root = new Scope();
  private current = this.root;
  /** Structs declared forward or being defined, with the place of declaration. */
  private readonly incomplete = new Map<StructType, Token>();

  constructor(stream: TokenStream) {
    this.stream = stream;
  }

  /** The same names, resolved from other tokens: those of an annotation's argument. */
  withStream(stream: TokenStream): Names {
    const copy = new Names(stream);
    copy.root = this.root;
    copy.current = this.current;
    return copy;
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
      throw this.stream.error("redefinition", problem, token);
    }
    this.current.set(token.text, definition);
  }

  /** A struct that was declared before in this very scope, forward or in full. */
  declaredStruct(name: string): StructType | undefined {
    const found = this.current.get(name);
    if (found?.kind !== "type" || found.type.kind !== "struct") return undefined;
    // A typedef of a struct has the name of another.
    return found.type.name === this.qualify(name) ? found.type : undefined;
  }

  markIncomplete(type: StructType, token: Token): void {
    this.incomplete.set(type, token);
  }

  markComplete(type: StructType): void {
    this.incomplete.delete(type);
  }

  isIncomplete(type: StructType): boolean {
    return this.incomplete.has(type);
  }

  /** Throws when a struct was declared forward only. */
  checkAllComplete(): void {
    for (const [type, token] of this.incomplete) {
      throw this.stream.error("unknown-name", `struct ${type.name} is declared but never defined`, token);
    }
  }

  /** Parses `A::B` or `::A::B` and returns what it names. */
  resolve(): { readonly definition: Definition; readonly token: Token; readonly text: string } {
    const isAbsolute = this.stream.accept("::");
    const token = this.word();
    let text = isAbsolute ? `::${token.text}` : token.text;
    let definition = this.found(isAbsolute ? this.root.get(token.text) : this.lookUp(token), token, text);
    while (this.stream.accept("::")) {
      const part = this.word();
      text += `::${part.text}`;
      definition = this.found(child(definition, part.text), part, text);
    }
    return { definition, token, text };
  }

  private lookUp(token: Token): Definition | undefined {
    const found = this.current.lookUp(token.text);
    if (found?.kind !== "other-case") return found;
    const problem = `${token.text} is not declared; names keep their case, and ${found.name} is`;
    throw this.stream.error("unknown-name", problem, token);
  }

  private found(definition: Definition | undefined, token: Token, text: string): Definition {
    if (definition !== undefined) return definition;
    const hint = HINTS[text];
    throw this.stream.error("unknown-name", `${text} is not declared${hint === undefined ? "" : `; ${hint}`}`, token);
  }

  private word(): Token {
    return this.stream.expectName("name");
  }
}

function child(parent: Definition, name: string): Definition | undefined {
  if (parent.kind === "module") return parent.scope.get(name);
  return parent.kind === "type" && parent.type.kind === "enum" ? literalOf(parent.type, name) : undefined;
}

/** Words that other tools take as types. */
const HINTS: Readonly<Record<string, string>> = {
  byte: "IDL says octet",
  int: "IDL says long or int32",
  bool: "IDL says boolean",
  uint: "IDL says unsigned long or uint32",
  float32: "IDL says float",
  float64: "IDL says double",
  wstring16: "IDL says wstring",
  true: "IDL says TRUE",
  false: "IDL says FALSE",
};
