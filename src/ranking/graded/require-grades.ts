import { fail } from '../../errors.ts';
import { hasFractions } from '../../irt/has-fractions.ts';
import { levelsOf } from '../../irt/polytomous/score-levels.ts';
import type { RecordedBank } from '../recorded-bank.ts';

/** @throws OPTIONS_CONFLICT unless some recorded score is between 0 and 1; NO_ITEM_VARIES if all scores are the same */
export function requireGrades({ name, responses }: Pick<RecordedBank, 'name' | 'responses'>): void {
  if (hasFractions(responses)) {
    if (levelsOf(responses).length === 1)
      fail('NO_ITEM_VARIES', { where: name, items: responses.items.length });
    return;
  }
  fail('OPTIONS_CONFLICT', {
    options: '--strategy graded',
    reason: `models scores between 0 and 1, but all recorded scores of ${name} are 0 or 1; use --strategy robust.`,
  });
}
