import type { Command } from 'commander';
import { writeFileWhole } from 'thetarank';
import { progressBar } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { agreementHeld, RATERS, SIZES } from './agreement.ts';
import { EQUAL_DESIGNS, EQUAL_RUNS, replicateEqual } from './assignments.ts';
import { DESIGNS } from './designs.ts';
import { RUNS, ratersPage, SPREAD_RATERS, SPREAD_RUNS } from './page.ts';
import { replicate, replicateSpread } from './replicate.ts';

/** `npm run research -- raters` */
export function addRatersEvidenceCommand(evidence: Command): void {
  evidence
    .command('raters')
    .description(
      'Does taking raters’ severity out of scores help, when does it not, and do its intervals hold? On simulated ratings with known truth. About 15 minutes.',
    )
    .addOption(pageOption('raters.md'))
    .action(makePage);
}

function makePage({ out }: { out: string }): void {
  const bar = progressBar();
  bar.start(
    DESIGNS.length * RUNS +
      SPREAD_RATERS.length * SPREAD_RUNS +
      EQUAL_DESIGNS.length * EQUAL_RUNS +
      RATERS.length * SIZES.length,
    'simulating',
  );
  const runs = <T>(count: number, one: (run: number) => T): T[] =>
    Array.from({ length: count }, (_, run) => {
      const found = one(run);
      bar.advance();
      return found;
    });
  const found = DESIGNS.map((design) => runs(RUNS, (run) => replicate(design, run)));
  const spread = SPREAD_RATERS.map((raters) =>
    runs(SPREAD_RUNS, (run) => replicateSpread(raters, run)),
  );
  const equal = EQUAL_DESIGNS.map((design) =>
    runs(EQUAL_RUNS, (run) => replicateEqual(design, run)),
  );
  const agreement = RATERS.map((who) => runs(SIZES.length, (k) => agreementHeld(who, SIZES[k])));
  bar.stop();
  writeFileWhole(out, ratersPage(found, spread, equal, agreement));
}
