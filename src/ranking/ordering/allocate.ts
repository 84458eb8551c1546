import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { normalQuantile } from '../../statistics/normal-quantile.ts';
import { LEAST_DECIDABLE } from './decidable.ts';
import type { Decisions } from './decide-pairs.ts';

/** The state of each model's test, one entry per model. */
export interface Asking {
  /** Items asked, at least 1, and items of the bank. */
  readonly items: readonly number[];
  readonly available: readonly number[];
  /** Variance of each predicted score, and its remainder after the whole bank has been asked (0 by default). */
  readonly variances: ArrayLike<number>;
  readonly endVariances?: ArrayLike<number>;
}

/** The least risk of a pair: another answer could always change it. */
const LEAST_RISK = 1e-9;

/**
 * How much each model gains from more items: the sum, over its pairs that are not certain enough, of the model's part of 1 /
 * (items the pair still needs). Pairs that few items can decide count most. A model close to many others gains from all these
 * pairs; a model far from all others gains nothing.
 *
 * A pair is certain enough if its risk is at most the level t with Σ min(risk, t) = 1 − confidence: if all riskier pairs came
 * down to t, every pair would be decided. This level, with the distance of the difference from 0 or from the margin, gives the
 * standard error that the pair needs. The variance of a score is assumed to fall as k (1/n − 1/N) in the items asked. The
 * cheapest way to a variance s² of the difference is then n_i = √k_i (√k_i + √k_j) / (s² + k_i/N_i + k_j/N_j).
 *
 * @param target `recorded`: t as above. `expected`: t = (1 − confidence) / (number of undecided pairs).
 * @returns one entry per model; 0 if nothing is left to ask
 * @see Neyman (1934), JRSS 97, 558–625; Chen & Lee (2011), Stochastic Simulation Optimization
 */
export function gains(
  { items, available, variances, endVariances = new Float64Array(items.length) }: Asking,
  { pairs, undecided }: Decisions,
  confidence: number,
  margin: number,
  target: ScoreTarget = 'recorded',
): Float64Array {
  const gain = new Float64Array(items.length);
  if (undecided === 0) return gain;
  const level =
    target === 'expected'
      ? (1 - confidence) / undecided
      : riskLevel(
          pairs.map(({ risk }) => risk),
          1 - confidence,
        );
  // The risk of an order of expected scores is two-sided.
  const tail = target === 'expected' ? level / 2 : level;
  const z = normalQuantile(Math.min(0.5, Math.max(LEAST_RISK, tail)));
  const scale = items.map((n, i) =>
    n < available[i] ? Math.max(0, variances[i] - endVariances[i]) / (1 / n - 1 / available[i]) : 0,
  );
  for (const { first: i, second: j, difference, se, risk, ...pair } of pairs) {
    if (risk <= level || pair.decidable < LEAST_DECIDABLE) continue;
    const distance = Math.abs(difference);
    const needed = (Math.max(distance, margin - distance) / z) ** 2;
    // The shared part of the two errors is assumed to keep its share of the variance.
    const apart = variances[i] + variances[j];
    const sought = se > 0 ? (needed * apart) / (se * se) : 0;
    const most: [number, number] = [available[i], available[j]];
    const left = Math.max(0, sought - endVariances[i] - endVariances[j]);
    const [a, b] = cheapest(left, [scale[i], scale[j]], [items[i], items[j]], most);
    // A pair that seems to need no items is only nearly certain enough.
    const more = [a - items[i], b - items[j]].map((extra, k) =>
      Math.max(extra, Math.min(1, most[k] - items[k === 0 ? i : j])),
    );
    const cost = more[0] + more[1];
    if (cost === 0) continue;
    gain[i] += more[0] / cost ** 2;
    gain[j] += more[1] / cost ** 2;
  }
  return gain;
}

/** The t with Σ min(risk, t) = total; the largest risk if the sum of risks is below `total`. */
export function riskLevel(risks: readonly number[], total: number): number {
  const ascending = [...risks].sort((x, y) => x - y);
  let below = 0;
  for (let k = 0; k < ascending.length; k++) {
    const level = (total - below) / (ascending.length - k);
    if (level <= ascending[k]) return Math.max(0, level);
    below += ascending[k];
  }
  return ascending.length > 0 ? ascending[ascending.length - 1] : 0;
}

type Two = readonly [number, number];

/** Items of two models whose variances k (1/n − 1/N) then add up to `s2`, at the least cost, none below `least`. */
function cheapest(s2: number, k: Two, least: Two, most: Two): [number, number] {
  const total = s2 + k[0] / most[0] + k[1] / most[1];
  if (total === 0) return [most[0], most[1]];
  const roots = [Math.sqrt(k[0]), Math.sqrt(k[1])];
  const free = roots.map((root) => (root * (roots[0] + roots[1])) / total);
  const within = (x: number, side: number) => Math.min(most[side], Math.max(least[side], x));
  // If a bound limits one of them, the other must take the rest.
  const other = (fixed: number, side: number) => {
    const left = total - k[side] / fixed;
    return within(left > 0 ? k[1 - side] / left : Number.POSITIVE_INFINITY, 1 - side);
  };
  const first = within(free[0], 0);
  if (first !== free[0]) return [first, other(first, 0)];
  const second = within(free[1], 1);
  return [second === free[1] ? first : other(second, 1), second];
}
