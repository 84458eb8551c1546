import { randomStream } from '../../../src/random.ts';
import { scoreInterval } from '../../../src/ranking/intervals.ts';
import { intervalFactor, type RobustBank } from '../../../src/ranking/robust/prepare-robust.ts';
import { robustFold } from '../../../src/ranking/robust/robust-fold.ts';
import { robustTest } from '../../../src/ranking/robust/robust-test.ts';
import { oncePerFold, type Strategy } from '../trial.ts';

/** Prepared once a fold, for the lengths of its first trial: all trials of a study have the same. */
const prepared = oncePerFold(() => new Map<string, RobustBank>());

/**
 * Items chosen for the score that is reported, under what is not known of items and examinees, with a share of random
 * ones; what is learned by leaving families out of the calibration says how many dimensions, how large that share and how
 * wide the interval.
 */
export const robust: Strategy = (trial) => {
  const made = prepared(trial);
  const key = trial.lengths.join(',');
  let bank = made.get(key);
  if (bank === undefined) {
    bank = robustFold(
      trial.bank,
      trial.part,
      trial.families,
      trial.lengths,
      trial.foldPath.join('/'),
    );
    made.set(key, bank);
  }
  return robustTest(
    bank,
    trial.examinee,
    trial.lengths,
    randomStream(trial.path.join('/'), 'robust'),
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
