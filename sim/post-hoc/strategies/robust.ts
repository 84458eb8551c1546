import { randomStream } from '../../../src/random.ts';
import { scoreInterval } from '../../../src/ranking/intervals.ts';
import { intervalFactor, type RobustBank } from '../../../src/ranking/robust/prepare-robust.ts';
import { robustFold } from '../../../src/ranking/robust/robust-fold.ts';
import { robustTest } from '../../../src/ranking/robust/robust-test.ts';
import { oncePerFold, type Strategy } from '../strategy-test.ts';

/** Prepared once a fold, for the lengths of its first test: all tests of a study have the same. */
const prepared = oncePerFold(() => new Map<string, RobustBank>());

/**
 * Items chosen for the score that is reported, under what is not known of items and examinees, with a share of random
 * ones; what is learned by leaving families out of the calibration says how many dimensions, how large that share and how
 * wide the interval.
 */
export const robust: Strategy = (test) => {
  const made = prepared(test);
  const key = test.lengths.join(',');
  let bank = made.get(key);
  if (bank === undefined) {
    bank = robustFold(test.bank, test.part, test.families, test.lengths, test.foldPath.join('/'));
    made.set(key, bank);
  }
  return robustTest(
    bank,
    test.examinee,
    test.lengths,
    randomStream(test.path.join('/'), 'robust'),
  ).map((checkpoint, l) => {
    const factor = intervalFactor(bank, l, checkpoint.alarm);
    const { low, high } = scoreInterval(checkpoint, factor);
    return {
      items: checkpoint.items,
      score: checkpoint.score,
      interval: { score: checkpoint.score, low, high },
      prediction: null,
      factor: factor.factor,
      alarm: checkpoint.alarm !== null,
    };
  });
};
