import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '../../../item-bank/items/item.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import { standInItems } from '../../../src/stand-in/stand-in-items.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { LiveResult } from '../../../src/workflow/live/live-result.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { keepExam, keptRuns } from './bank.ts';
import { thetarank } from './command.ts';
import { writeExam } from './exam.ts';

/** A bank of 60 items with recorded answers, 8 pretest items, and a model that says A to some questions and B to others. */
const folder = temporaryFolder();
const database = join(folder, 'store.db');
const COSTS = join(folder, 'costs.csv');
let asked = 0;
const server = standIn({
  answerers: [
    {
      models: ['letters'],
      answer({ messages }) {
        asked++;
        const letter = 'AB'[JSON.stringify(messages).length % 2];
        return { text: `The answer is (${letter}).`, thinking: null };
      },
    },
  ],
});
let url = '';
let fresh: string[] = [];

beforeAll(async () => {
  const rows = Array.from({ length: 60 }, (_, j) => `sum-${j},1`);
  writeFileSync(COSTS, ['item,cost', ...rows, ''].join('\n'));
  const exam = writeExam(folder, 'pretest', 68, {});
  const items: Item[] = [];
  for await (const item of await standInItems(exam.items)) items.push(item);
  await keepExam(writeExam(folder, 'known', 60, {}), database);
  const store = await openStore(database, { clock: () => new Date(0) });
  const known = await store.knownItems('sums');
  const others = items.filter(
    ({ id, hash }) => !known.has(id) && known.idOfHash(hash) === undefined,
  );
  const added = others.map((item) => ({ ...item, status: 'pretest' as const }));
  fresh = added.map(({ id }) => id);
  const at = new Date(0).toISOString();
  await store.addItems({ name: 'sums', title: 'Sums', builtin: null }, added, at);
  await store.close();
  url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
});
afterAll(() => server.close());

const rank = (...args: string[]) =>
  thetarank([
    ...['rank', '--bank', 'sums', '--items', '20', '--database', database],
    ...['--model', `letters@${url}`, '--lag', '4', '--strategy', 'paper', ...args],
  ]);

test.each([
  [['-T', 'pretest=21'], 'accepted: at most'],
  [
    ['-T', 'pretest=2', '--costs', COSTS, '--strategy', 'robust'],
    'a file of costs says nothing of pretest items',
  ],
])('%j is refused', async (args, words) => {
  const { status, stderr } = await rank(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(words);
});

test('a run with pretest items has the score of one without, marks them, and goes on by what it knew', async () => {
  expect(fresh.length).toBeGreaterThanOrEqual(6);
  const plain = await rank('--json');
  expect(plain, plain.stderr).toMatchObject({ status: 0 });
  const whole = await rank('-T', 'pretest=5', '--json', '--out', join(folder, 'out'));
  expect(whole, whole.stderr).toMatchObject({ status: 0 });
  expect(whole.stderr).toContain('20 items each and up to 5 pretest items');
  const [without, with_] = [plain, whole].map(({ stdout }) => JSON.parse(stdout) as LiveResult);
  const { use: useWithout, ...own } = without.models[0];
  const { use, ...ownWith } = with_.models[0];
  expect(ownWith).toEqual({ ...own, patterns: ownWith.patterns });
  expect(use).toMatchObject({ answers: 25, pretest: 5 });
  expect(useWithout.answers).toBe(20);
  expect(with_.bankItems).toBe(60);
  const lines = readFileSync(join(folder, 'out', 'answers.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const marked = lines.map((line) => JSON.parse(line)).filter(({ pretest }) => pretest);
  expect(marked).toHaveLength(5);
  for (const { item } of marked) expect(fresh).toContain(item);
  const [first, second] = await keptRuns(database);
  const counted = second.kept.filter(({ item }) => !fresh.includes(item));
  expect(counted.map(({ item }) => item)).toEqual(first.kept.map(({ item }) => item));
  // The run again has every answer, although its own answers now say more of the pretest items.
  const before = asked;
  const again = await rank('-T', 'pretest=5', '--resume', '--json');
  expect(again, again.stderr).toMatchObject({ status: 0 });
  expect(JSON.parse(again.stdout).models[0].score).toBe(ownWith.score);
  expect(asked).toBe(before);
  const report = await rank('-T', 'pretest=5', '--resume');
  expect(report.stdout).toContain('pretest items: up to 5 ');
});

test('bank pretest shows what is known, and promotes what is known well enough', async () => {
  const run = (...args: string[]) => thetarank(['bank', ...args, '--database', database]);
  const shown = await run('pretest', 'sums', '--json');
  expect(shown, shown.stderr).toMatchObject({ status: 0 });
  const { items, tests } = JSON.parse(shown.stdout);
  expect(tests).toBe(1);
  expect(items.map(({ item }: { item: string }) => item)).toEqual(fresh);
  expect(items.filter(({ answers }: { answers: number }) => answers === 1)).toHaveLength(5);
  const none = await run('pretest', 'sums', '--promote');
  expect(none.stdout).toMatch(/0 with at least 50 answers and a standard error up to 0\.3/);
  expect(none.stdout).toContain('None is ready');
  const promoted = await run('pretest', 'sums', '--least-answers', '1', '--se', '5', '--promote');
  expect(promoted.stdout).toMatch(/5 items .*version 3 /);
  // Nothing is in force yet; a refresh of what is calibrates the promoted items.
  expect(promoted.stdout).toMatch(
    /Next: put a calibration in force \(thetarank calibrate list --bank sums.*\), then thetarank calibrate refresh --bank sums/,
  );
  const log = JSON.parse((await run('review', 'sums', '--json')).stdout);
  expect(JSON.stringify(log)).toMatch(/"decision":"promote".*by 1 answer/);
  const left = JSON.parse((await run('pretest', 'sums', '--json')).stdout);
  expect(left.items).toHaveLength(fresh.length - 5);
});
