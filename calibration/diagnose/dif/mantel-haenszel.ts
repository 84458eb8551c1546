import { chiSquareTail } from '../../../src/statistics/chi-square-tail.ts';
import { normalTail } from '../../../src/statistics/normal-tail.ts';

/** 2 × 2 tables, one entry per stratum. */
export interface StrataTables {
  /** Right and wrong answers of the reference group. */
  readonly rightReference: Float64Array;
  readonly wrongReference: Float64Array;
  readonly rightFocal: Float64Array;
  readonly wrongFocal: Float64Array;
}

/** ETS classes: negligible, moderate, large. */
export type EtsClass = 'A' | 'B' | 'C';

export interface MantelHaenszel {
  /** Strata with both groups, and with right and wrong answers; only these count. */
  readonly strata: number;
  /** With the continuity correction. */
  readonly chiSquare: number;
  readonly p: number;
  readonly chiSquareUncorrected: number;
  readonly pUncorrected: number;
  /** Common odds ratio, reference over focal: above 1 if the item is harder for the focal group. Null at 0 and infinity. */
  readonly oddsRatio: number | null;
  /** −ln of the odds ratio, in logits: below 0 if the item is harder for the focal group. */
  readonly effect: number | null;
  readonly se: number | null;
  /** The ETS delta, 2.35 · effect. */
  readonly delta: number | null;
  readonly etsClass: EtsClass | null;
}

/** Points of the delta scale per logit. */
const DELTA = 2.35;
/** A delta below 1 is negligible; 1.5 is large if it is significantly above 1. */
const [NEGLIGIBLE, LARGE] = [1, 1.5];
const ALPHA = 0.05;

/**
 * The Mantel-Haenszel test of a common odds ratio of 1, and its estimate α = Σ R_k W′_k/n_k ÷ Σ W_k R′_k/n_k over the strata k, with R and W the
 * right and wrong answers of the reference group, R′ and W′ those of the focal group. The chi-square is
 * (|Σ R_k − E| − ½)²/Σ V, E and V of the hypergeometric distribution; ½ is left out where the difference is smaller, and in the
 * uncorrected one.
 *
 * @returns null if no stratum tells the groups apart
 * @see Mantel & Haenszel (1959), Journal of the National Cancer Institute 22, 719–748; Holland & Thayer (1988), in Wainer & Braun, Test
 *   Validity, 129–145; Robins, Breslow & Greenland (1986), Biometrics 42, 311–323, for the standard error of ln α; Zieky (1993), in
 *   Holland & Wainer, Differential Item Functioning, 337–347, for the classes
 */
export function mantelHaenszel(tables: StrataTables, scale = 1): MantelHaenszel | null {
  const { rightReference, wrongReference, rightFocal, wrongFocal } = tables;
  let [strata, difference, variance, top, bottom] = [0, 0, 0, 0, 0];
  let [tops, mixed, bottoms] = [0, 0, 0];
  for (let k = 0; k < rightReference.length; k++) {
    const [a, b, c, d] = [rightReference[k], wrongReference[k], rightFocal[k], wrongFocal[k]];
    const n = a + b + c + d;
    if (a + b === 0 || c + d === 0 || a + c === 0 || b + d === 0) continue;
    strata++;
    difference += a - ((a + b) * (a + c)) / n;
    variance += ((a + b) * (c + d) * (a + c) * (b + d)) / (n * n * (n - 1));
    const [r, s] = [(a * d) / n, (b * c) / n];
    const [p, q] = [(a + d) / n, (b + c) / n];
    top += r;
    bottom += s;
    tops += p * r;
    mixed += p * s + q * r;
    bottoms += q * s;
  }
  if (!(variance > 0)) return null;
  const distance = Math.abs(difference);
  const square = (x: number) => (x * x) / variance;
  const chiSquare = square(distance - (distance >= 0.5 ? 0.5 : 0));
  const chiSquareUncorrected = square(distance);
  const isEstimated = top > 0 && bottom > 0;
  const effect = isEstimated ? Math.log(bottom / top) : null;
  const se = isEstimated
    ? Math.sqrt(
        scale *
          (tops / (2 * top * top) + mixed / (2 * top * bottom) + bottoms / (2 * bottom * bottom)),
      )
    : null;
  const p = chiSquareTail(chiSquare, 1);
  return {
    strata,
    chiSquare,
    p,
    chiSquareUncorrected,
    pUncorrected: chiSquareTail(chiSquareUncorrected, 1),
    oddsRatio: isEstimated ? top / bottom : null,
    effect,
    se,
    delta: effect === null ? null : DELTA * effect,
    etsClass:
      effect === null || se === null
        ? null
        : etsClass(DELTA * effect, DELTA * se, chiSquareTail(chiSquare / scale, 1)),
  };
}

/** A if the delta is below 1 or not significant; C if it is 1.5 or more and significantly above 1; else B. */
function etsClass(delta: number, se: number, p: number): EtsClass {
  const size = Math.abs(delta);
  if (size < NEGLIGIBLE || !(p < ALPHA)) return 'A';
  return size >= LARGE && normalTail((size - NEGLIGIBLE) / se) < ALPHA ? 'C' : 'B';
}
