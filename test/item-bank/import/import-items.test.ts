import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { importItems, knownItems, MOST_LISTED } from '../../../item-bank/import/import-items.ts';
import { inspect } from '../../../item-bank/import/logs/inspect.ts';
import { lmEval } from '../../../item-bank/import/logs/lm-eval.ts';
import { cmexam } from '../../../item-bank/import/published/cmexam.ts';
import { exportedItems } from '../../../item-bank/import/published/exported-items.ts';
import { mmlu } from '../../../item-bank/import/published/mmlu.ts';
import { recognised } from '../../../item-bank/import/recognise/recognised.ts';
import { CUT } from '../../../item-bank/import/records/records.ts';
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
    isPartial: true,
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
  const message = `FILE.csv, line 1: found ${found}; accepted: UTF-8 text. To convert it: iconv -f ${encoding} -t UTF-8 FILE.csv > FILE.utf8.csv.`;
  for (const format of [exportedItems(), cmexam(), mmlu()])
    await expect(runImport(format, bytesSource(bytes, 'FILE.csv'))).rejects.toThrow(message);
});

test('a missing file and a folder', async () => {
  await expect(runImport(exportedItems(), 'none.jsonl')).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
    details: { file: 'none.jsonl' },
  });
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
  expect(report.rejected).toEqual([{ where: 'line 1', reason: 'more than 8388608 bytes' }]);
});

test('a quote that is never closed takes no more than a record with it', async () => {
  const row = `q,"A 1\nB 2",A,${'x'.repeat(2000)}\n`;
  const text = `Question,Options,Answer,Explanation\n"${row.repeat(4000)}`;
  const { report } = await runImport(cmexam(), bytesSource(text));
  expect(report.rejected[0].reason).toMatch(/double quote/);
  expect(report.accepted).toBe(1);
  expect(report.duplicates).toBeGreaterThan(1000);
});

describe('the first byte that is not UTF-8, wherever it is', () => {
  // × and 水的化学式是什么？ in GB18030.
  const SIGN = Buffer.from('a1c1', 'hex');
  const CHINESE = Buffer.from('cbaeb5c4bbafd1a7cabdcac7cab2c3b4a3bf', 'hex');
  const row = `An English question?,"A yes\nB no",A,${'x'.repeat(500)}\n`;
  const rows = (count: number) => Buffer.from(row.repeat(count));
  const header = 'Question,Options,Answer,Explanation\n';
  const gb18030 = (before: number, between: number) =>
    Buffer.concat([
      Buffer.from(header),
      rows(before),
      Buffer.concat([Buffer.from('What is 2 '), SIGN, Buffer.from(' 3?,"A 5\nB 6",B,x\n')]),
      rows(between),
      Buffer.concat([CHINESE, Buffer.from(',"A 5\nB 6",B,x\n')]),
      rows(10),
    ]);
  const told = (line: number) =>
    `FILE.csv, line ${line}: found GB18030 text; accepted: UTF-8 text. To convert it: iconv -f GB18030 -t UTF-8 FILE.csv > FILE.utf8.csv.`;

  test.each([
    ['in pieces of one byte', 3, 2, 1],
    ['within the first piece', 50, 10, 2 ** 16],
    ['beyond the first pieces, and the Chinese text far from it', 3000, 3000, 2 ** 20],
  ])(
    '%s: the file is refused with its line, encoding and command',
    async (_, before, between, size) => {
      const bytes = gb18030(before, between);
      for (const format of [cmexam(), recognised('csv')]) {
        const run = runImport(format, bytesSource(bytes, 'FILE.csv', size));
        await expect(run).rejects.toThrow(told(2 + 2 * before));
      }
    },
  );

  test('in JSON and in logs', async () => {
    const json = Buffer.concat([Buffer.from('[{"stem":"'), CHINESE, Buffer.from('","key":"x"}]')]);
    for (const format of [recognised('jsonl'), lmEval(), inspect()])
      await expect(runImport(format, bytesSource(json, 'FILE.json', 5))).rejects.toMatchObject({
        code: 'FILE_INVALID',
        details: { file: 'FILE.json', where: 'line 1', found: 'GB18030 text' },
      });
  });

  test.each([
    ['Latin-1', Buffer.from('{"stem":"Où ?","key":"là"}\n', 'latin1')],
    [
      'a damaged character among others',
      Buffer.concat([
        Buffer.from('{"stem":"水的'),
        Buffer.from([0xe6, 0xb0]),
        Buffer.from('化学式"}'),
      ]),
    ],
  ])('%s: an encoding that cannot be told', async (_, bad) => {
    for (const size of [1, 2 ** 16]) {
      const bytes = Buffer.concat([Buffer.from(LINES), bad]);
      await expect(
        runImport(exportedItems(), bytesSource(bytes, 'FILE', size)),
      ).rejects.toMatchObject({
        code: 'FILE_INVALID',
        details: { file: 'FILE', where: 'line 6', accepted: 'UTF-8 text' },
      });
    }
  });

  test('there is none in U+FFFD and in characters that pieces end within', async () => {
    const text = '{"stem":"Ä水\u{1f600}\ufffd?","key":"水"}\n';
    for (const size of [1, 2, 3, 5]) {
      const { items } = await runImport(recognised('jsonl'), bytesSource(text, 'FILE', size));
      expect(items[0].stem).toBe('Ä水\u{1f600}\ufffd?');
    }
  });
});

test('a file that ends within a record, or within a character', async () => {
  const whole =
    '{"stem":"Wie heißt Wasser auf Chinesisch?","key":"水"}\n{"stem":"Und Feuer?","key":"火"}';
  const csv = 'stem,key\n"Wie heißt Wasser?",水\n"Und Feuer?",火\n"Und';
  for (const [container, text, cut] of [
    ['jsonl', whole, 3],
    ['jsonl', whole, 4],
    ['jsonl', whole, 20],
    ['jsonl', `[${whole.replace('\n', ',')}]`, 1],
    ['jsonl', `[${whole.replace('\n', ',')}]`, 5],
    ['csv', csv, 0],
    ['csv', csv.slice(0, -4), 2],
    ['csv', csv.slice(0, -4), 5],
  ] as const) {
    const bytes = Buffer.from(text);
    const source = () => bytesSource(bytes.subarray(0, bytes.length - cut), 'FILE', 7);
    const run = importItems(recognised(container), source());
    const all = async () => {
      for await (const _ of run);
    };
    await expect(all()).rejects.toMatchObject({ code: 'FILE_INVALID' });
    const { items, report } = await runImport(recognised(container), source());
    expect(items[0].key).toEqual(['水']);
    expect(report).toMatchObject({ isPartial: true, rejected: [{ reason: CUT }] });
  }
});

test('integers above 2⁵³ keep their digits, wherever they stand', async () => {
  const ids = ['18014398509481985', '18014398509481987'];
  const text = ids.map((id) => `{"id":${id},"stem":"What is ${id}?","key":"x","seed":-${id}}`);
  for (const file of [text.join('\n'), `[${text.join(',')}]`]) {
    const { items } = await runImport(recognised('jsonl'), bytesSource(file));
    expect(items.map(({ id, tags }) => [id, tags.seed])).toEqual(ids.map((id) => [id, `-${id}`]));
  }
});

test('deep nesting', async () => {
  for (const deep of [
    '['.repeat(1_000_000),
    `{"a":${'['.repeat(1_000_000)}`,
    `${'[{"a":'.repeat(200_000)}`,
  ]) {
    const run = await runImport(exportedItems(), bytesSource(deep));
    expect(run.report.rejectedCount).toBeGreaterThan(0);
  }
});
