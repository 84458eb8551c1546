import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { type FileMetaData, parquetMetadata } from 'hyparquet';
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { describe, expect, test } from 'vitest';
import { ThetarankError } from '../../../src/errors.ts';
import type { ParquetColumn, Stored } from '../../../src/files/parquet/column-types.ts';
import { readParquetColumns } from '../../../src/files/parquet/read-parquet.ts';
import { parquetWriter } from '../../../src/files/parquet/write-parquet.ts';
import { temporaryFolder } from '../temporary.ts';

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

async function failure(work: Promise<unknown>): Promise<ThetarankError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ThetarankError)) throw new Error(`no error of a user: ${String(error)}`);
  expect(error.message).not.toMatch(/[\n\r]/);
  return error;
}

describe('what is written is read', () => {
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

  test('to the last bit, in whatever batches and row groups', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ columns, rows, rowGroup, cut }) => {
        const file = newFile();
        const writer = parquetWriter(file, columns, { rowGroup, metadata: { 'a key': 'ä' } });
        for (const part of [rows.slice(0, cut), rows.slice(cut)])
          writer.add(
            Object.fromEntries(columns.map(({ name }, k) => [name, part.map((row) => row[k])])),
          );
        writer.close();
        const read = await readParquetColumns(file);
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
      { numRuns: 150 },
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
    const { columns } = await readParquetColumns(file);
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
    expect((await readParquetColumns(file)).columns.get('x')).toEqual(x);
  });

  test('only the columns that are asked for', async () => {
    const file = newFile();
    const writer = parquetWriter(file, [
      { name: 'a', type: 'int32' },
      { name: 'b', type: 'int32' },
    ]);
    writer.add({ a: [1], b: [2] });
    writer.close();
    expect([...(await readParquetColumns(file, ['b'])).columns]).toEqual([['b', [2]]]);
    const error = await failure(readParquetColumns(file, ['b', 'c']));
    expect(error.message).toBe(
      `${file}, column "c": found none of that name; accepted: a file with the columns "b", "c".`,
    );
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
  test('under its name when it is closed, and what was there stays until then', async () => {
    const own = join(folder, 'own');
    const file = join(own, 'x.parquet');
    const first = parquetWriter(file, columns, { rowGroup: 2 });
    first.add({ x: [1, 2, 3] });
    expect(readdirSync(own)).toEqual([expect.stringMatching(/^\.x\.parquet\..*\.tmp$/)]);
    first.close();
    const second = parquetWriter(file, columns, { rowGroup: 2 });
    second.add({ x: [4, 5, 6] });
    expect((await readParquetColumns(file)).columns.get('x')).toEqual([1, 2, 3]);
    second.discard();
    expect(readdirSync(own)).toEqual(['x.parquet']);
    expect((await readParquetColumns(file)).columns.get('x')).toEqual([1, 2, 3]);
  });

  test('nothing is left where rows are refused', () => {
    const own = join(folder, 'refused');
    const writer = parquetWriter(join(own, 'x.parquet'), columns);
    expect(() => writer.add({ x: [1, null] })).toThrow('column x, row 1: null');
    expect(readdirSync(own)).toEqual([]);
  });

  test('where it cannot be written the error says why', () => {
    writeFileSync(join(folder, 'plain'), '');
    expect(() => parquetWriter(join(folder, 'plain', 'x.parquet'), columns)).toThrow(
      /cannot be written \(a part of the path is not a directory\)/,
    );
    symlinkSync('loop', join(folder, 'loop'));
    expect(() => parquetWriter(join(folder, 'loop'), columns)).toThrow(/lead in a circle/);
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

describe('files of other programs', () => {
  const data = Array.from({ length: 100 }, (_, k) => k % 7);
  const columnData = [{ name: 'x', data, type: 'INT32' as const }];
  test.each([
    ['gzip', 'GZIP', gzipSync],
    ['Zstandard', 'ZSTD', zstdCompressSync],
  ] as const)('packed by %s', async (_, codec, pack) => {
    const file = newFile();
    const compressors = { [codec]: (bytes: Uint8Array) => new Uint8Array(pack(bytes)) };
    writeFileSync(file, Buffer.from(parquetWriteBuffer({ columnData, codec, compressors })));
    expect((await readParquetColumns(file)).columns.get('x')).toEqual(data);
  });

  test('with lists are refused, their other columns are read', async () => {
    const file = newFile();
    const nested = { name: 'list', data: data.map((x) => ({ x })), type: 'VARIANT' as const };
    const bytes = parquetWriteBuffer({ columnData: [nested, ...columnData] });
    writeFileSync(file, Buffer.from(bytes));
    expect((await readParquetColumns(file, ['x'])).columns.get('x')).toEqual(data);
    expect((await failure(readParquetColumns(file))).message).toContain(
      'column "list": found lists or records',
    );
  });
});

describe('what is no whole Parquet file is refused', () => {
  const good = () => {
    const file = newFile();
    const writer = parquetWriter(
      file,
      [
        { name: 'x', type: 'double', nullable: true },
        { name: 's', type: 'string' },
      ],
      { rowGroup: 20 },
    );
    writer.add({
      x: Array.from({ length: 50 }, (_, k) => (k % 5 === 0 ? null : k)),
      s: Array.from({ length: 50 }, (_, k) => `text ${k % 4}`),
    });
    writer.close();
    return readFileSync(file);
  };

  test.each([
    ['nothing', Buffer.from('')],
    ['a text', Buffer.from('examinee,item,score\na,b,1\n')],
  ])('%s', async (_, bytes) => {
    const file = newFile();
    writeFileSync(file, bytes);
    const error = await failure(readParquetColumns(file));
    expect(error.message).toBe(`${file}: found something else; accepted: a whole Parquet file.`);
    expect(error.code).toBe('FILE_INVALID');
  });

  test('no file', async () => {
    const error = await failure(readParquetColumns(join(folder, 'none.parquet')));
    expect(error.code).toBe('FILE_NOT_FOUND');
  });

  test('a file that was cut anywhere', async () => {
    const bytes = good();
    for (let size = 0; size < bytes.length; size += 7) {
      const file = newFile();
      writeFileSync(file, bytes.subarray(0, size));
      expect((await failure(readParquetColumns(file))).code).toBe('FILE_INVALID');
    }
  });

  /** The same file with another description. */
  const claiming = (rows: bigint, inGroup: bigint) => {
    const bytes = good();
    const { metadata_length: length, ...metadata } = parquetMetadata(bytes);
    const writer = new ByteWriter();
    writer.appendBytes(bytes.subarray(0, bytes.length - 8 - length));
    writeMetadata(writer, {
      ...metadata,
      num_rows: rows,
      row_groups: metadata.row_groups.map((group) => ({ ...group, num_rows: inGroup })),
    } as FileMetaData);
    writer.appendUint32(0x31524150);
    const file = newFile();
    writeFileSync(file, writer.getBytes());
    return file;
  };

  test.each([
    ['more values than are read', 3n * 2n ** 25n, 2n ** 25n, `100663296 rows × 2 columns`],
    ['parts that do not add up', 50n, 20n, '50 rows, and 60 in its parts'],
    ['less than its parts hold', 3n, 1n, 'damaged or unknown contents'],
    ['more than its parts hold', 90n, 30n, 'damaged or unknown contents'],
  ])('a file that claims %s', async (_, rows, inGroup, found) => {
    const error = await failure(readParquetColumns(claiming(rows, inGroup)));
    expect(error.message).toContain(found);
  });
});
