// Writes docs/evidence/flags.md: which wrongly keyed items a calibration flags, and what it finds of a bank that has some, with slopes
// above 0 and of either sign. Run it with `npm run evidence:flags`; it takes some minutes. `-- --flags` makes the first table alone,
// and prints it.
import { writeFileSync } from 'node:fs';
import { negativeItems } from '../calibration/diagnose/negative-items.ts';
import { itemRestCorrelation } from '../calibration/fit/item-rest-correlation.ts';
import { fitMarginal, type MarginalFit } from '../calibration/fit/marginal/fit-marginal.ts';
import { SLOPES, type Slopes } from '../calibration/fit/marginal/slopes.ts';
import { wasmEngine } from '../calibration/kernel/wasm-engine.ts';
import { type ReversedBank, reversedBank } from '../test/calibration/reversed-bank.ts';
import { moments } from '../test/calibration/simulated.ts';

const MODELS = ['2pl', '3pl'] as const;
const SHARE = 0.05;
/** Examinees, items, and banks drawn. */
const FLAGGED = [
  [12, 100, 100],
  [12, 1000, 20],
  [40, 100, 100],
  [40, 1000, 20],
  [200, 100, 50],
  [500, 300, 20],
  [1000, 100, 20],
] as const;
const FITTED = [
  [1000, 100],
  [500, 300],
] as const;
const NONE = { family: 'none' } as const;

type Model = (typeof MODELS)[number];

const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(2)}%`;

/** One row: shares of items flagged, of good banks, and of those with wrongly keyed items. */
function flagRow(model: Model, [examinees, items, draws]: readonly number[]): string {
  const count = { good: 0, flagged: 0, reversed: 0, found: 0, others: 0, wrongly: 0 };
  for (let draw = 0; draw < draws; draw++) {
    const seed = `flag-evidence/${draw}`;
    const good = negativeItems(
      itemRestCorrelation(reversedBank(seed, model, examinees, items, 0).matrix),
    );
    count.good += items;
    count.flagged += good.reduce((sum, one) => sum + one, 0);
    const { matrix, reversed } = reversedBank(seed, model, examinees, items, SHARE);
    const isNegative = negativeItems(itemRestCorrelation(matrix));
    const found = reversed.reduce((sum, j) => sum + isNegative[j], 0);
    count.reversed += reversed.length;
    count.found += found;
    count.others += items - reversed.length;
    count.wrongly += isNegative.reduce((sum, one) => sum + one, 0) - found;
  }
  const cells = [
    model.toUpperCase(),
    `${examinees} × ${items}`,
    percent(count.found, count.reversed),
    percent(count.wrongly, count.others),
    percent(count.flagged, count.good),
  ];
  return `| ${cells.join(' | ')} |`;
}

const flagTable = [
  '| model | examinees × items | wrongly keyed: flagged | beside them: good items flagged | bank without wrong keys: items flagged |',
  '|---|---|---:|---:|---:|',
  ...MODELS.flatMap((model) => FLAGGED.map((size) => flagRow(model, size))),
].join('\n');

if (process.argv.includes('--flags')) console.log(flagTable);
else writePage();

function writePage(): void {
  const engine = wasmEngine(2);
  const rows: string[] = [];
  const fit = (
    { matrix }: ReversedBank,
    model: Model,
    slopes: Slopes,
    quadrature: number | 'auto',
  ) =>
    fitMarginal(matrix, {
      model,
      slopes,
      quadrature,
      engine,
      priors: {
        a: NONE,
        b: NONE,
        c: model === '3pl' ? { family: 'logitnormal', mean: Math.log(0.25), sd: 0.5 } : NONE,
        d: NONE,
      },
      maxIterations: 2000,
      tolerance: 1e-5,
    });
  for (const model of MODELS)
    for (const [examinees, items] of FITTED) {
      const bank = reversedBank('flag-evidence', model, examinees, items, SHARE);
      for (const slopes of SLOPES) {
        const standard = fit(bank, model, slopes, 'auto');
        const fine = fit(bank, model, slopes, 481);
        rows.push(
          recoveryRow(
            bank,
            `${model.toUpperCase()}, ${examinees} × ${items}`,
            slopes,
            standard,
            fine,
          ),
        );
        console.error(rows.at(-1));
      }
    }
  engine.close();
  writeFileSync(
    new URL('../docs/evidence/flags.md', import.meta.url),
    `# Evidence for item flags and slopes of either sign

Made by \`npm run evidence:flags\`; do not edit by hand.

Simulated banks: abilities and b N(0, 1), a lognormal(0, 0.3), c = 0.2 with 3PL. Every twentieth item is wrongly keyed: its curve is
c + (1 − c)σ(−a(θ − b)).

## Items flagged as working backwards

By the rule of [item flags](../mathematics.md#item-flags), on 20 to 100 banks of each size.

${flagTable}

## What a calibration finds of such a bank

Marginal fits without a prior of a and, with 3PL, the prior logitnormal(logit 0.2, 0.5) of c, one bank of each size. "Nodes" are
those that the default quadrature ends with. The truth is put on the scale where the drawn abilities have mean 0 and variance 1. The last two columns compare the default with a fit on 481 nodes: the difference of the
log-likelihoods, and the largest difference of a slope.

| bank | slopes | log-likelihood | rounds | items with a < 0 | right keys: RMSE of a | right keys: RMSE of b | wrong keys: RMSE of a | wrong keys: RMSE of b | nodes | Δ log-likelihood | largest Δ of a |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.join('\n')}
`,
  );
}

function recoveryRow(
  { items, reversed, abilities }: ReversedBank,
  name: string,
  slopes: Slopes,
  standard: MarginalFit,
  fine: MarginalFit,
): string {
  const { a, b } = standard.parameters;
  const all = Array.from(a.keys());
  const isReversed = new Set(reversed);
  const right = all.filter((j) => !isReversed.has(j));
  const rmse = (of: readonly number[], error: (j: number) => number) =>
    Math.sqrt(of.reduce((sum, j) => sum + error(j) ** 2, 0) / of.length);
  const sign = (j: number) => (isReversed.has(j) ? -1 : 1);
  // The fit's scale is that of these examinees, mean 0 and variance 1: the truth is put on it.
  const { mean, sd } = moments(abilities);
  const ofA = (j: number) => a[j] - sign(j) * items.a[j] * sd;
  const ofB = (j: number) => b[j] - (items.b[j] - mean) / sd;
  const negative = all.filter((j) => a[j] < 0);
  const cells = [
    name,
    slopes,
    standard.logLikelihood.toFixed(2),
    `${standard.iterations}${standard.converged ? '' : ' (not converged)'}`,
    `${negative.filter((j) => isReversed.has(j)).length} of ${reversed.length}${negative.every((j) => isReversed.has(j)) ? '' : ', and others'}`,
    rmse(right, ofA).toFixed(3),
    rmse(right, ofB).toFixed(3),
    rmse(reversed, ofA).toFixed(3),
    rmse(reversed, ofB).toFixed(3),
    String(standard.quadrature.nodes),
    (standard.logLikelihood - fine.logLikelihood).toExponential(1),
    Math.max(...all.map((j) => Math.abs(a[j] - fine.parameters.a[j]))).toExponential(1),
  ];
  return `| ${cells.join(' | ')} |`;
}
