import type { Command } from 'commander';
import { mean, meanWithError, type RecordedBank, writeFileWhole } from 'thetarank';
import { postHocTests } from 'thetarank/study';
import { progressBar, wholeNumber } from '../../../src/cli/command-kit.ts';
import { figure } from '../markdown.ts';
import { pageOption } from '../page-option.ts';
import { lineWithout } from './line-without.ts';
import { likelihoodsPage } from './page.ts';
import { type LikelihoodKind, simulatedLikelihoods } from './simulated-likelihoods.ts';

const SIZE = { models: 40, items: 300 } as const;
const LENGTHS = [30, 60];
const STRATEGIES = ['robust', 'paper', 'random'];
const KINDS: readonly LikelihoodKind[] = [
  { name: 'equally sure', spread: 0 },
  { name: 'spread 0.3', spread: 0.3 },
  { name: 'spread 0.6', spread: 0.6 },
];
const WAYS = ['accuracy', 'mapped', 'direct'] as const;

/** `npm run research -- likelihoods` */
export function addLikelihoodsCommand(evidence: Command): void {
  evidence
    .command('likelihoods')
    .description(
      'Does the probability of the key predict the accuracy on a bank better than right and wrong choices? On SIMULATED log-likelihoods. About ten minutes.',
    )
    .option('--repetitions <n>', 'simulated banks of each kind', wholeNumber(2), 5)
    .addOption(pageOption('log-likelihoods.md'))
    .action(({ repetitions: banks, out }: { repetitions: number; out: string }) => {
      const bar = progressBar();
      bar.start(banks * (1 + KINDS.length), 'testing');
      try {
        const rows = likelihoodRows(banks, () => bar.advance('testing'));
        writeFileWhole(out, likelihoodsPage(rows, { ...SIZE, banks }));
      } finally {
        bar.stop();
      }
    });
}

/** A row for each kind, strategy and length: mean errors of the accuracy, and how far mean probabilities are from it. */
function likelihoodRows(banks: number, onTests: () => void): string[][] {
  // By kind, strategy, length and way: the mean absolute error of each bank, in points.
  const errors = KINDS.map(() =>
    STRATEGIES.map(() => LENGTHS.map(() => WAYS.map(() => [] as number[]))),
  );
  const { models, items } = SIZE;
  for (let b = 1; b <= banks; b++) {
    const drawn = KINDS.map((kind) =>
      simulatedLikelihoods(kind, models, items, `likelihood-evidence ${b}`),
    );
    // The choices of all kinds are the same: sharpness changes none.
    const choices = testsOf(drawn[0].accuracy, b);
    onTests();
    const { actual } = choices;
    for (const [k, { probability }] of drawn.entries()) {
      const graded = testsOf(probability, b);
      onTests();
      for (let s = 0; s < STRATEGIES.length; s++)
        for (let l = 0; l < LENGTHS.length; l++) {
          const given = graded.scores[s][l];
          const mapped = given.map((score, i) => lineWithout(graded.actual, actual, i, score));
          for (const [w, scores] of [choices.scores[s][l], mapped, given].entries())
            errors[k][s][l][w].push(
              mean(scores.map((score, i) => 100 * Math.abs(score - actual[i]))),
            );
        }
    }
  }
  return KINDS.flatMap(({ name }, k) =>
    STRATEGIES.flatMap((strategy, s) =>
      LENGTHS.map((length, l) => [
        name,
        strategy,
        String(length),
        ...errors[k][s][l].map((of) => {
          const { mean: error, se } = meanWithError(of);
          return `${figure(error, 2)} ± ${figure(se, 2)}`;
        }),
      ]),
    ),
  );
}

/** Predicted scores by strategy, length and model, and the scores on the whole bank. */
function testsOf(bank: RecordedBank, seed: number) {
  const { outcomes, actual } = postHocTests({
    bank,
    lengths: LENGTHS,
    strategies: STRATEGIES,
    families: bank.families!,
    folds: 5,
    seeds: 1,
    seed,
  });
  return {
    actual,
    scores: outcomes.map((ofStrategy) =>
      ofStrategy.map(([tests]) => tests.map(({ score }) => score)),
    ),
  };
}
