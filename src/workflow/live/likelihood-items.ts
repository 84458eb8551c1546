import { fail } from '../../errors.ts';
import { hasFractions } from '../../irt/has-fractions.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { isLikelihoodVariant } from '../../prompt/prompt.ts';
import type { Store } from '../../store/store.ts';
import type { AskSettings } from '../../tested-bank/ask-options.ts';

/** What a prompt for base models leaves out of a bank. */
export interface LikelihoodItems {
  /** Ids of the single choices; null if items of any type can be asked. */
  readonly choices: ReadonlySet<string> | null;
  /** How many items of other types have text. */
  readonly others: number;
}

/**
 * The items that can be scored by log-likelihoods: those with exactly one right option.
 * @throws OPTIONS_CONFLICT if there are none, if `pool` names another one, and for probabilities on a bank of right and wrong answers
 */
export async function likelihoodItems(
  { variant, metric }: Pick<AskSettings, 'variant' | 'metric'>,
  store: Pick<Store, 'items'>,
  bank: string,
  recorded: ResponseMatrix,
  pool: readonly string[] | null,
): Promise<LikelihoodItems> {
  if (!isLikelihoodVariant(variant)) return { choices: null, others: 0 };
  const options = `variant ${variant}`;
  if (metric === 'probability' && !hasFractions(recorded))
    fail('OPTIONS_CONFLICT', {
      options: 'metric probability',
      reason: `the recorded answers of bank ${bank} are right or wrong, so its item parameters and scores do not hold for probabilities. Use acc, acc_norm or acc_bytes, or a bank with recorded probabilities.`,
    });
  const choices = new Set<string>();
  let others = 0;
  for await (const { id, type, status } of store.items(bank)) {
    if (type === 'single') choices.add(id);
    else if (status === 'active') others++;
  }
  const cannot = 'log-likelihoods score items of type single only';
  if (choices.size === 0)
    fail('OPTIONS_CONFLICT', {
      options,
      reason: `bank ${bank} has no such item: ${cannot}. Use the variant cot or answer-only.`,
    });
  const other = pool?.find((id) => !choices.has(id));
  if (other !== undefined)
    fail('OPTIONS_CONFLICT', {
      options,
      reason: `item ${other} of the pool is of another type; ${cannot}. Leave it out of the pool.`,
    });
  return { choices, others };
}
