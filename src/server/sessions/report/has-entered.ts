import type { SessionSummary } from '../../../api/sessions.ts';

/** A test that ended early with fewer answers is not ranked or compared. */
export const LEAST_ANSWERS = 10;

/** Whether a session stands on leaderboards: one ended by its rules, or one ended early with enough answers. */
export function hasEntered({
  state,
  standing,
}: Pick<SessionSummary, 'state' | 'standing'>): boolean {
  if (standing === null) return false;
  return state === 'finished' || (state === 'ended' && standing.answers >= LEAST_ANSWERS);
}
