import { ATTENUATION } from '../../irt/attenuation.ts';
import { placeCurves } from '../../irt/curve-kernel.ts';
import {
  findMode,
  informationLength,
  invertInformation,
  type PosteriorShape,
} from './posterior-mode.ts';
import { coordinates, type ScoreModel } from './score-model.ts';

/** Answers: positions of items and their scores in [0, 1]. */
export interface AnsweredItems {
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
  /** J × K: how the attenuated logit of each item moves with the abilities. */
  readonly along: Float64Array;
  /** J: P̄ and ∂P̄/∂z. */
  readonly probability: Float64Array;
  readonly slope: Float64Array;
  /**
   * As of the last update, in logs: the probability of the answers, over what abilities and effects can be (Laplace).
   */
  logEvidence = 0;
  /** First coordinate of each grouping. */
  readonly firsts: number[] = [];
  /** D × D; out of date from an update until somebody reads it. */
  readonly #covariance: Float64Array;
  #isInverted = true;
  /** The mean that all items were placed at last; NaN before, and after an update. */
  readonly #placedAt: Float64Array;
  readonly #shape: PosteriorShape;
  /** As of the last update. */
  readonly #information: Float64Array;
  /** Of one item at a time. */
  readonly #at: Int32Array;
  readonly #row: Float64Array;
  readonly #along: Float64Array;

  constructor(model: ScoreModel) {
    this.model = model;
    const size = coordinates(model);
    this.mean = new Float64Array(size);
    this.#placedAt = new Float64Array(size).fill(Number.NaN);
    const precision = new Float64Array(size);
    model.abilityVariances.forEach((variance, d) => {
      precision[d] = 1 / variance;
    });
    let first = model.dimensions;
    for (const { count, variance } of model.groupings) {
      this.firsts.push(first);
      precision.fill(1 / variance, first, first + count);
      first += count;
    }
    const { firsts } = this;
    this.#shape = { model, firsts, head: firsts.at(-1) ?? size, precision };
    this.#information = new Float64Array(informationLength(this.#shape));
    this.#at = new Int32Array(this.width);
    this.#row = new Float64Array(this.width);
    this.#along = new Float64Array(size);
    this.#covariance = new Float64Array(size * size);
    for (let d = 0; d < size; d++) this.#covariance[(size + 1) * d] = 1 / precision[d];
    this.along = new Float64Array(model.items * model.dimensions);
    this.probability = new Float64Array(model.items);
    this.slope = new Float64Array(model.items);
  }

  /** D × D: the inverse information of the last update, less what `narrow` took off. */
  get covariance(): Float64Array {
    if (!this.#isInverted) invertInformation(this.#shape, this.#information, this.#covariance);
    this.#isInverted = true;
    return this.#covariance;
  }

  get size(): number {
    return this.mean.length;
  }

  /** The coordinate of the effect of grouping `g` on item `j`. */
  effect(g: number, j: number): number {
    return this.firsts[g] + this.model.groupings[g].of[j];
  }

  /**
   * P̄, its slope and its direction of item `j`. The logit is z/√(1 + π/8 x'Cx),
   * x = (1, θ), C the covariance of the item's coefficients: far from the calibration's examinees x'Cx grows, so that the
   * curve flattens and its answers tell less.
   */
  place(j: number): void {
    const { mean, along, probability, slope } = this;
    const { dimensions, coefficients, covariances, guessing, groupings, ceiling = 1 } = this.model;
    const size = dimensions + 1;
    const firsts = this.firsts;
    const groups = groupings.length;
    let z = coefficients[size * j];
    let row = size * size * j;
    let variance = covariances[row];
    for (let d = 0; d < dimensions; d++) variance += covariances[row + d + 1] * mean[d];
    for (let r = 1; r < size; r++) {
      const x = mean[r - 1];
      z += coefficients[size * j + r] * x;
      row += size;
      let sum = covariances[row];
      for (let d = 0; d < dimensions; d++) sum += covariances[row + d + 1] * mean[d];
      along[dimensions * j + r - 1] = sum;
      variance += sum * x;
    }
    const flat = 1 / Math.sqrt(1 + ATTENUATION * variance);
    const bend = ATTENUATION * z * flat * flat * flat;
    for (let d = 0; d < dimensions; d++) {
      const at = dimensions * j + d;
      along[at] = coefficients[size * j + d + 1] * flat - bend * along[at];
    }
    let logit = z * flat;
    for (let g = 0; g < groups; g++) logit += mean[firsts[g] + groupings[g].of[j]];
    const c = guessing[j];
    const up = 1 / (1 + Math.exp(-logit));
    probability[j] = c + (ceiling - c) * up;
    slope[j] = (ceiling - c) * up * (1 - up);
  }

  /** The same for every item, unless they stand there already. */
  placeAll(): void {
    if (this.#isPlaced()) return;
    this.#placedAt.set(this.mean);
    const { up, along } = this.#curves(true);
    this.along.set(along);
    const { probability, slope } = this;
    const { items, guessing, ceiling = 1 } = this.model;
    for (let j = 0; j < items; j++) {
      const range = ceiling - guessing[j];
      probability[j] = guessing[j] + range * up[j];
      slope[j] = range * up[j] * (1 - up[j]);
    }
  }

  /** P̄ of every item, for those who need neither slopes nor directions. */
  chances(): Float64Array {
    const { probability } = this;
    if (this.#isPlaced()) return probability;
    const { up } = this.#curves(false);
    const { items, guessing, ceiling = 1 } = this.model;
    for (let j = 0; j < items; j++) probability[j] = guessing[j] + (ceiling - guessing[j]) * up[j];
    return probability;
  }

  #isPlaced(): boolean {
    return this.mean.every((x, d) => x === this.#placedAt[d]);
  }

  #curves(isAlong: boolean): ReturnType<typeof placeCurves> {
    const { model, mean, firsts } = this;
    const addEffects = (logits: Float64Array) =>
      model.groupings.forEach(({ of }, g) => {
        const first = firsts[g];
        for (let j = 0; j < model.items; j++) logits[j] += mean[first + of[j]];
      });
    return placeCurves(model, mean, addEffects, isAlong);
  }

  /**
   * The coordinates item `j` depends on, K abilities and one effect a grouping, and their weights in its logit: 1 for each
   * effect.
   */
  direction(j: number, at: Int32Array, weight: Float64Array): void {
    const { dimensions, groupings } = this.model;
    for (let d = 0; d < dimensions; d++) {
      at[d] = d;
      weight[d] = this.along[dimensions * j + d];
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
  update(answers: AnsweredItems): void {
    this.#placedAt.fill(Number.NaN);
    this.#isInverted = false;
    this.logEvidence = findMode(this.#shape, answers, this.mean, this.#information);
  }

  /**
   * One answer more, without moving the mode: the covariance by a rank-one update (Sherman–Morrison) with the expected
   * information of item `j`.
   */
  narrow(j: number): void {
    const { size, width } = this;
    const at = this.#at;
    const row = this.#row;
    this.direction(j, at, row);
    const weight = this.information(j);
    const v = this.covariance;
    const along = this.#along;
    let variance = 0;
    for (let d = 0; d < size; d++) {
      let sum = 0;
      for (let e = 0; e < width; e++) sum += v[size * d + at[e]] * row[e];
      along[d] = sum;
    }
    for (let e = 0; e < width; e++) variance += row[e] * along[at[e]];
    const share = weight / (1 + weight * variance);
    for (let d = 0; d < size; d++) {
      const moves = share * along[d];
      for (let e = 0; e < size; e++) v[size * d + e] -= moves * along[e];
    }
  }

  /** Expected information of item `j` in its logit. */
  information(j: number): number {
    const p = this.probability[j];
    return this.slope[j] ** 2 / Math.max(p * (1 - p), 1e-9);
  }

  /** The variance of the logit of item `j` from the examinee's coordinates. */
  logitVariance(j: number): number {
    const { dimensions, groupings } = this.model;
    const { size, covariance: v, along, firsts } = this;
    const groups = groupings.length;
    const first = dimensions * j;
    let variance = 0;
    for (let d = 0; d < dimensions; d++) {
      const a = along[first + d];
      let row = 0.5 * v[(size + 1) * d] * a;
      for (let e = 0; e < d; e++) row += v[size * d + e] * along[first + e];
      for (let g = 0; g < groups; g++) row += v[size * d + firsts[g] + groupings[g].of[j]];
      variance += 2 * a * row;
    }
    for (let g = 0; g < groups; g++) {
      const d = firsts[g] + groupings[g].of[j];
      variance += v[(size + 1) * d];
      for (let h = 0; h < g; h++) variance += 2 * v[size * d + firsts[h] + groupings[h].of[j]];
    }
    return variance;
  }
}
