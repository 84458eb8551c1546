import type { CategoryCurves } from './category-curves.ts';

/**
 * P_k ∝ exp(s_k θ + c_k): the nominal model, and the generalised partial credit model with s_k = ka.
 * (log P_k)′ = Σ_m P_m(s_k − s_m), (log P_k)″ = −Σ_{k<m} P_k P_m(s_k − s_m)². As sums of differences the slopes stay exact where one
 * category has nearly all probability.
 *
 * @param values s_0 … s_{K−1}, c_0 … c_{K−1}, from position `at`
 * @see Bock (1972), Psychometrika 37, 29–51; Muraki (1992), Applied Psychological Measurement 16, 159–176
 */
export function linearCurves(
  theta: number,
  values: Float64Array,
  at: number,
  categories: number,
  out: CategoryCurves,
): void {
  const { logP, slope, bend } = out;
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < categories; k++) {
    logP[k] = values[at + k] * theta + values[at + categories + k];
    if (logP[k] > most) most = logP[k];
  }
  let sum = 0;
  for (let k = 0; k < categories; k++) sum += Math.exp(logP[k] - most);
  const norm = most + Math.log(sum);
  for (let k = 0; k < categories; k++) {
    logP[k] -= norm;
    slope[k] = 0;
  }
  let spread = 0;
  for (let m = 0; m < categories; m++) {
    const p = Math.exp(logP[m]);
    for (let k = 0; k < categories; k++) {
      const apart = values[at + k] - values[at + m];
      slope[k] += p * apart;
      if (k < m) spread += p * Math.exp(logP[k]) * apart * apart;
    }
  }
  for (let k = 0; k < categories; k++) bend[k] = -spread;
}
