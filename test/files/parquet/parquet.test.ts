import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import type { ParquetColumn, Stored } from '../../../src/files/parquet/column-types.ts';
import { parquetWriter } from '../../../src/files/parquet/write-parquet.ts';
import { repetitions } from '../../repetitions.ts';
import { temporaryFolder } from '../temporary.ts';
import { readTable } from './read-table.ts';

const folder = temporaryFolder();
let files = 0;
const newFile = () => join(folder, `file${files++}.parquet`);

const VALUES: { readonly [type in ParquetColumn['type']]: fc.Arbitrary<Stored> } = {
  double: fc.double(),
  float: fc.float(),
  int32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  boolean: fc.boolean(),
  string: fc.string({ unit: 'grapheme', maxLength: 12 }),
};

describe('written files can be read', () => {
  const table = fc
    .uniqueArray(
      fc.record({
        name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
        type: fc.constantFrom(...(Object.keys(VALUES) as ParquetColumn['type'][])),
        nullable: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5, selector: ({ name }) => name },
    )
    .chain((columns) =>
      fc.record({
        columns: fc.constant(columns),
        rows: fc.array(
          fc.tuple(
            ...columns.map(({ type, nullable }) =>
              nullable ? fc.option(VALUES[type]) : VALUES[type],
            ),
          ),
          { maxLength: 40 },
        ),
        rowGroup: fc.integer({ min: 1, max: 50 }),
        cut: fc.nat(40),
      }),
    );

  test('to the last bit, in any batches and row groups', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ columns, rows, rowGroup, cut }) => {
        const file = newFile();
        const writer = parquetWriter(file, columns, { rowGroup, metadata: { 'a key': 'ä' } });
        for (const part of [rows.slice(0, cut), rows.slice(cut)])
          writer.add(
            Object.fromEntries(columns.map(({ name }, k) => [name, part.map((row) => row[k])])),
          );
        writer.close();
        const read = await readTable(file);
        expect(read.rows).toBe(rows.length);
        expect([...read.columns.keys()]).toEqual(columns.map(({ name }) => name));
        columns.forEach(({ name }, k) => {
          const [found, given] = [read.columns.get(name)!, rows.map((row) => row[k])];
          for (let row = 0; row < given.length; row++)
            if (!Object.is(found[row], given[row]))
              throw new Error(`${name}, row ${row}: ${String(found[row])} for ${given[row]}`);
        });
        expect([...read.metadata]).toEqual([['a key', 'ä']]);
        const groups = parquetMetadata(readFileSync(file)).row_groups;
        expect(groups).toHaveLength(Math.ceil(rows.length / rowGroup));
      }),
      { numRuns: repetitions(150, 20) },
    );
  });

  test('from typed arrays, with 0 and 1 for false and true', async () => {
    const file = newFile();
    const writer = parquetWriter(file, [
      { name: 'ability', type: 'float' },
      { name: 'item', type: 'int32' },
      { name: 'right', type: 'boolean' },
    ]);
    writer.add({
      ability: Float32Array.of(0.1, Number.NaN),
      item: Int32Array.of(7, -1),
      right: Uint8Array.of(1, 0),
    });
    writer.close();
    const { columns } = await readTable(file);
    expect(columns.get('ability')).toEqual([Math.fround(0.1), Number.NaN]);
    expect(columns.get('item')).toEqual([7, -1]);
    expect(columns.get('right')).toEqual([true, false]);
  });

  test('−0 is another number than 0, however often they come', async () => {
    const file = newFile();
    const writer = parquetWriter(file, [{ name: 'x', type: 'double' }]);
    const x = Array.from({ length: 1000 }, (_, k) => (k % 2 === 0 ? 0 : -0));
    writer.add({ x });
    writer.close();
    expect((await readTable(file)).columns.get('x')).toEqual(x);
  });

  test('repeated texts take a dictionary', () => {
    const file = newFile();
    const writer = parquetWriter(file, [{ name: 'selector', type: 'string' }]);
    writer.add({ selector: Array.from({ length: 5000 }, (_, k) => `rule ${k % 3}`) });
    writer.close();
    const [{ columns }] = parquetMetadata(readFileSync(file)).row_groups;
    expect(columns[0].meta_data!.encodings).toContain('RLE_DICTIONARY');
    expect(readFileSync(file).length).toBeLessThan(2500);
  });
});

describe('a file is there whole or not at all', () => {
  const columns: ParquetColumn[] = [{ name: 'x', type: 'double' }];
  test('under its name when it is closed; the old file stays until then', async () => {
    const own = join(folder, 'own');
    const file = join(own, 'x.parquet');
    const first = parquetWriter(file, columns, { rowGroup: 2 });
    first.add({ x: [1, 2, 3] });
    expect(readdirSync(own)).toEqual([expect.stringMatching(/^\.x\.parquet\..*\.tmp$/)]);
    first.close();
    const second = parquetWriter(file, columns, { rowGroup: 2 });
    second.add({ x: [4, 5, 6] });
    expect((await readTable(file)).columns.get('x')).toEqual([1, 2, 3]);
    second.discard();
    expect(readdirSync(own)).toEqual(['x.parquet']);
    expect((await readTable(file)).columns.get('x')).toEqual([1, 2, 3]);
  });

  test('nothing is left if rows are refused', () => {
    const own = join(folder, 'refused');
    const writer = parquetWriter(join(own, 'x.parquet'), columns);
    expect(() => writer.add({ x: [1, null] })).toThrow('column x, row 1: null');
    expect(readdirSync(own)).toEqual([]);
  });

  test('if it cannot be written, the error says why', () => {
    writeFileSync(join(folder, 'plain'), '');
    expect(() => parquetWriter(join(folder, 'plain', 'x.parquet'), columns)).toThrow(
      expect.objectContaining({
        code: 'FILE_UNWRITABLE',
        details: expect.objectContaining({ reason: expect.stringContaining('not a directory') }),
      }),
    );
    symlinkSync('loop', join(folder, 'loop'));
    expect(() => parquetWriter(join(folder, 'loop'), columns)).toThrow(/form a loop/);
  });
});

test.each<[ParquetColumn['type'], Stored]>([
  ['double', 'one'],
  ['int32', 2 ** 31],
  ['int32', 0.5],
  ['int64', 2n ** 63n],
  ['int64', 2 ** 60],
  ['boolean', 2],
  ['string', 1],
])('a column of %s refuses %s', (type, value) => {
  const writer = parquetWriter(newFile(), [{ name: 'x', type }]);
  expect(() => writer.add({ x: [value] })).toThrow(/^column x, row 0: .*; accepted: /);
});

test('columns are named, once, and come with as many values each', () => {
  const x = { name: 'x', type: 'double' } as const;
  expect(() => parquetWriter(newFile(), [])).toThrow('no column');
  expect(() => parquetWriter(newFile(), [x, x])).toThrow('two columns x');
  const writer = parquetWriter(newFile(), [x, { ...x, name: 'y' }]);
  expect(() => writer.add({ x: [1] })).toThrow('column y: no values');
  expect(() => writer.add({ x: [1], y: [] })).toThrow('column y: 0 values for 1 rows');
  writer.discard();
});
