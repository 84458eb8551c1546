import { readFileSync } from 'node:fs';
import { contentHash } from '../../../item-bank/items/content-hash.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import type { Store } from '../../../src/store/store.ts';
import { createPanel } from '../../../src/workflow/ratings/create-panel.ts';
import { bankOfRun, runSource } from '../../../src/workflow/ratings/run-source.ts';
import { AT, answerOf } from '../../store/store-case.ts';

type Table = readonly (readonly number[])[];

/** The made example of test/golden/ratings: grades by answer and aspect. */
export const GOLDEN = JSON.parse(
  readFileSync(new URL('../../golden/ratings/values.json', import.meta.url), 'utf8'),
) as {
  readonly aspects: readonly string[];
  readonly anna: Table;
  readonly ben: Table;
  readonly judge: Table;
  readonly raters: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly judges: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

export const BANK = 'cases';
export const MODELS = ['SECRET-MODEL-alba', 'SECRET-MODEL-cyan'] as const;
export const JUDGE = 'SECRET-JUDGE';
export const PANEL = 'panel-of-test';

function withHash(item: Omit<Extract<Item, { type: 'open' | 'case' }>, 'hash'>): Item {
  const whole = { ...item, hash: '' } as Item;
  return { ...whole, hash: contentHash(whole) };
}

const COMMON = {
  ...{ version: 1, status: 'active', language: 'en', tags: {} },
  ...{ source: 'made for a test', licence: 'CC0-1.0' },
  metric: { name: 'rubric', rubric: 'cmb-clin' },
} as const;

/** Three open items, and a case of two questions: five questions, with two answers each. */
export const ITEMS: readonly Item[] = [
  ...[0, 1, 2].map((k) =>
    withHash({
      ...COMMON,
      ...{ id: `q${k}`, type: 'open', stem: `Question ${k}: what now? <b>bold</b>` },
      key: [`Reference ${k}`],
    } as never),
  ),
  withHash({
    ...COMMON,
    ...{ id: 'case', type: 'case', context: 'A man of 60 coughs.', stem: 'He smokes.' },
    key: [
      { question: 'First question?', answers: ['First reference'] },
      { question: 'Second question?', answers: ['Second reference'] },
    ],
  } as never),
];

/** The text of answer k: item by item, then model by model. The order of GOLDEN. */
export const textOf = (k: number) => `This is text ${k}.\nTake **care** <img src=x> $x^2$`;

/** The question of answer k, and its model. */
export const questionOf = (k: number) => Math.floor(k / 2);
const modelAt = (k: number) => MODELS[k % 2];

/** A bank and a run of two models with a judge. @returns the number of the run */
export async function seedRun(store: Store): Promise<number> {
  await store.addItems({ name: BANK, title: 'Cases', builtin: null }, ITEMS, AT);
  const run = await store.createRun(
    {
      ...{ format: 'thetarank-evaluation', version: 1, bank: BANK, items: 4 },
      models: MODELS.map((name) => ({ name })),
      judging: { judges: [{ name: JUDGE }] },
    },
    'hash-of-run',
    AT,
  );
  const grades = (k: number) =>
    JSON.stringify(Object.fromEntries(GOLDEN.aspects.map((name, a) => [name, GOLDEN.judge[k][a]])));
  const answers = [0, 1].flatMap((m) =>
    ITEMS.flatMap((item, place) => {
      const numbers = place < 3 ? [2 * place + m] : [6 + m, 8 + m];
      const said = numbers.map(textOf);
      const about = { item: item.id, itemHash: item.hash };
      return [
        answerOf(MODELS[m], place + 1, {
          ...{ ...about, rule: 'for-judges', extracted: 'x', score: 0 },
          output: item.type === 'case' ? JSON.stringify(said) : `<think>SECRET</think>${said[0]}`,
        }),
        ...numbers.map((k, question) =>
          answerOf(`${JUDGE} judges ${modelAt(k)}, question ${question + 1}`, place + 1, {
            ...{ ...about, rule: 'json', extracted: grades(k), output: 'SECRET-JUDGEMENT' },
          }),
        ),
      ];
    }),
  );
  await store.append(run, answers);
  return run;
}

/** A panel in which anna and ben rate all ten answers. */
export async function seedPanel(store: Store, raters = ['anna', 'ben'], id = PANEL) {
  const run = (await store.runs())[0]?.id ?? (await seedRun(store));
  return createPanel(
    store,
    await bankOfRun(store, run),
    (wants) => runSource(store, run, wants),
    {
      ...{ title: 'Answers to rate', raters, perAnswer: 2, answers: null, common: 0 },
      ...{ rubric: null, ownRubrics: [], seed: 3 },
    },
    { id, madeBy: null, createdAt: AT },
  );
}

/** The number of an answer, by its text. */
export const numberIn = (text: string) => Number(/This is text (\d)/.exec(text)![1]);
export const gradesOf = (table: Table, k: number) =>
  Object.fromEntries(GOLDEN.aspects.map((name, a) => [name, table[k][a]]));
