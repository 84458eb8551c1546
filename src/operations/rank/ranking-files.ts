import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toCsv, writeFileWhole } from '../../files/write/write.ts';
import type { OwnRandom } from '../../ranking/own-random.ts';
import type { RankResult } from '../../ranking/recorded/rank-result.ts';

/** False for banks without tags, and for strategies that predict no scores by tag. */
function hasTagScores({ models, tagAgreement }: RankResult): boolean {
  return (
    tagAgreement !== null &&
    models.some(({ tags }) => Object.keys(tags[tagAgreement.tag] ?? {}).length > 0)
  );
}

const TAGS_HEADER = [
  ...['model', 'tag', 'value', 'score', 'low', 'high', 'actual', 'items', 'verified'],
  ...['expectedScore', 'expectedLow', 'expectedHigh'],
] as const;

/** `tags.csv`: one row per model and value of the tag and of the levels above it, scores in percentage points. */
function tagsCsv({ models }: RankResult): string {
  const rows = models.flatMap(({ model, tags }) =>
    Object.entries(tags).flatMap(([tag, values]) =>
      Object.entries(values).map(([value, own]) => [
        ...[model, tag, value, own.score, own.low, own.high, own.actual, own.items],
        ...[own.verified, own.expected.score, own.expected.low, own.expected.high],
      ]),
    ),
  );
  return toCsv(TAGS_HEADER, rows);
}

/** The random items of a test, as columns of a leaderboard. */
export function randomColumns(ownRandom: OwnRandom | null | undefined) {
  return {
    randomItems: ownRandom?.items,
    randomScore: ownRandom?.score,
    randomLow: ownRandom?.low,
    randomHigh: ownRandom?.high,
  };
}

/** `leaderboard.csv`: one row per model. */
function leaderboardCsv({ models }: RankResult): string {
  const lines = models.map(({ expected, tags: _tags, ownRandom, growth, ...line }) => ({
    ...line,
    expectedScore: expected?.score,
    expectedLow: expected?.low,
    expectedHigh: expected?.high,
    ...randomColumns(ownRandom),
    grewFrom: growth?.from,
    grewWhy: growth?.why,
  }));
  const columns = Object.keys(lines[0]) as (keyof (typeof lines)[number])[];
  return toCsv(
    columns,
    lines.map((line) => columns.map((column) => line[column])),
  );
}

/** Writes the files of a ranking. @param summary the result without its sessions @returns their paths */
export function writeRanking(folder: string, result: RankResult, summary: object): string[] {
  const files: Record<string, string> = { 'leaderboard.csv': leaderboardCsv(result) };
  if (hasTagScores(result)) files['tags.csv'] = tagsCsv(result);
  else removeTags(join(folder, 'tags.csv'));
  files['result.json'] = `${JSON.stringify(summary, null, 2)}\n`;
  files['sessions.jsonl'] = result.sessions.map((own) => `${JSON.stringify(own)}\n`).join('');
  for (const [file, text] of Object.entries(files)) writeFileWhole(join(folder, file), text);
  return Object.keys(files).map((file) => join(folder, file));
}

/** Scores by tag of an earlier ranking would pass for those of this one. A file of somebody else's stays. */
function removeTags(file: string): void {
  const isOurs =
    existsSync(file) && readFileSync(file, 'utf8').startsWith(`${TAGS_HEADER.join()}\n`);
  if (isOurs) rmSync(file);
}
