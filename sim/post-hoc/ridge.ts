import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { mean } from '../../src/statistics/mean.ts';

/** A ridge regression with an intercept that is not penalised. */
export interface Ridge {
  readonly penalty: number;
  /** Root mean square of the leave-one-out residuals. */
  readonly residualSd: number;
  predict(row: ArrayLike<number>): number;
}

/** Penalties tried, in units of the mean eigenvalue: 10⁻³ … 10³ in quarter decades. */
const PENALTIES = Array.from({ length: 25 }, (_, k) => 10 ** (k / 4 - 3));

/**
 * Ridge regression in its dual form, for few rows and many columns: with X and y centred and K = XXᵀ = VΛVᵀ,
 * α = (K + κI)⁻¹ y, and a new row x gets ȳ + (x − x̄)ᵀXᵀα. The penalty κ has the least sum of squared leave-one-out
 * residuals, which need no further fits: e_i = κα_i / (1 − H_ii), 1 − H_ii = Σ_k V_ik² κ/(λ_k + κ) − 1/n.
 *
 * @param x rows × columns, row by row; at least 2 rows
 * @param y one entry per row
 * @param penalties what to choose from; default: 10⁻³ to 10³ mean eigenvalues
 * @see Hoerl & Kennard (1970), Technometrics 12, 55–67; Golub, Heath & Wahba (1979), Technometrics 21, 215–223
 */
export function fitRidge(x: Float64Array, y: Float64Array, penalties?: readonly number[]): Ridge {
  const n = y.length;
  const width = x.length / n;
  const means = new Float64Array(width);
  for (let i = 0; i < n; i++) for (let j = 0; j < width; j++) means[j] += x[i * width + j] / n;
  const centred = x.map((value, k) => value - means[k % width]);
  const kernel = Matrix.zeros(n, n);
  for (let i = 0; i < n; i++)
    for (let k = 0; k <= i; k++) {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += centred[i * width + j] * centred[k * width + j];
      kernel.set(i, k, sum);
      kernel.set(k, i, sum);
    }
  const { realEigenvalues, eigenvectorMatrix: v } = new EigenvalueDecomposition(kernel, {
    assumeSymmetric: true,
  });
  const eigenvalues = realEigenvalues.map((value) => Math.max(0, value));
  const centre = mean(y);
  const rotated = eigenvalues.map((_, k) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += v.get(i, k) * (y[i] - centre);
    return sum;
  });
  const scale = mean(eigenvalues) || 1;
  let best = { penalty: Number.NaN, squares: Number.POSITIVE_INFINITY, alpha: new Float64Array(n) };
  for (const penalty of penalties ?? PENALTIES.map((unit) => unit * scale)) {
    const alpha = new Float64Array(n);
    let squares = 0;
    for (let i = 0; i < n; i++) {
      let open = -1 / n;
      for (let k = 0; k < n; k++) {
        alpha[i] += (v.get(i, k) * rotated[k]) / (eigenvalues[k] + penalty);
        open += (v.get(i, k) ** 2 * penalty) / (eigenvalues[k] + penalty);
      }
      squares += ((penalty * alpha[i]) / open) ** 2;
    }
    if (squares < best.squares) best = { penalty, squares, alpha };
  }
  const slopes = new Float64Array(width);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < width; j++) slopes[j] += centred[i * width + j] * best.alpha[i];
  return {
    penalty: best.penalty,
    residualSd: Math.sqrt(best.squares / n),
    predict: (row) => slopes.reduce((sum, slope, j) => sum + slope * (row[j] - means[j]), centre),
  };
}
