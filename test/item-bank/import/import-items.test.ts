import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { importItems, knownItems, MOST_LISTED } from '../../../item-bank/import/import-items.ts';
import { cmexam } from '../../../item-bank/import/published/cmexam.ts';
import { exportedItems } from '../../../item-bank/import/published/exported-items.ts';
import { mmlu } from '../../../item-bank/import/published/mmlu.ts';
import { itemLine } from '../../../item-bank/items/item-line.ts';
import { temporaryFiles } from '../../files/temporary.ts';
import { sampleItem, TYPES } from '../items/sample-items.ts';
import { bytesSource, runImport } from './run-import.ts';

const file = temporaryFiles();
const ITEMS = TYPES.map((type) => sampleItem(type));
const LINES = ITEMS.map((item) => `${itemLine(item)}\n`).join('');

test('exported items are read back as they were, from a file and from bytes', async () => {
  for (const source of [file(LINES), bytesSource(LINES), bytesSource(LINES, 'FILE', 1)])
    expect((await runImport(exportedItems(), source)).items).toEqual(ITEMS);
});

test('the same content is a duplicate, the same id with another content is rejected', async () => {
  const again = sampleItem('open', { id: 'other', explanation: 'x' });
  const taken = sampleItem('single', { stem: 'Another' });
  const text = `${LINES}${itemLine(again)}\n${itemLine(taken)}\n`;
  const { report } = await runImport(exportedItems(), bytesSource(text));
  expect(report).toEqual({
    file: 'FILE',
    read: 7,
    accepted: 5,
    rejectedCount: 1,
    rejected: [{ where: 'line 7', reason: 'id single-1 again, with other content' }],
    duplicates: 1,
    duplicated: [{ where: 'line 6', id: 'other', of: 'open-1' }],
  });
});

test('several files can be read as one bank', async () => {
  const known = knownItems();
  await runImport(exportedItems(), bytesSource(LINES), known);
  const { report } = await runImport(exportedItems(), bytesSource(LINES), known);
  expect(report).toMatchObject({ read: 5, accepted: 0, duplicates: 5 });
});

test('an edited item is rejected', async () => {
  const { report } = await runImport(exportedItems(), bytesSource(LINES.replace('prime', 'sum')));
  expect(report.rejected).toEqual([
    { where: 'line 4', reason: 'hash: not the hash of this content' },
  ]);
});

test('all rejections are counted, the first thousand listed', async () => {
  const { report } = await runImport(exportedItems(), bytesSource('x\n'.repeat(MOST_LISTED + 500)));
  expect(report).toMatchObject({ read: 1500, rejectedCount: 1500 });
  expect(report.rejected.length).toBe(MOST_LISTED);
});

test('a reader that stops early closes the file', async () => {
  const run = importItems(exportedItems(), file(LINES));
  for await (const item of run) {
    expect(item).toEqual(ITEMS[0]);
    break;
  }
  expect(run.report).toMatchObject({ read: 1, accepted: 1 });
});

test.each([
  ['gzip-compressed data', gzipSync(Buffer.alloc(2 ** 24))],
  ['a zip archive', Buffer.from('PK\x03\x04abc')],
])('%s is refused', async (found, bytes) => {
  const message = `FILE: found ${found}; accepted: UTF-8 text: unpack or convert the file first.`;
  for (const format of [exportedItems(), cmexam(), mmlu()])
    await expect(runImport(format, bytesSource(bytes, 'FILE', 1))).rejects.toThrow(message);
});

test.each([
  ['UTF-16 text', 'UTF-16', Buffer.from('\uFEFFQuestion', 'utf16le')],
  // 题目,选项,答案 in GB18030
  ['GB18030 text', 'GB18030', Buffer.from('cce2c4bf2cd1a1cfee2cb4f0b0b80a', 'hex')],
])('%s is refused with the command that converts it', async (found, encoding, bytes) => {
  const message = `FILE.csv: found ${found}; accepted: UTF-8 text. To convert it: iconv -f ${encoding} -t UTF-8 FILE.csv > FILE.utf8.csv.`;
  for (const format of [exportedItems(), cmexam(), mmlu()])
    await expect(runImport(format, bytesSource(bytes, 'FILE.csv'))).rejects.toThrow(message);
});

test('a missing file and a folder', async () => {
  await expect(runImport(exportedItems(), 'none.jsonl')).rejects.toThrow(
    'none.jsonl: no such file',
  );
  await expect(runImport(exportedItems(), 'test')).rejects.toThrow('cannot be read');
});

test('a line far longer than memory allows is one rejection, and the next is read', async () => {
  const piece = Buffer.alloc(2 ** 20, 0x61);
  async function* bytes() {
    for (let k = 0; k < 64; k++) yield piece;
    yield Buffer.from(`\n${LINES}`);
  }
  const { report, items } = await runImport(exportedItems(), { name: 'FILE', bytes: bytes() });
  expect(items).toEqual(ITEMS);
  expect(report.rejected).toEqual([{ where: 'line 1', reason: 'more than 4194304 bytes' }]);
});

test('a quote that is never closed takes no more than a record with it', async () => {
  const row = `q,"A 1\nB 2",A,${'x'.repeat(2000)}\n`;
  const text = `Question,Options,Answer,Explanation\n"${row.repeat(4000)}`;
  const { report } = await runImport(cmexam(), bytesSource(text));
  expect(report.rejected[0].reason).toMatch(/double quote/);
  expect(report.accepted).toBe(1);
  expect(report.duplicates).toBeGreaterThan(1000);
});

test('bytes that are not UTF-8, and deep nesting', async () => {
  const bad = Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.from(LINES)]);
  const { report } = await runImport(exportedItems(), bytesSource(bad));
  expect(report.rejected).toEqual([{ where: 'line 1', reason: 'bytes that are not UTF-8 text' }]);
  for (const deep of [
    '['.repeat(1_000_000),
    `{"a":${'['.repeat(1_000_000)}`,
    `${'[{"a":'.repeat(200_000)}`,
  ]) {
    const run = await runImport(exportedItems(), bytesSource(deep));
    expect(run.report.rejectedCount).toBeGreaterThan(0);
  }
});
