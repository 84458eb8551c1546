/** The bandwidth in standard errors: smaller cuts drifted items off better, larger uses more of what stable items say. */
const WIDTH = 1;
/** Starting points of the search, in the range of the values. */
const STARTS = 41;
const ROUNDS = 200;
const SMALLEST_STEP = 1e-9;

/**
 * Where most values lie, each within its error: the m with the largest Σ exp(−(x − m)²/(2 s²)) / s. A value many errors away does not
 * count, on whichever side: drift of many items in one direction moves a median, and a mean more, but not this mode.
 *
 * Every start climbs by m ← Σ w x / Σ w, w = exp(…)/s³; the highest end is taken.
 *
 * @param values at least one; NaN where it is not known, as is its error
 * @see Dennis & Welsch (1978), Communications in Statistics B 7, 345–359, for the function; Chu (1973) and Comaniciu & Meer (2002), IEEE Transactions on Pattern Analysis 24, 603–619, for the climb
 */
export function robustCentre(values: Float64Array, errors: Float64Array): number {
  const known = Array.from(values.keys()).filter((j) => Number.isFinite(values[j] + errors[j]));
  const [low, high] = rangeOf(known.map((j) => values[j]));
  let best = { at: 0, height: Number.NEGATIVE_INFINITY };
  for (let k = 0; k < STARTS; k++) {
    let at = low + ((high - low) * k) / (STARTS - 1);
    let height = 0;
    for (let round = 0; round < ROUNDS; round++) {
      let [sum, weights] = [0, 0];
      height = 0;
      for (const j of known) {
        const z = (values[j] - at) / (WIDTH * errors[j]);
        const part = Math.exp(-0.5 * z * z) / errors[j];
        height += part;
        const weight = part / (errors[j] * errors[j]);
        weights += weight;
        sum += weight * values[j];
      }
      const next = weights > 0 ? sum / weights : at;
      const step = Math.abs(next - at);
      at = next;
      if (step < SMALLEST_STEP) break;
    }
    if (height > best.height) best = { at, height };
  }
  return best.at;
}

/** From the 10th to the 90th percentile. */
function rangeOf(values: readonly number[]): [number, number] {
  const sorted = Float64Array.from(values).sort();
  const cut = Math.floor(sorted.length / 10);
  return [sorted[cut], sorted[sorted.length - 1 - cut]];
}
