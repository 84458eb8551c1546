import { listed, sentences, type Words } from '../../languages/words.ts';
import { count, money2, percent, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Section, Told } from '../../report/document.ts';
import { ABSENT_KINDS, shownKinds } from '../../scoring/absent.ts';
import { KIND_WORDS, truncatedNotes } from '../../scoring/absent-text.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import { shellWord } from '../../shell-word.ts';
import { ITEM_VARIANTS, PROMPT_CHANGES, shotsOf } from '../../stress/variants.ts';
import type { StressEffect, StressResult } from '../../workflow/stress/stress-result.ts';
import { LONGER, pageHints, patternHints } from '../asking/pattern-hints.ts';
import { patternLines } from '../asking/pattern-lines.ts';
import type { Reading } from '../operation.ts';
import { typedCommand } from '../typed-command.ts';
import { type StressOptions, stressOptions } from './options.ts';
import {
  END_WORDS,
  intervalText,
  points,
  promiseText,
  sidesOf,
  summaryText,
  verdictText,
} from './words.ts';

const NO_LIMITS = [-100, 100] as const;
const MEANINGS = { ...ITEM_VARIANTS, ...PROMPT_CHANGES };

/** Who reads it; with what was typed also what to type next. */
type Reader = Pick<Reading<StressOptions>, 't' | 'reader' | 'where'> &
  Partial<Pick<Reading<StressOptions>, 'given'>>;

/** A stress test, with a forest plot per model. */
export function stressDocument(result: StressResult, reading: Reader): Told {
  const { t, reader, where } = reading;
  const { bank, confidence, models, effects, run, cost } = result;
  const hints = reader === 'others' ? pageHints(t) : patternHints(run, where, LONGER);
  const next = nextStep(result, reading);
  return {
    title: t('{bank}: stress test', { bank: plainText(bank) }),
    lead: sentences(
      [
        ...[plainText(summaryText(result, t)), promiseText(result, t)],
        ...doubtTexts(result.doubts, 'compared', t),
      ],
      t,
    ),
    facts: [
      [t('bank'), plainText(bank)],
      [t('run'), `${run}`],
      ...(cost === 0 ? [] : [[t('cost'), money2(cost)] as const]),
      [t('models'), listed(models.map(plainText), t)],
      [t('items of the bank'), count(result.bankItems)],
      [t('changed characters'), percent(result.share)],
      [t('confidence'), t('{share} per interval', { share: percent(confidence) })],
      [t('precision'), t('± {n} points', { n: points(result.precision).replace('+', '') })],
      [t('score'), result.target === 'expected' ? t('expected') : t('recorded')],
      [t('seed'), `${result.seed}`],
    ],
    sections: [
      ...models.map((model) => section(model, effects, confidence, t)),
      ...absentSection(effects, confidence, hints.longer, t),
      ...lengthSection(effects, confidence, t),
      ...(reader === 'others' ? [variantsSection(result, t)] : []),
      ...notesSection(result, patternLines(result.patterns, hints, t), reading),
    ],
    ...(next === null ? {} : { next }),
  };
}

/** What to do next; null without what was typed. */
function nextStep(
  { bank, complete, effects, precision }: StressResult,
  { given, ...reading }: Reader,
): string | null {
  if (given === undefined) return null;
  const { t } = reading;
  const where = reading.reader === 'caller' ? reading.where : '';
  const again = (changed: { readonly precision?: number }) =>
    typedCommand(
      'stress',
      stressOptions,
      { ...given, ...changed, resume: true },
      { ...reading, where },
    );
  if (!complete) return t('ask what is missing: {command}', { command: again({}) });
  const worst = effects
    .filter(({ verdict }) => verdict !== null && verdict.is === 'lower')
    .sort((x, y) => x.effect!.change - y.effect!.change)[0];
  if (worst !== undefined)
    return t('look at changed items: {command}', {
      command: `thetarank stress --bank ${shellWord(bank)} --list --variants ${worst.variant}${where}`,
    });
  return t('for narrower intervals, with the answers kept: {command}', {
    command: again({ precision: Math.max(0.5, 50 * precision) }),
  });
}

/** What is left out, and what cannot be trusted. */
function notesSection(
  { judged, effects, variants }: StressResult,
  patterns: readonly string[],
  { t, reader }: Reader,
): Section[] {
  const missing = effects.reduce((sum, one) => sum + one.missing, 0);
  const ungraded = effects.reduce((sum, one) => sum + one.ungraded, 0);
  const repeat = effects.filter(
    ({ variant, verdict }) =>
      variant === 'repeat' && verdict !== null && verdict.is !== 'undecided',
  );
  const todo = [
    ...(missing > 0
      ? [`${plural(missing, 'pair')} without both answers are left out; --resume asks again.`]
      : []),
    ...(ungraded > 0
      ? [
          `${plural(ungraded, 'pair')} with an answer that no judge graded are left out. --resume does not ask the judges again.`,
        ]
      : []),
    ...(judged > 0
      ? [
          `${plural(judged, 'item')} whose metric is a rubric are not asked; name judges with -T judges=FILE.`,
        ]
      : []),
    ...(variants.includes('repeat')
      ? []
      : ['Add the variant repeat to see what chance alone changes.']),
  ];
  const paragraphs = [
    ...patterns,
    ...(repeat.length > 0
      ? [
          t(
            'warning: the same questions asked again (repeat) changed the score of {models}. The model or its endpoint changed during the run, so no effect can be trusted.',
            {
              models: listed(
                repeat.map(({ model }) => plainText(model)),
                t,
              ),
            },
          ),
        ]
      : []),
    ...(reader === 'caller' ? todo : []),
  ];
  return paragraphs.length === 0 ? [] : [{ heading: t('Notes'), paragraphs }];
}

function section(
  model: string,
  effects: readonly StressEffect[],
  confidence: number,
  t: Words,
): Section {
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
            caption: t('{share} interval', { share: percent(confidence) }),
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
        { name: t('change'), unit: t('points'), numeric: true },
        { name: t('{share} interval', { share: percent(confidence) }), numeric: true },
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
        one.effect === null ? null : points(one.effect.change),
        one.effect === null ? null : intervalText(one.effect, t),
        one.effect?.fell ?? null,
        one.effect?.rose ?? null,
        one.effect?.items ?? 0,
        one.appliesTo,
        verdictText(one, t),
        t(END_WORDS[one.end]),
      ]),
      limit: Number.POSITIVE_INFINITY,
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

function absentSection(
  effects: readonly StressEffect[],
  confidence: number,
  longer: string,
  t: Words,
): Section[] {
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
        ...truncatedNotes(sidesOf(effects), longer, t),
        ...effects.flatMap(({ model, variant, absent }) =>
          absent?.movesVerdict === true
            ? [
                t(
                  '{model}, {variant}: what is shown rests on answers that are not there. Look at their outputs before you call it a loss of knowledge.',
                  { model: plainText(model), variant },
                ),
              ]
            : [],
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
        limit: Number.POSITIVE_INFINITY,
      },
    },
  ];
}

function lengthSection(effects: readonly StressEffect[], confidence: number, t: Words): Section[] {
  if (effects.every(({ byLength }) => byLength.length === 0)) return [];
  return [
    {
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
        limit: Number.POSITIVE_INFINITY,
      },
    },
  ];
}
