import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runCommandSync, succeedSync } from '../command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-agreement-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const write = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};

/** The examples of docs/agreement.md, and what the page says of them. */
const page = readFileSync(
  fileURLToPath(new URL('../../docs/agreement.md', import.meta.url)),
  'utf8',
);
for (const [, name, text] of page.matchAll(/^```csv (\S+)\n([\s\S]*?)^```$/gm)) write(name, text);
const example = [at('climedbench.csv'), at('cmb.csv'), '--questions', '0,11200'];

test('the example of the documentation', () => {
  const text = succeedSync(['agreement', ...example, '--names', at('names.csv')]);
  const printed = [...page.matchAll(/^ {4}((?:Kendall|Spearman|Pearson).*)$/gm)].map(
    ([, line]) => line,
  );
  expect(printed).toHaveLength(3);
  for (const line of printed) expect(text).toContain(line);
  expect(text).not.toContain('hide part');
  const { pairs, rankings } = JSON.parse(
    succeedSync(['agreement', ...example, '--names', at('names.csv'), '--json']),
  );
  expect(rankings.map(({ errorsFrom }: { errorsFrom: string }) => errorsFrom)).toEqual([
    'none',
    '11200 questions',
  ]);
  expect(pairs[0].models).toHaveLength(6);
  // By hand: of the 15 pairs ChatGPT–ChatGLM3 and ChatMed–BenTsao are turned round, (13 − 2) / 15; Σd² = 4, 1 − 6 · 4 / 210.
  expect(pairs[0].coefficients.kendall.measured).toBeCloseTo(11 / 15, 12);
  expect(pairs[0].coefficients.spearman.measured).toBeCloseTo(1 - 24 / 210, 12);
  expect(pairs[0].models.every(({ p }: { p: null }) => p === null)).toBe(true);
});

test('a list of names is written before too few matches end the command, and says what is missing', () => {
  const tooFew = {
    status: 2,
    error: { code: 'TOO_FEW_EXAMINEES', details: { found: 2, needed: 3, noun: 'model' } },
  };
  const names = (option: string) =>
    runCommandSync(['agreement', ...example, option, at('list.csv')]);
  expect(names('--names-out')).toMatchObject(tooFew);
  const lines = readFileSync(at('list.csv'), 'utf8').split('\n');
  expect(lines).toContainEqual(expect.stringMatching(/^cmb\.csv,GPT-4,GPT4,matched /));
  // Each side names the other, though only the long name begins with the short one.
  expect(lines).toEqual(
    expect.arrayContaining([
      'climedbench.csv,ChatGLM3,ChatGLM3,no partner,ChatGLM3-6B',
      'cmb.csv,ChatGLM3-6B,ChatGLM3-6B,no partner,ChatGLM3',
    ]),
  );
  // The list as it is gives the same pairs again.
  expect(names('--names')).toMatchObject(tooFew);
});

test('candidates of a third file are listed although the second has none', () => {
  const file = (name: string, own: string) => write(name, `model,score\na,1\nb,2\nc,3\n${own},4\n`);
  const files = [file('x.csv', 'Qwen2'), file('y.csv', 'falcon'), file('z.csv', 'Qwen2-7B')];
  succeedSync(['agreement', ...files, '--names-out', at('three.csv')]);
  const lines = readFileSync(at('three.csv'), 'utf8').split('\n');
  expect(lines).toContain('x.csv,Qwen2,Qwen2,no partner,Qwen2-7B');
  expect(lines).toContain('z.csv,Qwen2-7B,Qwen2-7B,no partner,Qwen2');
});

const OWN = write(
  'leaderboard.csv',
  `rank,model,ability,se,score,low,high,verified,expectedScore,expectedLow,expectedHigh
1,a,1.2,0.3,80,78,82,true,80,77,83
2,b,0.8,0.3,70,68,72,true,70,67,73
3,c,0.1,0.3,60,58,62,true,60,57,63
4,d,-0.4,0.3,50,48,52,true,50,47,53
5,e,-1,0.3,40,38,42,true,40,37,43
`,
);
const ORDER = write(
  'order.csv',
  `model,score,se,actual,verified
a,79,1,79,true
b,71,1,71,true
c,30,1,30,true
d,52,1,52,true
e,41,1,41,true
`,
);
const SERVICE = write(
  'board.json',
  JSON.stringify({
    rows: ['a', 'b', 'c', 'd', 'e'].map((examinee, k) => ({
      examinee,
      score: 80 - k,
      low: k === 0 ? null : 75,
      high: k === 0 ? null : 85,
    })),
  }),
);

test('results of thetarank: the error of the score, not of the ability; all pairs; the model that moved', () => {
  const { pairs, rankings } = JSON.parse(succeedSync(['agreement', OWN, ORDER, SERVICE, '--json']));
  expect(
    pairs.map(({ first, second }: { first: string; second: string }) => [first, second]),
  ).toEqual([
    ['leaderboard.csv', 'order.csv'],
    ['leaderboard.csv', 'board.json'],
    ['order.csv', 'board.json'],
  ]);
  expect(rankings.map(({ errorsFrom }: { errorsFrom: string }) => errorsFrom)).toEqual([
    'intervals',
    'standard errors',
    'intervals',
  ]);
  const [{ models }, { models: second }] = pairs;
  // 3 / 1.6448…: half of the 90% interval of the expected score.
  expect(models[0]).toMatchObject({ first: 'c', exceedsErrors: true, secondError: 1 });
  expect(models[0].firstError).toBeCloseTo(3 / 1.6448536, 6);
  expect(
    models.slice(1).every(({ exceedsErrors }: { exceedsErrors: boolean }) => !exceedsErrors),
  ).toBe(true);
  const exact = second.find(({ first }: { first: string }) => first === 'a');
  expect(exact.secondError).toBe(0);
  const recorded = JSON.parse(
    succeedSync(['agreement', OWN, ORDER, '--target', 'recorded', '--json']),
  );
  expect(recorded.pairs[0].models[0].firstError).toBeCloseTo(2 / 1.6448536, 6);
});

test('a reliability is explained, and a low one says what to do', () => {
  const scores = [10, 20, 30, 40, 50, 60];
  const rows = (se: number) =>
    ['model,score,se', ...scores.map((score, k) => `m${k},${score},${se}`), ''].join('\n');
  const text = succeedSync(['agreement', write('noisy.csv', rows(10)), write('sure.csv', rows(1))]);
  // The variance of the scores is 350: 1 − 100/350 and 1 − 1/350.
  expect(text).toMatch(/71% .*noisy.*100% .*sure/);
  expect(text).toMatch(/noisy\.csv hide/);
});

test('the error of an ability is not taken for that of a score', () => {
  const file = write('abilities.csv', 'model,score,ability,se\na,1,2,0.3\nb,2,3,0.3\nc,3,4,0.3\n');
  const { rankings } = JSON.parse(succeedSync(['agreement', file, ORDER, '--json']));
  expect(rankings[0].errorsFrom).toBe('none');
});

test('the page has charts, and nothing from elsewhere; the same seed gives the same bytes', () => {
  succeedSync(['agreement', OWN, ORDER, '--report', at('one.html')]);
  succeedSync(['agreement', OWN, ORDER, '--report', at('two.html')]);
  const html = readFileSync(at('one.html'), 'utf8');
  expect(html).toBe(readFileSync(at('two.html'), 'utf8'));
  expect(html).toContain('<svg');
  expect(html).not.toMatch(/<script|src="http|href="http/);
});

test.each([
  ['model,score\na,1\nb,x\n', [], { where: 'line 3, model "b", column "score"', found: '"x"' }],
  ['model,points\na,1\nb,2\n', [], { where: 'line 1', found: /^no column "score"/ }],
  ['model,score\na,1\n', [], { found: /^one model/ }],
  ['model,score\na,1\na,2\n', [], { where: 'line 3', found: /^examinee "a" again/ }],
  [
    'model,score,se\na,1,1\nb,2,\nc,3,1\n',
    [],
    { where: 'line 3, model "b"', found: /standard error/ },
  ],
  [
    'model,score\na,70\nb,120\nc,3\n',
    ['--questions', '100'],
    { where: 'line 3, model "b"', found: 'score 120' },
  ],
  ['{"bank": 1}', [], { found: /^JSON/ }],
  ['model,score\na,1\nb,2\nc,3\n', ['--questions', '1,2,3'], { found: '3 values for 2 files' }],
])('%j: a clear error', (text, options, { found, ...where }) => {
  const ran = runCommandSync(['agreement', write('wrong.csv', text), ORDER, ...options]);
  const details = { ...where, found: expect.stringMatching(found) };
  expect(ran).toMatchObject({ status: 2, stdout: '', error: { details } });
});

test('one file, the same file twice, and an input as output are refused', () => {
  const code = (...args: string[]) => runCommandSync(['agreement', ...args]).error?.code;
  expect(code(OWN)).toBe('OPTION_INVALID');
  expect(code(OWN, OWN)).toBe('OPTION_INVALID');
  // By another path it is the same file.
  expect(code(OWN, `${folder}/./leaderboard.csv`)).toBe('OPTION_INVALID');
  expect(code(OWN, ORDER, '--report', '')).toBe('OPTION_INVALID');
  expect(code(OWN, ORDER, '--report', OWN)).toBe('OPTIONS_CONFLICT');
});

test('names of one ranking that are stated to be one model are refused', () => {
  const names = write('same.csv', 'name,model\na,b\n');
  const found = expect.stringMatching(/^"a" and "b" of leaderboard\.csv .* "b"$/);
  expect(runCommandSync(['agreement', OWN, ORDER, '--names', names]).error).toMatchObject({
    details: { option: '--names', found },
  });
});

test('scores on one line: says why the interval of r has no width', () => {
  const shares = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
  const board = (name: string, of: (share: number) => number) =>
    write(name, `model,score\n${shares.map((share, m) => `m${m},${of(share)}`).join('\n')}\n`);
  const run = (second: (share: number) => number) =>
    succeedSync([
      'agreement',
      board('x.csv', (share) => 100 * share),
      board('y.csv', (share) => 100 * second(share)),
      ...['--questions', '50,50'],
    ]);
  const line = run((share) => 0.1 + 0.8 * share);
  expect(line).toMatch(/Pearson.s r +1\.000 \[1\.000, 1\.000\]/);
  expect(line).toContain('r = ±1');
  expect(run((share) => share * share)).not.toContain('r = ±1');
});

const rows = (scores: readonly number[], columns = '') =>
  ['model,score', ...scores.map((score, k) => `m${k},${score}`)].join('\n') + columns;

test('a ranking with equal scores still counts its models, and is named', () => {
  writeFileSync(at('rising.csv'), rows([1, 2, 3, 4, 5]));
  writeFileSync(at('flat.csv'), rows([7, 7, 7, 7, 7]));
  const { pairs } = JSON.parse(
    succeedSync(['agreement', at('rising.csv'), at('flat.csv'), '--json']),
  );
  expect(pairs).toMatchObject([{ shared: 5, equal: ['flat.csv'], models: [], skewed: [] }]);
});

test('clearly skewed scores are named', () => {
  writeFileSync(at('even.csv'), rows([1, 2, 3, 4, 5, 6, 7, 8]));
  writeFileSync(at('skew.csv'), rows([1, 2, 1.5, 2.5, 1.2, 2.2, 1.8, 40]));
  const { pairs } = JSON.parse(
    succeedSync(['agreement', at('even.csv'), at('skew.csv'), '--json']),
  );
  expect(pairs[0].skewed).toEqual(['skew.csv']);
});

test('opposite orders are named, from five models on', () => {
  const isReversed = (first: readonly number[], second: readonly number[]) => {
    writeFileSync(at('good.csv'), rows(first));
    writeFileSync(at('bad.csv'), rows(second));
    const files = [at('good.csv'), at('bad.csv')];
    const { pairs } = JSON.parse(succeedSync(['agreement', ...files, '--json']));
    expect(succeedSync(['agreement', ...files]).includes('opposite')).toBe(pairs[0].isReversed);
    return pairs[0].isReversed;
  };
  const rising = [1, 2, 3, 4, 5, 6, 7, 8];
  // ρ = 1 − 6 · 164/504 = −.95, τ = −24/28.
  expect(isReversed(rising, [8, 7, 5, 6, 4, 3, 1, 2])).toBe(true);
  expect(isReversed(rising.slice(0, 5), [5, 4, 3, 2, 1])).toBe(true);
  expect(isReversed(rising.slice(0, 4), [4, 3, 2, 1])).toBe(false);
  // ρ = −.62 of eight is as low by chance in 5% of the cases.
  expect(isReversed(rising, [6, 8, 3, 7, 5, 1, 4, 2])).toBe(false);
  expect(isReversed(rising, rising)).toBe(false);
});

test.each([
  ['swapped ends', 'b,71,73,70', 'low 73 above high 70'],
  [
    'a score outside of its interval',
    'b,71,72,75',
    'score 71 outside of its interval from 72 to 75',
  ],
])('refuses %s with line and values', (_, row, found) => {
  writeFileSync(at('flat.csv'), rows([7, 7, 7]));
  writeFileSync(at('ends.csv'), `model,score,low,high\na,60,58,62\n${row}\nc,50,49,51\n`);
  const { status, error } = runCommandSync(['agreement', at('ends.csv'), at('flat.csv')]);
  expect(status).toBe(2);
  expect(error).toMatchObject({ details: { where: 'line 3, model "b"', found } });
});
