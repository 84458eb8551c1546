import type { ItemCorrelation } from '../../../../item-bank/humans/alike-hard.ts';
import type { HumanBaseline, HumanRow } from '../../../../item-bank/humans/human-baseline.ts';
import type { PointInterval } from '../../../../item-bank/humans/human-item.ts';
import type { ScoreTarget } from '../../../cat/robust/score-prediction.ts';
import { rangeChartSvg } from '../../../charts/range-rows.ts';
import type { Words } from '../../../languages/words.ts';
import { correlation, count, decimal, orDash } from '../../../numbers.ts';
import type { Chart, Document, Section } from '../../../report/document.ts';
import { shellWord } from '../../../shell-word.ts';
import { type WordsOfTags, wordsOf } from '../../../tag-words.ts';
import type { Reading } from '../../operation.ts';
import type { HumansOptions, HumansResult } from './humans.ts';

/** Strata in one chart, and in a table of a terminal. */
const MOST_SHOWN = 40;
const COLOURS = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#555555'];
const SHAPES = ['square', 'circle', 'triangle-up', 'diamond', 'cross', 'triangle-down', 'stroke'];

/** The human baseline of a bank. */
export function humansDocument(
  baseline: HumansResult,
  { options, where, t }: Reading<HumansOptions>,
): Document {
  const { bank, overall, strata, models, tagWords } = baseline;
  const { target } = options;
  return {
    title: t('People on {bank}', { bank }),
    lead: t('People on {bank}: {facts}.', { bank, facts: facts(baseline, t) }),
    facts: [],
    sections: [
      rowsSection(t('All items'), '', [[t('all items'), overall]], { models, target, t }),
      ...strata.map((own) => strataSection(own, tagWords, { models, target, t })),
      levelSection(baseline, t),
      ...alikeSection(baseline.alikeHard, t),
      { heading: t('About these numbers'), paragraphs: notes(baseline, target, t) },
    ],
    next: nextStep(baseline, options, where, t),
  };
}

function nextStep(
  { bank, alikeHard }: HumansResult,
  { model }: HumansOptions,
  where: string,
  t: Words,
): string {
  const name = shellWord(bank);
  if (alikeHard.sharesRight === null)
    return t('record answers of models: {command}', {
      command: `\`thetarank bank record ANSWERS.csv --to ${name}${where}\``,
    });
  return model === undefined
    ? `\`thetarank bank humans ${name} --model NAME${where}\``
    : `\`thetarank rank --bank ${name}${where}\``;
}

/** How many items and people the figures are of. */
function facts({ overall, of, perItem, weights }: HumanBaseline, t: Words): string {
  const { items, unweighted, respondents } = overall;
  return [
    t('{items} of {of, plural, one {# item} other {# items}} count', { items: count(items), of }),
    ...(respondents === null ? [] : [t('{n} answers', { n: count(respondents) })]),
    perItem === null
      ? t('respondents not known')
      : t('{median} respondents of the median item ({least} to {most})', {
          median: count(Math.round(perItem.median)),
          least: count(perItem.least),
          most: count(perItem.most),
        }),
    ...(unweighted > 0
      ? [
          t(
            '{n, plural, one {# item} other {# items}} with an accuracy but without respondents left out',
            { n: unweighted },
          ),
        ]
      : []),
    weights === 'respondents' ? t('weighted by respondents') : t('weighted by items, all alike'),
  ].join(t('; '));
}

interface Shown {
  readonly models: readonly string[];
  readonly target: ScoreTarget;
  readonly t: Words;
}
type NamedRow = readonly [name: string, row: HumanRow];

function strataSection(
  { tags, rows, without }: HumanBaseline['strata'][number],
  words: WordsOfTags | null,
  shown: Shown,
): Section {
  const { t } = shown;
  const known = tags.map((tag, k) =>
    wordsOf(
      words,
      tag,
      rows.map(({ values }) => values[k]),
    ),
  );
  const name = known.map((own) => own.name).join(' + ');
  const names = known.map(({ values }) => new Map(values.map((one) => [one.value, one.name])));
  const nameOf = (values: readonly string[]) =>
    values.map((value, k) => names[k].get(value) ?? value).join(' · ');
  const named = rows.map((row) => [nameOf(row.values), row] as const);
  return {
    ...rowsSection(t('{name}||divided by', { name }), name, named, shown),
    paragraphs:
      without === 0
        ? []
        : [
            t('{n, plural, one {# item} other {# items}} without a value of {name} not shown.', {
              n: without,
              name,
            }),
          ],
  };
}

/** A chart and a table with a row for each set of items. */
function rowsSection(
  heading: string,
  first: string,
  rows: readonly NamedRow[],
  { models, target, t }: Shown,
): Section {
  const numeric = (name: string) => ({ name, numeric: true });
  return {
    heading,
    charts: chartOf(heading, rows.slice(0, MOST_SHOWN), { models, target, t }),
    table: {
      caption: heading,
      columns: [
        { name: first },
        ...[t('items'), t('respondents'), t('people, 90% interval')].map(numeric),
        ...models.flatMap((model) => [model, t('{model} − people', { model })]).map(numeric),
      ],
      rows: rows.map(([name, row]) => [
        ...[name, row.items, row.respondents, ranged(orDash(row.accuracy, 1), row[target], t)],
        ...row.models.flatMap((gap) =>
          gap === null
            ? [null, null]
            : [
                // Of other items than the people's, where the model lacks answers.
                `${decimal(gap.score, 1)}${gap.items < row.items ? ` (${count(gap.items)})` : ''}`,
                ranged(decimal(gap.difference, 1), gap[target], t),
              ],
        ),
      ]),
      limit: MOST_SHOWN,
    },
  };
}

function chartOf(title: string, rows: readonly NamedRow[], { models, target, t }: Shown): Chart[] {
  const people = t('people||humans');
  const names = rows.map(([name]) => name);
  // Rows are told apart by name.
  const labelled = rows.map(
    ([name, row], r) => [names.indexOf(name) === r ? name : `${name} (${r + 1})`, row] as const,
  );
  const known = labelled.filter(([, { accuracy }]) => accuracy !== null);
  if (known.length === 0) return [];
  const caption = t(
    'Accuracy of people with 90% intervals, and scores of models on the same items.',
  );
  const svg = () =>
    rangeChartSvg({
      ...{ title, caption: '', xTitle: t('points') },
      rows: known.map(([name]) => name),
      series: [people, ...models].map((name, k) => ({
        ...{ name, colour: COLOURS[k % COLOURS.length], shape: SHAPES[k % SHAPES.length] },
      })),
      points: known.flatMap(([name, row]) => [
        {
          ...{ row: name, series: people, x: row.accuracy! },
          ...{ low: row[target]?.low ?? null, high: row[target]?.high ?? null },
        },
        ...row.models.flatMap((gap, m) =>
          gap === null
            ? []
            : [{ row: name, series: models[m], x: gap.score, low: null, high: null }],
        ),
      ]),
    });
  return [{ title, caption, svg }];
}

function ranged(value: string, interval: PointInterval | null, t: Words): string {
  if (interval === null) return value;
  const { low, high } = interval;
  return t('{value} ({low} to {high})', { value, low: decimal(low, 1), high: decimal(high, 1) });
}

function levelSection({ levels, models }: HumanBaseline, t: Words): Section {
  const numeric = (name: string) => ({ name, numeric: true });
  return {
    heading: t('Difficulty by accuracy of people'),
    table: {
      caption: t('Difficulty by accuracy of people'),
      columns: [
        { name: t('level||difficulty') },
        ...[t('accuracy||humans'), t('items'), ...models].map(numeric),
      ],
      rows: levels.map(({ level, from, items, scores }, k) => [
        t(level),
        k === 0
          ? t('{from}% and more', { from })
          : t('{from} to below {to}%', { from, to: levels[k - 1].from }),
        items,
        ...scores.map((score) => orDash(score, 1)),
      ]),
    },
    paragraphs: [
      t("CMExam's five levels. Where they end is not published; these fifths are thetarank's."),
    ],
  };
}

function alikeSection(
  { sharesRight, difficulties }: HumanBaseline['alikeHard'],
  t: Words,
): Section[] {
  const rows = [
    [t('accuracy of people, and share of recorded models that are right'), sharesRight] as const,
    [t('share of people who are wrong, and calibrated difficulty'), difficulties] as const,
  ].filter((row): row is [string, ItemCorrelation] => row[1] !== null);
  if (rows.length === 0) return [];
  return [
    {
      heading: t('Items that are hard for people and for models'),
      table: {
        caption: t('Rank correlations over items, with 90% intervals'),
        columns: [
          { name: '' },
          { name: t("Spearman's ρ"), numeric: true },
          { name: t('items'), numeric: true },
        ],
        rows: rows.map(([name, { rho, low, high, items }]) => [
          name,
          low === null
            ? correlation(rho, t)
            : t('{value} ({low} to {high})', {
                value: correlation(rho, t),
                low: correlation(low, t),
                high: correlation(high, t),
              }),
          items,
        ]),
      },
    },
  ];
}

/** What the numbers mean and what they cannot say. */
function notes(
  { models, weights, clusters }: HumanBaseline,
  target: ScoreTarget,
  t: Words,
): string[] {
  return [
    target === 'expected'
      ? t(
          'Intervals are of accuracies on items like these: items differ, and people err by chance.',
        )
      : t('Intervals are of accuracies on these items: only the chance of the people counts.'),
    ...(clusters === null ? [] : [clustersNote(clusters, t)]),
    t(
      'They take answers to different items to be of different people. If the same people answered many items, they are too narrow.',
    ),
    ...(models.length > 0 ? [modelsNote(weights, t)] : []),
  ];
}

function clustersNote(
  { count: groups, items, largest, tag }: NonNullable<HumanBaseline['clusters']>,
  t: Words,
): string {
  const numbers = { items, groups, largest };
  return tag === null
    ? t(
        '{items, plural, one {# item hangs} other {# items hang}} together in {groups, plural, one {# group} other {# groups}} of at most {largest} (a case, a shared text): each group counts as one draw in intervals on items like these.',
        numbers,
      )
    : t(
        '{items, plural, one {# item hangs} other {# items hang}} together in {groups, plural, one {# group} other {# groups}} of at most {largest}, by the tag {tag}: each group counts as one draw in intervals on items like these.',
        { ...numbers, tag },
      );
}

function modelsNote(weights: HumanBaseline['weights'], t: Words): string {
  return weights === 'respondents'
    ? t(
        'Scores of models are of the same items with the same weights (respondents), so they differ from those of rankings. Differences are paired by item.',
      )
    : t(
        'Scores of models are of the same items with the same weights, so they differ from those of rankings. Differences are paired by item.',
      );
}
