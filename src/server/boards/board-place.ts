import type { LeaderboardEntry } from '../../api/leaderboards.ts';
import type { SessionSummary, Standing } from '../../api/sessions.ts';
import type { BoardPlace, BoardRow } from '../../store/service/service-session-store.ts';
import { hasEntered } from '../sessions/report/has-entered.ts';
import type { KeptResult } from '../sessions/report/session-summary.ts';
import { boardId } from './board-of.ts';

/** What the sessions of a leaderboard have in common. */
export type BoardFacts = Pick<
  SessionSummary,
  | 'bankVersion'
  | 'calibration'
  | 'calibrationVersion'
  | 'strategy'
  | 'adaptive'
  | 'prompt'
  | 'scored'
> & {
  /** They began with one version of the bank, so any of them tells since when. */
  readonly since: string;
};

/** A session on a leaderboard. */
export interface BoardEntry
  extends Pick<LeaderboardEntry, 'examinee' | 'person' | 'lag' | 'cost' | 'finishedAt'>,
    Pick<SessionSummary, 'id' | 'state' | 'form' | 'recordedAs'> {
  readonly standing: Standing;
}

/** Where a session stands that has ended; null if it enters no leaderboard. */
export function boardPlace(session: SessionSummary): BoardPlace | null {
  const { standing, recordedAs } = session;
  if (standing === null || !hasEntered(session)) return null;
  const { bankVersion, calibration, calibrationVersion, strategy, adaptive, prompt, scored } =
    session;
  const facts: BoardFacts = {
    ...{ bankVersion, calibration, calibrationVersion, strategy, adaptive, prompt, scored },
    since: session.createdAt,
  };
  const { score, low, high, expected } = standing;
  const width = Math.max(high, expected.high, score) - Math.min(low, expected.low, score);
  return { board: boardId(session), facts, score, width, recordedAs };
}

export function boardEntry({ result, charged, ...row }: BoardRow): BoardEntry {
  const { standing, recordedAs, lag, form, paid } = result as KeptResult & { standing: Standing };
  const { id, examinee, person, finishedAt } = row;
  return {
    ...{ id, examinee, person, finishedAt, standing, recordedAs, lag, form },
    state: row.state as SessionSummary['state'],
    cost: paid === null && charged === 0 ? null : (paid ?? 0) + charged,
  };
}
