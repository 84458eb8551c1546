import type { RecordedBank } from 'thetarank';
import {
  type ClimedbenchShape,
  climedbenchBank,
  climedbenchShape,
  type RecordedExaminee,
  recordedExaminees,
} from 'thetarank/study';

/** One seed: a bank of the published shape, and the answers of the published models to all of it. */
export interface PaperReplication {
  readonly seed: number;
  readonly bank: RecordedBank;
  readonly shape: ClimedbenchShape;
  readonly examinees: readonly RecordedExaminee[];
  /** Scores on the whole bank, in [0, 1]: the regular evaluation. */
  readonly regular: Float64Array;
}

/**
 * Draws items and answers in the same way as for the built-in bank. Seed 1 with all items is that bank.
 * @param size number of items
 */
export function paperReplication(seed: number, size: number): PaperReplication {
  const shape = climedbenchShape(seed, size);
  const bank = climedbenchBank(seed, size, shape);
  const { examinees, actual } = recordedExaminees(bank);
  return { seed, bank, shape, examinees, regular: actual };
}
