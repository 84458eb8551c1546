import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import type { LiveResult } from '../../../src/workflow/live/live-result.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { keepExam } from './bank.ts';
import { thetarank } from './command.ts';
import { writeExam } from './exam.ts';

/** Models that are not asked what they know: one is stuck at a letter, of the other no answer can be read. */
const SAYS = { stuck: 'The answer is (A).', mute: 'What a lovely sum.' } as const;
const folder = temporaryFolder();
const database = join(folder, 'store.db');
const server = standIn({
  answerers: [
    {
      models: Object.keys(SAYS),
      answer: ({ model }) => ({ text: SAYS[model as keyof typeof SAYS], thinking: null }),
    },
  ],
});
let url = '';

beforeAll(async () => {
  await keepExam(writeExam(folder, 'patterns', 120, {}), database);
  url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
});
afterAll(() => server.close());

const rank = (...args: string[]) =>
  thetarank([
    ...['rank', '--bank', 'sums', '--strategy', 'random', '--items', '61', '--database', database],
    ...Object.keys(SAYS).flatMap((model) => ['--model', `${model}@${url}`]),
    ...args,
  ]);

test('a model stuck at a letter, and one of which nothing can be read, are told of in words', async () => {
  const ran = await rank('--json');
  expect(ran, ran.stderr).toMatchObject({ status: 0 });
  const { models }: LiveResult = JSON.parse(ran.stdout);
  const patterns = Object.fromEntries(models.map((own) => [own.model, own.patterns]));
  const [stuck] = patterns.stuck!;
  expect(patterns.stuck).toEqual([
    { pattern: 'same-letter', count: 61, of: 61, letter: 'A', keys: expect.any(Number) },
  ]);
  const { right } = models.find(({ model }) => model === 'stuck')!;
  expect(stuck).toMatchObject({ keys: right });
  expect(patterns.mute).toMatchObject([{ pattern: 'unreadable', count: 61, of: 61 }]);
  // Of the second no answer is left if unreadable ones count as missing; of the first all are there.
  const missing = Object.fromEntries(models.map((own) => [own.model, own.ifMissing]));
  expect(missing.stuck).toBeUndefined();
  expect(missing.mute).toMatchObject({
    unread: 61,
    refused: 0,
    items: 0,
    score: null,
    change: null,
  });
  // The report of the same run.
  const report = await rank('--resume');
  expect(report.stdout).toContain('stuck: WARNING: all 61 answers are A, but only');
  expect(report.stdout).toContain('mute: WARNING: 100% of the answers could not be read');
  expect(report.stdout).toMatch(/See them with: thetarank runs answers \d+ --outputs --database /);
  // Told of while the run went on, once, and for the model alone that it is true of.
  for (const { stderr } of [ran, report])
    expect(stderr.match(/^.*WARNING.*$/gm)).toEqual([
      expect.stringMatching(
        /^mute: WARNING: the first 5 answers could not be read and count as wrong, .*; check the prompt, and the chat template that the server uses\. (?:One of them: "What a lovely sum\."\. )?See them with: thetarank runs answers \d+ --outputs --database /,
      ),
    ]);
  expect(ran.stderr).toContain('One of them: "What a lovely sum.".');
});
