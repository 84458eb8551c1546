import { logLogistic } from '../../log-logistic.ts';
import { logistic } from '../../logistic.ts';
import type { CategoryCurves } from './category-curves.ts';

/**
 * The beta-binomial model at one ability: n = K − 1, μ = σ(aθ + d), α = μν, β = (1 − μ)ν, and
 * P_k = C(n, k) Π_{i<k}(α + i) Π_{i<n−k}(β + i) / Π_{i<n}(ν + i). So no gamma function is needed. With n = 1 it is the 2PL for any ν.
 *
 * α′ = aνμ(1 − μ) and α″ = α′a(1 − 2μ). The terms with i = 0 are log μ + log ν and log(1 − μ) + log ν, with derivatives a(1 − μ), −aμ and
 * −a²μ(1 − μ): exact where μ or 1 − μ underflows.
 *
 * @param values a, d, ν, from position `at`
 * @see Skellam (1948), JRSS B 10, 257–261; Noel & Dauvier (2007), Applied Psychological Measurement 31, 47–73
 */
export function betaCurves(
  theta: number,
  values: Float64Array,
  at: number,
  categories: number,
  out: CategoryCurves,
): void {
  const { logP, slope, bend } = out;
  const a = values[at];
  const nu = values[at + 2];
  const n = categories - 1;
  const z = a * theta + values[at + 1];
  const mean = logistic(z);
  const rest = logistic(-z);
  const first = a * nu * mean * rest;
  const second = first * a * (rest - mean);
  const spread = a * a * mean * rest;
  let [log, rise, turn] = [0, 0, 0];
  let norm = 0;
  let ways = 0;
  for (let k = 0; k <= n; k++) {
    logP[k] = log + ways;
    slope[k] = rise;
    bend[k] = turn;
    ways += Math.log((n - k) / (k + 1));
    if (k < n) norm += Math.log(nu + k);
    if (k === 0) {
      log = logLogistic(z) + Math.log(nu);
      rise = a * rest;
      turn = -spread;
    } else {
      const over = 1 / (mean * nu + k);
      log -= Math.log(over);
      rise += first * over;
      turn += second * over - (first * over) ** 2;
    }
  }
  [log, rise, turn] = [0, 0, 0];
  for (let k = n; k >= 0; k--) {
    logP[k] += log - norm;
    slope[k] += rise;
    bend[k] += turn;
    if (k === n) {
      log = logLogistic(-z) + Math.log(nu);
      rise = -a * mean;
      turn = -spread;
    } else {
      const over = 1 / (rest * nu + n - k);
      log -= Math.log(over);
      rise -= first * over;
      turn -= second * over + (first * over) ** 2;
    }
  }
}
