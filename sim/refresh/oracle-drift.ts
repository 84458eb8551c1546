import { chiSquareTail } from '../../src/statistics/chi-square-tail.ts';
import type { DriftBank } from './drift-bank.ts';

const ROUNDS = 50;
const LONGEST_STEP = 1;
const SMALLEST_STEP = 1e-9;

/**
 * The probability of each item's new answers without drift, by the likelihood-ratio test of a shift, if the curves of old examinees and all
 * abilities are known: no test with estimates finds more.
 */
export function oracleDrift({ matrix, isNew, abilities, curves }: DriftBank): Float64Array {
  const { a, b, c } = curves;
  const width = matrix.items.length;
  const rows = Array.from(isNew.keys()).filter((i) => isNew[i] === 1);
  return Float64Array.from({ length: width }, (_, j) => {
    const right = (i: number, shift: number) =>
      c[j] + (1 - c[j]) / (1 + Math.exp(-a[j] * (abilities[i] - b[j]) - shift));
    const logLikelihood = (shift: number) =>
      rows.reduce((sum, i) => {
        const p = right(i, shift);
        return sum + Math.log(matrix.scores[i * width + j] === 1 ? p : 1 - p);
      }, 0);
    let shift = 0;
    for (let round = 0; round < ROUNDS; round++) {
      let [gradient, information] = [0, 0];
      for (const i of rows) {
        const p = right(i, shift);
        const slope = ((p - c[j]) * (1 - p)) / (1 - c[j]);
        gradient += ((matrix.scores[i * width + j] - p) * slope) / (p * (1 - p));
        information += (slope * slope) / (p * (1 - p));
      }
      const step = Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, gradient / information));
      if (!Number.isFinite(step)) break;
      shift += step;
      if (Math.abs(step) < SMALLEST_STEP) break;
    }
    const statistic = 2 * (logLikelihood(shift) - logLikelihood(0));
    return Number.isFinite(statistic) ? chiSquareTail(Math.max(0, statistic), 1) : 1;
  });
}
