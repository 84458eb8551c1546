import { widenedVariance } from '../../cat/robust/score-prediction.ts';
import { innerProduct } from '../../statistics/inner-product.ts';
import type { JointScores } from './decide-pairs.ts';
import type { ScoreState } from './score-state.ts';

/**
 * The variance of each difference of two predicted scores, v_a + v_b − 2 f_a f_b ρ_ab Σ_j z_aj z_bj, where v are the variances
 * adjusted to errors on other models, f the error factors of abilities and effects, z the influences of standardised residuals
 * and ρ their correlation on one item. If both models or neither were asked an item, its influences have the same sign; if only
 * one was asked, opposite signs. The variances of expected scores include the chance in the given answers, which two models do
 * not share; the variance of a difference is at least that.
 */
export class JointVariances implements JointScores {
  readonly scores: Float64Array;
  readonly differenceVariances: Float64Array;
  /** Variance of each score, adjusted to errors on other models. */
  readonly variances: Float64Array;
  readonly endVariances: Float64Array;
  /** n × n: Σ z_a z_b. */
  readonly #common: Float64Array;

  constructor(models: number) {
    this.scores = new Float64Array(models);
    this.variances = new Float64Array(models);
    this.differenceVariances = new Float64Array(models * models);
    this.endVariances = new Float64Array(models);
    this.#common = new Float64Array(models * models);
  }

  /**
   * Updates the rows in `changed`; all rows the first time.
   *
   * @param correlations n × n, of the residuals of two models on the same item
   * @param widened f, one entry per model
   */
  update(
    states: readonly ScoreState[],
    changed: readonly number[],
    correlations: Float64Array,
    widened: readonly number[],
  ): void {
    const n = states.length;
    for (const a of changed) {
      this.scores[a] = states[a].score;
      for (let b = 0; b < n; b++) {
        const sum = b === a ? 0 : innerProduct(states[a].influence, states[b].influence);
        this.#common[n * a + b] = sum;
        this.#common[n * b + a] = sum;
      }
    }
    this.variances.set(states.map((state, a) => widenedVariance(state, widened[a])));
    this.endVariances.set(states.map(({ answers }) => answers.atEnd));
    const own = states.map(
      ({ answers, back }, a) =>
        answers.own + 2 * widened[a] * answers.shared + widened[a] ** 2 * back,
    );
    for (let a = 0; a < n; a++)
      for (let b = 0; b < n; b++) {
        const shared = widened[a] * widened[b] * correlations[n * a + b] * this.#common[n * a + b];
        const apart = this.variances[a] + this.variances[b];
        // The shared part is estimated, so it never removes all of the variance.
        const least = Math.max(LEAST_SHARE * apart, own[a] + own[b]);
        this.differenceVariances[n * a + b] = a === b ? 0 : Math.max(least, apart - 2 * shared);
      }
  }
}

const LEAST_SHARE = 0.05;
