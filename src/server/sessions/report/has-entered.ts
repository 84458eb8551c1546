import type { SessionSummary } from '../../../api/sessions.ts';
import { LEAST_ANSWERS } from '../../../ranking/live/person-live-test.ts';

/** Whether a session stands on leaderboards: one ended by its rules, or one ended early with enough answers. Of people with enough answers in any case. */
export function hasEntered({
  state,
  standing,
  person,
}: Pick<SessionSummary, 'state' | 'standing' | 'person'>): boolean {
  if (standing === null) return false;
  const isLong = standing.answers >= LEAST_ANSWERS;
  return (state === 'finished' && (isLong || !person)) || (state === 'ended' && isLong);
}
