import type { HumanBaseline, HumanRow } from '../../../../item-bank/humans/human-baseline.ts';
import type { PointInterval } from '../../../../item-bank/humans/human-item.ts';
import type { ScoreTarget } from '../../../cat/robust/score-prediction.ts';
import { rangeChartSvg } from '../../../charts/range-rows.ts';
import { htmlPage, htmlSection, htmlTable, htmlText } from '../../../html/html.ts';
import type { Words } from '../../../languages/words.ts';
import { count, decimal, orDash } from '../../../numbers.ts';
import type { WordsOfTags } from '../../../tag-words.ts';
import { facts, notes } from './humans-report.ts';
import { strataName, stratumNames } from './stratum-words.ts';

/** Strata in one chart. */
const MOST_DRAWN = 40;
const COLOURS = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#555555'];
const SHAPES = ['square', 'circle', 'triangle-up', 'diamond', 'cross', 'triangle-down', 'stroke'];

/** The human baseline of a bank as one page that needs no other file. */
export async function humansPage(
  bank: string,
  baseline: HumanBaseline,
  words: WordsOfTags | null,
  target: ScoreTarget,
  t: Words,
): Promise<string> {
  const { overall, strata } = baseline;
  const whole = { name: t('All items'), rows: [overall], names: [t('all items')] };
  const parts = strata.map((own) => ({
    name: t('{name}||divided by', { name: strataName(own, words) }),
    rows: own.rows,
    names: stratumNames(own, words),
  }));
  const sections = [whole, ...parts].map(async ({ name, rows, names }) =>
    htmlSection(
      name,
      await chart(name, rows.slice(0, MOST_DRAWN), names, baseline.models, target, t),
      table(rows, names, baseline.models, target, t),
    ),
  );
  return htmlPage(
    t('People on {bank}', { bank }),
    [
      htmlText(t('{facts}.', { facts: facts(baseline, t) })),
      ...(await Promise.all(sections)),
      htmlSection(t('About these numbers'), ...notes(baseline, target, t).map(htmlText)),
    ],
    t,
  );
}

function chart(
  name: string,
  rows: readonly HumanRow[],
  names: readonly string[],
  models: readonly string[],
  target: ScoreTarget,
  t: Words,
): Promise<string> {
  const people = t('people||humans');
  // Rows are told apart by name.
  const labels = names.map((own, r) => (names.indexOf(own) === r ? own : `${own} (${r + 1})`));
  const known = rows.flatMap((row, r) => (row.accuracy === null ? [] : [{ row, r }]));
  if (known.length === 0) return Promise.resolve('');
  return rangeChartSvg({
    title: name,
    caption: t('Accuracy of people with 90% intervals, and scores of models on the same items.'),
    xTitle: t('points'),
    rows: known.map(({ r }) => labels[r]),
    series: [people, ...models].map((own, k) => ({
      name: own,
      colour: COLOURS[k % COLOURS.length],
      shape: SHAPES[k % SHAPES.length],
    })),
    points: known.flatMap(({ row, r }) => [
      {
        row: labels[r],
        series: people,
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
  t: Words,
): string {
  const head = models.flatMap((model) => [model, t('{model} − people', { model })]);
  return htmlTable(
    ['', t('items'), t('respondents'), t('people||humans'), ...head],
    rows.map((row, r) => [
      names[r],
      count(row.items),
      row.respondents === null ? '–' : count(row.respondents),
      ranged(orDash(row.accuracy, 1), row[target], t),
      ...row.models.flatMap((gap) =>
        gap === null
          ? ['–', '–']
          : [decimal(gap.score, 1), ranged(decimal(gap.difference, 1), gap[target], t)],
      ),
    ]),
  );
}

function ranged(value: string, interval: PointInterval | null, t: Words): string {
  if (interval === null) return value;
  const { low, high } = interval;
  return t('{value} ({low} to {high})', { value, low: decimal(low, 1), high: decimal(high, 1) });
}
