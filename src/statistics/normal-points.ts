/** P(|Z| < z) = 0.9 of a standard normal Z, P(Z > z) = 0.05: half-width of a 90% interval in standard errors, where the error is normal. */
export const NORMAL_90 = 1.6448536269514722;

/** P(|Z| < z) = 0.95, P(Z > z) = 0.025: half-width of a 95% interval in standard errors. */
export const NORMAL_95 = 1.959963984540054;
