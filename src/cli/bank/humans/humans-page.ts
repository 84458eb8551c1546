import type { HumanBaseline, HumanRow } from '../../../../item-bank/humans/human-baseline.ts';
import type { PointInterval } from '../../../../item-bank/humans/human-item.ts';
import type { ScoreTarget } from '../../../cat/robust/score-prediction.ts';
import { rangeChartSvg } from '../../../charts/range-rows.ts';
import { htmlPage, htmlSection, htmlTable, htmlText } from '../../../html/html.ts';
import { count, decimal, orDash } from '../../../numbers.ts';
import type { WordsOfTags } from '../../../tag-words.ts';
import { facts, notes } from './humans-report.ts';
import { strataName, stratumNames } from './stratum-words.ts';

/** Strata in one chart. */
const MOST_DRAWN = 40;
const PEOPLE = 'people';
const COLOURS = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#555555'];
const SHAPES = ['square', 'circle', 'triangle-up', 'diamond', 'cross', 'triangle-down', 'stroke'];

/** The human baseline of a bank as one page that needs no other file. */
export async function humansPage(
  bank: string,
  baseline: HumanBaseline,
  words: WordsOfTags | null,
  target: ScoreTarget,
): Promise<string> {
  const { overall, strata } = baseline;
  const whole = { name: 'All items', rows: [overall], names: ['all items'] };
  const parts = strata.map((own) => ({
    name: strataName(own, words),
    rows: own.rows,
    names: stratumNames(own, words),
  }));
  const sections = [whole, ...parts].map(async ({ name, rows, names }) =>
    htmlSection(
      name,
      await chart(name, rows.slice(0, MOST_DRAWN), names, baseline.models, target),
      table(rows, names, baseline.models, target),
    ),
  );
  return htmlPage(`People on ${bank}`, [
    htmlText(`${facts(baseline)}.`),
    ...(await Promise.all(sections)),
    htmlSection('About these numbers', ...notes(baseline, target).map(htmlText)),
  ]);
}

function chart(
  name: string,
  rows: readonly HumanRow[],
  names: readonly string[],
  models: readonly string[],
  target: ScoreTarget,
): Promise<string> {
  // Rows are told apart by name.
  const labels = names.map((own, r) => (names.indexOf(own) === r ? own : `${own} (${r + 1})`));
  const known = rows.flatMap((row, r) => (row.accuracy === null ? [] : [{ row, r }]));
  if (known.length === 0) return Promise.resolve('');
  return rangeChartSvg({
    title: name,
    caption: 'Accuracy of people with 90% intervals, and scores of models on the same items.',
    xTitle: 'points',
    rows: known.map(({ r }) => labels[r]),
    series: [PEOPLE, ...models].map((own, k) => ({
      name: own,
      colour: COLOURS[k % COLOURS.length],
      shape: SHAPES[k % SHAPES.length],
    })),
    points: known.flatMap(({ row, r }) => [
      {
        row: labels[r],
        series: PEOPLE,
        x: row.accuracy!,
        low: row[target]?.low ?? null,
        high: row[target]?.high ?? null,
      },
      ...row.models.flatMap((gap, m) =>
        gap === null
          ? []
          : [{ row: labels[r], series: models[m], x: gap.score, low: null, high: null }],
      ),
    ]),
  });
}

function table(
  rows: readonly HumanRow[],
  names: readonly string[],
  models: readonly string[],
  target: ScoreTarget,
): string {
  const head = models.flatMap((model) => [model, `${model} − people`]);
  return htmlTable(
    ['', 'items', 'respondents', 'people', ...head],
    rows.map((row, r) => [
      names[r],
      count(row.items),
      row.respondents === null ? '–' : count(row.respondents),
      `${orDash(row.accuracy, 1)}${range(row[target])}`,
      ...row.models.flatMap((gap) =>
        gap === null
          ? ['–', '–']
          : [decimal(gap.score, 1), `${decimal(gap.difference, 1)}${range(gap[target])}`],
      ),
    ]),
  );
}

function range(interval: PointInterval | null): string {
  return interval === null ? '' : ` (${decimal(interval.low, 1)} to ${decimal(interval.high, 1)})`;
}
