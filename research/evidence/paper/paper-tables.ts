import type { Figure } from 'thetarank/study';
import { count, decimal, figureText, percent } from '../../text.ts';
import type { FigureMethod, FigureSummary } from './figure-eleven.ts';
import { calibrationName, strategyName } from './method-name.ts';
import { FIGURE_LENGTH } from './methods.ts';
import type { PaperReport, PaperTime } from './paper-report.ts';
import type { Spread } from './spread.ts';

/** A table for the terminal, the page and the document: the first columns name a row, the others are numbers. */
export interface PaperTable {
  readonly caption: string;
  readonly columns: readonly { readonly name: string; readonly numeric: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

const names = (...list: string[]) => list.map((name) => ({ name, numeric: false }));
const numbers = (...list: string[]) => list.map((name) => ({ name, numeric: true }));

const PUBLISHED = ['as published', ''];

/** Rapid and regular scores side by side: one column per model. */
export function figureTable({ figure }: PaperReport): PaperTable {
  const { models, methods, length } = figure;
  return {
    caption: `Figure 11: regular scores (whole bank) and rapid ones (${length} items), in points. Simulated: median, and in brackets the range of 95% of the seeds.`,
    columns: [...names('score', 'calibrated on'), ...numbers(...models.map(({ model }) => model))],
    rows: [
      ['published, regular', '', ...models.map(({ published }) => decimal(published.regular, 1))],
      ['published, rapid', '', ...models.map(({ published }) => decimal(published.rapid, 1))],
      ['simulated, regular', '', ...models.map(({ regular }) => decimal(regular.median, 1))],
      ...methods.map(({ calibration, strategy, rapid }) => [
        strategyName(strategy),
        calibrationName(calibration),
        ...rapid.map((spread) => spreadText(spread)),
      ]),
    ],
  };
}

/** The six models together, next to the published figures. */
export function summaryTable({ figure }: PaperReport): PaperTable {
  const { methods } = figure;
  const of = (method: FigureMethod, name: FigureSummary['name']) =>
    method.summaries.find((one) => one.name === name)!;
  const published = (name: FigureSummary['name']) => decimal(of(methods[0], name).published, 2);
  const middle = (method: FigureMethod, name: FigureSummary['name']) =>
    decimal(of(method, name).simulated.median, 2);
  return {
    caption: `The six models of Figure 11 together: rapid − regular in points, one value per seed. "As low" is the share of seeds whose mean is at most the published ${published('mean')}. For the mean and the largest absolute difference and for the standard deviation over the six, the table shows the median.`,
    columns: [
      ...names('test', 'calibrated on'),
      ...numbers(
        'mean ± SE',
        'median (95% of seeds)',
        'as low',
        'mean absolute',
        'largest',
        'SD',
        'all six below',
        'same order',
        'seeds',
      ),
    ],
    rows: [
      [
        ...PUBLISHED,
        ...[published('mean'), '', '', published('meanAbsolute'), published('largest')],
        ...[published('standardDeviation'), 'yes', 'yes', ''],
      ],
      ...methods.map((method) => {
        const { simulated, atMost } = of(method, 'mean');
        return [
          strategyName(method.strategy),
          calibrationName(method.calibration),
          figureText({ value: simulated.mean, se: simulated.se }, 2),
          spreadText(simulated),
          percent(atMost),
          middle(method, 'meanAbsolute'),
          middle(method, 'largest'),
          middle(method, 'standardDeviation'),
          percent(method.allBelow),
          percent(method.sameOrder),
          count(method.seeds),
        ];
      }),
    ],
  };
}

/** All methods by length. */
export function lengthTable({ results, models, lengths }: PaperReport): PaperTable {
  const isOnce =
    lengths.length > 1
      ? ` "${strategyName('balanced')}" gives each scenario its share of the test; it was run with ${FIGURE_LENGTH} items only, because each length would need a separate test.`
      : '';
  return {
    caption: `All ${models.length} models by number of items; ± Monte Carlo standard error over seeds, except for shares on which all seeds agree.${isOnce}`,
    columns: [
      ...numbers('items'),
      ...names('test', 'calibrated on'),
      ...numbers(
        'error, points',
        'bias, points',
        'Kendall τ-b',
        'pairs ordered right',
        'whole ranking right',
        '90% intervals that hold',
        'their width, points',
        'error − random items',
        'seeds',
      ),
    ],
    rows: [...results]
      .sort((x, y) => x.length - y.length)
      .map((row) => [
        count(row.length),
        strategyName(row.strategy),
        calibrationName(row.calibration),
        figureText(row.error, 2),
        figureText(row.bias, 2),
        figureText(row.kendall, 3),
        percentText(row.pairs),
        percentText(row.exact),
        percentText(row.coverage),
        figureText(row.width, 1),
        row.strategy === 'random' ? '' : figureText(row.errorBesideRandom, 2),
        count(row.seeds),
      ]),
  };
}

/** Processor time of a calibration and of a model's test. */
export function timeTable(times: readonly PaperTime[]): PaperTable {
  return {
    caption:
      'Processor time on this machine: of one calibration, and of the test of one model to the greatest length, including its share of the preparation.',
    columns: [...names('calibrated on', 'what'), ...numbers('time')],
    rows: times.map(({ calibration, strategy, seconds }) => [
      calibrationName(calibration),
      strategy === null ? 'a calibration' : `a test, ${strategyName(strategy)}`,
      secondsText(seconds),
    ]),
  };
}

/** With a single seed there is no range. */
function spreadText({ median, se, low, high }: Spread): string {
  const middle = decimal(median, 1);
  return se === null ? middle : `${middle} (${decimal(low, 1)} to ${decimal(high, 1)})`;
}

/** Tests take milliseconds, calibrations seconds. */
function secondsText(seconds: Figure): string {
  return seconds.value !== null && seconds.value < 0.1
    ? `${figureText(seconds, 1, 1000)} ms`
    : `${figureText(seconds, 2)} s`;
}

/** If all seeds agree, their spread of 0 is no measure of uncertainty. */
function percentText({ value, se }: Figure): string {
  return value === null ? '–' : `${figureText({ value, se: se === 0 ? null : se }, 1, 100)}%`;
}
