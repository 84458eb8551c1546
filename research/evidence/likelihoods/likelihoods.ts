import { mean, meanWithError, type RecordedBank } from 'thetarank';
import { postHocTests } from 'thetarank/study';
import { study, table } from '../../study.ts';
import { figure } from '../../text.ts';
import { lineWithout } from './line-without.ts';
import { likelihoodsPage } from './page.ts';
import { type LikelihoodKind, simulatedLikelihoods } from './simulated-likelihoods.ts';

const LENGTHS = [30, 60];
const STRATEGIES = ['robust', 'paper', 'random'];
const KINDS: readonly LikelihoodKind[] = [
  { name: 'equally sure', spread: 0 },
  { name: 'spread 0.3', spread: 0.3 },
  { name: 'spread 0.6', spread: 0.6 },
];

interface BankSize {
  readonly models: number;
  readonly items: number;
}

export const likelihoods = study({
  question:
    'Does the probability of the key predict the accuracy on a bank better than right and wrong choices? On SIMULATED log-likelihoods. About ten minutes.',
  page: 'log-likelihoods.md',
  settings: { models: 40, items: 300 },
  tables: (size) => ({ errors: table(['all kinds'], 5, (_, run) => errorsOf(size, run)) }),
  write: ({ errors: [{ results }] }, { models, items }) =>
    likelihoodsPage(rowsOf(results), { models, items, banks: results.length }),
});

/** Of one bank of each kind, by kind, strategy, length and way: the mean absolute error in points. */
function errorsOf({ models, items }: BankSize, b: number): number[][][][] {
  const drawn = KINDS.map((kind) =>
    simulatedLikelihoods(kind, models, items, `likelihood-evidence ${b}`),
  );
  // The choices of all kinds are the same: sharpness changes none.
  const choices = testsOf(drawn[0].accuracy, b);
  const { actual } = choices;
  return drawn.map(({ probability }) => {
    const graded = testsOf(probability, b);
    return STRATEGIES.map((_, s) =>
      LENGTHS.map((_, l) => {
        const given = graded.scores[s][l];
        const mapped = given.map((score, i) => lineWithout(graded.actual, actual, i, score));
        return [choices.scores[s][l], mapped, given].map((scores) =>
          mean(scores.map((score, i) => 100 * Math.abs(score - actual[i]))),
        );
      }),
    );
  });
}

/** A row for each kind, strategy and length: mean errors of the accuracy, and how far mean probabilities are from it. */
function rowsOf(banks: readonly number[][][][][]): string[][] {
  return KINDS.flatMap(({ name }, k) =>
    STRATEGIES.flatMap((strategy, s) =>
      LENGTHS.map((length, l) => [
        name,
        strategy,
        String(length),
        ...banks[0][k][s][l].map((_, way) => {
          const { mean: error, se } = meanWithError(banks.map((bank) => bank[k][s][l][way]));
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
