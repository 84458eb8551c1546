import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { parseCsv } from '../../../item-bank/builtin/csv-file.ts';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { KEPT_DIGITS } from '../../../item-bank/format/content-hashes.ts';
import { knownContents } from '../../../item-bank/import/logs/known-content.ts';
import { contentHash, type ItemContent } from '../../../item-bank/items/content-hash.ts';
import { readBenchmarkLogs } from '../../../src/files/harness/benchmark-logs.ts';
import { contentsOfBank } from '../../../src/workflow/bank/content-of-bank.ts';
import { runCommand } from '../../command/run-command.ts';
import { temporaryFolder } from '../temporary.ts';

const folder = temporaryFolder();
function at(place: string, value: unknown): string {
  const path = join(folder, place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.isBuffer(value) ? value : JSON.stringify(value));
  return path;
}

const CONTENTS: readonly ItemContent[] = [
  {
    type: 'single',
    stem: 'At which temperature does water boil?\nAt sea level.',
    options: { A: '50 °C', B: '100 °C' },
    key: ['B'],
  },
  { type: 'single', stem: 'Which is even?', options: { A: '2', B: '3', C: '5' }, key: ['A'] },
  { type: 'open', stem: 'What is 7 times 6?', key: ['42'] },
];
const find = knownContents([CONTENTS.map((one) => contentHash(one).slice(0, KEPT_DIGITS))]);
const bank = { name: 'made-up', items: ['water', 'even', 'times'], find };

test('a question is found behind an instruction, a word and before its options; other options or keys are other items', () => {
  const [water, even] = CONTENTS;
  const asked = (stem: string, of: ItemContent = water) => find({ ...of, stem });
  expect(asked(water.stem)).toBe(0);
  expect(asked(`Answer the question.\n\nQuestion: ${water.stem}\nOptions:`)).toBe(0);
  expect(asked(`Answer.\nQuestion:\n${water.stem}\nA. 50 °C\nB. 100 °C\nAnswer:`)).toBe(0);
  expect(asked(`问题：${even.stem}`, even)).toBe(1);
  expect(asked(even.stem)).toBeUndefined();
  expect(find({ ...water, key: ['A'] })).toBeUndefined();
  expect(find({ ...water, options: { A: '50 °C', B: '90 °C' } })).toBeUndefined();
  expect(asked('At which temperature does water boil?')).toBeUndefined();
});

const OPENCOMPASS = {
  details: {
    0: {
      prompt:
        'Question: At which temperature does water boil?\nAt sea level.\nA. 50 °C\nB. 100 °C\nAnswer: ',
      predictions: 'B',
      references: 'B',
      correct: true,
    },
    1: { prompt: 'Which is odd?\nA. 2\nB. 3\nC. 5\nAnswer:', predictions: 'A', references: 'B' },
    2: { prompt: 'What is 7 times 6?', predictions: '41', references: '42' },
  },
};

test('OpenCompass: answers by item and model, what is not of the bank is counted', async () => {
  const file = at('results/my-model/made_up.json', OPENCOMPASS);
  const [{ model, answers, report }] = await readBenchmarkLogs([file], bank, {});
  expect(model).toBe('my-model');
  expect(answers).toEqual([
    { item: 'water', index: 0, score: 1 },
    { item: 'times', index: 2, score: 0 },
  ]);
  expect(report).toMatchObject({ lines: 3, accepted: 2, duplicates: 0, unknown: 1 });
  // The same results twice are repeats; another score is refused.
  const again = await readBenchmarkLogs([file, file], bank, {});
  expect(again[0].report).toMatchObject({ lines: 6, accepted: 2, duplicates: 2, unknown: 2 });
  const other = structuredClone(OPENCOMPASS);
  other.details[0].correct = false;
  const changed = at('results/my-model/other.json', other);
  await expect(readBenchmarkLogs([file, changed], bank, {})).rejects.toMatchObject({
    code: 'FILE_INVALID',
    details: {
      where: 'details, sample 0, item "water"',
      found: expect.stringMatching(/^score 0, but 1 at details, sample 0 of/),
    },
  });
  await expect(readBenchmarkLogs([file], bank, { metric: 'acc' })).rejects.toThrow('--metric');
  const homeless = at('elsewhere.json', OPENCOMPASS);
  await expect(readBenchmarkLogs([homeless], bank, {})).rejects.toThrow('--name');
  expect((await readBenchmarkLogs([homeless], bank, { name: 'n' }))[0].model).toBe('n');
});

test('lighteval: answers by item, the folder names the model', async () => {
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const;
  const bytes = parquetWriteBuffer({
    schema: [
      { name: 'schema', num_children: 4 },
      { name: 'example', ...text },
      { name: 'choices', converted_type: 'LIST', num_children: 1, repetition_type: 'OPTIONAL' },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
      { name: 'element', ...text },
      { name: 'gold_index', type: 'INT64', repetition_type: 'OPTIONAL' },
      { name: 'metrics', num_children: 1, repetition_type: 'OPTIONAL' },
      { name: 'acc', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
    ],
    columnData: [
      {
        name: 'example',
        data: ['Question: Which is even?', 'What is 7 times 6?', 'Something else'],
      },
      { name: 'choices', data: [['2', '3', '5'], ['42'], ['a', 'b']] },
      { name: 'gold_index', data: [0n, 0n, 0n] },
      { name: 'metrics', data: [{ acc: 1 }, { acc: 0 }, { acc: 1 }] },
    ],
  });
  const date = '2026-01-31T09-30-00.123456';
  const file = at(`details/maker/model/${date}/details_made_${date}.parquet`, Buffer.from(bytes));
  const [{ model, answers, report }] = await readBenchmarkLogs([file], bank, {});
  expect(model).toBe('maker/model');
  expect(answers).toEqual([
    { item: 'even', index: 1, score: 1 },
    { item: 'times', index: 2, score: 0 },
  ]);
  expect(report).toMatchObject({ lines: 3, unknown: 1 });
});

test('place says which banks can be found by content, and what a file without their items lacks', async () => {
  const file = at('results/my-model/none.json', OPENCOMPASS);
  const ikp = await runCommand(['place', file, '--bank', 'ikp']);
  expect([ikp.status, ikp.stderr]).toEqual([2, expect.stringContaining('mmlu-pro or cruxeval-o')]);
  const none = await runCommand(['place', file, '--bank', 'mmlu-pro']);
  expect(none.status).toBe(2);
  expect(none.stderr).toContain('mmlu-pro in 3 samples');
});

const ITEMS = fileURLToPath(new URL('../../../../shared/data/mmlu_pro/items.csv', import.meta.url));
test.skipIf(!existsSync(ITEMS))(
  existsSync(ITEMS)
    ? 'questions of MMLU-Pro as OpenCompass shows them are found, each by its own content'
    : 'skipped: no ../shared/data/mmlu_pro/items.csv',
  async () => {
    const mmlu = loadBuiltinBank('mmlu-pro');
    const [header, ...rows] = parseCsv({ file: ITEMS, text: readFileSync(ITEMS, 'utf8') });
    const cell = (row: readonly string[], name: string) => row[header.indexOf(name)];
    const asked = rows.filter((_, k) => k % 60 === 0);
    const details = Object.fromEntries(
      asked.map((row, k) => [
        k,
        {
          prompt: `Question:\n${cell(row, 'question')}\nOptions:\n${(
            JSON.parse(cell(row, 'options')) as string[]
          )
            .map((text, o) => `${String.fromCharCode(65 + o)}. ${text}`)
            .join('\n')}\n\nAnswer: `,
          predictions: k % 3 === 0 ? 'none' : cell(row, 'answer'),
          references: cell(row, 'answer'),
        },
      ]),
    );
    const file = at('results/copy/mmlu_pro.json', { details });
    const [{ answers }] = await readBenchmarkLogs(
      [file],
      { ...mmlu, find: contentsOfBank(mmlu) },
      {},
    );
    // A question whose own text has lines like options is taken apart otherwise; an item with the content of another is found as the first of them.
    const right = answers.filter(({ item, score }) => {
      const k = asked.findIndex((row) => cell(row, 'item') === item);
      return k !== -1 && score === Number(k % 3 !== 0);
    });
    expect(right.length / asked.length).toBeGreaterThan(0.95);
    expect(answers.length - right.length).toBeLessThan(4);
  },
);
