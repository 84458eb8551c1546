import { describe, expect, test } from 'vitest';
import { importItems, MOST_AT_START } from '../../../item-bank/import/import-items.ts';
import { cmbExam } from '../../../item-bank/import/published/cmb-exam.ts';
import { exportedItems } from '../../../item-bank/import/published/exported-items.ts';
import { recognised } from '../../../item-bank/import/recognise/recognised.ts';
import { itemLine } from '../../../item-bank/items/item-line.ts';
import { sampleItem } from '../items/sample-items.ts';
import { bytesSource, runImport } from './run-import.ts';

const FORMATS = { csv: recognised('csv'), jsonl: recognised('jsonl') };

test('a file with an item among its first records is read on', async () => {
  const bad = '{}\n'.repeat(MOST_AT_START - 1);
  const good = '{"stem":"Why?","key":"so"}\n';
  const { report } = await runImport(FORMATS.jsonl, bytesSource(bad + good + bad + bad));
  expect(report).toMatchObject({ accepted: 1, rejectedCount: 3 * (MOST_AT_START - 1) });
});

describe('nesting', () => {
  const deep = (open: string, close: string, depth: number) =>
    open.repeat(depth) + close.repeat(depth);

  test.each([
    ['lists', `{"stem":"Why?","key":"so","x":${deep('[', ']', 50_000)}}`],
    ['objects', `{"stem":"Why?","key":"so","x":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
    [
      'with __proto__ within',
      `{"stem":"Why?","key":"so","x":${'['.repeat(50_000)}{"__proto__":1}${']'.repeat(50_000)}}`,
    ],
    ['in the options', `{"stem":"Why?","key":"A","options":${deep('[', ']', 50_000)}}`],
    ['in the key', `{"stem":"Why?","key":${deep('[', ']', 50_000)}}`],
    [
      'beside the key',
      `{"stem":"Why?","A":"x","B":"y","key":"A","label":${deep('[', ']', 50_000)}}`,
    ],
    [
      'within text of JSON',
      JSON.stringify({ stem: 'Why?', key: 'A', options: deep('[', ']', 50_000) }),
    ],
  ])('of 50,000 %s is read or rejected', async (_, line) => {
    const { report } = await runImport(FORMATS.jsonl, bytesSource(line, 'FILE', 2 ** 20));
    expect(report.read).toBe(1);
  });
});

describe('a field __proto__ is refused, never dropped', () => {
  const record = (field: string) =>
    `{"stem":"Why?","options":{"A":"x","B":"y"},"key":"A",${field}}`;
  test.each([
    ['as a tag', record('"__proto__":"x"')],
    ['with escapes', record('"\\u005f_proto__":"x"')],
    ['as an option', '{"stem":"Why?","options":{"A":"x","B":"y","__proto__":"z"},"key":"A"}'],
    [
      'in options as a text',
      JSON.stringify({ stem: 'Why?', options: '{"A":"x","B":"y","__proto__":"z"}', key: 'A' }),
    ],
    ['among tags', record('"tags":{"__proto__":"x"}')],
  ])('%s', async (_, line) => {
    const { report } = await runImport(FORMATS.jsonl, bytesSource(line));
    expect(report.rejected).toEqual([{ where: 'line 1', reason: 'a field __proto__' }]);
  });

  test('as a column', async () => {
    const { report } = await runImport(FORMATS.csv, bytesSource('stem,key,__proto__\nWhy?,so,x\n'));
    expect(report.rejected[0].reason).toBe('a field __proto__');
  });

  test('in an exported item and in CMB-Exam', async () => {
    const line = itemLine(sampleItem('single')).replace('"tags":{', '"tags":{"__proto__":"x",');
    expect((await runImport(exportedItems(), bytesSource(line))).report.rejectedCount).toBe(1);
    const cmb =
      '{"question":"几？","answer":"A","question_type":"单项选择题","option":{"A":"一","B":"二","__proto__":"三"}}';
    expect((await runImport(cmbExam(), bytesSource(cmb))).report.rejectedCount).toBe(1);
  });
});

test.each(['../../etc/passwd', '/etc/passwd', '.hidden', 'a b', '=1+1', 'a/b', '\u202eq'])(
  'the id %s is refused',
  async (id) => {
    const line = JSON.stringify({ id, stem: 'Why?', key: 'so' });
    const { report } = await runImport(FORMATS.jsonl, bytesSource(line));
    expect(report.rejected[0].reason).toMatch(/^id: /);
  },
);

test('numbers as Python writes them are no reason to lose a record', async () => {
  const line = '{"stem":"Is NaN \\"NaN\\" a number?","key":"no","explanation":NaN,"p":-Infinity}';
  const { items } = await runImport(FORMATS.jsonl, bytesSource(line));
  expect(items[0]).toMatchObject({ stem: 'Is NaN "NaN" a number?', tags: {} });
});

test('a listener hears of every record', async () => {
  const heard: unknown[] = [];
  const text =
    '{"id":"a","stem":"Why?","key":"so"}\n{"id":"b","stem":"Why?","key":"so"}\n1\n{"id":"a","stem":"Who?","key":"so"}\n';
  const run = importItems(FORMATS.jsonl, bytesSource(text), undefined, {
    rejected: (where, _, value) => heard.push([where, typeof value]),
    record: (_, id) => heard.push(id),
  });
  for await (const _ of run);
  expect(heard).toEqual(['a', 'a', ['line 3', 'number'], ['line 4', 'object']]);
});
