import type { Leaderboard } from '../../api/leaderboards.ts';
import type { RecordedStandings } from '../../ranking/board/recorded-standings.ts';
import { buildBoard, type WantedBoard } from './build-board.ts';
import type { EnteredSession } from './entered-sessions.ts';

/** Leaderboards that are kept: the order of 300 rows takes some 50 ms, in which the service answers nobody else. */
const MOST_KEPT = 32;

/** Builds leaderboards, and again only where their sessions or recorded models have changed. */
export function keptBoards(): (
  sessions: readonly EnteredSession[],
  recorded: RecordedStandings | null,
  wanted: WantedBoard,
) => Leaderboard {
  const known = new Map<string, Leaderboard>();
  return (sessions, recorded, wanted) => {
    const marks = sessions.map(({ id, state, finishedAt, cost }) => [id, state, finishedAt, cost]);
    // The sessions say which items, so that recorded models are the same or not there.
    const key = JSON.stringify([recorded !== null, wanted.recorded, wanted.target, marks]);
    const board = known.get(key) ?? buildBoard(sessions, recorded, wanted);
    known.delete(key);
    known.set(key, board);
    if (known.size > MOST_KEPT) known.delete(known.keys().next().value as string);
    return board;
  };
}
