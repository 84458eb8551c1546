/** The colours of charts (src/charts and their callers) that dark paper would swallow, and what stands for them there. */
const ON_DARK: Readonly<Record<string, string>> = {
  white: '#1b1b1b',
  '#222222': '#e6e6e6',
  '#6b6b6b': '#a6a6a6',
  '#dddddd': '#444444',
  '#000000': '#ffffff',
  '#767676': '#a6a6a6',
  '#0072B2': '#4d8df6',
  '#5E3C99': '#b9a1ea',
  '#CC2A7B': '#f27bb5',
  '#2a78d6': '#6aa9f0',
};

/** Charts are drawn for paper; on a dark screen their colours are those of the page. Print keeps them. */
const DARK_CHARTS = `@media screen and (prefers-color-scheme: dark) {
  :root { --chart: #1b1b1b; --mark: #6aa9f0; }
${Object.entries(ON_DARK)
  .map(
    ([light, dark]) =>
      `  .chart [fill="${light}"] { fill: ${dark}; } .chart [stroke="${light}"] { stroke: ${dark}; }`,
  )
  .join('\n')}
}`;

/**
 * The style of every page that is written: legible on a phone of 360 px, in print on A4, light or dark as the reader's
 * system is, with keys and without a mouse. Nothing comes from elsewhere.
 */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, CanvasText 20%, Canvas); --soft: color-mix(in srgb, CanvasText 6%, Canvas); --faint: color-mix(in srgb, CanvasText 72%, Canvas); --chart: #fff; --mark: #2a78d6; }
${DARK_CHARTS}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; max-width: 84rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; background: Canvas; color: CanvasText; overflow-wrap: break-word; }
p, li, dl, figcaption { max-width: 46rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 .5rem; }
a { color: LinkText; }
:focus-visible { outline: 3px solid #2a78d6; outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; padding: .4rem .8rem; background: Canvas; }
.lead { font-size: 1.15rem; }
.next { border-left: 4px solid #2a78d6; padding-left: .8rem; margin-top: 2.5rem; }
code { font-size: .95em; background: var(--soft); padding: .1em .3em; border-radius: 3px; overflow-wrap: anywhere; }
nav ul { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0; margin: 1rem 0; list-style: none; }
nav a { display: inline-block; padding: .3rem 0; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.2rem; margin: 1rem 0; max-width: none; }
dl.facts dt, dl.help dt { color: var(--faint); }
dl.facts dd, dl.help dd { margin: 0; overflow-wrap: anywhere; }
dl.help { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .6rem 0 1.5rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
/* A shadow at the side where a table goes on: its cover scrolls with the table, the shadow stays. */
@media screen {
  .wide { background: linear-gradient(90deg, Canvas 30%, transparent) left / 2.5rem 100% no-repeat local, linear-gradient(-90deg, Canvas 30%, transparent) right / 2.5rem 100% no-repeat local, linear-gradient(90deg, var(--line), transparent) left / .8rem 100% no-repeat scroll, linear-gradient(-90deg, var(--line), transparent) right / .8rem 100% no-repeat scroll; }
}
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
.wide caption { max-width: min(46rem, calc(100vw - 2.5rem)); }
th, td { padding: .3rem .7rem; text-align: right; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
thead th { vertical-align: bottom; border-bottom: 2px solid var(--line); }
th:first-child, td:first-child, .text { text-align: left; }
tbody th { font-weight: 400; min-width: 7.5rem; }
td { white-space: nowrap; }
td.text, td:first-child { white-space: normal; }
td:first-child { min-width: 7.5rem; max-width: 20rem; overflow-wrap: anywhere; }
.unit { display: block; font-weight: 400; color: var(--faint); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem; margin: 1rem 0; align-items: start; }
figure { margin: 1rem 0; }
.charts figure { margin: 0; min-width: 0; }
.chart { background: var(--chart); border: 1px solid var(--line); border-radius: 6px; padding: .4rem; }
.forest { max-width: 64rem; }
.forest ul { list-style: none; margin: 0; padding: 0; }
.forest li, .forest .scale { max-width: none; display: grid; grid-template-columns: minmax(0, 16rem) minmax(0, 1fr) 12rem; align-items: center; }
.forest .scale { position: sticky; top: 0; background: Canvas; border-bottom: 2px solid var(--line); }
.forest span { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; line-height: 1.35; }
.forest span:first-child { text-align: right; }
.forest svg { width: calc(100% - 2.4rem); height: 1.6rem; margin: 0 1.2rem; overflow: visible; stroke: var(--line); }
.forest text { stroke: none; fill: var(--faint); font-size: .9rem; text-anchor: middle; }
.forest .reference { stroke: var(--faint); stroke-dasharray: 4 3; }
.forest .interval { stroke: var(--mark); stroke-width: 2; }
.forest circle { fill: var(--mark); stroke: var(--mark); stroke-width: 1.5; }
.forest .quiet { color: var(--faint); --mark: var(--faint); }
.forest .quiet circle { fill: Canvas; }
.chart svg { display: block; width: 100%; max-width: 34rem; height: auto; margin: 0 auto; }
.items { border-top: 1px solid var(--line); margin: 1rem 0; }
.items details { border-bottom: 1px solid var(--line); }
.items summary { padding: .45rem .2rem; cursor: pointer; overflow-wrap: anywhere; }
.items summary span { color: var(--faint); margin-left: .5rem; }
figcaption { padding: .4rem 0 .2rem; }
figcaption strong { display: block; }
@media screen and (max-width: 40rem) {
  dl.facts, dl.help { grid-template-columns: 1fr; gap: 0; }
  dl.facts dd, dl.help dd { margin-bottom: .5rem; }
  .study th:first-child { position: sticky; left: 0; background: Canvas; max-width: 9.5rem; }
  th, td { padding: .3rem .5rem; }
  td:first-child { max-width: 11rem; }
  .study:not(.stacked) td.text { min-width: 12rem; }
  .forest li, .forest .scale { grid-template-columns: minmax(0, 1fr) auto; gap: 0 .6rem; }
  .forest li { padding-top: .3rem; border-bottom: 1px solid var(--line); }
  .forest span:first-child { text-align: left; }
  .forest svg { grid-row: 2; grid-column: 1 / -1; width: calc(100% - 1.4rem); margin: 0 .7rem; }
  .stacked thead { position: absolute; left: -100rem; }
  .stacked table, .stacked caption, .stacked tbody, .stacked tr, .stacked tbody th, .stacked td { display: block; }
  .stacked tr { padding: .4rem 0; border-bottom: 2px solid var(--line); }
  .stacked tbody th:first-child { position: static; max-width: none; font-weight: 600; }
  .stacked th, .stacked td { border: 0; padding: .15rem 0; text-align: left; white-space: normal; }
  .stacked td::before { content: attr(data-name) ": "; color: var(--faint); }
}
@media print {
  @page { size: A4; margin: 14mm; }
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  p, li, dl, figcaption { max-width: none; }
  .skip, nav { display: none; }
  h1, h2, caption { break-after: avoid; }
  h2 + *, figcaption, .lead { break-before: avoid; }
  p:has(+ .charts), p:has(+ .wide) { break-after: avoid; }
  p { orphans: 3; widows: 3; }
  tr, figure, .forest li, .next, dl.facts > * { break-inside: avoid; }
  thead { display: table-header-group; }
  .wide, .chart, figure { overflow: visible; }
  .wide caption { max-width: none; }
  .chart { border: 0; padding: 0; }
  .forest { break-inside: auto; }
  .forest .scale { position: static; }
  .charts { display: block; orphans: 1; widows: 1; }
  .charts figure { display: inline-block; width: 49%; margin: 0 0 5mm; vertical-align: top; }
  .chart svg { margin: 0; max-width: 100%; }
  table { font-size: 8.5pt; }
  .many table { font-size: 7pt; }
  th, td { padding: .12rem .3rem; }
  td { white-space: normal; }
  a[href^="http"]::after { content: " (" attr(href) ")"; }
}
`;
