import { type LineStyle, lineChartSvg, PAGE_LAYOUT } from '../../charts/line-panels.ts';
import { toCsv } from '../../files/write/write.ts';
import { type ReportText, sentences, type Words } from '../../languages/words.ts';
import { count, decimal, isExact } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { documentPage } from '../../report/page.ts';
import { ABSENT_KINDS } from '../../scoring/absent.ts';
import { absentText, truncatedNotes } from '../../scoring/absent-text.ts';
import type { ResultChange, SeriesResult } from '../../workflow/series/series-result.ts';
import {
  changesSentence,
  changeText,
  checkpointDoubts,
  checkpointName,
  marksNotes,
  marksOf,
  patternNotes,
} from './series-text.ts';

const COLUMNS = [
  ...['step', 'checkpoint', 'score', 'low', 'high', 'verified', 'items', 'newItems'],
  ...['change', 'changeLow', 'changeHigh', 'changeP', 'changeSignificant'],
  ...['best', 'fromBest', 'fromBestLow', 'fromBestHigh', 'fromBestP', 'fromBestSignificant'],
  ...['broken', 'alarm', ...ABSENT_KINDS],
];

/** A line per checkpoint; scores in points. */
export function seriesCsv({ checkpoints }: SeriesResult): string {
  const cells = (change: ResultChange | null) => [
    change?.difference,
    change?.low,
    change?.high,
    change?.p,
    change?.significant,
  ];
  return toCsv(
    COLUMNS,
    checkpoints.map((own) => [
      ...[own.step, own.name, own.score, own.low, own.high, own.verified, own.items, own.fresh],
      ...cells(own.change),
      own.best?.from,
      ...cells(own.best),
      own.broken,
      own.alarm,
      ...ABSENT_KINDS.map((kind) => own[kind]),
    ]),
  );
}

const LINES = {
  score: { name: /*T*/ 'score, 90% interval', colour: '#0072B2', dash: [], shape: 'circle' },
  marked: {
    name: /*T*/ 'significant change',
    colour: '#D55E00',
    dash: [1, 10_000],
    shape: 'diamond',
  },
  forecast: { name: /*T*/ 'forecast', colour: '#6b6b6b', dash: [4, 3], shape: 'triangle-up' },
} as const satisfies Record<string, { name: ReportText } & Omit<LineStyle, 'name'>>;

/** The series as one HTML page that needs no other file. */
export async function seriesPage(result: SeriesResult, next: string, t: Words): Promise<string> {
  const { series, bank, checkpoints, forecast, fullScore, bankItems, simulated, target } = result;
  const marked = checkpoints.filter((own) => own.change?.significant || own.best?.significant);
  const last = checkpoints[checkpoints.length - 1];
  const absent = checkpoints.flatMap((own) => {
    const text = absentText(own, t);
    const step = t('step {step}', { step: `${own.step}` });
    return text === '' ? [] : [t('{model}: {text}', { model: step, text })];
  });
  const title = t('{model} on {bank}', { model: plainText(series), bank: plainText(bank) });
  return documentPage(
    {
      title,
      lead: sentences(
        [
          t('Step {step}: {score} points ({interval}).', {
            step: `${last.step}`,
            score: decimal(last.score, 1),
            interval: endsOf(last, t),
          }),
          t(
            '{n, plural, one {# checkpoint} other {# checkpoints}} of {all} with a significant change.',
            { n: marked.length, all: count(checkpoints.length) },
          ),
          forecast === null
            ? ''
            : t('The next one is expected at {score} ({interval}).', {
                score: decimal(forecast.score, 1),
                interval: endsOf(forecast, t),
              }),
          simulated ? t('SIMULATED: the recorded models have simulated answers.') : '',
          ...checkpointDoubts(result, t),
        ],
        t,
      ),
      facts: [
        [t('bank'), t('{bank}, {n} items', { bank, n: count(bankItems) })],
        [t('score'), fullScore === 'items' ? t('mean score over all items') : fullScore],
        [t('checkpoints'), count(checkpoints.length)],
        ...(absent.length === 0
          ? []
          : ([[t('answers that count as 0'), absent.join(t('; '))]] as const)),
      ],
      sections: [
        {
          heading: t('Scores'),
          charts: [{ svg: await chartOf(result, t), title: t('Score against step') }],
        },
        {
          heading: t('Checkpoints'),
          table: {
            caption: t('Scores in points; changes are from the checkpoint before.'),
            columns: [
              { name: t('step'), numeric: true },
              { name: t('score'), numeric: true },
              { name: t('90% interval') },
              { name: t('items'), numeric: true },
              { name: t('change'), numeric: true },
              { name: t('against best') },
              { name: t('marks') },
            ],
            rows: checkpoints.map((own) => [
              `${own.step}`,
              decimal(own.score, 1),
              isExact(own)
                ? t('exact')
                : own.verified
                  ? endsOf(own, t)
                  : t('{interval} (unverified)', { interval: endsOf(own, t) }),
              count(own.items),
              own.change === null ? '' : changeText(own.change),
              own.best === null
                ? ''
                : t('{change} ({checkpoint})', {
                    change: changeText(own.best),
                    checkpoint: checkpointName(own.best.from, t),
                  }),
              marksOf(own, t).join(t('; ')),
            ]),
          },
        },
        {
          heading: t('What the numbers mean'),
          paragraphs: [
            t(
              'Scores are predicted for the whole bank from the answers of all checkpoints. What a checkpoint was not asked is expected from the recorded models and from the answers of the other checkpoints to the same items.',
            ),
            t(
              'A change is significant if the answers to the items that both checkpoints answered show it: one-sided p below .05, corrected for the number of checkpoints. The estimate of its size comes from all answers.',
            ),
            changesSentence(target, t),
            ...truncatedNotes(checkpoints, t('allow longer answers'), t),
            ...patternNotes(checkpoints, t),
            ...marksNotes(checkpoints, t),
          ],
        },
      ],
      next,
    },
    t,
  );
}

function endsOf({ low, high }: { readonly low: number; readonly high: number }, t: Words): string {
  return t('{low} to {high}', { low: decimal(low, 1), high: decimal(high, 1) });
}

function chartOf({ checkpoints, forecast }: SeriesResult, t: Words): Promise<string> {
  const last = checkpoints[checkpoints.length - 1];
  const gap = checkpoints.length > 1 ? last.step - checkpoints[checkpoints.length - 2].step : 1;
  const points = [
    ...checkpoints.map(({ step, score, low, high }) => ({
      line: t(LINES.score.name),
      ...{ x: step, y: score, low, high },
    })),
    ...checkpoints
      .filter(({ change, best }) => change?.significant || best?.significant)
      .map(({ step, score }) => ({
        line: t(LINES.marked.name),
        ...{ x: step, y: score, low: null, high: null },
      })),
    ...(forecast === null
      ? []
      : [
          {
            line: t(LINES.forecast.name),
            x: last.step,
            y: last.score,
            low: last.score,
            high: last.score,
          },
          {
            line: t(LINES.forecast.name),
            x: last.step + gap,
            y: forecast.score,
            low: forecast.low,
            high: forecast.high,
          },
        ]),
  ];
  return lineChartSvg({
    title: t('Score against step'),
    caption: [],
    xTitle: t('step'),
    xScale: 'linear',
    styles: Object.values(LINES).map((own) => ({ ...own, name: t(own.name) })),
    panels: [{ title: t('points'), format: '.0f', fromZero: false, points }],
    layout: PAGE_LAYOUT,
  });
}
