import { count, percent } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { StressEffect, StressResult } from '../../workflow/stress/stress-result.ts';
import { standInText } from '../asking/stand-in-text.ts';
import { studyPage } from '../simulate/study-page/study-page.ts';
import {
  END_WORDS,
  intervalText,
  points,
  promiseText,
  summaryText,
  verdictText,
} from './stress-words.ts';

const NO_LIMITS = [-100, 100] as const;

/** A stress test as one HTML page with a forest plot per model. */
export function stressPage(result: StressResult, next: string): string {
  const { bank, confidence, models, effects, run } = result;
  return studyPage({
    title: `${plainText(bank)}: stress test`,
    lead: [plainText(summaryText(result)), standInText(result.standIns, result.models)]
      .join(' ')
      .trim(),
    facts: [
      ['run', `${run}`],
      ['models', models.map(plainText).join(', ')],
      ['items of the bank', count(result.bankItems)],
      ['changed characters', percent(result.share)],
      ['confidence', `${percent(confidence)} per interval`],
      ['precision', `± ${points(result.precision).replace('+', '')} points`],
      ['score', result.target],
      ['seed', `${result.seed}`],
    ],
    sections: [
      ...models.map((model) => section(model, effects, result)),
      ...absentSection(effects, confidence),
      lengthSection(effects, confidence),
    ],
    next,
  });
}

function section(model: string, effects: readonly StressEffect[], result: StressResult) {
  const own = effects.filter((one) => one.model === model);
  const measured = own.flatMap(({ effect, ...one }) =>
    effect === null ? [] : [{ ...one, effect }],
  );
  return {
    heading: plainText(model),
    ...(measured.length === 0
      ? {}
      : {
          forest: {
            title: `Change of the score of ${plainText(model)}`,
            caption: promiseText(result),
            xTitle: 'points',
            limits: NO_LIMITS,
            reference: 0,
            rows: measured.map(({ variant, effect, verdict }) => ({
              name: variant,
              value: 100 * effect.change,
              low: 100 * effect.low,
              high: 100 * effect.high,
              label: `${points(effect.change)} (${intervalText(effect)})`,
              quiet: verdict === null || verdict.is === 'undecided',
            })),
          },
        }),
    table: {
      caption: 'Effects',
      columns: [
        { name: 'variant' },
        { name: 'original', unit: '%', numeric: true },
        { name: 'changed', unit: '%', numeric: true },
        { name: 'fell', numeric: true, help: 'items whose score fell' },
        { name: 'rose', numeric: true, help: 'items whose score rose' },
        { name: 'items', numeric: true },
        { name: 'applies to', numeric: true, help: 'items of the bank that can be changed so' },
        { name: 'shown' },
        { name: 'ended by' },
      ],
      rows: own.map((one) => [
        one.variant,
        one.effect === null ? null : points(one.effect.original).replace('+', ''),
        one.effect === null ? null : points(one.effect.changed).replace('+', ''),
        one.effect?.fell ?? null,
        one.effect?.rose ?? null,
        one.effect?.items ?? 0,
        one.appliesTo,
        verdictText(one),
        END_WORDS[one.end],
      ]),
    },
  };
}

function absentSection(effects: readonly StressEffect[], confidence: number) {
  const rows = effects.flatMap(({ model, variant, absent }) =>
    absent === null
      ? []
      : [
          [
            `${plainText(model)}, ${variant}`,
            ...[absent.original.unread, absent.changed.unread],
            ...[absent.original.refused, absent.changed.refused],
            absent.effect === null ? null : points(absent.effect.change),
            absent.effect === null ? null : intervalText(absent.effect),
            absent.effect?.items ?? 0,
            verdictText(absent),
          ],
        ],
  );
  if (rows.length === 0) return [];
  return [
    {
      heading: 'Unreadable and refused answers',
      paragraphs: [
        'These answers count as 0 in the effects. Here are the effects on the items of which both answers could be read: a change that makes answers unreadable is another finding than one that makes them wrong.',
      ],
      table: {
        caption: 'Effects without unreadable and refused answers',
        columns: [
          { name: 'model and variant' },
          { name: 'unreadable, original', numeric: true },
          { name: 'unreadable, changed', numeric: true },
          { name: 'refused, original', numeric: true },
          { name: 'refused, changed', numeric: true },
          { name: 'change', unit: 'points', numeric: true },
          { name: `${percent(confidence)} interval` },
          { name: 'items', numeric: true },
          { name: 'shown' },
        ],
        rows,
      },
    },
  ];
}

function lengthSection(effects: readonly StressEffect[], confidence: number) {
  return {
    heading: 'By length',
    paragraphs: [
      'Thirds of the items to which a variant applies, by the characters of the original.',
    ],
    table: {
      caption: 'Effects by the length of the original item',
      columns: [
        { name: 'model and variant' },
        { name: 'characters' },
        { name: 'original', unit: '%', numeric: true },
        { name: 'change', unit: 'points', numeric: true },
        { name: `${percent(confidence)} interval` },
        { name: 'items', numeric: true },
      ],
      rows: effects.flatMap(({ model, variant, byLength }) =>
        byLength.map(({ from, to, effect }) => [
          `${plainText(model)}, ${variant}`,
          `${count(from)} to ${count(to)}`,
          effect === null ? null : points(effect.original).replace('+', ''),
          effect === null ? null : points(effect.change),
          effect === null ? null : intervalText(effect),
          effect?.items ?? 0,
        ]),
      ),
    },
  };
}
