/** What the page is made of: its two tables, row by row. */
export interface CalibrationEvidence {
  readonly sizes: readonly number[];
  readonly repetitions: number;
  readonly heldOut: readonly string[];
  readonly abilities: readonly string[];
}

/** docs/evidence/calibration.md */
export function calibrationPage({
  sizes,
  repetitions,
  heldOut,
  abilities,
}: CalibrationEvidence): string {
  return `# Evidence for calibrations

Made by \`npm run evidence:calibration\`; do not edit by hand.

## Models that were not seen

MMLU-Pro, ${repetitions} repetitions: whole families are left out at random, ${sizes.join(', ')} of the other models calibrate, and the log-likelihood of an
answer of the left-out models (abilities integrated over N(0, 1)) says how well the parameters predict: higher is better. Item
groups: one prior for all items, or one a category. Seconds on two threads, for each number of models.

| mode | rung | item groups | ${sizes.map((size) => `${size} models`).join(' | ')} | seconds |
|---|---|---|${sizes.map(() => '---:|').join('')}---:|
${heldOut.join('\n')}

\`calibrate fit\` takes the integrated mode here, and the rung by the same figure on folds of its own examinees. The marginal mode
does not hold the scale with this many items and learned priors (see [mathematics](../mathematics.md)).

## Abilities

Simulated 3PL answers (a ~ lognormal(0, 0.3), b ~ N(0, 1), c ~ U(0.05, 0.4), θ ~ N(0, 1)), integrated mode: the root mean square
error of the abilities over the one their standard errors promise, after a linear and after a monotone cubic regression of the
truth on the estimate. The straight line is not enough where standard errors are small, because the scale itself is only known
as well as the shape of the curves is.

| examinees × items | linear | cubic |
|---|---:|---:|
${abilities.join('\n')}
`;
}
