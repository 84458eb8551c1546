import type { LeaderboardEntry } from '../../api/leaderboards.ts';

/** What tells a person from a model of the same name. */
const PERSON = 'person/';
const RECORDED = 'recorded/';

/**
 * Ids of the rows of a leaderboard, each once: the name of a model, and of a person the name after a word. They tell no id of a session,
 * so that links can show them.
 */
export function rowIds(
  rows: readonly Pick<LeaderboardEntry, 'examinee' | 'kind' | 'person'>[],
): string[] {
  const taken = new Set<string>();
  const ids = new Array<string>(rows.length);
  const give = (i: number, wanted: string, word: string) => {
    let id = wanted;
    while (taken.has(id)) id = `${word}${id}`;
    taken.add(id);
    ids[i] = id;
  };
  // Models that were tested here keep their names, whoever else has them.
  rows.forEach((row, i) => {
    if (row.kind === 'session' && !row.person) give(i, row.examinee, RECORDED);
  });
  rows.forEach((row, i) => {
    if (row.kind === 'recorded') give(i, row.examinee, RECORDED);
  });
  rows.forEach((row, i) => {
    if (row.person) give(i, `${PERSON}${row.examinee}`, PERSON);
  });
  return ids;
}
