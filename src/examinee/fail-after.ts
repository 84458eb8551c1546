import { fail, ThetarankError } from '../errors.ts';

type Failure = Parameters<typeof fail<'EXAMINEE_FAILED'>>[1];

/**
 * Throws `error` on; an EXAMINEE_FAILED with what was paid before it added to its cost.
 * @param paid dollars
 * @throws always
 */
export function failAfter(paid: number, error: unknown): never {
  if (!(error instanceof ThetarankError && error.code === 'EXAMINEE_FAILED')) throw error;
  const details = error.details as Failure;
  return fail('EXAMINEE_FAILED', { ...details, cost: (details.cost ?? 0) + paid });
}
