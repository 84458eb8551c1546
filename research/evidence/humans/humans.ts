import type { Command } from 'commander';
import { writeFileWhole } from 'thetarank';
import { progressBar, wholeNumber } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { CASES, CELLS, SHARED } from './cells.ts';
import { humansPage } from './page.ts';
import { type HumanCell, simulateHumans } from './simulate.ts';

/** `npm run research -- humans` */
export function addHumansEvidenceCommand(evidence: Command): void {
  evidence
    .command('humans')
    .description(
      'Do intervals of the accuracy of people hold, and those of a model minus people? On simulated figures with known truth. A few minutes.',
    )
    .option('--runs <n>', 'banks per row', wholeNumber(10), 2000)
    .addOption(pageOption('humans.md'))
    .action(makePage);
}

function makePage({ runs, out }: { runs: number; out: string }): void {
  const bar = progressBar();
  bar.start((CELLS.length + CASES.length + SHARED.length) * runs, 'simulating');
  const all = (cells: readonly HumanCell[]) =>
    cells.map((cell) => ({
      cell,
      outcome: simulateHumans(cell, runs, () => bar.advance()),
    }));
  const page = humansPage(all(CELLS), all(CASES), all(SHARED), runs);
  bar.stop();
  writeFileWhole(out, page);
}
