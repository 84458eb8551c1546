import type { ItemParameters } from '../../src/irt/parameters.ts';
import { median } from '../../src/statistics/median.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { studentQuantile } from '../../src/statistics/student-quantile.ts';

/** With fewer anchors, an interquartile range says nothing. */
export const FEWEST_TO_SCREEN = 5;
/** The probability that any anchor is dropped though none drifted. */
const FALSE_DROP = 0.05;
/** The standard deviation of normal values, as a share of their interquartile range. */
const NORMAL_IQR = 0.7413;
/** Differences below this are rounding: anchors that are equal on both scales differ by no more. */
const LEAST_SCALE = 1e-6;

/**
 * The |z| above which an anchor drifted: with normal errors and no drift, the largest of the 2n values of n anchors is above
 * it with a probability of at most about 5%. It is the Student's t of n/2 degrees of freedom with Bonferroni's tail, which
 * simulation bears out: with few anchors the interquartile range is itself uncertain (5.2 for 12 anchors, 3.9 for 100).
 * @param anchors 2 or more
 */
export function driftBound(anchors: number): number {
  return studentQuantile(FALSE_DROP / (4 * anchors), Math.floor(anchors / 2));
}

/** How far the parameters of each anchor moved, in robust standard deviations; NaN where it is not known. */
export interface AnchorDrift {
  readonly slope: Float64Array;
  readonly difficulty: Float64Array;
}

/**
 * Robust z of each common item: of log(a/a*), and of b* − A b with A = exp(median log(a/a*)), each
 *
 *     z = (x − median x) / (0.7413 · interquartile range of x).
 *
 * NaN for slopes of different signs, which have no ratio, and for fewer than 5 anchors.
 * @param from, to the common items on both scales, in one order
 * @see Huynh & Meyer (2010), Practical Assessment, Research & Evaluation 15(2)
 */
export function anchorDrift(from: ItemParameters, to: ItemParameters): AnchorDrift {
  const ratio = from.a.map((a, j) => (a / to.a[j] > 0 ? Math.log(a / to.a[j]) : Number.NaN));
  const known = ratio.filter((x) => !Number.isNaN(x));
  if (known.length < FEWEST_TO_SCREEN) {
    const none = () => new Float64Array(from.count).fill(Number.NaN);
    return { slope: none(), difficulty: none() };
  }
  const slope = Math.exp(median(known));
  const difficulty = from.b.map((b, j) =>
    Number.isNaN(ratio[j]) ? Number.NaN : to.b[j] - slope * b,
  );
  return { slope: robustZ(ratio), difficulty: robustZ(difficulty) };
}

function robustZ(values: Float64Array): Float64Array {
  const known = values.filter((x) => !Number.isNaN(x)).sort();
  const middle = median(known);
  const scale = NORMAL_IQR * (quantile(known, 3, 4) - quantile(known, 1, 4));
  return values.map((x) => (x - middle) / Math.max(scale, LEAST_SCALE));
}
