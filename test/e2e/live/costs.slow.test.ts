import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readResponses } from '../../../src/files/responses/read-responses.ts';
import { keepExam, keptRuns } from './bank.ts';
import { thetarank } from './command.ts';
import { writeExam } from './exam.ts';
import { type ServedExam, serveExam } from './served-exam.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-costs-'));
const exam = writeExam(join(folder, 'exam'), 'costs', 80, { mine: 1 });
const database = join(folder, 'store.db');
const { items } = readResponses(exam.responses).matrix;
const dollars = new Map(items.map((item, j) => [item, 0.25 + (j % 7) ** 2 / 4]));
const file = join(folder, 'costs.csv');
writeFileSync(file, `item,cost\n${[...dollars].map((row) => row.join()).join('\n')}\n`);
let served: ServedExam;
beforeAll(async () => {
  served = await serveExam(exam);
  await keepExam(exam, database);
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

const rank = (...more: string[]) =>
  thetarank([
    ...['rank', '--bank', 'sums', '--database', database, '--model', `mine@${served.url}`],
    ...more,
  ]);

test('a model is asked items for the money, by what the file says; a run goes on with the same costs only', async () => {
  const out = join(folder, 'out');
  const priced = ['--costs', file, '--max-cost', '20usd'];
  const { status, stdout, stderr } = await rank(...priced, '--out', out, '--json');
  expect(status, stderr).toBe(0);
  const result = JSON.parse(stdout);
  const [{ kept }] = await keptRuns(database);
  const spent = kept.reduce((sum, { item }) => sum + dollars.get(item)!, 0);
  expect(spent).toBeLessThanOrEqual(20);
  expect(spent).toBeGreaterThan(19.5);
  expect(result).toMatchObject({ complete: true, costs: { most: 20 } });
  expect(result.models[0].testCost).toBeCloseTo(spent, 10);
  expect(result.models[0].items).toBe(kept.length);
  const all = [...dollars.values()].reduce((sum, cost) => sum + cost, 0);
  expect(result.costs.wholeBank).toBeCloseTo(all, 10);
  const [head, row] = readFileSync(join(out, 'leaderboard.csv'), 'utf8').split('\n');
  expect(head.endsWith(',testCost')).toBe(true);
  expect(Number(row.split(',').at(-1))).toBeCloseTo(spent, 10);

  const again = await rank(...priced, '--resume');
  expect(again.status, again.stderr).toBe(0);
  expect(again.stdout).toContain('for at most $20.00 a test');
  expect(again.stdout).toContain('items cost');
  const other = await rank('--costs', file, '--max-cost', '21usd', '--resume');
  expect(other.status).toBe(2);
  expect(other.stderr).toContain('costs');
});

test('random items end at the first one beyond the money; paper and tests that grow cannot use costs', async () => {
  const random = await rank(
    '--costs',
    file,
    '--max-cost',
    '9usd',
    '--strategy',
    'random',
    '--json',
  );
  expect(random.status, random.stderr).toBe(0);
  expect(JSON.parse(random.stdout).models[0].testCost).toBeLessThanOrEqual(9);
  const paper = await rank('--costs', file, '--strategy', 'paper');
  expect(paper.status).toBe(2);
  expect(paper.stderr).toContain('Those that can: robust');
  const growing = await rank('--costs', file, '--max-cost', '9usd', '--grow-to', '60');
  expect(growing.status).toBe(2);
  expect(growing.stderr).toContain('--grow-to, --costs');
  const bound = await rank('--max-cost', '9usd');
  expect(bound.status).toBe(2);
  expect(bound.stderr).toContain('add --costs FILE');
});

test('with a pool, only its items need a cost', async () => {
  const pool = join(folder, 'pool.txt');
  const some = items.slice(0, 40);
  writeFileSync(pool, some.join('\n'));
  const part = join(folder, 'part.csv');
  writeFileSync(part, `item,cost\n${some.map((item) => `${item},1.5`).join('\n')}\n`);
  const args = ['--strategy', 'random', '--items', '10', '--costs', part];
  const inPool = await rank(...args, '--pool', pool, '--json');
  expect(inPool.status, inPool.stderr).toBe(0);
  expect(JSON.parse(inPool.stdout)).toMatchObject({
    costs: { wholeBank: 60, most: null },
    models: [{ testCost: 15 }],
  });
  const whole = await rank(...args);
  expect(whole.status).toBe(2);
  expect(whole.stderr).toContain('no row for item');
});
