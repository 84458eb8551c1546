import type { Answers } from '../../src/irt/answers.ts';
import { logLikelihood } from '../../src/irt/log-likelihood.ts';
import { probability } from '../../src/irt/probability.ts';
import { probabilityDerivatives } from '../../src/irt/probability-derivatives.ts';

/** J/(2I) of the answered items at `theta`, from P, P′ and P″ themselves. */
export function weightTilt(theta: number, { items, index, count }: Answers): number {
  const { a, b, c, d } = items;
  let information = 0;
  let warm = 0;
  for (let k = 0; k < count; k++) {
    const j = index[k];
    const p = probability(theta, a[j], b[j], c[j], d[j]);
    const { first, second } = probabilityDerivatives(theta, a[j], b[j], c[j], d[j]);
    information += first ** 2 / (p * (1 - p));
    warm += (first * second) / (p * (1 - p));
  }
  return warm / (2 * information);
}

/**
 * How much higher log L + ∫ J/(2I) is at `to` than at `from`; the integral by Simpson's rule on steps of at most
 * `step`.
 */
export function weightedRise(answers: Answers, from: number, to: number, step = 1e-3): number {
  const panels = Math.max(1, Math.ceil(Math.abs(to - from) / step));
  const half = (to - from) / panels / 2;
  let integral = 0;
  for (let k = 0; k < panels; k++) {
    const left = from + 2 * k * half;
    const tilts = [left, left + half, left + 2 * half].map((t) => weightTilt(t, answers));
    integral += (half / 3) * (tilts[0] + 4 * tilts[1] + tilts[2]);
  }
  return logLikelihood(to, answers) - logLikelihood(from, answers) + integral;
}

/** The derivative of the log-likelihood, from P and P′ themselves. */
export function scoreOf(theta: number, { items, index, scores, count }: Answers): number {
  const { a, b, c, d } = items;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const j = index[k];
    const p = probability(theta, a[j], b[j], c[j], d[j]);
    const { first } = probabilityDerivatives(theta, a[j], b[j], c[j], d[j]);
    sum += ((scores[k] - p) * first) / (p * (1 - p));
  }
  return sum;
}
