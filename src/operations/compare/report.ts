import { listed, sentences, type Words } from '../../languages/words.ts';
import { count, decimal, percent } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Table, Told } from '../../report/document.ts';
import { type SaidMost, saidMostLines } from '../../report/said-text.ts';
import { absentText } from '../../scoring/absent-text.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import type { ComparisonResult } from '../../workflow/compare/comparison-result.ts';
import { costText } from '../asking/cost-text.ts';
import { LONGER, pageHints, patternHints } from '../asking/pattern-hints.ts';
import type { Reading } from '../operation.ts';
import { absentNotes } from './absent-notes.ts';
import {
  endsText,
  equivalenceWords,
  outcomeWords,
  regressionWords,
  signed,
  targetSentence,
  verdictWords,
} from './change-words.ts';
import type { CompareOptions } from './options.ts';
import type { CompareEnd } from './run-compare.ts';

const NO_LIMITS = [-100, 100] as const;

/** What a comparison says. */
export function comparisonDocument(
  result: ComparisonResult,
  { t, reader, where }: Pick<Reading<CompareOptions>, 't' | 'reader' | 'where'>,
  said: readonly SaidMost[] = [],
): Told {
  const { models, changes, bank, confidence, doubts, run } = result;
  const baseline = plainText(models[0].name);
  const hints =
    reader === 'others' || run === null ? pageHints(t) : patternHints(run.number, where, LONGER);
  return {
    title: t('{bank}: {outcome}', { bank: plainText(bank), outcome: t(outcomeWords(result)) }),
    lead: sentences(
      [
        ...changes.flatMap((change) => [
          verdictWords(change, result, t),
          regressionWords(change, result, t) ?? '',
          equivalenceWords(change, result, t) ?? '',
        ]),
        ...doubtTexts(doubts, 'compared', t),
      ],
      t,
    ),
    facts: factsOf(result, t),
    sections: [
      {
        heading: t('Changes'),
        forest: {
          title: t('Change from {baseline}', { baseline }),
          caption: sentences(
            [
              t('Points, with simultaneous {share} intervals.', { share: percent(confidence) }),
              targetSentence(result, t),
            ],
            t,
          ),
          xTitle: t('points'),
          limits: NO_LIMITS,
          reference: 0,
          rows: changes.map((change) => ({
            name: plainText(change.model),
            value: change.change,
            low: change.low,
            high: change.high,
            label: `${signed(change.change)} (${endsText(change, t)})`,
            quiet: change.verdict === 'undecided',
          })),
        },
        table: changeTable(result, t),
        paragraphs: [
          ...absentNotes(result, t, hints),
          ...(reader === 'caller' ? saidMostLines(said) : []),
          targetSentence(result, t),
          ...notes(result, t),
        ],
      },
    ],
  };
}

/** Why there is no result yet, and what to do. */
export function nothingCompared({ run, silent }: CompareEnd): string {
  const missing =
    silent.length === 0
      ? 'no item has been answered by all models yet'
      : `${silent.map(plainText).join(', ')} ${silent.length === 1 ? 'has' : 'have'} not answered any item yet`;
  return `Nothing to compare: ${missing}. Run ${run} keeps the other answers; to continue it, repeat the command with --resume.`;
}

function factsOf(result: ComparisonResult, t: Words): [string, string][] {
  const { bank, models, asked, comparedItems, confidence, target, simulated } = result;
  const known = models.filter(({ source }) => source !== 'endpoint');
  const absent = models.flatMap((own) => {
    const text = absentText(own, t);
    return text === '' ? [] : [t('{model}: {text}', { model: plainText(own.name), text })];
  });
  return [
    [t('bank'), plainText(bank)],
    [t('compared with'), plainText(models[0].name)],
    [
      t('items'),
      asked === comparedItems
        ? t('all {n}', { n: count(asked) })
        : t('{n}, chosen where differences are expected', { n: count(asked) }),
    ],
    [t('score'), target === 'expected' ? t('expected') : t('recorded')],
    ...(known.length === 0
      ? []
      : [
          [
            t('recorded'),
            listed(
              known.map(({ name, source }) =>
                source === 'recorded' ? plainText(name) : `${plainText(name)} (${source})`,
              ),
              t,
            ),
          ] as [string, string],
        ]),
    ...(simulated
      ? [[t('SIMULATED'), t('answers that are not those of the models named')] as [string, string]]
      : []),
    ...(absent.length === 0
      ? []
      : [[t('answers that count as 0'), absent.join(t('; '))] as [string, string]]),
    [t('confidence'), t('{share}, of all intervals together', { share: percent(confidence) })],
  ];
}

function changeTable(
  { models, changes, target, confidence, chosenItems }: ComparisonResult,
  t: Words,
): Table {
  const share = percent(confidence);
  return {
    caption: t('Change from {baseline}', { baseline: plainText(models[0].name) }),
    columns: [
      { name: t('model') },
      { name: t('change'), numeric: true },
      { name: t('{share} interval', { share }), numeric: true },
      {
        name: target === 'expected' ? t('interval, recorded score') : t('interval, expected score'),
        numeric: true,
      },
      { name: t('standard error'), numeric: true },
      { name: t('items differing'), numeric: true },
      {
        name: t('kinship'),
        numeric: true,
        help: t(
          'the correlation of the answers of the two models beyond their abilities: near copies have one near 1, and differ on fewer items',
        ),
      },
    ],
    rows: changes.map((change) => [
      plainText(change.model),
      signed(change.change),
      endsText(change, t),
      chosenItems ? null : endsText(change.other, t),
      decimal(change.standardError, 2),
      t('{n} of {all}', { n: count(change.differing), all: count(change.items) }),
      decimal(change.kinship, 2),
    ]),
  };
}

function notes(
  {
    calibration,
    run,
    items,
    asked,
    stopsEarly,
    comparedItems,
    chosenItems,
    changes,
  }: ComparisonResult,
  t: Words,
): string[] {
  return [
    asked === comparedItems
      ? chosenItems
        ? t('All shared items were compared.')
        : t(
            'All items were compared, so the recorded change is exact. The interval of the expected change is the one of paired proportions (McNemar, Tango).',
          )
      : calibration === null
        ? t(
            'Items were drawn with equal probabilities: the bank has fewer than three other models to learn from.',
          )
        : t(
            'Items were chosen by a calibration on {n, plural, one {# model} other {# models}}{families, plural, =0 {} one {, without the family {names}} other {, without the families {names}}}. The estimate does not depend on it: every draw has a known probability.',
            {
              n: calibration.models,
              families: calibration.without.length,
              names: listed(calibration.without.map(plainText), t),
            },
          ),
    ...(changes.length > 1
      ? [
          t(
            'Intervals are simultaneous (Bonferroni), p-values corrected (Holm) for the number of comparisons.',
          ),
        ]
      : []),
    ...(stopsEarly && asked < items
      ? [
          t('Stopped after {asked} of up to {n} items: everything was decided.', {
            asked: count(asked),
            n: count(items),
          }),
        ]
      : []),
    ...(calibration?.converged === false
      ? [t('warning: the calibration has not converged; items may be chosen less well.')]
      : []),
    ...(run === null
      ? []
      : [
          t('Run {n, number} keeps all answers{cost}.', { n: run.number, cost: costText(run) }),
          ...(run.complete ? [] : [t('It is not finished: continue with --resume.')]),
        ]),
  ];
}
