import type { Leaderboard } from '../../api/leaderboards.ts';
import { type CsvCell, toCsv } from '../../files/write/write.ts';

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
  ...[
    'tied_with',
    'bank',
    'bank_version',
    'calibration_version',
    'strategy',
    'target',
    'person',
    'id',
    'form',
    'note',
    'simulated',
  ],
] as const;

/** What must be known of people beside models. */
const BESIDE_MODELS =
  'difficulties were learned from models, so people as a group may stand too high or too low, unless their questions were drawn; they may have had a time limit and breaks; skipped questions do not count as wrong';

/**
 * A leaderboard as a table, a row per examinee; those it is tied with as a JSON list of ids of rows. The accuracy of people, if it is known, is the last row, of the
 * kind `humans` and without a rank.
 */
export function boardCsv(board: Leaderboard): string {
  const { bank, bankVersion, calibrationVersion, strategy, target } = board;
  const rows: CsvCell[][] = board.rows.map((row) => [
    ...[row.rank, row.bestRank, row.worstRank, row.examinee, row.kind],
    ...[row.score, row.low, row.high, row.verified, row.complete, row.alarm, row.ability],
    ...[row.se, row.items, row.of, row.known, row.lag, row.cost, row.finishedAt, row.session],
    ...[JSON.stringify(row.tiedWith), bank, bankVersion, calibrationVersion, strategy, target],
    ...[row.person, row.id, row.form, row.person ? BESIDE_MODELS : null],
    row.simulated,
  ]);
  if (board.humans !== null) rows.push(humansRow(board, board.humans));
  return toCsv(COLUMNS, rows);
}

function humansRow(board: Leaderboard, humans: NonNullable<Leaderboard['humans']>): CsvCell[] {
  const { accuracy, low, high, items, of } = humans;
  const known: Partial<Record<(typeof COLUMNS)[number], CsvCell>> = {
    examinee: 'people',
    kind: 'humans',
    score: accuracy,
    low,
    high,
    items,
    of,
    bank: board.bank,
    bank_version: board.bankVersion,
    target: board.target,
  };
  return COLUMNS.map((column) => known[column]);
}
