import { pickExaminees } from '../../irt/responses.ts';
import type { FoldBank } from '../fold-bank.ts';
import { type RecordedBank, recordedExaminees } from '../recorded-bank.ts';
import { prepareRobust, type RobustBank } from './prepare-robust.ts';

/**
 * Prepares robust tests of a fold's unseen examinees: nothing of these is known to it.
 *
 * @param families of all examinees of the bank, those the fold was made by
 * @param seed names the random streams of what is tried on the examinees of the calibration
 */
export function robustFold(
  bank: RecordedBank,
  part: FoldBank,
  families: readonly string[],
  lengths: readonly number[],
  seed: string,
): RobustBank {
  const responses = pickExaminees(bank.responses, part.seen);
  // The tag the score is made of, else the first.
  const { fullScore, tags } = bank;
  const name = fullScore === 'items' ? Object.keys(tags)[0] : fullScore.slice('macro:'.length);
  return prepareRobust({
    responses,
    weights: recordedExaminees({ ...bank, responses, families: undefined }).examinees.map(
      ({ weights }) => weights,
    ),
    families: part.seen.map((i) => families[i]),
    tag: name === undefined ? undefined : tags[name],
    guessing: part.calibration.parameters.c,
    lengths,
    seed,
  });
}
