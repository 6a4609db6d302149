// The frame of a self-contained page: one HTML file that opens offline and runs no script.

import { type Child, element, fragment, type Markup, raw } from "./markup.js";
import { PAGE_STYLE } from "./pageStyle.js";
import type { TextTable } from "./textTable.js";

/** A complete HTML document. Its content security policy forbids loading anything. */
export function htmlPage(title: string, ...body: Child[]): string {
  const head = element(
    "head",
    {},
    element("meta", { charset: "utf-8" }),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("meta", { name: "color-scheme", content: "light dark" }),
    element("meta", {
      "http-equiv": "Content-Security-Policy",
      content: "default-src 'none'; style-src 'unsafe-inline'",
    }),
    element("title", {}, title),
    element("style", {}, raw(PAGE_STYLE)),
  );
  return `<!DOCTYPE html>\n${element("html", { lang: "en" }, head, element("body", {}, ...body)).markup}\n`;
}

/** A chart drawn twice, for a wide and for a narrow screen, so that its text keeps a readable size. CSS shows one. */
export function figure(title: string, note: string, draw: (width: number) => Markup): Markup {
  return element(
    "figure",
    {},
    element("figcaption", {}, element("h3", {}, title), element("div", { class: "note" }, note)),
    element("div", { class: "wide" }, draw(WIDE)),
    element("div", { class: "narrow" }, draw(NARROW)),
  );
}

/** A table of numbers that scrolls sideways where the screen is too narrow. */
export function htmlTable(table: TextTable, decorate: RowDecorator = plainRow): Markup {
  const head = element(
    "tr",
    {},
    table.header.map((title) => element("th", { scope: "col" }, title)),
  );
  const rows = table.rows.map((row, index) => {
    const { className, label } = decorate(row, index);
    const cells = row.slice(1).map((cell) => element("td", {}, cell));
    return element("tr", { class: className }, element("th", { scope: "row" }, label), cells);
  });
  return element(
    "div",
    { class: "scroll" },
    element("table", {}, element("thead", {}, head), element("tbody", {}, rows)),
  );
}

/** Names and values, one under the other. */
export function factList(facts: readonly (readonly [name: string, value: Child])[]): Markup {
  return element(
    "dl",
    { class: "facts" },
    facts.map(([name, value]) => fragment(element("dt", {}, name), element("dd", {}, value))),
  );
}

/** Gives a row its class and the content of its first cell. */
export type RowDecorator = (row: readonly string[], index: number) => { className?: string; label: Child };

function plainRow(row: readonly string[]): { label: Child } {
  return { label: row[0] };
}

/** Widths of the drawings in CSS pixels: half the page, and a phone of 390 px without its margins. */
const WIDE = 520;
const NARROW = 358;
