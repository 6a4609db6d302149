/** A short form of any value for a one-line message. Not JSON: that would follow a value however deep it goes. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value !== "object" || value === null) return String(value);
  const { name } = (value.constructor ?? Object) as { readonly name?: unknown };
  if (typeof name !== "string" || name === "" || name === "Object") return "an object";
  return `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`;
}

/** The first names of a list, for a message about one that is not in it. */
export function shownNames(names: readonly string[]): string {
  const rest = names.length - SHOWN_NAMES;
  const shown = names.slice(0, SHOWN_NAMES).join(", ");
  return rest > 0 ? `${shown} and ${rest} more` : shown || "none";
}

const SHOWN_NAMES = 12;
