import type { ScoreState } from './score-state.ts';

/** Upper bound of correlations: no two models give quite the same answers. */
const MOST = 0.98;
/** The fewest pairs of models from which their spread around the common value is estimated. */
const FEWEST_PAIRS = 3;

/**
 * The correlation of two models' residuals on the same item, for each pair of models: Σ (u − P̄)(u′ − P̄′) / Σ √(P̄Q̄ P̄′Q̄′)
 * over the items both were asked, shrunk towards the common value of all pairs, in proportion to the scatter that chance
 * explains (method of moments, as in DerSimonian & Laird 1986). New models share the errors of a calibration's items; models of
 * one family share more.
 *
 * @returns n × n, symmetric, 1 on the diagonal
 */
export function residualCorrelations(states: readonly ScoreState[]): Float64Array {
  const n = states.length;
  const own = new Float64Array(n * n);
  const chance = new Float64Array(n * n);
  let products = 0;
  let spreads = 0;
  for (let a = 0; a < n; a++)
    for (let b = 0; b < a; b++) {
      const { product, spread, squares } = common(states[a], states[b]);
      if (spread === 0) continue;
      own[n * a + b] = product / spread;
      chance[n * a + b] = squares / spread ** 2;
      products += product;
      spreads += spread;
    }
  const centre = spreads > 0 ? products / spreads : 0;
  const between = variance(own, chance, centre);
  const result = new Float64Array(n * n);
  for (let a = 0; a < n; a++) {
    result[(n + 1) * a] = 1;
    for (let b = 0; b < a; b++) {
      const at = n * a + b;
      const trust = chance[at] > 0 ? between / (between + chance[at]) : 0;
      const value = centre + trust * (own[at] - centre);
      result[at] = Math.min(MOST, Math.max(-MOST, value));
      result[n * b + a] = result[at];
    }
  }
  return result;
}

function common(a: ScoreState, b: ScoreState) {
  let product = 0;
  let spread = 0;
  let squares = 0;
  for (let j = 0; j < a.spread.length; j++) {
    const s = a.spread[j] * b.spread[j];
    if (s === 0) continue;
    product += a.residual[j] * b.residual[j];
    spread += s;
    squares += s * s;
  }
  return { product, spread, squares };
}

/** The variance between pairs beyond chance, with each pair weighted by its precision. */
function variance(own: Float64Array, chance: Float64Array, centre: number): number {
  let weights = 0;
  let squares = 0;
  let expected = 0;
  let count = 0;
  for (let at = 0; at < own.length; at++) {
    if (chance[at] === 0) continue;
    const weight = 1 / chance[at];
    weights += weight;
    squares += weight * (own[at] - centre) ** 2;
    expected += 1;
    count++;
  }
  return count < FEWEST_PAIRS ? 0 : Math.max(0, (squares - expected) / weights);
}
