import { fail } from '../../errors.ts';
import type { KeptResponses, Store, StoredResponses } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';

/**
 * Stores recorded answers with a bank. Answers of known models replace their earlier ones.
 * @param ifKnown null: known models are replaced; else nothing is kept if there are some, and this says what to do
 * @returns the known models, and the total number of models with recorded answers
 * @throws NAME_UNKNOWN, ANSWERS_RECORDED
 */
export async function recordAnswers(
  store: Store,
  bank: string,
  { matrix, families, letters, scoredBy }: StoredResponses & Partial<KeptResponses>,
  ifKnown: string | null,
): Promise<{ readonly replaced: readonly string[]; readonly all: number }> {
  await bankOf(store, bank);
  const before = new Set((await store.responses(bank))?.matrix.examinees);
  const replaced = matrix.examinees.filter((examinee) => before.has(examinee));
  if (ifKnown !== null && replaced.length > 0)
    fail('ANSWERS_RECORDED', { bank, models: replaced, todo: ifKnown });
  await store.putResponses(bank, matrix, families, new Date().toISOString(), {
    ...(letters === undefined ? {} : { letters }),
    ...(scoredBy === undefined ? {} : { scoredBy }),
  });
  return { replaced, all: (await bankOf(store, bank)).examinees };
}
