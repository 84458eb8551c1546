import { normalQuantile } from '../../../src/statistics/normal-quantile.ts';
import { studentQuantile } from '../../../src/statistics/student-quantile.ts';

/** A figure with its Monte Carlo standard error; null if it is not defined. */
export interface Figure {
  readonly value: number | null;
  readonly se: number | null;
}

/**
 * A ratio of sums over clusters, Σ s / Σ n, such as the mean over sessions if the sessions of a cluster share something, such
 * as the bank. Takes one cluster at a time and keeps five numbers. With v the ratio and R clusters its variance is
 *
 *     R / (R − 1) · Σ (s − v n)² / (Σ n)².
 *
 * @see Cochran (1977), Sampling Techniques, ch. 6, for the variance of a ratio
 */
export class Ratio {
  #clusters = 0;
  #n = 0;
  /** The ratio of the first cluster. Sums are of deviations from it, which keeps digits if clusters are similar. */
  #origin = 0;
  #s = 0;
  #nn = 0;
  #sn = 0;
  #ss = 0;

  /** @param n what the sum `s` of a cluster is to be divided by; a cluster of 0 does not count */
  add(s: number, n: number): void {
    if (n === 0) return;
    if (this.#clusters === 0) this.#origin = s / n;
    const difference = s - this.#origin * n;
    this.#clusters++;
    this.#n += n;
    this.#s += difference;
    this.#nn += n * n;
    this.#sn += difference * n;
    this.#ss += difference * difference;
  }

  /** What `n` adds up to. */
  get total(): number {
    return this.#n;
  }

  figure(): Figure {
    const clusters = this.#clusters;
    if (clusters === 0) return { value: null, se: null };
    const change = this.#s / this.#n;
    const value = this.#origin + change;
    if (clusters === 1) return { value, se: null };
    const squares = this.#ss - 2 * change * this.#sn + change * change * this.#nn;
    return { value, se: Math.sqrt((clusters / (clusters - 1)) * Math.max(0, squares)) / this.#n };
  }
}

/** The root of a figure, its error by the delta method. */
export function rootOf({ value, se }: Figure): Figure {
  if (value === null) return { value, se };
  const root = Math.sqrt(value);
  return { value: root, se: se === null || root === 0 ? null : se / (2 * root) };
}

/** Clusters before a study that stops when it is precise is looked at, and that must agree before a figure counts as without error. */
export const FIRST_LOOK = 20;
/** Of both tails of a 95% interval. */
const TAIL = 0.025;

/** Half-width of a 95% interval in standard errors over `clusters`: the quantile of Student's t. */
export function reach95(clusters: number): number {
  return studentQuantile(TAIL, Math.max(1, clusters - 1));
}

/**
 * The number of replications until a 95% interval is as narrow as ± 1.96 standard errors of size `wanted`. The present standard
 * error is itself uncertain, so it is multiplied by t / 1.96, with t for this number of clusters.
 * @param clusters that the standard error is over
 * @returns null if unknown; an error of 0 over fewer than 20 clusters may be chance
 */
export function replicationsNeeded(
  { se }: Figure,
  { replications, clusters }: Sample,
  wanted: number,
): number | null {
  if (se === null) return null;
  if (se === 0) return clusters < FIRST_LOOK ? null : replications;
  const wider = reach95(clusters) / normalQuantile(TAIL);
  return Math.max(1, Math.ceil(replications * ((wider * se) / wanted) ** 2));
}

/** How much was simulated. */
export interface Sample {
  readonly replications: number;
  /** What standard errors are over: replications, or groups of the only one. */
  readonly clusters: number;
}
