import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { toCsv } from '../../files/write/write.ts';
import { count, decimal, isExact } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { OwnRandom } from '../../ranking/own-random.ts';
import type { RankResult } from '../../ranking/recorded/rank-result.ts';
import { textTable } from '../../report/text-table.ts';
import { wordsOf } from '../../tag-words.ts';
import { answeredMark } from '../alarm-notes.ts';

/** Characters a table may be wide, and how many of them are printed one below the other. */
const WIDTH = 120;
const MOST_TABLES = 6;
const GAP = 2;

/**
 * Tables of models × values of the tag and of the levels above it: the score and its 90% interval, which need not reach as far to
 * both sides.
 */
export function tagReport(result: RankResult, target: ScoreTarget): string {
  const { models, tagAgreement } = result;
  if (tagAgreement === null) return '';
  const tags = new Set(models.flatMap((model) => Object.keys(model.tags)));
  return [...tags].map((tag) => oneTag(result, tag, target)).join('\n\n');
}

function oneTag({ models, tagWords }: RankResult, tag: string, target: ScoreTarget): string {
  const found = new Set(models.flatMap(({ tags }) => Object.keys(tags[tag] ?? {})));
  const { name, values } = wordsOf(tagWords, tag, [...found]);
  const cell = (model: RankResult['models'][number], value: string) => {
    const own = model.tags[tag]?.[value];
    if (own === undefined) return '–';
    const { score, low, high } = target === 'expected' ? own.expected : own;
    if (isExact({ low, high })) return `${decimal(score, 1)}${answeredMark(model) || ' exact'}`;
    return `${decimal(score, 1)} (${decimal(low, 1)}–${decimal(high, 1)})${own.verified ? '' : ' ?'}`;
  };
  const rows = models.map((model) => values.map(({ value }) => cell(model, value)));
  const heads = values.map((value, v) => wrapped(value.name, width(rows.map((row) => row[v]))));
  const names = width(models.map(({ model }) => model)) + GAP;
  const tables: number[][] = [];
  let left = 0;
  heads.forEach((head, v) => {
    const own = width([...head.split('\n'), ...rows.map((row) => row[v])]) + GAP;
    if (tables.length === 0 || own > left) {
      tables.push([]);
      left = WIDTH - names;
    }
    tables[tables.length - 1].push(v);
    left -= own;
  });
  const shown = tables.slice(0, MOST_TABLES);
  const hidden = values.length - shown.flat().length;
  return [
    `${target === 'expected' ? 'Expected scores' : 'Recorded scores'} by ${name}, in points (90% interval):`,
    ...shown.map((columns) =>
      textTable(
        [{ head: 'model' }, ...columns.map((v) => ({ head: heads[v], align: 'right' as const }))],
        models.map(({ model }, i) => [model, ...columns.map((v) => rows[i][v])]),
      ),
    ),
    ...(hidden > 0
      ? [`${count(hidden)} more values of ${name}; --out DIR writes all of them to tags.csv.`]
      : []),
  ].join('\n\n');
}

function width(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

/** A name on lines of `longest` characters, if its words allow that. */
function wrapped(name: string, longest: number): string {
  const lines: string[] = [];
  for (const word of plainText(name).split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= longest)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** False for banks without tags, and for strategies that predict no scores by tag. */
export function hasTagScores({ models, tagAgreement }: RankResult): boolean {
  return (
    tagAgreement !== null &&
    models.some(({ tags }) => Object.keys(tags[tagAgreement.tag] ?? {}).length > 0)
  );
}

export const TAGS_HEADER = [
  ...['model', 'tag', 'value', 'score', 'low', 'high', 'actual', 'items', 'verified'],
  ...['expectedScore', 'expectedLow', 'expectedHigh'],
] as const;

/** `tags.csv`: one row per model and value of the tag and of the levels above it, scores in percentage points. */
export function tagsCsv({ models }: RankResult): string {
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
export function leaderboardCsv({ models }: RankResult): string {
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
