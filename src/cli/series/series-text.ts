import type { Alarm } from '../../cat/robust/alarm.ts';
import { ENGLISH, type ReportText, type Words } from '../../languages/words.ts';
import { count, decimal, intervalText, isExact, plural } from '../../numbers.ts';
import { alarmNotes } from '../../operations/alarm-notes.ts';
import { LONGER, pageHints } from '../../operations/asking/pattern-hints.ts';
import { patternLines } from '../../operations/asking/pattern-lines.ts';
import { textTable } from '../../report/text-table.ts';
import { absentText, truncatedNotes } from '../../scoring/absent-text.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import {
  type ResultChange,
  type ResultCheckpoint,
  type SeriesResult,
  SIGNIFICANT,
} from '../../workflow/series/series-result.ts';

/** A series as text: a table, the forecast, and what the marks mean. */
export function seriesText(result: SeriesResult): string {
  const { series, bank, checkpoints, forecast, simulated, bankItems, target } = result;
  return [
    `${series} on ${bank}: ${plural(checkpoints.length, 'checkpoint')}, scores predicted for all ${count(bankItems)} items`,
    ...(simulated ? ['SIMULATED: the recorded models have simulated answers.'] : []),
    ...checkpointDoubts(result),
    '',
    textTable(
      [
        { head: 'step', align: 'right' },
        { head: 'score', align: 'right' },
        { head: '90% interval' },
        { head: 'items', align: 'right' },
        { head: 'new', align: 'right' },
        { head: 'change', align: 'right' },
        { head: 'against best', align: 'right' },
        { head: '' },
      ],
      checkpoints.map((own) => [
        `${own.step}`,
        decimal(own.score, 1),
        intervalText(own, own.verified),
        count(own.items),
        count(own.fresh),
        changeText(own.change),
        changeText(own.best),
        marksOf(own).join('; '),
      ]),
    ),
    '',
    ...(forecast === null
      ? ['Forecast: from three checkpoints on.']
      : [
          `Forecast of the next checkpoint: ${decimal(forecast.score, 1)} (${decimal(forecast.low, 1)}–${decimal(forecast.high, 1)})`,
        ]),
    changesSentence(target, ENGLISH),
    `Marked changes have p < ${SIGNIFICANT} on the items that both checkpoints answered, one-sided, corrected for the number of checkpoints${target === 'recorded' ? '; between checkpoints that answered all items every change is exact and is marked' : ''}.`,
    ...absentNotes(checkpoints),
    ...patternNotes(checkpoints),
    ...marksNotes(checkpoints),
    ...widthNotes(checkpoints),
  ].join('\n');
}

/** What is doubtful of checkpoints, by the names that a page shows. */
export function checkpointDoubts({ doubts }: SeriesResult, t: Words = ENGLISH): string[] {
  const named = doubts.map((one) => ({
    ...one,
    examinees: one.examinees.map((name) => checkpointName(name, t)),
  }));
  return doubtTexts(named, 'compared', t);
}

const KEPT_NAME = /^step (?<step>\S+)$/;

/** A checkpoint as a report names it: kept ones by their step, recorded ones as their rows. */
export function checkpointName(name: string, t: Words): string {
  const step = KEPT_NAME.exec(name)?.groups?.step;
  return step === undefined ? name : t('step {step}', { step });
}

/** What the outputs of checkpoints show of prompt, endpoint and extraction. */
export function patternNotes(
  checkpoints: readonly ResultCheckpoint[],
  t: Words = ENGLISH,
): string[] {
  const models = checkpoints.map(({ name, patterns = [] }) => ({
    model: checkpointName(name, t),
    patterns,
  }));
  return patternLines(models, pageHints(t), t);
}

/** Answers that count as 0 because none could be read or given, and the checkpoints without them; nothing if all are there. */
function absentNotes(checkpoints: readonly ResultCheckpoint[]): string[] {
  const lines = checkpoints.flatMap((own) => {
    const { step, ifMissing, change } = own;
    if (ifMissing === undefined) return [];
    const counts = absentText(own);
    if (ifMissing === null)
      return [
        `WARNING: step ${step}: ${counts}; no other answer is left, so the score says nothing about it.`,
      ];
    const isMoved = ifMissing.movesMarks;
    if (counts === '' && !isMoved) return [];
    const without = `${decimal(ifMissing.score, 1)} (${intervalText(ifMissing, ifMissing.verified)}) instead of ${decimal(own.score, 1)}, change ${changeText(ifMissing.change)} instead of ${changeText(change)}`;
    return [
      `${isMoved ? 'WARNING: ' : ''}step ${step}: ${counts === '' ? '' : `${counts} scored 0. `}If missing: ${without}${isMoved ? '; other changes are marked then' : ''}.`,
    ];
  });
  if (lines.length === 0) return [];
  return [
    ...lines,
    ...truncatedNotes(checkpoints, LONGER),
    'Leaving answers out favours checkpoints that refuse, or answer unreadably, the questions they find hard.',
  ];
}

/** Which score changes are of. */
export function changesSentence(target: SeriesResult['target'], t: Words): string {
  return target === 'expected'
    ? t(
        'Changes are of the expected score (on items like these), with half-widths of 90% intervals.',
      )
    : t('Changes are of the recorded score (on this bank), with half-widths of 90% intervals.');
}

/** What is to be seen at a checkpoint, in words; empty if nothing. */
export function marksOf(
  { change, best, broken, ...own }: ResultCheckpoint,
  t: Words = ENGLISH,
): string[] {
  const alarm = alarmOf(own);
  const isBestBefore = change !== null && best !== null && change.from === best.from;
  return [
    ...(change?.significant ? [change.difference > 0 ? t('RISE') : t('DROP')] : []),
    ...(best?.significant && !isBestBefore
      ? [
          best.difference > 0
            ? t('above the best')
            : t('below the best ({best})', { best: checkpointName(best.from, t) }),
        ]
      : []),
    ...(broken === null ? [] : [t('drift: unlike the checkpoints beside it')]),
    ...(alarm === null ? [] : [t(ALARMS[alarm])]),
  ];
}

const ALARMS = {
  change: /*T*/ 'alarm: change',
  contradicted: /*T*/ 'alarm: contradicted',
  fit: /*T*/ 'alarm: fit',
  beyond: /*T*/ 'alarm: beyond',
} as const satisfies Record<Alarm, ReportText>;

/** An exact score is extrapolated by nothing. */
function alarmOf({ alarm, low, high }: Pick<ResultCheckpoint, 'alarm' | 'low' | 'high'>) {
  return alarm === 'beyond' && isExact({ low, high }) ? null : alarm;
}

/** What the marks of these checkpoints mean, a line each. */
export function marksNotes(checkpoints: readonly ResultCheckpoint[], t: Words = ENGLISH): string[] {
  const isBroken = checkpoints.some(({ broken }) => broken !== null);
  return [
    ...(isBroken
      ? [
          t(
            'drift: more answers than by chance are on one side of those of the checkpoints beside it; little is carried over.',
          ),
        ]
      : []),
    ...alarmNotes(checkpoints.map(alarmOf), false, () => '', t).map(({ alarm, note }) =>
      t('{model}: {text}', { model: t(ALARMS[alarm]), text: note }),
    ),
  ];
}

/** What `?` means; nothing if there is none. */
function widthNotes(checkpoints: readonly ResultCheckpoint[]): string[] {
  const isOpen = checkpoints.some((own) => !own.verified && !isExact(own));
  return [
    ...(isOpen
      ? [
          '?: the width of this interval is not verified (too few recorded models, or answers that do not follow them or those beside).',
        ]
      : []),
  ];
}

/** A change with its sign and the half-width of its interval. */
export function changeText(change: ResultChange | null): string {
  if (change === null) return '–';
  const sign = change.difference > 0 ? '+' : '';
  return `${sign}${decimal(change.difference, 1)} ±${decimal((change.high - change.low) / 2, 1)}`;
}
