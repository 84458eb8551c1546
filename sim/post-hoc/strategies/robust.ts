import { pickExaminees } from '../../../src/irt/responses.ts';
import { randomStream } from '../../../src/random.ts';
import { NORMAL_90 } from '../../../src/ranking/conformal.ts';
import { familiesOf } from '../../../src/ranking/families.ts';
import { scoreInterval } from '../../../src/ranking/intervals.ts';
import { prepareRobust, type RobustBank } from '../../../src/ranking/robust/prepare-robust.ts';
import { robustTest } from '../../../src/ranking/robust/robust-test.ts';
import { type Fold, oncePerFold, type Strategy } from '../trial.ts';

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
    bank = prepare(trial, trial.lengths);
    made.set(key, bank);
  }
  const { factors } = bank;
  return robustTest(
    bank,
    trial.examinee,
    trial.lengths,
    randomStream(trial.path.join('/'), 'robust'),
  ).map((checkpoint, l) => ({
    items: checkpoint.items,
    score: checkpoint.score,
    interval: {
      score: checkpoint.score,
      ...scoreInterval(checkpoint, factors[l] ?? { factor: NORMAL_90, verified: false }),
    },
    prediction: null,
  }));
};

function prepare({ bank, part, known, foldPath }: Fold, lengths: readonly number[]): RobustBank {
  const { responses, tags, families } = bank;
  const names = part.seen.map((i) => responses.examinees[i]);
  return prepareRobust({
    responses: pickExaminees(responses, part.seen),
    weights: known.examinees.map(({ weights }) => weights),
    families: familiesOf(
      names,
      families === undefined ? null : part.seen.map((i) => families[i]),
      2,
    ).of,
    tag: Object.values(tags)[0],
    guessing: part.calibration.parameters.c,
    lengths,
    seed: foldPath.join('/'),
  });
}
