import { invertPositive, solvePositive } from '../../irt/small-cholesky.ts';
import { coordinates, type ScoreModel } from './score-model.ts';

/** (π/8): a logistic curve averaged over a normal variable of variance v is near one of slope 1/√(1 + πv/8). */
const ATTENUATION = Math.PI / 8;
const MOST_STEPS = 12;
const SHORT_STEP = 1e-3;
const LONGEST_STEP = 1;

/** Answers: positions of items and their scores in [0, 1]. */
export interface Asked {
  readonly index: Int32Array;
  readonly scores: Float64Array;
  readonly count: number;
}

/**
 * The posterior of one examinee's abilities and effects under a score model: normal, at its mode (Laplace), on the
 * attenuated curves P̄ of the items.
 */
export class ExamineePosterior {
  readonly model: ScoreModel;
  /** D coordinates: abilities, then effects. */
  readonly mean: Float64Array;
  /** D × D. */
  covariance: Float64Array;
  /** J: slope factor of each item's curve at these abilities, 1/√(1 + π/8 · variance of its logit). */
  readonly flatness: Float64Array;
  /** J: P̄ and ∂P̄/∂z. */
  readonly probability: Float64Array;
  readonly slope: Float64Array;
  /** First coordinate of each grouping. */
  readonly firsts: number[] = [];
  readonly #precision: Float64Array;

  constructor(model: ScoreModel) {
    this.model = model;
    const size = coordinates(model);
    this.mean = new Float64Array(size);
    this.#precision = new Float64Array(size);
    this.#precision.fill(1 / model.abilityVariance, 0, model.dimensions);
    let first = model.dimensions;
    for (const { count, variance } of model.groupings) {
      this.firsts.push(first);
      this.#precision.fill(1 / variance, first, first + count);
      first += count;
    }
    this.covariance = new Float64Array(size * size);
    for (let d = 0; d < size; d++) this.covariance[(size + 1) * d] = 1 / this.#precision[d];
    this.flatness = new Float64Array(model.items);
    this.probability = new Float64Array(model.items);
    this.slope = new Float64Array(model.items);
  }

  get size(): number {
    return this.mean.length;
  }

  /** The coordinate of the effect of grouping `g` on item `j`. */
  effect(g: number, j: number): number {
    return this.firsts[g] + this.model.groupings[g].of[j];
  }

  /** P̄, its slope and the flatness of items `from` … `to` − 1, written where they belong. */
  #place(from: number, to: number): void {
    const { mean, flatness, probability, slope } = this;
    const { dimensions, coefficients, covariances, guessing, groupings } = this.model;
    const size = dimensions + 1;
    const square = size * size;
    const firsts = this.firsts;
    const groups = groupings.length;
    for (let j = from; j < to; j++) {
      // δ + a·θ, and its variance from the item's coefficients.
      let z = coefficients[size * j];
      let variance = covariances[square * j];
      for (let r = 1; r < size; r++) {
        const x = mean[r - 1];
        z += coefficients[size * j + r] * x;
        const row = square * j + size * r;
        let sum = 2 * covariances[row] + covariances[row + r] * x;
        for (let s = 1; s < r; s++) sum += 2 * covariances[row + s] * mean[s - 1];
        variance += sum * x;
      }
      const flat = 1 / Math.sqrt(1 + ATTENUATION * variance);
      let logit = z * flat;
      for (let g = 0; g < groups; g++) logit += mean[firsts[g] + groupings[g].of[j]];
      const c = guessing[j];
      const up = 1 / (1 + Math.exp(-logit));
      flatness[j] = flat;
      probability[j] = c + (1 - c) * up;
      slope[j] = (1 - c) * up * (1 - up);
    }
  }

  /** P̄, its slope and the flatness of item `j`. */
  place(j: number): void {
    this.#place(j, j + 1);
  }

  /** P̄ and its slope for every item. */
  placeAll(): void {
    this.#place(0, this.model.items);
  }

  /**
   * The coordinates item `j` depends on, K abilities and one effect a grouping, and their weights in its logit: a · flatness,
   * and 1 for each effect.
   */
  direction(j: number, at: Int32Array, weight: Float64Array): void {
    const { dimensions, coefficients, groupings } = this.model;
    const first = (dimensions + 1) * j + 1;
    for (let d = 0; d < dimensions; d++) {
      at[d] = d;
      weight[d] = coefficients[first + d] * this.flatness[j];
    }
    for (let g = 0; g < groupings.length; g++) {
      at[dimensions + g] = this.effect(g, j);
      weight[dimensions + g] = 1;
    }
  }

  /** Coordinates an item depends on. */
  get width(): number {
    return this.model.dimensions + this.model.groupings.length;
  }

  /** Newton steps to the mode of the posterior given all answers, and its covariance there. */
  update({ index, scores, count }: Asked): void {
    const size = this.size;
    const { width } = this;
    const at = new Int32Array(width);
    const row = new Float64Array(width);
    const gradient = new Float64Array(size);
    const hessian = new Float64Array(size * size);
    const step = new Float64Array(size);
    for (let pass = 0; ; pass++) {
      hessian.fill(0);
      for (let d = 0; d < size; d++) {
        gradient[d] = -this.#precision[d] * this.mean[d];
        hessian[(size + 1) * d] = this.#precision[d];
      }
      for (let t = 0; t < count; t++) {
        const j = index[t];
        this.place(j);
        this.direction(j, at, row);
        const p = this.probability[j];
        const score = this.slope[j] / Math.max(p * (1 - p), 1e-9);
        const residual = score * (scores[t] - p);
        const weight = score * this.slope[j];
        // Coordinates ascend: only the lower triangle is filled.
        for (let d = 0; d < width; d++) {
          gradient[at[d]] += residual * row[d];
          const wd = weight * row[d];
          for (let e = 0; e <= d; e++) hessian[size * at[d] + at[e]] += wd * row[e];
        }
      }
      if (pass === MOST_STEPS) break;
      const factor = hessian.slice();
      solvePositive(factor, gradient, size, step);
      let longest = 0;
      for (let d = 0; d < size; d++) longest = Math.max(longest, Math.abs(step[d]));
      const scale = Math.min(1, LONGEST_STEP / Math.max(longest, 1e-9));
      for (let d = 0; d < size; d++) this.mean[d] += scale * step[d];
      if (longest < SHORT_STEP) break;
    }
    this.covariance = invertPositive(hessian, size);
  }

  /**
   * One answer more, without moving the mode: the covariance by a rank-one update (Sherman–Morrison) with the expected
   * information of item `j`.
   */
  narrow(j: number): void {
    const { size, width } = this;
    const at = new Int32Array(width);
    const row = new Float64Array(width);
    this.direction(j, at, row);
    const weight = this.information(j);
    const v = this.covariance;
    const along = new Float64Array(size);
    let variance = 0;
    for (let d = 0; d < size; d++) {
      let sum = 0;
      for (let e = 0; e < width; e++) sum += v[size * d + at[e]] * row[e];
      along[d] = sum;
    }
    for (let e = 0; e < width; e++) variance += row[e] * along[at[e]];
    const share = weight / (1 + weight * variance);
    for (let d = 0; d < size; d++)
      for (let e = 0; e < size; e++) v[size * d + e] -= share * along[d] * along[e];
  }

  /** Expected information of item `j` in its logit. */
  information(j: number): number {
    const p = this.probability[j];
    return this.slope[j] ** 2 / Math.max(p * (1 - p), 1e-9);
  }

  /** The variance of the logit of item `j` from the examinee's coordinates. */
  logitVariance(j: number): number {
    const out = new Float64Array(1);
    this.#variances(j, j + 1, out);
    return out[0];
  }

  /** The same for every item, into `out`. */
  logitVariances(out: Float64Array): void {
    this.#variances(0, this.model.items, out);
  }

  #variances(from: number, to: number, out: Float64Array): void {
    const { dimensions, coefficients, groupings } = this.model;
    const { size, covariance: v, flatness } = this;
    const firsts = this.firsts;
    const groups = groupings.length;
    for (let j = from; j < to; j++) {
      const flat = flatness[j];
      const first = (dimensions + 1) * j + 1;
      let variance = 0;
      for (let d = 0; d < dimensions; d++) {
        const a = coefficients[first + d] * flat;
        let row = 0.5 * v[(size + 1) * d] * a;
        for (let e = 0; e < d; e++) row += v[size * d + e] * coefficients[first + e] * flat;
        for (let g = 0; g < groups; g++) row += v[size * d + firsts[g] + groupings[g].of[j]];
        variance += 2 * a * row;
      }
      for (let g = 0; g < groups; g++) {
        const d = firsts[g] + groupings[g].of[j];
        variance += v[(size + 1) * d];
        for (let h = 0; h < g; h++) variance += 2 * v[size * d + firsts[h] + groupings[h].of[j]];
      }
      out[j - from] = variance;
    }
  }
}
