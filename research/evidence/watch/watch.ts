import type { Command } from 'commander';
import { writeFileWhole } from 'thetarank';
import { progressBar } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { watchPage } from './page.ts';
import { KINDS, replicateBank } from './replicate.ts';
import { BANKS } from './setting.ts';

/** `npm run research -- watch` */
export function addWatchEvidenceCommand(evidence: Command): void {
  evidence
    .command('watch')
    .description(
      'Do the intervals of changes between checkpoints hold, by watch and by series, and how often does --fail-if err? On recorded models that lose points. About five minutes.',
    )
    .addOption(pageOption('watch.md'))
    .action(makePage);
}

function makePage({ out }: { out: string }): void {
  const bar = progressBar();
  bar.start(BANKS.length * KINDS.length, 'calibrating');
  const outcomes = BANKS.flatMap((name) => replicateBank(name, (doing) => bar.advance(doing)));
  bar.stop();
  writeFileWhole(out, watchPage(outcomes));
}
