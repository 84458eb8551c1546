import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveResult } from '../../src/workflow/live/live-result.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { keptRuns } from './live/bank.ts';
import { succeed, thetarank } from './live/command.ts';
import { writeExam } from './live/exam.ts';
import { type ServedExam, serveExam } from './live/served-exam.ts';

/** import → record → fit → rank → resume → compare, against the stand-in: one database and one endpoint for all. */
const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
const exam = writeExam(folder, 'loop', 80, { strong: 1.3, weak: -0.9 }, 10);
const database = at('store.db');
const ITEMS = 24;
/** A recorded model whose name is markup. */
const MARKUP = '<img src=x>';
let served: ServedExam;
const named = ({ model, item }: { model: string; item: string }) => `${model} ${item}`;

beforeAll(async () => {
  served = await serveExam(exam);
  const recorded = readFileSync(exam.responses, 'utf8').replace('\nknown-0,', `\n${MARKUP},`);
  writeFileSync(exam.responses, recorded);
  const to = ['--database', database];
  await succeed('bank', 'import', exam.items, '--name', 'sums', ...to);
  await succeed('bank', 'record', exam.responses, '--to', 'sums', ...to);
});
afterAll(() => served.close());

const both = () => ['--model', `strong@${served.url}`, '--model', `weak@${served.url}`];
const rankArgs = (...args: string[]) => [
  ...['rank', '--bank', 'sums', '--database', database, ...both(), '--items', `${ITEMS}`],
  ...['--lag', '2', ...args],
];
const rank = (...args: string[]) => thetarank(rankArgs(...args));
const page = (name: string) => readFileSync(at(name), 'utf8');

describe('a ranking', () => {
  let result: LiveResult;

  test('a dry run asks nothing', async () => {
    expect(await rank('--dry-run')).toMatchObject({ status: 0, stdout: '' });
    expect(served.asked).toEqual([]);
    expect(await keptRuns(database)).toEqual([]);
  });

  test('models come out in order, with intervals that hold the score on the whole bank', async () => {
    const ran = await rank('--json', '--out', at('out'));
    expect(ran.status, ran.stderr).toBe(0);
    result = JSON.parse(ran.stdout);
    expect(result.models.map(({ model }) => model)).toEqual(['strong', 'weak']);
    for (const { model, low, high, items } of result.models) {
      expect(items).toBe(ITEMS);
      expect(low).toBeLessThanOrEqual(exam.truth.get(model)!);
      expect(high).toBeGreaterThanOrEqual(exam.truth.get(model)!);
    }
    expect(result).toMatchObject({
      complete: true,
      doubts: [{ kind: 'simulated', examinees: ['strong', 'weak'] }],
    });
    expect(served.asked).toHaveLength(2 * ITEMS);
    const [run] = await keptRuns(database);
    expect(run.kept).toHaveLength(2 * ITEMS);
    for (const { examinee, item, output } of run.kept)
      expect(output).toMatch(new RegExp(`^${examinee} thought of ${item}\\. `));
    // Texts are in the store alone.
    expect(readFileSync(at('out/answers.jsonl'), 'utf8')).not.toContain('thought of');
  });

  test('continued, a finished run asks nothing; its report marks simulated answers, and no name is markup', async () => {
    const ran = await rank('--resume', '--report', at('rank.html'));
    expect(ran.status, ran.stderr).toBe(0);
    expect(served.asked).toHaveLength(2 * ITEMS);
    for (const text of [ran.stdout, page('rank.html')]) expect(text).toContain('SIMULATED');
    expect(page('rank.html')).toContain('&lt;img src=x&gt;');
    expect(page('rank.html')).not.toContain('<img');
  });

  test('what was kept is shown again', async () => {
    const of = (...args: string[]) => thetarank(['runs', ...args, '--database', database]);
    const shown = await of('show', `${result.run}`, '--json');
    expect(JSON.parse(shown.stdout)).toEqual(result);
    expect((await of('show', '99')).status).toBe(2);
  });
});

test('a budget ends a run with code 4, and a larger one goes on from there', async () => {
  const prices = ['-M', 'price=1000:1000', '-M', 'max-tokens=50', '--strategy', 'paper', '--json'];
  const before = served.asked.length;
  const first = await rank(...prices, '--budget', '1.5usd');
  expect(first.status, first.stderr).toBe(4);
  const poor: LiveResult = JSON.parse(first.stdout);
  expect(poor.complete).toBe(false);
  expect(poor.cost).toBeLessThanOrEqual(1.5);
  const second = await rank(...prices, '--budget', '50usd', '--resume');
  expect(second.status, second.stderr).toBe(0);
  const rich: LiveResult = JSON.parse(second.stdout);
  expect(rich).toMatchObject({ complete: true, run: poor.run });
  expect(served.asked.slice(before).map(named).sort()).toEqual(
    [...new Set(served.asked.slice(before).map(named))].sort(),
  );
  expect(served.asked).toHaveLength(before + 2 * ITEMS);
});

test('a loss that is shown is exit code 7 of compare; an equal model is 0', async () => {
  const compare = (...args: string[]) =>
    thetarank(['compare', ...args, '--bank', 'sums', '--database', database, '--json']);
  const decide = ['--items', '60', '--fail-if', 'drop>1.0@0.95'];
  const [strong, weak] = ['strong', 'weak'].map((name) => `${name}@${served.url}`);
  const worse = await compare(strong, weak, ...decide, '--report', at('compare.html'));
  expect(worse.status, worse.stderr).toBe(7);
  expect(JSON.parse(worse.stdout)).toMatchObject({
    ...{ outcome: 'regression', doubts: [{ kind: 'simulated', examinees: ['strong', 'weak'] }] },
  });
  expect(page('compare.html')).toContain('SIMULATED');
  const better = await compare(weak, strong, ...decide);
  expect(better.status, better.stderr).toBe(0);
});

test.each([
  ['a bank without text', ['--bank', 'mmlu-pro']],
  ['an unknown bank', ['--bank', 'sum']],
  ['a budget without prices', ['--bank', 'sums', '--budget', '5usd']],
  ['more items than there are', ['--bank', 'sums', '--items', '81']],
])('refused with exit code 2 before anything is asked: %s', async (_, args) => {
  const before = served.asked.length;
  const ran = await thetarank(['rank', ...args, '--database', database, ...both()]);
  expect(ran).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^error: /) });
  expect(served.asked).toHaveLength(before);
});
