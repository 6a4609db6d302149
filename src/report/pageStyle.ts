// The style sheet of report pages: light and dark, wide and narrow. No font or file from elsewhere.
// Colours tell the sides apart for colour-blind readers too: blues at the writer, grey between, oranges at the reader.

/** CSS class of the colour of the n-th part of the way, 0..4. */
export function partColour(index: number): string {
  return `part-${index}`;
}

/** CSS class of the n-th peer that is neither the raw socket ("raw") nor this project ("ours"). */
export function peerColour(index: number): string {
  return `peer-${index % LIGHT_PEERS.length}`;
}

/** Told apart by lightness too. */
const LIGHT_PEERS = ["#b4470f", "#1f7a4d", "#7a3fb0", "#96700a", "#b3246b", "#0f7d86", "#5a4630"];
const DARK_PEERS = ["#f0894f", "#58c48e", "#bd8ef0", "#e0b84a", "#f07cb4", "#4fc4ce", "#c2a98c"];

function peerVariables(colours: readonly string[]): string {
  return colours.map((colour, index) => `--peer-${index}: ${colour};`).join(" ");
}

function peerRules(_colour: string, index: number): string {
  return seriesRules(`peer-${index}`);
}

function seriesRules(name: string): string {
  return [
    `path.${name} { stroke: var(--${name}); } text.${name} { fill: var(--${name}); }`,
    `path.band.${name} { fill: var(--${name}); } .dot.${name}, .range rect.${name} { fill: var(--${name}); }`,
    `.swatch.${name} { background: var(--${name}); }`,
  ].join("\n");
}

export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fdfdfc; --ink: #1b1f24; --soft: #5b636d; --rule: #d9dce0; --faint: #eceef0;
  --part-0: #1d5b9e; --part-1: #78b7e6; --part-2: #9aa1aa; --part-3: #f2b04e; --part-4: #bf4f14;
  --on-0: #fff; --on-1: #10202e; --on-2: #14171a; --on-3: #2b1a02; --on-4: #fff;
  --ours: #1d5b9e; --raw: #6d747d;
  ${peerVariables(LIGHT_PEERS)}
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --ink: #e7e9ec; --soft: #a3abb5; --rule: #3a4047; --faint: #24292e;
    --part-0: #4f94dc; --part-1: #a6d3f5; --part-2: #7c848e; --part-3: #f6c67a; --part-4: #e0703a;
    --on-0: #08131f; --on-1: #10202e; --on-2: #0b0d0f; --on-3: #2b1a02; --on-4: #1f0b02;
    --ours: #6fb0f0; --raw: #a3abb5;
    ${peerVariables(DARK_PEERS)}
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 70rem;
  background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
h1 { margin: 0 0 .25rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 0 0 .35rem; font-size: 1.3rem; line-height: 1.25; }
h3 { margin: 0 0 .15rem; font-size: 1rem; }
p { margin: 0 0 .75rem; max-width: 46rem; }
.soft { color: var(--soft); }
.note { color: var(--soft); font-size: .85rem; line-height: 1.45; }
section { margin-top: 3rem; padding-top: 1.5rem; border-top: 1px solid var(--rule); }
a { color: inherit; text-underline-offset: .15em; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .85rem; }
pre { margin: 0 0 1rem; padding: .75rem 1rem; background: var(--faint); border-radius: 4px; overflow-x: auto; }

.way { display: grid; grid-template-columns: repeat(5, 1fr); gap: .25rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.way li { padding: .6rem .75rem 0 0; border-top: .5rem solid; font-size: .85rem; line-height: 1.35; }
.way li > * { display: block; }
.way .soft { text-wrap: balance; }

.figures { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0 1.5rem; }
.figures div { min-width: 5rem; }
.figures dt { color: var(--soft); font-size: .85rem; }
.figures dd { margin: 0; font-size: 1.35rem; line-height: 1.2; font-variant-numeric: tabular-nums; white-space: nowrap; }
.columns { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem 2.5rem; align-items: start; }
.columns > div { display: grid; gap: 1.5rem; min-width: 0; }
.columns.numbers { margin-top: 2rem; } .columns.numbers > div { gap: .4rem; }
.columns.charts { margin: 0 0 2rem; } .columns.tail { margin-top: 2rem; } .columns.tail > div { gap: .75rem; }
[data-benchmark] table { font-size: .82rem; } [data-benchmark] td, [data-benchmark] th + th { padding-left: 1rem; }
figure { margin: 0; min-width: 0; }
figcaption { margin-bottom: .6rem; }
figcaption .note { max-width: 34rem; }
svg { display: block; width: 100%; height: auto; overflow: visible; font-family: inherit; }
.narrow { display: none; }

text { fill: var(--ink); font-size: 13px; font-variant-numeric: tabular-nums; }
text.tick { fill: var(--soft); font-size: 12px; }
line.grid { stroke: var(--rule); stroke-width: 1; }
line.grid.minor { stroke: var(--faint); }
.curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
.curve.dashed { stroke-width: 1.5; stroke-dasharray: 5 3; }
.curve-label { font-weight: 600; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; }
${[seriesRules("ours"), seriesRules("raw"), ...LIGHT_PEERS.map(peerRules)].join("\n")}
.band { stroke: none !important; opacity: .16; }
.whisker { fill: none; stroke-width: 1.5; opacity: .6; }
.range .whisker { stroke: var(--ink); opacity: .75; }
.part rect { stroke: var(--paper); stroke-width: 1; } .part rect.thin { stroke: none; }
.bar-value { font-weight: 600; }
${[0, 1, 2, 3, 4].map(partRules).join("\n")}

details { margin: 0 0 1rem; } summary { cursor: pointer; color: var(--soft); font-size: .9rem; margin-bottom: .5rem; }
.key { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 1rem 0 0; padding: 0; list-style: none; font-size: .9rem; }
.scroll { overflow-x: auto; margin-bottom: 1rem; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem 0 .3rem 1.75rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--faint); }
th { color: var(--soft); font-weight: 500; }
thead th { border-bottom-color: var(--rule); }
th:first-child, td:first-child { padding-left: 0; text-align: left; }
tbody th { color: var(--ink); font-weight: 400; }
tr.total > * { font-weight: 650; border-top: 1px solid var(--rule); border-bottom-color: var(--rule); }
.swatch { display: inline-block; width: .75em; height: .75em; margin-right: .55em; border-radius: 2px; vertical-align: -.03em; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; margin: 0 0 1rem; font-size: .9rem; }
dl.facts dt { color: var(--soft); } dl.facts dd { margin: 0; overflow-wrap: anywhere; }

@media (max-width: 52rem) {
  .columns { grid-template-columns: 1fr; }
}
@media (max-width: 36rem) {
  body { padding: 1.5rem 1rem 3rem; font-size: 15px; }
  h1 { font-size: 1.4rem; }
  .way { grid-template-columns: 1fr; gap: .2rem; }
  .way li { padding: .25rem 0 .25rem .75rem; border-top: 0; border-left: .5rem solid; }
  .way li b { display: inline; margin-right: .5em; } .way li .soft { display: inline; }
  .figures { display: grid; grid-template-columns: repeat(3, 1fr); gap: .75rem 1rem; }
  .figures dd { font-size: 1.15rem; }
  .wide { display: none; } .narrow { display: block; }
  table { font-size: .8rem; } th, td { padding-left: .6rem; }
  dl.facts { grid-template-columns: 1fr; gap: 0; } dl.facts dd { margin-bottom: .5rem; }
}
`;

function partRules(index: number): string {
  const name = partColour(index);
  return [
    `.${name} rect { fill: var(--${name}); }`,
    `.${name} .in-bar { fill: var(--on-${index}); font-size: 12px; }`,
    `.way .${name} { border-color: var(--${name}); }`,
    `.swatch.${name} { background: var(--${name}); }`,
  ].join("\n");
}
