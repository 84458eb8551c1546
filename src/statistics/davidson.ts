import { invertSymmetric } from './invert-symmetric.ts';
import { NORMAL_90 } from './normal-points.ts';
import { studentQuantile } from './student-quantile.ts';

/** Comparisons of two competitors, by their positions. */
export interface Comparisons {
  readonly first: number;
  readonly second: number;
  /** Won by the first, won by the second, tied. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** What a competitor's strength is known to be. */
export interface Strength {
  /** Log strength; the mean over all competitors is 0. */
  readonly strength: number;
  /** The ends of its 90% interval. */
  readonly low: number;
  readonly high: number;
}

export type DavidsonFit =
  | {
      readonly state: 'fitted';
      readonly strengths: readonly Strength[];
      /** Log odds of a tie of equals, against a win of one of them: log ν; null if there are no ties, whose ν is 0. */
      readonly logTie: number | null;
    }
  /** Some competitors were never compared with others, or all comparisons between two groups were won by one: no strengths fit best. */
  | {
      readonly state: 'unconnected' | 'separated';
      /** The competitors in groups that go together; of `separated` from the stronger to the weaker where one is. */
      readonly groups: readonly (readonly number[])[];
    };

const MOST_STEPS = 200;
/** Of a step in log strength; Newton's steps then gain no digit. */
const SETTLED = 1e-12;

/**
 * Davidson's extension of the Bradley–Terry model to ties: with strengths π and ν ≥ 0, P(i wins) = πᵢ/S, P(tie) = ν√(πᵢπⱼ)/S,
 * S = πᵢ + πⱼ + ν√(πᵢπⱼ). Maximum likelihood in log strengths and log ν, by Newton's method with steps halved while they do not improve; intervals
 * by the inverse of the information. Without ties it is the Bradley–Terry model.
 *
 * A best fit exists if a chain of wins or ties leads from each competitor to every other one (Ford 1957); otherwise the groups are named.
 * Comparisons that share an item or a rater are not independent. With `clusters` the covariance is H⁻¹ (Σ g gᵀ) H⁻¹ n/(n − 1) instead, with g the
 * gradient of each of n clusters (Liang & Zeger 1986), and intervals are Student's with n − 1 degrees of freedom. With few clusters they are too
 * short.
 * @param count competitors, at least two
 * @param clusters the same comparisons, in groups that are independent of each other; by default all are
 * @see Liang & Zeger (1986), Biometrika 73, 13–22; Davidson (1970), JASA 65, 317–328; Bradley & Terry (1952), Biometrika 39, 324–345; Ford (1957), American Mathematical Monthly
 *   64, 28–33
 */
export function davidson(
  count: number,
  comparisons: readonly Comparisons[],
  clusters?: readonly (readonly Comparisons[])[],
): DavidsonFit {
  const linked = components(count, comparisons, 'any');
  if (linked.length > 1) return { state: 'unconnected', groups: linked };
  const strong = components(count, comparisons, 'both');
  if (strong.length > 1) return { state: 'separated', groups: strong };
  const ties = comparisons.reduce((sum, one) => sum + one.ties, 0);
  const decided = comparisons.reduce((sum, one) => sum + one.wins + one.losses, 0);
  // With ties alone ν has no bound.
  if (decided === 0) return { state: 'separated', groups: [[...Array(count).keys()]] };
  const hasTies = ties > 0;
  const n = count + (hasTies ? 1 : 0);
  const at = new Float64Array(n);
  let current = evaluate(at, count, comparisons, hasTies);
  for (let step = 0; step < MOST_STEPS; step++) {
    const { inverse } = invertSymmetric(current.information, n);
    const move = new Float64Array(n);
    let longest = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) move[i] += inverse[i * n + j] * current.gradient[j];
      longest = Math.max(longest, Math.abs(move[i]));
    }
    if (longest < SETTLED) break;
    let share = 1;
    for (; ; share /= 2) {
      const next = evaluate(
        at.map((value, i) => value + share * move[i]),
        count,
        comparisons,
        hasTies,
      );
      if (next.logLikelihood >= current.logLikelihood || share < 1e-9) {
        for (let i = 0; i < n; i++) at[i] += share * move[i];
        current = next;
        break;
      }
    }
    if (share < 1e-9) break;
  }
  const { inverse } = invertSymmetric(current.information, n);
  const isClustered = clusters !== undefined;
  const covariance = isClustered
    ? between(
        inverse,
        clusters.map((own) => evaluate(at, count, own, hasTies).gradient),
        n,
      )
    : inverse;
  // Of one cluster alone nothing is known.
  const half = !isClustered
    ? NORMAL_90
    : clusters.length < 2
      ? Number.POSITIVE_INFINITY
      : studentQuantile(0.05, clusters.length - 1);
  return {
    state: 'fitted',
    strengths: withIntervals(at, count, covariance, n, half),
    logTie: hasTies ? at[count] : null,
  };
}

function evaluate(
  at: Float64Array,
  count: number,
  comparisons: readonly Comparisons[],
  hasTies: boolean,
): { logLikelihood: number; gradient: Float64Array; information: Float64Array } {
  const n = at.length;
  const gradient = new Float64Array(n);
  const information = new Float64Array(n * n);
  let logLikelihood = 0;
  // Of each outcome: how its logit depends on both strengths and on log ν.
  const slopes = [
    [1, 0, 0],
    [0, 1, 0],
    [0.5, 0.5, 1],
  ];
  const outcomes = hasTies ? 3 : 2;
  for (const { first, second, wins, losses, ties } of comparisons) {
    const places = [first, second, count];
    const given = [wins, losses, ties];
    const total = wins + losses + (hasTies ? ties : 0);
    if (total === 0) continue;
    const logits = [at[first], at[second], (at[first] + at[second]) / 2 + (at[count] ?? 0)];
    const most = Math.max(...logits.slice(0, outcomes));
    let sum = 0;
    for (let o = 0; o < outcomes; o++) sum += Math.exp(logits[o] - most);
    const logSum = most + Math.log(sum);
    const p = logits.map((logit, o) => (o < outcomes ? Math.exp(logit - logSum) : 0));
    const parts = hasTies ? 3 : 2;
    for (let o = 0; o < outcomes; o++) {
      logLikelihood += given[o] * (logits[o] - logSum);
      for (let s = 0; s < parts; s++)
        gradient[places[s]] += (given[o] - total * p[o]) * slopes[o][s];
    }
    for (let s = 0; s < parts; s++)
      for (let t = 0; t < parts; t++) {
        let [both, one, other] = [0, 0, 0];
        for (let o = 0; o < outcomes; o++) {
          both += p[o] * slopes[o][s] * slopes[o][t];
          one += p[o] * slopes[o][s];
          other += p[o] * slopes[o][t];
        }
        information[places[s] * n + places[t]] += total * (both - one * other);
      }
  }
  return { logLikelihood, gradient, information };
}

/** H⁻¹ (Σ g gᵀ) H⁻¹ n/(n − 1). */
function between(
  inverse: Float64Array,
  gradients: readonly Float64Array[],
  n: number,
): Float64Array {
  const covariance = new Float64Array(n * n);
  const share = gradients.length / Math.max(1, gradients.length - 1);
  for (const gradient of gradients) {
    const move = new Float64Array(n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) move[i] += inverse[i * n + j] * gradient[j];
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) covariance[i * n + j] += share * move[i] * move[j];
  }
  return covariance;
}

/** Strengths from their mean. Only differences are known: the covariance of centred strengths is that of any generalised inverse, centred. */
function withIntervals(
  at: Float64Array,
  count: number,
  covariance: Float64Array,
  n: number,
  quantile: number,
): Strength[] {
  let centre = 0;
  for (let i = 0; i < count; i++) centre += at[i] / count;
  const rowMeans = new Float64Array(count);
  let grand = 0;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) rowMeans[i] += covariance[i * n + j] / count;
    grand += rowMeans[i] / count;
  }
  return Array.from({ length: count }, (_, i) => {
    const variance = covariance[i * n + i] - 2 * rowMeans[i] + grand;
    const half = Number.isFinite(quantile) ? quantile * Math.sqrt(Math.max(0, variance)) : quantile;
    const strength = at[i] - centre;
    return { strength, low: strength - half, high: strength + half };
  });
}

/**
 * Groups of competitors: `any` compared with each other directly or through others; `both` reached by wins or ties in both directions, the
 * stronger group first.
 */
function components(
  count: number,
  comparisons: readonly Comparisons[],
  kind: 'any' | 'both',
): number[][] {
  const reaches = new Uint8Array(count * count);
  for (let i = 0; i < count; i++) reaches[i * count + i] = 1;
  for (const { first, second, wins, losses, ties } of comparisons) {
    const isAny = kind === 'any' && wins + losses + ties > 0;
    if (isAny || wins + ties > 0) reaches[first * count + second] = 1;
    if (isAny || losses + ties > 0) reaches[second * count + first] = 1;
  }
  for (let k = 0; k < count; k++)
    for (let i = 0; i < count; i++)
      if (reaches[i * count + k] === 1)
        for (let j = 0; j < count; j++)
          if (reaches[k * count + j] === 1) reaches[i * count + j] = 1;
  const groups: number[][] = [];
  const isIn = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    if (isIn[i] === 1) continue;
    const own = [];
    for (let j = i; j < count; j++)
      if (reaches[i * count + j] === 1 && reaches[j * count + i] === 1) {
        own.push(j);
        isIn[j] = 1;
      }
    groups.push(own);
  }
  const reached = (group: readonly number[]) =>
    Array.from({ length: count }, (_, j) => reaches[group[0] * count + j]).reduce(
      (sum, one) => sum + one,
      0,
    );
  return groups.sort((x, y) => reached(y) - reached(x) || x[0] - y[0]);
}
