import { shellWord } from '../../shell-word.ts';

/** The command that puts people and the judging models of a panel's run in one table; undefined if there are none. */
export function withJudges(
  { run, judges }: { readonly run: number | null; readonly judges: readonly string[] },
  file: string,
  people: readonly string[],
  database: string,
): string | undefined {
  if (run === null || judges.length === 0 || people.length === 0) return undefined;
  return `thetarank judges --run ${run} ${shellWord(file)} --people ${shellWord(people.join(','))}${database}`;
}
