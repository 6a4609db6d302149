/** Annotations (OMG IDL 4.2 §7.4.15, XTypes 1.3 §7.3.1.2): parsing them, and what those we know say. */
import type { Constant } from "./constants.js";
import { ExpressionParser } from "./ExpressionParser.js";
import type { Names } from "./Names.js";
import { TokenStream } from "./TokenStream.js";
import type { Token } from "./tokens.js";
import { describe } from "./tokens.js";
import type { Extensibility, TypeDescription } from "./types.js";

interface Argument {
  readonly name: string | undefined;
  /** Closed by an "end" token. */
  readonly tokens: readonly Token[];
}

interface Annotation {
  readonly name: string;
  readonly token: Token;
  readonly arguments: readonly Argument[];
}

/** The annotations before one declaration. Unknown ones are kept unread: they may hold anything. */
export class Annotations {
  private readonly list: readonly Annotation[];
  private readonly stream: TokenStream;
  private readonly names: Names;

  private constructor(list: readonly Annotation[], stream: TokenStream, names: Names) {
    this.list = list;
    this.stream = stream;
    this.names = names;
  }

  static parse(stream: TokenStream, names: Names): Annotations {
    const list: Annotation[] = [];
    while (stream.is("@")) {
      const token = stream.next();
      stream.accept("::");
      let name = annotationWord(stream);
      while (stream.accept("::")) name += `::${annotationWord(stream)}`;
      list.push({ name, token, arguments: stream.is("(") ? parseArguments(stream) : [] });
    }
    return new Annotations(list, stream, names);
  }

  find(name: string): Token | undefined {
    return this.last(name)?.token;
  }

  /** `@key`, `@key(TRUE)`: true; absent or `(FALSE)`: false. */
  flag(name: string): boolean {
    const annotation = this.last(name);
    if (annotation === undefined) return false;
    const value = this.evaluate(annotation);
    if (value === undefined) return true;
    if (value.kind !== "boolean") throw this.bad(annotation, "takes TRUE or FALSE");
    return value.value;
  }

  /** The integer argument of `@id(5)`; undefined when the annotation is absent. */
  integer(name: string): number | undefined {
    const annotation = this.last(name);
    if (annotation === undefined) return undefined;
    const value = this.evaluate(annotation);
    if (value?.kind !== "integer" || !Number.isSafeInteger(Number(value.value))) {
      throw this.bad(annotation, "takes an integer");
    }
    return Number(value.value);
  }

  /** `@default(5)` for a member of this type. */
  valueFor(name: string, type: TypeDescription): Constant | undefined {
    const annotation = this.last(name);
    if (annotation === undefined) return undefined;
    const value = this.evaluate(annotation, type);
    if (value === undefined) throw this.bad(annotation, "takes a value");
    return value;
  }

  /** `@hashid`: true, `@hashid("text")`: the text; undefined when absent. */
  hashId(): boolean | string | undefined {
    const annotation = this.last("hashid");
    if (annotation === undefined) return undefined;
    const value = this.evaluate(annotation);
    if (value === undefined) return true;
    if (value.kind !== "string") throw this.bad(annotation, "takes a string");
    return value.value === "" ? true : value.value;
  }

  /** `@autoid(HASH)`. HASH is also what `@autoid` alone means (XTypes §7.3.1.2.1.1). */
  autoId(): "sequential" | "hash" | undefined {
    const annotation = this.last("autoid");
    if (annotation === undefined) return undefined;
    if (annotation.arguments.length === 0) return "hash";
    const word = this.word(annotation);
    if (word !== "SEQUENTIAL" && word !== "HASH") throw this.bad(annotation, "takes SEQUENTIAL or HASH");
    return word === "HASH" ? "hash" : "sequential";
  }

  /** The extensibility asked for, with the place; the last annotation wins. */
  extensibility(): { readonly value: Extensibility; readonly token: Token } | undefined {
    let found: { readonly value: Extensibility; readonly token: Token } | undefined;
    for (const annotation of this.list) {
      const { name, token } = annotation;
      if (name === "final" || name === "appendable" || name === "mutable") found = { value: name, token };
      if (name !== "extensibility") continue;
      const value = EXTENSIBILITIES[this.word(annotation)];
      if (value === undefined) throw this.bad(annotation, "takes FINAL, APPENDABLE or MUTABLE");
      found = { value, token };
    }
    return found;
  }

  /** The string given for a parameter: `@topic(name="Square")`. */
  text(name: string, parameter: string): string | undefined {
    const annotation = this.last(name);
    const argument = annotation?.arguments.find((each) => each.name === parameter);
    if (annotation === undefined || argument === undefined) return undefined;
    const value = this.expression(argument.tokens, annotation);
    if (value.kind !== "string") throw this.bad(annotation, `${parameter} takes a string`);
    return value.value;
  }

  /** Throws when one of these stands where it would have no effect. */
  forbid(names: readonly string[], where: string): void {
    for (const annotation of this.list) {
      if (names.includes(annotation.name)) throw this.bad(annotation, `has no meaning on ${where}`);
    }
  }

  private last(name: string): Annotation | undefined {
    return this.list.findLast((annotation) => annotation.name === name);
  }

  private evaluate(annotation: Annotation, type?: TypeDescription): Constant | undefined {
    const argument =
      annotation.arguments.find((each) => each.name === undefined || each.name === "value") ?? annotation.arguments[0];
    return argument && this.expression(argument.tokens, annotation, type);
  }

  private expression(tokens: readonly Token[], annotation: Annotation, type?: TypeDescription): Constant {
    const stream = new TokenStream(this.stream.source, tokens);
    const parser = new ExpressionParser(stream, this.names.withStream(stream));
    const value = type === undefined ? parser.parse() : parser.parseFor(type);
    if (stream.peek().kind !== "end") throw this.bad(annotation, `has ${describe(stream.peek())} too much`);
    return value;
  }

  private word(annotation: Annotation): string {
    return annotation.arguments[0]?.tokens.map((token) => token.text).join("") ?? "";
  }

  private bad(annotation: Annotation, problem: string): Error {
    return this.stream.error("bad-value", `@${annotation.name} ${problem}`, annotation.token);
  }
}

/** Annotation names may be keywords: `@default`. */
function annotationWord(stream: TokenStream): string {
  if (stream.peek().kind !== "word") {
    throw stream.error("syntax", `expected an annotation name, found ${describe(stream.peek())}`);
  }
  return stream.next().text;
}

function parseArguments(stream: TokenStream): Argument[] {
  const open = stream.expect("(");
  const found: Argument[] = [];
  while (!stream.is(")")) {
    const isNamed = stream.peek().kind === "word" && stream.peek(1).text === "=";
    const name = isNamed ? stream.next().text : undefined;
    if (isNamed) stream.next();
    found.push({ name, tokens: argumentTokens(stream, open) });
    if (!stream.is(")")) stream.expect(",");
  }
  stream.next();
  return found;
}

function argumentTokens(stream: TokenStream, open: Token): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  while (depth > 0 || (!stream.is(",") && !stream.is(")"))) {
    if (stream.peek().kind === "end") throw stream.error("syntax", 'no ")" for this annotation', open);
    if (stream.is("(")) depth++;
    if (stream.is(")")) depth--;
    tokens.push(stream.next());
  }
  const last = stream.peek();
  if (tokens.length === 0) throw stream.error("syntax", `expected a value, found ${describe(last)}`);
  return [...tokens, { ...last, kind: "end", text: "" }];
}

const EXTENSIBILITIES: Readonly<Record<string, Extensibility>> = {
  FINAL: "final",
  APPENDABLE: "appendable",
  MUTABLE: "mutable",
};
