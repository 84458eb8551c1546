import { solveFactored } from '../../src/irt/small-cholesky.ts';
import type { FacetLayout } from './facet-layout.ts';
import type { FacetPass } from './facet-pass.ts';
import type { FacetPriors } from './facet-types.ts';
import { expandVector, freePositions, reduceMatrix, reduceVector } from './sum-zero.ts';

const LONGEST_STEP = 2;
/** Standard deviations are at least as large as this share of the distance of nodes: below, sums are no integrals. */
const LEAST_SD = 1;
/** Ratings that follow quality so closely say nothing more. */
const MOST_LOG_SD = Math.log(30);
const MOST_DAMPING = 1e8;

export interface FacetMaximum {
  readonly iterations: number;
  readonly converged: boolean;
  readonly logLikelihood: number;
}

/** Precision of the normal prior of each parameter. */
export function priorPrecisions(layout: FacetLayout, priors: FacetPriors): Float64Array {
  return Float64Array.from({ length: layout.size }, (_, p) => {
    const sd =
      p < layout.aspectsFrom
        ? priors.severity
        : p < layout.thresholdsFrom
          ? priors.aspect
          : p < layout.meansFrom
            ? priors.threshold
            : p < layout.sdAt
              ? priors.mean
              : Infinity;
    return 1 / (sd * sd);
  });
}

/**
 * The highest log-posterior, by Newton's steps with damping where a step does not rise (Levenberg–Marquardt). `xi` is left there; sets of parameters keep the sum 0.
 */
export function maximiseFacets(
  pass: FacetPass,
  xi: Float64Array,
  step: number,
  priors: FacetPriors,
  options: {
    readonly maxIterations: number;
    readonly tolerance: number;
    readonly before: number;
    readonly onRound?: ((round: { iteration: number; logPosterior: number }) => void) | undefined;
  },
): FacetMaximum {
  const { layout } = pass;
  const free = freePositions(layout);
  const least = Math.log(LEAST_SD * step);
  const precision = priorPrecisions(layout, priors);
  const spreads = [layout.sdAt, ...(layout.deviationAt < 0 ? [] : [layout.deviationAt])];
  const priorOf = (x: Float64Array) => {
    let sum = 0;
    for (let p = 0; p < layout.size; p++) sum -= 0.5 * precision[p] * x[p] * x[p];
    if (priors.keepsSpread) for (const p of spreads) sum += x[p];
    return sum;
  };
  for (const p of spreads) xi[p] = Math.max(least, xi[p]);
  let damping = 0;
  let iterations = 0;
  let sums = pass.derivatives(xi, step);
  let value = sums.logLikelihood + priorOf(xi);
  const n = free.length;
  const x = new Float64Array(n);
  while (iterations < options.maxIterations) {
    iterations++;
    const gradient = sums.gradient.slice();
    const information = sums.information.slice();
    for (let p = 0; p < layout.size; p++) {
      gradient[p] -= precision[p] * xi[p];
      information[p * layout.size + p] += precision[p];
    }
    if (priors.keepsSpread) for (const p of spreads) gradient[p] += 1;
    // At a bound that it would pass, a standard deviation stays for this step.
    for (const p of spreads)
      if ((xi[p] <= least && gradient[p] < 0) || (xi[p] >= MOST_LOG_SD && gradient[p] > 0)) {
        gradient[p] = 0;
        for (let q = 0; q < layout.size; q++) {
          information[p * layout.size + q] = 0;
          information[q * layout.size + p] = 0;
        }
        information[p * layout.size + p] = 1;
      }
    const g = reduceVector(layout, free, gradient);
    const h = reduceMatrix(layout, free, information);
    let moved = 0;
    for (;;) {
      const factor = h.slice();
      for (let i = 0; i < n; i++)
        factor[i * n + i] += damping * Math.max(1e-3, Math.abs(h[i * n + i]));
      if (factorDefinite(factor, n)) {
        solveFactored(factor, g, n, x);
        let longest = 0;
        for (let i = 0; i < n; i++) longest = Math.max(longest, Math.abs(x[i]));
        const scale = longest > LONGEST_STEP ? LONGEST_STEP / longest : 1;
        const full = expandVector(layout, free, x);
        const next = xi.slice();
        for (let p = 0; p < layout.size; p++) next[p] += scale * full[p];
        for (const p of spreads) next[p] = Math.min(MOST_LOG_SD, Math.max(least, next[p]));
        const reached = pass.logLikelihood(next, step) + priorOf(next);
        // At the maximum, rounding can make a step of no size fall.
        if (reached >= value - 1e-9 * (1 + Math.abs(value))) {
          moved = next.reduce((most, y, p) => Math.max(most, Math.abs(y - xi[p])), 0);
          xi.set(next);
          break;
        }
      }
      damping = damping === 0 ? 1e-3 : damping * 10;
      if (damping > MOST_DAMPING)
        return { iterations, converged: false, logLikelihood: sums.logLikelihood };
    }
    const wasDamped = damping > 0;
    damping = damping < 1e-6 ? 0 : damping / 10;
    sums = pass.derivatives(xi, step);
    value = sums.logLikelihood + priorOf(xi);
    options.onRound?.({ iteration: options.before + iterations, logPosterior: value });
    if (!wasDamped && moved <= options.tolerance)
      return { iterations, converged: true, logLikelihood: sums.logLikelihood };
    if (wasDamped && moved <= options.tolerance) damping = 0;
  }
  return { iterations, converged: false, logLikelihood: sums.logLikelihood };
}

/** The Cholesky factor of a symmetric matrix in its lower triangle; false if it is not positive definite. */
function factorDefinite(h: Float64Array, size: number): boolean {
  for (let r = 0; r < size; r++)
    for (let s = 0; s <= r; s++) {
      let sum = h[size * r + s];
      for (let t = 0; t < s; t++) sum -= h[size * r + t] * h[size * s + t];
      if (r === s) {
        if (!(sum > 1e-10)) return false;
        h[size * r + r] = Math.sqrt(sum);
      } else h[size * r + s] = sum / h[(size + 1) * s];
    }
  return true;
}
