import { logComplement, logProbability } from '../../irt/log-probability.ts';
import type { KnownAbility } from './choose-pretest.ts';

/** An answer to an item, and who gave it. */
export interface PretestAnswer extends KnownAbility {
  /** In [0, 1]; a fraction counts as that share of a right answer. */
  readonly score: number;
}

export interface Difficulty {
  readonly b: number;
  readonly sd: number;
}

/** The prior is looked at up to this many standard deviations, in as many steps each way. */
const FURTHEST = 5;
const STEPS = 60;
/** Logistic and normal curves agree to 0.01 with this factor of the slope: Haley (1952). */
const NORMAL_SLOPE = 1.702;

/**
 * The posterior of an item's difficulty under a normal prior, for a given slope and guessing. The error of an ability is
 * integrated out: averaged over a normal error of `se`, a logistic curve of slope a is nearly one of slope a/√(1 + (a·se/1.702)²).
 * For a normal ogive that is exact, and the two curves differ by less than 0.01.
 * @see Haley (1952), Estimation of the dosage mortality relationship when the dose is subject to error, Technical Report 15, Stanford
 */
export function difficultyPosterior(
  prior: Difficulty,
  answers: readonly PretestAnswer[],
  slope: number,
  guessing: number,
): Difficulty {
  if (answers.length === 0) return prior;
  const count = 2 * STEPS + 1;
  const logs = new Float64Array(count);
  const node = (q: number) => prior.b + prior.sd * FURTHEST * (q / STEPS - 1);
  let top = Number.NEGATIVE_INFINITY;
  const slopes = answers.map(({ se }) => slope / Math.hypot(1, (slope * se) / NORMAL_SLOPE));
  for (let q = 0; q < count; q++) {
    const b = node(q);
    let sum = -0.5 * ((b - prior.b) / prior.sd) ** 2;
    for (let k = 0; k < answers.length; k++) {
      const { ability, score } = answers[k];
      if (score > 0) sum += score * logProbability(ability, slopes[k], b, guessing, 1);
      if (score < 1) sum += (1 - score) * logComplement(ability, slopes[k], b, guessing, 1);
    }
    logs[q] = sum;
    if (sum > top) top = sum;
  }
  let mass = 0;
  let mean = 0;
  for (let q = 0; q < count; q++) {
    logs[q] = Math.exp(logs[q] - top);
    mass += logs[q];
    mean += logs[q] * node(q);
  }
  mean /= mass;
  let variance = 0;
  for (let q = 0; q < count; q++) variance += (logs[q] / mass) * (node(q) - mean) ** 2;
  return { b: mean, sd: Math.sqrt(variance) };
}
