/** A design of each kind of study to begin with: it runs as it is, in about a minute. */
export const STUDY_EXAMPLES: Readonly<Record<'monte-carlo' | 'test-length', object>> = {
  'monte-carlo': {
    bank: {
      generate: {
        items: 500,
        a: { lognormal: { mean: 0, sd: 0.3 } },
        b: { normal: { mean: 0, sd: 1 } },
        c: { beta: { alpha: 5, beta: 17 } },
      },
    },
    abilities: { normal: { mean: 0, sd: 1, count: 100 } },
    estimators: ['eap'],
    selectors: ['maximum-information', 'random'],
    lengths: [10, 20, 40],
    replications: 20,
    seed: 1,
  },
  'test-length': { bank: 'mmlu-pro', goal: ['kendall>=0.9'], seed: 1 },
};
