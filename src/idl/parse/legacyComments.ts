/**
 * Annotations as Connext had them in IDL before there was a syntax: comments in the line of what they are for,
 * `long id; //@key` and `}; //@Extensibility MUTABLE_EXTENSIBILITY`. Others of that kind are for code generators.
 */
import { integerLiteral } from "../constants.js";
import { errorAt } from "../text/Source.js";
import type { Token } from "../text/tokens.js";
import type { Extensibility } from "../types.js";
import { EXTENSIBILITIES } from "./Annotations.js";

export interface LegacyMember {
  readonly key: boolean | undefined;
  readonly optional: boolean | undefined;
  readonly id: number | undefined;
}

/** What the comments behind the semicolon of a member say; undefined when there are none. */
export function legacyMember(semicolon: Token): LegacyMember | undefined {
  const said = commentsOf(semicolon);
  if (said === undefined) return undefined;
  const id = said.get("id");
  const value = id === undefined ? undefined : /^(0[xX][0-9A-Fa-f]+|[0-9]+)\b/.exec(id)?.[0];
  const constant = value === undefined ? undefined : integerLiteral(value);
  if (id !== undefined && constant === undefined) throw errorAt(semicolon, "bad-value", "//@ID takes an integer");
  return {
    key: said.has("key") || undefined,
    optional: said.has("optional") || undefined,
    id: constant && Number(constant.value),
  };
}

export interface LegacyType {
  readonly extensibility: Extensibility | undefined;
  readonly nested: boolean | undefined;
}

/** What the comments behind a struct or union say; undefined when there are none. */
export function legacyType(semicolon: Token): LegacyType | undefined {
  const said = commentsOf(semicolon);
  if (said === undefined) return undefined;
  const kind = said.get("extensibility");
  const extensibility = kind === undefined ? undefined : EXTENSIBILITIES.get(kind);
  if (kind !== undefined && extensibility === undefined) {
    throw errorAt(semicolon, "bad-value", `//@Extensibility takes ${[...EXTENSIBILITIES.keys()].slice(3).join(", ")}`);
  }
  const isNested = said.has("nested") || said.get("top-level") === "false";
  return { extensibility, nested: isNested || undefined };
}

/** By name in lower case: what follows the name. */
function commentsOf(token: Token): ReadonlyMap<string, string> | undefined {
  if (token.comments === undefined) return undefined;
  const found = new Map<string, string>();
  for (const comment of token.comments) {
    for (const part of comment.split("//@")) {
      const [, name, rest = ""] = /^([A-Za-z_-]+)\s*(.*?)\s*$/.exec(part) ?? [];
      if (name !== undefined) found.set(name.toLowerCase(), rest);
    }
  }
  return found;
}
