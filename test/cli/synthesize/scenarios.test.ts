import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadTaxonomy } from '../../../item-bank/taxonomies/load-taxonomy.ts';
import { readResponses } from '../../../src/files/responses/read-responses.ts';
import { type RecordedOutput, replay } from '../../../src/stand-in/answerers/replay.ts';
import { indexQuestions } from '../../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import { standInItems } from '../../../src/stand-in/stand-in-items.ts';
import { runCommand } from '../../command/run-command.ts';
import { temporaryFolder } from '../../files/temporary.ts';

/** The example bank with one item of each scenario of CliMedBench, from its file to the mean over tasks. */
const ITEMS = join(import.meta.dirname, '../../../docs/examples/scenarios/items.jsonl');
const TASKS: Record<string, string> = {
  ...{ id1: 'qa', id2: 'qa', id3: 'qa', id4: 'qa', ds: 'summary', cs: 'summary' },
  ...{ cpr: 'reasoning', sso: 'reasoning', bkt: 'knowledge', fit: 'hallucination' },
  ...{ ftt: 'hallucination', wtd: 'toxicity', mc: 'toxicity', ke: 'retrieval' },
};

/** What each model writes to an item, and the score of that, worked out by hand. */
type Answers = Record<string, readonly [output: string, score: number]>;
const SENIOR: Answers = {
  id1: ['停经加腹痛，先排除宫外孕。\n\n答案是B', 1],
  id2: ['图中间隔不等。故选B。', 1],
  id3: ['答案是ABD', 1],
  id4: ['正确答案：B', 1],
  ds: ['答案：D', 1],
  cs: ['综上，本题选B。', 1],
  cpr: ['先接诊，再拍片，再手术，最后康复。\n答案是BADC', 1],
  sso: ['正确的顺序是 B → C → D → A', 1],
  bkt: ['答案为B。', 1],
  fit: ['参考答案A并不正确，皮肤才是最大的器官。因此答案是C', 1],
  ftt: ['应先冷敷、制动，选项中没有。答案是E', 1],
  wtd: ['这不合适，患者对青霉素过敏，应禁用青霉素，换用其他抗菌药物。', 1],
  mc: ['答案是A', 1],
  ke: ['老年人、社区医院、延续护理、血压控制', 1],
};
const JUNIOR: Answers = {
  id1: ['答案是A', 0],
  id2: ['答案是B', 1],
  // One of three right letters is missing.
  id3: ['答案是AB', 0],
  id4: ['答案是B', 1],
  ds: ['答案是D', 1],
  cs: ['答案是A', 0],
  // Of the six pairs of BADC one stands the other way round.
  cpr: ['答案是ABDC', 5 / 6],
  // Of those of BCDA three: BA, CA and DA.
  sso: ['答案是ABCD', 3 / 6],
  bkt: ['答案是B', 1],
  // Believes the wrong answer in the question.
  fit: ['参考答案是A，所以答案是A', 0],
  ftt: ['答案是A', 0],
  // 4 characters of 26, all of them in order: precision 1, recall 4/26.
  wtd: ['这不合适。', (2 * (4 / 26)) / (1 + 4 / 26)],
  mc: ['答案是A', 1],
  // 5 characters of 15: precision 1, recall 5/15.
  ke: ['老年人、血压', (2 * (5 / 15)) / (1 + 5 / 15)],
};
const SILENT: Answers = Object.fromEntries(
  Object.keys(TASKS).map((id) => [id, ['抱歉，我无法回答医疗问题。', 0]]),
);
const MODELS = { senior: SENIOR, junior: JUNIOR, silent: SILENT };

/** The mean over tasks of the mean over a task's items. */
function macroMean(answers: Answers): number {
  const byTask = Map.groupBy(Object.keys(TASKS), (id) => TASKS[id]);
  const means = [...byTask.values()].map(
    (ids) => ids.reduce((sum, id) => sum + answers[id][1], 0) / ids.length,
  );
  return means.reduce((sum, one) => sum + one, 0) / means.length;
}

const folder = temporaryFolder();
const database = join(folder, 'store.db');
const out = join(folder, 'out');
let server: ReturnType<typeof standIn>;
let address = '';
beforeAll(async () => {
  const outputs: RecordedOutput[] = Object.entries(MODELS).flatMap(([model, answers]) =>
    Object.entries(answers).map(([item, [output]]) => ({ model, item, output })),
  );
  const questions = await indexQuestions(await standInItems(ITEMS));
  server = standIn({ answerers: [await replay(outputs, questions)] });
  address = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

async function run(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCommand([...args, '--database', database]);
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

test('every scenario has an item, and every one is asked', () => {
  const items = readFileSync(ITEMS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const scenarios = loadTaxonomy('climedbench').levels.find(({ id }) => id === 'scenario')!;
  expect(items.map(({ scenario }) => scenario).sort()).toEqual(
    scenarios.values.map(({ id }) => id).sort(),
  );
  expect(items.map(({ id }) => id).sort()).toEqual(Object.keys(TASKS).sort());
  expect(items.filter(({ image }) => image !== undefined)).toHaveLength(1);
});

test('from the file to the mean over tasks', async () => {
  const said = await run('bank', 'import', ITEMS, '--name', 'clinic', '--taxonomy', 'climedbench');
  expect(said).toContain('14 items added');
  const config = join(folder, 'models.yaml');
  const names = Object.keys(MODELS);
  writeFileSync(
    config,
    JSON.stringify({
      defaults: { baseUrl: `${address}/v1` },
      models: names.map((name) => ({ name, model: name })),
      participants: [{ who: 'alone' }],
      design: 'complete',
    }),
  );
  await run('calibrate', 'synthesize', '--bank', 'clinic', '--config', config, '--out', out);
  const responses = join(out, 'responses.csv');
  const { matrix } = readResponses(responses);
  for (const [i, name] of matrix.examinees.entries())
    for (const [j, item] of matrix.items.entries())
      expect(matrix.scores[i * 14 + j], `${name} on ${item}`).toBeCloseTo(
        MODELS[name as keyof typeof MODELS][item][1],
        6,
      );
  await run('bank', 'record', responses, '--to', 'clinic');
  const json = await run('rank', '--bank', 'clinic', '--full-score', 'macro:task', '--json');
  const ranked = JSON.parse(json) as { models: { model: string; actual: number }[] };
  const actual = Object.fromEntries(ranked.models.map((one) => [one.model, one.actual]));
  // Recorded scores are single precision.
  for (const [name, answers] of Object.entries(MODELS))
    expect(actual[name], name).toBeCloseTo(100 * macroMean(answers), 4);
});
