import { fail } from '../../errors.ts';
import { MANY } from '../../scoring/patterns/answer-pattern.ts';
import { lackingModels, type RecordedAnswers } from '../../scoring/patterns/recorded-faults.ts';

/**
 * Refuses to record the answers of a model of which half or more are absent, because they would count as wrong in all rankings.
 * @throws ANSWERS_ABSENT
 */
export function refuseAbsent(bank: string, recorded: RecordedAnswers): void {
  const models = lackingModels(recorded).filter(({ none, answers }) => none >= MANY.half * answers);
  if (models.length > 0) fail('ANSWERS_ABSENT', { bank, models });
}
