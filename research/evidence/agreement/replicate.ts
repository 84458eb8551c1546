import {
  CORRELATIONS,
  compareBoards,
  correlationInterval,
  disagreements,
  kendall,
  normalQuantile,
  pearson,
  quantile,
  type RandomStream,
  randomNormal,
  randomStream,
  spearman,
  type TwoScores,
} from 'thetarank';

/** Models of both rankings. */
export const SIZES = [8, 15, 30];
/** Correlation of the true scores. */
export const TRUE = [0.5, 0.9];
/** Shares of the variance of each ranking that is not error. */
export const RELIABILITIES: readonly (readonly [number, number])[] = [
  [0.95, 0.95],
  [0.8, 0.8],
  [0.6, 0.9],
];
export const SHAPES = ['normal', 'skewed', 'very skewed'] as const;
export const CONFIDENCE = 0.9;
export const RUNS = 30;
/** Runs of rankings with the same true scores, which need no draws. */
export const SAME_RUNS = 500;
const DRAWS = 300;
const NAIVE_DRAWS = 200;

export const COEFFICIENTS = {
  kendall: (x: Float64Array, y: Float64Array) => kendall(x, y).value,
  spearman,
  pearson,
} as const;
export type Coefficient = (typeof CORRELATIONS)[number];

/** What an interval is of, and how it is made. The last three are what is not done. */
export const WAYS = [
  'these',
  'like',
  'measured',
  'noise',
  'bootstrap',
  'bootstrap and noise',
] as const;
export type Way = (typeof WAYS)[number];

export interface Cell {
  readonly shape: (typeof SHAPES)[number];
  readonly n: number;
  readonly r: number;
  readonly reliability: readonly [number, number];
}

/** Rankings with the same true scores. */
export const SAME: readonly Cell[] = SHAPES.flatMap((shape) =>
  RELIABILITIES.flatMap((reliability) => SIZES.map((n) => ({ shape, n, r: 1, reliability }))),
);

/** Whether any model of two rankings with the same true scores is said to disagree by more than the errors. */
export function anyExceeds(cell: Cell, run: number): boolean {
  const { scores } = simulated(cell, randomStream(1, 'same', ...cellPath(cell), run));
  return disagreements(scores, [true, true]).some(({ p }) => p !== null && p < 1 - CONFIDENCE);
}

function cellPath({ shape, n, r, reliability }: Cell): (string | number)[] {
  return [shape, n, r, reliability.join()];
}

export const CELLS: readonly Cell[] = SHAPES.flatMap((shape) =>
  TRUE.flatMap((r) =>
    RELIABILITIES.flatMap((reliability) => SIZES.map((n) => ({ shape, n, r, reliability }))),
  ),
);

/** Whether the interval of each way held for its target, and its width; by coefficient. */
export interface Run {
  readonly held: Readonly<Record<string, { readonly held: number; readonly width: number }>>;
}

/** One simulated pair of rankings. */
export function replicateAgreement(cell: Cell, run: number): Run {
  const { shape, r } = cell;
  const random = randomStream(1, 'agreement', ...cellPath(cell), run);
  const { scores, u, v, e, f } = simulated(cell, random);
  const found = compareBoards(scores, [true, true], CONFIDENCE, random, { draws: DRAWS });
  const naive = naiveIntervals(scores, random);
  const ofMeasured = r / Math.hypot(1, e) / Math.hypot(1, f);
  const held: Record<string, { held: number; width: number }> = {};
  const keep = (name: Coefficient, way: Way, truth: number, ends: Ends | null) => {
    if (ends === null) return;
    const isHeld = truth >= ends.low - ROUNDING && truth <= ends.high + ROUNDING;
    held[`${name} ${way}`] = { held: Number(isHeld), width: ends.high - ends.low };
  };
  for (const name of CORRELATIONS) {
    const { interval, these, like } = found.coefficients[name];
    const truth = COEFFICIENTS[name](u, v)!;
    keep(name, 'these', truth, these);
    for (const way of ['noise', 'bootstrap', 'bootstrap and noise'] as const)
      keep(name, way, truth, naive[way][name]);
    // The coefficients of a population are known for normal scores alone.
    if (shape !== 'normal') continue;
    keep(name, 'like', ofNormal(name, r), like);
    keep(name, 'measured', ofNormal(name, ofMeasured), interval);
  }
  return { held };
}

/** True and measured scores. */
function simulated({ shape, n, r, reliability }: Cell, random: RandomStream) {
  const [e, f] = reliability.map((share) => Math.sqrt((1 - share) / share));
  const [u, v, x, y] = Array.from({ length: 4 }, () => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    const [p, q] = [trait(shape, random), trait(shape, random)];
    u[i] = p;
    v[i] = r * p + Math.sqrt(1 - r ** 2) * q;
    x[i] = u[i] + e * randomNormal(random);
    y[i] = v[i] + f * randomNormal(random);
  }
  const scores = { x, y, xError: new Float64Array(n).fill(e), yError: new Float64Array(n).fill(f) };
  return { scores, u, v, e, f };
}

const ROUNDING = 1e-9;

interface Ends {
  readonly low: number;
  readonly high: number;
}

/** A number of mean 0 and standard deviation 1. */
function trait(shape: Cell['shape'], random: RandomStream): number {
  if (shape === 'normal') return randomNormal(random);
  if (shape === 'skewed') return -Math.log(1 - random()) - 1;
  // A lognormal number less its mean √e, over its standard deviation √(e (e − 1)).
  return (Math.exp(randomNormal(random)) - Math.sqrt(Math.E)) / Math.sqrt(Math.E * (Math.E - 1));
}

/** Kruskal (1958). */
function ofNormal(name: Coefficient, r: number): number {
  if (name === 'pearson') return r;
  return name === 'kendall' ? (2 / Math.PI) * Math.asin(r) : (6 / Math.PI) * Math.asin(r / 2);
}

/** Percentiles over draws: noise added to the measured scores, models drawn with replacement, or both. */
function naiveIntervals({ x, y, xError, yError }: TwoScores, random: RandomStream) {
  const n = x.length;
  const interval = (drawsModels: boolean, addsNoise: boolean) => {
    const values: Record<Coefficient, number[]> = { kendall: [], spearman: [], pearson: [] };
    for (let k = 0; k < NAIVE_DRAWS; k++) {
      const at = Array.from({ length: n }, (_, i) => (drawsModels ? Math.floor(random() * n) : i));
      const noisy = (scores: Float64Array, errors: Float64Array) =>
        Float64Array.from(
          at,
          (i) => scores[i] + (addsNoise ? errors[i] * randomNormal(random) : 0),
        );
      const [p, q] = [noisy(x, xError), noisy(y, yError)];
      for (const name of CORRELATIONS) values[name].push(COEFFICIENTS[name](p, q) ?? 0);
    }
    const ends = (draws: number[]): Ends => {
      const sorted = Float64Array.from(draws).sort();
      const tail = (1 - CONFIDENCE) / 2;
      return { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail) };
    };
    return {
      kendall: ends(values.kendall),
      spearman: ends(values.spearman),
      pearson: ends(values.pearson),
    };
  };
  return {
    noise: interval(false, true),
    bootstrap: interval(true, false),
    'bootstrap and noise': interval(true, true),
  };
}

/** Few models, whose scores have no errors. */
export const FEW = [5, 6, 8, 10, 15, 30].flatMap((n) =>
  [0.5, 0.8, 0.9, 0.95, 0.99].map((r) => ({ n, r })),
);
export const FEW_RUNS = 2000;

/** How often measured intervals hold for the coefficients of the population, by coefficient. */
export function heldOfFew({ n, r }: (typeof FEW)[number]): Record<Coefficient, number> {
  const random = randomStream(1, 'few models', n, r);
  const z = normalQuantile((1 - CONFIDENCE) / 2);
  const held: Record<Coefficient, number> = { kendall: 0, spearman: 0, pearson: 0 };
  for (let run = 0; run < FEW_RUNS; run++) {
    const x = Float64Array.from({ length: n }, () => randomNormal(random));
    const y = x.map((value) => r * value + Math.sqrt(1 - r ** 2) * randomNormal(random));
    for (const name of CORRELATIONS) {
      const { low, high } = correlationInterval(name, COEFFICIENTS[name](x, y)!, n, z)!;
      const truth = ofNormal(name, r);
      held[name] += Number(low <= truth && truth <= high) / FEW_RUNS;
    }
  }
  return held;
}
