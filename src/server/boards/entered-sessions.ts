import type { SessionSummary, Standing } from '../../api/sessions.ts';
import { hasEntered } from '../sessions/report/has-entered.ts';

/** A session that has a place on a leaderboard. */
export type EnteredSession = SessionSummary & { readonly standing: Standing };

/**
 * The sessions on leaderboards, one per examinee and leaderboard: the newest, except that a session ended by its rules precedes
 * one ended early. Failed sessions, those ended early before LEAST_ANSWERS, and those of people
 * with fewer answers do not enter.
 * @param boardOf names the leaderboard of a session
 * @returns by leaderboard, in no order
 */
export function enteredSessions(
  sessions: readonly SessionSummary[],
  boardOf: (session: SessionSummary) => string,
): Map<string, EnteredSession[]> {
  const boards = new Map<string, Map<string, EnteredSession>>();
  for (const session of sessions) {
    if (!isEntered(session)) continue;
    const id = boardOf(session);
    const board = boards.get(id) ?? new Map<string, EnteredSession>();
    boards.set(id, board);
    // A person and a model may have one name.
    const name = `${session.person}/${session.examinee}`;
    const before = board.get(name);
    if (before === undefined || counts(session, before)) board.set(name, session);
  }
  return new Map([...boards].map(([id, board]) => [id, [...board.values()]]));
}

const isEntered = (session: SessionSummary): session is EnteredSession => hasEntered(session);

/** Whether a session replaces another of the same examinee. */
function counts(session: SessionSummary, before: SessionSummary): boolean {
  if (session.state !== before.state) return session.state === 'finished';
  const [own, other] = [session, before].map(
    ({ finishedAt, changedAt }) => finishedAt ?? changedAt,
  );
  return own === other ? session.id > before.id : own > other;
}
