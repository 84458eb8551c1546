import type { Command } from 'commander';
import { fitMarginal, SLOPES, type Slopes, wasmEngine, writeFileWhole } from 'thetarank';
import { type ReversedBank, reversedBank } from 'thetarank/study';
import { pageOption } from '../page-option.ts';
import { flagTable, MODELS, type Model, SHARE } from './flag-table.ts';
import { flagsPage } from './page.ts';
import { recoveryRow } from './recovery-row.ts';

/** Examinees and items of the banks that are fitted. */
const FITTED = [
  [1000, 100],
  [500, 300],
] as const;
const NONE = { family: 'none' } as const;

/** `npm run research -- flags` */
export function addFlagsCommand(evidence: Command): void {
  evidence
    .command('flags')
    .description(
      'Which wrongly keyed items does a calibration flag, and what does it find of a bank that has some? Some minutes.',
    )
    .option('--flags', 'print the table of flagged items alone, and write nothing')
    .addOption(pageOption('flags.md'))
    .action(({ flags, out }: { flags?: boolean; out: string }) => {
      if (flags === true) console.log(flagTable());
      else writeFileWhole(out, flagsPage(flagTable(), recoveryRows()));
    });
}

/** One row for each bank and kind of slopes. */
function recoveryRows(): string[] {
  const engine = wasmEngine(2);
  const rows: string[] = [];
  const fit = (
    { matrix }: ReversedBank,
    model: Model,
    slopes: Slopes,
    quadrature: number | 'auto',
  ) =>
    fitMarginal(matrix, {
      model,
      slopes,
      quadrature,
      engine,
      priors: {
        a: NONE,
        b: NONE,
        c: model === '3pl' ? { family: 'logitnormal', mean: Math.log(0.25), sd: 0.5 } : NONE,
        d: NONE,
      },
      maxIterations: 2000,
      tolerance: 1e-5,
    });
  for (const model of MODELS)
    for (const [examinees, items] of FITTED) {
      const bank = reversedBank('flag-evidence', model, examinees, items, SHARE);
      for (const slopes of SLOPES) {
        const standard = fit(bank, model, slopes, 'auto');
        const fine = fit(bank, model, slopes, 481);
        rows.push(
          recoveryRow(
            bank,
            `${model.toUpperCase()}, ${examinees} × ${items}`,
            slopes,
            standard,
            fine,
          ),
        );
        console.error(rows.at(-1));
      }
    }
  engine.close();
  return rows;
}
