/** What the page is made of: the rows of its tables, and how often was simulated and how far held out. */
export interface AbilityEvidence {
  readonly simulated: readonly string[];
  readonly onData: readonly string[];
  readonly repetitions: number;
  readonly folds: number;
}

/** docs/evidence/ability-distributions.md */
export function abilitiesPage({ simulated, onData, repetitions, folds }: AbilityEvidence): string {
  return `# Evidence for estimated distributions of ability

Made by \`npm run evidence:abilities\`; do not edit by hand. What \`calibrate fit --ability-distribution histogram\` is worth
beside the normal distribution ([how it works](../mathematics.md#calibration-calibrationfit)).

## Simulated answers

${repetitions} simulations a row: a ~ lognormal(0, 0.3), b ~ N(0, 1), with the 3PL c ~ U(0.05, 0.25). Abilities have mean 0 and variance 1:
normal; skewed (gamma of shape 2); bimodal (N(±0.9, 0.19), half of each); strong minority (70% N(−0.6, 0.16), 30% N(1.4, 0.16)).

Errors are root mean squares within a simulation, the median over simulations, normal / histogram: of a, of b, of the abilities, and of the curves P(θ) at the examinees' true
abilities. Skewness and excess kurtosis: true / estimated. Gain: log-likelihood over that of the normal distribution. AIC: how often
it prefers the histogram, whose 18 shares it counts in full.

| model, examinees × items | abilities | a | b | ability | curve | skewness | kurtosis | gain | AIC |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|
${simulated.join('\n')}

With default priors a part of the difference is not the distribution's: the normal fit's priors of a pull on the unit of ability,
the histogram's do not. Errors of a include items far from all examinees, whose slopes hardly show in the answers; errors of the
curves do not give them more weight than they have.

## Recorded answers

Log-likelihood of the fit with a normal distribution (priors with a free unit, as with the histogram); what the histogram gains; the
difference in AIC (below 0: the histogram is better; for rows with priors a guide only); skewness and excess kurtosis; and the
log-likelihood of an answer of held-out examinees (${folds} folds; the normal fit with its default priors), with either distribution. Of models'
answers every tenth item that was answered right and wrong by three models at least. 2pl and 3pl with default priors.

| data, examinees × items | model | normal | gain | AIC difference | skewness | kurtosis | held-out, normal | held-out, histogram | converged |
|---|---|---:|---:|---:|---:|---:|---:|---:|---|
${onData.join('\n')}
`;
}
