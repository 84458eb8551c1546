import type { Figure } from '../../../sim/monte-carlo/ratio.ts';
import type { FigureMethod, FigureSummary } from '../../../sim/paper/figure-eleven.ts';
import type { PaperReport, PaperTime } from '../../../sim/paper/paper-report.ts';
import type { Spread } from '../../../sim/paper/spread.ts';
import { count, decimal, percent } from '../numbers.ts';
import { calibrationName, methodName, strategyName } from './method-name.ts';

/** A table as text, page and document show it: the first columns name a row, the others are numbers. */
export interface PaperTable {
  readonly caption: string;
  readonly columns: readonly { readonly name: string; readonly numeric: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

const names = (...list: string[]) => list.map((name) => ({ name, numeric: false }));
const numbers = (...list: string[]) => list.map((name) => ({ name, numeric: true }));

const SUMMARY_NAMES: Readonly<Record<FigureSummary['name'], string>> = {
  mean: 'mean of rapid − regular',
  meanAbsolute: 'mean of |rapid − regular|',
  largest: 'largest |rapid − regular|',
  standardDeviation: 'standard deviation of rapid − regular',
};

/** Rapid and regular scores side by side: a row a model. */
export function figureTable({ figure }: PaperReport): PaperTable {
  return {
    caption: `Figure 11: regular scores (whole bank) and rapid ones (${figure.length} items), in points. Simulated: median, and in brackets where 95% of the seeds lie.`,
    columns: [
      ...names('model'),
      ...numbers('published regular', 'published rapid', 'simulated regular'),
      ...figure.methods.map((method) => ({ name: methodName(method), numeric: true })),
    ],
    rows: figure.models.map(({ model, published, regular }, k) => [
      model,
      decimal(published.regular, 1),
      decimal(published.rapid, 1),
      decimal(regular.median, 1),
      ...figure.methods.map(({ rapid }) => spreadText(rapid[k])),
    ]),
  };
}

/** The six models together, beside what was published: a row a method and figure. */
export function summaryTable({ figure }: PaperReport): PaperTable {
  return {
    caption:
      'The six models of Figure 11 together, one value a seed, in points. "At most" is the share of seeds whose value is at most the published one.',
    columns: [
      ...names('calibrated on', 'test', 'figure'),
      ...numbers('published', 'mean ± SE', 'median (95% of seeds)', 'at most', 'seeds'),
    ],
    rows: figure.methods.flatMap((method) => summaryRows(method)),
  };
}

function summaryRows(method: FigureMethod): string[][] {
  const own = [calibrationName(method.calibration), strategyName(method.strategy)];
  return method.summaries.map(({ name, published, simulated, atMost }) => [
    ...own,
    SUMMARY_NAMES[name],
    decimal(published, 2),
    `${decimal(simulated.mean, 2)}${simulated.se === null ? '' : ` ± ${decimal(simulated.se, 2)}`}`,
    spreadText(simulated, 2),
    percent(atMost),
    count(method.seeds),
  ]);
}

/** In how many seeds what was published of the six models was so too. */
export function patternTable({ figure }: PaperReport): PaperTable {
  return {
    caption: 'How often the published pattern comes about: shares of seeds.',
    columns: [
      ...names('calibrated on', 'test'),
      ...numbers('all six rapid scores below the regular ones', 'same order of the six', 'seeds'),
    ],
    rows: figure.methods.map(({ calibration, strategy, allBelow, sameOrder, seeds }) => [
      calibrationName(calibration),
      strategyName(strategy),
      percent(allBelow),
      percent(sameOrder),
      count(seeds),
    ]),
  };
}

/** All methods by length. */
export function lengthTable({ results, models }: PaperReport): PaperTable {
  return {
    caption: `All ${models.length} models by number of items; ± Monte Carlo standard error over seeds.`,
    columns: [
      ...numbers('items'),
      ...names('calibrated on', 'test'),
      ...numbers(
        'error, points',
        'bias, points',
        'Kendall τ-b',
        'pairs ordered right',
        'whole ranking right',
        '90% intervals that hold',
        'their width, points',
        'error − random items',
        'τ − random items',
        'seeds',
      ),
    ],
    rows: [...results]
      .sort((x, y) => x.length - y.length)
      .map((row) => [
        count(row.length),
        calibrationName(row.calibration),
        strategyName(row.strategy),
        figureText(row.error, 2),
        figureText(row.bias, 2),
        figureText(row.kendall, 3),
        percentText(row.pairs),
        percentText(row.exact),
        percentText(row.coverage),
        figureText(row.width, 1),
        row.strategy === 'random' ? '' : figureText(row.errorBesideRandom, 2),
        row.strategy === 'random' ? '' : figureText(row.kendallBesideRandom, 3),
        count(row.seeds),
      ]),
  };
}

/** What a calibration and a model's test took. */
export function timeTable(times: readonly PaperTime[]): PaperTable {
  return {
    caption:
      'Processor seconds on this machine: of one calibration, and of the test of one model to the greatest length with its share of what is prepared.',
    columns: [...names('calibrated on', 'what'), ...numbers('seconds')],
    rows: times.map(({ calibration, strategy, seconds }) => [
      calibrationName(calibration),
      strategy === null ? 'a calibration' : `a test, ${strategyName(strategy)}`,
      figureText(seconds, 2),
    ]),
  };
}

function spreadText({ median, low, high }: Spread, places = 1): string {
  return `${decimal(median, places)} (${decimal(low, places)} to ${decimal(high, places)})`;
}

export function figureText({ value, se }: Figure, places: number, scale = 1): string {
  if (value === null) return '–';
  const own = decimal(scale * value, places);
  return se === null ? own : `${own} ± ${decimal(scale * se, places).replace(/^0\./, '.')}`;
}

function percentText(figure: Figure): string {
  return figure.value === null ? '–' : `${figureText(figure, 1, 100)}%`;
}
