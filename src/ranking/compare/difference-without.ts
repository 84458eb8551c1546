import {
  type DifferenceDraw,
  DifferenceSample,
  type SampledDifference,
} from './difference-sample.ts';

/** Least estimated weight of the items with both answers. */
const LEAST_WEIGHT = 1e-3;

/** The difference of two scores on the items with both answers there. */
export interface DifferenceWithout {
  readonly sample: SampledDifference;
  /** Σ w² of the weights of these items, which add up to 1. */
  readonly itemSquares: number;
}

/**
 * The difference of two examinees on the part of a bank in which both answers are there, from the draws of a comparison of the whole bank. It
 * is the ratio R = Σ_there w d / Σ_there w; both sums are estimated by the draws (DifferenceSample). Its variance is that of the sum of the
 * linearized differences z = (d − R) / Σ_there w, 0 where an answer is not there.
 *
 * @param draws in their order; `isThere` by draw
 * @param isWhole all items were drawn: both sums are exact
 * @param itemSquares Σ w² of the whole bank
 * @param expectedSquares Σ w² d² of the whole bank as the model has it
 * @returns null if no item with both answers was drawn
 * @see Särndal, Swensson & Wretman (1992), Model Assisted Survey Sampling, 5.6 (ratios) and 5.8 (domains)
 */
export function differenceWithout(
  draws: readonly DifferenceDraw[],
  isThere: ArrayLike<boolean>,
  isWhole: boolean,
  itemSquares: number,
  expectedSquares: number,
): DifferenceWithout | null {
  const [sums, weights, linear] = [0, 1, 2].map(() => new DifferenceSample());
  const restOf = new Float64Array(draws.length);
  let rest = 1;
  let [items, differing, exactWeight, exactSquares, exactItems] = [0, 0, 0, 0, 0];
  draws.forEach((draw, m) => {
    restOf[m] = rest;
    sums.add({ ...draw, difference: isThere[m] ? draw.difference : 0 });
    weights.add({ ...draw, difference: isThere[m] ? 1 : 0, expected: 1, expectedRest: rest });
    rest -= draw.weight;
    if (!isThere[m]) return;
    items++;
    if (draw.difference !== 0) differing++;
    exactWeight += draw.weight;
    exactSquares += (draw.weight * draw.difference) ** 2;
    exactItems += draw.weight ** 2;
  });
  if (items === 0) return null;
  if (isWhole)
    return {
      sample: {
        ...{ items, differing, variance: 0, degrees: Math.max(2, items - 1) },
        difference: sums.known.sum / exactWeight,
        squares: exactSquares / exactWeight ** 2,
      },
      itemSquares: exactItems / exactWeight ** 2,
    };
  const weight = Math.min(1, weights.estimate(0, false)!.difference);
  if (weight < LEAST_WEIGHT) return null;
  const ratio = sums.estimate(0, false)!.difference / weight;
  const difference = Math.min(1, Math.max(-1, ratio));
  draws.forEach((draw, m) => {
    linear.add({
      ...draw,
      difference: isThere[m] ? (draw.difference - difference) / weight : 0,
      differs: isThere[m] && draw.difference !== 0,
      expected: (draw.expected - difference) / weight,
      expectedRest: (draw.expectedRest - difference * restOf[m]) / weight,
      variance: draw.variance / weight ** 2,
    });
  });
  const { variance, degrees, squares } = linear.estimate(expectedSquares / weight ** 2, false)!;
  const own = itemSquares / weight;
  return {
    // Linearized differences have their mean taken off already.
    sample: {
      items,
      differing,
      difference,
      variance,
      degrees,
      squares: squares + difference ** 2 * own,
    },
    itemSquares: own,
  };
}
