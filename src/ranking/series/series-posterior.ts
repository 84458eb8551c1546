import { ExamineePosterior } from '../../cat/robust/examinee-posterior.ts';
import { coordinates, type ScoreModel } from '../../cat/robust/score-model.ts';
import { factorPositive, invertPositive, solveFactored } from '../../irt/small-cholesky.ts';
import { type HistoryCorrelations, historyCorrelations } from './history-correlations.ts';
import type { PairSums } from './persistence.ts';
import { type ItemHistory, itemHistories, type SeriesAnswers } from './series-answers.ts';

/** How a series moves. */
export interface SeriesDynamics {
  /** One entry per checkpoint after the first: the variance of what each ability changes, where that ability has variance 1. */
  readonly steps: Float64Array;
  /** How many times as large as usual the variances of the effects are. */
  readonly effects: number;
  /** The correlation of answers to one item by two checkpoints; 1 of a checkpoint with itself. */
  readonly between: (t: number, s: number) => number;
}

const MOST_STEPS = 40;
const SHORT_STEP = 1e-4;
const LONGEST_STEP = 1;
/** No answer counts as more certain than this: one that nobody expected would decide what is thought of all others. */
const LEAST_VARIANCE = 0.04;

/** Variance of the first ability's steps relative to `steps`; the others move as much less as models differ less in them. */
const WIDEST = 1;
/** Of the drift: what the first ability changes per checkpoint on average. */
const DRIFT_VARIANCE = 0.09;

/**
 * The posterior of the abilities of all checkpoints of a series, and of the effects that they share. Abilities are a random walk; an
 * answer is P̄ plus a deviation, which is correlated with those of the other answers to the same item. The mode is found by Fisher
 * scoring of the quasi-likelihood with this working covariance, so that an item that was asked ten times does not count as ten items.
 *
 * Coordinates: the K abilities of the first checkpoint and the effects (D), then the K differences of each later one from the first.
 *
 * @see Durbin & Koopman (2012), Time Series Analysis by State Space Methods, 10.6, for the mode of a state-space model whose
 *   observations are not normal; Liang & Zeger (1986), Biometrika 73, 13–22, for the quasi-likelihood
 */
export class SeriesPosterior {
  readonly model: ScoreModel;
  readonly length: number;
  /** D + K T coordinates. */
  readonly size: number;
  readonly mean: Float64Array;
  covariance: Float64Array = new Float64Array(0);
  /** One per checkpoint: its curves, at its abilities. */
  readonly at: readonly ExamineePosterior[];
  readonly histories: readonly ItemHistory[];
  readonly dynamics: SeriesDynamics;
  readonly #own: number;
  readonly #correlations = new Map<string, HistoryCorrelations>();

  constructor(
    model: ScoreModel,
    answers: SeriesAnswers,
    dynamics: SeriesDynamics,
    near: SeriesPosterior | null = null,
  ) {
    this.model = model;
    this.length = answers.length;
    this.dynamics = dynamics;
    this.#own = coordinates(model);
    this.size = this.#own + model.dimensions * this.length;
    this.mean = near?.mean.slice() ?? new Float64Array(this.size);
    this.histories = near?.histories ?? itemHistories(answers);
    this.at = near?.at ?? answers.map(() => new ExamineePosterior(model));
    this.#solve();
  }

  /** The correlations of an item that was asked at these times. */
  correlationsOf(times: readonly number[], pattern = times.join()): HistoryCorrelations {
    return correlationsOf(this.#correlations, this.dynamics, this.length, times, pattern);
  }

  /** Coordinates that an item depends on at one checkpoint. */
  get width(): number {
    return 2 * this.model.dimensions + this.model.groupings.length;
  }

  /** These coordinates, and how P̄ moves with them. @param j an item that is placed at checkpoint `t` */
  gradient(t: number, j: number, at: Int32Array, weight: Float64Array): void {
    const { dimensions, groupings } = this.model;
    const own = this.at[t];
    const slope = own.slope[j];
    for (let d = 0; d < dimensions; d++) {
      const along = slope * own.along[dimensions * j + d];
      at[d] = d;
      weight[d] = along;
      // The first checkpoint has no difference from itself.
      at[dimensions + d] = t === 0 ? d : this.#own + dimensions * (t - 1) + d;
      weight[dimensions + d] = t === 0 ? 0 : along;
    }
    for (let g = 0; g < groupings.length; g++) {
      at[2 * dimensions + g] = own.effect(g, j);
      weight[2 * dimensions + g] = slope;
    }
  }

  /** √ of the variance of an answer to item `j` at checkpoint `t`, where it is placed. */
  deviation(t: number, j: number): number {
    const p = this.at[t].probability[j];
    return Math.sqrt(Math.max(p * (1 - p), LEAST_VARIANCE));
  }

  /** Writes the abilities and effects of each checkpoint to its curves. */
  #spread(): void {
    const { dimensions } = this.model;
    this.at.forEach((own, t) => {
      own.mean.set(this.mean.subarray(0, this.#own));
      for (let d = 0; d < dimensions && t > 0; d++)
        own.mean[d] += this.mean[this.#own + dimensions * (t - 1) + d];
    });
  }

  #solve(): void {
    const { size } = this;
    const prior = this.#priorPrecision(this.dynamics);
    const gradient = new Float64Array(size);
    const hessian = new Float64Array(size * size);
    const step = new Float64Array(size);
    for (let pass = 0; pass < MOST_STEPS; pass++) {
      this.#spread();
      this.#derivatives(prior, gradient, hessian);
      factorPositive(hessian, size);
      solveFactored(hessian, gradient, size, step);
      const longest = step.reduce((most, s) => Math.max(most, Math.abs(s)), 0);
      const scale = Math.min(1, LONGEST_STEP / Math.max(longest, 1e-12));
      for (let d = 0; d < size; d++) this.mean[d] += scale * step[d];
      if (longest < SHORT_STEP) break;
    }
    this.#spread();
    this.#derivatives(prior, gradient, hessian);
    this.covariance = invertPositive(hessian, size);
  }

  /** size × size: of the abilities and effects, and of the walk. */
  #priorPrecision({ steps, effects }: SeriesDynamics): Float64Array {
    const { size, model } = this;
    const { dimensions, abilityVariances, groupings } = model;
    const precision = new Float64Array(size * size);
    abilityVariances.forEach((variance, d) => {
      precision[(size + 1) * d] = 1 / variance;
    });
    let first = dimensions;
    for (const { count, variance } of groupings)
      for (let k = 0; k < count; k++) precision[(size + 1) * first++] = 1 / (effects * variance);
    const drift = size - dimensions;
    for (let d = 0; d < dimensions; d++) {
      const share = Math.min(WIDEST, abilityVariances[d]);
      precision[(size + 1) * (drift + d)] += 1 / (DRIFT_VARIANCE * share);
      for (let t = 1; t < this.length; t++) {
        const here = this.#own + dimensions * (t - 1) + d;
        // (d_t − d_{t−1} − β)² of this ability.
        const parts = t === 1 ? [here, drift + d] : [here, drift + d, here - dimensions];
        const rate = 1 / (steps[t - 1] * share);
        parts.forEach((r, k) => {
          parts.forEach((c, l) => {
            precision[size * r + c] += (k === 0) === (l === 0) ? rate : -rate;
          });
        });
      }
    }
    return precision;
  }

  /** The quasi-score and information at the mean. */
  #derivatives(prior: Float64Array, gradient: Float64Array, hessian: Float64Array): void {
    const { size, mean } = this;
    hessian.set(prior);
    for (let d = 0; d < size; d++) {
      let sum = 0;
      for (let e = 0; e < size; e++) sum += prior[size * d + e] * mean[e];
      gradient[d] = -sum;
    }
    this.#addAnswers(this.#correlations, this.dynamics, gradient, hessian, false);
  }

  /**
   * Adds what the answers tell, at the mean, under a working correlation.
   * @param isLinear whether deviations are from 0 instead of from what the mean expects
   * @returns their squares with the determinants of their covariances
   */
  #addAnswers(
    known: Map<string, HistoryCorrelations>,
    dynamics: SeriesDynamics,
    gradient: Float64Array,
    hessian: Float64Array,
    isLinear: boolean,
  ): number {
    const { size, width, length, mean } = this;
    const places = Array.from({ length }, () => new Int32Array(width));
    const rows = Array.from({ length }, () => new Float64Array(width));
    const residuals = new Float64Array(length);
    let misfit = 0;
    for (const { item, times, scores, pattern } of this.histories) {
      const m = times.length;
      const { inverse, logDeterminant } = correlationsOf(known, dynamics, length, times, pattern);
      misfit += logDeterminant;
      for (let r = 0; r < m; r++) {
        const t = times[r];
        this.at[t].place(item);
        this.gradient(t, item, places[r], rows[r]);
        const sd = this.deviation(t, item);
        residuals[r] = (scores[r] - this.at[t].probability[item]) / sd;
        for (let d = 0; d < width; d++) {
          rows[r][d] /= sd;
          if (isLinear) residuals[r] += rows[r][d] * mean[places[r][d]];
        }
      }
      for (let r = 0; r < m; r++)
        for (let c = 0; c < m; c++) {
          const weight = inverse[m * r + c];
          misfit += residuals[r] * weight * residuals[c];
          for (let d = 0; d < width; d++) {
            const along = weight * rows[r][d];
            const row = size * places[r][d];
            gradient[places[r][d]] += along * residuals[c];
            for (let e = 0; e < width; e++) hessian[row + places[c][e]] += along * rows[c][e];
          }
        }
    }
    return misfit;
  }

  /**
   * The logarithm of the evidence for other dynamics, up to a constant, with curves as straight as they are at this mode: then
   * everything is normal, and the abilities can be integrated out.
   * @see Breslow & Clayton (1993), JASA 88, 9–25, for such penalised quasi-likelihoods of variances
   */
  evidence(dynamics: SeriesDynamics): number {
    const { size } = this;
    const prior = this.#priorPrecision(dynamics);
    const hessian = prior.slice();
    const gradient = new Float64Array(size);
    const solution = new Float64Array(size);
    let misfit = this.#addAnswers(new Map(), dynamics, gradient, hessian, true);
    factorPositive(hessian, size);
    solveFactored(hessian, gradient, size, solution);
    factorPositive(prior, size);
    for (let d = 0; d < size; d++) {
      misfit -= gradient[d] * solution[d];
      misfit += 2 * Math.log(hessian[(size + 1) * d]) - 2 * Math.log(prior[(size + 1) * d]);
    }
    return -0.5 * misfit;
  }

  /** Products of the deviations of pairs of answers to the same item, by the distance of their checkpoints. */
  pairSums(gap: (t: number, s: number) => number): PairSums {
    const sums = () => new Float64Array(this.length);
    const [products, expected, counts] = [sums(), sums(), sums()];
    for (const { item, times, scores } of this.histories)
      for (let r = 1; r < times.length; r++)
        for (let c = 0; c < r; c++) {
          const g = gap(times[r], times[c]);
          if (!(g < this.length)) continue;
          const [x, y] = [this.at[times[r]].probability[item], this.at[times[c]].probability[item]];
          products[g] += (scores[r] - x) * (scores[c] - y);
          expected[g] += this.deviation(times[r], item) * this.deviation(times[c], item);
          counts[g]++;
        }
    return { products, expected, counts };
  }
}

function correlationsOf(
  known: Map<string, HistoryCorrelations>,
  { between }: SeriesDynamics,
  length: number,
  times: readonly number[],
  pattern: string,
): HistoryCorrelations {
  let found = known.get(pattern);
  if (found === undefined) {
    found = historyCorrelations(times, between, length);
    known.set(pattern, found);
  }
  return found;
}
