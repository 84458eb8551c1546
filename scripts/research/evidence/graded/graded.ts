import type { Command } from 'commander';
import { progressBar, wholeNumber } from '../../../../src/cli/command-kit.ts';
import { checkWritable, type PolytomousModel, writeFileWhole } from '../../../../src/index.ts';
import { pageOption } from '../page-option.ts';
import { gradedPage } from './page.ts';
import {
  CATEGORIES,
  type Choice,
  EXAMINEES,
  MODELS,
  type Recovery,
  replicateChoice,
  replicateRecovery,
  TRUTHS,
} from './replicate.ts';

const BANKS = 10;

/** The banks of one cell of the recovery study. */
export interface RecoveryCell {
  readonly model: PolytomousModel;
  readonly categories: number;
  readonly examinees: number;
  readonly banks: readonly Recovery[];
}

/** The banks whose answers one model made. */
export interface ChoiceCell {
  readonly truth: (typeof TRUTHS)[number];
  readonly banks: readonly Choice[];
}

/** `thetarank research evidence graded` */
export function addGradedEvidenceCommand(evidence: Command): void {
  evidence
    .command('graded')
    .description(
      'Do calibrations of items with several categories find their parameters and abilities, and hold their intervals? On simulated banks. Some five minutes with 10 banks.',
    )
    .option('--banks <n>', 'banks of each kind', wholeNumber(1), BANKS)
    .addOption(pageOption('graded.md'))
    .action(({ banks, out }: { banks: number; out: string }) => {
      checkWritable([out]);
      writeFileWhole(out, gradedPage(banks, ...measure(banks)));
    });
}

function measure(banks: number): [RecoveryCell[], ChoiceCell[]] {
  const cells = MODELS.flatMap((model) =>
    CATEGORIES.flatMap((categories) =>
      EXAMINEES.map((examinees) => ({ model, categories, examinees })),
    ),
  );
  const bar = progressBar();
  bar.start(banks * (cells.length + TRUTHS.length), 'simulating');
  const runs = <T>(what: string, run: (k: number) => T): T[] =>
    Array.from({ length: banks }, (_, k) => {
      const result = run(k + 1);
      bar.advance(what);
      return result;
    });
  const recovery = cells.map((cell) => ({
    ...cell,
    banks: runs(`${cell.model} ${cell.categories} ${cell.examinees}`, (k) =>
      replicateRecovery(cell.model, cell.categories, cell.examinees, k),
    ),
  }));
  const choices = TRUTHS.map((truth) => ({
    truth,
    banks: runs(`choice ${truth}`, (k) => replicateChoice(truth, k)),
  }));
  bar.stop();
  return [recovery, choices];
}
