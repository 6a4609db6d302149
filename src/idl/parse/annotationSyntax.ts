/** How annotations are written (OMG IDL 4.2 §7.4.15.2): `@name`, `@name(value)`, `@name(a = 1, b = 2)`. */
import type { TokenStream } from "../text/TokenStream.js";
import { describe, type Token } from "../text/tokens.js";
import { canonicalName } from "./builtinAnnotations.js";

export interface Argument {
  readonly name: string | undefined;
  /** Unread, since what they mean depends on the parameter. Closed by an "end" token. */
  readonly tokens: readonly Token[];
}

export interface Annotation {
  /** As written, without a leading `::`; builtin ones in lower case. */
  readonly name: string;
  readonly token: Token;
  readonly arguments: readonly Argument[];
}

/** All annotations that stand here. */
export function parseAnnotations(stream: TokenStream): readonly Annotation[] {
  const list: Annotation[] = [];
  while (stream.is("@")) {
    const token = stream.next();
    stream.accept("::");
    let name = annotationWord(stream);
    // In `@key ::m::T x` the name ends at the space, although the grammar would go on.
    while (stream.previous().touchesNext && stream.accept("::")) name += `::${annotationWord(stream)}`;
    list.push({ name: canonicalName(name), token, arguments: stream.is("(") ? parseArguments(stream) : [] });
  }
  return list;
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
    if (stream.isEnd()) throw stream.error("syntax", 'no ")" for this annotation', open);
    if (stream.is("(")) depth++;
    if (stream.is(")")) depth--;
    tokens.push(stream.next());
  }
  const last = stream.peek();
  if (tokens.length === 0) throw stream.error("syntax", `expected a value, found ${describe(last)}`);
  return [...tokens, { ...last, kind: "end", text: "" }];
}
