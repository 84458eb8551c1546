import type { ItemCorrelation } from '../../../../item-bank/humans/alike-hard.ts';
import type { HumanBaseline, HumanRow } from '../../../../item-bank/humans/human-baseline.ts';
import type { PointInterval } from '../../../../item-bank/humans/human-item.ts';
import type { ScoreTarget } from '../../../cat/robust/score-prediction.ts';
import { ENGLISH, type Words } from '../../../languages/words.ts';
import { correlation, count, decimal, orDash, plural } from '../../../numbers.ts';
import { type TextColumn, textTable } from '../../../report/text-table.ts';
import type { WordsOfTags } from '../../../tag-words.ts';
import { strataName, stratumNames } from './stratum-words.ts';

/** Strata that are printed of each tag; files have all. */
const MOST_ROWS = 40;

/** The human baseline of a bank, for people. */
export function humansReport(
  bank: string,
  baseline: HumanBaseline,
  words: WordsOfTags | null,
  target: ScoreTarget,
): string {
  const { models, overall, strata } = baseline;
  const named = (first: string, rows: readonly HumanRow[], names: readonly string[]) =>
    textTable(
      [{ head: first }, ...columns(models)],
      rows.map((row, r) => [names[r], ...cells(row, target)]),
    );
  return [
    `People on ${bank}: ${facts(baseline)}`,
    named('', [overall], ['all items']),
    ...strata.map((own) => {
      const name = strataName(own, words);
      const hidden = own.rows.length - MOST_ROWS;
      return [
        named(name, own.rows.slice(0, MOST_ROWS), stratumNames(own, words)),
        ...(hidden > 0 ? [`${count(hidden)} more with fewer items; --csv FILE has all.`] : []),
        ...(own.without > 0
          ? [`${plural(own.without, 'item')} without a value of ${name} not shown.`]
          : []),
      ].join('\n');
    }),
    levels(baseline),
    ...alike(baseline.alikeHard),
    notes(baseline, target).join('\n'),
  ].join('\n\n');
}

/** How many items and people the figures are of. */
export function facts(
  { overall, of, perItem, weights }: HumanBaseline,
  t: Words = ENGLISH,
): string {
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

function columns(models: readonly string[]): TextColumn[] {
  const right = (head: string): TextColumn => ({ head, align: 'right' });
  return [
    ...['items', 'respondents', 'people', '90% interval'].map(right),
    ...models.flatMap((model) => [right(model), right('− people'), right('90% interval')]),
  ];
}

function cells(row: HumanRow, target: ScoreTarget): string[] {
  return [
    count(row.items),
    row.respondents === null ? '–' : count(row.respondents),
    orDash(row.accuracy, 1),
    range(row[target]),
    ...row.models.flatMap((gap) =>
      gap === null
        ? ['–', '–', '–']
        : [
            // Of other items than the people's, where the model lacks answers.
            `${decimal(gap.score, 1)}${gap.items < row.items ? ` (${count(gap.items)})` : ''}`,
            decimal(gap.difference, 1),
            range(gap[target]),
          ],
    ),
  ];
}

function range(interval: PointInterval | null): string {
  return interval === null ? '–' : `${decimal(interval.low, 1)} to ${decimal(interval.high, 1)}`;
}

function levels({ levels: all, models }: HumanBaseline): string {
  const table = textTable(
    [
      { head: 'Difficulty by accuracy of people' },
      { head: 'accuracy', align: 'right' },
      { head: 'items', align: 'right' },
      ...models.map((head) => ({ head, align: 'right' as const })),
    ],
    all.map(({ level, from, items, scores }, k) => [
      level,
      k === 0 ? `${from}% and more` : `${from} to below ${all[k - 1].from}%`,
      count(items),
      ...scores.map((score) => orDash(score, 1)),
    ]),
  );
  return `${table}\nCMExam's five levels; where they end is not published, these fifths are thetarank's.`;
}

function alike({ sharesRight, difficulties }: HumanBaseline['alikeHard']): string[] {
  const text = ({ rho, low, high, items }: ItemCorrelation) =>
    `${correlation(rho)}${low === null ? '' : ` (${correlation(low)} to ${correlation(high)})`} over ${plural(items, 'item')}`;
  const lines = [
    ...(sharesRight === null
      ? []
      : [`accuracy of people and share of recorded models that are right: ${text(sharesRight)}`]),
    ...(difficulties === null
      ? []
      : [`share of people who are wrong and calibrated difficulty: ${text(difficulties)}`]),
  ];
  return lines.length === 0
    ? []
    : [
        `Are the same items hard for people and models? Spearman ρ (90% interval)\n${lines.map((line) => `  ${line}`).join('\n')}`,
      ];
}

/** What the numbers mean and what they cannot say. */
export function notes(
  { models, weights, clusters }: HumanBaseline,
  target: ScoreTarget,
  t: Words = ENGLISH,
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
