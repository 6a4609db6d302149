/** JSON values as text. JSON.stringify drops the sign of zero, which payloads keep. */

/** What `JSON.parse` gives. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** JSON text that keeps the sign of zero, as `-0.0`, which JSON.stringify drops. */
export function jsonText(json: Json, indent = ""): string {
  return textOf(json, indent === "" ? "" : "\n", indent);
}

function textOf(json: Json, newline: string, indent: string): string {
  if (typeof json === "number") return Object.is(json, -0) ? "-0.0" : JSON.stringify(json);
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  const inner = newline === "" ? "" : newline + indent;
  const colon = newline === "" ? ":" : ": ";
  const isList = Array.isArray(json);
  const parts = isList
    ? (json as readonly Json[]).map((item) => textOf(item, inner, indent))
    : Object.entries(json).map(([name, item]) => JSON.stringify(name) + colon + textOf(item as Json, inner, indent));
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return parts.length === 0 ? open + close : open + inner + parts.join(`,${inner}`) + newline + close;
}
