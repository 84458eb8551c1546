import { likelihoodRows, slopeRows } from './answer-rows.ts';
import { collectAnswers } from './answers.ts';
import {
  type AbilityEstimate,
  type EstimatorName,
  estimateAbility,
  type NormalPrior,
} from './estimate/estimate.ts';
import { estimateWle } from './estimate/wle.ts';
import { emptyGrid, stepFor } from './likelihood-grid.ts';
import type { ItemParameters } from './parameters.ts';
import { sumAnswerRows } from './sum-answer-rows.ts';
import { testInformation } from './test-information.ts';

export interface ScoringOptions {
  readonly estimator: EstimatorName;
  /** For map and eap. */
  readonly prior: NormalPrior;
  /** The lowest and the highest ability that can be reported. */
  readonly bounds: readonly [low: number, high: number];
}

/** One entry per examinee. */
export interface ExamineeScores {
  /** NaN if ml or wle have no answers; map and eap then give the prior. */
  readonly ability: Float64Array;
  /** NaN if the ability is; Infinity if the answers carry no information. */
  readonly se: Float64Array;
  /** 1 if the estimate sits on a bound. */
  readonly atBound: Uint8Array;
  /** Number of items answered. */
  readonly answers: Int32Array;
}

const COARSEST_STEP = 0.25;
/** From this number of examinees on, tables for a finer grid cost less than computing each narrow posterior again. */
const MANY_EXAMINEES = 32;
/** Steps per posterior standard deviation on the finer grid: somewhat more than estimateEap needs. */
const STEPS_PER_SD = 1.6;
/** The most examinees per chunk, and the most numbers for them (32 MB). */
const CHUNK_EXAMINEES = 4096;
const CHUNK_NUMBERS = 4e6;

/**
 * The abilities of many examinees, equal to those of estimateAbility to 1e-9.
 *
 * The log-likelihood (for wle: the slope, the information and Warm's J) at the nodes is summed from tables made for
 * sixteen items at a time, so that memory does not grow with the number of items.
 *
 * @param scores examinees × items, row by row: a score in [0, 1], NaN if the item was not asked
 * @param onProgress called with the finished share, up to 1
 */
export function scoreExaminees(
  items: ItemParameters,
  scores: Float32Array,
  options: ScoringOptions,
  onProgress: (share: number) => void = () => {},
): ExamineeScores {
  const width = items.count;
  const total = width === 0 ? 0 : scores.length / width;
  const result: ExamineeScores = {
    ability: new Float64Array(total),
    se: new Float64Array(total),
    atBound: new Uint8Array(total),
    answers: new Int32Array(total),
  };
  const grid = emptyGrid(...options.bounds, gridStep(items, total, options));
  const nodes = grid.nodes.length;
  const isWle = options.estimator === 'wle';
  const length = isWle ? 3 * nodes : nodes;
  const write = isWle ? slopeRows(items, grid) : likelihoodRows(items, grid);

  const chunk = Math.min(total, CHUNK_EXAMINEES, Math.ceil(CHUNK_NUMBERS / length));
  const sums = new Float64Array(chunk * length);
  const own = isWle ? new Float64Array(length) : grid.logLikelihood;
  const slopes = {
    slope: own.subarray(0, nodes),
    information: own.subarray(nodes, 2 * nodes),
    warm: own.subarray(2 * nodes),
  };
  const answers = {
    items,
    index: new Int32Array(width),
    scores: new Float64Array(width),
    count: 0,
  };
  const estimate = (): AbilityEstimate => {
    if (answers.count === 0) return withoutAnswers(options);
    if (isWle) return estimateWle(answers, grid, slopes);
    return estimateAbility(options.estimator, answers, grid, options.prior);
  };

  for (let first = 0; first < total; first += chunk) {
    const count = Math.min(chunk, total - first);
    const rows = scores.subarray(first * width, (first + count) * width);
    sumAnswerRows(rows, width, length, write, sums, (done) =>
      onProgress((first + (count * done) / width / 2) / total),
    );
    for (let i = 0; i < count; i++) {
      answers.count = collectAnswers(rows, i * width, width, answers.index, answers.scores);
      for (let q = 0; q < length; q++) own[q] = sums[i * length + q];
      const { ability, se, atBound } = estimate();
      result.ability[first + i] = ability;
      result.se[first + i] = se;
      result.atBound[first + i] = atBound ? 1 : 0;
      result.answers[first + i] = answers.count;
    }
    onProgress((first + count) / total);
  }
  return result;
}

function withoutAnswers({ estimator, prior, bounds }: ScoringOptions): AbilityEstimate {
  if (estimator === 'map' || estimator === 'eap') {
    const ability = Math.min(bounds[1], Math.max(bounds[0], prior.mean));
    return { ability, se: prior.sd, atBound: ability !== prior.mean };
  }
  return { ability: Number.NaN, se: Number.NaN, atBound: false };
}

/**
 * The step of the grid: for eap of many examinees fine enough for the narrowest posterior, else just fine enough to find every
 * maximum.
 */
function gridStep(items: ItemParameters, examinees: number, options: ScoringOptions): number {
  const { bounds, prior, estimator } = options;
  const step = stepFor(items, COARSEST_STEP);
  if (estimator !== 'eap' || examinees < MANY_EXAMINEES) return step;
  let most = 0;
  for (const theta of emptyGrid(...bounds, COARSEST_STEP).nodes)
    most = Math.max(most, testInformation(theta, items));
  return Math.min(step, 1 / Math.sqrt(most + prior.sd ** -2) / STEPS_PER_SD);
}
