import { listed, sentences, type Words } from '../../languages/words.ts';
import { count, percent } from '../../numbers.ts';
import { pageHints } from '../../operations/asking/pattern-hints.ts';
import { patternLines } from '../../operations/asking/pattern-lines.ts';
import { plainText } from '../../plain-text.ts';
import { documentPage } from '../../report/page.ts';
import { ABSENT_KINDS, shownKinds } from '../../scoring/absent.ts';
import { KIND_WORDS } from '../../scoring/absent-text.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import { ITEM_VARIANTS, PROMPT_CHANGES, shotsOf } from '../../stress/variants.ts';
import type { StressEffect, StressResult } from '../../workflow/stress/stress-result.ts';
import {
  END_WORDS,
  intervalText,
  points,
  promiseText,
  sidesOf,
  summaryText,
  verdictText,
} from './stress-words.ts';

const NO_LIMITS = [-100, 100] as const;
const MEANINGS = { ...ITEM_VARIANTS, ...PROMPT_CHANGES };

/** A stress test as one HTML page with a forest plot per model. */
export function stressPage(result: StressResult, next: string, t: Words): Promise<string> {
  const { bank, confidence, models, effects, run } = result;
  return documentPage(
    {
      title: t('{bank}: stress test', { bank: plainText(bank) }),
      lead: sentences(
        [
          plainText(summaryText(result, t)),
          ...doubtTexts(result.doubts, 'compared', t),
          ...patternLines(result.patterns, pageHints(t), t),
        ],
        t,
      ),
      facts: [
        [t('run'), `${run}`],
        [t('models'), listed(models.map(plainText), t)],
        [t('items of the bank'), count(result.bankItems)],
        [t('changed characters'), percent(result.share)],
        [t('confidence'), t('{share} per interval', { share: percent(confidence) })],
        [t('precision'), t('± {n} points', { n: points(result.precision).replace('+', '') })],
        [t('score'), result.target === 'expected' ? t('expected') : t('recorded')],
        [t('seed'), `${result.seed}`],
      ],
      sections: [
        ...models.map((model) => section(model, effects, result, t)),
        ...absentSection(effects, confidence, t),
        lengthSection(effects, confidence, t),
        variantsSection(result, t),
      ],
      next,
    },
    t,
  );
}

function section(model: string, effects: readonly StressEffect[], result: StressResult, t: Words) {
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
            title: t('Change of the score of {model}', { model: plainText(model) }),
            caption: promiseText(result, t),
            xTitle: t('points'),
            limits: NO_LIMITS,
            reference: 0,
            rows: measured.map(({ variant, effect, verdict }) => ({
              name: variant,
              value: 100 * effect.change,
              low: 100 * effect.low,
              high: 100 * effect.high,
              label: `${points(effect.change)} (${intervalText(effect, t)})`,
              quiet: verdict === null || verdict.is === 'undecided',
            })),
          },
        }),
    table: {
      caption: t('Effects'),
      columns: [
        { name: t('variant') },
        { name: t('original'), unit: t('%'), numeric: true },
        { name: t('changed'), unit: t('%'), numeric: true },
        { name: t('fell'), numeric: true, help: t('items whose score fell') },
        { name: t('rose'), numeric: true, help: t('items whose score rose') },
        { name: t('items'), numeric: true },
        {
          name: t('applies to'),
          numeric: true,
          help: t('items of the bank that can be changed so'),
        },
        { name: t('shown') },
        { name: t('ended by') },
      ],
      rows: own.map((one) => [
        one.variant,
        one.effect === null ? null : points(one.effect.original).replace('+', ''),
        one.effect === null ? null : points(one.effect.changed).replace('+', ''),
        one.effect?.fell ?? null,
        one.effect?.rose ?? null,
        one.effect?.items ?? 0,
        one.appliesTo,
        verdictText(one, t),
        t(END_WORDS[one.end]),
      ]),
    },
  };
}

/** What each variant does: their names are those of the command. */
function variantsSection({ effects }: StressResult, t: Words) {
  return {
    heading: t('The variants'),
    table: {
      caption: t('What each variant changes'),
      columns: [{ name: t('variant') }, { name: t('meaning') }],
      rows: [...new Set(effects.map(({ variant }) => variant))].map((variant) => [
        variant,
        t(MEANINGS[shotsOf(variant) === null ? (variant as keyof typeof MEANINGS) : 'shots-K']),
      ]),
    },
  };
}

function absentSection(effects: readonly StressEffect[], confidence: number, t: Words) {
  const kinds = shownKinds(ABSENT_KINDS, sidesOf(effects));
  const rows = effects.flatMap(({ model, variant, absent }) =>
    absent === null
      ? []
      : [
          [
            listed([plainText(model), variant], t),
            ...kinds.flatMap((kind) => [absent.original[kind] ?? 0, absent.changed[kind] ?? 0]),
            absent.effect === null ? null : points(absent.effect.change),
            absent.effect === null ? null : intervalText(absent.effect, t),
            absent.effect?.items ?? 0,
            verdictText(absent, t),
          ],
        ],
  );
  if (rows.length === 0) return [];
  return [
    {
      heading: t('Unreadable, truncated and refused answers'),
      paragraphs: [
        t(
          'These answers count as 0 in the effects. Here are the effects on the items of which both answers could be read: a change that makes answers unreadable is another finding than one that makes them wrong.',
        ),
      ],
      table: {
        caption: t('Effects without unreadable, truncated and refused answers'),
        columns: [
          { name: t('model and variant') },
          ...kinds.flatMap((kind) => [
            { name: t(`${KIND_WORDS[kind]}, original`), numeric: true },
            { name: t(`${KIND_WORDS[kind]}, changed`), numeric: true },
          ]),
          { name: t('change'), unit: t('points'), numeric: true },
          { name: t('{share} interval', { share: percent(confidence) }) },
          { name: t('items'), numeric: true },
          { name: t('shown') },
        ],
        rows,
      },
    },
  ];
}

function lengthSection(effects: readonly StressEffect[], confidence: number, t: Words) {
  return {
    heading: t('By length'),
    paragraphs: [
      t('Thirds of the items to which a variant applies, by the characters of the original.'),
    ],
    table: {
      caption: t('Effects by the length of the original item'),
      columns: [
        { name: t('model and variant') },
        { name: t('characters') },
        { name: t('original'), unit: t('%'), numeric: true },
        { name: t('change'), unit: t('points'), numeric: true },
        { name: t('{share} interval', { share: percent(confidence) }) },
        { name: t('items'), numeric: true },
      ],
      rows: effects.flatMap(({ model, variant, byLength }) =>
        byLength.map(({ from, to, effect }) => [
          listed([plainText(model), variant], t),
          t('{low} to {high}', { low: count(from), high: count(to) }),
          effect === null ? null : points(effect.original).replace('+', ''),
          effect === null ? null : points(effect.change),
          effect === null ? null : intervalText(effect, t),
          effect?.items ?? 0,
        ]),
      ),
    },
  };
}
