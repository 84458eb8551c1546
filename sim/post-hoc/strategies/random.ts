import { randomStream } from '../../../src/random.ts';
import { plainScore, randomOrder } from '../../../src/ranking/random-items.ts';
import { fixedTest } from '../../../src/ranking/recorded-test.ts';
import { fromPrediction, fromSample, type Strategy, type StrategyTest } from '../strategy-test.ts';

/** Random items and their plain mean, with the design-based interval of a finite population. */
export const random: Strategy = (test) => {
  const order = orderOf(test);
  return test.lengths.map((length) =>
    fromSample(
      plainScore(test.examinee, test.strata, order, length),
      Math.min(length, order.length),
    ),
  );
};

/** The same random items and the calibrated prediction. */
export const randomIrt: Strategy = (test) => {
  const { part, examinee, lengths } = test;
  const order = orderOf(test).subarray(0, lengths[lengths.length - 1]);
  return fixedTest(part.bank, examinee, order, lengths).map(fromPrediction);
};

function orderOf({ examinee, strata, path }: StrategyTest): Int32Array {
  return randomOrder(examinee, strata, randomStream(path.join('/'), 'items'));
}
