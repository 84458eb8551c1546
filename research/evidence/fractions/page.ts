import { markdownTable } from '../../text.ts';
import { MIXED } from './mixed-kinds.ts';

/** docs/evidence/fractional-scores.md */
export function fractionsPage(
  rows: readonly (readonly string[])[],
  guessing: readonly (readonly string[])[],
  {
    banks,
    models,
    items,
  }: { readonly banks: number; readonly models: number; readonly items: number },
): string {
  return `# Evidence for intervals of fractional scores

Answers between 0 and 1 vary less than right and wrong answers: Var(u) = φ P(1 − P) with φ below 1. The standard errors of
thetarank assume right and wrong answers (φ = 1). With at least 19 comparable models, the factor learned from other models
corrects the intervals: it may be below the 1.645 of a normal error.

For each kind of answer: ${banks} simulated banks of ${models} models × ${items} items around three-parameter logistic curves, each model its
own family; 5 folds, each model tested on a calibration without its fold (${banks * models} held-out tests). Errors and widths are in points of
the score on the bank; ± is the binomial standard error of the share of 90% intervals that hold the score.

- \`robust\`: the factor comes from models of the calibration, before the tested model is seen.
- \`paper\`, \`random-irt\`: the factor comes from the other tested models, so 90% hold by construction.
- \`random\`: the plain mean, with an interval from the variance of the drawn answers; no factor.

"At least 1.645" is the mean width of the same intervals if the factor may not fall below 1.645.

${markdownTable(['answers', 'strategy', 'items:', 'mean absolute error:', '90% intervals hold, %:', 'width:', 'at least 1.645:'], rows)}

The remaining width reflects the size of the errors. Those of \`random-irt\` decrease less with φ than the others: abilities are estimated as
if answers were right or wrong, so the prior has too much weight in tests of random items.

*Mixed kinds*: six kinds of items take turns. ${MIXED.map(({ kind, answers, guessing: own }) => `\`${kind}\` (${answers.graded === 1 ? 'right or wrong' : `the mean of ${answers.graded} parts`}, a guess scores ${own === 0 ? '0' : own === 1 / 2 ? '½' : `1/${Math.round(1 / own)}`})`).join(', ')}. The calibrations of \`rank\` do
not know the kinds.

## Guessing of mixed kinds

What a guess is worth depends on the kind of item. Few models say little of it, so \`calibrate synthesize\` learns one mean of guessing for
each of three groups: hardly guessable items (open questions, cases, sets of four or more options), options, and orders. Here the same six kinds with
240 items, 20 banks; integrated calibrations of 8 and 24 models. "Error" is the root mean square difference of the fitted and the true mean score of an item
over abilities N(0, 1), in points. The other columns are the mean difference for weak models (abilities −2 to −1.5): positive if the calibration
expects too much.

${markdownTable(['models:', 'guessing', 'error:', ...MIXED.map(({ kind }) => `${kind}:`)], guessing)}

Real models sometimes score less than a guess, because they refuse or give no readable answer. These simulated ones never do, which favours fixed guessing.
`;
}
