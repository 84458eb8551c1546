// Writes docs/evidence/fractional-scores.md: how many 90% intervals of fractional scores hold, and how wide they are. Run it with
// `npm run evidence:fractions`; it takes some five minutes.
import { writeFileSync } from 'node:fs';
import { type FractionalAnswers, fractionalBank } from '../sim/post-hoc/fractional-bank.ts';
import { postHocTests } from '../sim/post-hoc/post-hoc.ts';
import type { StrategyScore } from '../sim/post-hoc/strategy-test.ts';
import { holds, scoreIntervals } from '../src/ranking/intervals.ts';
import { NORMAL_90 } from '../src/statistics/normal-points.ts';
import { figure, markdownTable } from './evidence/markdown.ts';

const BANKS = 10;
const MODELS = 40;
const ITEMS = 300;
const LENGTHS = [30, 60];
const STRATEGIES = ['robust', 'paper', 'random-irt', 'random'];
const ANSWERS: readonly (readonly [string, FractionalAnswers])[] = [
  ['beta, φ = 0.1', { beta: 0.1 }],
  ['beta, φ = 0.2', { beta: 0.2 }],
  ['beta, φ = 0.3', { beta: 0.3 }],
  ['0, ¼, ½, ¾, 1 (φ = 0.25)', { graded: 4 }],
  ['0 and 1 (φ = 1)', { graded: 1 }],
];

interface Ends {
  readonly score: number;
  readonly low: number;
  readonly high: number;
  /** Standard errors to each side; null where the interval is of the sample's design. */
  readonly factor: number | null;
}

/** The intervals of all models of a bank, as `summarise` makes them. */
function intervalsOf(
  outcomes: readonly StrategyScore[],
  actual: Float64Array,
  families: readonly string[],
): Ends[] {
  const predictions = outcomes.map(({ prediction }) => prediction);
  if (predictions.every((prediction) => prediction !== null))
    return scoreIntervals(predictions, actual, families).map((own, i) => ({
      ...own,
      score: outcomes[i].score,
    }));
  return outcomes.map(({ interval, factor = null }) => ({ ...interval!, factor }));
}

/** The same interval where the factor may not be below 1.645. */
function atLeastNormal({ score, low, high, factor }: Ends): { low: number; high: number } {
  const times = factor === null ? 1 : Math.max(1, NORMAL_90 / factor);
  return {
    low: Math.max(0, score - times * (score - low)),
    high: Math.min(1, score + times * (high - score)),
  };
}

const rows: string[][] = [];
for (const [name, answers] of ANSWERS) {
  const sums = STRATEGIES.map(() =>
    LENGTHS.map(() => ({ held: 0, width: 0, floored: 0, error: 0 })),
  );
  for (let b = 1; b <= BANKS; b++) {
    const bank = fractionalBank(answers, MODELS, ITEMS, `fractional-evidence ${b}`);
    const { outcomes, ...study } = postHocTests({
      bank,
      lengths: LENGTHS,
      strategies: STRATEGIES,
      families: bank.families!,
      folds: 5,
      seeds: 1,
      seed: b,
    });
    const actual = Float64Array.from(study.actual);
    outcomes.forEach((ofStrategy, s) => {
      ofStrategy.forEach(([tests], l) => {
        const sum = sums[s][l];
        intervalsOf(tests, actual, study.families).forEach((own, i) => {
          const floored = atLeastNormal(own);
          sum.held += Number(holds(own, actual[i]));
          sum.width += 100 * (own.high - own.low);
          sum.floored += 100 * (floored.high - floored.low);
          sum.error += 100 * Math.abs(own.score - actual[i]);
        });
      });
    });
  }
  const tests = BANKS * MODELS;
  sums.forEach((ofStrategy, s) => {
    ofStrategy.forEach(({ held, width, floored, error }, l) => {
      const share = held / tests;
      const se = Math.sqrt((share * (1 - share)) / tests);
      rows.push([
        name,
        STRATEGIES[s],
        String(LENGTHS[l]),
        figure(error / tests, 2),
        `${figure(100 * share, 1)} ± ${figure(100 * se, 1)}`,
        figure(width / tests, 1),
        figure(floored / tests, 1),
      ]);
      console.log(rows.at(-1)!.join(' | '));
    });
  });
}

const page = `# Evidence for intervals of fractional scores

Made by \`npm run evidence:fractions\`; do not edit by hand.

Answers between 0 and 1 vary less than right and wrong answers: Var(u) = φ P(1 − P) with φ below 1. The standard errors of
thetarank are those of right and wrong answers (φ = 1). From 19 comparable models on, the factor that is learned from other models
corrects the intervals: it may be below the 1.645 of a normal error.

For each kind of answer: ${BANKS} simulated banks of ${MODELS} models × ${ITEMS} items around three-parameter logistic curves, each model in a
family of its own; 5 folds, each model tested on a calibration without its fold (${BANKS * MODELS} held-out tests). Errors and widths are in points of
the score on the bank; ± is the binomial standard error of the share of 90% intervals that hold the score.

- \`robust\`: the factor comes from models of the calibration, before the tested model is seen.
- \`paper\`, \`random-irt\`: the factor comes from the other tested models, so that the share that holds is 90% by construction.
- \`random\`: the plain mean, with an interval from the variance of the drawn answers; no factor.

"At least 1.645" is the mean width of the same intervals if the factor may not fall below 1.645.

${markdownTable(['answers', 'strategy', 'items:', 'mean absolute error:', '90% intervals hold, %:', 'width:', 'at least 1.645:'], rows)}

The width that remains is the size of the errors. Those of \`random-irt\` fall less with φ than the others: abilities are estimated as
if an answer were right or wrong, so that the prior weighs too much in tests of random items.
`;
writeFileSync(new URL('../docs/evidence/fractional-scores.md', import.meta.url), page);
