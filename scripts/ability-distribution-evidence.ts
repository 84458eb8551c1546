// Writes docs/evidence/ability-distributions.md: what an estimated distribution of ability is worth where abilities are normally
// distributed, skewed or bimodal, and on recorded answers of ../shared. Run it with `npm run evidence:abilities`; it takes some
// ten minutes.
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { DEFAULT_PRIORS } from '../calibration/fit/marginal/default-priors.ts';
import {
  fitMarginal,
  type MarginalFit,
  type MarginalOptions,
  type PriorSet,
} from '../calibration/fit/marginal/fit-marginal.ts';
import { marginalLogLikelihood } from '../calibration/fit/marginal-log-likelihood.ts';
import { wasmEngine } from '../calibration/kernel/wasm-engine.ts';
import { itemParameters } from '../src/irt/parameters.ts';
import { probability } from '../src/irt/probability.ts';
import { pickExaminees, pickItems, type ResponseMatrix } from '../src/irt/responses.ts';
import { type RandomStream, randomNormal, randomStream, shuffle } from '../src/random.ts';
import { mean } from '../src/statistics/mean.ts';
import { median } from '../src/statistics/median.ts';

const REPETITIONS = 20;
const FOLDS = 4;
const none = { family: 'none' } as const;
const NONE: PriorSet = { a: none, b: none, c: none, d: none };

/** Distributions of mean 0 and variance 1, with their skewness and excess kurtosis. */
const TRUTHS: Record<
  string,
  { skewness: number; kurtosis: number; draw(r: RandomStream): number }
> = {
  normal: { skewness: 0, kurtosis: 0, draw: (r) => randomNormal(r) },
  // A gamma distribution of shape 2.
  skewed: {
    skewness: Math.SQRT2,
    kurtosis: 3,
    draw: (r) => (-Math.log(r()) - Math.log(r()) - 2) / Math.SQRT2,
  },
  // N(±0.9, 0.19), half of each.
  bimodal: {
    skewness: 0,
    kurtosis: -2 * 0.9 ** 4,
    draw: (r) => (r() < 0.5 ? -0.9 : 0.9) + Math.sqrt(0.19) * randomNormal(r),
  },
  // 70% N(−0.6, 0.16), 30% N(1.4, 0.16).
  'strong minority': {
    skewness: 0.7 * (-0.6) ** 3 + 0.3 * 1.4 ** 3 + 3 * 0.16 * (0.7 * -0.6 + 0.3 * 1.4),
    kurtosis:
      0.7 * 0.6 ** 4 + 0.3 * 1.4 ** 4 + 6 * 0.16 * (0.7 * 0.36 + 0.3 * 1.96) + 3 * 0.16 ** 2 - 3,
    draw: (r) => (r() < 0.7 ? -0.6 : 1.4) + 0.4 * randomNormal(r),
  },
};

const SETTINGS: {
  name: string;
  model: '2pl' | '3pl';
  n: number;
  items: number;
  priors: PriorSet;
}[] = [
  { name: '2PL, no priors', model: '2pl', n: 1000, items: 20, priors: NONE },
  { name: '2PL, no priors', model: '2pl', n: 3000, items: 20, priors: NONE },
  { name: '2PL, no priors', model: '2pl', n: 1000, items: 40, priors: NONE },
  { name: '2PL, default priors', model: '2pl', n: 200, items: 100, priors: DEFAULT_PRIORS },
  { name: '3PL, default priors', model: '3pl', n: 1000, items: 40, priors: DEFAULT_PRIORS },
];

function fitOf(matrix: ResponseMatrix, options: Pick<MarginalOptions, 'model' | 'priors'>) {
  const engine = wasmEngine(1);
  const common = {
    ...options,
    quadrature: 'auto',
    maxIterations: 3000,
    tolerance: 1e-4,
    engine,
  } as const;
  const normal = fitMarginal(matrix, common);
  const histogram = fitMarginal(matrix, { ...common, abilityDistribution: 'histogram' });
  engine.close();
  return { normal, histogram };
}

const rms = (values: ArrayLike<number>) =>
  Math.sqrt(mean(Array.from(values, (value) => value * value)));
const fixed = (value: number, places = 3) => value.toFixed(places).replace('-', '−');

interface Errors {
  a: number;
  b: number;
  ability: number;
  curve: number;
}

function simulationRow(setting: (typeof SETTINGS)[number], truth: string): string {
  const { model, n, items: count, priors } = setting;
  const { draw, skewness, kurtosis } = TRUTHS[truth];
  const errors: Record<'normal' | 'histogram', Errors[]> = { normal: [], histogram: [] };
  const found: { skewness: number; kurtosis: number; gain: number; aic: number }[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const random = randomStream('ability-distribution', truth, model, n, count, repetition);
    const many = (size: number, one: () => number) => Array.from({ length: size }, one);
    const abilities = many(n, () => draw(random));
    const items = itemParameters({
      a: many(count, () => Math.exp(0.3 * randomNormal(random))),
      b: many(count, () => randomNormal(random)),
      c: many(count, () => (model === '3pl' ? 0.05 + 0.2 * random() : 0)),
    });
    const curve = (of: typeof items, theta: number, j: number) =>
      probability(theta, of.a[j], of.b[j], of.c[j], of.d[j]);
    const scores = abilities.flatMap((theta) =>
      many(count, () => 0).map((_, j) => (random() < curve(items, theta, j) ? 1 : 0)),
    );
    const names = (prefix: string, size: number) =>
      Array.from({ length: size }, (_, k) => `${prefix}${k}`);
    const matrix = {
      examinees: names('e', n),
      items: names('q', count),
      scores: Float32Array.from(scores),
    };
    const fits = fitOf(matrix, { model, priors });
    const errorsOf = ({ parameters, abilities: estimates }: MarginalFit): Errors => ({
      a: rms(parameters.a.map((value, j) => value - items.a[j])),
      b: rms(parameters.b.map((value, j) => value - items.b[j])),
      ability: rms(estimates.map((value, i) => value - abilities[i])),
      curve: rms(
        abilities.flatMap((theta) =>
          Array.from(items.a, (_, j) => curve(parameters, theta, j) - curve(items, theta, j)),
        ),
      ),
    });
    errors.normal.push(errorsOf(fits.normal));
    errors.histogram.push(errorsOf(fits.histogram));
    const { distribution, logLikelihood, free } = fits.histogram;
    const gain = logLikelihood - distribution!.normal.logLikelihood;
    found.push({
      skewness: distribution!.skewness,
      kurtosis: distribution!.excessKurtosis,
      gain,
      aic: 2 * (free - distribution!.normal.free) - 2 * gain < 0 ? 1 : 0,
    });
  }
  const pair = (name: keyof Errors) =>
    `${fixed(median(errors.normal.map((e) => e[name])))} / ${fixed(median(errors.histogram.map((e) => e[name])))}`;
  const of = (name: keyof (typeof found)[number]) => mean(found.map((one) => one[name]));
  console.error(setting.name, n, count, truth);
  return `| ${setting.name}, ${n} × ${count} | ${truth} | ${pair('a')} | ${pair('b')} | ${pair('ability')} | ${pair('curve')} | ${fixed(skewness, 2)} / ${fixed(of('skewness'), 2)} | ${fixed(kurtosis, 2)} / ${fixed(of('kurtosis'), 2)} | ${fixed(of('gain'), 1)} | ${Math.round(100 * of('aic'))}% |`;
}

function recorded(path: string, hasNames: boolean): ResponseMatrix {
  const file = new URL(`../../shared/${path}`, import.meta.url);
  const bytes = readFileSync(file);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim();
  const rows = text.split(/\r?\n/).map((line) => line.split(',').slice(hasNames ? 1 : 0));
  const [items, ...cells] = rows;
  const value = (cell: string) => (cell === '' || cell === 'NA' ? Number.NaN : Number(cell));
  return {
    examinees: cells.map((_, i) => `e${i}`),
    items,
    scores: Float32Array.from(cells.flat(), value),
  };
}

/** Every `step`-th item that was answered right and wrong by three examinees at least. */
function thinned(matrix: ResponseMatrix, step: number): ResponseMatrix {
  const width = matrix.items.length;
  const isVarying = (j: number) => {
    const own = matrix.examinees.map((_, i) => matrix.scores[i * width + j]);
    return own.filter((u) => u > 0.5).length >= 3 && own.filter((u) => u < 0.5).length >= 3;
  };
  const all = Array.from({ length: width }, (_, j) => j).filter(isVarying);
  return pickItems(
    matrix,
    all.filter((_, k) => k % step === 0),
  );
}

function recordedRow(
  name: string,
  matrix: ResponseMatrix,
  model: MarginalOptions['model'],
  priors: PriorSet,
): string {
  const { histogram } = fitOf(matrix, { model, priors });
  const { distribution } = histogram;
  const order = shuffle(
    matrix.examinees.map((_, i) => i),
    randomStream('ability-distribution', 'folds'),
  );
  const sums = { normal: 0, histogram: 0, answers: 0 };
  for (let fold = 0; fold < FOLDS; fold++) {
    const rows = (isIn: boolean) =>
      order.filter((_, k) => (k % FOLDS === fold) === isIn).sort((x, y) => x - y);
    const unseen = pickExaminees(matrix, rows(true));
    const fits = fitOf(pickExaminees(matrix, rows(false)), { model, priors });
    const { parameters, groups } = fits.normal;
    const sd = groups.sd[0];
    // Rasch: ability has another standard deviation than 1; on the scale of a = sd it is N(0, 1).
    const scaled = {
      ...parameters,
      a: parameters.a.map((a) => a * sd),
      b: parameters.b.map((b) => b / sd),
    };
    const left = marginalLogLikelihood(scaled, unseen);
    sums.normal += left.sum;
    sums.answers += left.answers;
    sums.histogram += marginalLogLikelihood(
      fits.histogram.parameters,
      unseen,
      fits.histogram.distribution!,
    ).sum;
  }
  console.error(name, model);
  const gain = histogram.logLikelihood - distribution!.normal.logLikelihood;
  const parameters = histogram.free - distribution!.normal.free;
  return `| ${name}, ${matrix.examinees.length} × ${matrix.items.length} | ${model} | ${fixed(distribution!.normal.logLikelihood, 2)} | ${fixed(gain, 2)} | ${fixed(2 * parameters - 2 * gain, 1)} | ${fixed(distribution!.skewness, 2)} | ${fixed(distribution!.excessKurtosis, 2)} | ${fixed(sums.normal / sums.answers, 5)} | ${fixed(sums.histogram / sums.answers, 5)} | ${histogram.converged && distribution!.normal.converged ? 'yes' : 'no'} |`;
}

const simulated = SETTINGS.flatMap((setting) =>
  Object.keys(TRUTHS).map((truth) => simulationRow(setting, truth)),
);
const data: [string, ResponseMatrix][] = [
  ['LSAT7', recorded('oracles/calibration/LSAT7.csv', false)],
  ['SAT12', recorded('oracles/calibration/SAT12.csv', false)],
  ['IKP, models', thinned(recorded('data/matrices/ikp/responses.csv.gz', true), 10)],
  [
    'ARC-Challenge, models',
    thinned(recorded('data/matrices/arc_challenge/responses.csv.gz', true), 10),
  ],
];
const onData = data.flatMap(([name, matrix]) => [
  recordedRow(name, matrix, 'rasch', NONE),
  recordedRow(name, matrix, '2pl', DEFAULT_PRIORS),
  recordedRow(name, matrix, '3pl', DEFAULT_PRIORS),
]);

writeFileSync(
  new URL('../docs/evidence/ability-distributions.md', import.meta.url),
  `# Evidence for estimated distributions of ability

Made by \`npm run evidence:abilities\`; do not edit by hand. What \`calibrate fit --ability-distribution histogram\` is worth
beside the normal distribution ([how it works](../mathematics.md#calibration-calibrationfit)).

## Simulated answers

${REPETITIONS} simulations a row: a ~ lognormal(0, 0.3), b ~ N(0, 1), with the 3PL c ~ U(0.05, 0.25). Abilities have mean 0 and variance 1:
normal; skewed (gamma of shape 2); bimodal (N(±0.9, 0.19), half of each); strong minority (70% N(−0.6, 0.16), 30% N(1.4, 0.16)).

Errors are root mean squares within a simulation, the median over simulations, normal / histogram: of a, of b, of the abilities, and of the curves P(θ) at the examinees' true
abilities. Skewness and excess kurtosis: true / estimated. Gain: log-likelihood over that of the normal distribution. AIC: how often
it prefers the histogram, whose 18 shares it counts in full.

| model, examinees × items | abilities | a | b | ability | curve | skewness | kurtosis | gain | AIC |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|
${simulated.join('\n')}

With default priors a part of the difference is not the distribution's: the normal fit's priors of a pull on the unit of ability,
the histogram's do not. Errors of a include items far from all examinees, whose slopes hardly show in the answers; errors of the
curves do not give them more weight than they have.

## Recorded answers

Log-likelihood of the fit with a normal distribution (priors with a free unit, as with the histogram); what the histogram gains; the
difference in AIC (below 0: the histogram is better; for rows with priors a guide only); skewness and excess kurtosis; and the
log-likelihood of an answer of held-out examinees (${FOLDS} folds; the normal fit with its default priors), with either distribution. Of models'
answers every tenth item that was answered right and wrong by three models at least. 2pl and 3pl with default priors.

| data, examinees × items | model | normal | gain | AIC difference | skewness | kurtosis | held-out, normal | held-out, histogram | converged |
|---|---|---:|---:|---:|---:|---:|---:|---:|---|
${onData.join('\n')}
`,
);
