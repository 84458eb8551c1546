import { lineChartSvg, PAGE_LAYOUT } from '../../charts/line-panels.ts';
import { toCsv } from '../../files/write/write.ts';
import { count, decimal, isExact, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { ResultChange, SeriesResult } from '../../workflow/series/series-result.ts';
import { studyPage } from '../simulate/study-page/study-page.ts';
import { changesSentence, marksNotes, marksOf } from './series-text.ts';

const COLUMNS = [
  ...['step', 'checkpoint', 'score', 'low', 'high', 'verified', 'items', 'newItems'],
  ...['change', 'changeLow', 'changeHigh', 'changeP', 'changeSignificant'],
  ...['best', 'fromBest', 'fromBestLow', 'fromBestHigh', 'fromBestP', 'fromBestSignificant'],
  ...['broken', 'alarm'],
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
    ]),
  );
}

const LINES = {
  score: { name: 'score, 90% interval', colour: '#0072B2', dash: [], shape: 'circle' },
  marked: { name: 'significant change', colour: '#D55E00', dash: [1, 10_000], shape: 'diamond' },
  forecast: { name: 'forecast', colour: '#6b6b6b', dash: [4, 3], shape: 'triangle-up' },
} as const;

/** The series as one HTML page that needs no other file. */
export async function seriesPage(result: SeriesResult, next: string): Promise<string> {
  const { series, bank, checkpoints, forecast, fullScore, bankItems, simulated, target } = result;
  const marked = checkpoints.filter((own) => own.change?.significant || own.best?.significant);
  const last = checkpoints[checkpoints.length - 1];
  const title = `${plainText(series)} on ${plainText(bank)}`;
  return studyPage({
    title,
    lead: `Step ${last.step}: ${decimal(last.score, 1)} points (${decimal(last.low, 1)} to ${decimal(last.high, 1)}). ${plural(marked.length, 'checkpoint')} of ${count(checkpoints.length)} with a significant change.${forecast === null ? '' : ` The next one is expected at ${decimal(forecast.score, 1)} (${decimal(forecast.low, 1)} to ${decimal(forecast.high, 1)}).`}${simulated ? ' SIMULATED: the recorded models have simulated answers.' : ''}`,
    facts: [
      ['bank', `${bank}, ${count(bankItems)} items`],
      ['score', fullScore === 'items' ? 'mean score over all items' : fullScore],
      ['checkpoints', count(checkpoints.length)],
    ],
    sections: [
      { heading: 'Scores', charts: [{ svg: await chartOf(result), title: 'Score against step' }] },
      {
        heading: 'Checkpoints',
        table: {
          caption: 'Scores in points; changes are from the checkpoint before.',
          columns: [
            { name: 'step', numeric: true },
            { name: 'score', numeric: true },
            { name: '90% interval' },
            { name: 'items', numeric: true },
            { name: 'change', numeric: true },
            { name: 'against best' },
            { name: 'marks' },
          ],
          rows: checkpoints.map((own) => [
            `${own.step}`,
            decimal(own.score, 1),
            isExact(own)
              ? 'exact'
              : `${decimal(own.low, 1)} to ${decimal(own.high, 1)}${own.verified ? '' : ' (unverified)'}`,
            count(own.items),
            own.change === null ? '' : decimal(own.change.difference, 1),
            own.best === null ? '' : `${decimal(own.best.difference, 1)} (${own.best.from})`,
            marksOf(own).join('; '),
          ]),
        },
      },
      {
        heading: 'What the numbers mean',
        paragraphs: [
          'Scores are predicted for the whole bank from the answers of all checkpoints. What a checkpoint was not asked is expected from the recorded models and from the answers of the other checkpoints to the same items.',
          'A change is significant if the answers to the items that both checkpoints answered show it: one-sided p below .05, corrected for the number of checkpoints. The estimate of its size comes from all answers.',
          changesSentence(target).replace(', with half-widths of 90% intervals', ''),
          ...marksNotes(checkpoints),
        ],
      },
    ],
    next,
  });
}

function chartOf({ checkpoints, forecast }: SeriesResult): Promise<string> {
  const last = checkpoints[checkpoints.length - 1];
  const gap = checkpoints.length > 1 ? last.step - checkpoints[checkpoints.length - 2].step : 1;
  const points = [
    ...checkpoints.map(({ step, score, low, high }) => ({
      line: LINES.score.name,
      ...{ x: step, y: score, low, high },
    })),
    ...checkpoints
      .filter(({ change, best }) => change?.significant || best?.significant)
      .map(({ step, score }) => ({
        line: LINES.marked.name,
        ...{ x: step, y: score, low: null, high: null },
      })),
    ...(forecast === null
      ? []
      : [
          {
            line: LINES.forecast.name,
            x: last.step,
            y: last.score,
            low: last.score,
            high: last.score,
          },
          {
            line: LINES.forecast.name,
            x: last.step + gap,
            y: forecast.score,
            low: forecast.low,
            high: forecast.high,
          },
        ]),
  ];
  return lineChartSvg({
    title: 'Score against step',
    caption: [],
    xTitle: 'step',
    xScale: 'linear',
    styles: Object.values(LINES),
    panels: [{ title: 'points', format: '.0f', fromZero: false, points }],
    layout: PAGE_LAYOUT,
  });
}
