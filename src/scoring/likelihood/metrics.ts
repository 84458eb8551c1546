/** What a single choice is worth by the log-likelihoods of its options. */
export const LIKELIHOOD_METRICS = ['acc', 'acc_norm', 'acc_bytes', 'probability'] as const;
export type LikelihoodMetric = (typeof LIKELIHOOD_METRICS)[number];

/** The metric of a prompt by default: lengths matter only where the continuations are texts. */
export function usualMetric(continuation: 'letter' | 'cloze'): LikelihoodMetric {
  return continuation === 'letter' ? 'acc' : 'acc_norm';
}
