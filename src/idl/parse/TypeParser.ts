/** Type specifications and declarators (OMG IDL 4.2 §7.4.1.4.4, §7.4.13, §7.4.14). */
import * as build from "../build/index.js";
import { locating } from "../build/names.js";
import type { TokenStream } from "../text/TokenStream.js";
import { describe, type Token, withArticle } from "../text/tokens.js";
import type { PrimitiveType, StructType, TypeDescription, UnionType } from "../types.js";
import { Annotations } from "./Annotations.js";
import type { ExpressionParser } from "./ExpressionParser.js";
import type { Names } from "./Names.js";

/** A declared name with the type that its array dimensions make of the base type. */
export interface Declarator {
  readonly token: Token;
  readonly type: TypeDescription;
}

export class TypeParser {
  /** The structs and unions that were referred to before they were complete, with the first place. */
  readonly recursive = new Map<StructType | UnionType, Token>();
  private readonly stream: TokenStream;
  private readonly names: Names;
  private readonly expressions: ExpressionParser;
  private depth = 0;

  constructor(stream: TokenStream, names: Names, expressions: ExpressionParser) {
    this.stream = stream;
    this.names = names;
    this.expressions = expressions;
  }

  /** Any type. Structs and unions in it may still be incomplete. */
  parse(): TypeDescription {
    const { stream } = this;
    const token = stream.peek();
    if (stream.isName()) return this.named();
    if (token.kind !== "word") throw stream.error("syntax", `expected a type, found ${describe(token)}`);
    const refusal = NO_XTYPES.get(token.text);
    if (refusal !== undefined) throw stream.error("unsupported", `XTypes has no type ${refusal}`);
    if (DEFINITION_KEYWORDS.has(token.text)) {
      const problem = `IDL has no ${token.text} definition inside another: define it before and use its name`;
      throw stream.error("syntax", problem);
    }
    stream.next();
    return this.keywordType(token);
  }

  /** As `parse`, for a place that holds the value itself: what is incomplete would have no known size. */
  parseComplete(): TypeDescription {
    const at = this.stream.peek();
    const type = this.parse();
    this.requireComplete(type, at);
    return type;
  }

  requireComplete(type: TypeDescription, at: Token): void {
    const incomplete = this.names.incompletePart(type);
    if (incomplete === undefined) return;
    const hint = "a sequence of it, or an @optional or @external member, is possible";
    throw this.stream.error("bad-value", `${incomplete.name} is not defined yet; ${hint}`, at);
  }

  /** Names with their array dimensions, up to the semicolon: `a, b[2][3];`. */
  declarators(base: TypeDescription, what: string): Declarator[] {
    const found: Declarator[] = [];
    do {
      found.push(this.declarator(base, what));
    } while (this.stream.accept(","));
    this.stream.expect(";");
    return found;
  }

  /** One name with its array dimensions. */
  declarator(base: TypeDescription, what: string): Declarator {
    const token = this.stream.expectName(what);
    if (!this.stream.is("[")) return { token, type: base };
    const dimensions: number[] = [];
    while (this.stream.accept("[")) {
      dimensions.push(this.expressions.parseBound(false));
      this.stream.expect("]");
    }
    return { token, type: locating(token, () => build.array(base, ...dimensions)) };
  }

  private keywordType(token: Token): TypeDescription {
    const { stream } = this;
    switch (token.text) {
      case "string":
        return build.string(this.angleBound());
      case "wstring":
        return build.wstring(this.angleBound());
      case "sequence":
        return this.nested(token, () => this.sequence(token));
      case "map":
        return this.nested(token, () => this.map(token));
      case "unsigned":
        return this.integer(true, stream.next());
      case "long":
      case "short":
        return this.integer(false, token);
      default: {
        const simple = SIMPLE_TYPES.get(token.text);
        if (simple === undefined) throw stream.error("syntax", `expected a type, found ${describe(token)}`, token);
        return simple;
      }
    }
  }

  private named(): TypeDescription {
    const { definition, token, text } = this.names.resolve(this.stream);
    if (definition.kind !== "type") {
      const what = definition.kind === "other" ? definition.what : definition.kind;
      throw this.stream.error("bad-value", `${text} is ${withArticle(what)}, not a type`, token);
    }
    const incomplete = this.names.incompletePart(definition.type);
    if (incomplete !== undefined && !this.recursive.has(incomplete)) this.recursive.set(incomplete, token);
    return definition.type;
  }

  private sequence(at: Token): TypeDescription {
    const options = this.elementOptions();
    const element = this.parse();
    const bound = this.stream.accept(",") ? this.expressions.parseBound(true) : undefined;
    return locating(at, () => build.sequence(element, bound, options));
  }

  private map(at: Token): TypeDescription {
    Annotations.parse(this.stream, this.names).check("map key");
    const key = this.parse();
    this.stream.expect(",");
    const options = this.elementOptions();
    const value = this.parse();
    const bound = this.stream.accept(",") ? this.expressions.parseBound(true) : undefined;
    return locating(at, () => build.map(key, value, bound, options));
  }

  /** What stands in the angle brackets of a collection. */
  private nested(at: Token, parse: () => TypeDescription): TypeDescription {
    if (++this.depth > MAX_DEPTH) throw this.stream.error("syntax", "the type is nested too deeply", at);
    this.stream.expect("<");
    const type = parse();
    this.stream.expect(">");
    this.depth--;
    return type;
  }

  /** `sequence<@external @try_construct(TRIM) string<5>>` (XTypes §7.3.1.2.1). */
  private elementOptions(): build.ElementOptions | undefined {
    if (!this.stream.is("@")) return undefined;
    const annotations = Annotations.parse(this.stream, this.names);
    annotations.check("element");
    return { external: annotations.flag("external"), tryConstruct: annotations.tryConstruct() };
  }

  private angleBound(): number | undefined {
    if (!this.stream.accept("<")) return undefined;
    const bound = this.expressions.parseBound(true);
    this.stream.expect(">");
    return bound;
  }

  /** `short`, `long`, `long long`, with or without `unsigned`; `long double`. */
  private integer(isUnsigned: boolean, token: Token): PrimitiveType {
    if (token.text === "short") return isUnsigned ? build.uint16 : build.int16;
    if (token.text !== "long") throw this.stream.error("syntax", 'expected "short" or "long"', token);
    if (!isUnsigned && this.stream.accept("double")) return build.float128;
    if (this.stream.accept("long")) return isUnsigned ? build.uint64 : build.int64;
    return isUnsigned ? build.uint32 : build.int32;
  }
}

const SIMPLE_TYPES: ReadonlyMap<string, PrimitiveType> = new Map<string, PrimitiveType>([
  ["boolean", build.boolean],
  ["octet", build.octet],
  ["char", build.char],
  ["wchar", build.wchar],
  ["int8", build.int8],
  ["uint8", build.uint8],
  ["int16", build.int16],
  ["uint16", build.uint16],
  ["int32", build.int32],
  ["uint32", build.uint32],
  ["int64", build.int64],
  ["uint64", build.uint64],
  ["float", build.float32],
  ["double", build.float64],
]);

const NO_XTYPES: ReadonlyMap<string, string> = new Map([
  ["any", "any: use a union of what it can be"],
  ["fixed", "fixed: use an integer of the smallest unit"],
  ["Object", "Object"],
  ["ValueBase", "ValueBase"],
]);
const DEFINITION_KEYWORDS: ReadonlySet<string> = new Set(["struct", "union", "enum", "bitmask", "bitset"]);
const MAX_DEPTH = 64;
