import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadTaxonomy } from '../../item-bank/taxonomies/load-taxonomy.ts';
import { readResponses } from '../../src/files/responses/read-responses.ts';
import type { Answerer } from '../../src/stand-in/answerer.ts';
import { judge } from '../../src/stand-in/answerers/judge.ts';
import { type RecordedOutput, replay } from '../../src/stand-in/answerers/replay.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../src/stand-in/stand-in.ts';
import { standInItems } from '../../src/stand-in/stand-in-items.ts';
import type { EvaluationResult } from '../../src/workflow/evaluation/evaluation-result.ts';
import { runCommand } from '../command/run-command.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { IS_ALL } from '../repetitions.ts';

/** The example bank with one item of each scenario of CliMedBench, from its file to the mean over tasks. */
const ITEMS = join(import.meta.dirname, '../../docs/examples/scenarios/items.jsonl');
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
  // 4 characters of 26: the simulated judges give 1 + round(4 · 4/26) = 2 of 1 to 5.
  wtd: ['这不合适。', (2 - 1) / (5 - 1)],
  mc: ['答案是A', 1],
  // 5 characters of 15: precision 1, recall 5/15.
  ke: ['老年人、血压', (2 * (5 / 15)) / (1 + 5 / 15)],
};
const SILENT: Answers = Object.fromEntries(
  Object.keys(TASKS).map((id) => [id, ['抱歉，我无法回答医疗问题。', 0]]),
);
/** The same answer by ROUGE-L: all 4 characters are in order, precision 1 and recall 4/26. */
const OVERLAP = (2 * (4 / 26)) / (1 + 4 / 26);
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
const judges = join(folder, 'judges.yaml');
let server: ReturnType<typeof standIn>;
let address = '';
/** Pictures that models were shown. */
const pictures: [model: string, url: string][] = [];
beforeAll(async () => {
  const outputs: RecordedOutput[] = Object.entries(MODELS).flatMap(([model, answers]) =>
    Object.entries(answers).map(([item, [output]]) => ({ model, item, output })),
  );
  const questions = await indexQuestions(await standInItems(ITEMS));
  const exact = { bias: 0, noise: 0 };
  const own = new Map([
    ['first', exact],
    ['second', exact],
  ]);
  const models = await replay(outputs, questions);
  const seen: Answerer = {
    ...models,
    answer(asked) {
      for (const { images = [] } of asked.messages)
        for (const url of images) pictures.push([asked.model, url]);
      return models.answer(asked);
    },
  };
  server = standIn({
    answerers: [seen, judge({ judges: own, faults: 0, seed: 1 })],
  });
  address = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
  const judgesOf = [...own.keys()].map((name) => ({ name, model: name, baseUrl: address }));
  writeFileSync(judges, JSON.stringify({ judges: judgesOf }));
});
afterAll(() => server.close());

async function run(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCommand([...args, '--database', database]);
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

test('every scenario has an item', () => {
  const items = readRows();
  const scenarios = loadTaxonomy('climedbench').levels.find(({ id }) => id === 'scenario')!;
  expect(items.map(({ scenario }) => scenario).sort()).toEqual(
    scenarios.values.map(({ id }) => id).sort(),
  );
  expect(items.map(({ id }) => id).sort()).toEqual(Object.keys(TASKS).sort());
  expect(items.filter(({ image }) => image !== undefined)).toHaveLength(1);
});

test('from the file to the mean over tasks, with judges', async () => {
  const said = await run('bank', 'import', ITEMS, '--name', 'clinic', '--taxonomy', 'climedbench');
  expect(said).toContain('14 items added');
  await run(
    ...['rank', '--bank', 'clinic', '--strategy', 'random', '--items', '14'],
    ...Object.keys(MODELS).flatMap((name) => ['--model', `${name}@${address}`]),
    ...['-T', `judges=${judges}`],
  );
  await run('bank', 'record', '--run', '1', '--absent');
  const json = await run('rank', '--bank', 'clinic', '--full-score', 'macro:task', '--json');
  const ranked = JSON.parse(json) as { models: { model: string; actual: number }[] };
  const actual = Object.fromEntries(ranked.models.map((one) => [one.model, one.actual]));
  // Recorded scores are single precision.
  for (const [name, answers] of Object.entries(MODELS))
    expect(actual[name], name).toBeCloseTo(100 * macroMean(answers), 4);
});

test('an evaluation of all scenarios: scores by scenario, the mean over tasks, and recorded answers', async () => {
  await run('bank', 'import', ITEMS, '--name', 'ward', '--taxonomy', 'climedbench');
  const evaluate = [
    ...['evaluate', '--bank', 'ward', '-T', `judges=${judges}`],
    ...Object.keys(MODELS).flatMap((name) => ['--model', `${name}@${address}`]),
  ];
  pictures.length = 0;
  const result = JSON.parse(await run(...evaluate, '--json')) as EvaluationResult;
  expect(result).toMatchObject({ complete: true, items: 14, bankItems: 14 });
  // One item has a picture, which every model is shown.
  expect(pictures.map(([model]) => model).sort()).toEqual(Object.keys(MODELS).sort());
  const picture = readFileSync(join(ITEMS, '../wave.png')).toString('base64');
  for (const [, url] of pictures) expect(url).toBe(`data:image/png;base64,${picture}`);
  for (const { model, score, tags, states } of result.models) {
    const answers = MODELS[model as keyof typeof MODELS];
    const scores = Object.values(answers).map(([, score]) => score);
    expect(score!.score, model).toBeCloseTo(
      (100 * scores.reduce((sum, one) => sum + one, 0)) / 14,
      9,
    );
    const [scenario, task] = ['scenario', 'task'].map(
      (name) => tags.find(({ tag }) => tag === name)!,
    );
    expect(Object.fromEntries(scenario.values.map(({ part, score }) => [part, score]))).toEqual(
      Object.fromEntries(
        Object.entries(answers).map(([id, [, score]]) => [
          id.toUpperCase(),
          expect.closeTo(100 * score, 9),
        ]),
      ),
    );
    expect(task.macro!.score, model).toBeCloseTo(100 * macroMean(answers), 9);
    expect(states).toEqual({
      ...{ missing: 0, unread: 0, truncated: 0, ungraded: 0 },
      ...(model === 'silent' ? { read: 0, refused: 14 } : { read: 14, refused: 0 }),
    });
  }
  // Finished, the same command asks nothing and prints the scores by scenario.
  const text = await run(...evaluate, '--resume', '--by-tag');
  expect(text).toMatch(/^SSO +1 +100\.0 .* 50\.0 .* 0\.0 /m);
  expect(text).toMatch(/: senior 100\.0 .*; junior 54\.2 /);
  await run('bank', 'record', '--to', 'ward', '--run', `${result.run}`, '--absent');
  const recorded = join(folder, 'ward.csv');
  await run('bank', 'export', 'ward', '--recorded-answers', '--out', recorded);
  const { matrix } = readResponses(recorded);
  expect([...matrix.examinees].sort()).toEqual(Object.keys(MODELS).sort());
  for (const [i, name] of matrix.examinees.entries())
    for (const [j, item] of matrix.items.entries())
      expect(matrix.scores[i * 14 + j], `${name} on ${item}`).toBeCloseTo(
        MODELS[name as keyof typeof MODELS][item][1],
        6,
      );
});

test.runIf(IS_ALL)(
  'a synthesis scores each item by its metric, and its report says which there are',
  async () => {
    const config = join(folder, 'models.yaml');
    writeFileSync(
      config,
      JSON.stringify({
        defaults: { baseUrl: address },
        models: Object.keys(MODELS).map((name) => ({ name, model: name })),
        participants: [{ who: 'alone' }],
        design: 'complete',
      }),
    );
    // Judges take no part in a synthesis: nothing is asked of the bank as it is.
    const refused = await runCommand([
      ...['calibrate', 'synthesize', '--bank', 'clinic', '--config', config],
      ...['--database', database],
    ]);
    expect(refused).toMatchObject({
      status: 2,
      error: { code: 'JUDGES_MISSING', details: { where: 'bank clinic, item wtd' } },
    });
    expect(refused.stderr).not.toContain('calls');
    // Here the open question is scored by its overlap.
    const rows = readRows().map((row) => (row.id === 'wtd' ? { ...row, metric: 'rouge-l' } : row));
    const file = join(folder, 'overlap.jsonl');
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    copyFileSync(join(ITEMS, '../wave.png'), join(folder, 'wave.png'));
    await run('bank', 'import', file, '--name', 'overlap');
    const out = join(folder, 'out');
    const report = await run(
      ...['calibrate', 'synthesize', '--bank', 'overlap', '--config', config, '--out', out],
    );
    expect(report).toMatch(/: 9 single, 2 sequencing, 2 open, 1 multiple; .* 1; 1 .*\. 4 items /);
    const { matrix } = readResponses(join(out, 'responses.csv'));
    expect(matrix.examinees).toEqual(Object.keys(MODELS));
    for (const [i, name] of matrix.examinees.entries())
      for (const [j, item] of matrix.items.entries()) {
        const [, score] = MODELS[name as keyof typeof MODELS][item];
        const expected = name === 'junior' && item === 'wtd' ? OVERLAP : score;
        expect(matrix.scores[i * 14 + j], `${name} on ${item}`).toBeCloseTo(expected, 6);
      }
  },
);

function readRows(): { id: string; scenario: string; image?: string }[] {
  const lines = readFileSync(ITEMS, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}
