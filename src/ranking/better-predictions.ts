import type { RecordedPrediction } from './predict-recorded.ts';

/** What item parameters were compared with. */
export const BASELINES = {
  shares: 'share right in the pool',
  alike: 'all items treated alike',
  recorded: 'recorded models of other families',
  random: 'random items',
} as const;
export type Baseline = keyof typeof BASELINES;

/** A baseline that predicts better than the parameters, by one of three measures. */
export interface BetterPrediction {
  readonly measure: 'logLikelihood' | 'error' | 'tau';
  readonly by: Baseline;
}

/** Every measure by which another prediction is better than that of the parameters, by any amount. */
export function betterPredictions({
  logLikelihood,
  forms,
}: Pick<RecordedPrediction, 'logLikelihood' | 'forms'>): BetterPrediction[] {
  const better: BetterPrediction[] = [];
  for (const by of ['shares', 'alike', 'recorded'] as const) {
    const other = logLikelihood[by];
    if (other !== null && other > logLikelihood.parameters)
      better.push({ measure: 'logLikelihood', by });
  }
  for (const by of ['shares', 'recorded', 'random'] as const) {
    const other = forms[by];
    if (other === null) continue;
    if (other.error < forms.parameters.error) better.push({ measure: 'error', by });
    if (other.tau !== null && other.tau > (forms.parameters.tau ?? Number.NEGATIVE_INFINITY))
      better.push({ measure: 'tau', by });
  }
  return better;
}
