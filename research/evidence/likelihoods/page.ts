import { markdownTable } from '../../text.ts';

/** docs/evidence/log-likelihoods.md */
export function likelihoodsPage(
  rows: readonly (readonly string[])[],
  {
    banks,
    models,
    items,
  }: { readonly banks: number; readonly models: number; readonly items: number },
): string {
  return `# Evidence for log-likelihoods as graded scores

A base model's log-likelihoods say more than which option is likeliest: the probability of the key is a number in [0, 1]. Does
it predict the accuracy on the whole bank better than right and wrong choices do?

**All answers are simulated.** No public results with log-likelihoods of options were at hand; the only recorded bank of this kind,
arc_challenge, holds right and wrong (\`acc_norm\`). So the figures show what can happen, not what real models do.

Each row: ${banks} banks of ${models} models × ${items} items with four options, each model its own family; 5 folds, each model tested on a
calibration without its fold. Log-likelihoods are T (v + e): v follows ability and difficulty, e is noise of each option, and T is
the sharpness of a model. T changes probabilities and no choice. Its logarithm has the given spread over models.

Figures are mean absolute errors of the predicted *accuracy*, in points, ± their standard errors over the banks:

- **choices**: right and wrong choices, calibrated on those of other models.
- **probabilities, mapped**: probabilities, calibrated on those of other models; the predicted mean probability becomes an
  accuracy by the straight line through the other models' full scores.
- **probabilities as they are**: the predicted mean probability, taken for an accuracy.

${markdownTable(['sureness', 'strategy', 'items:', 'choices:', 'probabilities, mapped:', 'probabilities as they are:'], rows)}

A mean probability is not an accuracy, so thetarank scores by probabilities only on banks whose recorded answers are
probabilities too, and then predicts a mean probability. A mapping to accuracies needs recorded models with both, and helps only as far as models
are equally sure of themselves.
`;
}
