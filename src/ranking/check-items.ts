import { randomStream } from '../random.ts';
import { dealFolds } from '../statistics/deal-folds.ts';
import { conformalFactor, conformalQuantile, type IntervalFactor } from './conformal.ts';
import { familiesOf } from './families.ts';
import { foldBank } from './fold-bank.ts';
import { errorRatios } from './intervals.ts';
import { type RecordedBank, recordedExaminees } from './recorded-bank.ts';
import { type Checkpoint, fixedTest } from './recorded-test.ts';

/** How well a fixed set of items predicts the recorded models' scores on the whole bank. */
export interface ItemsCheck {
  /** Mean absolute error, in percentage points. */
  readonly expectedError: number;
  readonly interval: IntervalFactor;
  /** Half-width that holds 90% of their errors, independent of the standard errors, in [0, 1]. */
  readonly halfWidth: number;
  /** The recorded scores in [0, 1], one per examinee. */
  readonly actual: Float64Array;
}

const FOLDS = 5;

/** How many steps of work `checkItems` reports. */
export const CHECK_STEPS = FOLDS;

/**
 * Predicts every recorded model from its answers to `items` alone, by calibrations without it and its family.
 * @param items positions in the bank
 */
export function checkItems(
  bank: RecordedBank,
  items: ArrayLike<number>,
  seed: number,
  onStep: (doing: string) => void = () => {},
): ItemsCheck {
  const { responses } = bank;
  const { examinees, actual } = recordedExaminees(bank);
  const families = familiesOf(responses.examinees, bank.families ?? null, FOLDS).of;
  const fold = dealFolds(families, FOLDS, randomStream(seed, 'folds'));
  const known: Checkpoint[] = new Array(examinees.length);
  for (let k = 0; k < FOLDS; k++) {
    const part = foldBank(bank, fold, k);
    for (const i of part.unseen) {
      const asked = Array.from(items).filter((j) => !Number.isNaN(examinees[i].scores[j]));
      known[i] = fixedTest(part.bank, examinees[i], asked, [asked.length])[0];
    }
    onStep(`checking on recorded models, fold ${k + 1} of ${FOLDS}`);
  }
  const errors = known.map((prediction, i) => Math.abs(prediction.score - actual[i]));
  return {
    expectedError: (100 * errors.reduce((sum, e) => sum + e, 0)) / errors.length,
    interval: conformalFactor(errorRatios(known, actual)),
    halfWidth: conformalQuantile(errors),
    actual,
  };
}
