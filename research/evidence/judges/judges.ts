import type { Command } from 'commander';
import { writeFileWhole } from 'thetarank';
import { progressBar } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { judgesPage } from './page.ts';
import {
  ANSWERS,
  BIAS_RUNS,
  BIASES,
  CORRELATIONS,
  EFFECTIVE_RUNS,
  ITEMS,
  replicateBias,
  replicateEffective,
  UNLIKE,
} from './replicate.ts';

/** `npm run research -- judges` */
export function addJudgesEvidenceCommand(evidence: Command): void {
  evidence
    .command('judges')
    .description(
      'Does the analysis of judges find a bias for the own family, does it invent one, and does it count judges rightly? On simulated scores with known truth. About a minute.',
    )
    .addOption(pageOption('judges.md'))
    .action(makePage);
}

function makePage({ out }: { out: string }): void {
  const biases = ITEMS.flatMap((items) => BIASES.map((bias) => ({ items, bias })));
  const numbers = [false, true].flatMap((isByItem) =>
    ANSWERS.flatMap((answers) => CORRELATIONS.map((rho) => ({ answers, rho, isByItem }))),
  );
  const bar = progressBar();
  bar.start(biases.length + UNLIKE.length + numbers.length, 'simulating');
  const runs = <T>(count: number, one: (run: number) => T): T[] => {
    const found = Array.from({ length: count }, (_, run) => one(run));
    bar.advance();
    return found;
  };
  const bias = new Map(
    biases.map(({ items, bias: planted }) => [
      `${items} ${planted}`,
      runs(BIAS_RUNS, (run) => replicateBias({ name: '', items }, planted, run)),
    ]),
  );
  const unlike = UNLIKE.map((one) => runs(BIAS_RUNS, (run) => replicateBias(one, 0, run)));
  const effective = new Map(
    numbers.map(({ answers, rho, isByItem }) => [
      `${answers} ${rho} ${isByItem}`,
      runs(EFFECTIVE_RUNS, (run) => replicateEffective(answers, rho, isByItem, run)),
    ]),
  );
  bar.stop();
  writeFileWhole(out, judgesPage(bias, unlike, effective));
}
