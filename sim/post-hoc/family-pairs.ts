/** The contribution of pairs of models of two families to Kendall's τ-b; each families × families, one half filled. */
export interface FamilyPairs {
  readonly count: number;
  /** Concordant minus discordant pairs. */
  readonly concordance: Float64Array;
  /** Pairs not tied in the predicted and in the actual scores. */
  readonly untiedPredicted: Float64Array;
  readonly untiedActual: Float64Array;
}

/**
 * Sums up all pairs of different models by the families they are of, so that τ of a sample of families is a sum over
 * pairs of families.
 * @param families the family of each model, from 0 to count − 1
 */
export function familyPairs(
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  families: Int32Array,
  count: number,
): FamilyPairs {
  const concordance = new Float64Array(count * count);
  const untiedPredicted = new Float64Array(count * count);
  const untiedActual = new Float64Array(count * count);
  for (let i = 0; i < predicted.length; i++)
    for (let j = 0; j < i; j++) {
      const [f, g] = [families[i], families[j]];
      const at = Math.max(f, g) * count + Math.min(f, g);
      const dx = Math.sign(predicted[i] - predicted[j]);
      const dy = Math.sign(actual[i] - actual[j]);
      concordance[at] += dx * dy;
      untiedPredicted[at] += dx * dx;
      untiedActual[at] += dy * dy;
    }
  return { count, concordance, untiedPredicted, untiedActual };
}

/**
 * Kendall's τ-b of a sample in which family f comes counts[f] times: a pair of models of families f and g comes counts[f] ·
 * counts[g] times. Copies of one model do not form a pair. Null if undefined.
 */
export function pairTau(pairs: FamilyPairs, counts: Float64Array): number | null {
  const { count, concordance, untiedPredicted, untiedActual } = pairs;
  let c = 0;
  let x = 0;
  let y = 0;
  for (let f = 0; f < count; f++) {
    if (counts[f] === 0) continue;
    for (let g = 0; g <= f; g++) {
      const times = counts[f] * counts[g];
      const at = f * count + g;
      c += times * concordance[at];
      x += times * untiedPredicted[at];
      y += times * untiedActual[at];
    }
  }
  return x > 0 && y > 0 ? c / Math.sqrt(x * y) : null;
}
