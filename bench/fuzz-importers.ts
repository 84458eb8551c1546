/**
 * Reads damaged files with every format of recorded answers, and with those of items that `test/item-bank/import/damaged.test.ts` damages:
 *
 *     node bench/fuzz-importers.ts [--runs N] [--only FORMAT]      10,000 files per format by default
 *
 * Each file must be read with accepted + rejected + duplicates = records read, or refused with one line; anything else ends the program with
 * the seed that shows it. The tests do the same with a few hundred files.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDamaged } from '../test/files/answers/fuzz-case.ts';
import { SAMPLES } from '../test/files/answers/sample-files.ts';
import { ITEM_SAMPLES, importDamaged } from '../test/item-bank/import/fuzz-items.ts';

/** Seeds of the tests are below 2³¹. */
const FIRST_SEED = 2 ** 31;

const { values } = parseArgs({ options: { runs: { type: 'string' }, only: { type: 'string' } } });
const runs = Number(values.runs ?? 10_000);
const folder = mkdtempSync(join(tmpdir(), 'thetarank-fuzz-'));
const cases = [
  ...Object.entries(SAMPLES).map(
    ([name, sample]) =>
      [`answers: ${name}`, (seed: number) => readDamaged(folder, sample, seed)] as const,
  ),
  ...Object.entries(ITEM_SAMPLES).map(
    ([name, sample]) =>
      [`items: ${name}`, (seed: number) => importDamaged(folder, sample, seed)] as const,
  ),
];
try {
  for (const [name, read] of cases) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    const start = performance.now();
    const count = { read: 0, refused: 0 };
    for (let k = 0; k < runs; k++) count[await read(FIRST_SEED + k)]++;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `${name}: ${runs} files, ${count.read} read, ${count.refused} refused, ${seconds} s`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
