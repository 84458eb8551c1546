import { normalTail } from '../../statistics/normal-tail.ts';
import type { ConfidenceClassificationRule, StopState } from './rules.ts';

/** The class of an ability: the number of cuts (ascending) that it reaches. */
export function classOf(ability: number, cuts: readonly number[]): number {
  let reached = 0;
  while (reached < cuts.length && ability >= cuts[reached]) reached++;
  return reached;
}

/**
 * True if the interval θ̂ ± z · SE, z = Φ⁻¹((1 + confidence)/2), contains none of the cuts: the class is settled.
 * @see Kingsbury & Weiss (1983), in New Horizons in Testing, 257–283; Eggen & Straetmans (2000), Educational and
 * Psychological Measurement 60, 713–734, for several cuts
 */
export function isClassified(
  { cuts, confidence }: ConfidenceClassificationRule,
  { ability, se }: Pick<StopState, 'ability' | 'se'>,
): boolean {
  return cuts.every((cut) => 2 * normalTail(Math.abs(ability - cut) / se) < 1 - confidence);
}
