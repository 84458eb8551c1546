/** The contents of the page: its two tables, row by row. */
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

## Held-out models

MMLU-Pro, ${repetitions} repetitions: whole families are left out at random, and ${sizes.join(', ')} of the other models calibrate. The log-likelihood per
answer of the held-out models (abilities integrated over N(0, 1)) shows how well the parameters predict: higher is better. Item
groups: one prior for all items, or one per category. Seconds are on two threads, for each number of models.

| mode | rung | item groups | ${sizes.map((size) => `${size} models`).join(' | ')} | seconds |
|---|---|---|${sizes.map(() => '---:|').join('')}---:|
${heldOut.join('\n')}

\`calibrate fit\` uses the integrated mode here, and chooses the rung by the same measure on folds of its own examinees. The marginal mode
loses the scale with this many items and learned priors (see [mathematics](../mathematics.md)).

## Abilities

Simulated 3PL answers (a ~ lognormal(0, 0.3), b ~ N(0, 1), c ~ U(0.05, 0.4), θ ~ N(0, 1)), integrated mode: the root mean square
error of the abilities divided by that expected from their standard errors, after a linear and after a monotone cubic regression of the
truth on the estimate. The straight line is not enough if standard errors are small, because the scale is known only as well as
the shape of the curves.

| examinees × items | linear | cubic |
|---|---:|---:|
${abilities.join('\n')}
`;
}
