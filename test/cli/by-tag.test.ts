import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import type { RankResult } from '../../src/ranking/recorded/rank-result.ts';
import { runCommandSync } from '../command/run-command.ts';
import { simulatedBank, TOPICS } from '../ranking/simulated-bank.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-by-tag-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NAMES = Array.from({ length: 9 }, (_, i) => `${'abcdefghi'[i]}-1`);
const { responses, tags } = simulatedBank(NAMES, 120);
const ITEMS = responses.items;
writeFileSync(
  join(folder, 'answers.csv'),
  [
    ['examinee', ...ITEMS].join(','),
    ...NAMES.map((name, i) => [name, ...responses.scores.subarray(120 * i, 120 * i + 120)].join()),
  ].join('\n'),
);
writeFileSync(
  join(folder, 'topics.csv'),
  ['item,topic', ...ITEMS.map((item, j) => `${item},${TOPICS[tags.topic.codes[j]]}`)].join('\n'),
);
const ANSWERS = ['--responses', join(folder, 'answers.csv')];
const TAGGED = [...ANSWERS, '--tags', join(folder, 'topics.csv')];

function run(...args: string[]) {
  const { status, stdout, stderr } = runCommandSync(['rank', ...args, '--items', '30']);
  return { status, stdout, error: stderr.slice(stderr.indexOf('error: ')).trimEnd() };
}

describe('rank by tag', () => {
  const out = join(folder, 'out');
  const recorded = run(...TAGGED, '--by-tag', '--out', out);
  const result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as RankResult;
  const read = (file: string) =>
    parse(readFileSync(join(out, file), 'utf8'), { columns: true }) as Record<string, string>[];

  test('prints a table of models × values, and says which score it is', () => {
    expect(recorded.status).toBe(0);
    expect(recorded.stdout).toContain('Scores by topic');
    const header = recorded.stdout.split('\n').find((line) => /^model .*law/.test(line));
    expect(header?.split(/\s+/)).toEqual(['model', ...TOPICS]);
    const [{ model, tags: own }] = result.models;
    const { score, low, high } = own.topic.law;
    expect(recorded.stdout).toMatch(
      new RegExp(
        `^${model} .*${score.toFixed(1)} \\(${low.toFixed(1)} – ${high.toFixed(1)} \\?\\)`,
        'm',
      ),
    );
    expect(recorded.stdout).toMatch(/^By topic, .* \d+% of \d+ /m);
  });

  test('writes tags.csv: one row a model and value, the numbers of result.json', () => {
    const rows = read('tags.csv');
    expect(rows).toHaveLength(NAMES.length * TOPICS.length);
    expect(Object.keys(rows[0])).toEqual([
      ...['model', 'tag', 'value', 'score', 'low', 'high', 'actual', 'items', 'verified'],
      ...['expectedScore', 'expectedLow', 'expectedHigh'],
    ]);
    for (const row of rows) {
      const own = result.models.find(({ model }) => model === row.model)?.tags.topic[row.value];
      expect(row).toMatchObject({
        tag: 'topic',
        score: String(own?.score),
        low: String(own?.low),
        high: String(own?.high),
        actual: String(own?.actual),
        items: String(own?.items),
        verified: 'false',
        expectedScore: String(own?.expected.score),
      });
    }
  });

  test('keeps one number a cell in leaderboard.csv', () => {
    const rows = read('leaderboard.csv');
    result.models.forEach((model, i) => {
      expect(rows[i]).toMatchObject({
        model: model.model,
        score: String(model.score),
        expectedScore: String(model.expected?.score),
        expectedHigh: String(model.expected?.high),
      });
      expect(Object.keys(rows[i])).not.toContain('tags');
    });
  });

  test('--target expected prints the other intervals', () => {
    const { stdout, status } = run(...TAGGED, '--by-tag', '--target', 'expected');
    expect(status).toBe(0);
    expect(stdout).toContain('the highest expected score');
    const { low, high } = result.models[0].expected!;
    expect(stdout).toMatch(new RegExp(`${low.toFixed(1)} – ${high.toFixed(1)} \\?`));
  });
});

const REFUSED: [string, string[], string][] = [
  ['items without tags', [...ANSWERS, '--by-tag'], 'these items have no tags; add --tags FILE'],
  [
    'a bank without tags',
    ['--bank', 'cruxeval-o', '--by-tag'],
    'these items have no tags, so there',
  ],
  [
    'another strategy',
    [...TAGGED, '--by-tag', '--strategy', 'paper'],
    '--strategy paper, --by-tag: only "robust" predicts these scores',
  ],
  [
    'the expected score of another strategy',
    [...TAGGED, '--target', 'expected', '--strategy', 'balanced'],
    '--strategy balanced, --target expected: only "robust"',
  ],
  [
    'an unknown target',
    [...TAGGED, '--target', 'all'],
    '--target: found "all"; accepted: recorded, expected',
  ],
];
test.each(REFUSED)('refuses %s in one line', (_, args, message) => {
  const out = join(folder, 'refused');
  const { status, stdout, error } = run(...args, '--out', out);
  expect(error).toContain(message);
  expect(error).not.toContain('\n');
  expect([status, stdout]).toEqual([2, '']);
  expect(existsSync(out)).toBe(false);
});
