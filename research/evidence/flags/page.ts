/** docs/evidence/flags.md, with the rows of both tables. */
export function flagsPage(flagged: readonly string[], rows: readonly string[]): string {
  return `# Evidence for item flags and slopes of either sign

Simulated banks: abilities and b N(0, 1), a lognormal(0, 0.3), c = 0.2 with 3PL. Every twentieth item is wrongly keyed: its curve is
c + (1 − c)σ(−a(θ − b)).

## Items flagged as working backwards

Flagged by the rule of [item flags](../mathematics.md#item-flags), on 20 to 100 banks of each size.

| model | examinees × items | wrongly keyed: flagged | beside them: good items flagged | bank without wrong keys: items flagged |
|---|---|---:|---:|---:|
${flagged.join('\n')}

## Calibrations of such banks

Marginal fits without a prior of a and, with 3PL, the prior logitnormal(logit 0.2, 0.5) of c, one bank of each size. "Nodes" is the
final number of nodes of the default quadrature. The truth is on the scale where the drawn abilities have mean 0 and variance 1. The last two columns compare the default with a fit on 481 nodes: the difference of the
log-likelihoods, and the largest difference of a slope.

| bank | slopes | log-likelihood | rounds | items with a < 0 | right keys: RMSE of a | right keys: RMSE of b | wrong keys: RMSE of a | wrong keys: RMSE of b | nodes | Δ log-likelihood | largest Δ of a |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.join('\n')}
`;
}
