import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ItemFormat } from '../../../item-bank/import/format.ts';
import { cmbExam } from '../../../item-bank/import/published/cmb-exam.ts';
import { cmexam } from '../../../item-bank/import/published/cmexam.ts';
import { exportedItems } from '../../../item-bank/import/published/exported-items.ts';
import { mmlu } from '../../../item-bank/import/published/mmlu.ts';
import { Rejection } from '../../../item-bank/import/records/records.ts';
import { sealItem } from '../../../item-bank/import/seal-item.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { itemLine } from '../../../item-bank/items/item-line.ts';
import { ThetarankError } from '../../../src/errors.ts';
import { toCsv } from '../../../src/files/write/write.ts';
import { repetitions } from '../../repetitions.ts';
import { sampleItem, TYPES } from '../items/sample-items.ts';
import { mappedFormat } from './recognise/mapped-format.ts';
import { bytesSource, runImport } from './run-import.ts';

const PROVENANCE = { source: 'made up', licence: 'MIT', language: 'zh' };
const MAP = { id: 'id', stem: 'q', options: 'o', key: 'k', tags: { subject: 's' } };

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.constantFrom('“引号”', 'a,b', '"', 'x\r\ny', '\u3000全角 ', 'e\u0301', 'é', 'A 一\nB 二'),
);
const records = fc.array(
  fc.record({
    q: text,
    o: fc.array(text, { minLength: 2, maxLength: 6 }),
    k: fc.subarray(['A', 'B', 'C'], { minLength: 1 }),
    s: text,
  }),
  { maxLength: 12 },
);

describe('exported and imported again', () => {
  test('the same items, with any texts', async () => {
    const property = fc.asyncProperty(
      records,
      fc.integer({ min: 1, max: 300 }),
      async (rows, size) => {
        const file = rows.map((row) => JSON.stringify(row)).join('\n');
        const first = await runImport(
          mappedFormat('jsonl', MAP, PROVENANCE),
          bytesSource(file, 'FILE', size),
        );
        expect(first.report.read).toBe(rows.length);
        const lines = first.items.map((item) => `${itemLine(item)}\n`).join('');
        const second = await runImport(exportedItems(), bytesSource(lines, 'FILE', size));
        expect(second.report.rejected).toEqual([]);
        expect(second.items).toEqual(first.items);
        expect(second.items.map(itemLine).join('\n')).toBe(lines.trimEnd());
      },
    );
    await fc.assert(property, { numRuns: repetitions(150, 12) });
  });

  test('CSV and JSON Lines of the same records give the same hashes', async () => {
    // Spaces around unquoted cells are no part of CSV; keys of the same letters are.
    const property = fc.asyncProperty(records, async (rows) => {
      const lines = rows.map((row) => JSON.stringify({ ...row, k: row.k.join('') })).join('\n');
      const table = toCsv(
        ['q', 'o', 'k', 's'],
        rows.map(({ q, o, k, s }) => [q, JSON.stringify(o), k.join(''), s]),
      );
      const map = { ...MAP, id: undefined };
      const { id: _, ...withoutId } = map;
      const fromLines = await runImport(
        mappedFormat('jsonl', withoutId, PROVENANCE),
        bytesSource(lines),
      );
      const fromCsv = await runImport(
        mappedFormat('csv', withoutId, PROVENANCE),
        bytesSource(table),
      );
      // toCsv puts an apostrophe before what a spreadsheet would run.
      const plain = rows.every((row) =>
        [row.q, row.s].every((cell) => !/^'*[=+\-@\t\r＝＋－＠]/u.test(cell)),
      );
      if (plain && rows.length > 0)
        expect(fromCsv.items.map(({ hash }) => hash)).toEqual(
          fromLines.items.map(({ hash }) => hash),
        );
    });
    await fc.assert(property, { numRuns: repetitions(150, 12) });
  });

  test('a draft is sealed into a valid item or rejected', () => {
    const draft = fc.record({
      type: fc.constantFrom(...TYPES),
      stem: text,
      key: fc.array(text, { maxLength: 3 }) as fc.Arbitrary<Item['key']>,
      options: fc.dictionary(fc.constantFrom('A', 'B', 'C', 'a', '__proto__'), text),
    });
    fc.assert(
      fc.property(draft, (value) => {
        try {
          expect(sealItem(value, PROVENANCE, 'x').status).toBe('active');
        } catch (error) {
          if (!(error instanceof Rejection)) throw error;
        }
      }),
    );
  });
});

const question = (k: number) => ({
  exam_type: '考试',
  question: `第${k}题："引号"，几？`,
  answer: 'AB'.slice(0, 1 + (k % 2)),
  question_type: k % 2 === 1 ? '多项选择题' : '单项选择题',
  option: { A: '一', B: '二', C: `${k}` },
});
const numbers = Array.from({ length: 8 }, (_, k) => k);
const FILES: [string, ItemFormat, string][] = [
  [
    'cmexam',
    cmexam(),
    toCsv(
      ['Question', 'Options', 'Answer', 'Explanation'],
      numbers.map((k) => [
        `第${k}题，"几"？`,
        `A 一\nB 二\nC ${k}`,
        'B',
        k % 2 ? '因为，如此。' : '',
      ]),
    ),
  ],
  ['cmb-exam list', cmbExam(), JSON.stringify(numbers.map(question), null, 1)],
  ['cmb-exam lines', cmbExam(), numbers.map((k) => JSON.stringify(question(k))).join('\n')],
  ['mmlu', mmlu(), numbers.map((k) => `"What, ""${k}""?",one,two,three,${k},C\n`).join('')],
  [
    'exported',
    exportedItems(),
    numbers
      .map((k) => `${itemLine(sampleItem('open', { id: `q${k}`, stem: `${k}?` }))}\n`)
      .join(''),
  ],
];

/** One change of a file's bytes: what stands at a place is replaced, or put in, or cut off. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  remove: fc.integer({ min: 0, max: 40 }),
  put: fc.oneof(
    fc.constantFrom('"', '\n', ',', '[', ']', '}', '\\', '\0', '', '\uFEFF', '{"a":1}', '"\n"'),
    fc.string({ maxLength: 5 }),
    fc.uint8Array({ maxLength: 4 }),
  ),
});

describe.each(FILES)('%s, damaged', (_, format, file) => {
  test('the file itself is read whole', async () => {
    expect((await runImport(format, bytesSource(file))).report).toMatchObject({
      read: 8,
      accepted: 8,
    });
  });

  test('never ends in a defect, and nothing is lost without being counted', async () => {
    const changes = fc.array(change, { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(
      changes,
      fc.integer({ min: 1, max: 200 }),
      async (list, size) => {
        let bytes = Buffer.from(file);
        for (const { at, remove, put } of list) {
          const place = Math.floor(at * bytes.length);
          const after = bytes.subarray(Math.min(bytes.length, place + remove));
          bytes = Buffer.concat([bytes.subarray(0, place), Buffer.from(put as string), after]);
        }
        try {
          const { report } = await runImport(format, bytesSource(bytes, 'FILE', size));
          // Latin-1 keeps the bytes apart; JSON Lines are counted by their line ends alone.
          const lines = bytes
            .toString('utf8')
            .split('\n')
            .filter((line) => line.trim() !== '');
          if (lines.length > 0 && !/^\s*\[/.test(lines[0]) && file.startsWith('{'))
            expect(report.read).toBe(lines.length);
        } catch (error) {
          if (!(error instanceof ThetarankError)) throw error;
          expect(error.code).toBe('FILE_INVALID');
        }
      },
    );
    await fc.assert(property, { numRuns: repetitions(300, 25) });
  });

  test('letters changed within texts lose no record', async () => {
    const property = fc.asyncProperty(fc.array(fc.nat(), { maxLength: 5 }), async (places) => {
      const inText = [...file].map((character, k) => ({ character, k }));
      const changeable = inText.filter(({ character }) => /[一-龥]/.test(character));
      const characters = [...file];
      for (const place of places)
        if (changeable.length > 0) characters[changeable[place % changeable.length].k] = '变';
      const { report } = await runImport(format, bytesSource(characters.join('')));
      expect(report.read).toBe(8);
    });
    await fc.assert(property, { numRuns: repetitions(50, 15) });
  });
});
