import { holds } from '../../src/ranking/intervals.ts';
import { postHocTests } from '../post-hoc/post-hoc.ts';
import { ownInterval } from '../post-hoc/summary.ts';
import type { ModelOutcomes, RecordedStudy, Replicate } from './length-study.ts';
import type { MeasureName } from './measures.ts';
import { orderValue } from './order-value.ts';

/** Strategies that need a separate test for each length. */
const A_TEST_EACH: readonly string[] = ['anchors', 'regression', 'balanced'];
/** Strategies that learn for each length on held-out models. */
const LEARNS_EACH = 'robust';

/** Whether a strategy takes hardly longer for many lengths than for one. */
export function lengthsAreCheap({ strategy }: Pick<RecordedStudy, 'strategy'>): boolean {
  return !A_TEST_EACH.includes(strategy) && strategy !== LEARNS_EACH;
}

/**
 * Replications on recorded answers: each is one repetition of `simulate post-hoc` with the seed `seed` + its number − 1: new
 * folds of families, calibrations without the tested models, and new draws.
 */
export function recordedReplications(study: RecordedStudy): Replicate {
  const { bank, families, folds, seed, strategy, targets } = study;
  return (replication, lengths) => {
    const { outcomes, actual } = postHocTests({
      bank,
      families,
      folds,
      lengths,
      strategies: [strategy],
      seeds: 1,
      seed: seed + replication - 1,
    });
    const rows = outcomes[0].map(([row]) => row);
    const tests = A_TEST_EACH.includes(strategy) ? rows : rows.slice(-1);
    const models = rows.map((row) => ({
      scores: row.map(({ score }) => score),
      held: row.map((outcome, i) => holds(ownInterval(outcome), actual[i])),
    }));
    return {
      values: models.map((of) => targets.map(({ measure }) => recordedValue(measure, of, actual))),
      sessions: actual.length * tests.length,
      items: tests.flat().reduce((sum, { items }) => sum + items, 0),
      models,
    };
  };
}

/**
 * A measure of one replication on recorded answers: the agreement of the order of predicted with that of recorded scores, their
 * mean absolute difference in points, and the share of the strategy's own 90% intervals that hold.
 */
export function recordedValue(
  measure: MeasureName,
  { scores, held }: ModelOutcomes,
  actual: ArrayLike<number>,
): number {
  switch (measure) {
    case 'mae':
      return (
        (100 * scores.reduce((sum, score, i) => sum + Math.abs(score - actual[i]), 0)) /
        scores.length
      );
    case 'coverage':
      return held.filter((holds) => holds).length / held.length;
    case 'kendall':
    case 'spearman':
    case 'pairs':
    case 'top1':
      return orderValue(measure, scores, actual);
    default:
      throw new RangeError(`${measure} needs true abilities`);
  }
}
