import { sentences, type Words } from '../../languages/words.ts';
import { count, decimal, isExact } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Table, Told } from '../../report/document.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import type { ResultCheckpoint, SeriesResult } from '../../workflow/series/series-result.ts';
import type { Reading } from '../operation.ts';
import { chartOf } from './chart.ts';
import { changeText, checkpointName, marksOf } from './checkpoint-words.ts';
import { notesOf } from './notes.ts';
import type { SeriesOptions } from './options.ts';

/** What a series says. */
export function seriesDocument(
  result: SeriesResult,
  { t, reader }: Pick<Reading<SeriesOptions>, 't' | 'reader'>,
): Told {
  const { series, bank, checkpoints, fullScore, bankItems } = result;
  return {
    title: t('{model} on {bank}', { model: plainText(series), bank: plainText(bank) }),
    lead: leadOf(result, t),
    facts: [
      [t('bank'), t('{bank}, {n} items', { bank: plainText(bank), n: count(bankItems) })],
      [t('score'), fullScore === 'items' ? t('mean score over all items') : fullScore],
      [t('checkpoints'), count(checkpoints.length)],
    ],
    sections: [
      {
        heading: t('Scores'),
        charts: [{ svg: () => chartOf(result, t), title: t('Score against step') }],
      },
      { heading: t('Checkpoints'), table: checkpointTable(checkpoints, t) },
      { heading: t('What the numbers mean'), paragraphs: notesOf(result, reader, t) },
    ],
  };
}

function leadOf({ checkpoints, forecast, simulated, doubts }: SeriesResult, t: Words): string {
  const marked = checkpoints.filter((own) => own.change?.significant || own.best?.significant);
  const last = checkpoints[checkpoints.length - 1];
  const named = doubts.map((one) => ({
    ...one,
    examinees: one.examinees.map((name) => checkpointName(name, t)),
  }));
  return sentences(
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
      ...doubtTexts(named, 'compared', t),
    ],
    t,
  );
}

function checkpointTable(checkpoints: readonly ResultCheckpoint[], t: Words): Table {
  return {
    caption: t('Scores in points; changes are from the checkpoint before.'),
    columns: [
      { name: t('step'), numeric: true },
      { name: t('score'), numeric: true },
      { name: t('90% interval') },
      { name: t('items'), numeric: true },
      { name: t('new items'), numeric: true },
      { name: t('change'), numeric: true },
      { name: t('against best') },
      { name: t('marks') },
    ],
    rows: checkpoints.map((own) => [
      `${own.step}`,
      decimal(own.score, 1),
      own.verified ? endsOf(own, t) : t('{interval} (unverified)', { interval: endsOf(own, t) }),
      count(own.items),
      count(own.fresh),
      own.change && changeText(own.change),
      own.best &&
        t('{change} ({checkpoint})', {
          change: changeText(own.best),
          checkpoint: checkpointName(own.best.from, t),
        }),
      marksOf(own, t).join(t('; ')) || null,
    ]),
    limit: Number.POSITIVE_INFINITY,
  };
}

function endsOf(ends: { readonly low: number; readonly high: number }, t: Words): string {
  if (isExact(ends)) return t('exact');
  return t('{low} to {high}', { low: decimal(ends.low, 1), high: decimal(ends.high, 1) });
}
