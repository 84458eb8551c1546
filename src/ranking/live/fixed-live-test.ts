import { positionIn } from '../../cat/bank.ts';
import { PUBLISHED } from '../../cat/configuration.ts';
import { estimateFrom } from '../../cat/estimate-from.ts';
import type { Answers } from '../../irt/answers.ts';
import type { LiveTest } from './live-test.ts';
import { type ModelScoreBank, modelScore } from './score-from-model.ts';

/** Expected a posteriori: it has an estimate also where all answers are right or wrong. */
const RULES = { ...PUBLISHED, estimator: 'eap' } as const;

/**
 * A fixed form: the same items in the same order, whatever is answered. Ability and score come from the response model, as in adaptive
 * tests, so both are on one scale. Items without an answer count as not reached: they change neither.
 * @param form ids of items
 * @throws ITEM_UNKNOWN for an item without parameters
 */
export function fixedLiveTest(
  model: string,
  live: ModelScoreBank,
  form: readonly string[],
): LiveTest {
  const { bank } = live;
  const order = form.map((id) => positionIn(bank, id));
  const scores = new Map<number, number>();
  let asked = 0;
  const scoreOf = (without?: ReadonlySet<number>) => {
    const index = order.filter((j) => scores.has(j) && without?.has(j) !== true);
    const answers: Answers = {
      items: bank.items,
      index: Int32Array.from(index),
      scores: Float64Array.from(index, (j) => scores.get(j)!),
      count: index.length,
    };
    return modelScore(live, answers, estimateFrom(bank, answers, RULES));
  };
  return {
    model,
    length: order.length,
    get asked() {
      return asked;
    },
    get isOver() {
      return asked >= order.length;
    },
    next(most) {
      const from = asked;
      asked = Math.min(order.length, asked + most);
      return order.slice(from, asked);
    },
    record(item, score) {
      scores.set(item, score);
    },
    score: () => scoreOf(),
    scoreWithout: (items) => scoreOf(items),
  };
}
