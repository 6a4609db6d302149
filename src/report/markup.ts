// Builds HTML and SVG text. Owns escaping: every attribute and text goes through here.

import { visibleLines } from "../text/visible.js";

/** Text that is markup already. Only this file and `raw` make it. */
export interface Markup {
  readonly markup: string;
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;
export type Child = Markup | string | number | undefined | readonly Child[];

/** An element. Strings among the children are text and are escaped; void elements are closed with `/>`. */
export function element(tag: string, attributes: Attributes = {}, ...children: Child[]): Markup {
  const open = `<${tag}${attributesText(attributes)}`;
  if (VOID_TAGS.has(tag)) return { markup: `${open}/>` };
  return { markup: `${open}>${childText(children)}</${tag}>` };
}

/** Several nodes without an element around them. */
export function fragment(...children: Child[]): Markup {
  return { markup: childText(children) };
}

/** Markup written by hand in this folder; never for text from outside. */
export function raw(markup: string): Markup {
  return { markup };
}

export function escapeText(text: string): string {
  return visibleLines(text).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** A coordinate for SVG, to a hundredth of a pixel. */
export function coordinate(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function attributesText(attributes: Attributes): string {
  let text = "";
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    text += ` ${name}="${typeof value === "number" ? coordinate(value) : escapeText(value)}"`;
  }
  return text;
}

function childText(children: readonly Child[]): string {
  let text = "";
  for (const child of children) {
    if (child === undefined) continue;
    if (typeof child === "string" || typeof child === "number") text += escapeText(String(child));
    else if ("markup" in child) text += child.markup;
    else text += childText(child);
  }
  return text;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const VOID_TAGS: ReadonlySet<string> = new Set(["meta", "br", "rect", "path", "line", "circle"]);
