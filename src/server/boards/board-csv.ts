import type { Leaderboard } from '../../api/leaderboards.ts';
import { toCsv } from '../../files/write/write.ts';

const COLUMNS = [
  ...['rank', 'best_rank', 'worst_rank', 'examinee', 'kind', 'score', 'low', 'high', 'verified'],
  ...[
    'complete',
    'alarm',
    'ability',
    'se',
    'items',
    'of',
    'known',
    'lag',
    'cost',
    'finished_at',
    'session',
  ],
  ...['tied_with', 'bank', 'bank_version', 'calibration_version', 'strategy', 'target', 'person'],
] as const;

/** A leaderboard as a table, a row per examinee; those it is tied with as a JSON list of names. */
export function boardCsv(board: Leaderboard): string {
  const { bank, bankVersion, calibrationVersion, strategy, target } = board;
  return toCsv(
    COLUMNS,
    board.rows.map((row) => [
      ...[row.rank, row.bestRank, row.worstRank, row.examinee, row.kind],
      ...[row.score, row.low, row.high, row.verified, row.complete, row.alarm, row.ability],
      ...[row.se, row.items, row.of, row.known, row.lag, row.cost, row.finishedAt, row.session],
      ...[JSON.stringify(row.tiedWith), bank, bankVersion, calibrationVersion, strategy, target],
      row.person,
    ]),
  );
}
