import type { LeaderboardEntry } from '../../../api/leaderboards.ts';

/** What the address says of the rows of a leaderboard. */
export interface RowFilter {
  readonly search?: string;
  readonly family?: string;
  /** Only models of this kind; both where it is missing. */
  readonly models?: string;
  readonly sort?: string;
  readonly descending?: string;
}

/** A row with its place in the matrix of the leaderboard. */
export interface BoardRow {
  readonly row: LeaderboardEntry;
  readonly index: number;
}

/** By what rows can be sorted, beside their rank; those without a value come last. */
const KEYS: Readonly<Record<string, (row: LeaderboardEntry) => number | string | null>> = {
  model: ({ examinee }) => examinee.toLowerCase(),
  width: ({ low, high }) => (low === null || high === null ? 0 : high - low),
  ability: ({ ability }) => ability,
  items: ({ items }) => items,
  cost: ({ cost }) => cost,
};

/** The rows that the filter leaves, in its order: the best first by default. */
export function boardRows(
  all: readonly LeaderboardEntry[],
  { search = '', family, models, sort = 'rank', descending }: RowFilter,
): BoardRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isPeople = models === 'people';
  const kind = { tested: 'session', recorded: 'recorded' }[models ?? ''];
  const rows = all.flatMap((row, index) => {
    const name = row.examinee.toLowerCase();
    const fits =
      words.every((word) => name.includes(word)) &&
      (family === undefined || row.family === family) &&
      (kind === undefined || row.kind === kind) &&
      (!isPeople || row.person);
    return fits ? [{ row, index }] : [];
  });
  const key = KEYS[sort];
  const turn = descending === 'true' ? -1 : 1;
  if (key === undefined) return turn === 1 ? rows : rows.reverse();
  return rows.sort((x, y) => {
    const [a, b] = [key(x.row), key(y.row)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a === b ? x.index - y.index : turn * (a < b ? -1 : 1);
  });
}

/** Families with at least two models, the largest first. */
export function familiesIn(rows: readonly LeaderboardEntry[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { family } of rows)
    if (family !== null) counts.set(family, (counts.get(family) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .filter(({ count }) => count > 1)
    .sort((x, y) => y.count - x.count || x.name.localeCompare(y.name));
}
