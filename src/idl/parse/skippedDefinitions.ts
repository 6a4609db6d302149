/**
 * Definitions that describe no data: interfaces, exceptions, valuetypes and what belongs to the component profiles
 * (OMG IDL 4.2 §7.4.3 to §7.4.12). They are passed over, so that files that hold them can be used.
 */
import type { Token } from "../text/tokens.js";
import type { ParseContext } from "./ParseContext.js";

export function isSkippedKeyword(token: Token): boolean {
  return token.kind === "word" && !token.isEscaped && SKIPPED.has(token.text);
}

/** From the keyword to the semicolon. */
export function skipDefinition({ stream, names, declarations }: ParseContext): void {
  const first = stream.next();
  // `local interface`, `abstract valuetype`, `custom valuetype`.
  const keyword = MODIFIERS.has(first.text) ? stream.next() : first;
  const token = stream.peek();
  if (NAMELESS.has(keyword.text)) {
    skipToSemicolon(stream, first);
    return;
  }
  const name = stream.expectName(`${keyword.text} name`);
  const known = names.declaredHere(name.text);
  if (known?.kind !== "other" || known.what !== keyword.text) {
    names.declare(token, { kind: "other", what: keyword.text });
    declarations.skipped.push({ what: keyword.text, name: names.qualify(name.text) });
  }
  skipToSemicolon(stream, first);
}

function skipToSemicolon(stream: ParseContext["stream"], start: Token): void {
  for (let depth = 0; depth > 0 || !stream.is(";"); ) {
    const token = stream.next();
    if (token.kind === "end") throw stream.error("syntax", `no ";" closes this ${start.text}`, start);
    if (token.kind !== "punctuation") continue;
    if (token.text === "{") depth++;
    if (token.text === "}") depth--;
    if (depth < 0) throw stream.error("syntax", 'unexpected "}"', token);
  }
  stream.next();
}

const MODIFIERS: ReadonlySet<string> = new Set(["local", "abstract", "custom"]);
const NAMELESS: ReadonlySet<string> = new Set(["typeid", "typeprefix", "import"]);
const SKIPPED: ReadonlySet<string> = new Set([
  ...MODIFIERS,
  ...NAMELESS,
  ..."interface exception valuetype native eventtype component home porttype connector".split(" "),
]);
