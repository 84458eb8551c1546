import { curveKernel, scratchMemory } from '../../irt/curve-kernel.ts';
import type { AnsweredItems } from './examinee-posterior.ts';
import type { ScoreModel } from './score-model.ts';

/** What the kernel needs of a posterior besides the answers. */
export interface PosteriorShape {
  readonly model: ScoreModel;
  /** First coordinate of each grouping. */
  readonly firsts: readonly number[];
  /** Coordinates that come first: those of the groups of the last grouping do not meet each other. */
  readonly head: number;
  /** Of the prior, one entry per coordinate. */
  readonly precision: Float64Array;
}

/** Numbers in the information of a posterior: see calibration/kernel/assembly/posterior.ts. */
export function informationLength({
  head,
  precision,
}: Pick<PosteriorShape, 'head' | 'precision'>): number {
  const tail = precision.length - head;
  return head * head + tail * head + tail;
}

/** Numbers of memory that the kernel works in. */
function workLength(shape: PosteriorShape): number {
  const { head, precision } = shape;
  const { dimensions } = shape.model;
  const integers = (precision.length - head) * (1 + head);
  const pairs = 3 * (dimensions + 1) + (dimensions * (dimensions + 3)) / 2;
  return informationLength(shape) + 2 * precision.length + 2 * pairs + Math.ceil(integers / 2);
}

/**
 * Moves a mean to the mode of the posterior given answers.
 *
 * @param mean where the search begins
 * @param information filled with that at the mode
 * @returns the logarithm of the evidence (Laplace)
 */
export function findMode(
  shape: PosteriorShape,
  { index, scores, count }: AnsweredItems,
  mean: Float64Array,
  information: Float64Array,
): number {
  const { model, firsts, head, precision } = shape;
  const { dimensions, coefficients, covariances, guessing, groupings, ceiling = 1 } = model;
  const all = precision.length;
  const size = dimensions + 1;
  const square = size * size;
  const even = count + (count % 2);
  const groups = groupings.length;
  const width = size + (size * (size + 1)) / 2 + 2;
  const [answers, coordinates, priors, means, hessian, work] = places([
    even * width,
    Math.ceil((even * groups) / 2),
    all,
    all,
    information.length,
    workLength(shape),
  ]);
  const { buffer } = scratchMemory(work.end);
  const pairs = new Float64Array(buffer, answers.at, even * width);
  const effects = new Uint32Array(buffer, coordinates.at, even * groups);
  pairs.fill(0, width * (even - 2));
  for (let t = 0; t < count; t++) {
    const j = index[t];
    let at = width * (t - (t % 2)) + (t % 2);
    for (let r = 0; r < size; r++, at += 2) pairs[at] = coefficients[size * j + r];
    for (let r = 0; r < size; r++)
      for (let s = 0; s <= r; s++, at += 2) pairs[at] = covariances[square * j + size * r + s];
    pairs[at] = guessing[j];
    pairs[at + 2] = scores[t];
    for (let g = 0; g < groups; g++) effects[groups * t + g] = firsts[g] + groupings[g].of[j];
  }
  if (count < even) {
    pairs[pairs.length - 1] = Number.NaN;
    for (let g = 0; g < groups; g++) effects[groups * count + g] = firsts[g];
  }
  let logs = 0;
  for (let d = 0; d < all; d++) logs += 0.5 * Math.log(precision[d]);
  new Float64Array(buffer, priors.at, all).set(precision);
  const found = new Float64Array(buffer, means.at, all);
  found.set(mean);
  const evidence = curveKernel().findMode(
    ...[answers.at, coordinates.at, count, dimensions, groups, head, all, ceiling],
    ...[priors.at, logs, means.at, hessian.at, work.at],
  );
  mean.set(found);
  information.set(new Float64Array(buffer, hessian.at, information.length));
  return evidence;
}

/** Writes the covariance of a posterior, size × size. @param information as `findMode` left it */
export function invertInformation(
  shape: PosteriorShape,
  information: Float64Array,
  covariance: Float64Array,
): void {
  const lengths = [information.length, workLength(shape), covariance.length];
  const [hessian, work, inverse] = places(lengths);
  const { buffer } = scratchMemory(inverse.end);
  new Float64Array(buffer, hessian.at, information.length).set(information);
  const { invertHessian } = curveKernel();
  invertHessian(shape.head, shape.precision.length, hessian.at, work.at, inverse.at);
  covariance.set(new Float64Array(buffer, inverse.at, covariance.length));
}

/** Places of arrays of numbers, one after another, in bytes. */
function places(lengths: readonly number[]): { readonly at: number; readonly end: number }[] {
  let end = 0;
  return lengths.map((length) => {
    const at = end;
    end += 8 * length;
    return { at, end };
  });
}
