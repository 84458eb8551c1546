/** The contents of the page: the rows of its tables, and the numbers of repetitions and folds. */
export interface AbilityEvidence {
  readonly simulated: readonly string[];
  readonly unit: readonly string[];
  readonly onData: readonly string[];
  readonly repetitions: number;
  readonly folds: number;
}

/** docs/evidence/ability-distributions.md */
export function abilitiesPage({
  simulated,
  unit,
  onData,
  repetitions,
  folds,
}: AbilityEvidence): string {
  return `# Evidence for estimated distributions of ability

The benefit of
\`calibrate fit --ability-distribution histogram\` over the normal distribution ([method](../mathematics.md#calibration-calibrationfit)).

## Simulated answers

${repetitions} simulations per row: a ~ lognormal(0, 0.3), b ~ N(0, 1), with the 3PL c ~ U(0.05, 0.25). Abilities have mean 0 and variance 1:
normal; skewed (gamma of shape 2); bimodal (N(±0.9, 0.19), half of each); strong minority (70% N(−0.6, 0.16), 30% N(1.4, 0.16)).

Errors are root mean squares within a simulation, the median over simulations, normal / histogram: of a, of b, of the abilities, and of the curves P(θ) at the examinees' true
abilities. Skewness and excess kurtosis: true / estimated. Gain: log-likelihood minus that of the normal distribution. AIC: share of
simulations in which AIC prefers the histogram; it counts all 18 shares as parameters.

| model, examinees × items | abilities | a | b | ability | curve | skewness | kurtosis | gain | AIC |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|
${simulated.join('\n')}

Errors of a include items far from all examinees, whose slopes hardly affect the answers; errors of the
curves weight items by their effect on answers.

## The unit of ability

Few examinees and many items, 2PL: log a ~ N(0.2, 0.4²), b and abilities N(0, 1), ${repetitions} simulations per row. The prior of a is lognormal(m, 0.5), with m = 0
given or [learned](../mathematics.md#calibration-calibrationfit), which is the default. Ratio: geometric mean of estimated over true a. The other columns are shares of
95% intervals that hold the truth; those of abilities allow for the error of the scale in both rows. Examinees of one simulation share this error, so their
share varies most.

| examinees × items | m | ratio | a | b | ability |
|---|---|---:|---:|---:|---:|
${unit.join('\n')}

## Recorded answers

Log-likelihood of the fit with a normal distribution (priors with a free unit, as with the histogram); the gain of the histogram; the
difference in AIC (below 0: the histogram is better; only a guide for rows with priors); skewness and excess kurtosis; and the
log-likelihood per answer of held-out examinees (${folds} folds), with either distribution. From the
models' answers, every tenth of the items that at least three models answered right and three wrong. 2pl and 3pl use default priors.

| data, examinees × items | model | normal | gain | AIC difference | skewness | kurtosis | held-out, normal | held-out, histogram | converged |
|---|---|---:|---:|---:|---:|---:|---:|---:|---|
${onData.join('\n')}
`;
}
