/** Where answers of a few models are counted as those of many, learned priors creep on for hundreds of rounds more. */
export const FIT_ROUNDS = { maxIterations: 120, tolerance: 0.001 } as const;
