import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runStudy } from '../run-study.ts';
import type { Study } from '../study.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'study-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Repetitions that were made, and not read. */
const made: string[] = [];
const study = {
  page: 'page.md',
  waits: true,
  settings: {},
  tables: ({ items }: { items: number }) => ({
    cells: {
      cells: [{ at: 1 }, { at: 2 }],
      runs: () => 2,
      run: ({ at }: { at: number }, run: number) => {
        made.push(`${at} ${run}`);
        return at * items + run;
      },
    },
  }),
  write: () => '# A page\n',
} as unknown as Study;

const run = async (items: number, runs: number | null = null) => {
  made.length = 0;
  const { cells } = await runStudy(study, {
    ...{ name: 'sums', given: { items, data: 'none' } as never, code: 'code', runs, only: null },
    ...{ kept: join(folder, 'kept'), out: folder, workers: 0, say: () => {} },
  });
  return cells.map(({ results }) => results);
};

test('repetitions that are kept are not made again, a half line is, and other settings keep results of their own', async () => {
  expect(await run(10, 1)).toEqual([[11], [21]]);
  const [file] = readdirSync(join(folder, 'kept', 'code'));
  appendFileSync(join(folder, 'kept', 'code', file), '{"key":"cells {\\"at\\":1} 2","res');
  expect(await run(10)).toEqual([
    [11, 12],
    [21, 22],
  ]);
  expect(made).toEqual(['1 2', '2 2']);
  expect(await run(100)).toEqual([
    [101, 102],
    [201, 202],
  ]);
  expect(made).toHaveLength(4);
  await run(10);
  expect(made).toEqual([]);
});
