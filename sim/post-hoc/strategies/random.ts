import { randomStream } from '../../../src/random.ts';
import { plainScore, randomOrder } from '../../../src/ranking/random-items.ts';
import { fixedTest } from '../../../src/ranking/recorded-test.ts';
import { fromPrediction, fromSample, type Strategy, type Trial } from '../trial.ts';

/** Random items and their plain mean, with the design-based interval of a finite population. */
export const random: Strategy = (trial) => {
  const order = orderOf(trial);
  return trial.lengths.map((length) =>
    fromSample(
      plainScore(trial.examinee, trial.strata, order, length),
      Math.min(length, order.length),
    ),
  );
};

/** The same random items and the calibrated prediction. */
export const randomIrt: Strategy = (trial) => {
  const { part, examinee, lengths } = trial;
  const order = orderOf(trial).subarray(0, lengths[lengths.length - 1]);
  return fixedTest(part.bank, examinee, order, lengths).map(fromPrediction);
};

function orderOf({ examinee, strata, path }: Trial): Int32Array {
  return randomOrder(examinee, strata, randomStream(path.join('/'), 'items'));
}
