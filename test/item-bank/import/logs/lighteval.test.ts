import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { lighteval } from '../../../../item-bank/import/logs/lighteval.ts';
import { temporaryFolder } from '../../../files/temporary.ts';
import { runLogs } from '../run-log.ts';

const base = temporaryFolder();

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
});
const whole = (name: string): SchemaElement => ({
  name,
  type: 'INT64',
  repetition_type: 'OPTIONAL',
});
const double = (name: string): SchemaElement => ({
  name,
  type: 'DOUBLE',
  repetition_type: 'OPTIONAL',
});
const list = (name: string, element: SchemaElement): SchemaElement[] => [
  { name, converted_type: 'LIST', num_children: 1, repetition_type: 'OPTIONAL' },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  { ...element, name: 'element' },
];
const struct = (name: string, fields: SchemaElement[][]): SchemaElement[] => [
  { name, num_children: fields.length, repetition_type: 'OPTIONAL' },
  ...fields.flat(),
];

/** Columns of version 0.13: what the model was asked, what it said, the metrics. */
const NEW = [
  struct('doc', [
    [text('query')],
    list('choices', text('')),
    [whole('gold_index')],
    [text('id')],
    [text('task_name')],
  ]),
  struct('model_response', [list('logprobs', double(''))]),
  struct('metric', [[double('acc')]]),
];
/** Columns of version 0.8. */
const OLD = [
  [text('example')],
  [text('full_prompt')],
  list('choices', text('')),
  list('gold_index', whole('')),
  struct('metrics', [[double('acc')], [double('acc_norm')]]),
  [text('specifics')],
];

const QUESTIONS: readonly (readonly [stem: string, options: string[], acc: number])[] = [
  ['At which temperature does water boil at sea level?', ['50 °C', '100 °C', '150 °C'], 1],
  ['Which of these is even?', ['3', '4', '5'], 0],
  ['Which planet is nearest to the sun?', ['Venus', 'Mercury', 'Mars'], 1],
];
const NEW_ROWS = [
  ...QUESTIONS.map(([stem, options, acc], k) => ({
    doc: {
      query: `Answer the question.\n\n${stem}\n${options.map((one, o) => `${'ABC'[o]}. ${one}`).join('\n')}\nAnswer:`,
      choices: [' A', ' B', ' C'],
      gold_index: 1n,
      id: String(k),
      task_name: 'made|up|0',
    },
    model_response: { logprobs: [-1.5, -0.5, -2.5] },
    metric: { acc },
  })),
  {
    doc: {
      query: 'What is 7 times 6?',
      choices: ['42'],
      gold_index: 0n,
      id: '3',
      task_name: 'made|up|0',
    },
    model_response: { logprobs: [] },
    metric: { acc: 1 },
  },
];
const OLD_ROWS = QUESTIONS.map(([stem, options, acc]) => ({
  example: stem,
  full_prompt: `Question: ${stem}\nAnswer:`,
  choices: options.map((one) => ` ${one}`),
  gold_index: [1n],
  metrics: { acc, acc_norm: 1 - acc },
  specifics: '{}',
}));

/** A file of details at the place where lighteval writes it. */
function details(
  columns: readonly SchemaElement[][],
  rows: readonly Readonly<Record<string, unknown>>[],
  place: string,
): string {
  const path = join(base, place);
  mkdirSync(dirname(path), { recursive: true });
  const bytes = parquetWriteBuffer({
    schema: [{ name: 'schema', num_children: columns.length }, ...columns.flat()],
    columnData: columns.map(([{ name }]) => ({ name, data: rows.map((row) => row[name]) })),
  });
  writeFileSync(path, Buffer.from(bytes));
  return path;
}
const DATE = '2026-01-31T09-30-00.123456';
const PLACE = `details/maker/model/${DATE}/details_made|up|0_${DATE}.parquet`;
const provenance = { licence: 'MIT', language: 'en' };

test('version 0.13: options come from the query where the choices are letters; the folder names the model', async () => {
  const { items, matrix, unscored } = await runLogs(lighteval({ provenance }), [
    details(NEW, NEW_ROWS, PLACE),
  ]);
  expect(unscored).toEqual([]);
  expect(items.map(({ type, key }) => [type, key])).toEqual([
    ['single', ['B']],
    ['single', ['B']],
    ['single', ['B']],
    ['open', ['42']],
  ]);
  expect(items[0]).toMatchObject({
    stem: 'Answer the question.\n\nAt which temperature does water boil at sea level?',
    options: { A: '50 °C', B: '100 °C', C: '150 °C' },
    tags: { task: 'made|up|0' },
    source: 'made|up|0',
  });
  expect(matrix.examinees).toEqual(['maker/model']);
  expect([...matrix.scores]).toEqual([1, 0, 1, 1]);
});

test('perplexities are refused, Brier scores count as 1 − x; one metric counts for the whole file', async () => {
  const columns = (...names: string[]) => [
    ...OLD.slice(0, 4),
    struct(
      'metrics',
      names.map((name) => [double(name)]),
    ),
  ];
  const rows = (...metrics: object[]) =>
    OLD_ROWS.map((row, k) => ({ ...row, metrics: metrics[k] }));
  const scores = async (name: string, values: readonly (number | null)[], other?: object) => {
    const all = rows(...values.map((value) => ({ [name]: value, ...other })));
    const names = [name, ...Object.keys(other ?? {})];
    const path = details(columns(...names), all, `${name}/${DATE}/details_made_${DATE}.parquet`);
    const { matrix, unscored } = await runLogs(lighteval({ provenance, model: 'm' }), [path]);
    return { scores: [...matrix.scores], unscored: unscored.length };
  };
  await expect(scores('word_perplexity', [0.5, 1, 30])).rejects.toMatchObject({
    code: 'OPTION_INVALID',
  });
  await expect(scores('rouge', [0.5, 1, 45])).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  expect(await scores('brier_score', [0.25, 0, 1])).toEqual({ scores: [0.75, 1, 0], unscored: 0 });
  expect(await scores('acc', [1, null, 0], { pem: 1 })).toEqual({ scores: [1, 0], unscored: 1 });
});

test('version 0.8: choices are texts; --metric and --model choose', async () => {
  const file = details(OLD, OLD_ROWS, `old/${DATE}/details_made_${DATE}.parquet`);
  const { items, matrix } = await runLogs(
    lighteval({ provenance, metric: 'acc_norm', model: 'other' }),
    [file],
  );
  expect(items[2]).toMatchObject({
    stem: 'Which planet is nearest to the sun?',
    options: { A: 'Venus', B: 'Mercury', C: 'Mars' },
    key: ['B'],
  });
  expect(matrix.examinees).toEqual(['other']);
  expect([...matrix.scores]).toEqual([0, 1, 0]);
  await expect(runLogs(lighteval({ provenance }), [file])).rejects.toThrow('--model');
  const missing = await runLogs(lighteval({ provenance, metric: 'bleu', model: 'm' }), [file]);
  expect(missing.unscored).toEqual(Array.from({ length: 3 }, () => 'no metric bleu'));
  expect(missing.missing).toEqual(['m', 'm', 'm']);
});
