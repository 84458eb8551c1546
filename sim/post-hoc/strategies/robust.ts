import { randomStream } from '../../../src/random.ts';
import { scoreInterval } from '../../../src/ranking/intervals.ts';
import { intervalFactor, type RobustBank } from '../../../src/ranking/robust/prepare-robust.ts';
import { robustFold } from '../../../src/ranking/robust/robust-fold.ts';
import { robustTest } from '../../../src/ranking/robust/robust-test.ts';
import { oncePerFold, type Strategy } from '../strategy-test.ts';

/** Prepared once per fold, for the lengths of its first test; all tests of a study have the same lengths. */
const prepared = oncePerFold(() => new Map<string, RobustBank>());

/**
 * Items chosen for the predicted score, given the uncertainty of items and examinees, with a share of random ones. Held-out
 * families of the calibration determine the number of dimensions, this share and the width of the interval.
 */
export const robust: Strategy = (test) => {
  const made = prepared(test);
  const key = test.lengths.join(',');
  let bank = made.get(key);
  if (bank === undefined) {
    const { families, lengths, foldPath, costs } = test;
    bank = robustFold(test.bank, test.part, families, lengths, foldPath.join('/'), costs);
    made.set(key, bank);
  }
  return robustTest(
    { ...bank, costs: test.costs },
    test.examinee,
    test.lengths,
    randomStream(test.path.join('/'), 'robust'),
  ).map((checkpoint, l) => {
    const factor = intervalFactor(bank, l, checkpoint.alarm, checkpoint.items);
    const { low, high } = scoreInterval(checkpoint, factor);
    return {
      items: checkpoint.items,
      score: checkpoint.score,
      interval: { score: checkpoint.score, low, high },
      prediction: null,
      factor: factor.factor,
      alarm: checkpoint.alarm !== null,
      ...(checkpoint.cost === null ? {} : { cost: checkpoint.cost }),
    };
  });
};
