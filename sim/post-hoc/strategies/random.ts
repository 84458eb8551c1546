import { affordable, costOf } from '../../../src/cat/robust/item-costs.ts';
import { randomStream } from '../../../src/random.ts';
import { plainScore, randomOrder } from '../../../src/ranking/random-items.ts';
import { fixedTest } from '../../../src/ranking/recorded-test.ts';
import { fromPrediction, fromSample, type Strategy, type StrategyTest } from '../strategy-test.ts';

/** Random items and their plain mean, with the design-based interval of a finite population. */
export const random: Strategy = (test) => {
  const order = orderOf(test);
  return test.lengths.map((length) => {
    const items = Math.min(length, order.length);
    const sample = plainScore(test.examinee, test.strata, order, items);
    return { ...fromSample(sample, items), ...spentOf(test, order, items) };
  });
};

/** The same random items and the calibrated prediction. */
export const randomIrt: Strategy = (test) => {
  const { part, examinee, lengths } = test;
  const order = orderOf(test).subarray(0, lengths[lengths.length - 1]);
  return fixedTest(part.bank, examinee, order, lengths).map((prediction) => ({
    ...fromPrediction(prediction),
    ...spentOf(test, order, prediction.items),
  }));
};

/** As far as the money goes: the first item beyond it ends the test, so that the items stay a fair sample. */
function orderOf({ examinee, strata, path, costs }: StrategyTest): Int32Array {
  const order = randomOrder(examinee, strata, randomStream(path.join('/'), 'items'));
  return order.subarray(0, affordable(order, costs));
}

function spentOf({ costs }: StrategyTest, order: Int32Array, items: number): { cost?: number } {
  return costs === undefined ? {} : { cost: costOf(order, items, costs) };
}
