/** The learned prior of one group of items: means and spreads of log a and δ = −ab, and the mean of logit c. */
export interface GroupPrior {
  meanLogA: number;
  sdLogA: number;
  meanDelta: number;
  sdDelta: number;
  meanLogitC: number;
}

/**
 * Independent normal priors of the items' log a, δ and logit c, by item group, learned from the data (empirical Bayes).
 */
export interface ItemPriors {
  /** Group of each item, from 0. */
  readonly of: Int32Array;
  readonly groups: GroupPrior[];
  /** Given, because a few hundred examinees cannot determine it. 0: logit c stays at `logitC` of its item. */
  readonly sdLogitC: number;
  /** Starting value of each item's logit c; its fixed value if `sdLogitC` is 0. −∞: no guessing. */
  readonly logitC: Float64Array;
  /** A fixed spread of log a; by default it is learned. */
  readonly keepSdLogA: number | null;
  /** True if the mean of logit c is to stay where it starts. */
  readonly keepMeanLogitC: boolean;
}

/** Posterior moments of the items, one entry per item. */
export interface ItemMoments {
  readonly logA: Float64Array;
  readonly delta: Float64Array;
  readonly logitC: Float64Array;
  readonly varLogA: Float64Array;
  readonly varDelta: Float64Array;
  readonly varLogitC: Float64Array;
}

/** Spreads do not go below this: with a spread of 0, all items would stay equal for ever. */
const SMALLEST_SD = 0.05;
/** Bounds of means and spreads, for data that would let them diverge (all answers alike, or a few items). */
const BOUNDS: Readonly<Record<keyof GroupPrior, readonly [number, number]>> = {
  meanLogA: [-3, 3],
  sdLogA: [0, 2],
  meanDelta: [-15, 15],
  sdDelta: [0, 10],
  meanLogitC: [Math.log(0.01 / 0.99), 0],
};

/** A group's mean and spread come from its items and this many pseudo-items like the whole bank's. */
const PSEUDO_ITEMS = 10;
/** A mean moves by at most this many times the step of EM. */
const FARTHEST = 10;

/**
 * One empirical-Bayes update of the priors from the items' posterior means and variances. The variances are added, σ² ←
 * mean[(mean − μ)² + Var]: from means alone the spread would collapse to 0. Small groups are shrunk towards the whole bank.
 *
 * @param isNewton a mean moves by the step of EM divided by 1 − mean(Var)/σ², the share of the items' information that is not
 * the prior's: a Newton step. EM is very slow if the data say little about single items
 * @returns the largest change of a mean or a spread
 * @see Mislevy (1986), Psychometrika 51, 177–195
 */
export function learnPriors(items: ItemMoments, priors: ItemPriors, isNewton: boolean): number {
  const counts = new Float64Array(priors.groups.length);
  for (const g of priors.of) counts[g]++;
  const logA = momentsBy(items.logA, items.varLogA, priors.of, counts);
  const delta = momentsBy(items.delta, items.varDelta, priors.of, counts);
  const guesses = priors.sdLogitC > 0 && !priors.keepMeanLogitC;
  const logitC = guesses ? momentsBy(items.logitC, items.varLogitC, priors.of, counts) : null;
  const step = isNewton ? newtonMean : (_: number, __: number, { mean }: Moments) => mean;
  let change = 0;
  priors.groups.forEach((group, g) => {
    const c = logitC?.[g];
    const next: GroupPrior = {
      meanLogA: step(group.meanLogA, group.sdLogA, logA[g]),
      sdLogA: priors.keepSdLogA ?? logA[g].sd,
      meanDelta: step(group.meanDelta, group.sdDelta, delta[g]),
      sdDelta: delta[g].sd,
      meanLogitC: c === undefined ? group.meanLogitC : step(group.meanLogitC, priors.sdLogitC, c),
    };
    keepWithinBounds(next, priors);
    for (const key of Object.keys(next) as (keyof GroupPrior)[]) {
      if (next[key] !== group[key]) change = Math.max(change, Math.abs(next[key] - group[key]));
      group[key] = next[key];
    }
  });
  return change;
}

/** Keeps the means and spreads of a group within plausible bounds; a fixed mean of logit c may be −∞. */
export function keepWithinBounds(group: GroupPrior, { keepMeanLogitC }: ItemPriors): void {
  for (const key of Object.keys(BOUNDS) as (keyof GroupPrior)[]) {
    if (key === 'meanLogitC' && keepMeanLogitC) continue;
    const [low, high] = BOUNDS[key];
    if (Number.isFinite(group[key])) group[key] = Math.min(high, Math.max(low, group[key]));
  }
}

interface Moments {
  readonly mean: number;
  readonly sd: number;
  /** Mean posterior variance. */
  readonly unknown: number;
}

function newtonMean(old: number, sd: number, { mean, unknown }: Moments): number {
  return old + (mean - old) / Math.max(1 / FARTHEST, 1 - unknown / (sd * sd));
}

function momentsBy(
  means: Float64Array,
  variances: Float64Array,
  of: Int32Array,
  counts: Float64Array,
): Moments[] {
  const groups = counts.length;
  const sums = new Float64Array(groups);
  const squares = new Float64Array(groups);
  const unknown = new Float64Array(groups);
  for (let j = 0; j < means.length; j++) {
    sums[of[j]] += means[j];
    squares[of[j]] += means[j] ** 2 + variances[j];
    unknown[of[j]] += variances[j];
  }
  const all = means.length;
  const total = (values: Float64Array) => values.reduce((x, y) => x + y, 0);
  const mean = total(sums) / all;
  const variance = total(squares) / all - mean * mean;
  const left = total(unknown) / all;
  const lean = groups > 1 ? PSEUDO_ITEMS : 0;
  return Array.from(counts, (count, g) => {
    const own = (sums[g] + lean * mean) / (count + lean);
    const around = squares[g] - 2 * own * sums[g] + count * own * own;
    const spread = (around + lean * (variance + (mean - own) ** 2)) / (count + lean);
    return {
      mean: own,
      sd: Math.max(SMALLEST_SD, Math.sqrt(Math.max(0, spread))),
      unknown: (unknown[g] + lean * left) / (count + lean),
    };
  });
}
