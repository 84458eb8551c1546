import { nextSeriesName } from '../../workflow/series/kept-series.ts';
import type { Reading } from '../operation.ts';
import { typedCommand } from '../typed-command.ts';
import { type SeriesOptions, seriesOptions } from './options.ts';
import type { Series } from './series.ts';

/** What to do next. */
export function nextStep({ kind }: Series, reading: Reading<SeriesOptions>): string {
  const { options, given, hasPage, t } = reading;
  const { bank, name = '' } = options;
  const typed = (changed: Readonly<Record<string, unknown>>) =>
    typedCommand('series', seriesOptions, { ...given, ...changed, csv: undefined }, reading);
  const ask = { answers: undefined, stepFrom: undefined, model: 'NAME@ADDRESS', step: 'STEP' };
  if (kind === 'kept') return t('add a checkpoint: {command}', { command: typed(ofKept(ask)) });
  if (kind === 'ended')
    return t('begin a new series: {command}', {
      command: typed({ ...ofKept(ask), name: nextSeriesName(name) }),
    });
  if (!hasPage) return `${typed({})} --report series.html ${t('(the curve as a page)')}`;
  return bank === undefined
    ? t('to ask checkpoints behind an endpoint, keep these answers as a bank: {command}, {other}', {
        command: 'thetarank bank import',
        other: 'thetarank bank record',
      })
    : t('to ask checkpoints and keep their answers, which recorded ones are not: {command}', {
        command: typed({ ...ask, name: 'NAME' }),
      });
}

/** The settings of a kept series hold for its next checkpoint. */
function ofKept(ask: object) {
  const kept = { items: undefined, anchors: undefined, seed: undefined, leaveOut: undefined };
  return { ...ask, ...kept, replace: undefined, budget: undefined };
}
