import type { ItemPool } from '../live/item-pool.ts';
import type { CalibratedTest, Conclusion, LiveTest } from '../live/live-test.ts';
import type { Preparation } from '../live/preparation.ts';
import { calibratedStrategy } from '../live/strategies.ts';
import { answeredCount, answeredShare, type RecordedExaminee } from '../recorded-test.ts';
import { type RandomScores, randomScores } from './random-comparison.ts';
import type { RankRequest } from './rank-request.ts';

/** Below this share of answered items, the score of a model covers other items than those of the others. */
export const NEARLY_ALL = 0.98;
/** A model that answered less than this share of the bank gets no place, unless all did; as on the leaderboards of the service. */
export const LEAST_PLACED = 0.5;

/** The result of a recorded model's test: plain data. */
export interface TestedModel extends Conclusion {
  /** Whether every recorded answer was used, so that nothing was left to predict. */
  readonly isExact: boolean;
  /** Its scores by random items; null if it is not shown. */
  readonly random: RandomScores | null;
  /** Dollars that its items cost; null without costs. */
  readonly cost: number | null;
}

/** A recorded model: its answers, its score on the whole bank in [0, 1], its name. */
export interface RecordedModel extends RecordedExaminee {
  readonly name: string;
  readonly actual: number;
}

/** Tests one model with its recorded answers. If the model is shown, draws random items for it too. */
export function testModel(
  request: RankRequest,
  preparation: Preparation,
  model: RecordedModel,
  isShown: boolean,
): TestedModel {
  const test = testOf(request, preparation, model);
  answerFromRow(test, model.scores);
  const concluded = test.conclude();
  const isExact = concluded.items === answeredCount(model);
  // Of a test that went on, as many random items are drawn as it has.
  const items = concluded.growth === null ? request.items : concluded.items;
  const random = isShown ? randomScores({ ...request, items }, preparation, model) : null;
  const cost = test.cost ?? null;
  if (!isExact) return { ...concluded, isExact, random, cost };
  // A test of every answer gives the recorded score itself, without the rounding of another sum.
  const { actual } = model;
  const prediction = { score: actual, se: 0, least: actual, most: actual };
  return { ...concluded, prediction, isExact, random, cost };
}

function testOf(
  { strategy, items, growTo = null, seed, costs }: RankRequest,
  preparation: Preparation,
  model: RecordedModel,
): CalibratedTest {
  const { needsLength, test } = calibratedStrategy(strategy);
  const length = needsLength ? Math.min(items, answeredCount(model)) : items;
  const pool = poolOf(preparation.pool, model);
  const examinee = model.name;
  const own = { strategy, examinee, length, growTo, costs };
  const plan = { ...own, lag: 1, seed: `${seed}/${examinee}`, rules: null };
  return test({ ...preparation, pool }, plan, null);
}

/** The part of the bank that a recorded model has answered: only these items can be asked and count. */
function poolOf(pool: ItemPool, { scores, weights }: RecordedModel): ItemPool {
  const { items } = pool.recorded.responses;
  return {
    ...pool,
    weights,
    asLearned: answeredShare({ scores }) >= NEARLY_ALL,
    exclude: items.filter((_, j) => Number.isNaN(scores[j])),
  };
}

/** Answers a test from the recorded answers until it ends. @param scores one entry per item */
function answerFromRow(test: LiveTest, scores: ArrayLike<number>): void {
  for (let [j] = test.next(1); j !== undefined; [j] = test.next(1)) test.record(j, scores[j]);
}
