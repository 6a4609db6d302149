/** Type specifications and declarators (OMG IDL 4.2 §7.4.1.4.4, §7.4.13, §7.4.14). */
import { Annotations } from "./Annotations.js";
import * as build from "./build/index.js";
import type { ExpressionParser } from "./ExpressionParser.js";
import type { Names } from "./Names.js";
import type { TokenStream } from "./TokenStream.js";
import type { Token } from "./tokens.js";
import { describe } from "./tokens.js";
import type { PrimitiveType, TypeDescription } from "./types.js";

export class TypeParser {
  private readonly stream: TokenStream;
  private readonly names: Names;
  private readonly expressions: ExpressionParser;
  private depth = 0;

  constructor(stream: TokenStream, names: Names, expressions: ExpressionParser) {
    this.stream = stream;
    this.names = names;
    this.expressions = expressions;
  }

  /** A type that a member or typedef can have. Structs that are not complete yet are refused, except in sequences. */
  parse(): TypeDescription {
    const at = this.stream.peek();
    const type = this.parseMaybeIncomplete();
    if (type.kind === "struct" && this.names.isIncomplete(type)) {
      const hint = "its size is not known here; a sequence of it is possible";
      throw this.stream.error("bad-value", `${type.name} is not defined yet: ${hint}`, at);
    }
    return type;
  }

  /** Names with their array dimensions, up to the semicolon: `a, b[2][3];`. */
  declarators(base: TypeDescription, what: string): { readonly token: Token; readonly type: TypeDescription }[] {
    const found: { readonly token: Token; readonly type: TypeDescription }[] = [];
    do {
      const token = this.stream.expectName(what);
      const dimensions: number[] = [];
      while (this.stream.accept("[")) {
        dimensions.push(this.expressions.parseBound(false));
        this.stream.expect("]");
      }
      found.push({ token, type: dimensions.length === 0 ? base : build.array(base, ...dimensions) });
    } while (this.stream.accept(","));
    this.stream.expect(";");
    return found;
  }

  private parseMaybeIncomplete(): TypeDescription {
    const { stream } = this;
    const token = stream.peek();
    if (stream.isName()) return this.named();
    if (token.kind !== "word") throw stream.error("syntax", `expected a type, found ${describe(token)}`);
    if (UNSUPPORTED_TYPES.has(token.text)) throw stream.unsupported(token.text);
    if (DEFINITION_KEYWORDS.has(token.text)) {
      const problem = `IDL has no ${token.text} definition inside another: define it before and use its name`;
      throw stream.error("syntax", problem);
    }
    stream.next();
    switch (token.text) {
      case "string":
        return build.string(this.angleBound());
      case "sequence":
        return this.sequence();
      case "unsigned":
        return this.integer(true, stream.next());
      case "long":
      case "short":
        return this.integer(false, token);
      default: {
        const simple = SIMPLE_TYPES[token.text];
        if (simple === undefined) throw stream.error("syntax", `expected a type, found ${describe(token)}`, token);
        return simple;
      }
    }
  }

  private named(): TypeDescription {
    const { definition, token, text } = this.names.resolve();
    if (definition.kind === "type") return definition.type;
    throw this.stream.error("bad-value", `${text} is a ${definition.kind}, not a type`, token);
  }

  private sequence(): TypeDescription {
    if (++this.depth > MAX_DEPTH) throw this.stream.error("syntax", "the type is nested too deeply");
    this.stream.expect("<");
    // XTypes allows annotations such as @external on the element; none changes what we read.
    Annotations.parse(this.stream, this.names).forbid(["key", "id", "optional"], "a sequence element");
    const element = this.parseMaybeIncomplete();
    const bound = this.stream.accept(",") ? this.expressions.parseBound(true) : undefined;
    this.stream.expect(">");
    this.depth--;
    return build.sequence(element, bound);
  }

  private angleBound(): number | undefined {
    if (!this.stream.accept("<")) return undefined;
    const bound = this.expressions.parseBound(true);
    this.stream.expect(">");
    return bound;
  }

  /** `short`, `long`, `long long`, with or without `unsigned`; `long double` is refused. */
  private integer(isUnsigned: boolean, token: Token): PrimitiveType {
    if (token.text === "short") return isUnsigned ? build.uint16 : build.int16;
    if (token.text !== "long") throw this.stream.error("syntax", 'expected "short" or "long"', token);
    if (this.stream.is("double")) throw this.stream.unsupported("long double", token);
    if (this.stream.accept("long")) return isUnsigned ? build.uint64 : build.int64;
    return isUnsigned ? build.uint32 : build.int32;
  }
}

const SIMPLE_TYPES: Readonly<Record<string, PrimitiveType>> = {
  boolean: build.boolean,
  octet: build.octet,
  char: build.char,
  int8: build.int8,
  uint8: build.uint8,
  int16: build.int16,
  uint16: build.uint16,
  int32: build.int32,
  uint32: build.uint32,
  int64: build.int64,
  uint64: build.uint64,
  float: build.float32,
  double: build.float64,
};

const UNSUPPORTED_TYPES: ReadonlySet<string> = new Set([
  "wchar",
  "wstring",
  "map",
  "any",
  "fixed",
  "Object",
  "ValueBase",
]);
const DEFINITION_KEYWORDS: ReadonlySet<string> = new Set(["struct", "union", "enum", "bitmask", "bitset"]);
const MAX_DEPTH = 64;
