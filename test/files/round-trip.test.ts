import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ThetarankError } from '../../src/errors.ts';
import { readParameters } from '../../src/files/items/read-parameters.ts';
import { readItemTags } from '../../src/files/items/read-tags.ts';
import { readFamilies } from '../../src/files/responses/read-families.ts';
import { readResponses } from '../../src/files/responses/read-responses.ts';
import { toCsv, writeFileWhole } from '../../src/files/write/write.ts';
import { nameProblem } from '../../src/plain-text.ts';
import { repetitions } from '../repetitions.ts';
import { temporaryFiles } from './temporary.ts';

const file = temporaryFiles();
const path = file('');

/** Names as unkind as they come: formulas, quotes, commas, spaces at the ends, any character that is shown. */
const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.string({ unit: fc.constantFrom(...'\'"=+-@, ;aé＝'), minLength: 1, maxLength: 6 }),
  )
  .filter((text) => nameProblem(text) === null);

const names = fc.uniqueArray(name, { minLength: 1, maxLength: 6 });

/** Scores that single precision holds, so that they come back as they were. */
const score = fc.oneof(
  fc.constantFrom(0, 1, Number.NaN),
  fc.float({ min: 0, max: 1, noNaN: true }).map((x) => x + 0),
);

describe('what toCsv writes', () => {
  const matrix = fc.record({ examinees: names, items: names }).chain(({ examinees, items }) =>
    fc.record({
      examinees: fc.constant(examinees),
      items: fc.constant(items),
      scores: fc.array(score, {
        minLength: examinees.length * items.length,
        maxLength: examinees.length * items.length,
      }),
      families: fc.option(
        fc.array(name, { minLength: examinees.length, maxLength: examinees.length }),
      ),
    }),
  );

  test('readResponses reads back: wide form', () => {
    const proper = matrix.filter(
      ({ items, scores, families }) =>
        !scores.every(Number.isNaN) &&
        (families !== null || items[0] !== 'family') &&
        items.join() !== 'item,score',
    );
    fc.assert(
      fc.property(proper, ({ examinees, items, scores, families }) => {
        const width = items.length;
        const rows = examinees.map((examinee, i) => [
          examinee,
          ...(families === null ? [] : [families[i]]),
          ...scores.slice(i * width, (i + 1) * width),
        ]);
        const columns = ['examinee', ...(families === null ? [] : ['family']), ...items];
        writeFileWhole(path, toCsv(columns, rows));
        const read = readResponses(path);
        expect(read.matrix).toEqual({ examinees, items, scores: Float32Array.from(scores) });
        expect(read.families).toEqual(families);
      }),
      { seed: 1 },
    );
  });

  test('readResponses reads back: long form', () => {
    const answered = matrix.filter(({ scores }) => !scores.every(Number.isNaN));
    fc.assert(
      fc.property(answered, ({ examinees, items, scores }) => {
        const rows = examinees.flatMap((examinee, i) =>
          items.map((item, j) => [examinee, item, scores[i * items.length + j]]),
        );
        writeFileWhole(path, toCsv(['examinee', 'item', 'score'], rows));
        const expected = { examinees, items, scores: Float32Array.from(scores) };
        expect(readResponses(path).matrix).toEqual(expected);
      }),
      { seed: 2 },
    );
  });

  test('readParameters, readItemTags and readFamilies read back', () => {
    const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    const finite = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((x) => x + 0);
    const below1 = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }).map((x) => x + 0);
    const rows = fc.uniqueArray(fc.tuple(name, positive, finite, below1, name), {
      minLength: 1,
      selector: ([item]) => item,
    });
    fc.assert(
      fc.property(rows, (items) => {
        const ids = items.map(([item]) => item);
        const texts = items.map(([, , , , text]) => text);
        writeFileWhole(
          path,
          toCsv(
            ['item', 'a', 'b', 'c'],
            items.map(([item, a, b, c]) => [item, a, b, c]),
          ),
        );
        const read = readParameters(path);
        expect(read.items).toEqual(ids);
        expect([...read.parameters.a]).toEqual(items.map(([, a]) => a));
        expect([...read.parameters.b]).toEqual(items.map(([, , b]) => b));
        expect([...read.parameters.c]).toEqual(items.map(([, , , c]) => c));
        writeFileWhole(
          path,
          toCsv(
            ['item', 'tag'],
            items.map((row) => [row[0], row[4]]),
          ),
        );
        const { tag } = readItemTags(path, ids);
        expect([...tag.codes].map((code) => tag.values[code])).toEqual(texts);
        writeFileWhole(
          path,
          toCsv(
            ['examinee', 'family'],
            items.map((row) => [row[0], row[4]]),
          ),
        );
        expect(readFamilies(path, ids)).toEqual(texts);
      }),
      { seed: 3 },
    );
  });
});

describe('a damaged file is read, or refused with one line', () => {
  const good = [
    'examinee,q1,q2\nm1,1,0\nm2,0.5,\n',
    'examinee,family,"q,1"\r\n"m ""1""",x,1\r\nm2,y,0\r\n',
    'examinee,item,score\nm1,q1,1\nm1,q2,0\n',
    'item,a,b,c,d,se_a\nq1,1,0,0.2,1,0.1\nq2,0.5,-1,,,\n',
    'item,topic,level\nq1,law,1\nq2,art,2\n',
    'examinee,family\nm1,x\nm2,y\n',
  ];
  const readers = [
    readResponses,
    readParameters,
    (from: string) => readItemTags(from, ['q1', 'q2']),
    (from: string) => readFamilies(from, ['m1', 'm2']),
  ];

  /** Gives the number of texts that were read; anything thrown but a ThetarankError of one line fails. */
  const tryAll = (bytes: Buffer | string): number => {
    const damaged = file(bytes, 'damaged.csv');
    let readable = 0;
    for (const read of readers) {
      try {
        read(damaged);
        readable++;
      } catch (error) {
        expect(error).toBeInstanceOf(ThetarankError);
        expect((error as ThetarankError).exitCode).toBe(2);
        expect((error as ThetarankError).message).not.toMatch(/[\n\r]/);
      }
    }
    return readable;
  };

  test('with pieces cut out, put in and replaced', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '"',
        '""',
        ',',
        '\n',
        '\r',
        '\r\n',
        '\uFEFF',
        ' ',
        '0',
        '1',
        'm1',
        'q1',
        '-',
        'e9',
        '\0',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const edit = fc.tuple(fc.nat(60), fc.nat(4), piece);
    const damaged = fc
      .tuple(fc.constantFrom(...good), fc.array(edit, { maxLength: 4 }))
      .map(([text, edits]) =>
        edits.reduce((now, [at, cut, put]) => now.slice(0, at) + put + now.slice(at + cut), text),
      );
    let readable = 0;
    fc.assert(
      fc.property(damaged, (text) => {
        readable += tryAll(text);
      }),
      { numRuns: repetitions(2000, 330), seed: 4 },
    );
    expect(readable).toBeGreaterThan(100);
  });

  test('of arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        tryAll(Buffer.from(bytes));
      }),
      { numRuns: repetitions(500, 80), seed: 5 },
    );
  });
});
