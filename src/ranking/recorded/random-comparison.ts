import { GradedPosterior } from '../../cat/graded/graded-posterior.ts';
import { predictGrades } from '../../cat/graded/graded-prediction.ts';
import { affordable, costOf } from '../../cat/robust/item-costs.ts';
import { levelOf } from '../../irt/polytomous/score-levels.ts';
import { randomStream } from '../../random.ts';
import { meanWithError } from '../../statistics/mean-with-error.ts';
import { agreement, meanAgreement } from '../agreement.ts';
import type { GradedReady } from '../graded/graded-live-test.ts';
import type { Preparation } from '../live/preparation.ts';
import { plainScore, randomOrder } from '../random-items.ts';
import { fixedTest } from '../recorded-test.ts';
import type { RankRequest } from './rank-request.ts';
import type { RandomComparison } from './rank-result.ts';
import type { RecordedModel } from './test-model.ts';

/**
 * Scores of a model by random items, one entry per draw, in [0, 1]: their plain mean, and the calibrated prediction. Also what the
 * items of a draw cost on average; null without costs.
 */
export interface RandomScores {
  readonly plain: Float64Array;
  readonly calibrated: Float64Array;
  readonly cost: number | null;
}

/** Draws items for a model at random, as many as a test may have and pay for, and predicts its score from each draw. */
export function randomScores(
  { draws, items, seed, costs }: RankRequest,
  { pool, fold, graded }: Preparation,
  model: RecordedModel,
): RandomScores {
  const plain = new Float64Array(draws);
  const calibrated = new Float64Array(draws);
  let cost = 0;
  for (let draw = 0; draw < draws; draw++) {
    const random = randomStream(seed, 'draw', draw, model.name);
    const drawn = randomOrder(model, pool.strata, random).subarray(0, items);
    const order = drawn.subarray(0, affordable(drawn, costs));
    if (costs !== undefined) cost += costOf(order, order.length, costs);
    plain[draw] = plainScore(model, pool.strata, order, items).score;
    calibrated[draw] =
      graded === null
        ? fixedTest(fold!.bank, model, order, [items])[0].score
        : fixedGradedScore(graded, model, order);
  }
  return { plain, calibrated, cost: costs === undefined ? null : cost / draws };
}

/** The score that a graded test of these items predicts. */
function fixedGradedScore(
  { prepared, curves }: GradedReady,
  { scores, weights }: RecordedModel,
  order: Int32Array,
): number {
  const posterior = new GradedPosterior(curves);
  const categories = Int16Array.from(order, (j) => levelOf(scores[j], prepared.levels));
  order.forEach((j, t) => {
    posterior.add(j, categories[t]);
  });
  const given = { index: order, categories, scores: Float64Array.from(order, (j) => scores[j]) };
  return predictGrades(curves, posterior, weights, given).score;
}

/** Predictions for one model by its test and by random items, in [0, 1]. */
export interface ComparedModel {
  readonly predicted: number;
  readonly actual: number;
  readonly random: RandomScores;
}

/** Compares a strategy with random items, over the models. */
export function compareWithRandom(
  models: readonly ComparedModel[],
  draws: number,
): RandomComparison {
  const truth = models.map(({ actual }) => actual);
  const over = (scoreOf: (random: RandomScores, draw: number) => number) =>
    meanAgreement(
      Array.from({ length: draws }, (_, draw) =>
        agreement(
          models.map(({ random }) => scoreOf(random, draw)),
          truth,
        ),
      ),
    );
  const differences = models.map(({ predicted, actual, random }) => {
    const error = (score: number) => 100 * Math.abs(score - actual);
    const ofRandom = random.calibrated.reduce((sum, score) => sum + error(score), 0) / draws;
    return error(predicted) - ofRandom;
  });
  return {
    draws,
    plain: over((random, draw) => random.plain[draw]),
    calibrated: over((random, draw) => random.calibrated[draw]),
    ...pairedDifference(differences),
  };
}

/** Mean of the models' differences and its standard error; null with fewer than two. */
function pairedDifference(differences: readonly number[]): {
  difference: number;
  seDifference: number | null;
} {
  const { mean, se } = meanWithError(differences);
  return { difference: mean, seDifference: se };
}
