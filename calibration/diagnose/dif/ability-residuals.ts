import type { ItemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';

/** The answers of one examinee to the items it was asked, against its curves. */
export interface AbilityResiduals {
  readonly count: number;
  readonly items: Int32Array;
  /** 0 or 1. */
  readonly scores: Uint8Array;
  readonly ps: Float64Array;
  /** P′. */
  readonly slopes: Float64Array;
}

/** Probabilities nearer to 0 and 1 say nothing that rounding leaves. */
const EDGE = 1e-9;

/** @param row scores of one examinee, NaN where it was not asked */
export function abilityResiduals(
  row: Float32Array,
  ability: number,
  { a, b, c, d }: ItemParameters,
): AbilityResiduals {
  const n = row.length;
  const own = {
    items: new Int32Array(n),
    scores: new Uint8Array(n),
    ps: new Float64Array(n),
    slopes: new Float64Array(n),
  };
  let count = 0;
  for (let j = 0; j < n; j++) {
    if (Number.isNaN(row[j])) continue;
    const p = probability(ability, a[j], b[j], c[j], d[j]);
    if (!(p > EDGE && p < 1 - EDGE)) continue;
    own.items[count] = j;
    own.scores[count] = row[j];
    own.ps[count] = p;
    own.slopes[count++] = (a[j] * (p - c[j]) * (d[j] - p)) / (d[j] - c[j]);
  }
  return { count, ...own };
}

/**
 * Weights h − (Σ h P′ / Σ P′²/PQ) · P′/PQ: the sum of weighted residuals Σ w (u − P) then does not depend, to first order, on the error of the
 * ability, which was estimated from the same answers.
 *
 * @param wanted h, the items that are summed, by place in `residuals`
 * @see Snijders (2001), Psychometrika 66, 331–342
 */
export function steadyWeights(
  { count, ps, slopes }: AbilityResiduals,
  wanted: ArrayLike<number>,
): Float64Array {
  let [along, information] = [0, 0];
  for (let k = 0; k < count; k++) {
    along += wanted[k] * slopes[k];
    information += (slopes[k] * slopes[k]) / (ps[k] * (1 - ps[k]));
  }
  const part = information > 0 ? along / information : 0;
  return Float64Array.from(
    { length: count },
    (_, k) => wanted[k] - (part * slopes[k]) / (ps[k] * (1 - ps[k])),
  );
}
