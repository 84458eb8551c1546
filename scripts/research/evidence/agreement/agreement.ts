import type { Command } from 'commander';
import { progressBar } from '../../../../src/cli/command-kit.ts';
import { writeFileWhole } from '../../../../src/index.ts';
import { pageOption } from '../page-option.ts';
import { agreementEvidencePage } from './page.ts';
import {
  anyExceeds,
  CELLS,
  type Cell,
  FEW,
  FEW_RUNS,
  RUNS,
  replicateAgreement,
  SAME,
  SAME_RUNS,
} from './replicate.ts';

/** `thetarank research evidence agreement` */
export function addAgreementEvidenceCommand(evidence: Command): void {
  evidence
    .command('agreement')
    .description(
      'Do intervals of rank correlations hold? On simulated pairs of rankings with known errors. About five minutes.',
    )
    .addOption(pageOption('agreement.md'))
    .action(makePage);
}

function makePage({ out }: { out: string }): void {
  const bar = progressBar();
  bar.start(CELLS.length * RUNS + FEW.length * FEW_RUNS, 'simulating');
  const simulate = (cells: readonly Cell[], runs: number, study: 'agreement' | 'few') =>
    cells.map((cell) => ({
      cell,
      runs: Array.from({ length: runs }, (_, k) => {
        const run = replicateAgreement(cell, k + 1, study);
        bar.advance(`${cell.shape}, ${cell.n} models, r ${cell.r}`);
        return run;
      }),
    }));
  const all = simulate(CELLS, RUNS, 'agreement');
  const few = simulate(FEW, FEW_RUNS, 'few');
  bar.stop();
  const same = SAME.map((cell) => {
    const runs = Array.from({ length: SAME_RUNS }, (_, k) => anyExceeds(cell, k + 1));
    return { cell, share: runs.filter((exceeds) => exceeds).length / SAME_RUNS };
  });
  writeFileWhole(out, agreementEvidencePage(all, few, same));
}
