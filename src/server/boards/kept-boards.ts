import type { RecordedStandings } from '../../ranking/board/recorded-standings.ts';
import { type BuiltBoard, buildBoard, type WantedBoard } from './build-board.ts';
import type { EnteredSession } from './entered-sessions.ts';

/** Number of kept leaderboards: ordering 500 rows takes about 90 ms, during which the service answers no other request. */
const MOST_KEPT = 32;

/** Builds leaderboards, and rebuilds them only if their sessions or recorded models have changed. */
export function keptBoards(): (
  sessions: readonly EnteredSession[],
  recorded: RecordedStandings | null,
  wanted: WantedBoard,
) => BuiltBoard {
  const known = new Map<string, BuiltBoard>();
  return (sessions, recorded, wanted) => {
    const marks = sessions.map(({ id, state, finishedAt, cost }) => [id, state, finishedAt, cost]);
    // The sessions determine the items, so recorded models are either the same or absent.
    const key = JSON.stringify([recorded !== null, wanted.recorded, wanted.target, marks]);
    const board = known.get(key) ?? buildBoard(sessions, recorded, wanted);
    known.delete(key);
    known.set(key, board);
    if (known.size > MOST_KEPT) known.delete(known.keys().next().value as string);
    return board;
  };
}
