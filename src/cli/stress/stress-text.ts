import { count, money2, percent, plural } from '../../numbers.ts';
import { LONGER, patternHints } from '../../operations/asking/pattern-hints.ts';
import { patternLines } from '../../operations/asking/pattern-lines.ts';
import { plainText } from '../../plain-text.ts';
import { textTable } from '../../report/text-table.ts';
import { ABSENT_KINDS, shownKinds } from '../../scoring/absent.ts';
import { KIND_WORDS, truncatedNotes } from '../../scoring/absent-text.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import type { StressResult } from '../../workflow/stress/stress-result.ts';
import { databaseArgument } from '../options/database-option.ts';
import {
  END_WORDS,
  intervalText,
  points,
  promiseText,
  sidesOf,
  summaryText,
  verdictText,
} from './stress-words.ts';

/** A stress test as it is printed. @param database the location of its store */
export function stressText(result: StressResult, database: string): string {
  return [
    heading(result),
    effectTable(result),
    absentTable(result),
    patternLines(
      result.patterns,
      patternHints(result.run, databaseArgument(database), LONGER),
    ).join('\n'),
    lengthTable(result),
    notes(result),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function heading(result: StressResult): string {
  return [
    `${plainText(result.bank)}: ${plainText(summaryText(result))}`,
    promiseText(result),
    ...doubtTexts(result.doubts, 'compared'),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function effectTable({ effects, confidence }: StressResult): string {
  return textTable(
    [
      { head: 'model' },
      { head: 'variant' },
      { head: 'original', align: 'right' },
      { head: 'changed', align: 'right' },
      { head: 'change', align: 'right' },
      { head: `${percent(confidence)} interval`, align: 'right' },
      { head: 'shown' },
      { head: 'fell / rose', align: 'right' },
      { head: 'items', align: 'right' },
      { head: 'applies to', align: 'right' },
      { head: 'ended by' },
    ],
    effects.map((one) => {
      const { effect } = one;
      return [
        one.model,
        one.variant,
        effect === null ? '–' : points(effect.original).replace('+', ''),
        effect === null ? '–' : points(effect.changed).replace('+', ''),
        effect === null ? '–' : points(effect.change),
        effect === null ? '–' : intervalText(effect),
        verdictText(one),
        effect === null ? '–' : `${count(effect.fell)} / ${count(effect.rose)}`,
        effect === null ? '0' : count(effect.items),
        count(one.appliesTo),
        END_WORDS[one.end],
      ];
    }),
  );
}

/** Whether a change makes answers wrong, or makes them unreadable or refused. */
function absentTable({ effects, confidence }: StressResult): string {
  const kinds = shownKinds(ABSENT_KINDS, sidesOf(effects));
  const rows = effects.flatMap(({ model, variant, absent }) =>
    absent === null
      ? []
      : [
          [
            model,
            variant,
            ...kinds.map(
              (kind) =>
                `${count(absent.original[kind] ?? 0)} → ${count(absent.changed[kind] ?? 0)}`,
            ),
            absent.effect === null ? '–' : points(absent.effect.change),
            absent.effect === null ? '–' : intervalText(absent.effect),
            verdictText(absent),
            count(absent.effect?.items ?? 0),
          ],
        ],
  );
  if (rows.length === 0) return '';
  const moved = effects.filter(({ absent }) => absent?.movesVerdict === true);
  const table = textTable(
    [
      { head: 'model' },
      { head: 'variant' },
      ...kinds.map((kind) => ({ head: KIND_WORDS[kind], align: 'right' as const })),
      { head: 'change', align: 'right' },
      { head: `${percent(confidence)} interval`, align: 'right' },
      { head: 'shown' },
      { head: 'items', align: 'right' },
    ],
    rows,
  );
  return [
    'Unreadable, truncated and refused answers, original → changed, count as 0 above. Without the items with such an answer:',
    table,
    ...truncatedNotes(sidesOf(effects), LONGER),
    ...moved.map(
      ({ model, variant }) =>
        `${plainText(model)}, ${variant}: what is shown rests on answers that are not there. Look at their outputs before you call it a loss of knowledge.`,
    ),
  ].join('\n');
}

function lengthTable({ effects, confidence }: StressResult): string {
  const rows = effects.flatMap(({ model, variant, byLength }) =>
    byLength.map(({ from, to, effect }) => [
      model,
      variant,
      `${count(from)} to ${count(to)}`,
      effect === null ? '–' : points(effect.original).replace('+', ''),
      effect === null ? '–' : points(effect.change),
      effect === null ? '–' : intervalText(effect),
      effect === null ? '0' : count(effect.items),
    ]),
  );
  if (rows.length === 0) return '';
  return `By the length of the original item:\n${textTable(
    [
      { head: 'model' },
      { head: 'variant' },
      { head: 'characters', align: 'right' },
      { head: 'original', align: 'right' },
      { head: 'change', align: 'right' },
      { head: `${percent(confidence)} interval`, align: 'right' },
      { head: 'items', align: 'right' },
    ],
    rows,
  )}`;
}

function notes({ run, cost, judged, effects, variants }: StressResult): string {
  const missing = effects.reduce((sum, one) => sum + one.missing, 0);
  const ungraded = effects.reduce((sum, one) => sum + one.ungraded, 0);
  const repeat = effects.filter(
    ({ variant, verdict }) =>
      variant === 'repeat' && verdict !== null && verdict.is !== 'undecided',
  );
  return [
    `Run ${run}${cost > 0 ? `, ${money2(cost)}` : ''}.`,
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
    ...(repeat.length > 0
      ? [
          `warning: the same questions asked again (repeat) changed the score of ${repeat.map(({ model }) => plainText(model)).join(', ')}. The model or its endpoint changed during the run, so no effect can be trusted.`,
        ]
      : variants.includes('repeat')
        ? []
        : ['Add the variant repeat to see what chance alone changes.']),
  ].join('\n');
}
