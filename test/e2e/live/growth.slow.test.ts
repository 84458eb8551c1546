import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import type { LiveResult } from '../../../src/workflow/live/live-result.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { keepExam, keptRuns } from './bank.ts';
import { thetarank } from './command.ts';
import { writeExam } from './exam.ts';

/** A model that says A to all questions: the calibration does not describe it. */
const folder = temporaryFolder();
const database = join(folder, 'store.db');
let asked = 0;
const server = standIn({
  answerers: [
    {
      models: ['stuck'],
      answer() {
        asked++;
        return { text: 'The answer is (A).', thinking: null };
      },
    },
  ],
});
let url = '';

beforeAll(async () => {
  await keepExam(writeExam(folder, 'growth', 160, {}), database);
  url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
});
afterAll(() => server.close());

const rank = (...args: string[]) =>
  thetarank([
    ...['rank', '--bank', 'sums', '--items', '30', '--database', database],
    ...['--model', `stuck@${url}`, '--lag', '4', ...args],
  ]);

test('a test that grows is asked once: after an interruption it goes on where it was', async () => {
  const dry = await rank('--grow-to', '60', '--dry-run');
  expect(dry.stderr).toContain('30 to 60 items each');
  const whole = await rank('--grow-to', '60', '--json');
  expect(whole, whole.stderr).toMatchObject({ status: 0 });
  const result: LiveResult = JSON.parse(whole.stdout);
  const [model] = result.models;
  expect(result).toMatchObject({ items: 30, growTo: 60, complete: true });
  expect(model).toMatchObject({ growth: { from: 30 }, verified: false });
  expect(model.items).toBeGreaterThan(30);
  expect(model.use.answers).toBe(model.items);
  const before = asked;
  expect(before).toBe(model.items);
  const [{ kept }] = await keptRuns(database);
  // The same run again has every answer, also those after its first length.
  const again = await rank('--grow-to', '60', '--resume', '--json');
  expect(again, again.stderr).toMatchObject({ status: 0 });
  const { models } = JSON.parse(again.stdout) as LiveResult;
  expect(models[0]).toMatchObject({ items: model.items, score: model.score, low: model.low });
  expect(asked).toBe(before);
  expect((await keptRuns(database))[0].kept).toEqual(kept);
  const report = await rank('--grow-to', '60', '--resume');
  expect(report.stdout).toContain(`1 of 1 test went on beyond 30 items: stuck to ${model.items}`);
  // Another bound is another run.
  const other = await rank('--grow-to', '61', '--resume');
  expect(other.status).toBe(2);
});

test.each([
  [['--grow-to', '30'], 'a number above 30'],
  [['--grow-to', '161'], '--grow-to: found 161, where bank'],
  [['--grow-to', '60', '--strategy', 'paper'], 'only robust tests can grow'],
])('%j is refused before anything is asked', async (args, why) => {
  const before = asked;
  const ran = await rank(...args);
  expect(ran).toMatchObject({ status: 2, stdout: '' });
  expect(ran.stderr).toContain(why);
  expect(asked).toBe(before);
});
