import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { groupsOfBlock } from '../../../../sim/monte-carlo/run/block.ts';
import type { Study } from '../../../../sim/monte-carlo/run/replication.ts';
import { examineeCount } from '../../../../sim/monte-carlo/truth/abilities.ts';
import { openRowsFolder } from '../../../../src/workflow/studies/monte-carlo/rows-folder.ts';
import { runStudy } from '../../../../src/workflow/studies/monte-carlo/run-study.ts';
import { openStudyFolder } from '../../../../src/workflow/studies/monte-carlo/study-folder.ts';
import { readTable } from '../../../files/parquet/read-table.ts';
import { temporaryFolder } from '../../../files/temporary.ts';
import { studyOf } from '../../../sim/monte-carlo/study-of.ts';

vi.spyOn(process.stderr, 'write').mockReturnValue(true);
const folder = temporaryFolder();

function inFolder(name: string, study: Study, most: number | null, workers = 0, wantsRows = false) {
  const out = join(folder, name);
  const kept = openStudyFolder(out, study, existsSync(out));
  const { design } = study;
  const size = Math.min(design.group * groupsOfBlock(design), examineeCount(design));
  const rows = wantsRows
    ? openRowsFolder(out, kept.fingerprint, design, size * design.cells.length)
    : null;
  return runStudy(study, { workers, folder: kept, rows, most });
}

/** The rows of a table as objects. */
async function rowsOf(file: string): Promise<Record<string, unknown>[]> {
  const { rows, columns } = await readTable(file);
  return Array.from({ length: rows }, (_, k) =>
    Object.fromEntries([...columns].map(([name, values]) => [name, values[k]])),
  );
}

test('until it is precise: whole replications, the same for any workers, and after an interruption', async () => {
  const precision = { bias: 0.03 };
  const small = { bank: { generate: { items: 40 } }, lengths: [6] };
  const study = studyOf({ ...small, replications: 3, precision });
  const report = await inFolder('precise', study, 60);
  expect(report.replications).toBeGreaterThan(20);
  expect(report.replications).toBeLessThan(60);
  expect(report.cells[0].bias.se).toBeLessThanOrEqual(0.03);
  expect(report.cells[0].replicationsNeeded).toBeLessThanOrEqual(report.replications);
  const text = JSON.stringify(report);

  expect(JSON.stringify(await inFolder('workers', study, 60, 2))).toBe(text);
  // Interrupted: some blocks are there, in no certain order.
  cpSync(join(folder, 'precise'), join(folder, 'killed'), { recursive: true });
  for (const block of ['000002', '000007', '000011'])
    rmSync(join(folder, 'killed', 'blocks', `${block}.json`));
  expect(JSON.stringify(await inFolder('killed', study, 60))).toBe(text);
  // A study that says so many replications from the start has the same results, on the same blocks.
  const { replications } = report;
  const plain = await inFolder('precise', studyOf({ ...small, replications, precision }), null);
  expect(JSON.stringify(plain)).toBe(text);

  const bounded = await inFolder('bounded', study, 4);
  expect(bounded.replications).toBe(4);
  // Two or three that happen to agree would end a study at once.
  const easy = await inFolder(
    'easy',
    studyOf({ ...small, replications: 2, precision: { bias: 9 } }),
    60,
  );
  expect(easy.replications).toBe(20);
});

test.each([
  ['groups', {}],
  [
    'replications, with a rule of exposure',
    { exposure: ['none', { rule: 'maximum-rate', rate: 0.2 }] },
  ],
])(
  'rows are those of all tests, in blocks of %s, the same after an interruption',
  async (name, change) => {
    const study = studyOf({ estimators: ['ml', 'eap'], replications: 2, ...change });
    const report = await inFolder(name, study, null, 1, true);
    const file = join(folder, name, 'rows.parquet');
    const rows = await rowsOf(file);
    const cells = study.design.cells.length;
    expect(rows).toHaveLength(2 * 25 * cells);
    expect(rows.map(({ replication }) => replication)).toEqual(
      rows.map((_, k) => 1 + Math.floor(k / 25 / cells)),
    );
    expect(rows.map(({ examinee }) => examinee)).toEqual(
      rows.map((_, k) => 1 + (Math.floor(k / cells) % 25)),
    );
    report.cells.forEach((cell, c) => {
      const own = rows.filter((row) => row.cell === c + 1);
      const mean = (of: (row: (typeof own)[number]) => number) =>
        own.reduce((sum, row) => sum + of(row), 0) / own.length;
      const { estimator, exposure, length } = cell;
      expect(own[0]).toMatchObject({ estimator, exposure, length, stopped: '12 items' });
      const error = (row: (typeof own)[number]) => Number(row.estimate) - Number(row.trueAbility);
      expect(Math.sqrt(mean((row) => error(row) ** 2))).toBeCloseTo(cell.rmse.value!, 12);
      expect(mean((row) => Number(row.se))).toBeCloseTo(cell.meanSe.value!, 12);
      expect(mean((row) => Number(row.asked))).toBeCloseTo(cell.meanLength.value!, 12);
      expect(mean((row) => (row.atBound === true ? 1 : 0))).toBeCloseTo(cell.atBound.value!, 12);
      const scoreError = mean((row) => Number(row.predictedScore) - Number(row.score));
      expect(scoreError).toBeCloseTo(cell.scoreBias.value!, 12);
    });

    const bytes = readFileSync(file);
    const blocks = join(folder, name, 'blocks');
    const kept = join(folder, name, 'rows');
    expect(readdirSync(kept)).toEqual(readdirSync(blocks));
    // Killed between the rows of a block and the block, and before rows were asked for.
    rmSync(join(blocks, '000000.json'));
    rmSync(join(kept, '000001.json'));
    rmSync(file);
    await inFolder(name, study, null, 2, true);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  },
);
