import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type PostHocReport, postHoc } from '../../../sim/post-hoc/post-hoc.ts';
import { lineChartSvg } from '../../../src/charts/line-panels.ts';
import { readResponses } from '../../../src/files/responses/read-responses.ts';
import { postHocChart } from '../../../src/operations/simulate/post-hoc/chart.ts';
import type { PostHocOptions } from '../../../src/operations/simulate/post-hoc/options.ts';
import {
  comparisonSection,
  postHocDocument,
} from '../../../src/operations/simulate/post-hoc/report.ts';
import { documentText } from '../../../src/report/text.ts';
import { runCommandSync } from '../../command/run-command.ts';
import { IS_ALL } from '../../repetitions.ts';
import { writeSimulatedAnswers } from '../simulated-answers.ts';

const main = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'thetarank-simulate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ITEMS = 60;
const answers = join(folder, 'answers.csv');
writeSimulatedAnswers(answers, 'simulate-cli', ITEMS);

function run(...args: string[]) {
  const result = runCommandSync(
    ['simulate', 'post-hoc', '--responses', answers, '--seeds', '1', ...args],
    { cwd: folder },
  );
  return { code: result.status, out: result.stdout, err: result.stderr, error: result.error };
}

const request = {
  bank: {
    name: answers,
    simulated: false,
    responses: readResponses(answers).matrix,
    tags: {},
    fullScore: 'items' as const,
  },
  families: null,
  lengths: [10],
  strategies: ['random', 'regression'],
  folds: 5,
  seeds: 1,
  seed: 1,
};

const documentOf = (report: PostHocReport) =>
  postHocDocument(report, { options: {} as PostHocOptions, where: '' });
const told = (report: PostHocReport) => documentText(documentOf(report));

describe('simulate post-hoc', () => {
  test('--json is the report of postHoc, with the split and the comparison asked for', () => {
    const { code, out } = run(
      ...['--lengths', '10', '--strategies', 'random,regression', '--json'],
      ...['--split', 'random', '--calibration-models', '6', '--compare', 'random-irt,random'],
      ...['--out', 'results.json'],
    );
    expect(code).toBe(0);
    const report = postHoc({
      ...request,
      split: 'random',
      calibrationModels: 6,
      compare: ['random-irt', 'random'],
    });
    expect(JSON.parse(out)).toEqual(report);
    expect(report.split).toEqual({ rule: 'random', tested: 13, calibrationModels: 6 });
    expect(readFileSync(join(folder, 'results.json'), 'utf8')).toBe(out);
  });

  test('the text holds the results, then the comparison, then what to do next', () => {
    const { code, out } = run(
      ...['--lengths', '10', '--strategies', 'random', '--split', 'strongest'],
      ...['--compare', 'random-irt,random'],
    );
    expect(code).toBe(0);
    const report = postHoc({
      ...request,
      strategies: ['random'],
      split: 'strongest',
      compare: ['random-irt', 'random'],
    });
    expect(out).toBe(`${told(report)}\n`);
    const { sections } = documentOf(report);
    expect(sections![1]).toEqual(comparisonSection(report.comparison!));
  });

  test.runIf(IS_ALL)('--plot draws the study', async () => {
    mkdirSync(join(folder, 'plots'));
    const { code, err } = run(
      ...['--lengths', '10', '--strategies', 'random,regression', '--plot', 'plots/study.svg'],
    );
    expect(code).toBe(0);
    expect(err).not.toMatch(/warn/i);
    const svg = readFileSync(join(folder, 'plots', 'study.svg'), 'utf8');
    expect(svg).toBe(await lineChartSvg(postHocChart(postHoc(request))));
  });

  test.each([
    [
      ['--plot', 'study.png'],
      '--plot: found "study.png"; accepted: the name of a file that ends in .svg',
    ],
    [['--plot', 'answers.csv/study.svg'], 'answers.csv/study.svg: cannot be written'],
    [['--plot', 'a.svg', '--out', './a.svg'], '--out, --plot: both are a.svg.'],
    [['--plot', 'in.svg', '--families', 'in.svg'], '--families, --plot: both are in.svg.'],
  ])('%j: refused before any work', (args, message) => {
    const { code, out, err } = run('--lengths', '10', ...args);
    expect(err).toContain(message);
    // The progress begins with the work.
    expect(err).not.toContain('calibrating');
    expect(out).toBe('');
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'a.svg'))).toBe(false);
  });

  test('without --plot, the library that draws is not loaded', () => {
    const loaded = join(folder, 'loaded');
    spawnSync(process.execPath, [main, 'simulate', 'post-hoc', '--help'], {
      env: { ...process.env, NODE_V8_COVERAGE: loaded },
    });
    const scripts = readdirSync(loaded)
      .map((name) => readFileSync(join(loaded, name), 'utf8'))
      .join();
    expect(scripts).toContain('src/charts/line-panels.ts');
    expect(scripts).not.toContain('node_modules/vega');
  });

  test.each([
    [['--split', 'weakest'], '--split: found "weakest"; accepted: family, random, strongest.'],
    [['--compare', 'random'], 'accepted: two strategies, such as'],
    [['--compare', 'random,random'], 'accepted: two strategies, such as'],
    [['--compare', 'random,paper,balanced'], 'accepted: two strategies, such as'],
    [['--compare', 'random,papper'], 'unknown strategy "papper". Did you mean paper'],
    [['--calibration-models', '1'], 'accepted: a whole number of at least 2'],
    [['--calibration-models', '13'], 'outside fold 1 needs at least 13.'],
    [['--lengths', '10,61'], '61 items requested'],
  ])('%j: one clear message and exit code 2, before any work', (args, message) => {
    const { code, out, err } = run('--lengths', '10', ...args);
    expect(err).not.toContain('calibrating\n');
    expect(err).toContain(message);
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});

describe('the report says how models were divided', () => {
  const { results, ...about } = postHoc({ ...request, strategies: ['random'] });
  const heading = (split: (typeof about)['split']) =>
    told({ ...about, results, split })
      .split('\n')[0]
      .split('; ')[1];

  test.each([
    ['family', null, '5 folds of whole families (8, name prefix), 1 seed from 1.'],
    [
      'family',
      6,
      '5 folds of whole families (8, name prefix), each calibrated on 6 models, 1 seed from 1.',
    ],
    [
      'random',
      null,
      '5 folds of single models, families on both sides (8, name prefix), 1 seed from 1.',
    ],
    [
      'strongest',
      null,
      'the strongest 3 tested on a calibration on the other 10 (families: 8, name prefix), 1 seed from 1.',
    ],
    [
      'strongest',
      6,
      'the strongest 3 tested on a calibration on 6 of the other 10 (families: 8, name prefix), 1 seed from 1.',
    ],
  ] as const)('%s, calibration models %s', (rule, calibrationModels, expected) => {
    const tested = rule === 'strongest' ? 3 : 13;
    expect(heading({ rule, tested, calibrationModels })).toBe(expected);
  });
});

test('a comparison shows each figure with its interval and verdict, or with dashes', () => {
  const undecided = { value: 1.1, low: 0.9, high: 1.2, verdict: 'undecided' as const };
  const better = { value: 0.05, low: 0.01, high: 0.09, verdict: 'better' as const };
  const none = { value: null, low: null, high: null, verdict: 'undecided' as const };
  const section = comparisonSection({
    strategies: ['paper', 'random'],
    resamples: 2000,
    margins: { errorRatio: 1.15, kendallDifference: -0.02 },
    lengths: [{ length: 1000, errorRatio: undecided, kendallDifference: better }],
    pooled: { errorRatio: undecided, kendallDifference: none },
  });
  const text = documentText({ sections: [section] });
  expect(text).toMatch(/ 1\.15 times .* τ .* \.020;/);
  const lines = text.split('\n').map((line) => line.trim().split(/\s{2,}/));
  expect(lines.slice(0, 3)).toEqual([
    ['items', '|error| paper / random', 'τ paper − random'],
    ['1,000', '1.10 (0.90 to 1.20)', 'undecided', '.050 (.010 to .090)', 'better'],
    ['all', '1.10 (0.90 to 1.20)', 'undecided', '– (– to –)', 'undecided'],
  ]);
});
