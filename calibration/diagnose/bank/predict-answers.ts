import { ATTENUATION } from '../../../src/irt/attenuation.ts';
import { logistic } from '../../../src/irt/logistic.ts';
import { invertPositive, solvePositive } from '../../../src/irt/small-cholesky.ts';
import type { FactorModel } from '../../fit/fit-factors.ts';

/** Newton steps to the abilities, the most that one may move, and a move that is none. */
const STEPS = 50;
const LONGEST_STEP = 0.7;
const SETTLED = 1e-6;
/** A probability is at least this: one impossible answer is not infinitely bad. */
const LEAST_PROBABILITY = 1e-9;

/**
 * The log-likelihood of some answers of an examinee who was not in the calibration, each predicted from its other answers.
 *
 * Abilities have a prior N(0, I). Their posterior given the other answers is approximated by a normal distribution at its mode,
 * on curves attenuated for the uncertainty of the item coefficients (`fitFactors`). An answer's probability is that of the curve
 * averaged over abilities x = (1, θ) and coefficients β: c + (1 − c)σ(x'β / √(1 + πv/8)), v = x'Cx + a'Va + tr(C_a V), with C
 * and V their covariances.
 *
 * @param scores 0 and 1, of all items
 * @param given, predicted positions of items
 * @see MacKay (1992), Neural Computation 4, 720–736
 */
export function predictAnswers(
  model: FactorModel,
  scores: Float32Array,
  given: Int32Array,
  predicted: Int32Array,
): number {
  const { dimensions: k, coefficients, covariances, guessing } = model;
  const size = k + 1;
  const theta = new Float64Array(k);
  const x = new Float64Array(size);
  x[0] = 1;
  const gradient = new Float64Array(k);
  const hessian = new Float64Array(k * k);
  const step = new Float64Array(k);
  /** x'β and x'Cx of an item at the abilities. */
  const at = { z: 0, variance: 0 };
  const evaluate = (j: number) => {
    at.z = 0;
    at.variance = 0;
    for (let r = 0; r < size; r++) {
      at.z += coefficients[size * j + r] * x[r];
      let row = 0;
      for (let s = 0; s < size; s++) row += covariances[size * size * j + size * r + s] * x[s];
      at.variance += row * x[r];
    }
  };
  const derive = () => {
    hessian.fill(0);
    for (let d = 0; d < k; d++) {
      x[d + 1] = theta[d];
      gradient[d] = -theta[d];
      hessian[(k + 1) * d] = 1;
    }
    for (const j of given) {
      evaluate(j);
      const c = guessing[j];
      const flat = 1 / Math.sqrt(1 + ATTENUATION * at.variance);
      const up = logistic(at.z * flat);
      const slope = (up / (c + (1 - c) * up)) * flat;
      const residual = slope * (scores[j] - (c + (1 - c) * up));
      const weight = slope * (1 - c) * up * (1 - up) * flat;
      for (let d = 0; d < k; d++) {
        const a = coefficients[size * j + d + 1];
        gradient[d] += residual * a;
        for (let e = 0; e <= d; e++)
          hessian[k * d + e] += weight * a * coefficients[size * j + e + 1];
      }
    }
  };
  for (let pass = 0; pass < STEPS; pass++) {
    derive();
    solvePositive(hessian, gradient, k, step);
    let longest = 0;
    for (let d = 0; d < k; d++) longest = Math.max(longest, Math.abs(step[d]));
    const scale = Math.min(1, LONGEST_STEP / Math.max(longest, SETTLED));
    for (let d = 0; d < k; d++) theta[d] += scale * step[d];
    if (longest < SETTLED) break;
  }
  derive();
  const spread = invertPositive(hessian, k);
  let sum = 0;
  for (const j of predicted) {
    evaluate(j);
    let variance = at.variance;
    for (let d = 0; d < k; d++)
      for (let e = 0; e < k; e++)
        variance +=
          spread[k * d + e] *
          (coefficients[size * j + d + 1] * coefficients[size * j + e + 1] +
            covariances[size * size * j + size * (d + 1) + e + 1]);
    const c = guessing[j];
    const right = c + (1 - c) * logistic(at.z / Math.sqrt(1 + ATTENUATION * variance));
    sum += Math.log(Math.max(LEAST_PROBABILITY, scores[j] === 1 ? right : 1 - right));
  }
  return sum;
}
