import type { Command } from 'commander';
import {
  type CalibrationOptions,
  loadBuiltinBank,
  RUNGS,
  wasmEngine,
  writeFileWhole,
} from 'thetarank';
import { pageOption } from '../page-option.ts';
import { abilityErrors } from './ability-errors.ts';
import { heldOut } from './held-out.ts';
import { calibrationPage } from './page.ts';

const SIZES = [12, 20, 27];
const REPETITIONS = 2;
const MODES = ['integrated', 'marginal'] as const;
/** Examinees and items of the simulated answers. */
const SIMULATED = [
  [30, 3000],
  [60, 3000],
  [200, 2000],
  [20, 33_735],
  [500, 33_735],
] as const;

/** `npm run research -- calibration` */
export function addCalibrationCommand(evidence: Command): void {
  evidence
    .command('calibration')
    .description(
      'Which calibration predicts new models best, and do abilities err as much as their errors say? Some ten minutes.',
    )
    .addOption(pageOption('calibration.md'))
    .action(({ out }: { out: string }) => {
      const rows = heldOutRows();
      const abilities = SIMULATED.map(([examinees, items]) =>
        said(abilityErrors(examinees, items)),
      );
      const settings = { sizes: SIZES, repetitions: REPETITIONS };
      writeFileWhole(out, calibrationPage({ ...settings, heldOut: rows, abilities }));
    });
}

/** One row for each mode and rung, with one prior for all items and one for each category. */
function heldOutRows(): string[] {
  const bank = loadBuiltinBank('mmlu-pro');
  const engine = wasmEngine(2);
  const rows: string[] = [];
  for (const mode of MODES)
    for (const rung of RUNGS)
      for (const grouped of [false, true]) {
        const options: CalibrationOptions = {
          mode,
          rung,
          engine,
          maxIterations: 200,
          optionCounts: bank.optionCounts,
          itemGroups: grouped ? bank.tags.category.codes : undefined,
        };
        const cells = SIZES.map((size) => heldOut(bank, size, REPETITIONS, options));
        rows.push(
          said(
            `| ${mode} | ${rung} | ${grouped ? 'by category' : 'one'} | ${cells.map(({ value }) => value.toFixed(4)).join(' | ')} | ${cells.map(({ seconds }) => seconds.toFixed(1)).join(' / ')} |`,
          ),
        );
      }
  engine.close();
  return rows;
}

function said(row: string): string {
  console.log(row);
  return row;
}
