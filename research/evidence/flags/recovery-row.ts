import { type MarginalFit, mean, type Slopes, variance } from 'thetarank';
import type { ReversedBank } from 'thetarank/study';

/** One row: two fits of a bank, with the default quadrature and with many nodes. */
export function recoveryRow(
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
  // These examinees define the scale of the fit, with mean 0 and variance 1; move the truth to it.
  const [centre, sd] = [mean(abilities), Math.sqrt(variance(abilities))];
  const ofA = (j: number) => a[j] - sign(j) * items.a[j] * sd;
  const ofB = (j: number) => b[j] - (items.b[j] - centre) / sd;
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
