/** What of a type description goes into generated source, as text that can be nothing but a name or a literal. */
import { CdrError } from "../CdrError.js";

/**
 * A member name, as it stands behind a dot or before a colon. The builders check names already; a description that was
 * not made by them must not become code.
 */
export function identifier(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    throw new CdrError("unsupported-type", `${JSON.stringify(name)} cannot be a member name`);
  }
  return name;
}

/** A number, bigint, boolean or string as source text. */
export function literal(value: unknown): string {
  switch (typeof value) {
    case "bigint":
      return `${value}n`;
    case "number":
    case "boolean":
      return String(value);
    case "string":
      return JSON.stringify(value);
    default:
      throw new CdrError("unsupported-type", `a ${typeof value} cannot be a label`);
  }
}
