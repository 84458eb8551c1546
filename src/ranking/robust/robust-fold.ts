import { pickExaminees } from '../../irt/responses.ts';
import { familiesOf } from '../families.ts';
import type { FoldBank } from '../fold-bank.ts';
import { type RecordedBank, recordedExaminees } from '../recorded-bank.ts';
import { prepareRobust, type RobustBank } from './prepare-robust.ts';

/**
 * Prepares robust tests of a fold's unseen examinees: nothing of these is known to it.
 *
 * @param seed names the random streams of what is tried on the examinees of the calibration
 */
export function robustFold(
  bank: RecordedBank,
  part: FoldBank,
  lengths: readonly number[],
  seed: string,
): RobustBank {
  const responses = pickExaminees(bank.responses, part.seen);
  const { families } = bank;
  const own = families === undefined ? null : part.seen.map((i) => families[i]);
  return prepareRobust({
    responses,
    weights: recordedExaminees({ ...bank, responses, families: undefined }).examinees.map(
      ({ weights }) => weights,
    ),
    families: familiesOf(responses.examinees, own, 2).of,
    tag: Object.values(bank.tags)[0],
    guessing: part.calibration.parameters.c,
    lengths,
    seed,
  });
}
