import type { ForestPlot } from '../charts/forest-plot.ts';
import type { LengthCurveChart } from '../charts/length-curve.ts';
import type { LineChart } from '../charts/line-panels.ts';
import { type PlainPlot, plainPlotSvg } from '../charts/plain-plot.ts';
import { withZero } from '../languages/retell.ts';
import { retold, retoldList } from '../languages/retold.ts';
import type { Words } from '../languages/words.ts';
import type { Column, Document, Section, Table } from './document.ts';

/**
 * A page of English texts in the language of `t`: headings, paragraphs, facts, captions, names of columns, and the cells of columns
 * that say so (`words`). Charts are drawn before, from charts that are told again themselves.
 */
export function retoldDocument(page: Document, t: Words): Document {
  if (t.language === 'en') return page;
  const { title, lead, facts, sections, next } = page;
  return {
    title: retold(title, t),
    lead: retold(lead, t),
    facts: facts.map(([name, value]) => [retold(name, t), retoldList(value, t)] as const),
    sections: sections.map((section) => retoldSection(section, t)),
    ...(next === undefined ? {} : { next: retold(next, t) }),
  };
}

function retoldSection(section: Section, t: Words): Section {
  const { heading, paragraphs, forest, charts, table } = section;
  return {
    heading: retold(heading, t),
    ...(paragraphs === undefined ? {} : { paragraphs: paragraphs.map((text) => retold(text, t)) }),
    ...(forest === undefined ? {} : { forest: retoldForest(forest, t) }),
    ...(charts === undefined
      ? {}
      : {
          charts: charts.map(({ svg, title, caption }) => ({
            svg,
            title: retold(title, t),
            ...(caption === undefined ? {} : { caption: retold(caption, t) }),
          })),
        }),
    ...(table === undefined ? {} : { table: retoldTable(table, t) }),
  };
}

function retoldTable(table: Table, t: Words): Table {
  const { caption, columns, rows } = table;
  return {
    caption: retold(caption, t),
    columns: columns.map((column) => ({
      ...column,
      name: retoldList(column.name, t),
      ...(column.unit === undefined ? {} : { unit: retold(column.unit, t) }),
      ...(column.help === undefined ? {} : { help: retold(column.help, t) }),
    })),
    rows: rows.map((row) =>
      row.map((cell, k) => (typeof cell !== 'string' ? cell : toldCell(cell, columns[k], t))),
    ),
  };
}

function toldCell(cell: string, { words, numeric }: Column, t: Words): string {
  if (words === true) return retoldLines(cell, t);
  return numeric === true && t.language !== 'en' ? withZero(cell) : cell;
}

const retoldLines = (text: string, t: Words) =>
  text
    .split('\n')
    .map((line) => retoldList(line, t))
    .join('\n');

function retoldForest(forest: ForestPlot, t: Words): ForestPlot {
  const { title, caption, xTitle, rows } = forest;
  return {
    ...forest,
    title: retold(title, t),
    caption: retold(caption, t),
    xTitle: retold(xTitle, t),
    rows: rows.map((row) => ({ ...row, label: retold(row.label, t) })),
  };
}

/** Names of lines are told again too: of cells their parts. */
export function retoldLineChart(chart: LineChart, t: Words): LineChart {
  if (t.language === 'en') return chart;
  const { title, caption, xTitle, styles, panels } = chart;
  return {
    ...chart,
    title: retold(title, t),
    caption: caption.map((line) => retold(line, t)),
    xTitle: retold(xTitle, t),
    styles: styles.map((style) => ({ ...style, name: retoldList(style.name, t) })),
    panels: panels.map((panel) => ({
      ...panel,
      title: retold(panel.title, t),
      points: panel.points.map((point) => ({ ...point, line: retoldList(point.line, t) })),
    })),
  };
}

export function retoldLengthCurve(chart: LengthCurveChart, t: Words): LengthCurveChart {
  const { title, caption, xTitle = 'items', panels } = chart;
  return {
    ...chart,
    title: retold(title, t),
    caption: caption.map((line) => retold(line, t)),
    xTitle: retold(xTitle, t),
    panels: panels.map((panel) => ({ ...panel, title: retold(panel.title, t) })),
  };
}

export function retoldPlotSvg(plot: PlainPlot, t: Words): string {
  const { x, y, legend } = plot;
  return plainPlotSvg({
    ...plot,
    x: { ...x, title: retold(x.title, t) },
    y: { ...y, title: retold(y.title, t) },
    ...(legend === undefined
      ? {}
      : { legend: legend.map((entry) => ({ ...entry, name: retold(entry.name, t) })) }),
  });
}
