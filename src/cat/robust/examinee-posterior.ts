import { ArrowheadMatrix } from '../../irt/arrowhead-matrix.ts';
import { ATTENUATION } from '../../irt/attenuation.ts';
import { placeCurves } from '../../irt/curve-kernel.ts';
import { coordinates, type ScoreModel } from './score-model.ts';

const MOST_STEPS = 25;
/** A step that makes the posterior less probable is halved, by more than rounding. */
const ROUNDING = 1e-9;
const MOST_HALVINGS = 6;
const SHORT_STEP = 1e-3;
const LONGEST_STEP = 1;
const NEAR_STEP = 0.2;

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
  readonly #precision: Float64Array;
  /** The groups of the last grouping do not meet each other: no item is in two of them. It should be the largest. */
  readonly #hessian: ArrowheadMatrix;
  /** Of one item at a time. */
  readonly #at: Int32Array;
  readonly #row: Float64Array;
  readonly #along: Float64Array;

  constructor(model: ScoreModel) {
    this.model = model;
    const size = coordinates(model);
    this.mean = new Float64Array(size);
    this.#placedAt = new Float64Array(size).fill(Number.NaN);
    this.#precision = new Float64Array(size);
    model.abilityVariances.forEach((variance, d) => {
      this.#precision[d] = 1 / variance;
    });
    let first = model.dimensions;
    for (const { count, variance } of model.groupings) {
      this.firsts.push(first);
      this.#precision.fill(1 / variance, first, first + count);
      first += count;
    }
    this.#hessian = new ArrowheadMatrix(size, this.firsts.at(-1) ?? size);
    this.#at = new Int32Array(this.width);
    this.#row = new Float64Array(this.width);
    this.#along = new Float64Array(size);
    this.#covariance = new Float64Array(size * size);
    for (let d = 0; d < size; d++) this.#covariance[(size + 1) * d] = 1 / this.#precision[d];
    this.along = new Float64Array(model.items * model.dimensions);
    this.probability = new Float64Array(model.items);
    this.slope = new Float64Array(model.items);
  }

  /** D × D: the inverse Hessian of the last update, less what `narrow` took off. */
  get covariance(): Float64Array {
    if (!this.#isInverted) this.#hessian.invert(this.#covariance);
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
    if (this.mean.every((x, d) => x === this.#placedAt[d])) return;
    this.#placedAt.set(this.mean);
    const { mean, firsts, probability, slope } = this;
    const { items, guessing, groupings, ceiling = 1 } = this.model;
    const placed = placeCurves(this.model, mean, (logits) =>
      groupings.forEach(({ of }, g) => {
        const first = firsts[g];
        for (let j = 0; j < items; j++) logits[j] += mean[first + of[j]];
      }),
    );
    this.along.set(placed.along);
    const { up } = placed;
    for (let j = 0; j < items; j++) {
      const range = ceiling - guessing[j];
      probability[j] = guessing[j] + range * up[j];
      slope[j] = range * up[j] * (1 - up[j]);
    }
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
    const { size } = this;
    this.#placedAt.fill(Number.NaN);
    this.#isInverted = false;
    const gradient = new Float64Array(size);
    const step = new Float64Array(size);
    const hessian = this.#hessian;
    let longest = Number.POSITIVE_INFINITY;
    let before = Number.POSITIVE_INFINITY;
    let joint = Number.NEGATIVE_INFINITY;
    let scale = 1;
    let halvings = 0;
    for (let pass = 0; ; ) {
      this.#derivatives(answers, gradient);
      const here = this.#logJoint(answers);
      if (here < joint - ROUNDING && halvings < MOST_HALVINGS) {
        halvings++;
        scale /= 2;
        for (let d = 0; d < size; d++) this.mean[d] -= scale * step[d];
        longest = Number.POSITIVE_INFINITY;
        continue;
      }
      joint = here;
      halvings = 0;
      // What is derived, and the factor, are those at the last mean.
      if (longest < SHORT_STEP || pass++ === MOST_STEPS) break;
      // Near the mode the curvature hardly changes: one factor serves the last steps, as long as they shrink.
      if (longest > NEAR_STEP || longest > 0.5 * before) hessian.factor();
      hessian.solve(gradient, step);
      before = longest;
      longest = 0;
      for (let d = 0; d < size; d++) longest = Math.max(longest, Math.abs(step[d]));
      scale = Math.min(1, LONGEST_STEP / Math.max(longest, 1e-9));
      for (let d = 0; d < size; d++) this.mean[d] += scale * step[d];
    }
    hessian.factor();
    this.logEvidence = joint - 0.5 * hessian.logDeterminant();
  }

  /** Answers and coordinates together, in logs, at the mean; without the constants that the determinant's cancel. */
  #logJoint({ index, scores, count }: AnsweredItems): number {
    let sum = 0;
    for (let d = 0; d < this.size; d++) {
      const precision = this.#precision[d];
      sum += 0.5 * (Math.log(precision) - precision * this.mean[d] * this.mean[d]);
    }
    for (let t = 0; t < count; t++) {
      const p = Math.min(1 - 1e-12, Math.max(1e-12, this.probability[index[t]]));
      const score = scores[t];
      sum +=
        score === 1
          ? Math.log(p)
          : score === 0
            ? Math.log1p(-p)
            : score * Math.log(p) + (1 - score) * Math.log1p(-p);
    }
    return sum;
  }

  /** The gradient of the log-posterior at the mean, and its Hessian (of which every item takes part in one group a grouping). */
  #derivatives({ index, scores, count }: AnsweredItems, gradient: Float64Array): void {
    const { size, width } = this;
    const hessian = this.#hessian;
    const { head, block, border, diagonal } = hessian;
    /** Coordinates of an item that belong to the head. */
    const inner = head < size ? width - 1 : width;
    const at = this.#at;
    const row = this.#row;
    hessian.setDiagonal(this.#precision);
    for (let d = 0; d < size; d++) gradient[d] = -this.#precision[d] * this.mean[d];
    for (let t = 0; t < count; t++) {
      const j = index[t];
      this.place(j);
      this.direction(j, at, row);
      const p = this.probability[j];
      const score = this.slope[j] / Math.max(p * (1 - p), 1e-9);
      const residual = score * (scores[t] - p);
      const weight = score * this.slope[j];
      // Coordinates ascend: only the lower triangle is filled.
      for (let d = 0; d < inner; d++) {
        gradient[at[d]] += residual * row[d];
        const wd = weight * row[d];
        for (let e = 0; e <= d; e++) block[head * at[d] + at[e]] += wd * row[e];
      }
      if (inner === width) continue;
      const k = at[inner] - head;
      gradient[at[inner]] += residual;
      diagonal[k] += weight;
      for (let e = 0; e < inner; e++) border[head * k + at[e]] += weight * row[e];
    }
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
