import { marginalLogLikelihood } from '../../calibration/fit/marginal-log-likelihood.ts';
import { fixedForm } from '../../src/cat/fixed-form.ts';
import { answersOf } from '../../src/irt/answers.ts';
import { estimateAbility } from '../../src/irt/estimate/estimate.ts';
import { gridOf, stepFor } from '../../src/irt/likelihood-grid.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import { predictedScore } from '../../src/irt/predicted-score.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { randomStream, shuffle } from '../../src/random.ts';
import { agreement, meanAgreement } from '../../src/ranking/agreement.ts';
import { spearman } from '../../src/ranking/spearman.ts';

/** How good a calibration is for models it has not seen; null where a figure is not defined. */
export interface Measures {
  /** Spearman's correlation of the difficulties with the true ones. */
  readonly difficulty: number | null;
  /** Log-likelihood of an answer of a held-out model, its ability integrated over N(0, 1). Higher is better. */
  readonly logLikelihood: number | null;
  /** Of scores on all items, predicted from a short test: mean absolute error in points, and Kendall's τ-b. */
  readonly error: number | null;
  readonly tau: number | null;
}

/** Whether more is better: 1, or −1. */
export const BETTER: Readonly<Record<keyof Measures, 1 | -1>> = {
  difficulty: 1,
  logLikelihood: 1,
  error: -1,
  tau: 1,
};
export const MEASURES = Object.keys(BETTER) as (keyof Measures)[];

/** The short tests, drawn anew so many times. */
export interface Tests {
  readonly length: number;
  readonly draws: number;
  readonly seed: string;
}

/** Abilities are looked for within this. */
const REACH = 6;

/**
 * The measures of a calibration. Its short test is a fixed form that represents the items by difficulty (fixedForm), the
 * ability is by weighted likelihood, which leans on no prior of the scale, and the score is that of predictedScore.
 */
export function measuresOf(
  parameters: ItemParameters,
  truth: Float64Array,
  heldOut: ResponseMatrix,
  { length, draws, seed }: Tests,
): Measures {
  const width = heldOut.items.length;
  const weights = new Float64Array(width).fill(1 / width);
  const step = stepFor(parameters, 0.1);
  const agreements = Array.from({ length: draws }, (_, draw) => {
    const random = randomStream(seed, draw, 'form');
    const form = fixedForm(parameters, new Int32Array(width), weights, length, random);
    return againstRecorded(heldOut, (row) => {
      const asked = new Float64Array(width).fill(Number.NaN);
      for (const j of form) asked[j] = row[j];
      const answers = answersOf(parameters, asked);
      const estimate = estimateAbility('wle', answers, gridOf(answers, -REACH, REACH, step));
      return predictedScore(answers, estimate, weights).score;
    });
  });
  const { kendall, mae } = meanAgreement(agreements);
  const { sum, answers } = marginalLogLikelihood(parameters, heldOut);
  return {
    difficulty: spearman(parameters.b, truth),
    logLikelihood: sum / answers,
    error: mae,
    tau: kendall,
  };
}

/** Without a calibration: the plain mean of random items. */
export function randomMeasures(heldOut: ResponseMatrix, { length, draws, seed }: Tests): Measures {
  const agreements = Array.from({ length: draws }, (_, draw) => {
    const random = randomStream(seed, draw, 'random items');
    const order = shuffle(Int32Array.from(heldOut.items.keys()), random).subarray(0, length);
    return againstRecorded(heldOut, (row) => mean(order, row));
  });
  const { kendall, mae } = meanAgreement(agreements);
  return { difficulty: null, logLikelihood: null, error: mae, tau: kendall };
}

function againstRecorded(
  { examinees, items, scores }: ResponseMatrix,
  predict: (row: Float32Array) => number,
) {
  const rows = examinees.map((_, i) => scores.subarray(i * items.length, (i + 1) * items.length));
  const all = Int32Array.from(items.keys());
  return agreement(
    rows.map(predict),
    rows.map((row) => mean(all, row)),
  );
}

function mean(index: Int32Array, row: Float32Array): number {
  let sum = 0;
  for (const j of index) sum += row[j];
  return sum / index.length;
}
