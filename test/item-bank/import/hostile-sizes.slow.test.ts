import { describe, expect, test } from 'vitest';
import { MOST_AT_START } from '../../../item-bank/import/import-items.ts';
import { recognised } from '../../../item-bank/import/recognise/recognised.ts';
import { runImport } from './run-import.ts';

const MEBIBYTE = 2 ** 20;
const FORMATS = { csv: recognised('csv'), jsonl: recognised('jsonl') };

/** `count` times the same mebibyte, then `tail`, without ever being in memory together. */
function long(piece: string, count: number, tail = '') {
  const chunk = Buffer.from(piece.repeat(Math.ceil(MEBIBYTE / piece.length)));
  async function* bytes() {
    for (let k = 0; k < count; k++) yield chunk;
    yield Buffer.from(tail);
  }
  return { name: 'FILE', bytes: bytes() };
}

describe('long files of nothing', () => {
  const item = '{"stem":"Why?","key":"so"}\n';

  test.each([
    ['blank lines', '\n'],
    ['blank lines of Windows', '\r\n'],
    ['spaces and tabs', ' \t'],
  ])(
    '64 MiB of %s before a record are passed over, and lines are counted',
    async (_, piece) => {
      const { items, report } = await runImport(FORMATS.jsonl, long(piece, 64, `\n${item}{`));
      expect(items).toHaveLength(1);
      const lines = piece.includes('\n') ? (64 * MEBIBYTE) / piece.length : 0;
      expect(report.rejected).toEqual([
        { where: `line ${lines + 3}`, reason: 'the file ends within it' },
      ]);
    },
    120_000,
  );

  test.each([
    ['commas on one line', 'csv' as const, ',', 'FILE_INVALID'],
    ['commas on lines', 'csv' as const, ',\n', 'FILE_INVALID'],
    ['lines that are no objects', 'jsonl' as const, '1\n', 'FILE_INVALID'],
    ['list elements that are missing', 'jsonl' as const, ',', null],
    ['opening brackets', 'jsonl' as const, '[', null],
  ])(
    '32 MiB of %s end without a crash',
    async (_, format, piece, code) => {
      const run = runImport(FORMATS[format], long(piece, 32));
      if (code === null) expect((await run).items).toEqual([]);
      else await expect(run).rejects.toMatchObject({ code });
    },
    120_000,
  );

  test('a list that is full of nothing is given up', async () => {
    const list = {
      name: 'FILE',
      bytes: (async function* () {
        yield Buffer.from('[');
        yield* long('0,', 8).bytes;
      })(),
    };
    await expect(runImport(FORMATS.jsonl, list)).rejects.toThrow(
      `found ${MOST_AT_START} records in a row that are not items (line 1, element 1: not an object)`,
    );
  });

  test('one line of 32 MiB is one record, and the next is read', async () => {
    const { items, report } = await runImport(FORMATS.jsonl, long('a', 32, `\n${item}`));
    expect([items.length, report.rejectedCount]).toEqual([1, 1]);
  });
});
