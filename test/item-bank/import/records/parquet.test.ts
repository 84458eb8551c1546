import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AttachTarget, attachItems } from '../../../../item-bank/import/attach-items.ts';
import { recognised } from '../../../../item-bank/import/recognise/recognised.ts';
import { parquetRecords } from '../../../../item-bank/import/records/parquet-records.ts';
import { parquetRows } from '../../../../item-bank/import/records/parquet-rows.ts';
import type { SourceRecord } from '../../../../item-bank/import/records/records.ts';
import { contentHash } from '../../../../item-bank/items/content-hash.ts';
import { temporaryFolder } from '../../../files/temporary.ts';
import { repetitions } from '../../../repetitions.ts';
import { makeParquet } from '../make-parquet.ts';
import { bytesSource, runImport } from '../run-import.ts';

/** As MMLU-Pro is published. */
const QUESTIONS = Array.from({ length: 5 }, (_, k) => ({
  question_id: 70 + k,
  question: `What is ${k} and 1?`,
  options: [`${k + 2}`, `${k + 1}`, `${k}`].slice(0, k === 4 ? 2 : 3),
  answer: 'B',
  answer_index: 1,
  cot_content: k === 0 ? 'because '.repeat(100) : '',
  category: 'math',
  src: 'made up',
}));
const folder = temporaryFolder();

async function recordsOf(records: AsyncIterable<SourceRecord[]>): Promise<SourceRecord[]> {
  const all: SourceRecord[] = [];
  for await (const some of records) all.push(...some);
  return all;
}

describe('rows of a Parquet file', () => {
  test.each([
    ['one row group', 5],
    ['row groups of two rows', 2],
  ])('%s: numbers, texts and lists of texts, from a file and from bytes', async (_, size) => {
    const bytes = makeParquet(QUESTIONS, size);
    const expected = QUESTIONS.map((value, k) => ({ where: `row ${k + 1}`, value }));
    expect(await recordsOf(parquetRows(bytesSource(bytes)))).toEqual(expected);
    const path = join(folder, `${size}.parquet`);
    writeFileSync(path, bytes);
    expect(await recordsOf(parquetRows(path))).toEqual(expected);
  });

  test('whole numbers beyond 2^53 keep all their digits, and nothing is null', async () => {
    const bytes = makeParquet([
      { id: 2 ** 60, text: null },
      { id: 1, text: 'x' },
    ]);
    const values = (await recordsOf(parquetRows(bytesSource(bytes)))).map(
      (r) => 'value' in r && r.value,
    );
    expect(values).toEqual([
      { id: '1152921504606846976', text: null },
      { id: 1, text: 'x' },
    ]);
  });

  test('are items by the names of their columns', async () => {
    const { items, report } = await runImport(
      recognised('parquet'),
      bytesSource(makeParquet(QUESTIONS)),
    );
    expect(report).toMatchObject({ read: 5, accepted: 5 });
    expect(items[4]).toMatchObject({
      id: '74',
      type: 'single',
      stem: 'What is 4 and 1?',
      options: { A: '6', B: '5' },
      key: ['B'],
      tags: { category: 'math', src: 'made up' },
    });
  });

  test('give a bank its text, by id and content', async () => {
    const target: AttachTarget = {
      items: ['q70', 'q71', 'q99'],
      hashes: [QUESTIONS[0], { ...QUESTIONS[1], question: 'other' }, QUESTIONS[2]].map((row) =>
        contentHash({
          type: 'single',
          stem: row.question,
          options: Object.fromEntries(row.options.map((text, k) => ['ABC'[k], text])),
          key: [row.answer],
        }).slice(0, 16),
      ),
      idPrefix: 'q',
      tagsOf: () => ({}),
    };
    const { items, report } = await attachItems(target, bytesSource(makeParquet(QUESTIONS)), {
      container: 'parquet',
    });
    expect(items.map(({ id }) => id)).toEqual(['q70']);
    expect(report).toMatchObject({ read: 5, matched: 1, mismatchedCount: 1, unknownCount: 3 });
    expect(report.mismatched[0]).toMatchObject({ where: 'row 2', id: 'q71' });
  });
});

describe('files that are no Parquet, or too much of it', () => {
  const whole = makeParquet(QUESTIONS);
  const invalid = { code: 'FILE_INVALID' };
  const read = (bytes: Buffer) => recordsOf(parquetRows(bytesSource(bytes)));

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('{"stem":"Why?","key":"so"}\n')],
    ['the beginning of a file', whole.subarray(0, whole.length / 2)],
    ['the end of a file', whole.subarray(whole.length / 2)],
    [
      'a footer longer than the file',
      Buffer.concat([whole.subarray(0, -8), Buffer.from('\xff\xff\0\0PAR1', 'latin1')]),
    ],
    ['a column called __proto__', makeParquet([JSON.parse('{"__proto__":"x","stem":"y"}')])],
  ])('%s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject(invalid);
  });

  test('a file that is missing, or in the wrong format', async () => {
    const missing = recordsOf(parquetRows(join(folder, 'missing.parquet')));
    await expect(missing).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    const wrong = runImport(recognised('jsonl'), bytesSource(whole));
    await expect(wrong).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: { accepted: expect.stringContaining('--format parquet') },
    });
  });

  test.each([
    ['footer', 10, /a footer of \d+ bytes; at most 10/],
    ['rows', 4, /a row group with 5 rows; at most 4/],
    ['group', 100, /a row group with \d+ bytes; at most 100/],
    // Each record has fewer, all together more.
    ['text', 900, /^more than 900 characters of text$/],
  ])('more than the bound of %s', async (name, most, message) => {
    const bounds = { footer: 1e6, rows: 1e6, group: 1e6, text: 1e6, [name]: most };
    const records = parquetRecords(new Uint8Array(whole).buffer, bounds);
    await expect(recordsOf(records)).rejects.toThrow(message);
  });

  test('texts that share their beginnings with those before are refused: a few bytes are any length', async () => {
    const rows = ['aa', 'aab', 'aac'].map((stem) => ({ stem, key: 'x' }));
    expect(await read(makeParquet(rows, 3, 'DELTA_LENGTH_BYTE_ARRAY'))).toHaveLength(3);
    await expect(read(makeParquet(rows, 3, 'DELTA_BYTE_ARRAY'))).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: { found: expect.stringContaining('DELTA_BYTE_ARRAY') },
    });
  });

  test('a record that is too long is left out, the next one is read', async () => {
    const rows = [
      { stem: 'x'.repeat(9 * 2 ** 20), key: 'a' },
      { stem: 'Why?', key: 'so' },
    ];
    const [long, short] = await read(makeParquet(rows));
    expect(long).toEqual({ where: 'row 1', reason: `more than ${8 * 2 ** 20} bytes` });
    expect(short).toEqual({ where: 'row 2', value: rows[1] });
  });

  test('values that fill the memory end the thread, not the program', async () => {
    const rows = Array.from({ length: 200_000 }, () => ({ stem: 'x', key: 'y' }));
    const bytes = makeParquet(rows);
    expect(bytes.length).toBeLessThan(20_000);
    await expect(recordsOf(parquetRows(bytesSource(bytes), 16))).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: { found: expect.stringContaining('more than 16 MiB') },
    });
  });

  test('a damaged byte gives records, or the one error of the format', async () => {
    const trials = repetitions(20, 4);
    for (let k = 0; k < trials; k++) {
      const bytes = Buffer.from(whole);
      bytes[Math.floor(((k + 0.5) * whole.length) / trials)] ^= 0xff;
      const end = await read(bytes).catch((error) => error);
      if (!Array.isArray(end)) expect(end).toMatchObject(invalid);
    }
  });
});
