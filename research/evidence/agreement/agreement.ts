import type { Command } from 'commander';
import { writeFileWhole } from 'thetarank';
import { progressBar } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { agreementEvidencePage } from './page.ts';
import {
  anyExceeds,
  CELLS,
  FEW,
  heldOfFew,
  RUNS,
  replicateAgreement,
  SAME,
  SAME_RUNS,
} from './replicate.ts';

/** `npm run research -- agreement` */
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
  bar.start(CELLS.length * RUNS, 'simulating');
  const all = CELLS.map((cell) => ({
    cell,
    runs: Array.from({ length: RUNS }, (_, k) => {
      const run = replicateAgreement(cell, k + 1);
      bar.advance(`${cell.shape}, ${cell.n} models, r ${cell.r}`);
      return run;
    }),
  }));
  bar.stop();
  const same = SAME.map((cell) => {
    const runs = Array.from({ length: SAME_RUNS }, (_, k) => anyExceeds(cell, k + 1));
    return { cell, share: runs.filter((exceeds) => exceeds).length / SAME_RUNS };
  });
  const few = FEW.map((cell) => ({ cell, held: heldOfFew(cell) }));
  writeFileWhole(out, agreementEvidencePage(all, same, few));
}
