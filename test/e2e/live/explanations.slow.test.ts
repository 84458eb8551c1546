import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealItem } from '../../../item-bank/import/seal-item.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { simulate } from '../../../src/stand-in/answerers/simulate.ts';
import { indexQuestions } from '../../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { EvaluationResult } from '../../../src/workflow/evaluation/evaluation-result.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { thetarank } from './command.ts';

const folder = temporaryFolder();
const database = join(folder, 'store.db');
const items: Item[] = Array.from({ length: 24 }, (_, j) =>
  sealItem(
    {
      id: `q${j}`,
      type: 'single',
      stem: `第${j}题：哪一项正确？`,
      options: { A: `甲${j}`, B: `乙${j}`, C: `丙${j}` },
      key: ['ABC'[j % 3]],
      // The last ones have no explanation to compare with.
      ...(j < 20 ? { explanation: `理由${j}是甲，根据是乙，结论是丙${j}。（A对）` } : {}),
      tags: {},
    },
    { source: 'made up', licence: 'MIT', language: 'zh' },
    'q',
  ),
);
let close = async () => {};
let url = '';

beforeAll(async () => {
  const store = await openStore(database, { clock: () => new Date(0) });
  const bank = { name: 'made', title: 'Made', builtin: null };
  await store.addItems(bank, items, new Date(0).toISOString());
  await store.close();
  const server = standIn({
    answerers: [
      simulate(
        {
          abilities: new Map([
            ['sure', 40],
            ['lost', -40],
          ]),
          seed: 1,
        },
        await indexQuestions(items),
      ),
    ],
  });
  url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
  close = () => server.close();
});
afterAll(() => close());

const run = (...args: string[]) => thetarank([...args, '--database', database]);
const ask = (variant: string) =>
  run(
    ...['rank', '--bank', 'made', '--strategy', 'random', '--items', '24', '--json'],
    ...['--model', `sure@${url}`, '--model', `lost@${url}`, '-T', `variant=${variant}`],
  );

test('answers with explanations: letters are scored as ever, explanations by BLEU and ROUGE', async () => {
  const ranked = await ask('explain');
  expect(ranked, ranked.stderr).toMatchObject({ status: 0 });
  const { models, prompts, run: id } = JSON.parse(ranked.stdout);
  expect(prompts).toEqual(['explain-zh-1']);
  const right = Object.fromEntries(
    models.map(({ model, right: n }: { model: string; right: number }) => [model, n]),
  );
  expect(right.sure).toBe(24);
  expect(right.lost).toBeLessThan(20);
  const shown = await run('runs', 'explanations', `${id}`, '--json');
  const scored = JSON.parse(shown.stdout);
  expect(scored).toMatchObject({ run: id, bank: 'made', strategy: 'random', tokens: 'characters' });
  const of = (name: string) => scored.models.find(({ model }: { model: string }) => model === name);
  // It says all of the explanation but the remark on an option.
  expect(of('sure')).toMatchObject({
    unreferenced: 4,
    scores: { explanations: 20, without: 0 },
  });
  // 12 to 14 of 14 to 16 tokens in the order of the reference: 理由…。 without A对.
  const reference = (j: number) => `理由${j}是甲根据是乙结论是丙${j}`;
  const tokens = (text: string) => text.match(/\d+|\p{Script=Han}/gu)!.length;
  const f1 = items
    .slice(0, 20)
    .map((_, j) => (2 * tokens(reference(j))) / (2 * tokens(reference(j)) + 2));
  const mean = f1.reduce((sum, value) => sum + value, 0) / 20;
  expect(of('sure').scores.metrics['ROUGE-L'].value).toBeCloseTo(mean, 10);
  expect(of('lost').scores.metrics['ROUGE-L'].value).toBeLessThan(0.9);
  const text = await run('runs', 'explanations', `${id}`);
  expect(text.stdout).toMatch(/^sure +20 +0 +\d/m);
  expect(text.stdout).toContain(
    'sure: 4 answers to items without an explanation of their own are left out.',
  );
  const report = await run('runs', 'show', `${id}`);
  expect(report.stdout).toContain(`The explanations: thetarank runs explanations ${id}`);
});

test('an evaluation keeps explanations too, of the usual prompt and of others', async () => {
  const evaluate = (...args: string[]) =>
    run(
      ...['evaluate', '--bank', 'made', '--model', `sure@${url}`, '--model', `lost@${url}`],
      ...args,
    );
  for (const [args, examinees] of [
    [
      ['-T', 'variant=explain'],
      ['sure', 'lost'],
    ],
    [
      ['--variants', 'explain,cot'],
      ['sure ~ prompt=explain', 'lost ~ prompt=explain'],
    ],
  ]) {
    const evaluated = await evaluate('--json', ...args);
    expect(evaluated, evaluated.stderr).toMatchObject({ status: 0 });
    const { run: id, prompts, models } = JSON.parse(evaluated.stdout) as EvaluationResult;
    expect(prompts).toContain('explain-zh-1');
    // The letters count as ever.
    expect(models.find(({ model }) => model === 'sure')!.score!.score).toBe(100);
    const shown = await run('runs', 'explanations', `${id}`, '--json');
    const scored = JSON.parse(shown.stdout);
    expect(scored.strategy).toBe('random');
    expect(scored.models.map(({ model }: { model: string }) => model).sort()).toEqual(
      [...examinees].sort(),
    );
    // Each of two models explains all items, also those without an explanation to compare with.
    for (const { scores, unreferenced } of scored.models)
      expect([scores.explanations, unreferenced]).toEqual([20, 4]);
    expect((await run('runs', 'explanations', `${id}`)).stdout).not.toContain('no sample');
    expect((await run('runs', 'show', `${id}`)).stdout).toContain(
      `The explanations: thetarank runs explanations ${id}`,
    );
  }
});

test('a run without explanations says how to ask for them', async () => {
  const ranked = await ask('cot');
  const { run: id } = JSON.parse(ranked.stdout);
  const shown = await run('runs', 'explanations', `${id}`);
  expect(shown.status).toBe(2);
  expect(shown.stderr).toContain(
    `run ${id}: no explanation to score: its models were not asked to explain. Ask them: `,
  );
});
