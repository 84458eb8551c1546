import type { ItemParameters } from '../../irt/parameters.ts';
import { probability } from '../../irt/probability.ts';

/** Abilities at which curves are held: step 0.2 over ±4.8, where a standard normal prior has all but 2e-6 of its mass. */
const NODES = 49;
const LOWEST = -4.8;
const STEP = 0.2;
/** No answer is taken as certain: calibrations on few models make curves too steep at their ends. */
const LEAST = 1e-3;

/** A normal prior of an ability. */
export interface AbilityPrior {
  readonly mean: number;
  readonly sd: number;
}

export const POPULATION: AbilityPrior = { mean: 0, sd: 1 };

/** An examinee's expected answers given its answers so far. */
export interface ExpectedAnswers {
  /** By item: the expected score, within [0.001, 0.999]. */
  readonly curve: Float64Array;
  /** Posterior mean of the ability. */
  readonly ability: number;
}

/**
 * The probabilities of right answers to the items of a bank on a grid of abilities, for expectations over the posterior of an
 * ability. Without item parameters all items are alike, and an examinee's expected answer is its share right so far.
 */
export class AnswerCurves {
  readonly #count: number;
  /** NODES × items; null without parameters. */
  readonly #curves: Float64Array | null;

  constructor(count: number, items: ItemParameters | null) {
    this.#count = count;
    if (items === null) {
      this.#curves = null;
      return;
    }
    const curves = new Float64Array(NODES * count);
    for (let g = 0, at = 0; g < NODES; g++)
      for (let j = 0; j < count; j++, at++) {
        const p = probability(LOWEST + g * STEP, items.a[j], items.b[j], items.c[j], items.d[j]);
        curves[at] = Math.min(1 - LEAST, Math.max(LEAST, p));
      }
    this.#curves = curves;
  }

  /**
   * The expected answers of an examinee by Bayes' theorem on the grid.
   * @param asked positions of its answers
   * @param scores by item, in [0, 1]; read at `asked`
   */
  expect(
    asked: ArrayLike<number>,
    scores: ArrayLike<number>,
    prior: AbilityPrior = POPULATION,
  ): ExpectedAnswers {
    const count = this.#count;
    const curves = this.#curves;
    const curve = new Float64Array(count);
    if (curves === null) {
      let right = 0;
      for (let k = 0; k < asked.length; k++) right += scores[asked[k]];
      // Laplace's rule of succession: a uniform prior of the share.
      return { curve: curve.fill((right + 1) / (asked.length + 2)), ability: prior.mean };
    }
    const logs = new Float64Array(NODES);
    let most = Number.NEGATIVE_INFINITY;
    for (let g = 0; g < NODES; g++) {
      const theta = LOWEST + g * STEP;
      let sum = -0.5 * ((theta - prior.mean) / prior.sd) ** 2;
      for (let k = 0; k < asked.length; k++) {
        const p = curves[g * count + asked[k]];
        const u = scores[asked[k]];
        sum += u * Math.log(p) + (1 - u) * Math.log1p(-p);
      }
      logs[g] = sum;
      most = Math.max(most, sum);
    }
    let total = 0;
    let ability = 0;
    for (let g = 0; g < NODES; g++) {
      const weight = Math.exp(logs[g] - most);
      total += weight;
      ability += weight * (LOWEST + g * STEP);
      for (let j = 0, at = g * count; j < count; j++, at++) curve[j] += weight * curves[at];
    }
    for (let j = 0; j < count; j++) curve[j] /= total;
    return { curve, ability: ability / total };
  }
}
