import type { LineChart, PostHocResult } from 'thetarank';
import { figure, markdownTable, percentOf } from '../../text.ts';
import { FOLDS } from '../recorded-data.ts';
import type { KeptRows } from './when.ts';

const CHART = 'adaptive-or-random.svg';
const HEADS = [
  ...[
    'calibration models',
    'items:',
    'repetitions:',
    'robust: error:',
    'random-irt:',
    'random:',
    'paper:',
  ],
  ...['robust ÷ random-irt:', 'robust: τ:', 'random-irt:', 'paper:', 'robust: 90% hold:'],
  ...['width:', 'random: width:'],
];

const POOLED_HEADS = [
  ...['calibration models', 'items:', 'banks:', 'calibrations:', 'robust ÷ random-irt:'],
  ...['hold:', 'bias:', 'alarms:'],
];

/** docs/evidence/adaptive-or-random.md */
export function whenPage(kept: readonly KeptRows[]): string {
  const banks = [...new Set(kept.map(({ bank }) => bank))];
  const sections = banks.map((bank) => {
    const own = kept.filter((rows) => rows.bank === bank).sort((x, y) => order(x) - order(y));
    const [{ examinees, bankItems }] = own;
    const rows = own.flatMap(rowsOf);
    return `## ${bank}: ${examinees} models, ${bankItems} items\n\n${markdownTable(HEADS, rows)}\n`;
  });
  return `# When does an adaptive test beat random items?

![Error of robust tests relative to the same number of calibrated random items, by number of items, one line for each number of calibration models](${CHART})

Models are tested on a calibration of so many others, drawn at random, none of their family among them. Each of the *repetitions*, whose
number is given by row, divides all models into five folds anew, each with a calibration of its own. *Error* is the mean
absolute error of the predicted score in points, *τ* Kendall's τ-b with the ranking by the whole bank.

- \`robust\`: the default. \`paper\`: the published method.
- \`random-irt\`: random items, scored by the same kind of calibration. \`random\`: the plain mean of random items.

An adaptive test pays where \`robust ÷ random-irt\` is below 1. With few calibration models it pays most in short tests. On a large bank
with seven models, long tests of random items scored by the calibration are as good.

## All banks together

By number of calibration models and of items: the ratio of errors is the geometric mean over the banks that have such a row, with its one-sided 95% bound. The
bound takes the errors of both strategies as independent, so it is cautious. *Hold* is the mean share of 90% intervals that hold, and
that of the lowest bank; *bias* is that of the bank where it is largest, in points; *alarms* is the mean share of tests with one.

${markdownTable(POOLED_HEADS, pooledRows(kept))}

${sections.join('\n')}`;
}

/** One-sided 95%. */
const BOUND = 1.645;

function pooledRows(kept: readonly KeptRows[]): string[][] {
  const models = [...new Set(kept.map((rows) => order(rows)))].sort((x, y) => x - y);
  const lengths = [...new Set(kept.flatMap(({ results }) => results.map(({ length }) => length)))];
  return models.flatMap((count) =>
    lengths
      .sort((x, y) => x - y)
      .flatMap((length) => {
        const pairs = kept
          .filter((rows) => order(rows) === count)
          .flatMap(({ results, seeds }) => {
            const of = (strategy: string) =>
              results.find((own) => own.strategy === strategy && own.length === length);
            const [robust, irt] = [of('robust'), of('random-irt')];
            return robust === undefined || irt === undefined ? [] : [{ robust, irt, seeds }];
          });
        // What one bank says is in its own table.
        return pairs.length < 2 ? [] : [pooledRow(count, length, pairs)];
      }),
  );
}

interface Pair {
  readonly robust: PostHocResult;
  readonly irt: PostHocResult;
  readonly seeds: number;
}

function pooledRow(count: number, length: number, pairs: readonly Pair[]): string[] {
  const mean = (of: (pair: Pair) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const relative = ({ mae, seMae }: PostHocResult) => (seMae ?? 0) / mae;
  const log = mean(({ robust, irt }) => Math.log(robust.mae / irt.mae));
  const se = Math.sqrt(
    mean(({ robust, irt }) => relative(robust) ** 2 + relative(irt) ** 2) / pairs.length,
  );
  const holds = pairs.map(({ robust }) => robust.ownCoverage90);
  const worst = pairs.reduce(
    (far, { robust }) => (Math.abs(robust.bias) > Math.abs(far) ? robust.bias : far),
    0,
  );
  return [
    Number.isFinite(count) ? String(count) : 'all',
    String(length),
    String(pairs.length),
    String(FOLDS * pairs.reduce((sum, { seeds }) => sum + seeds, 0)),
    `${figure(Math.exp(log), 2)} (at most ${figure(Math.exp(log + BOUND * se), 2)})`,
    `${percentOf(mean(({ robust }) => robust.ownCoverage90))} (least ${percentOf(Math.min(...holds))})`,
    figure(worst, 2),
    percentOf(mean(({ robust }) => robust.alarmRate ?? 0)),
  ];
}

/** All models come last. */
function order({ models }: KeptRows): number {
  return models === 0 ? Number.POSITIVE_INFINITY : models;
}

function rowsOf({ models, seeds, results }: KeptRows): string[][] {
  const lengths = [...new Set(results.map(({ length }) => length))];
  return lengths.map((length) => {
    const of = (strategy: string) =>
      results.find((own) => own.strategy === strategy && own.length === length)!;
    const [robust, irt, random, paper] = ['robust', 'random-irt', 'random', 'paper'].map(of);
    return [
      models === 0 ? 'all' : String(models),
      String(length),
      String(seeds),
      `${figure(robust.mae, 2)}${robust.seMae === null ? '' : ` ± ${figure(robust.seMae, 2)}`}`,
      ...[irt, random, paper].map(({ mae }) => figure(mae, 2)),
      figure(robust.mae / irt.mae, 2),
      ...[robust, irt, paper].map(({ kendall }) => figure(kendall, 3)),
      percentOf(robust.ownCoverage90),
      figure(robust.width90, 1),
      figure(random.width90, 1),
    ];
  });
}

/** The error of robust tests over that of calibrated random items, the mean over banks. */
export function whenChart(kept: readonly KeptRows[]): LineChart {
  const counts = [...new Set(kept.map(({ models }) => models))].sort((x, y) => x - y);
  const names = new Map(
    counts.map((count) => [count, count === 0 ? 'all models' : `${count} models`]),
  );
  const colours = ['#000000', '#D55E00', '#E69F00', '#009E73', '#56B4E9', '#0072B2', '#CC79A7'];
  const shapes = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down', 'circle'];
  const lengths = [...new Set(kept.flatMap(({ results }) => results.map(({ length }) => length)))];
  const ratioAt = (results: readonly PostHocResult[], length: number) => {
    const of = (strategy: string) =>
      results.find((own) => own.strategy === strategy && own.length === length)?.mae;
    const [robust, random] = [of('robust'), of('random-irt')];
    return robust === undefined || random === undefined ? [] : [robust / random];
  };
  return {
    title: 'Error of an adaptive test ÷ that of random items',
    caption: ['robust ÷ random-irt, mean over banks; below 1 the adaptive test is better.'],
    xTitle: 'Items',
    styles: counts.map((count, k) => ({
      name: names.get(count)!,
      colour: colours[k % colours.length],
      dash: k >= colours.length ? [4, 3] : [],
      shape: shapes[k % shapes.length],
    })),
    panels: [
      {
        title: 'Mean absolute error, relative',
        format: '.2f',
        fromZero: false,
        reference: 1,
        points: counts.flatMap((count) =>
          lengths.map((length) => {
            const ratios = kept
              .filter(({ models }) => models === count)
              .flatMap(({ results }) => ratioAt(results, length));
            const mean = ratios.reduce((sum, r) => sum + r, 0) / ratios.length;
            const y = ratios.length === 0 ? null : mean;
            return { line: names.get(count)!, x: length, y, low: null, high: null };
          }),
        ),
      },
    ],
  };
}
