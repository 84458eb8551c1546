import type { CatBank } from '../../cat/bank.ts';
import type { ItemCosts } from '../../cat/robust/item-costs.ts';
import { pickExaminees } from '../../irt/responses.ts';
import type { FoldBank } from '../fold-bank.ts';
import { type RecordedBank, recordedExaminees, scoreTag } from '../recorded-bank.ts';
import { prepareRobust, type RobustBank, type RobustRequest } from './prepare-robust.ts';

/**
 * Prepares robust tests of a fold's unseen examinees: nothing of these is known to it.
 *
 * @param families of all examinees of the bank, those the fold was made by
 * @param seed names the random streams of what is tried on the examinees of the calibration
 */
export function robustFold(
  bank: RecordedBank,
  part: Pick<FoldBank, 'seen'> & {
    readonly bank: Pick<CatBank, 'flagged'>;
  },
  families: readonly string[],
  lengths: readonly number[],
  seed: string,
  costs?: ItemCosts,
): RobustBank {
  return prepareRobust({ ...robustRequest(bank, part, families, lengths, seed), costs });
}

/** What they are prepared from. */
export function robustRequest(
  bank: RecordedBank,
  part: Parameters<typeof robustFold>[1],
  families: readonly string[],
  lengths: readonly number[],
  seed: string,
): RobustRequest {
  const responses = pickExaminees(bank.responses, part.seen);
  const name = scoreTag(bank);
  return {
    responses,
    weights: recordedExaminees({ ...bank, responses, families: undefined }).examinees.map(
      ({ weights }) => weights,
    ),
    families: part.seen.map((i) => families[i]),
    tag: name === undefined ? undefined : bank.tags[name],
    optionCounts: bank.optionCounts,
    flagged: part.bank.flagged,
    lengths,
    seed,
  };
}
