import type { Bank } from '../../../item-bank/bank.ts';
import { fullScoreWeights } from '../../../item-bank/full-score.ts';
import { constrainedForm } from '../../cat/assemble/constrained-form.ts';
import type { Quota } from '../../cat/constrain/quotas.ts';
import { fixedForm } from '../../cat/fixed-form.ts';
import { fail } from '../../errors.ts';
import { loadSolver } from '../../highs-solver.ts';
import { randomStream } from '../../random.ts';

/** The request for a form. */
export interface FormRequest {
  readonly items: number;
  readonly seed: number;
  readonly quota?: readonly Quota[];
}

/** A fixed form of a bank. */
export interface BankForm {
  /** Positions of its items. */
  readonly items: Int32Array;
  /** The tag whose values it should represent: that of the score or of the harness's tasks, else the first, if any. */
  readonly tag: string | undefined;
  /** The properties over which it is drawn evenly. */
  readonly represents: { readonly tag: boolean; readonly difficulty: boolean };
}

/** @throws TOO_MANY_ITEMS if the bank has fewer */
export function requireItems({ items, name }: Bank, asked: number): void {
  if (asked > items.length)
    fail('TOO_MANY_ITEMS', { asked, available: items.length, where: `bank ${name}` });
}

/** Draws a form that represents the bank, within quotas if given. @throws QUOTAS_IMPOSSIBLE */
export async function bankForm(
  bank: Bank,
  { items: size, seed, quota = [] }: FormRequest,
): Promise<BankForm> {
  const { items, parameters, tags, fullScore } = bank;
  const weights = fullScoreWeights(fullScore, tags, () => true, items.length);
  const random = randomStream(seed, 'form');
  const tag = tagOf(bank);
  if (quota.length === 0) {
    const groups = tag === undefined ? new Uint8Array(items.length) : tags[tag].codes;
    return {
      items: fixedForm(parameters, groups, weights, size, random),
      tag,
      represents: { tag: tag !== undefined, difficulty: true },
    };
  }
  const from = { items: parameters, tags, weights, represented: tag ?? null };
  return { tag, ...(await constrainedForm(from, quota, size, random, await loadSolver())) };
}

function tagOf(bank: Bank): string | undefined {
  if (bank.fullScore !== 'items') return bank.fullScore.slice('macro:'.length);
  return bank.harness?.tag ?? Object.keys(bank.tags)[0];
}
