import { decimal } from '../../../numbers.ts';
import type { distributionSummary } from '../../../workflow/calibration/distribution-summary.ts';

/** The distribution of ability of a marginal fit in words; nothing of a normal distribution. */
export function distributionLines(summary: ReturnType<typeof distributionSummary>): string[] {
  if (summary === null || summary.name === 'normal') return [];
  const { bins, skewness, excessKurtosis, priorUnit, normal } = summary;
  const better = (difference: number) => (difference < 0 ? 'the histogram' : 'the normal');
  return [
    `Ability distribution: histogram of ${bins} bins, skewness ${decimal(skewness, 2)}, excess kurtosis ${decimal(excessKurtosis, 2)} (normal: 0 and 0).`,
    `Against a normal distribution${normal.converged ? '' : ' (NOT converged)'}: log-likelihood higher by ${decimal(normal.logLikelihoodGain, 2)} for ${normal.parameters} more parameters. AIC prefers ${better(normal.aicDifference)}, BIC ${better(normal.bicDifference)}.`,
    ...(priorUnit === 1
      ? []
      : [
          `Priors of a apply to a × ${decimal(priorUnit, 3)}: with an estimated distribution they describe how discriminations differ, not how large they are.`,
        ]),
  ];
}
