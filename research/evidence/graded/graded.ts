import type { Command } from 'commander';
import { checkWritable, type PolytomousModel, writeFileWhole } from 'thetarank';
import { progressBar, wholeNumber } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { gradedPage } from './page.ts';
import {
  CATEGORIES,
  CHOICE_EXAMINEES,
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
  readonly examinees: number;
  readonly banks: readonly Choice[];
}

/** `npm run research -- graded` */
export function addGradedEvidenceCommand(evidence: Command): void {
  evidence
    .command('graded')
    .description(
      'Do calibrations of items with several categories find their parameters and abilities, and hold their intervals? On simulated banks. Some five minutes.',
    )
    .option('--runs <n>', 'banks of each kind', wholeNumber(1), BANKS)
    .addOption(pageOption('graded.md'))
    .action(({ runs, out }: { runs: number; out: string }) => {
      checkWritable([out]);
      writeFileWhole(out, gradedPage(runs, ...measure(runs)));
    });
}

function measure(runs: number): [RecoveryCell[], ChoiceCell[]] {
  const cells = MODELS.flatMap((model) =>
    CATEGORIES.flatMap((categories) =>
      EXAMINEES.map((examinees) => ({ model, categories, examinees })),
    ),
  );
  const bar = progressBar();
  bar.start(runs * (cells.length + TRUTHS.length * CHOICE_EXAMINEES.length), 'simulating');
  const repeat = <T>(what: string, run: (k: number) => T): T[] =>
    Array.from({ length: runs }, (_, k) => {
      const result = run(k + 1);
      bar.advance(what);
      return result;
    });
  const recovery = cells.map((cell) => ({
    ...cell,
    banks: repeat(`${cell.model} ${cell.categories} ${cell.examinees}`, (k) =>
      replicateRecovery(cell.model, cell.categories, cell.examinees, k),
    ),
  }));
  const choices = TRUTHS.flatMap((truth) =>
    CHOICE_EXAMINEES.map((examinees) => ({
      truth,
      examinees,
      banks: repeat(`choice ${truth} ${examinees}`, (k) => replicateChoice(truth, examinees, k)),
    })),
  );
  bar.stop();
  return [recovery, choices];
}
