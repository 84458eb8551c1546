import { fixedForm } from '../cat/fixed-form.ts';
import { answersOf } from '../irt/answers.ts';
import { estimateAbility } from '../irt/estimate/estimate.ts';
import { gridOf, stepFor } from '../irt/likelihood-grid.ts';
import type { ItemParameters } from '../irt/parameters.ts';
import { predictedScore } from '../irt/predicted-score.ts';
import type { ResponseMatrix } from '../irt/responses.ts';
import { randomStream, shuffle } from '../random.ts';

/** Number of draws of short tests. */
export interface ShortForms {
  readonly length: number;
  readonly draws: number;
  readonly seed: string;
}

/** Bounds of the search for abilities. */
const REACH = 6;

/**
 * Scores of examinees on all items they answered, predicted from one short form: a fixed form that represents the items by
 * difficulty (fixedForm); the ability is estimated by weighted likelihood, which uses no prior, and the score by
 * predictedScore.
 */
export function formPredictions(
  parameters: ItemParameters,
  matrix: ResponseMatrix,
  { length, seed }: ShortForms,
  draw: number,
): number[] {
  const width = matrix.items.length;
  const even = new Float64Array(width).fill(1 / width);
  const random = randomStream(seed, draw, 'form');
  const form = fixedForm(parameters, new Int32Array(width), even, length, random);
  const step = stepFor(parameters, 0.1);
  return rowsOf(matrix).map((row) => {
    const asked = new Float64Array(width).fill(Number.NaN);
    for (const j of form) asked[j] = row[j];
    const answers = answersOf(parameters, asked);
    const estimate = estimateAbility('wle', answers, gridOf(answers, -REACH, REACH, step));
    const count = row.reduce((n, u) => n + (Number.isNaN(u) ? 0 : 1), 0);
    const weights = Float64Array.from(row, (u) => (Number.isNaN(u) ? 0 : 1 / count));
    return predictedScore(answers, estimate, weights).score;
  });
}

/** The plain mean of random items; NaN for an examinee who answered none of them. */
export function randomPredictions(
  matrix: ResponseMatrix,
  { length, seed }: ShortForms,
  draw: number,
): number[] {
  const random = randomStream(seed, draw, 'random items');
  const order = shuffle(Int32Array.from(matrix.items.keys()), random).subarray(0, length);
  return rowsOf(matrix).map((row) => meanOf(order, row));
}

/** The mean of all answers of each examinee. */
export function scoresOnAll(matrix: ResponseMatrix): number[] {
  const all = Int32Array.from(matrix.items.keys());
  return rowsOf(matrix).map((row) => meanOf(all, row));
}

function rowsOf({ examinees, items, scores }: ResponseMatrix): Float32Array[] {
  return examinees.map((_, i) => scores.subarray(i * items.length, (i + 1) * items.length));
}

function meanOf(index: Int32Array, row: Float32Array): number {
  let [sum, count] = [0, 0];
  for (const j of index) {
    if (Number.isNaN(row[j])) continue;
    sum += row[j];
    count++;
  }
  return sum / count;
}
