import type { Command } from 'commander';
import { runTasks, writeFileWhole } from 'thetarank';
import type { StudyCell } from 'thetarank/study';
import { wholeNumber } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { synthesisPage } from './page.ts';
import { SHARINGS } from './settings.ts';
import { sharingSimulator } from './simulate-sharing.ts';

/** `npm run research -- synthesis` */
export function addSynthesisCommand(evidence: Command): void {
  evidence
    .command('synthesis')
    .description(
      'Do parameters from synthesized participants predict models that were not seen, in worlds of the stand-in? Some ten minutes on two cores.',
    )
    .option('--seeds <n>', 'worlds of each kind', wholeNumber(1), 20)
    .addOption(pageOption('synthesis.md'))
    .action(async ({ seeds, out }: { seeds: number; out: string }) =>
      writeFileWhole(out, synthesisPage(await simulatedCells(seeds), seeds)),
    );
}

/** The cells of all sharings, in their order, each sharing on a thread of its own. */
async function simulatedCells(seeds: number): Promise<StudyCell[]> {
  const bySharing: StudyCell[][] = SHARINGS.map(() => []);
  await runTasks(
    { from: import.meta.url, worker: 'worker.ts', data: seeds, open: sharingSimulator },
    [...SHARINGS.keys()],
    SHARINGS.length,
    (sharing, cells) => {
      bySharing[sharing] = cells;
    },
    (doing) => console.error(doing),
  );
  return bySharing.flat();
}
