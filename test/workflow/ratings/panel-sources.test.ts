import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { createPanel, type PanelRequest } from '../../../src/workflow/ratings/create-panel.ts';
import { fileSource } from '../../../src/workflow/ratings/file-source.ts';
import { configurationOf } from '../../../src/workflow/ratings/rating-panel.ts';
import { runSource } from '../../../src/workflow/ratings/run-source.ts';
import { BANK, ITEMS, MODELS, seedRun } from '../../server/ratings/rating-case.ts';
import { AT, clock, itemsOf } from '../../store/store-case.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-ratings-'));
let store: Store;
beforeAll(async () => {
  store = await openStore(join(folder, 'test.db'), { clock });
  await seedRun(store);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
function panelOf(
  readSource: Parameters<typeof createPanel>[2],
  request: Partial<PanelRequest> = {},
  bank = BANK,
) {
  const usual = {
    ...{ title: 'Answers', raters: ['anna', 'ben', 'chen'], perAnswer: null, answers: null },
    ...{ common: 0, rubric: null, ownRubrics: [], seed: 1 },
  };
  const mark = { id: `panel-${made++}`, madeBy: null, createdAt: AT };
  return createPanel(store, bank, readSource, { ...usual, ...request }, mark);
}

function fileOf(name: string, text: string) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return (wants: (item: string) => boolean) => fileSource(file, BANK, wants);
}

test('the examples of files in docs/ratings.md are read', async () => {
  const page = readFileSync(new URL('../../../docs/ratings.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/^```\w+ (answers\.\w+)\n([\s\S]*?)^```$/gm)];
  expect(examples.map(([, name]) => name)).toEqual(['answers.jsonl', 'answers.csv']);
  for (const [, name, text] of examples) {
    const { id } = await panelOf(fileOf(name, text));
    const answers = await store.ratings.answers(id);
    expect(new Set(answers.map(({ model }) => model))).toEqual(new Set(['alba', 'cyan']));
    expect(answers.map(({ item }) => item)).toContain('q0');
  }
});

test('a file needs model or examinee, item and output; a stated hash of another item leaves the answer out', async () => {
  const line = (one: object) => `${JSON.stringify(one)}\n`;
  const panel = await panelOf(
    fileOf(
      'mixed.jsonl',
      [
        line({ examinee: 'one', item: 'q0', output: 'A text.' }),
        line({ model: 'two', item: 'q0', output: 'A text.', itemHash: ITEMS[0].hash }),
        line({ model: 'two', item: 'q1', output: 'A text.', itemHash: 'of-another' }),
        line({ model: 'two', item: 'case', output: ['First.', 'Second.'] }),
        line({ model: 'two', item: 'q2', output: null }),
      ].join(''),
    ),
  );
  const { answers, leftOut } = configurationOf(panel);
  expect([answers, leftOut]).toEqual([4, { empty: 1, changed: 1, pictures: 0 }]);
  expect((await store.ratings.answers(panel.id)).map(({ itemHash }) => itemHash)).not.toContain(
    null,
  );
});

test('all fields that a line lacks are named at once', async () => {
  const found = async (name: string, text: string) =>
    panelOf(fileOf(name, text)).then(
      () => '',
      (error) => String(error.message),
    );
  expect(await found('none.jsonl', '{"answer":"x","item":"q0"}\n')).toMatch(
    /none\.jsonl, line 1: .*model, output;/,
  );
  expect(await found('wrong.jsonl', '{"item":5,"output":"x"}\n')).toMatch(/ no model; item "5";/);
  expect(await found('text.jsonl', 'hello\n')).toMatch(/line 1: .* JSON object: "hello"/);
  expect(await found('none.csv', 'item,text\nq0,x\n')).toMatch(/line 2: .* model, output;/);
});

test('each answer has two raters by default, and one where there is only one; more than there are raters are refused', async () => {
  const source = (wants: (item: string) => boolean) => runSource(store, 1, wants);
  const perAnswer = async (request: Partial<PanelRequest>) =>
    configurationOf(await panelOf(source, request)).perAnswer;
  expect(await perAnswer({})).toBe(2);
  expect(await perAnswer({ raters: ['anna'] })).toBe(1);
  await expect(perAnswer({ raters: ['anna'], perAnswer: 2 })).rejects.toThrow(/raters per answer/);
});

test('a run without rateable answers is refused by what it is', async () => {
  const refused = async (format: string) => {
    const run = await store.createRun({ format, version: 1, bank: BANK }, `hash ${format}`, AT);
    return panelOf((wants) => runSource(store, run, wants)).then(
      () => '',
      (error) => String(error.message),
    );
  };
  expect(await refused('thetarank-annotation')).toMatch(/run of annotate/);
  expect(await refused('thetarank-writing')).toMatch(/run of write/);
  await store.addItems({ name: 'closed', title: 'Closed', builtin: null }, itemsOf(0, 3), AT);
  const [{ id }] = itemsOf(0, 1);
  const closed = fileOf('closed.jsonl', `{"model":"${MODELS[0]}","item":"${id}","output":"A"}\n`);
  await expect(panelOf(closed, {}, 'closed')).rejects.toMatchObject({
    code: 'RATINGS_IMPOSSIBLE',
    details: { found: expect.stringMatching(/closed questions: 1\)$/) },
  });
});
