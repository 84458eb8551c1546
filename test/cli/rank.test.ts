import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ENGLISH } from '../../src/languages/words.ts';
import type { RankOptions } from '../../src/operations/rank/options.ts';
import { recordedNext } from '../../src/operations/rank/recorded-next.ts';
import { recordedDocument } from '../../src/operations/rank/recorded-report.ts';
import { rankRecorded } from '../../src/ranking/rank-recorded.ts';
import type { RankRequest } from '../../src/ranking/recorded/rank-request.ts';
import type { RankResult } from '../../src/ranking/recorded/rank-result.ts';
import { documentPage } from '../../src/report/page.ts';
import { documentText } from '../../src/report/text.ts';
import { runCommandSync } from '../command/run-command.ts';
import { fixtureBank } from '../fixtures/bank/bank.ts';
import { simulatedBank } from '../ranking/simulated-bank.ts';
import { IS_ALL } from '../repetitions.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-rank-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NAMES = Array.from({ length: 28 }, (_, i) => `${'abcd'[i % 4]}-${i}`);
const ITEMS = 100;
const bank = { ...simulatedBank(NAMES, ITEMS), tags: {} };
// One model answered a fifth of the items only.
const PARTLY = 5;
const scores = bank.responses.scores.slice();
scores.fill(Number.NaN, PARTLY * ITEMS + ITEMS / 5, (PARTLY + 1) * ITEMS);
const request: RankRequest = {
  bank: { ...bank, responses: { ...bank.responses, scores } },
  items: 40,
  strategy: 'paper',
  seed: 1,
  families: null,
  draws: 2,
};
const documentOf = (result: RankResult, reader: 'caller' | 'others' = 'caller') =>
  recordedDocument({ kind: 'recorded', result, people: null, advice: null }, 'recorded', {
    ...{ t: ENGLISH, reader, where: '', given: {}, hasPage: false },
    options: { byTag: false } as RankOptions,
  });
const rankReport = (result: RankResult) => documentText(documentOf(result));
const result = rankRecorded(request);
const text = rankReport(result);
const partly = result.models.find(({ model }) => model === NAMES[PARTLY])!;
const lineOf = (model: string, of = text) =>
  of.split('\n').find((line) => line.startsWith(`${model} `) && / – | {2}of /.test(line)) ?? '';

describe('a model that answered a part of the bank', () => {
  test('is marked at its score, and that is never called exact', () => {
    expect(partly).toMatchObject({ items: 20, answered: 0.2, verified: false });
    expect(partly.low).toBe(partly.actual);
    expect(partly.high).toBe(partly.actual);
    expect(lineOf(partly.model)).toMatch(
      new RegExp(`${partly.actual.toFixed(1)} \\* +of 20 answers +${partly.actual.toFixed(1)} \\*`),
    );
  });

  test('has no place if it answered less than half, and does not count in the agreement', async () => {
    expect(partly.rank).toBeNull();
    expect(result.models.at(-1)).toBe(partly);
    expect(lineOf(partly.model)).toMatch(/^\S+ +– +– /);
    const ranks = result.models.slice(0, -1).map(({ rank }) => rank);
    expect(ranks).toEqual(ranks.map((_, at) => at + 1));
    const page = await documentPage(documentOf(result, 'others'));
    for (const found of [`<td>${partly.model}<`, `${partly.model} has`])
      expect(page).not.toContain(found);
  });

  test('keeps its place, with the mark, if it answered more than half; all do if none did', () => {
    const items = 40;
    const small = { ...simulatedBank(NAMES.slice(0, 8), items), tags: {} };
    const ranked = (answers: number, who: (m: number) => boolean) => {
      const own = small.responses.scores.slice();
      for (let m = 0; m < 8; m++)
        if (who(m)) own.fill(Number.NaN, m * items + answers, (m + 1) * items);
      const responses = { ...small.responses, scores: own };
      return rankRecorded({ ...request, bank: { ...small, responses }, draws: 1, items: 32 });
    };
    const some = ranked(24, (m) => m === PARTLY);
    const line = lineOf(NAMES[PARTLY], rankReport(some));
    expect(some.models.every(({ rank }) => rank !== null)).toBe(true);
    expect(line).toMatch(/ \d+\.\d \* +of 24 answers /);
    const few = ranked(16, () => true);
    expect(few.models.map(({ rank }) => rank)).toEqual(few.models.map((_, at) => at + 1));
  });

  test('the others are verified, as before', () => {
    const others = result.models.filter((model) => model !== partly);
    expect(others.every(({ verified }) => verified)).toBe(true);
    expect(lineOf(others[0].model)).toMatch(/ – [\d.]+ +[\d.]+ .* ± [\d.]+ +40 /);
  });

  test.runIf(IS_ALL)('is unverified where a robust test leaves something to predict', () => {
    const robust = rankRecorded({ ...request, strategy: 'robust', items: 15, draws: 1 });
    const own = robust.models.find(({ model }) => model === partly.model)!;
    expect(own).toMatchObject({ items: 15, verified: false });
    expect(own.expected?.basis).toBe('model');
  });
});

test('if every item was asked, scores are exact, and equal ones print equal', () => {
  const small = { ...simulatedBank(NAMES.slice(0, 8), 20), tags: {} };
  const whole = rankRecorded({ ...request, bank: small, items: 20, draws: 1 });
  for (const model of whole.models) {
    expect(model).toMatchObject({ score: model.actual, low: model.actual, high: model.actual });
    expect(model.verified).toBe(true);
    expect(model.actual).toBe(100 * (Math.round(model.actual * (20 / 100)) / 20));
  }
  const report = rankReport(whole);
  expect(report).not.toMatch(/WORSE|\d \?|at random,|90% intervals/m);
  expect(recordedNext(whole, '--bank x')).toContain(' post-hoc --bank x ');
});

describe('right answers to the items asked', () => {
  test('stand beside their expected values, and the score', () => {
    const [first] = result.models;
    expect(lineOf(first.model)).toMatch(
      new RegExp(
        ` ${first.items} +${first.right} \\(${first.shareRight.toFixed(1)}%\\) +${first.shareExpected!.toFixed(1)}`,
      ),
    );
  });

  test('are named if they differ by more than chance; fractions with a decimal', () => {
    const [first, second, ...others] = result.models.map((m) => ({ ...m, residual: 0 }));
    const models = [
      { ...first, right: 30.5, shareRight: 50.8, shareExpected: 61.2, residual: -3.4 },
      { ...second, residual: 2.9 },
      ...others,
    ];
    const report = rankReport({ ...result, models });
    expect(lineOf(first.model, report)).toContain(' 30.5 (50.8%)');
    expect(report).toMatch(new RegExp(`${first.model}: right 50\\.8%, .* 61\\.2%\\. .* 3\\.4 `));
    expect(report).not.toContain(`${second.model}: right`);
  });

  test('climedbench: the published shares are told from the published scores', () => {
    const models = result.models.map((m, i) => (i === 0 ? { ...m, model: 'GPT-4' } : m));
    const comparison = rankReport({ ...result, bank: 'climedbench', models });
    expect(comparison).toMatch(/40\.74 .* 99\/243, 32\.10/);
    expect(comparison).toContain('is 78/243. ');
    expect(comparison).toContain('its models, 32.4 to 69.0.');
    expect(comparison).toMatch(
      new RegExp(`^GPT-4 +\\d.* ${models[0].shareRight.toFixed(1)}$`, 'm'),
    );
  });
});

test('coverage is told of all models, and of those without an alarm', () => {
  const placed = result.models.filter(({ rank }) => rank !== null);
  const models = placed.map((model, i) =>
    i < 2 ? { ...model, alarm: 'fit' as const, low: 0, high: 0 } : { ...model, alarm: null },
  );
  const agreement = { ...result.agreement, coverage90: 24 / 27 };
  const held = models.filter((m, i) => i >= 2 && m.low <= m.actual && m.actual <= m.high).length;
  expect(rankReport({ ...result, models, agreement })).toMatch(
    new RegExp(` 24 of 27 .*\\(${held} of the 25 `),
  );
});

test('copies of a model in other families are named', () => {
  const own = { ...fixtureBank(40), tags: {} };
  const scores = own.responses.scores.slice();
  scores.copyWithin(40, 0, 40);
  const responses = { ...own.responses, scores };
  const names = responses.examinees;
  const families = names.map((_, i) => `${i}`);
  const ranked = (of: readonly string[]) =>
    rankRecorded({
      ...request,
      bank: { ...own, responses },
      families: of,
      strategy: 'paper',
      items: 20,
      draws: 1,
    });
  const found = ranked(families);
  expect(found.doubts).toEqual([{ kind: 'copies', examinees: names.slice(0, 2), differ: 0 }]);
  expect(rankReport(found)).toContain(`${names[0]}, ${names[1]} (`);
  expect(ranked(families.with(1, '0')).doubts).toEqual([]);
  expect(result.doubts).toEqual([]);
});

test('models with one score are said to be so, in place of what abilities mean', () => {
  const models = result.models.map((m) => ({ ...m, actual: 50 }));
  const report = rankReport({ ...result, models });
  expect(report).not.toContain('Abilities: ');
  expect(text).toContain('Abilities: ');
});

test('says how families were found', () => {
  expect(text).toMatch(/^families: 4 \(/m);
  const of = (source: 'given' | 'each its own') =>
    rankReport({ ...result, families: { source, count: 3 } });
  expect(of('given')).toContain('families: 3 (given)');
  expect(of('each its own')).toContain('its own');
});

test('if random items do better, the next step says what to try', () => {
  const random = { ...result.random, difference: 2, seDifference: 0.5 };
  const next = recordedNext({ ...result, random }, '--bank x');
  expect(next).toContain(' --bank x --items 80');
  expect(next).toContain('--strategy robust');
  expect(next).toContain('more models');
});

test('abilities are on the scale it says, with few answers too', () => {
  const few = rankRecorded({
    ...request,
    bank: { ...fixtureBank(100), tags: {} },
    items: 60,
    draws: 1,
  });
  const n = few.models.length;
  const mean = few.models.reduce((sum, { ability }) => sum + ability / n, 0);
  const square = few.models.reduce((sum, { ability }) => sum + (ability - mean) ** 2 / n, 0);
  expect(Math.abs(mean)).toBeLessThan(0.3);
  expect(Math.abs(Math.sqrt(square) - 1)).toBeLessThan(0.3);
});

test('names the calibrations that have not converged', () => {
  const report = rankReport({
    ...result,
    converged: false,
    unconverged: ['all but fold 2 of 5'],
  });
  expect(report).toContain(' fold 2 of 5 ');
  expect(result.unconverged).toEqual([]);
});

describe('thetarank rank', () => {
  const answers = join(folder, 'answers.csv');
  const row = (name: string, i: number) =>
    [name, ...bank.responses.scores.subarray(i * ITEMS, (i + 1) * ITEMS)].join();
  writeFileSync(
    answers,
    [['model', ...bank.responses.items].join(), ...NAMES.map(row), ''].join('\n'),
  );
  const run = (...args: string[]) => runCommandSync(['rank', '--responses', answers, ...args]);

  test.each([
    [['--models', ''], 'OPTION_INVALID', { option: '--models' }],
    [['--models', 'a-0,'], 'OPTION_INVALID', { option: '--models', found: '"a-0,"' }],
    [['--models', 'gpt-4'], 'NAME_UNKNOWN', { kind: 'model', name: 'gpt-4' }],
    [['--items', '101'], 'TOO_MANY_ITEMS', { asked: 101, available: 100 }],
    [['--strategy', 'random-irt'], 'OPTION_INVALID', { option: '--strategy' }],
    [['--strategy', 'random'], 'OPTION_INVALID', { option: '--strategy' }],
    [['--strategy', 'balanced'], 'OPTIONS_CONFLICT', { options: '"balanced"' }],
  ])('%j: refused in one line, before any work', (args, code, details) => {
    const ran = run(...args);
    expect(ran).toMatchObject({ status: 2, stdout: '', error: { code, details } });
    expect(ran.stderr.trimEnd()).not.toContain('\n');
  });

  test('--out: no tags.csv without tags, and none left from before; then what to do next', () => {
    const out = join(folder, 'out');
    const page = join(folder, 'ranking.html');
    const args = [
      '--strategy',
      'paper',
      '--items',
      '20',
      '--models',
      'a-0,b-1',
      '--out',
      out,
      '--report',
      page,
    ];
    mkdirSync(out);
    writeFileSync(
      join(out, 'tags.csv'),
      'model,tag,value,score,low,high,actual,items,verified,expectedScore,expectedLow,expectedHigh\n',
    );
    const first = run(...args);
    expect(first.status).toBe(0);
    expect(existsSync(join(out, 'tags.csv'))).toBe(false);
    const [head] = readFileSync(join(out, 'leaderboard.csv'), 'utf8').split('\n', 1);
    const columns = ['items', 'right', 'shareRight', 'shareExpected', 'residual', 'stopped'];
    expect(head.split(',')).toEqual(expect.arrayContaining(columns));
    expect(first.stdout).toContain('sessions.jsonl');
    expect(first.stdout).toContain('Next: ');
    expect(first.stdout).toContain(page);
    expect(readFileSync(page, 'utf8')).toContain('of 2 tested models');
    // Whatever else has that name is not ours to remove.
    writeFileSync(join(out, 'tags.csv'), 'item,topic\n');
    run(...args);
    expect(existsSync(join(out, 'tags.csv'))).toBe(true);
  });
});

test('a model without a rank takes none from the others, whatever its score', () => {
  const [first, ...others] = result.models.filter(({ rank }) => rank !== null);
  const high = { ...partly, score: 99, low: 99, high: 99 };
  const report = rankReport({ ...result, models: [first, ...others, high] });
  expect(report).toMatch(new RegExp(`${first.model} has the highest score of 27 tested models`));
  expect(lineOf(first.model, report)).toMatch(new RegExp(`^${first.model} +1 +1–`));
});
