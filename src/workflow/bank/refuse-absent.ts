import { fail } from '../../errors.ts';
import type { KnownExaminees } from '../../scoring/doubts/examinee-doubts.ts';
import { lackingModels } from '../../scoring/doubts/models-without-answers.ts';
import { MANY } from '../../scoring/patterns/answer-pattern.ts';

/**
 * Refuses to record the answers of a model of which half or more are absent, because they would count as wrong in all rankings.
 * @throws ANSWERS_ABSENT
 */
export function refuseAbsent(bank: string, { matrix, absent }: KnownExaminees): void {
  const models = lackingModels(matrix, absent).filter(
    ({ none, answers }) => none >= MANY.half * answers,
  );
  if (models.length > 0) fail('ANSWERS_ABSENT', { bank, models });
}
