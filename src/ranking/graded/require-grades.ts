import { fail } from '../../errors.ts';
import { hasFractions } from '../../irt/has-fractions.ts';
import type { RecordedBank } from '../recorded-bank.ts';

/** @throws OPTIONS_CONFLICT unless some recorded score is between 0 and 1 */
export function requireGrades({ name, responses }: Pick<RecordedBank, 'name' | 'responses'>): void {
  if (hasFractions(responses)) return;
  fail('OPTIONS_CONFLICT', {
    options: '--strategy graded',
    reason: `models scores between 0 and 1, but all recorded scores of ${name} are 0 or 1; use --strategy robust.`,
  });
}
