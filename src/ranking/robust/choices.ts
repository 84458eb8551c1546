/** Dimensions of the factor model: the most that it has, and how many examinees each of them needs. */
const DIMENSIONS = [4, 2, 1];
const EXAMINEES_A_DIMENSION = 2;

/** Shares of random items; the least suffices from 19 examinees on, and 6 ask for all. */
const LEAST_RANDOM = 0.1;
const SQUARED_EXAMINEES = 36;

/**
 * The number of dimensions of a calibration on so many examinees. Each examinee's answers show how much they need of them
 * (ExaminePosterior), so that the most that can be fitted costs little.
 */
export function dimensionsFor(examinees: number): number {
  return DIMENSIONS.find((d) => d * EXAMINEES_A_DIMENSION <= examinees) ?? 1;
}

/**
 * The share of random items by the number of the calibration's examinees, in [0.1, 1]: few examinees tell little of the items, and
 * choosing by what they tell is worth less than what random items show. Learned over many banks (docs/evidence), since a bank of a
 * dozen examinees cannot tell which share it needs.
 */
export function randomShareFor(examinees: number): number {
  return Math.min(1, Math.max(LEAST_RANDOM, SQUARED_EXAMINEES / (examinees * examinees)));
}
