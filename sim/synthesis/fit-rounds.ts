/** If answers of a few models count as those of many, learned priors need hundreds of rounds more. */
export const FIT_ROUNDS = { maxIterations: 120, tolerance: 0.001 } as const;
