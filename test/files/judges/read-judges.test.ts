import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readJudges } from '../../../src/files/judges/read-judges.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-judges-'));

function fileOf(text: string): string {
  const file = join(folder, 'judges.yaml');
  writeFileSync(file, text);
  return file;
}

const JUDGE = `judges:
  - name: referee
    baseUrl: http://localhost:1/v1
    model: m
    sampling: { temperature: 0 }
`;
const RUBRIC = `rubrics:
  - name: report
    instruction: You check reports.
    aspects:
      - name: facts
        description: whether it is true
        low: 0
        high: 2
        points: { 0: wrong, 2: right }
`;

it('reads judges and rubrics, with default values', () => {
  const { judges, rubrics } = readJudges(fileOf(JUDGE + RUBRIC));
  expect(judges).toMatchObject([
    { name: 'referee', baseUrl: 'http://localhost:1/v1', sampling: { temperature: 0 } },
  ]);
  expect(rubrics).toEqual([
    {
      name: 'report',
      version: 1,
      language: 'en',
      instruction: 'You check reports.',
      aspects: [
        {
          name: 'facts',
          also: [],
          description: 'whether it is true',
          low: 0,
          high: 2,
          points: { 0: 'wrong', 2: 'right' },
          weight: 1,
        },
      ],
    },
  ]);
  expect(readJudges(fileOf(JUDGE)).rubrics).toEqual([]);
});

it.each([
  ['no judges', 'judges: []', /judges/],
  ['a misspelt field', JUDGE.replace('baseUrl', 'baseurl'), /line [1-5].*baseUrl/],
  ['a rubric without aspects', `${JUDGE}rubrics:\n  - name: r\n    instruction: x\n`, /line [67]/],
  [
    'a scale upside down',
    JUDGE + RUBRIC.replace('high: 2', 'high: -2'),
    /line 1\d.*low must be below high/,
  ],
  ['a judge named twice', JUDGE + JUDGE.replace('judges:\n', ''), /line 6.*referee a second time/],
  [
    'the name of a built-in rubric',
    JUDGE + RUBRIC.replace('report', 'cmb-clin'),
    /line 7.*cmb-clin of a built-in/,
  ],
  [
    'an address that is none',
    JUDGE.replace('http://localhost:1/v1', 'nowhere'),
    /judges\[0\], baseUrl/,
  ],
])('refuses %s, and says where', (_, text, words) => {
  expect(() => readJudges(fileOf(text))).toThrow(words);
});

it('reads the example of the documentation', () => {
  const page = readFileSync(new URL('../../../docs/judges.md', import.meta.url), 'utf8');
  const [, yaml] = /```yaml\n([\s\S]*?)```/.exec(page)!;
  const { judges, rubrics } = readJudges(fileOf(yaml));
  expect(judges[0].name).toBe('referee');
  expect(rubrics[0].aspects.map(({ name, high, weight }) => [name, high, weight])).toEqual([
    ['facts', 4, 2],
    ['style', 5, 1],
  ]);
});
